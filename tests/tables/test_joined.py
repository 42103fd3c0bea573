"""Tables of the joined views."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evalcore.joined import BreaksResult
from evalcore.tables import (
    joined_breaks,
    joined_correlations,
    joined_pairs,
    joined_preference,
    joined_rollouts,
    joined_survival,
)
from tests.joined.results import breaks_result, preference_result, survival_result


def cells(table) -> list[dict[str, str]]:
    return table.display().to_dict("records")


def test_survival_has_an_open_interval_and_reasons():
    table = joined_survival(survival_result(), names={"gen": "The model"})
    gen, real = cells(table)
    assert (gen["Stream"], gen["Called"], gen["Rollouts"], gen["Broken"]) == ("gen", "The model", "3", "2")
    assert (gen["Median (s)"], gen["Median CI from (s)"]) == ("2.00", "1.00")
    assert gen["CI to (s)"] == real["Median (s)"] == "n/a (a)"
    assert (gen["Unbroken (%)"], gen["Unbroken CI"]) == ("37.5", "[12.5, 62.5]")
    assert (real["Called"], real["Unbroken (%)"], real["Unbroken CI"]) == ("real", "100.0", "n/a (b)")
    assert table.footnotes[0] == "(a) the band stays above one half"
    assert "Called" not in cells(joined_survival(survival_result()))[0]


def test_survival_without_curves_says_so_everywhere(exports):
    table = joined_survival(survival_result(partial=True))
    assert table.incomplete == "INCOMPLETE: 1 of 5 units failed"
    assert cells(table)[0]["Unbroken (%)"] == "n/a (a)"
    assert "(a) 1 of 5 rollouts have no known length" in table.footnotes
    assert all("INCOMPLETE" in text for text in exports(table))


def test_rollouts_behind_the_curves():
    broken, whole = cells(joined_rollouts(survival_result()))
    assert (broken["Consensus"], broken["Break, or end (s)"], broken["Type"]) == ("break", "1.000", "drift")
    assert (whole["Consensus"], whole["See a break"], whole["Reviewers"]) == ("unbroken", "0", "3")


def test_preference_keeps_what_has_no_strength():
    table = joined_preference(preference_result())
    real, gen, other = cells(table)
    assert (real["Win rate (%) ↑"], real["Win rate CI"], real["Chosen"]) == ("100.0", "[100.0, 100.0]", "5")
    assert real["Strength (log-odds) ↑"] == "n/a (a)"
    assert (gen["Strength (log-odds) ↑"], gen["Strength CI"]) == ("0.25", "n/a (b)")
    assert other["Strength CI"] == "[-0.50, 0.12]"
    assert table.footnotes[:2] == ("(a) it never lost", "(b) there are 4 units")
    assert "8 preferences of 2 reviewers on 4 items." in table.notes
    assert cells(joined_pairs(preference_result()))[1] == {
        "Stream": "gen",
        "Against": "other",
        "Preferred": "2.5",
        "Not preferred": "1.5",
    }


def test_correlations_are_labelled_as_no_substitute():
    table = joined_correlations(breaks_result())
    whole, step, late = cells(table)
    assert table.title == "How early MAD tells of a break"
    assert (whole["Methods"], whole["MAD of"], whole["Rank correlation"]) == ("all", "the rollout", "-0.500")
    assert (step["MAD of"], late["Methods"], late["Rollouts"], late["Broken"]) == ("step 1", "late", "2", "1")
    assert table.notes[0].startswith("Not a substitute for reviewers")
    assert "; -1: the worse MAD, the sooner the break" in table.notes[1]
    better_high = replace(breaks_result(), metric="ssim")
    assert "; 1: the worse SSIM, the sooner the break" in joined_correlations(better_high).notes[1]


def test_breaks_stand_beside_the_error():
    first, given, whole = cells(joined_breaks(breaks_result()))
    assert (first["Step"], first["Sample"], first["MAD at the break (grey levels) ↓"]) == ("2", "s0", "2.000")
    assert (given["Step"], given["MAD at the break (grey levels) ↓"]) == ("-1", "n/a (b)")
    assert (whole["Break (s)"], whole["MAD of the rollout (grey levels) ↓"]) == ("n/a (c)", "5.000")
    unsampled = replace(breaks_result(), clips=breaks_result().clips[1:])
    assert "Sample" not in cells(joined_breaks(unsampled))[0]


@pytest.mark.parametrize("table", [joined_correlations, joined_breaks])
def test_empty_tables_keep_their_columns(table):
    nothing: BreaksResult = replace(breaks_result(), clips=(), correlations=())
    assert len(table(nothing).display()) == 0
    assert len(table(nothing).to_csv().splitlines()) == 1
