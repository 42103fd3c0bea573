from __future__ import annotations

from dataclasses import replace

from evalcore.review import GoldScore, PanelShare, Progress
from evalcore.tables import review_coverage, review_gold, review_progress
from tests.tables.reviews import agreement_result


def test_panels_in_all_by_reviewer_and_by_stream() -> None:
    coverage = agreement_result().coverage
    assert review_coverage(coverage).display().to_numpy().tolist() == [
        ["all", "", "8", "7", "1", "87.5"],
        ["reviewer", "ann", "4", "4", "0", "100.0"],
        ["reviewer", "bob", "4", "3", "1", "75.0"],
        ["stream", "gen", "4", "4", "0", "100.0"],
        ["stream", "real", "4", "3", "1", "75.0"],
    ]
    assert "as the items are not known" in review_coverage(replace(coverage, known=False)).notes[-1]


def test_nothing_shown_has_no_share() -> None:
    coverage = replace(agreement_result().coverage, shown=0, answered=0, share_reason="no panel was shown")
    table = review_coverage(replace(coverage, by_reviewer={}, by_stream={"gen": PanelShare(0, 0)}))
    assert [row[-1] for row in table.display().to_numpy().tolist()] == ["n/a (a)", "n/a (a)"]
    assert table.footnotes[0] == "(a) no panel was shown"


def test_progress_says_what_comes_next() -> None:
    rows = (
        Progress("ann", 2, 2, 2, 4, 4, None),
        Progress("bob", 2, 1, 0, 4, 1, "ball"),
        Progress("eve", *[0] * 5, None),
    )
    table = review_progress(rows)
    assert table.display().to_numpy().tolist() == [
        ["ann", "2", "2", "2", "4", "4", "n/a (a)"],
        ["bob", "2", "1", "0", "1", "4", "ball"],
        ["eve", "0", "0", "0", "0", "0", "n/a (b)"],
    ]
    assert table.footnotes[:2] == ("(a) every assigned item is complete", "(b) no item is assigned")


def test_gold_items_recall_and_lag() -> None:
    late = GoldScore("ann", 3, 2, 1, 0.5, 0.0, 0.2, 0.2)
    none = GoldScore("bob", 1, 0, 0, None, 1.0, None, None, "no break", None, "none found")
    table = review_gold((late, none), tolerance=0.5)
    assert table.display().to_numpy().tolist() == [
        ["ann", "3", "2", "1", "0.500", "0.000", "0.200", "0.200"],
        ["bob", "1", "0", "0", "n/a (a)", "1.000", "n/a (b)", "n/a (b)"],
    ]
    assert "at most 0.5 s" in table.notes[0]
