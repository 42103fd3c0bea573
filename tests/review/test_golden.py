"""The result files that other programs read: their form is held to the letter, and only grows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evalcore.batch import Coverage, Failure, Result
from evalcore.errors import InputError
from evalcore.review import (
    AgreementResult,
    AlignmentResult,
    AlignmentRow,
    Coefficient,
    ConsensusResult,
    ItemAgreement,
    Localization,
    Matching,
    PanelCoverage,
    PanelShare,
    PotatoAlpha,
    PotatoLocalization,
    PotatoResult,
    PotatoRow,
    ReviewerBreakdown,
    StreamAlignment,
    StreamBreakdown,
    StreamConsensus,
    SweepRow,
    load_agreement,
)
from evalcore.review.potato_result import PotatoCoverage

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
RECORD = {
    "evalcore": "0.1.0",
    "versions": {},
    "config": {},
    "inputs": {"sha256": "", "files": {"answers.jsonl": "ab"}},
    "created": "2026-01-01T00:00:00+00:00",
}
FEW, NONE, FRAMES = "fewer than two reviewers answered", "no marks match", "this tolerance is in frames"

ALPHA = Coefficient(0.5, 0.75, (0.25, 0.625), 4, 9)
UNDEFINED = Coefficient(None, None, None, 0, 0, FEW, FEW, FEW)
MATCHING = Matching(0.5, (0.25, 0.75), 4, 8, 2)
UNMATCHED = Matching(None, None, 0, 0, 0, FEW, FEW)
LOCATED = Localization(0.5, (0.25, 0.75), 0.75, 0.5, 4, 1, 0.125, 0.125, 0.25, 3.125, 3.125, 6.25)
NOWHERE = Localization(
    None, None, None, None, 0, 2, None, None, None, None, None, None, FEW, FEW, FEW, NONE, NONE
)  # fmt: skip


def agreement() -> AgreementResult:
    return AgreementResult(
        coverage=PanelCoverage(
            requested=3,
            done=3,
            failed=0,
            shown=8,
            answered=6,
            share=0.75,
            known=True,
            by_reviewer={"ann": PanelShare(4, 4), "bob": PanelShare(4, 2)},
            by_stream={"gen": PanelShare(4, 3), "real": PanelShare(4, 3)},
        ),
        failures=(),
        record=RECORD,
        headline_tolerance=0.5,
        detection=ALPHA,
        sweep=(
            SweepRow(None, 0.5, UNMATCHED, NOWHERE, UNDEFINED, UNDEFINED, FRAMES),
            SweepRow(0.5, 12.5, MATCHING, LOCATED, ALPHA, UNDEFINED),
        ),
        preference=ALPHA,
        counterfactual=UNDEFINED,
        by_stream={"gen": StreamBreakdown(ALPHA, MATCHING, LOCATED, UNDEFINED)},
        by_reviewer={"ann": ReviewerBreakdown(2, MATCHING, UNDEFINED, UNMATCHED, NOWHERE)},
        worst_items=(
            ItemAgreement("cup", 0.5, 0.5, 0.25, 2, 2, "gen"),
            ItemAgreement("ball", 1.0, 1.0, None, 2, 2, "real", "no pair has a mark"),
        ),
    )


def potato() -> PotatoResult:
    alpha = PotatoAlpha(4, 8, -0.25)
    return PotatoResult(
        coverage=PotatoCoverage(3, 3, 0, 6, 8, 0.75),
        failures=(),
        record=RECORD,
        n_items=2,
        n_items_skipped=1,
        fps=25.0,
        fps_reason=None,
        headline_tolerance=0.5,
        sweep=(
            PotatoRow(
                0.04,
                1.0,
                alpha,
                PotatoLocalization(0, 12, None, None, 1.5, None, None, reason=NONE, frames_reason=NONE),
                PotatoAlpha(0, 0, None, FEW),
                PotatoAlpha(0, 0, None, FEW),
            ),
            PotatoRow(
                0.5, 12.5, alpha, PotatoLocalization(3, 12, 0.125, 0.125, 1.5, 0.875, 0.75, 3.125, 3.125), alpha, alpha
            ),
        ),
        preference=alpha,
        counterfactual=PotatoAlpha(0, 0, None, FEW),
    )


def consensus() -> ConsensusResult:
    return ConsensusResult(
        coverage=Coverage(2, 2, 0),
        failures=(),
        record=RECORD,
        streams=(
            StreamConsensus("ball", "gen", "break", 1.02, "drift", 2, 1),
            StreamConsensus("ball", "real", "clean", None, None, 0, 3, "no break", "no break"),
        ),
    )


def alignment() -> AlignmentResult:
    return AlignmentResult(
        coverage=Coverage(3, 2, 1),
        failures=(Failure("ball/other", "judge", "timeout"),),
        record=RECORD,
        judge="judge-1",
        prompt_sha256="cd",
        consensus_method="default",
        n_predictions=3,
        n_failed=1,
        n_without_consensus=0,
        n_not_judged=1,
        sweep=(
            AlignmentRow(
                tolerance=0.5,
                tolerance_frames=12.5,
                n=2,
                left_out=1,
                both=1,
                judge_only=0,
                human_only=0,
                neither=1,
                agreement=1.0,
                kappa=1.0,
                precision=1.0,
                recall=1.0,
                hits=1,
                hit_rate=1.0,
                mean_offset=0.25,
                median_offset=0.25,
                mean_offset_frames=6.25,
                n_categories=0,
                category_agreement=None,
                ci95={"agreement": (0.5, 1.0), "category_agreement": None},
                ci95_reason={"category_agreement": "no hit has a type from both"},
                category_agreement_reason="no hit has a type from both",
            ),
        ),
        streams=(StreamAlignment("ball", "gen", "both", 1.25, 1.0, 0.25, "drift", None, 0.25),),
    )


RESULTS: dict[str, Result] = {
    "review-agreement": agreement(),
    "review-potato": potato(),
    "review-consensus": consensus(),
    "review-alignment": alignment(),
}


@pytest.mark.parametrize("name", RESULTS)
def test_the_file_has_exactly_this_form(name):
    assert RESULTS[name].to_json().decode() == (GOLDEN / f"{name}.json").read_text()


@pytest.mark.parametrize("name", RESULTS)
def test_a_file_of_this_form_is_read_back(name):
    result = RESULTS[name]
    assert type(result).read(GOLDEN / f"{name}.json") == result


def test_either_method_is_read_by_the_same_name():
    assert load_agreement(GOLDEN / "review-agreement.json") == agreement()
    assert load_agreement(GOLDEN / "review-potato.json") == potato()
    with pytest.raises(InputError, match="this is not a result file of evalcore"):
        load_agreement(GOLDEN / "review-consensus.json")


def nulls_without_reason(value: object, where: str) -> list[str]:
    if isinstance(value, list):
        return [name for inner in value for name in nulls_without_reason(inner, where)]
    if not isinstance(value, dict):
        return []
    found = []
    for key, inner in value.items():
        reason = value.get(f"{key}_reason")
        if isinstance(reason, dict):  # one reason for each figure of a mapping
            found += [f"{where}.{key}.{name}" for name in inner if inner[name] is None and name not in reason]
        elif inner is None and not reason and not key.endswith("reason"):
            found.append(f"{where}.{key}")
        else:
            found += nulls_without_reason(inner, f"{where}.{key}")
    return found


@pytest.mark.parametrize("name", RESULTS)
def test_every_null_has_its_reason(name):
    without = nulls_without_reason(json.loads((GOLDEN / f"{name}.json").read_text()), name)
    # Beside the outcome, a stream without a type or a break needs no other reason.
    assert set(without) <= {"review-alignment.streams.human_type"}


@pytest.mark.parametrize("name", RESULTS)
def test_tables_of_it(name):
    assert len(RESULTS[name].scores) > 0
    assert len(RESULTS[name].rows) > 0
