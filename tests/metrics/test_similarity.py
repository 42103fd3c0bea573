from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from evalcore.metrics import ssim


def test_flat_frames_by_hand():
    # Without variance only the luminance term is left: (2 a b + C1) / (a^2 + b^2 + C1), C1 = (0.01 * 255)^2.
    a, b, c1 = 50, 200, 2.55**2
    frames = [np.full((12, 12, 3), level, np.uint8) for level in (a, b)]
    expected = (2 * a * b + c1) / (a * a + b * b + c1)
    for window in ("uniform", "gaussian"):
        assert ssim(*frames, window=window) == pytest.approx(expected, rel=0, abs=1e-12)


def test_channels_count_equally():
    truth = np.random.default_rng(0).integers(0, 256, (16, 16, 3), dtype=np.uint8)
    pred = truth.copy()
    pred[..., 2] = 255 - pred[..., 2]
    grey = np.repeat(pred[..., 2:], 3, axis=2), np.repeat(truth[..., 2:], 3, axis=2)
    assert ssim(pred, truth) == pytest.approx((2 + ssim(*grey)) / 3, rel=0, abs=1e-12)


def test_unknown_window_is_an_error():
    frame = np.zeros((16, 16, 3), np.uint8)
    with pytest.raises(ValueError, match=r"window is 'box'; one of 'uniform', 'gaussian'"):
        ssim(frame, frame, window="box")


def test_threads_give_the_same_values():
    frames = np.random.default_rng(1).integers(0, 256, (24, 40, 50, 3), dtype=np.uint8)
    alone = [ssim(frame, frames[0]) for frame in frames]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda frame: ssim(frame, frames[0]), frames)) == alone


def test_the_compiler_is_loaded_by_the_first_frame_only():
    code = "import sys, evalcore.metrics, evalcore.stats; print({'numba', 'scipy', 'pandas'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
