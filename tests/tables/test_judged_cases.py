from __future__ import annotations

import json
from pathlib import Path

import pytest

from evalcore.judged import baselines, load, rank, read_table
from evalcore.plots import judged_forest, miss_bars, rank_plot, task_heatmap
from evalcore.tables import judged_conditions, judged_counts, judged_ranks, judged_scores, judged_tasks
from evalcore.workspace import Workspace

pytestmark = pytest.mark.cases


@pytest.mark.parametrize("name", ["set01", "set02", "set03", "set04"])
def test_tables_and_figures_hold_the_known_figures(cases: Path, name: str) -> None:
    folder = cases / "judged" / name
    expected = json.loads((folder / "expected.json").read_text())
    data = load(Workspace(folder))
    for subset, models in expected["subsets"].items():
        result = baselines(data, subset, judge="judge-x")
        frame = judged_scores(result).frame.set_index("model")
        for model, known in models.items():
            row = frame.loc[model]
            assert [row["event"], row["structure"]] == pytest.approx([known["event"], known["structure"]], abs=1e-9)
            assert [row["n"], row["judged"], row["pairs"]] == [known["n"], known["judged"], known["pairs"]]
            tasks = judged_tasks(result, model).frame.set_index("task")
            assert tasks["event"].to_dict() == pytest.approx({t: v["event"] for t, v in known["tasks"].items()})
            assert len(judged_conditions(result, model).frame) == known["n"]
        counts = judged_counts(result).frame
        assert (counts["n"] == counts.filter(like="event_").sum(axis=1)).all()
        assert (counts["n"] == counts.filter(like="structure_").sum(axis=1)).all()
        for figure in (judged_forest(result), task_heatmap(result, "structure"), miss_bars(result)):
            assert len(figure.data) > 0


@pytest.mark.parametrize("name", ["set01", "set02", "set03", "set04"])
def test_ranks_are_the_known_ones(cases: Path, name: str) -> None:
    folder = cases / "judged" / name
    expected = json.loads((folder / "expected.json").read_text())["ranking"]
    result = rank(read_table(folder / "baselines" / "paper-results.json"))
    frame = judged_ranks(result).frame.set_index("model")
    assert frame["overall_rank"].to_dict() == {model: row["overall_rank"] for model, row in expected.items()}
    assert frame["mean_rank"].to_dict() == pytest.approx({model: row["mean_rank"] for model, row in expected.items()})
    assert len(rank_plot(result).layout.yaxis.ticktext) == len(expected)
