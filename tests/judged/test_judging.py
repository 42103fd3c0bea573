from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evalcore.errors import InputError
from evalcore.judged import JudgedData, JudgeRunResult, judge, read_judgments
from evalcore.judged.judge_rows import JudgeFile, JudgeRow, RowsError, read_stored
from evalcore.judged.judging import GIVE_UP_AFTER
from evalcore.vlm import Endpoint, EndpointError, Retries, Usage
from tests.judged.judge_folder import DEFINITIONS, MODEL, clip_path, make_folder, write_clip
from tests.vlm.server import JUDGMENT, Answer, Server, serving

QUICK = Retries(attempts=2, first_s=0.01, longest_s=0.01)


@pytest.fixture
def data(tmp_path: Path) -> JudgedData:
    return make_folder(tmp_path / "data")


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "j.jsonl"


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-0123456789")


def run(data: JudgedData, out: Path, server: Server, **options: Any) -> JudgeRunResult:
    requested = options.pop("requested", "judge-1")
    settings = {"retries": QUICK, "jobs": 2, **options}
    return judge(data, settings.pop("model", MODEL), endpoint=Endpoint(server.url, requested), out=out, **settings)


def rows(path: Path) -> dict[str, JudgeRow]:
    return {name: kept.row for name, kept in read_stored(path).rows.items()}


def states(result: JudgeRunResult) -> dict[str, str]:
    return {unit.condition_id: unit.state for unit in result.units if unit.repeat == 1}


def test_a_run_gives_one_whole_row_a_condition(data: JudgedData, out: Path) -> None:
    seen: list[tuple[int, int]] = []
    with serving(Answer()) as server:
        result = run(data, out, server, progress=lambda *now: seen.append(now))
    assert result.complete
    assert (result.coverage.requested, result.coverage.done, result.coverage.failed) == (4, 4, 0)
    assert set(states(result).values()) == {"judged"}
    assert (result.files, result.judges, result.usage) == (("j.jsonl",), ("judge-1-0401",), Usage(400, 80))
    assert seen == [(n, 4) for n in range(5)]
    row = rows(out)["c000"]
    assert (row.event, row.violation, row.reason) == ("left", "clear", "it rolls left")
    assert (row.judge, row.requested_model, row.endpoint) == ("judge-1-0401", "judge-1", server.url.split("/")[2])
    assert (row.profile, row.generated_model, row.system_fingerprint) == ("observation-8", MODEL, "fp_1")
    assert row.frames == (0, 3, 5, 8, 11, 14, 16, 19)
    assert row.times == tuple(pytest.approx(frame / 5) for frame in row.frames)
    assert (row.size, row.reached, row.time_coverage) == ((96, 64), True, pytest.approx(3.8 / (119 / 30)))
    assert [reply.text for reply in row.raw] == [JUDGMENT]
    assert (row.usage, row.attempts) == (Usage(100, 20), 1)
    assert "INTER_AREA" in row.resize
    hashes = (row.video_sha256, row.prompt_sha256, row.task_sha256)
    assert all(text is not None and len(text) == 64 for text in hashes)
    assert row.created is not None
    assert row.created.endswith("+00:00")


def test_the_rows_read_back_as_judgments_and_the_result_as_itself(data: JudgedData, out: Path) -> None:
    with serving(Answer()) as server:
        result = run(data, out, server)
    judgments = read_judgments(out, data)
    assert len(judgments) == 4
    assert sorted(judgments.positions.tolist()) == [0, 1, 2, 3]
    assert judgments.events.to_list() == ["left"] * 4
    assert judgments.settings.judges == ("judge-1-0401",)
    assert judgments.settings.profiles == ("observation-8",)
    assert not judgments.settings.mixed
    assert JudgeRunResult.read(out.with_suffix(".run.json")) == result
    assert result.config.endpoint == server.url.split("/")[2]
    files = result.record["inputs"]["files"]
    assert {"prompts/judge.txt", "prompts/tasks.json", f"generated/{MODEL}/c003.mp4"} <= set(files)
    assert result.scores["judged"].tolist() == [4]
    assert result.rows["state"].tolist() == ["judged"] * 4


def test_a_request_holds_the_text_and_the_sampled_pictures(data: JudgedData, out: Path) -> None:
    with serving(Answer()) as server:
        run(data, out, server, subset="half")
    for body in server.requests:
        (message,) = body["messages"]
        text, *pictures = message["content"]
        assert "shown at (seconds): 0.000, 0.600" in text["text"]
        assert len(pictures) == 8
        assert len({picture["image_url"]["url"] for picture in pictures}) == 8
        assert "c000" not in json.dumps(body)


def test_what_is_judged_is_not_asked_again(data: JudgedData, out: Path) -> None:
    with serving(Answer()) as server:
        run(data, out, server, subset="half")
        before = out.read_bytes()
        result = run(data, out, server)
        assert states(result) == {"c000": "kept", "c001": "kept", "c002": "judged", "c003": "judged"}
        assert len(server.requests) == 4
        assert out.read_bytes().startswith(before)
        again = run(data, out, server)
        assert set(states(again).values()) == {"kept"}
        assert again.complete
        assert again.usage == Usage()
        assert len(server.requests) == 4


def test_a_changed_video_is_judged_again_in_its_place(data: JudgedData, out: Path) -> None:
    with serving(Answer()) as server:
        run(data, out, server, jobs=1)
        before = out.read_text().splitlines()
        write_clip(clip_path(data.workspace.root, "c001"), shade=9)
        result = run(data, out, server)
    after = out.read_text().splitlines()
    assert states(result) == {"c000": "kept", "c001": "judged", "c002": "kept", "c003": "kept"}
    assert [one == other for one, other in zip(before, after, strict=True)] == [True, False, True, True]
    assert len(server.requests) == 5


def test_a_changed_prompt_is_asked_again_for_the_tasks_that_it_concerns(data: JudgedData, out: Path) -> None:
    prompts = data.workspace.root / "prompts"
    with serving(Answer()) as server:
        run(data, out, server)
        (prompts / "tasks.json").write_text(json.dumps({**DEFINITIONS, "roll": "Another text."}))
        result = run(data, out, server)
        assert states(result) == {"c000": "judged", "c001": "kept", "c002": "judged", "c003": "kept"}
        (prompts / "judge.txt").write_text("Another prompt.")
        assert set(states(run(data, out, server)).values()) == {"judged"}
    assert len(rows(out)) == 4
    assert read_judgments(out, data).settings.prompts == (rows(out)["c000"].prompt_sha256,)


def test_a_changed_observation_time_is_asked_again(tmp_path: Path, out: Path) -> None:
    with serving(Answer()) as server:
        run(make_folder(tmp_path / "data"), out, server)
        result = run(make_folder(tmp_path / "data", observation_time=3.9), out, server)
    assert set(states(result).values()) == {"judged"}


def test_a_prompt_must_not_change_under_rows_that_stay(data: JudgedData, out: Path) -> None:
    with serving(Answer()) as server:
        run(data, out, server)
        before = out.read_bytes()
        (data.workspace.root / "prompts" / "judge.txt").write_text("Another prompt.")
        with pytest.raises(InputError, match=r"j\.jsonl:\d: this row is of another prompt, and this run leaves it out"):
            run(data, out, server, subset="half")
        assert out.read_bytes() == before
        assert len(server.requests) == 4
        result = run(data, out, server, subset="half", mixed=True)
    assert states(result) == {"c000": "judged", "c001": "judged"}
    with pytest.raises(InputError, match="judge prompt"):
        read_judgments(out, data)
    assert read_judgments(out, data, mixed=True).settings.mixed


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ({"profile": "paper-prefix-8"}, r"j\.jsonl:1: profile is 'observation-8' here, and 'paper-prefix-8' in this"),
        ({"requested": "judge-2"}, r"j\.jsonl:1: requested_model is 'judge-1' here, and 'judge-2' in this run"),
    ],
)
def test_other_settings_in_one_file_are_refused_unless_mixed(
    data: JudgedData, out: Path, other: dict[str, Any], message: str
) -> None:
    with serving(Answer()) as server:
        run(data, out, server, subset="half")
        before = out.read_bytes(), out.with_suffix(".run.json").read_bytes()
        with pytest.raises(InputError, match=f"{message}.*--mixed"):
            run(data, out, server, **other)
        assert (out.read_bytes(), out.with_suffix(".run.json").read_bytes()) == before
        result = run(data, out, server, mixed=True, **other)
    assert states(result) == {"c000": "kept", "c001": "kept", "c002": "judged", "c003": "judged"}


def test_clips_of_another_model_never_get_into_a_file(data: JudgedData, out: Path, tmp_path: Path) -> None:
    with serving(Answer()) as server:
        run(data, out, server)
        for mixed in (False, True):
            with pytest.raises(InputError, match="this row judges a clip of 'good', not of 'other'"):
                run(data, out, server, model="other", videos=clip_path(data.workspace.root, "c000").parent, mixed=mixed)
    assert len(server.requests) == 4


def test_judgments_made_elsewhere_are_not_mixed_in_silence(data: JudgedData, out: Path) -> None:
    out.write_text('{"condition_id": "c003", "event": "stay", "violation": false, "judge": "human"}\n')
    with serving(Answer()) as server:
        with pytest.raises(InputError, match="requested_model is None here"):
            run(data, out, server)
        with pytest.raises(InputError, match="requested_model is None here"):
            run(data, out, server, subset="half")
        run(data, out, server, subset="half", mixed=True)
    assert rows(out)["c003"].judge == "human"
    assert len(rows(out)) == 3


def test_another_version_during_the_run_ends_it(data: JudgedData, out: Path) -> None:
    answers = [Answer(), Answer(), Answer(model="judge-1-0502")]
    with serving(answers) as server:
        with pytest.raises(RowsError, match="ran 'judge-1-0502'; the rows of this file are by 'judge-1-0401'"):
            run(data, out, server, jobs=1)
        assert {row.judge for row in rows(out).values()} == {"judge-1-0401"}
        assert len(rows(out)) == 2
        assert len(server.requests) == 3
        assert not out.with_suffix(".run.json").exists()
        result = run(data, out, server, mixed=True)
    assert result.judges == ("judge-1-0401", "judge-1-0502")
    assert read_judgments(out, data, mixed=True).settings.judges == ("judge-1-0401", "judge-1-0502")


def test_an_endpoint_that_names_no_model_gets_the_name_asked_for(data: JudgedData, out: Path) -> None:
    with serving(Answer(model=None)) as server:
        assert run(data, out, server).judges == ("judge-1",)


def test_a_clip_that_ends_before_the_observation_time_is_uncertain_without_asking(tmp_path: Path, out: Path) -> None:
    data = make_folder(tmp_path / "data", observation_time=4.5)
    write_clip(clip_path(tmp_path / "data", "c001"), frames=25)
    with serving(Answer()) as server:
        result = run(data, out, server)
        assert result.complete
        assert len(server.requests) == 1
        again = run(data, out, server)
        assert set(states(again).values()) == {"kept"}
        assert len(server.requests) == 1
    assert states(result) == {"c000": "not_reached", "c001": "judged", "c002": "not_reached", "c003": "not_reached"}
    row = rows(out)["c000"]
    assert (row.event, row.violation, row.judge, row.raw) == ("uncertain", "uncertain", None, ())
    assert (row.reached, row.reason) == (False, "not asked: the clip ends before 4.5 s")
    assert read_judgments(out, data).settings.judges == ("judge-1-0401",)


def test_the_prefix_profile_asks_whatever_the_observation_time(tmp_path: Path, out: Path) -> None:
    data = make_folder(tmp_path / "data", observation_time=4.5)
    with serving(Answer()) as server:
        assert set(states(run(data, out, server, profile="paper-prefix-8")).values()) == {"judged"}


def test_a_clip_that_cannot_be_read_is_a_failure_without_a_row(data: JudgedData, out: Path) -> None:
    root = data.workspace.root
    clip_path(root, "c000").unlink()
    clip_path(root, "c001").write_bytes(clip_path(root, "c002").read_bytes()[:900])
    with serving(Answer()) as server:
        result = run(data, out, server)
    assert not result.complete
    assert (result.coverage.done, result.coverage.failed) == (2, 2)
    assert [failure.unit for failure in result.failures] == ["c000", "c001"]
    assert result.failures[0].kind == "missing"
    assert result.failures[1].message.startswith(f"generated/{MODEL}/c001.mp4: ")
    assert sorted(rows(out)) == ["c002", "c003"]
    assert json.loads(out.with_suffix(".run.json").read_text())["complete"] is False


def test_a_row_whose_clip_has_gone_stays_and_one_whose_clip_broke_does_not(data: JudgedData, out: Path) -> None:
    root = data.workspace.root
    with serving(Answer()) as server:
        run(data, out, server)
        clip_path(root, "c000").unlink()
        clip_path(root, "c001").write_bytes(b"broken")
        result = run(data, out, server)
    assert [failure.unit for failure in result.failures] == ["c000", "c001"]
    assert result.failures[0].message.endswith("; its row from an earlier run stays")
    assert sorted(rows(out)) == ["c000", "c002", "c003"]


def test_a_clip_that_leads_out_of_the_data_is_a_failure_before_and_after_it_was_judged(
    data: JudgedData, out: Path, tmp_path: Path
) -> None:
    root = data.workspace.root
    write_clip(tmp_path / "outside.mp4")

    def lead_out(condition_id: str) -> None:
        clip_path(root, condition_id).unlink()
        clip_path(root, condition_id).symlink_to(tmp_path / "outside.mp4")

    lead_out("c000")
    with serving(Answer()) as server:
        first = run(data, out, server)
        lead_out("c001")
        second = run(data, out, server)
    assert [failure.unit for failure in first.failures] == ["c000"]
    assert "leads out of the workspace" in first.failures[0].message
    assert [failure.unit for failure in second.failures] == ["c000", "c001"]
    assert sorted(rows(out)) == ["c001", "c002", "c003"]


def test_a_lost_request_is_a_failure_and_never_a_verdict(data: JudgedData, out: Path) -> None:
    with serving([Answer(status=500), Answer(status=500), Answer()]) as server:
        result = run(data, out, server, jobs=1)
        assert [(failure.unit, failure.kind) for failure in result.failures] == [("c000", "server")]
        assert sorted(rows(out)) == ["c001", "c002", "c003"]
        assert run(data, out, server).complete
    assert len(rows(out)) == 4


def test_two_unreadable_replies_are_an_uncertain_judgment(data: JudgedData, out: Path) -> None:
    with serving(Answer(text="It rolls left.")) as server:
        result = run(data, out, server)
    assert result.complete
    assert len(server.requests) == 8
    assert {(row.event, row.violation, len(row.raw)) for row in rows(out).values()} == {("uncertain", "uncertain", 2)}
    assert result.scores.loc[0, ["repaired", "unreadable"]].tolist() == [0, 4]


def test_a_label_is_kept_as_the_judge_wrote_it(data: JudgedData, out: Path) -> None:
    with serving(Answer(text='{"event": "Left", "violation": false}')) as server:
        run(data, out, server)
    assert {(row.event, row.violation) for row in rows(out).values()} == {("Left", False)}


@pytest.mark.parametrize("status", [401, 403, 404])
def test_what_no_request_can_get_past_ends_the_run_at_once(tmp_path: Path, out: Path, status: int) -> None:
    data = make_folder(tmp_path / "data", 12)
    with serving(Answer(status=status)) as server, pytest.raises(EndpointError, match=f"HTTP {status}"):
        run(data, out, server)
    assert len(server.requests) <= 4
    assert not out.exists()


def test_an_endpoint_that_is_down_is_not_asked_for_ever(tmp_path: Path, out: Path) -> None:
    data = make_folder(tmp_path / "data", 30)
    with serving(Answer(status=503)) as server:
        result = run(data, out, server, repeat=2, retries=Retries(attempts=1))
    assert GIVE_UP_AFTER <= len(server.requests) <= GIVE_UP_AFTER + 2
    assert (result.coverage.requested, result.coverage.failed) == (60, 60)
    kinds = [failure.kind for failure in result.failures]
    assert kinds.count("not_asked") == 60 - len(server.requests)
    assert "10 requests in a row got no reply; the last: " in result.failures[-1].message
    assert not out.exists()


def test_repeated_passes_are_files_of_their_own(data: JudgedData, out: Path) -> None:
    with serving(Answer()) as server:
        result = run(data, out, server, repeat=3)
        assert result.files == ("j.jsonl", "j.repeat-2.jsonl", "j.repeat-3.jsonl")
        assert (result.coverage.requested, len(server.requests)) == (12, 12)
        for name in result.files:
            assert len(read_judgments(out.with_name(name), data)) == 4
        clip_path(data.workspace.root, "c002").unlink()
        out.with_name("j.repeat-2.jsonl").unlink()
        result = run(data, out, server, repeat=2)
    assert len(server.requests) == 15
    assert [failure.unit for failure in result.failures] == ["c002", "c002/repeat-2"]


def test_ctrl_c_keeps_what_is_judged_and_the_next_run_goes_on(tmp_path: Path, out: Path) -> None:
    data = make_folder(tmp_path / "data", 12)

    def leave(done: int, _: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with serving(Answer(delay_s=0.02)) as server:
        with pytest.raises(KeyboardInterrupt):
            run(data, out, server, progress=leave)
        kept, asked = len(rows(out)), len(server.requests)
        assert 3 <= kept == asked <= 5
        result = run(data, out, server)
    assert result.complete
    assert len(server.requests) == 12
    assert list(states(result).values()).count("kept") == kept


def test_a_line_that_a_kill_left_is_dropped_and_said(data: JudgedData, out: Path) -> None:
    with serving(Answer()) as server:
        run(data, out, server)
        out.write_bytes(out.read_bytes()[:-40])
        result = run(data, out, server)
    assert len(server.requests) == 5
    assert result.notes == ("j.jsonl: the last line broke off and was dropped; its condition is judged anew",)
    assert len(rows(out)) == 4


def test_a_file_that_another_run_writes_is_refused(data: JudgedData, out: Path) -> None:
    with JudgeFile(out) as file, serving(Answer()) as server:
        file.put(JudgeRow(condition_id="c000"))
        with pytest.raises(InputError, match="another judge run writes this file"):
            run(data, out, server)
    assert server.requests == []


def test_a_defect_fails_its_condition_and_no_other(
    data: JudgedData, out: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from evalcore.judged import judge_setup

    real: Callable[..., Any] = judge_setup.sample_clip

    def broken(path: Path, **options: Any) -> Any:
        return 1 / 0 if path.stem == "c001" else real(path, **options)

    monkeypatch.setattr(judge_setup, "sample_clip", broken)
    with serving(Answer()) as server:
        result = run(data, out, server)
    assert [(failure.unit, failure.kind) for failure in result.failures] == [("c001", "internal")]
    assert "ZeroDivisionError" in result.failures[0].message
    assert "unexpected error in c001" in caplog.text


def test_requests_wait_side_by_side(data: JudgedData, out: Path) -> None:
    together = threading.Barrier(4, timeout=20)

    def plan(_body: dict[str, Any], _before: int) -> Answer:
        return Answer(before=together.wait)

    with serving(plan) as server:
        assert run(data, out, server, jobs=4).complete


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"model": "god"}, "there are no clips of a model 'god'. Did you mean 'good'"),
        ({"profile": "observation-9"}, "Did you mean 'observation-8'"),
        ({"subset": "quarter"}, "there is no subset 'quarter'"),
        ({"repeat": 0}, "0 passes are not possible"),
        ({"jobs": 0}, "0 requests at a time are not possible"),
    ],
)
def test_a_wrong_argument_is_one_error(data: JudgedData, out: Path, options: dict[str, Any], message: str) -> None:
    with serving(Answer()) as server, pytest.raises(InputError, match=message):
        run(data, out, server, **options)
    assert server.requests == []


def test_judgments_are_json_lines(data: JudgedData, tmp_path: Path) -> None:
    with serving(Answer()) as server, pytest.raises(InputError, match=r"ends in \.jsonl"):
        run(data, tmp_path / "j.json", server)
