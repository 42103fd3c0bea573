from __future__ import annotations

import pytest

from evalcore.batch import Coverage, Failure, Result
from evalcore.rollout.result import RolloutResult
from evalcore.tables import failures, incompleteness


@pytest.mark.parametrize(
    ("coverage", "failed", "expected"),
    [
        (Coverage(90, 90, 0), (), None),
        (Coverage(90, 87, 3), (), "INCOMPLETE: 3 of 90 units failed"),
        (Coverage(1, 0, 1), (), "INCOMPLETE: 1 of 1 unit failed"),
        (Coverage(90, 80, 0), (), "INCOMPLETE: 80 of 90 units done"),
        (Coverage(6, 6, 0), (Failure("n_clip", "encoder", "x"),), "INCOMPLETE: N-CLIP could not be computed"),
        (Coverage(6, 6, 0), (Failure("render", "renderer", "x"),), "INCOMPLETE: PL and N-CLIP could not be computed"),
        (Coverage(6, 5, 1), (Failure("render", "renderer", "x"),), "INCOMPLETE: 1 of 6 units failed"),
        (Coverage(90, 90, 0), (Failure("good/c1", "gate", "differs"),), "INCOMPLETE: a check stopped the run"),
    ],
)
def test_wording(coverage: Coverage, failed: tuple[Failure, ...], expected: str | None) -> None:
    assert incompleteness(Result(coverage, failed, {})) == expected


def test_failures_keep_the_whole_message(incomplete: RolloutResult) -> None:
    table = failures(incomplete)
    assert table.frame.iloc[0].tolist() == ["a_b/c2", "missing", "there is no generated clip | expected one"]
    assert table.caption == "INCOMPLETE: 1 of 6 units failed. Failures"
    assert r"p{0.5\linewidth}" in table.to_latex()


def test_no_failures_is_said(result: RolloutResult) -> None:
    assert failures(result).footnotes == ("Every requested unit has a value, and no check stopped the run.",)
