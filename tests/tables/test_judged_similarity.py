from __future__ import annotations

import pytest

from evalcore.batch import Coverage
from evalcore.errors import InputError
from evalcore.tables import judged_similarity, judged_similarity_clips
from tests.tables.judged_similarities import clip_similarity, similarity_result

NOTHING = {
    "n": 0,
    "mean": {"psnr": None, "ssim": None},
    "ci95": {"psnr": None, "ssim": None},
    "mean_reason": "no condition has a reference",
    "ci95_reason": "no condition has a reference",
    "conditions": (),
}


def test_one_row_a_model_with_intervals() -> None:
    table = judged_similarity([similarity_result(), similarity_result(model="other", **NOTHING)])
    assert table.display().to_numpy().tolist() == [
        ["best", "2", "60.00", "[10.00, 70.00]", "0.7500", "[0.5000, 1.0000]", "3"],
        ["other", "0", "n/a (a)", "n/a (a)", "n/a (a)", "n/a (a)", "3"],
    ]
    assert table.footnotes[0] == "(a) no condition has a reference"


def test_every_table_says_that_it_is_a_diagnostic() -> None:
    for table in (judged_similarity([similarity_result()]), judged_similarity_clips(similarity_result())):
        assert table.title.endswith("(diagnostic)")
        assert table.notes[0].startswith("Not the published PSNR and SSIM")
        assert not any(column.best for column in table.columns)


def test_scopes_are_said_once() -> None:
    whole = similarity_result(record={"config": {"model": "all"}})
    notes = judged_similarity([similarity_result(), similarity_result(), whole]).notes
    assert notes[2] == "Scope two, All generated clips. t-based 95% interval over conditions."


def test_no_result_is_refused() -> None:
    with pytest.raises(InputError, match="needs at least one result"):
        judged_similarity([])


def test_one_row_a_condition_with_overlap_and_notes() -> None:
    still = clip_similarity("c1", 30.0, 0.9, overlap_s=0.0, note="only the first frames were compared")
    table = judged_similarity_clips(similarity_result(conditions=(*similarity_result().conditions, still)))
    assert table.display().to_numpy().tolist() == [
        ["a1", "21.00", "1.0000", "4.200", "2", "no"],
        ["b1", "99.00", "0.5000", "4.200", "2", "yes"],
        ["c1", "30.00", "0.9000", "0.000", "2", "no"],
    ]
    assert table.notes[2:] == (
        "Scope two: 2 conditions compared, 3 without a reference. PSNR is at most 99 dB.",
        "c1: only the first frames were compared.",
    )


def test_an_incomplete_run_says_so() -> None:
    partial = similarity_result(coverage=Coverage(3, 2, 1))
    assert judged_similarity([similarity_result(), partial]).caption.startswith("INCOMPLETE: 1 of 3 units failed")
    assert judged_similarity_clips(partial).caption.startswith("INCOMPLETE: 1 of 3 units failed")
