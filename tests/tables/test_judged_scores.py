from __future__ import annotations

from dataclasses import replace

from evalcore.batch import Coverage
from evalcore.judged import Difference, PairScore, Published
from evalcore.tables import judged_published, judged_score, judged_scores
from tests.tables.judged import BEST, OTHER, baselines_result, judged_result, model_score


def test_one_row_a_model_with_intervals_and_coverage() -> None:
    table = judged_scores(baselines_result())
    # best: event ((2/3 + 1)/2 + 1/2)/2, structure (3/4 + 0)/2
    # other_1: event ((1/3 + 0)/2 + 1)/2, structure (1/4 + 1)/2
    assert table.to_markdown().splitlines()[2:6] == [
        "| Model | Event (%) ↑ | Event 95% CI | Structure (%) ↑ | Structure 95% CI | Pair accuracy (%) ↑ | Pairs | n "
        "| Judged | Missing |",
        "| :-- | --: | --: | --: | --: | --: | --: | --: | --: | --: |",
        "| best | **66.7** | [56.7, 76.7] | 37.5 | [27.5, 47.5] | **50.0** | 2 | 6 | 5 | 1 |",
        "| other\\_1 | 58.3 | [48.3, 68.3] | **62.5** | [52.5, 72.5] | **50.0** | 2 | 6 | 6 | 0 |",
    ]
    assert table.notes[0] == "Scope two: 6 conditions of 2 tasks; judge j, profile paper-prefix-8."
    assert table.notes[3] == (
        "95% CI: percentile bootstrap over tasks, B = 2000, seed 0; the same resamples for every model."
    )
    assert table.notes[4:] == ("3 judgments outside the scope ignored.", "Published values: 4 of 4 agree.")


def test_an_interval_or_accuracy_that_is_not_defined_says_why() -> None:
    few = model_score(
        BEST,
        ci95={"event": None, "structure": None},
        ci95_reason={"event": "2 tasks", "structure": "two tasks"},
        pairs=PairScore(0, 0, None, "the scope has no pair"),
    )
    table = judged_scores(baselines_result(models={"best": few}))
    row = table.display().iloc[0].tolist()
    assert row == ["best", "66.7", "n/a (a)", "37.5", "n/a (b)", "n/a (c)", "0", "6", "5", "1"]
    assert table.footnotes[:3] == ("(a) 2 tasks", "(b) two tasks", "(c) the scope has no pair")


def test_no_model_is_an_empty_table() -> None:
    table = judged_scores(baselines_result(models={}, published=Published(0, 0, reason="no model has judgments")))
    assert len(table.display()) == 0
    assert table.notes[-1] == "Published values: not checked (no model has judgments)."


def test_an_incomplete_run_says_so() -> None:
    assert judged_scores(baselines_result(coverage=Coverage(12, 11, 1))).caption.startswith("INCOMPLETE: 1 of 12 units")


def test_one_file_of_judgments_has_a_row_a_component() -> None:
    table = judged_score(judged_result(ci95_pairs={"event": (50.0, 80.0), "structure": None}))
    assert table.display().to_numpy().tolist() == [
        ["Event", "66.7", "[56.7, 76.7]", "[50.0, 80.0]", "6", "conditions"],
        ["Structure", "37.5", "[27.5, 47.5]", "n/a (a)", "6", "conditions"],
        ["Pair accuracy", "50.0", "n/a (b)", "n/a (b)", "2", "pairs"],
    ]
    assert table.footnotes[0] == "(a) a bootstrap interval needs at least 5 units; there are 3"
    assert "5 of 6 conditions judged, 1 missing." in table.notes


def test_judgments_outside_the_subset_are_counted() -> None:
    assert judged_score(judged_result(outside=1)).notes[-1] == "1 judgment outside the scope ignored."
    assert "outside" not in " ".join(judged_score(judged_result(OTHER)).notes)


def test_published_values_that_differ_are_listed_at_their_rounding() -> None:
    published = Published(
        4, 3, (Difference("best", "event", 66.6, 66.66667, 1),), unpublished=("other_1",), unjudged=("a", "b")
    )
    table = judged_published(baselines_result(published=published))
    assert table.title == "Published values: 3 of 4 agree"
    assert table.display().to_numpy().tolist() == [["best", "Event", "66.6", "66.667", "0.067"]]
    assert table.notes[2:] == (
        "With judgments, not in the published table: other_1.",
        "In the published table, without judgments: a, b.",
    )


def test_published_values_that_agree_leave_no_row() -> None:
    table = judged_published(baselines_result())
    assert (table.title, len(table.frame)) == ("Published values: 4 of 4 agree", 0)
    nothing = replace(baselines_result(), published=Published(0, 0, reason="there is no published table"))
    assert judged_published(nothing).title == "Published values: not checked (there is no published table)"
    assert len(judged_published(nothing).notes) == 1
