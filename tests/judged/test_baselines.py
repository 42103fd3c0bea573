"""Released models scored again, and the published table checked at its printed rounding."""

from __future__ import annotations

from pathlib import Path

import pytest

from evalcore.errors import InputError
from evalcore.judged import Difference, JudgedData, Published, baselines, load, read_judgments, score
from tests.judged.made import EVENTS, PUBLISHED, judgment_rows, make_data, write_rows


@pytest.fixture
def data(tmp_path: Path) -> JudgedData:
    return load(make_data(tmp_path))


def check(folder: Path, published: str) -> Published:
    data = load(make_data(folder, published=published))
    return baselines(data, "paper-main", judge="judge-a", resamples=0).published


def test_every_model_is_scored_as_alone(data: JudgedData) -> None:
    result = baselines(data, "paper-main", judge="judge-a")
    assert list(result.models) == ["plain", "sharp", "weak"]
    assert (result.complete, result.coverage.done, result.judge, result.subset) == (True, 3, "judge-a", "paper-main")
    for model, found in result.models.items():
        alone = score(data, "paper-main", judgments=read_judgments(data.judgments_path("judge-a", model), data))
        assert found.to_dict() == {name: value for name, value in alone.to_dict().items() if name in found.to_dict()}
    assert len(result.rows) == 36
    assert result.scores["event"].tolist() == [one.event for one in result.models.values()]


def test_the_published_table_agrees(data: JudgedData) -> None:
    result = baselines(data, "paper-main", judge="judge-a")
    assert result.published == Published(checked=6, agreed=6)
    assert result.agrees


@pytest.mark.parametrize(
    ("old", "new", "component", "published"),
    [("47.2", "47.3", "event", 47.3), ("47.2", "47.1", "event", 47.1), ("50.6", "50.5", "structure", 50.5)],
)
def test_a_changed_value_is_found(tmp_path: Path, old: str, new: str, component: str, published: float) -> None:
    found = check(tmp_path, PUBLISHED.replace(old, new))
    (difference,) = found.differences
    assert (found.checked, found.agreed) == (6, 5)
    assert (difference.model, difference.component, difference.published) == ("plain", component, published)
    assert difference.recomputed == pytest.approx({"event": 425 / 9, "structure": 455 / 9}[component])
    assert difference.decimals == 1


@pytest.mark.parametrize(
    ("plain", "weak", "differing"),
    # Recomputed 47.2222 and 13.8889; the value with the most decimals says how the column is rounded.
    [
        ("47.2", "13.9", []),
        ("47", "14", []),
        ("47", "13.9", ["plain"]),
        ("47.22", "13.89", []),
        ("47.23", "13.89", ["plain"]),
        ("47.20", "13.9", ["plain", "weak"]),
        ("4.722e1", "13.89", []),
    ],
)
def test_the_decimals_are_those_of_the_column_as_printed(
    tmp_path: Path, plain: str, weak: str, differing: list[str]
) -> None:
    found = check(tmp_path, f'{{"plain": {{"event": {plain}}}, "weak": {{"event": {weak}}}}}')
    assert [one.model for one in found.differences] == differing
    assert (found.checked, found.agreed) == (2, 2 - len(differing))


def test_whole_numbers_are_compared_as_whole_numbers(tmp_path: Path) -> None:
    table = '{"sharp": {"event": 100, "structure": 93}, "plain": {"event": 47, "structure": 51}}'
    assert check(tmp_path, table).agreed == 4
    wrong = check(tmp_path / "wrong", table.replace("51", "50"))
    assert wrong.differences == (Difference("plain", "structure", 50.0, pytest.approx(455 / 9), 0),)


@pytest.mark.parametrize("published", ["12", "13"])
def test_exactly_half_way_agrees_either_way(tmp_path: Path, published: str) -> None:
    # One of four: 25 % of one task, nothing of the other: 12.5.
    conditions = [
        {"condition_id": f"{task}{i}", "pair_id": None, "task": task, "label": "L"} for task in "ab" for i in range(4)
    ]
    rows = [{"condition_id": "a0", "event": "L", "violation": False}]
    data = load(
        make_data(
            tmp_path,
            conditions=conditions,
            tasks={task: {"labels": ["L", "R"]} for task in "ab"},
            manifest=None,
            splits={"paper-main": [row["condition_id"] for row in conditions]},
            judgments={"judge": {"one": rows}},
            published=f'{{"one": {{"event": {published}, "structure": 12.5}}}}',
        )
    )
    result = baselines(data, "paper-main", judge="judge", resamples=0)
    assert result.models["one"].event == 12.5
    assert result.published.agreed == 2


def test_models_of_only_one_side_are_named(tmp_path: Path) -> None:
    found = check(tmp_path, '{"sharp": {"event": 100.0}, "absent": {"event": 1.0}, "old": {}}')
    assert (found.checked, found.agreed) == (1, 1)
    assert (found.unpublished, found.unjudged) == (("plain", "weak"), ("absent", "old"))
    none = check(tmp_path / "none", '{"absent": {"event": 1.0}}')
    assert (none.checked, none.reason) == (0, "the published table and the judgments have no model in common")


def test_a_table_is_of_one_subset_and_judge(data: JudgedData, tmp_path: Path) -> None:
    assert baselines(data, "core", judge="judge-a", resamples=0).published == Published(
        0, 0, reason="the published table is of subset paper-main"
    )
    write_rows(data.workspace.root / "baselines/judgments/gpt-6-astra/sharp.jsonl", judgment_rows("judge-a", "sharp"))
    other = baselines(data, "paper-main", judge="judge-a", resamples=0)
    assert other.published.reason == "the published table is of judge gpt-6-astra"
    assert other.agrees
    assert baselines(data, "paper-main", judge="gpt-6-astra", resamples=0).published.checked == 2
    none = baselines(load(make_data(tmp_path / "none", published=None)), "paper-main", judge="judge-a", resamples=0)
    assert none.published.reason == "there is no baselines/paper-results.json"


@pytest.mark.parametrize(
    ("published", "message"),
    [
        ("{", "this is not JSON"),
        ("[]", "this is not an object"),
        ('{"sharp": 3}', "the row of 'sharp' does not hold numbers"),
        ('{"sharp": {"event": "100"}}', "the row of 'sharp' does not hold numbers"),
        ('{"sharp": {"event": true}}', "the row of 'sharp' does not hold numbers"),
        ('{"sharp": {"event": NaN}}', "NaN is not a number of JSON"),
    ],
)
def test_a_table_at_fault(tmp_path: Path, published: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        check(tmp_path, published)
    assert caught.value.where == "baselines/paper-results.json"


def test_a_table_that_is_not_utf8(data: JudgedData) -> None:
    (data.workspace.root / "baselines" / "paper-results.json").write_bytes(b'{"\xe4": {}}')
    with pytest.raises(InputError, match="byte 3 is not UTF-8"):
        baselines(data, "paper-main", judge="judge-a", resamples=0)


def test_an_unknown_judge_names_the_nearest(data: JudgedData) -> None:
    with pytest.raises(InputError, match=r"there is no judge 'jugde-a'. Did you mean 'judge-a'\?"):
        baselines(data, "paper-main", judge="jugde-a")


def test_a_judge_without_judgments(data: JudgedData) -> None:
    (data.workspace.root / "baselines" / "judgments" / "empty").mkdir()
    with pytest.raises(InputError, match="judge 'empty' has no judgments"):
        baselines(data, "paper-main", judge="empty")


def test_a_model_at_fault_stops_them_all(data: JudgedData) -> None:
    write_rows(data.judgments_path("judge-a", "weak"), [{"condition_id": "ball-1a"}] * 2)
    with pytest.raises(InputError, match="was judged already on line 1") as caught:
        baselines(data, "paper-main", judge="judge-a")
    assert caught.value.where == "baselines/judgments/judge-a/weak.jsonl:2"


def test_renaming_models_changes_nothing(tmp_path: Path) -> None:
    names = {"sharp": "z", "plain": "y", "weak": "x"}
    judgments = {"judge-a": {new: judgment_rows("judge-a", old) for old, new in names.items()}}
    plain = baselines(load(make_data(tmp_path / "plain", published=None)), "core", judge="judge-a")
    renamed = baselines(
        load(make_data(tmp_path / "renamed", judgments=judgments, published=None)), "core", judge="judge-a"
    )
    for old in EVENTS["judge-a"]:
        one, other = plain.models[old].to_dict(), renamed.models[names[old]].to_dict()
        assert {**one, "settings": None} == {**other, "settings": None}
