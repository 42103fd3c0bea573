"""Results of reviews with hand-made figures: agreement, the reference's report, and a judge's alignment."""

from __future__ import annotations

from typing import Any

from evalcore.batch import Coverage, Failure
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
)
from evalcore.review.potato_result import PotatoCoverage

ALPHA = Coefficient(0.5, 0.75, (0.25, 0.7), 4, 9)
CONSTANT = Coefficient(None, 1.0, None, 2, 4, "no variation", None, "no variation")
F1 = Matching(0.8, (0.6, 0.9), 5, 10, 4)
KAPPA = Localization(0.6, (0.4, 0.7), 0.8, 0.5, 4, 1, 0.1, 0.08, 0.2, 2.5, 2.0, 5.0)
NO_NULL = Localization(
    None, None, None, None, 0, 5, 0.1, 0.08, 0.2, None, None, None, "no null", "no null", "no null", None, "no rate"
)
RECORD: dict[str, Any] = {"config": {"resamples": 2000, "seed": 0}}


def sweep_row(tolerance: float | None, **changes: Any) -> SweepRow:
    fields: dict[str, Any] = {
        "tolerance": tolerance,
        "tolerance_frames": 0.5 if tolerance is None else tolerance * 25,
        "matching": F1,
        "localization": KAPPA,
        "category": ALPHA,
        "severity": CONSTANT,
    }
    return SweepRow(**{**fields, **changes})


def agreement_result(**changes: Any) -> AgreementResult:
    """Reviewers ann and bob on streams gen and real of items ball and cup; headline 0.5 s, no null at half a frame."""
    fields: dict[str, Any] = {
        "coverage": PanelCoverage(
            requested=4,
            done=4,
            failed=0,
            shown=8,
            answered=7,
            share=7 / 8,
            known=True,
            by_reviewer={"ann": PanelShare(4, 4), "bob": PanelShare(4, 3)},
            by_stream={"gen": PanelShare(4, 4), "real": PanelShare(4, 3)},
        ),
        "failures": (),
        "record": RECORD,
        "headline_tolerance": 0.5,
        "detection": ALPHA,
        "sweep": (sweep_row(None, localization=NO_NULL), sweep_row(0.5), sweep_row(1.0)),
        "preference": ALPHA,
        "counterfactual": CONSTANT,
        "by_stream": {
            "gen": StreamBreakdown(ALPHA, F1, KAPPA, ALPHA),
            "real": StreamBreakdown(CONSTANT, F1, NO_NULL, CONSTANT),
        },
        "by_reviewer": {
            "ann": ReviewerBreakdown(2, F1, ALPHA, F1, KAPPA),
            "bob": ReviewerBreakdown(2, F1, CONSTANT, F1, NO_NULL),
        },
        "worst_items": (
            ItemAgreement("cup", 0.25, 0.5, None, 2, 2, "gen", "no marks"),
            ItemAgreement("ball", 0.9, 1.0, 0.8, 2, 2, "real"),
        ),
    }
    return AgreementResult(**{**fields, **changes})


def potato_result(**changes: Any) -> PotatoResult:
    """One tolerance with all figures, and one at which nothing matches."""
    found = PotatoLocalization(3, 40, 0.1, 0.05, 1.0, 0.9, 0.7, 2.5, 1.25)
    none = PotatoLocalization(0, 40, None, None, 1.0, None, None, reason="no marks match", frames_reason="no rate")
    alpha = PotatoAlpha(3, 7, 0.25)
    absent = PotatoAlpha(0, 0, None, "fewer than two judgements")
    fields: dict[str, Any] = {
        "coverage": PotatoCoverage(
            requested=4,
            done=4,
            failed=0,
            answered_stream_responses=7,
            possible_stream_responses=8,
            answered_fraction=7 / 8,
        ),
        "failures": (),
        "record": RECORD,
        "n_items": 2,
        "n_items_skipped": 1,
        "fps": 25.0,
        "fps_reason": None,
        "headline_tolerance": 0.5,
        "sweep": (PotatoRow(0.04, 1.0, alpha, none, absent, absent), PotatoRow(0.5, 12.5, alpha, found, alpha, alpha)),
        "preference": alpha,
        "counterfactual": absent,
    }
    return PotatoResult(**{**fields, **changes})


def consensus_result(**changes: Any) -> ConsensusResult:
    """Item ball breaks at 1.5 s on gen; on real one reviewer of two sees a break, which is a tie."""
    none = "there is no break"
    fields: dict[str, Any] = {
        "coverage": Coverage(2, 2, 0),
        "failures": (),
        "record": {},
        "streams": (
            StreamConsensus("ball", "gen", "break", 1.5, "flicker", 2, 0),
            StreamConsensus("ball", "real", "clean", None, None, 1, 1, none, none),
        ),
    }
    return ConsensusResult(**{**fields, **changes})


FIGURES = ("agreement", "kappa", "precision", "recall", "hit_rate", "category_agreement")
STREAMS = (
    StreamAlignment("ball", "gen", "both", 1.9, 1.5, 0.4, "flicker", "flicker", 0.2),
    StreamAlignment("ball", "real", "neither", None, None, None, None, None, 0.2),
    StreamAlignment("cup", "gen", "both", 0.5, 1.5, 1.0, None, "drift", 0.2),
    StreamAlignment("cup", "real", "judge_only", 2.0, None, None, "drift", None, 0.2),
    StreamAlignment("pen", "gen", "human_only", None, 1.0, None, None, "drift", 0.2),
)


def alignment_row(tolerance: float | None, **changes: Any) -> AlignmentRow:
    fields: dict[str, Any] = {
        "tolerance": tolerance,
        "tolerance_frames": 0.5 if tolerance is None else None,
        "n": 5,
        "left_out": 0,
        "both": 2,
        "judge_only": 1,
        "human_only": 1,
        "neither": 1,
        "agreement": 0.6,
        "kappa": 1 / 6,
        "precision": 2 / 3,
        "recall": 2 / 3,
        "hits": 1,
        "hit_rate": 0.5,
        "mean_offset": 0.7,
        "median_offset": 0.7,
        "mean_offset_frames": None,
        "n_categories": 1,
        "category_agreement": 1.0,
        "ci95": dict.fromkeys(FIGURES, (0.1, 0.9)),
        "ci95_reason": {},
        "mean_offset_frames_reason": "no rate",
    }
    return AlignmentRow(**{**fields, **changes})


def coarse_row() -> AlignmentRow:
    """Half a frame, for which every prediction is too coarse."""
    none = "no prediction can be compared"
    nothing = dict.fromkeys(("n", "both", "judge_only", "human_only", "neither", "hits", "n_categories"), 0)
    undefined = (*FIGURES, "mean_offset", "median_offset")
    return alignment_row(
        None,
        left_out=5,
        **nothing,
        **dict.fromkeys(undefined),
        **{f"{name}_reason": none for name in undefined},
        ci95=dict.fromkeys(FIGURES),
        ci95_reason=dict.fromkeys(FIGURES, none),
    )


def alignment_result(**changes: Any) -> AlignmentResult:
    """Judge j on five streams, with one failed call."""
    fields: dict[str, Any] = {
        "coverage": Coverage(6, 5, 1),
        "failures": (Failure("pen/real", "judge", "no reply"),),
        "record": RECORD,
        "judge": "j",
        "prompt_sha256": "abc",
        "consensus_method": "default",
        "n_predictions": 6,
        "n_failed": 1,
        "n_without_consensus": 0,
        "n_not_judged": 1,
        "sweep": (coarse_row(), alignment_row(0.5), alignment_row(1.0)),
        "streams": STREAMS,
    }
    return AlignmentResult(**{**fields, **changes})
