"""Judge against judge: by hand, and against the plain reference and another program."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.errors import InputError
from evalcore.judged import AgreementResult, JudgedData, agreement, load, read_judgments, score
from evalcore.judged.agreement import agreement_of
from evalcore.stats import krippendorff_alpha
from tests.judged.made import judgment_rows, make_data, write_rows
from tests.reference import judged as reference


@pytest.fixture
def data(tmp_path: Path) -> JudgedData:
    return load(make_data(tmp_path / "data"))


def test_two_judges_by_hand(data: JudgedData) -> None:
    result = agreement(data, "paper-main", judge="judge-a", other="judge-b")
    assert list(result.models) == ["plain", "sharp", "weak"]
    sharp = result.models["sharp"]
    # They differ on the event of door-2a, and on the structure of door-2a: flagged by one, clear by the other.
    assert (sharp.both, sharp.only_judge, sharp.only_other, sharp.neither) == (12, 0, 0, 0)
    assert (sharp.event.n, sharp.event.raw) == (12, pytest.approx(11 / 12))
    assert sharp.structure.confusion == {"clear": {"clear": 11}, "flagged": {"clear": 1}}
    assert sharp.structure.kappa == 0
    plain = result.models["plain"]
    assert (plain.both, plain.neither) == (11, 1)
    assert plain.event.confusion["other"] == {"fall": 1}
    assert result.event.n == 12 + 11 + 12
    assert (result.repeated, result.complete, result.coverage.done) == (False, True, 3)


def test_the_score_that_each_gives(data: JudgedData) -> None:
    result = agreement(data, "core", judge="judge-a", other="judge-b", model="weak")
    assert list(result.models) == ["weak"]
    for judge, found in (
        ("judge-a", result.models["weak"].judge_score),
        ("judge-b", result.models["weak"].other_score),
    ):
        alone = score(data, "core", judgments=read_judgments(data.judgments_path(judge, "weak"), data))
        assert found == {"event": alone.event, "structure": alone.structure}


def test_conditions_that_only_one_judged(data: JudgedData, tmp_path: Path) -> None:
    rows = judgment_rows("judge-a", "plain")
    one = read_judgments(write_rows(tmp_path / "one.jsonl", rows[2:]), data)
    other = read_judgments(write_rows(tmp_path / "other.jsonl", rows[:-4]), data)
    found = agreement(data, "core", judge=one, other=other, model="mine").models["mine"]
    assert (found.both, found.only_judge, found.only_other, found.neither) == (6, 4, 2, 0)
    assert (found.event.n, found.event.raw, found.event.kappa, found.event.alpha) == (6, 1, 1, 1)


def test_one_judge_twice(data: JudgedData, tmp_path: Path) -> None:
    rows = judgment_rows("judge-a", "plain")
    rows[0] = {**rows[0], "event": "right", "violation": True}
    again = read_judgments(write_rows(tmp_path / "plain.jsonl", rows), data)
    first = read_judgments(data.judgments_path("judge-a", "plain"), data)
    result = agreement(data, "core", judge=first, other=again)
    assert (result.judge, result.other, result.repeated) == ("judge-a", "judge-a", True)
    assert result.event.raw == result.structure.raw == pytest.approx(11 / 12)
    files = result.record["inputs"]["files"]
    assert {"baselines/judgments/judge-a/plain.jsonl", "plain.jsonl"} <= set(files)


def test_two_files_of_one_name_stay_apart_in_the_record(data: JudgedData, tmp_path: Path) -> None:
    rows = judgment_rows("judge-a", "plain")
    both = [
        read_judgments(write_rows(tmp_path / folder / "j.jsonl", part), data)
        for folder, part in (("one", rows), ("two", rows[1:]))
    ]
    files = agreement(data, "core", judge=both[0], other=both[1]).record["inputs"]["files"]
    assert set(files) >= {"j.jsonl", f"j.jsonl ({both[1].settings.sha256[:8]})"}


def test_human_labels_are_one_more_judge(data: JudgedData) -> None:
    rows = [{"condition_id": one.condition_id, "event": one.label, "violation": "no"} for one in data.conditions]
    write_rows(data.workspace.root / "baselines" / "judgments" / "people" / "sharp.jsonl", rows)
    result = agreement(data, "core", judge="people", other="judge-a")
    assert list(result.models) == ["sharp"]
    assert result.event.raw == 1
    assert result.models["sharp"].judge_score == {"event": 100, "structure": 100}


def test_events_that_are_no_text_are_one_answer(data: JudgedData, tmp_path: Path) -> None:
    one = read_judgments(write_rows(tmp_path / "a.jsonl", [{"condition_id": "ball-1a", "event": None}]), data)
    other = read_judgments(write_rows(tmp_path / "b.jsonl", [{"condition_id": "ball-1a", "event": 3}]), data)
    assert agreement(data, "core", judge=one, other=other).event.confusion == {"(no text)": {"(no text)": 1}}


def test_names_at_fault(data: JudgedData) -> None:
    folder = data.workspace.root / "baselines" / "judgments"
    judgments = read_judgments(data.judgments_path("judge-a", "weak"), data)
    write_rows(folder / "alone" / "new.jsonl", [])
    with pytest.raises(InputError, match=r"there is no judge 'judge-x'. Did you mean"):
        agreement(data, "core", judge="judge-a", other="judge-x")
    with pytest.raises(InputError, match="both judges are 'judge-a'"):
        agreement(data, "core", judge="judge-a", other="judge-a")
    with pytest.raises(InputError, match=r"no model 'week' in common. Did you mean 'weak'\?"):
        agreement(data, "core", judge="judge-a", other="judge-b", model="week")
    with pytest.raises(InputError, match="'judge-a' and 'alone' judged no model in common"):
        agreement(data, "core", judge="judge-a", other="alone")
    with pytest.raises(InputError, match="a judge's folder and a file of judgments were given"):
        agreement(data, "core", judge="judge-a", other=judgments)


def test_nothing_in_common_is_undefined_with_the_reason(data: JudgedData, tmp_path: Path) -> None:
    one = read_judgments(write_rows(tmp_path / "a.jsonl", [{"condition_id": "ball-1a", "event": "left"}]), data)
    other = read_judgments(write_rows(tmp_path / "b.jsonl", [{"condition_id": "ball-1b", "event": "left"}]), data)
    result = agreement(data, "core", judge=one, other=other)
    assert (result.event.n, result.event.raw, result.event.kappa, result.event.alpha) == (0, None, None, None)
    assert result.event.raw_reason == result.event.alpha_reason == "there is nothing that both judged"
    assert result.models["judgments"].neither == 10


def test_always_one_answer_is_undefined_with_the_reason() -> None:
    found = agreement_of([("clear", "clear")] * 3)
    assert (found.raw, found.kappa, found.alpha) == (1, None, None)
    assert found.kappa_reason == found.alpha_reason == "both always give one and the same answer"


ANSWERS = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1, max_size=30)


@given(ANSWERS)
def test_kappa_and_alpha_are_those_of_their_definitions(answers: list[tuple[str, str]]) -> None:
    found = agreement_of(answers)
    if len({answer for pair in answers for answer in pair}) == 1:
        assert found.kappa is None
        return
    assert found.kappa == pytest.approx(float(reference.kappa(answers)), abs=1e-12)
    ratings = [[ord(one) for one, _ in answers], [ord(other) for _, other in answers]]
    assert found.alpha == pytest.approx(krippendorff_alpha(ratings, level="nominal"), abs=1e-12)
    assert sum(n for row in found.confusion.values() for n in row.values()) == found.n == len(answers)
    assert found.raw == sum(one == other for one, other in answers) / len(answers)


@given(ANSWERS)
def test_agreement_knows_no_first_and_second(answers: list[tuple[str, str]]) -> None:
    one, other = agreement_of(answers), agreement_of([(b, a) for a, b in answers])
    assert (one.raw, one.kappa) == (other.raw, other.kappa)
    assert one.alpha == (other.alpha if other.alpha is None else pytest.approx(other.alpha))


def test_written_and_read_back(data: JudgedData, tmp_path: Path) -> None:
    result = agreement(data, "core", judge="judge-a", other="judge-b")
    result.write(tmp_path / "agreement.json")
    assert AgreementResult.read(tmp_path / "agreement.json") == result
    assert (result.config.judge, result.config.other) == ("judge-a", "judge-b")
    assert result.scores[["model", "component"]].values.tolist()[:2] == [["plain", "event"], ["plain", "structure"]]
    assert result.rows["n"].sum() == result.event.n + result.structure.n
