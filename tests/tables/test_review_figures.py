from __future__ import annotations

from evalcore.review import AgreementConfig
from evalcore.tables.layout import Column
from evalcore.tables.review_figures import bootstrap_line, figure_frame, tolerance_text
from tests.tables.reviews import sweep_row


def test_a_tolerance_reads_in_seconds_or_in_frames() -> None:
    assert tolerance_text(sweep_row(0.25)) == "0.25 s"
    assert tolerance_text(sweep_row(None)) == "0.5 frame"


def test_a_run_without_resamples_says_so() -> None:
    assert bootstrap_line(AgreementConfig(resamples=0)) == "No interval was asked for."
    assert "B = 50, seed 3" in bootstrap_line(AgreementConfig(resamples=50, seed=3))


def test_a_frame_without_rows_has_its_columns_as_numbers() -> None:
    frame = figure_frame([], [Column("name", "Name"), Column("low", "CI", digits=2, upper="high")])
    assert list(frame.columns) == ["name", "low", "high"]
    assert frame["high"].dtype.kind in "if"
