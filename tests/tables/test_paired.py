from __future__ import annotations

from dataclasses import replace

import pytest

from evalcore.errors import InputError
from evalcore.rollout import CandidatesResult, Choice, PairedResult, paired
from evalcore.rollout.candidates import RunnerUp
from evalcore.rollout.result import RolloutResult
from evalcore.tables import rollout_candidates, rollout_paired, rollout_pairs


@pytest.fixture
def pair(result: RolloutResult) -> PairedResult:
    """good - persistence on MAD: differences -1 and 1."""
    return paired(result, "good", "persistence", metric="mad")


def test_paired_row(pair: PairedResult) -> None:
    row = rollout_paired([pair]).display().iloc[0].tolist()
    # sd = sqrt(2); half width = t(0.975, 1) = 12.7062; MDD = (12.7062 + t(0.80, 1) = 1.37638) * sd / sqrt(2) = 14.0826
    assert row == ["good", "persistence", "2", "0.000", "1.414", "[-12.706, 12.706]", "1", "0", "14.083"]


def test_paired_notes(pair: PairedResult) -> None:
    one, several = rollout_paired([pair]), rollout_paired([pair, replace(pair, method="a_b")])
    assert "below zero the method is better" in one.notes[0]
    assert "not a test" in one.notes[1]
    assert len(one.notes) == 2
    assert several.notes[2] == "The intervals are not adjusted for the number of pairs (2)."
    assert "above zero the method is better" in rollout_paired([replace(pair, metric="ssim")]).notes[0]


def test_no_p_value_in_any_export(pair: PairedResult) -> None:
    table = rollout_paired([pair])
    for text in (table.to_csv(), table.to_markdown(), table.to_latex(), table.to_html()):
        assert "p-value" not in text.lower()
        assert "signific" not in text.lower()


def test_csv_names_the_columns_of_the_result_file(pair: PairedResult) -> None:
    lines = rollout_paired([pair]).to_csv().splitlines()
    assert lines[0] == (
        "method,baseline,metric,n,mean,sd,ci95_low,ci95_high,wins,ties,minimal_detectable_difference,sd_reason,"
        "ci95_low_reason,minimal_detectable_difference_reason"
    )
    assert lines[1].startswith("good,persistence,mad,2,0.0,1.414213562")


def test_one_clip_has_no_interval_and_says_why(pair: PairedResult) -> None:
    nulls = {"sd": None, "ci95": None, "minimal_detectable_difference": None}
    reasons = {"sd_reason": "one clip", "ci95_reason": "needs 2", "minimal_detectable_difference_reason": "no sd"}
    table = rollout_paired([replace(pair, n=1, **nulls, **reasons)])
    assert table.display().iloc[0].tolist()[4:] == ["n/a (a)", "n/a (b)", "1", "0", "n/a (c)"]
    assert table.footnotes[:3] == ("(a) one clip", "(b) needs 2", "(c) no sd")


def test_mixed_metrics_are_refused(pair: PairedResult) -> None:
    with pytest.raises(InputError, match=r"one metric; found mad, ssim\."):
        rollout_paired([pair, replace(pair, metric="ssim")])
    with pytest.raises(InputError, match="found no pair"):
        rollout_paired([])


def test_incomplete_run_is_named(pair: PairedResult, incomplete: RolloutResult) -> None:
    partial = replace(pair, coverage=incomplete.coverage, failures=incomplete.failures)
    assert rollout_paired([pair, partial]).incomplete == "INCOMPLETE: 1 of 6 units failed"
    assert rollout_pairs(partial).incomplete == "INCOMPLETE: 1 of 6 units failed"


def test_pairs_of_one_comparison(pair: PairedResult) -> None:
    assert rollout_pairs(pair).to_csv() == "clip_id,method,baseline,difference\nc1,2.0,3.0,-1.0\nc2,4.0,3.0,1.0\n"
    assert rollout_pairs(pair).title == "MAD of each clip: good against persistence"


def test_candidates(pair: PairedResult) -> None:
    runners = (RunnerUp("c1", -1.0, 1.5), RunnerUp("c4", 3.0, 2.5))
    candidates = CandidatesResult(
        coverage=pair.coverage,
        failures=(),
        record={},
        method="good",
        baseline="persistence",
        metric="mad",
        rules={"q75": Choice(0.75, 0.5, "c2", 1.0, 0.5, runners), "max": Choice(1.0, 1.0, "=c", 1.0, 0.0, ())},
        table_sha256="ab12",
    )
    table = rollout_candidates(candidates)
    assert table.display().to_numpy().tolist() == [
        ["q75", "0.75", "0.500", "c2", "1.000", "0.500", "c1, c4"],
        ["max", "1.00", "1.000", "=c", "1.000", "0.000", "n/a (a)"],
    ]
    assert table.footnotes[0] == "(a) there is no other clip"
    assert table.footnotes[2] == "SHA-256 of the table of differences: ab12"
    assert table.to_csv().splitlines()[2] == 'max,1.0,1.0,"\'=c",1.0,0.0,,there is no other clip'
