"""The result files of the joined views: their form is held to the letter, and only grows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evalcore.batch import Result
from tests.joined.results import breaks_result, preference_result, survival_result
from tests.review.test_golden import nulls_without_reason

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
RESULTS: dict[str, Result] = {
    "joined-survival": survival_result(),
    "joined-preference": preference_result(),
    "joined-breaks": breaks_result(),
}


@pytest.mark.parametrize("name", RESULTS)
def test_the_file_has_exactly_this_form_and_is_read_back(name):
    result = RESULTS[name]
    assert result.to_json().decode() == (GOLDEN / f"{name}.json").read_text()
    assert type(result).read(GOLDEN / f"{name}.json") == result


@pytest.mark.parametrize("name", RESULTS)
def test_every_null_has_its_reason(name):
    without = nulls_without_reason(json.loads((GOLDEN / f"{name}.json").read_text()), name)
    # Null is no missing figure there: all methods, the whole rollout, a model with one sample, a curve that is there.
    fields = ("method", "step", "sample", "reason")
    assert [one for one in without if not one.endswith(fields)] == []


@pytest.mark.parametrize("name", RESULTS)
def test_tables_of_it(name):
    assert len(RESULTS[name].scores) > 0
    assert len(RESULTS[name].rows) > 0
