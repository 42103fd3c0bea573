from __future__ import annotations

from evalcore.tables import (
    review_alignment,
    review_alignment_counts,
    review_alignment_scope,
    review_alignment_streams,
)
from evalcore.tables.review_alignment import worst_streams
from tests.tables.reviews import alignment_result


def test_predictions_that_are_too_coarse_are_counted_in_their_row() -> None:
    table = review_alignment(alignment_result())
    coarse, half, _ = table.display().to_numpy().tolist()
    assert coarse == ["0.5 frame", "0", "5", *["n/a (a)"] * 12]
    assert half[:7] == ["0.5 s", "5", "0", "0.600", "[0.100, 0.900]", "0.167", "[0.100, 0.900]"]
    assert table.incomplete == "INCOMPLETE: 1 of 6 units failed"
    assert table.notes[0].startswith("Judge j: 6 predictions, 1 failed")


def test_who_sees_a_break_and_how_far_apart() -> None:
    coarse, half, _ = review_alignment_counts(alignment_result()).display().to_numpy().tolist()
    assert coarse == ["0.5 frame", *["0"] * 5, "n/a (a)", "n/a (a)", "n/a (b)"]
    assert half == ["0.5 s", "2", "1", "1", "1", "1", "0.700", "0.700", "n/a (b)"]


def test_what_became_of_the_predictions() -> None:
    table = review_alignment_scope(alignment_result())
    assert [int(row[1]) for row in table.display().to_numpy().tolist()] == [6, 1, 0, 5, 1]
    assert table.notes == ("Hash of the prompt: abc.",)
    assert review_alignment_scope(alignment_result(prompt_sha256=None)).notes == ()


def test_the_worst_streams_come_first() -> None:
    result = alignment_result()
    found = [(one.item, one.stream) for one in worst_streams(result)]
    assert found == [("cup", "real"), ("pen", "gen"), ("cup", "gen"), ("ball", "gen"), ("ball", "real")]
    rows = review_alignment_streams(result).display().to_numpy().tolist()
    assert [tuple(row[:2]) for row in rows] == found
    assert rows[0][2:] == ["only the judge", "2.000", "n/a (a)", "n/a (a)", "drift", "n/a (a)", "0.200"]
    [missed] = review_alignment_streams(result, outcome="human_only").display().to_numpy().tolist()
    assert missed[:3] == ["pen", "gen", "only the reviewers"]
