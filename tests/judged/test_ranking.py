"""Ranks by hand, and against the plain reference."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.judged import RankResult, RankTable, load, rank, read_judgments, read_table, score
from evalcore.judged.config import COMPONENTS, Component
from tests.judged.made import PUBLISHED, make_data, write_rows
from tests.reference import judged as reference

Values = tuple[float | None, float | None, float | None, float | None]


def table_of(rows: Mapping[str, Values]) -> RankTable:
    return RankTable({model: dict(zip(COMPONENTS, values, strict=True)) for model, values in rows.items()})


def test_a_table_by_hand() -> None:
    result = rank(
        table_of({"a": (90, 50, 20, 0.9), "b": (80, 60, 20, 0.7), "c": (80, 40, 25, 0.7), "d": (10, 10, 1, 0.1)})
    )
    a, b, c, d = (result.models[name] for name in "abcd")
    assert [one.event_rank for one in (a, b, c, d)] == [1, 2.5, 2.5, 4]
    assert [one.structure_rank for one in (a, b, c, d)] == [2, 1, 3, 4]
    assert [one.psnr_rank for one in (a, b, c, d)] == [2.5, 2.5, 1, 4]
    assert [one.ssim_rank for one in (a, b, c, d)] == [1, 2.5, 2.5, 4]
    assert [one.similarity_rank for one in (a, b, c, d)] == [1.75, 2.5, 1.75, 4]
    assert [one.mean_rank for one in (a, b, c, d)] == pytest.approx([4.75 / 3, 2, 7.25 / 3, 4])
    assert [one.overall_rank for one in (a, b, c, d)] == [1, 2, 3, 4]
    assert (result.pool, result.unranked, result.complete) == (("a", "b", "c", "d"), (), True)
    assert a.mean_rank_ci95 is None
    assert a.mean_rank_ci95_reason == "no judgments were given to resample"


def test_equal_overall_values_share_a_competition_rank() -> None:
    rows: dict[str, Values] = {
        "first": (9, 9, 9, 9),
        "x": (5, 4, 5, 5),
        "y": (4, 5, 5, 5),
        "last": (1, 1, 1, 1),
    }
    result = rank(table_of(rows))
    assert [result.models[name].overall_rank for name in rows] == [1, 2, 2, 4]
    assert result.models["x"].mean_rank == result.models["y"].mean_rank


def test_float_noise_makes_no_order() -> None:
    noisy = 0.1 + 0.2
    assert noisy != 0.3
    result = rank(table_of({"a": (noisy, 1, 1, 1), "b": (0.3, 1, 1, 1)}))
    assert [result.models[name].event_rank for name in "ab"] == [1.5, 1.5]
    assert [result.models[name].overall_rank for name in "ab"] == [1, 1]


VALUE = st.sampled_from([0.0, 1.0, 0.3, 0.1 + 0.2, 50.0, 99.9])


@given(st.dictionaries(st.text(min_size=1, max_size=3), st.tuples(*[st.none() | VALUE] * 4), min_size=1, max_size=8))
def test_the_ranks_are_those_of_the_plain_reference(rows: dict[str, Values]) -> None:
    table = table_of(rows)
    result = rank(table)
    expected = reference.ranking(table.rows)
    assert set(result.models) == set(expected) == set(result.pool)
    for model, ranks in expected.items():
        for name, value in ranks.items():
            assert getattr(result.models[model], name) == pytest.approx(value, abs=1e-12)
    assert {one.model for one in result.unranked} == set(rows) - set(expected)


@given(st.dictionaries(st.sampled_from("abcdef"), st.tuples(*[VALUE] * 4), min_size=2))
def test_renaming_models_changes_no_rank(rows: dict[str, tuple[float, float, float, float]]) -> None:
    result = rank(table_of(rows))
    renamed = rank(table_of({f"{chr(200 - ord(name))}": values for name, values in rows.items()}))
    for name in rows:
        assert renamed.models[chr(200 - ord(name))] == result.models[name]


@given(st.dictionaries(st.sampled_from("abcdef"), st.tuples(*[VALUE] * 4), min_size=1))
def test_component_ranks_add_up(rows: dict[str, tuple[float, float, float, float]]) -> None:
    models = rank(table_of(rows)).models.values()
    total = len(rows) * (len(rows) + 1) / 2
    for name in (*COMPONENTS, "similarity", "mean"):
        assert math.fsum(getattr(one, f"{name}_rank") for one in models) == pytest.approx(total)


def test_a_model_that_lacks_a_component_is_named_and_the_others_are_ranked(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("model,event,structure,psnr,ssim\na,1,1,1,1\nb,2,2,,\nc,3,3,3,3\n")
    result = rank(read_table(path))
    assert [(one.model, one.reason) for one in result.unranked] == [("b", "table.csv:3: no psnr, ssim")]
    assert result.pool == ("a", "c")
    assert [result.models[name].overall_rank for name in "ac"] == [2, 1]
    assert not result.complete
    assert (result.coverage.requested, result.coverage.done, result.coverage.failed) == (3, 2, 1)
    assert [(one.unit, one.kind) for one in result.failures] == [("b", "unranked")]
    assert result.table["b"] == {"event": 2, "structure": 2, "psnr": None, "ssim": None}


def test_nobody_can_be_ranked() -> None:
    result = rank(table_of({"a": (1, 1, 1, None)}))
    assert (result.models, result.pool) == ({}, ())
    assert result.scores.empty


def test_the_pool_is_part_of_the_result() -> None:
    rows: dict[str, Values] = {"a": (3, 1, 1, 1), "b": (1, 3, 1, 1)}
    plain = rank(table_of(rows))
    assert rank(table_of(dict(reversed(rows.items())))).pool_sha256 == plain.pool_sha256
    assert rank(table_of({**rows, "lacking": (1, None, 1, 1)})).pool_sha256 == plain.pool_sha256
    assert rank(table_of({**rows, "a": (4, 1, 1, 1)})).pool_sha256 != plain.pool_sha256
    grown = rank(table_of({**rows, "c": (2, 0, 1, 1)}))
    assert grown.pool_sha256 != plain.pool_sha256
    # A third model that is between the two on event alone pushes b back.
    assert [plain.models[name].overall_rank for name in "ab"] == [1, 1]
    assert [grown.models[name].overall_rank for name in "ab"] == [1, 2]


@pytest.mark.parametrize("complete", [True, False])
def test_a_new_model_is_ranked_with_its_scope_coverage_and_judge(tmp_path: Path, complete: bool) -> None:
    workspace = make_data(tmp_path / "data")
    if not complete:
        (tmp_path / "data" / "splits" / "broken.txt").write_text("nobody\n")
    data = load(workspace, strict=False)
    rows = [{"condition_id": one, "event": "left", "judge": "mine"} for one in ("ball-1a", "ball-2a")]
    judgments = read_judgments(write_rows(tmp_path / "new.jsonl", rows), data)
    table = read_table(tmp_path / "data" / "baselines" / "paper-results.json")
    result = rank(table.add("new", score(data, "core", judgments=judgments), psnr=30, ssim=0.9))
    assert result.models["new"].psnr_rank == 1
    added = result.added["new"]
    assert (added.subset, added.judged, added.n, added.settings.judges) == ("core", 2, 12, ("mine",))
    assert result.complete is complete
    assert set(result.record["inputs"]["files"]) == {"paper-results.json", "new.jsonl"}


def test_written_and_read_back(tmp_path: Path) -> None:
    data = load(make_data(tmp_path / "data"))
    judgments = read_judgments(data.judgments_path("judge-b", "plain"), data)
    table = read_table(tmp_path / "data" / "baselines" / "paper-results.json")
    result = rank(table.add("new", score(data, "core", judgments=judgments)))
    result.write(tmp_path / "rank.json")
    assert RankResult.read(tmp_path / "rank.json") == result
    assert result.config.table == "paper-results.json"


def test_frames_for_the_reader(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_text(PUBLISHED)
    result = rank(read_table(path))
    assert result.scores["model"].tolist() == ["sharp", "plain", "weak"]
    assert result.scores["overall_rank"].tolist() == [1, 2, 3]
    rows = result.rows
    assert len(rows) == 12
    names: tuple[Component, ...] = COMPONENTS
    assert rows[rows["model"] == "weak"]["component"].tolist() == list(names)
    assert rows[(rows["model"] == "plain") & (rows["component"] == "psnr")]["rank"].tolist() == [1.5]
