from __future__ import annotations

import json
from pathlib import Path

import pytest

from evalcore.review import (
    AgreementResult,
    Answer,
    Shown,
    Store,
    load_agreement,
    load_alignment,
    load_consensus,
    read_answers,
    write_answers,
)
from tests.review.made import clip, make_workspace, row
from tests.review.small import answer
from tests.vlm.server import Answer as Reply
from tests.vlm.server import serving

KEY = "sk-not-a-real-key-0123456789"
ITEMS = [f"item{k}" for k in range(6)]
STREAMS = ("real", "gen")
POSTGRES = "postgresql://me:hunter2@/name?host=/nowhere"


def given() -> list[Answer]:
    """Each break of `gen` is at frame 4k + 2; bob marks it a frame later, eve does not see that of the last item."""
    answers = []
    for k, item in enumerate(ITEMS):
        for name, late in (("ann", 0), ("bob", 1), ("eve", 0)):
            if name == "eve" and item == ITEMS[-1]:
                answers.append(answer(item, name, clean=STREAMS))
            else:
                t = (4 * k + 2 + late + 0.5) / 25
                answers.append(answer(item, name, {"gen": [t]}, ["real"], ["gravity_violation"]))
    return answers


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Six items without answers, and `answers.jsonl` beside them."""
    monkeypatch.delenv("EVALCORE_DATABASE_URL", raising=False)
    root = tmp_path / "workspace"
    root.mkdir()
    for name in STREAMS:
        clip(root / f"media/item/{name}.mp4", 25)
    media = {name: f"media/item/{name}.mp4" for name in STREAMS}
    make_workspace(root, *({**row(item), **media} for item in ITEMS))
    write_answers(root / "answers.jsonl", given())
    return root


@pytest.fixture
def answered(workspace: Path, run) -> Path:
    """The same with the answers in its database."""
    assert run("review", "import", workspace / "answers.jsonl", "--into", workspace).code == 0
    return workspace


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_agreement_writes_the_documented_file(answered: Path, tmp_path: Path, run) -> None:
    out = tmp_path / "a.json"
    ended = run("review", "agreement", "--workspace", answered, "--resamples", 0, "--out", out)
    assert ended.code == 0
    written = json.loads(out.read_text())
    assert set(written) >= {"detection", "sweep", "preference", "counterfactual", "coverage", "by_stream"}
    assert set(written) >= {"by_reviewer", "worst_items", "record", "complete", "failures", "protocol"}
    assert set(written["detection"]) >= {"alpha", "raw_agreement", "ci95", "n_units", "n_judgements"}
    first, second, *_ = written["sweep"]
    assert (first["tolerance"], first["tolerance_frames"], second["tolerance"]) == (None, 0.5, 0.25)
    assert set(second["matching"]) >= {"f1", "n_pairs", "n_marks"}
    assert set(second["localization"]) >= {"kappa_loc", "ci95", "f1_null", "mean_offset", "mean_offset_frames"}
    # 10 of 12 streams: all agree; the last `gen`: one of three pairs does. 5 x 3 + 1 matched of 15 + 3 pairs.
    assert written["detection"]["raw_agreement"] == pytest.approx((11 + 1 / 3) / 12)
    assert second["matching"]["f1"] == pytest.approx(2 * 16 / (2 * 15 + 2 + 1 + 1))
    assert second["localization"]["kappa_loc"] is not None
    result = load_agreement(out)
    assert isinstance(result, AgreementResult)
    assert result.to_json() == out.read_bytes()
    assert "Agreement over the sweep" in ended.out
    assert "Coverage" in ended.out


def test_agreement_of_a_file_alone_has_no_chance_of_the_moment(workspace: Path, tmp_path: Path, run) -> None:
    asked = ["review", "agreement", "--answers", workspace / "answers.jsonl", "--resamples", 0, "--json"]
    written = json.loads(run(*asked).out)
    assert written["coverage"]["known"] is False
    assert written["sweep"][1]["localization"]["kappa_loc"] is None
    assert written["sweep"][1]["localization"]["kappa_loc_reason"]
    assert written["sweep"][0]["matching"]["f1"] is None
    at_rate = json.loads(run(*asked, "--fps", 25, "--tolerances", "0.5,0.02", "--headline", 0.02).out)
    assert [one["tolerance"] for one in at_rate["sweep"]] == [0.02, 0.5]
    assert at_rate["headline_tolerance"] == 0.02
    with_schema = json.loads(run(*asked, "--schema", workspace / "review" / "schema.yaml").out)
    assert with_schema["coverage"]["known"] is True
    assert with_schema["sweep"][0]["matching"]["f1"] == pytest.approx(2 * 5 / (2 * 15 + 2 + 1 + 1))


def test_the_reference_implementations_method_is_labelled_with_its_faults(workspace: Path, tmp_path: Path, run) -> None:
    out = tmp_path / "a.json"
    ended = run("review", "agreement", "--answers", workspace / "answers.jsonl", "--method", "potato", "--out", out)
    assert ended.code == 0
    assert "Known fault" in ended.out
    written = json.loads(out.read_text())
    assert (written["method"], len(written["sweep"])) == ("potato", 5)
    assert written["detection"]["alpha"] is not None
    assert load_agreement(out).to_json() == out.read_bytes()


def test_consensus_and_alignment(answered: Path, tmp_path: Path, run) -> None:
    out = tmp_path / "c.json"
    assert run("review", "consensus", "--workspace", answered, "--out", out).code == 0
    rows = {(one["item"], one["stream"]): one for one in json.loads(out.read_text())["streams"]}
    assert rows["item0", "gen"] | {"t_reason": None, "type_reason": None} == {
        "item": "item0",
        "stream": "gen",
        "verdict": "break",
        "t": pytest.approx(2.5 / 25),
        "type": "gravity_violation",
        "marked": 3,
        "clean": 0,
        "t_reason": None,
        "type_reason": None,
    }
    assert rows["item5", "real"]["verdict"] == "clean"
    assert load_consensus(out).to_json() == out.read_bytes()
    potato = run("review", "consensus", "--answers", answered / "answers.jsonl", "--method", "potato", "--json")
    middle = {(one["item"], one["stream"]): one["t"] for one in json.loads(potato.out)["streams"]}
    assert middle["item5", "gen"] == pytest.approx((22.5 + 23.5) / 2 / 25)

    said = [{"item": item, "stream": "gen", "t": 0.3, "judge": "j", "resolution": 0.3} for item in ITEMS]
    predictions, aligned = tmp_path / "p.jsonl", tmp_path / "l.json"
    predictions.write_text("".join(json.dumps(one) + "\n" for one in said))
    asked = ["review", "align", "--workspace", answered, "--predictions", predictions, "--resamples", 0]
    ended = run(*asked, "--tolerances", "0.25,0.5", "--out", aligned)
    assert ended.code == 0
    first, second = json.loads(aligned.read_text())["sweep"]
    assert (first["n"], first["left_out"], second["both"], second["hits"]) == (0, 6, 6, 5)
    assert load_alignment(aligned).to_json() == aligned.read_bytes()
    predictions.write_text(predictions.read_text() + '{"item": "item0", "stream": "real", "error": "timeout"}\n')
    ended = run(*asked)
    assert ended.code == 3
    assert "item0/real: timeout" in ended.err
    assert "INCOMPLETE" in ended.out


def test_answers_go_in_once_and_come_out_again(workspace: Path, tmp_path: Path, run) -> None:
    asked = ["review", "import", workspace / "answers.jsonl", "--into", workspace]
    assert "18 new, 0 changed, 0 as before" in run(*asked).out
    assert "0 new, 0 changed, 18 as before" in run(*asked).out
    out = tmp_path / "out.jsonl"
    assert run("review", "export", "--workspace", workspace, "--out", out).code == 0
    assert read_answers(out).rows == tuple(given())
    assert run("review", "export", "--workspace", workspace, "--out", out, "--reviewer", "bob").code == 0
    assert {one["reviewer"] for one in lines(out)} == {"bob"}
    ended = run("review", "export", "--workspace", workspace, "--out", out, "--reviewer", "bop")
    assert ended.code == 2
    assert "Did you mean 'bob'" in ended.err


def test_stored_answers_of_the_reference_implementation_that_cannot_be_used_are_listed(
    workspace: Path, tmp_path: Path, run
) -> None:
    blob = {"violations": [{"stream": "gen", "t": 0.5}, {"stream": "gen"}], "clean": ["real"]}
    state = {"user_id": "ann", "instance_id_to_label_to_value": {"item0": {"rollout": {"_data": json.dumps(blob)}}}}
    stored = tmp_path / "ann" / "user_state.json"
    stored.parent.mkdir()
    stored.write_text(json.dumps(state))
    ended = run("review", "import", tmp_path / "ann", "--into", workspace)
    assert ended.code == 3
    assert "1 new" in ended.out
    assert "a mark has no time" in ended.err
    assert run("review", "import", stored, "--into", workspace, "--schema", "other").code == 2


def test_another_database_by_option_and_by_variable(workspace: Path, tmp_path: Path, run, monkeypatch) -> None:
    url = f"sqlite:///{tmp_path / 'other.sqlite'}"
    assert run("review", "import", workspace / "answers.jsonl", "--into", workspace, "--database", url).code == 0
    assert not (workspace / "review" / "answers.sqlite").exists()
    asked = ["review", "consensus", "--workspace", workspace]
    assert run(*asked).code == 2
    monkeypatch.setenv("EVALCORE_DATABASE_URL", url)
    assert run(*asked).code == 0
    assert run("review", "progress", "--workspace", workspace).code == 0
    with Store(url) as store:
        assert store.schemas() == ("review",)
        store.save(given()[0], schema="another", shown=Shown("h"))
    schema = workspace / "review" / "schema.yaml"
    schema.write_text(schema.read_text().replace("name: review", "name: mine"))
    ended = run(*asked)
    assert ended.code == 2
    assert "There are answers under: another, review" in ended.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["agreement"],
        ["consensus"],
        ["align", "--predictions", "p.jsonl"],
        ["export", "--out", "a.jsonl"],
        ["progress"],
        ["import", "answers.jsonl"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_no_message_shows_the_password_of_a_database(workspace: Path, run, monkeypatch, arguments) -> None:
    monkeypatch.chdir(workspace)
    monkeypatch.setenv("EVALCORE_DATABASE_URL", POSTGRES)
    where = "--into" if arguments[0] == "import" else "--workspace"
    ended = run("review", *arguments, where, workspace)
    assert ended.code == 2
    assert "hunter2" not in ended.out + ended.err
    assert "PostgreSQL" in ended.err or "me:***@" in ended.err  # without the driver, or without the server


def test_help_shows_no_password(workspace: Path, run, monkeypatch) -> None:
    monkeypatch.setenv("EVALCORE_DATABASE_URL", POSTGRES)
    ended = run("review", "agreement", "--help")
    assert "EVALCORE_DATABASE_URL" in ended.out
    assert "hunter2" not in ended.out


def test_items_are_assigned_once_and_progress_is_reported(answered: Path, run) -> None:
    asked = ["review", "assign", "--workspace", answered, "--reviewers", "ann, bob,zoe", "--per-item", 2]
    ended = run(*asked)
    assert ended.code == 0
    assert ended.out.splitlines() == [f"{name}: 4 of 6 items" for name in ("ann", "bob", "zoe")]
    ended = run(*asked)
    assert ended.code == 2
    assert "--replace" in ended.err
    assert run(*asked, "--seed", 1, "--replace").code == 0
    (answered / "review" / "gold.jsonl").write_text('{"item": "item0", "stream": "gen", "t": 0.1}\n')
    ended = run("review", "progress", "--workspace", answered)
    assert ended.code == 0
    assert "zoe" in ended.out
    assert "gold items" in ended.out
    written = json.loads(run("review", "progress", "--workspace", answered, "--tolerance", 0.03, "--json").out)
    rows = {one["reviewer"]: one for one in written["reviewers"]}
    assert (rows["ann"]["complete"], rows["zoe"]["complete"], rows["zoe"]["panels"]) == (4, 0, 8)
    assert {one["reviewer"]: one["found"] for one in written["gold"]} == {"ann": 1, "bob": 0, "eve": 1}


def test_a_judge_run_is_made_and_gone_on_with(workspace: Path, tmp_path: Path, run, monkeypatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    out = tmp_path / "p.jsonl"
    broken = Reply('{"break_tile": 2, "violation_type": "interpenetration", "confidence": 0.75}')
    asked = ["review", "judge", "--workspace", workspace, "--judge-model", "judge-1", "--tiles", 4, "--out", out]
    with serving([broken, Reply("I cannot tell."), broken]) as server:
        asked += ["--base-url", server.url, "--streams", "gen", "--jobs", 1]
        ended = run(*asked)
        assert ended.code == 3
        assert "no JSON object" in ended.err
        assert "INCOMPLETE" in ended.out
        ended = run(*asked)
        assert ended.code == 0
        assert len(server.requests) == 7
        assert run(*asked).code == 0
        assert len(server.requests) == 7
        assert set(server.authorizations) == {f"Bearer {KEY}"}
    assert {(one["item"], one["t"], one["type"]) for one in lines(out)} == {
        (item, 0.375, "interpenetration") for item in ITEMS
    }
    assert json.loads(out.with_suffix(".run.json").read_text())["complete"] is True
    assert not any(KEY.encode() in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["agreement"], "give --answers, or --workspace"),
        (["agreement", "--answers", "nothing.jsonl"], "nothing.jsonl: the file is missing"),
        (
            ["agreement", "--answers", "answers.jsonl", "--tolerances", "0.5,a"],
            "--tolerances: '0.5,a' are no tolerances",
        ),
        (["agreement", "--answers", "answers.jsonl", "--tolerances", "0"], "each above 0"),
        (["agreement", "--answers", "answers.jsonl", "--fps", "0"], "the frame rate is 0.0"),
        (["agreement", "--answers", "answers.jsonl", "--method", "kappa"], "'kappa' is not one of"),
        (["agreement", "--workspace", ".", "--schema", "review/schema.yaml"], "--schema is for answers without"),
        (["agreement", "--workspace", "."], "the workspace has no answers"),
        (["agreement", "--workspace", "nowhere"], "there is no such workspace folder"),
        (["consensus", "--answers", "broken.jsonl"], "broken.jsonl:1: this is not JSON"),
        (["consensus", "--answers", "stray.jsonl", "--workspace", "."], "stray.jsonl:1: there is no item 'item9'"),
        (["align", "--answers", "answers.jsonl", "--predictions", "broken.jsonl"], "broken.jsonl:1: this is not JSON"),
        (["import", "stray.jsonl", "--into", "."], "stray.jsonl:1: there is no item 'item9'. Did you mean 'item"),
        (["import", "nothing.jsonl", "--into", "."], "nothing.jsonl"),
        (["export", "--workspace", ".", "--out", "a.jsonl"], "the workspace has no answers"),
        (["assign", "--workspace", ".", "--reviewers", "ann,ann"], "'ann' stands there twice"),
        (["assign", "--workspace", ".", "--reviewers", "ann,"], "--reviewers: reviewer '' cannot be a name"),
        (["assign", "--workspace", ".", "--reviewers", "ann"], "1 reviewers cannot give 3 answers an item"),
        (["progress", "--workspace", ".", "--tolerance", "0"], "the tolerance is 0"),
        (
            [
                "judge",
                "--workspace",
                ".",
                "--base-url",
                "http://127.0.0.1:1/v1",
                "--judge-model",
                "m",
                "--out",
                "p.json",
            ],
            "ends in .jsonl",
        ),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else "",
)
def test_bad_usage_and_bad_input_are_one_message(workspace: Path, run, monkeypatch, arguments, message) -> None:
    monkeypatch.chdir(workspace)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    (workspace / "broken.jsonl").write_text("{\n")
    write_answers(workspace / "stray.jsonl", [answer("item9", "ann", clean=["gen"])])
    ended = run("review", *arguments)
    assert ended.code == 2
    assert message in " ".join(ended.err.replace("│", " ").split())
    assert "Traceback" not in ended.err
    assert ended.out == ""


@pytest.mark.parametrize("command", ["agreement", "consensus", "align"])
def test_a_result_is_not_written_over_what_was_read(workspace: Path, tmp_path: Path, run, command) -> None:
    answers, predictions = workspace / "answers.jsonl", tmp_path / "p.jsonl"
    predictions.write_text('{"item": "item0", "stream": "gen", "t": 0.1}\n')
    before = answers.read_bytes(), predictions.read_bytes()
    asked = ["review", command, "--answers", answers]
    if command != "consensus":
        asked += ["--resamples", 0]
    if command == "align":
        assert run(*asked, "--predictions", predictions, "--out", predictions).code == 2
        asked += ["--predictions", predictions]
    assert run(*asked, "--out", answers).code == 2
    assert (answers.read_bytes(), predictions.read_bytes()) == before


COMMANDS = ("agreement", "consensus", "align", "judge", "import", "export", "assign", "progress")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_teaches_by_an_example(run, command) -> None:
    ended = run("review", command, "--help")
    assert ended.code == 0
    assert f"evalcore review {command} " in " ".join(ended.out.split())
