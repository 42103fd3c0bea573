from __future__ import annotations

from evalcore.review.potato_result import FAULTS
from evalcore.tables import review_potato, review_potato_coefficients
from tests.tables.reviews import potato_result


def test_the_reference_report_is_labelled_with_its_faults() -> None:
    table = review_potato(potato_result())
    assert "reference implementation" in table.title
    assert table.notes[: len(FAULTS)] == tuple(f"Known fault: {fault}" for fault in FAULTS)
    for text in (table.to_markdown(), table.to_latex()):
        assert text.count("Known fault") == len(FAULTS)


def test_figures_that_are_undefined_keep_their_reasons() -> None:
    table = review_potato(potato_result())
    none, some = table.display().to_numpy().tolist()
    assert none == ["0.04 s", "0.250", *["n/a (a)"] * 2, *["n/a (b)"] * 2, "0", *["n/a (a)"] * 2, "1.000"]
    assert some[:4] == ["0.5 s (headline)", "0.250", "0.900", "0.700"]
    assert table.footnotes[:2] == ("(a) no marks match", "(b) fewer than two judgements")


def test_coefficients_and_how_much_was_answered() -> None:
    table = review_potato_coefficients(potato_result())
    assert table.display().to_numpy().tolist() == [
        ["Preference", "0.250", "3", "7"],
        ["Counterfactual verdict", "n/a (a)", "0", "0"],
    ]
    assert table.notes[-1].startswith("7 of 8 panels")
