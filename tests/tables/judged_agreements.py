"""A small agreement of two judges made by hand, for the tests of tables and figures."""

from __future__ import annotations

from typing import Any

from evalcore.batch import Coverage
from evalcore.judged.agreement_result import Agreement, AgreementResult, ModelAgreement
from tests.tables.judged import SETTINGS

__all__ = ["NOBODY", "agreement_result"]

# L/L twice, L/R, R/R: 3 of 4 the same; by chance (3 * 2 + 1 * 2)/16 = 1/2, so that kappa is 1/2.
EVENT = Agreement(4, 0.75, 0.5, 0.533, None, None, None, {"L": {"L": 2, "R": 1}, "R": {"R": 1}})
CONSTANT = "both always give one and the same answer"
STRUCTURE = Agreement(4, 1.0, None, None, None, CONSTANT, CONSTANT, {"clear": {"clear": 4}})
NOTHING = "there is nothing that both judged"
NOBODY = Agreement(0, None, None, None, NOTHING, NOTHING, NOTHING, {})


def _model(only: int, event: Agreement, structure: Agreement, first: float, second: float) -> ModelAgreement:
    return ModelAgreement(
        both=event.n,
        only_judge=only,
        only_other=0,
        neither=1,
        event=event,
        structure=structure,
        judge_score={"event": first, "structure": 80.0},
        other_score={"event": second, "structure": 70.0},
        judge_settings=SETTINGS,
        other_settings=SETTINGS,
    )


def agreement_result(**changes: Any) -> AgreementResult:
    """Judge j against judge k: model ``best`` (both judged 4) and ``none`` (only j judged 2)."""
    fields: dict[str, Any] = {
        "coverage": Coverage(2, 2, 0),
        "failures": (),
        "record": {"config": {"subset": "two", "judge": "j", "other": "k", "resamples": 0}},
        "subset": "two",
        "judge": "j",
        "other": "k",
        "repeated": False,
        "event": EVENT,
        "structure": STRUCTURE,
        "models": {"best": _model(1, EVENT, STRUCTURE, 60.0, 50.0), "none": _model(2, NOBODY, NOBODY, 40.0, 55.0)},
    }
    return AgreementResult(**{**fields, **changes})
