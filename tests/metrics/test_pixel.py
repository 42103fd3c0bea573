from __future__ import annotations

import math

import numpy as np
import pytest

from evalcore.metrics import mad, pl, psnr


def test_mad_by_hand():
    truth = np.zeros((1, 2, 3), np.uint8)
    pred = np.array([[[1, 2, 3], [0, 255, 0]]], np.uint8)
    assert mad(pred, truth) == 261 / 6


def test_psnr_by_hand():
    truth = np.full((1, 2, 3), 100, np.uint8)
    pred = truth.copy()
    pred[0, 0] = 110, 90, 105
    assert psnr(pred, truth) == pytest.approx(10 * math.log10(65025 / 37.5), rel=0, abs=1e-12)  # (100 + 100 + 25) / 6


def test_psnr_is_never_above_the_cap_of_equal_frames():
    truth = np.zeros((360, 640, 3), np.uint8)
    pred = truth.copy()
    pred[5, 5, 1] = 1  # by the formula alone: 106.5 dB
    assert psnr(pred, truth) == psnr(truth, truth) == 99.0


def test_pl_by_hand():
    truth = np.zeros((1, 2, 3), np.uint8)
    pred = np.array([[[1, 2, 3], [0, 255, 0]]], np.uint8)
    assert pl(pred, truth) == 100 * (1 + 4 + 9 + 65025) / (65025 * 6)


def test_pl_is_the_formula_of_the_protocol_symmetric_and_0_for_equal_pictures():
    pred, truth = np.random.default_rng(5).integers(0, 256, (2, 3, 9, 7, 3), dtype=np.uint8)
    expected = 100 * ((pred / 255 - truth / 255) ** 2).mean(axis=(1, 2, 3))
    np.testing.assert_allclose(pl(pred, truth), expected, rtol=1e-12)
    assert (pl(pred, truth) == pl(truth, pred)).all()
    assert (pl(pred, pred) == 0).all()


def test_pl_never_resizes():
    with pytest.raises(ValueError, match=r"pred is \(4, 8, 3\) and truth is \(8, 4, 3\); one shape was expected"):
        pl(np.zeros((4, 8, 3), np.uint8), np.zeros((8, 4, 3), np.uint8))


def test_pooled_error_of_a_stack_by_reshaping():
    truth = np.zeros((2, 4, 4, 3), np.uint8)
    pred = truth.copy()
    pred[1] = 2
    assert psnr(pred.reshape(-1, 4, 3), truth.reshape(-1, 4, 3)) == pytest.approx(10 * math.log10(65025 / 2))


@pytest.mark.parametrize("height", [2048, 2049])
def test_sums_stay_exact_above_one_block(height):
    white = np.full((height, 4096, 3), 255, np.uint8)  # 25 million values: the squared sum needs 41 bits
    black = np.zeros_like(white)
    assert mad(white, black) == 255.0
    assert psnr(white, black) == 0.0
    white[-1, -1, -1] = 254
    assert mad(white, black) == (255 * white.size - 1) / white.size
    assert psnr(white, black) == 10 * math.log10(65025 * white.size / (65025 * white.size - 509))
