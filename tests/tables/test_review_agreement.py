from __future__ import annotations

import io

import pandas as pd

from evalcore.tables import review_coefficients, review_offsets, review_sweep
from tests.tables.reviews import agreement_result


def test_the_sweep_has_a_row_a_tolerance_and_says_which_is_the_headline() -> None:
    table = review_sweep(agreement_result())
    f1, alpha, none = ["0.800", "[0.600, 0.900]"], ["0.500", "[0.250, 0.700]"], ["n/a (b)", "n/a (b)"]
    kappa = ["0.500", "0.600", "[0.400, 0.700]"]
    assert table.display().to_numpy().tolist() == [
        ["0.5 frame", *f1, "n/a (a)", "n/a (a)", "n/a (a)", *alpha, *none],
        ["0.5 s (headline)", *f1, *kappa, *alpha, *none],
        ["1 s", *f1, *kappa, *alpha, *none],
    ]
    assert table.footnotes[:2] == ("(a) no null", "(b) no variation")
    assert table.notes[-1].endswith("95% CI: percentile bootstrap over items, B = 2000, seed 0.")


def test_the_csv_of_the_sweep_keeps_seconds_counts_and_raw_numbers() -> None:
    frame = pd.read_csv(io.StringIO(review_sweep(agreement_result()).to_csv()))
    assert list(frame["seconds"].fillna(-1)) == [-1, 0.5, 1.0]
    assert list(frame["frames"]) == [0.5, 12.5, 25.0]
    assert list(frame["f1_matched"]) == [4, 4, 4]
    assert list(frame["kappa_loc_left_out"]) == [5, 1, 1]


def test_offsets_in_seconds_and_in_frames_where_there_is_a_rate() -> None:
    first, second, _ = review_offsets(agreement_result()).display().to_numpy().tolist()
    assert first == ["0.5 frame", "5", "10", "4", "5", "0.100", "0.080", "0.200", "n/a (a)", "n/a (a)", "n/a (a)"]
    assert second == ["0.5 s (headline)", "5", "10", "4", "1", "0.100", "0.080", "0.200", "2.5", "2.0", "5.0"]


def test_coefficients_with_what_they_are_over() -> None:
    table = review_coefficients(agreement_result())
    rows = {row[0]: row[1:] for row in table.display().to_numpy().tolist()}
    assert rows["Detection: does the stream break"] == ["0.500", "[0.250, 0.700]", "0.750", "4", "9"]
    assert rows["Severity at 0.5 s (ordinal)"] == ["n/a (a)", "n/a (a)", "1.000", "2", "4"]
    assert len(rows) == 5
    assert table.footnotes[0] == "(a) no variation"
