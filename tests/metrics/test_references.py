"""Every variant of a frame metric against an independent plain reference, on every kind of content."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from skimage.metrics import structural_similarity

from evalcore.metrics import METRICS, mad, psnr, ssim

GAUSSIAN = {"gaussian_weights": True, "sigma": 1.5, "use_sample_covariance": False}


def plain_mad(pred, truth):
    return int(np.abs(pred.astype(np.int64) - truth.astype(np.int64)).sum()) / pred.size


def plain_psnr(pred, truth):
    squared = int(((pred.astype(np.int64) - truth.astype(np.int64)) ** 2).sum())
    return 99.0 if squared == 0 else min(99.0, float(10 * np.log10(255**2 / (squared / pred.size))))


def plain_ssim(pred, truth, **options):
    return structural_similarity(truth, pred, channel_axis=-1, data_range=255, **options)


@dataclass(frozen=True)
class Variant:
    metric: str
    fast: Callable
    plain: Callable
    tolerance: float
    smallest: int  # pixels on a side


VARIANTS = [
    Variant("mad", mad, plain_mad, 0.0, 1),
    Variant("psnr", psnr, plain_psnr, 1e-12, 1),
    Variant("ssim", partial(ssim, window="uniform"), plain_ssim, 1e-12, 7),
    Variant("ssim", partial(ssim, window="gaussian"), partial(plain_ssim, **GAUSSIAN), 1e-12, 11),
]
IDS = ["mad", "psnr", "ssim-uniform", "ssim-gaussian"]


def noise(height, width, seed, low=0, high=256):
    return np.random.default_rng(seed).integers(low, high, (height, width, 3), dtype=np.uint8)


def scene(height, width, shift=0.0, seed=0):
    y, x = np.mgrid[:height, :width]
    waves = [127 + 70 * np.sin((x + shift) / 9 + c) + 40 * np.cos(y / 7 - c) for c in range(3)]
    grain = np.random.default_rng(seed).normal(0, 3, (height, width, 3))
    return np.clip(np.stack(waves, axis=-1) + grain, 0, 255).astype(np.uint8)


def one_level_off(frame):
    changed = frame.copy()
    changed[-1, -1, -1] ^= 1
    return changed


BLACK, WHITE = np.zeros((40, 52, 3), np.uint8), np.full((40, 52, 3), 255, np.uint8)
CHECKS = np.repeat((np.indices((40, 52)).sum(axis=0) % 2 * 255).astype(np.uint8)[..., None], 3, axis=2)
FLAT_128, FLAT_129 = np.full((23, 31, 3), 128, np.uint8), np.full((23, 31, 3), 129, np.uint8)
CONTENTS = {
    "moving scene": (scene(60, 90, 1.5, 1), scene(60, 90)),
    "noise": (noise(33, 47, 1), noise(33, 47, 2)),
    "noise near white": (noise(33, 47, 1, 250), noise(33, 47, 2, 250)),
    "equal": (noise(20, 30, 3), noise(20, 30, 3)),
    "one level in one value": (one_level_off(noise(400, 300, 3)), noise(400, 300, 3)),
    "black on white": (BLACK, WHITE),
    "flat, one level apart": (FLAT_128, FLAT_129),
    "checkerboard of extremes": (CHECKS, WHITE),
    "smallest frame": (noise(11, 11, 5), noise(11, 11, 6)),
    "one column of windows": (noise(64, 11, 5), noise(64, 11, 6)),
    "one row of windows": (noise(11, 64, 5), noise(11, 64, 6)),
    "just one tile": (scene(16, 326), scene(16, 326, 2, 1)),
    "one column over a tile": (scene(16, 327), scene(16, 327, 2, 1)),
    "several tiles": (scene(24, 1000, 3, 1), scene(24, 1000)),
}


@pytest.mark.parametrize("variant", VARIANTS, ids=IDS)
@pytest.mark.parametrize("content", CONTENTS)
def test_agrees_with_the_plain_reference(variant, content):
    pred, truth = CONTENTS[content]
    assert variant.fast(pred, truth) == pytest.approx(variant.plain(pred, truth), rel=0, abs=variant.tolerance)


@pytest.mark.parametrize("variant", VARIANTS, ids=IDS)
def test_a_stack_gives_one_value_a_frame(variant):
    pred = np.stack([scene(20, 24, shift, 1) for shift in (0, 1, 2)])
    truth = np.stack([scene(20, 24)] * 3)
    values = variant.fast(pred, truth)
    assert values.dtype == np.float64
    assert values.tolist() == [variant.fast(*pair) for pair in zip(pred, truth, strict=True)]
    assert variant.fast(pred[:0], truth[:0]).shape == (0,)


@pytest.mark.parametrize("variant", VARIANTS, ids=IDS)
def test_layout_and_write_protection_do_not_matter(variant):
    wide = noise(24, 90, 7)
    pred, truth = wide[:, ::2], np.asfortranarray(wide[:, 1::2])
    expected = variant.plain(pred, truth)
    assert variant.fast(pred, truth) == pytest.approx(expected, rel=0, abs=variant.tolerance)
    frozen = np.ascontiguousarray(pred)
    frozen.flags.writeable = False
    assert variant.fast(frozen, np.ascontiguousarray(truth)) == variant.fast(pred, truth)


@pytest.mark.parametrize("variant", VARIANTS, ids=IDS)
@given(
    seed=st.integers(0, 2**32 - 1), height=st.integers(11, 24), width=st.integers(11, 24), spread=st.integers(1, 256)
)
@settings(max_examples=40, deadline=None)
def test_reference_symmetry_and_bounds_on_random_frames(variant, seed, height, width, spread):
    pred, truth = np.random.default_rng(seed).integers(0, spread, (2, height, width, 3), dtype=np.uint8)
    value = variant.fast(pred, truth)
    assert value == pytest.approx(variant.plain(pred, truth), rel=0, abs=variant.tolerance)
    assert value == pytest.approx(variant.fast(truth, pred), rel=0, abs=1e-15)
    low, high = METRICS[variant.metric].bounds
    assert low <= value <= high


@pytest.mark.parametrize("variant", VARIANTS, ids=IDS)
@given(seed=st.integers(0, 2**32 - 1), spread=st.integers(1, 256))
@settings(max_examples=20, deadline=None)
def test_a_frame_against_itself_gets_the_best_value(variant, seed, spread):
    frame = np.random.default_rng(seed).integers(0, spread, (12, 13, 3), dtype=np.uint8)
    metric = METRICS[variant.metric]
    best = metric.bounds[1] if metric.higher_is_better else metric.bounds[0]
    assert variant.fast(frame, frame.copy()) == pytest.approx(best, rel=0, abs=1e-15)


@pytest.mark.parametrize("variant", VARIANTS, ids=IDS)
@pytest.mark.parametrize(
    ("pred", "truth", "message"),
    [
        (np.zeros((16, 16, 3)), np.zeros((16, 16, 3), np.uint8), r"pred is float64 \(16, 16, 3\); uint8"),
        (np.zeros((16, 16, 3), np.uint8), [[0]], r"truth is list \(\); uint8"),
        (np.zeros((16, 16), np.uint8), np.zeros((16, 16), np.uint8), r"pred is uint8 \(16, 16\); uint8 \(H, W, 3\)"),
        (np.zeros((16, 16, 4), np.uint8), np.zeros((16, 16, 4), np.uint8), r"pred is uint8 \(16, 16, 4\)"),
        (np.zeros((0, 16, 3), np.uint8), np.zeros((0, 16, 3), np.uint8), r"pred is uint8 \(0, 16, 3\)"),
        (np.zeros((16, 16, 3), np.uint8), np.zeros((16, 17, 3), np.uint8), r"\(16, 16, 3\) and truth is \(16, 17, 3\)"),
        (
            np.zeros((2, 16, 16, 3), np.uint8),
            np.zeros((16, 16, 3), np.uint8),
            r"\(2, 16, 16, 3\) and truth is \(16, 16",
        ),
    ],
    ids=["dtype", "list", "grey", "rgba", "empty", "size", "stack against frame"],
)
def test_unusable_arguments_are_errors_with_shapes(variant, pred, truth, message):
    with pytest.raises(ValueError, match=message):
        variant.fast(pred, truth)


@pytest.mark.parametrize("variant", [v for v in VARIANTS if v.metric == "ssim"], ids=IDS[2:])
def test_a_frame_smaller_than_the_window_is_an_error_as_in_skimage(variant):
    frame = noise(30, variant.smallest - 1, 0)
    with pytest.raises(
        ValueError, match=f"{variant.smallest - 1} x 30 pixels are smaller than the {variant.smallest} x"
    ):
        variant.fast(frame, frame)
    with pytest.raises(ValueError, match="win_size exceeds image extent"):
        variant.plain(frame, frame)
    exact = noise(variant.smallest, variant.smallest, 0)
    assert variant.fast(exact, exact) == pytest.approx(1, abs=1e-15)
