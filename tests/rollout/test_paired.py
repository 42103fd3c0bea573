from __future__ import annotations

import pytest

from evalcore.errors import IncompleteError, InputError
from evalcore.rollout import paired
from tests.rollout.made import result_of

# The worked example of the protocol: d = [-1, -2, 0.5, -0.5, -1].
BASELINE = dict.fromkeys("abcde", 5.0)
METHOD = dict(zip("abcde", [4.0, 3.0, 5.5, 4.5, 4.0], strict=True))


def test_the_worked_example() -> None:
    comparison = paired(result_of({"m": METHOD, "p": BASELINE}), "m", "p")
    assert comparison.n == 5
    assert comparison.mean == pytest.approx(-0.8, abs=1e-12)
    assert comparison.sd == pytest.approx(0.9082951, abs=1e-7)
    assert comparison.ci95 == (pytest.approx(-1.9278, abs=1e-4), pytest.approx(0.3278, abs=1e-4))
    assert (comparison.wins, comparison.ties) == (4, 0)
    assert [pair.difference for pair in comparison.pairs] == [-1, -2, 0.5, -0.5, -1]


def test_a_win_follows_the_metric() -> None:
    result = result_of({"m": METHOD, "p": BASELINE})
    assert paired(result, "m", "p", metric="ssim").wins == 4
    assert paired(result, "p", "m", metric="ssim").wins == 1


def test_pairs_go_by_clip_id_not_by_place() -> None:
    backwards = dict(reversed(BASELINE.items()))
    backwards["b"] = 3.0
    comparison = paired(result_of({"m": METHOD, "p": backwards}), "m", "p")
    assert {pair.clip_id: pair.difference for pair in comparison.pairs}["b"] == 0
    assert comparison.ties == 1


def test_a_metric_that_the_protocol_lacks_is_refused() -> None:
    with pytest.raises(InputError, match="no metric 'psnr'"):
        paired(result_of({"m": METHOD, "p": BASELINE}), "m", "p", metric="psnr")  # type: ignore[arg-type]


def test_one_clip_has_no_interval_but_a_reason() -> None:
    comparison = paired(result_of({"m": {"a": 1.0}, "p": {"a": 2.0}}), "m", "p")
    assert comparison.ci95 is None
    assert comparison.ci95_reason is not None
    assert "2" in comparison.ci95_reason


def test_a_clip_that_only_one_has_is_named() -> None:
    with pytest.raises(InputError, match="'e' has a value for p, none for m"):
        paired(result_of({"m": {k: v for k, v in METHOD.items() if k != "e"}, "p": BASELINE}), "m", "p")


def test_unknown_and_equal_names_are_refused() -> None:
    result = result_of({"m": METHOD, "persistence": BASELINE})
    with pytest.raises(InputError, match="Did you mean 'persistence'"):
        paired(result, "m", "persistance")
    with pytest.raises(InputError, match="both 'm'"):
        paired(result, "m", "m")


def test_a_method_without_an_aggregate_is_not_compared() -> None:
    result = result_of({"m": METHOD, "p": BASELINE}, reasons={"m": "stopped by the historical gate: m (1 clips)"})
    with pytest.raises(IncompleteError, match="historical gate"):
        paired(result, "m", "p")
