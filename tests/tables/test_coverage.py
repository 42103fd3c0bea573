from __future__ import annotations

import pytest

from evalcore.batch import Coverage, Failure, Result
from evalcore.tables import incompleteness


@pytest.mark.parametrize(
    ("coverage", "failures", "expected"),
    [
        (Coverage(90, 90, 0), (), None),
        (Coverage(90, 87, 3), (), "INCOMPLETE: 3 of 90 units failed"),
        (Coverage(1, 0, 1), (), "INCOMPLETE: 1 of 1 unit failed"),
        (Coverage(90, 80, 0), (), "INCOMPLETE: 80 of 90 units done"),
        (Coverage(90, 90, 0), (Failure("good/c1", "gate", "differs"),), "INCOMPLETE: a check stopped the run"),
    ],
)
def test_wording(coverage: Coverage, failures: tuple[Failure, ...], expected: str | None) -> None:
    assert incompleteness(Result(coverage, failures, {})) == expected
