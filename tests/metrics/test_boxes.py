from __future__ import annotations

import json
import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.metrics import aabb_iou, obb_iou

ORIGIN, UPRIGHT, CUBE = np.zeros(3), np.eye(3), np.full(3, 0.5)


def turn(axis, degrees):
    """Rotation by Rodrigues' formula."""
    x, y, z = np.asarray(axis, float) / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    angle = math.radians(degrees)
    return np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross


def boxes(rng, n):
    axes = np.linalg.qr(rng.normal(size=(n, 3, 3)))[0]
    return rng.normal(size=(n, 3)) * 0.4, axes, rng.uniform(0.1, 1, (n, 3))


def octagon_iou():
    """Two unit squares at 45 degrees: shoelace area of the regular octagon that they share."""
    corners = [(0.5, 0.5 * math.tan(math.pi / 8))]
    for _ in range(8):
        x, y = corners[-1]
        corners.append(((x - y) * math.sqrt(0.5), (x + y) * math.sqrt(0.5)))
    area = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairwise(corners)) / 2
    return area / (2 - area)


# name: second box against the unit cube at the origin, and the IoU by hand
AGAINST_CUBE = {
    "identical": ((ORIGIN, UPRIGHT, CUBE), 1.0),
    "axes renamed": ((ORIGIN, UPRIGHT[:, [1, 2, 0]], CUBE), 1.0),
    "axis reversed": ((ORIGIN, np.diag([-1.0, 1, 1]), CUBE), 1.0),
    "quarter turn": ((ORIGIN, turn([0, 0, 1], 90), CUBE), 1.0),
    "half overlap": (([0.5, 0, 0], UPRIGHT, CUBE), 0.5 / 1.5),
    "corner overlap": (([0.5, 0.5, 0.5], UPRIGHT, CUBE), 0.125 / 1.875),
    "touching faces": (([1, 0, 0], UPRIGHT, CUBE), 0.0),
    "touching edges": (([1, 1, 0], UPRIGHT, CUBE), 0.0),
    "apart": (([0, 3, 0], turn([1, 2, 3], 50), CUBE), 0.0),
    "contained": (([0.1, 0, 0], turn([1, 1, 0], 30), [0.1, 0.2, 0.1]), 8 * 0.002),
    "contained on a face": (([0.4, 0, 0], UPRIGHT, [0.1, 0.1, 0.1]), 0.008),
    "containing": ((ORIGIN, turn([1, 2, 3], 70), [2, 2, 2]), 1 / 64),
    "45 degrees": ((ORIGIN, turn([0, 0, 1], 45), CUBE), octagon_iou()),
    "flat": ((ORIGIN, turn([0, 0, 1], 20), [0.5, 0.5, 0]), 0.0),
    "needle": ((ORIGIN, UPRIGHT, [5, 0, 0]), 0.0),
    "point": ((ORIGIN, UPRIGHT, [0, 0, 0]), 0.0),
    "thin slab": ((ORIGIN, turn([0, 0, 1], 90), [0.5, 0.5, 5e-7]), 1e-6),
}


@pytest.mark.parametrize("name", AGAINST_CUBE)
def test_obb_by_hand(name):
    other, expected = AGAINST_CUBE[name]
    assert obb_iou(ORIGIN, UPRIGHT, CUBE, *other) == pytest.approx(expected, rel=0, abs=1e-12)
    assert obb_iou(*other, ORIGIN, UPRIGHT, CUBE) == pytest.approx(expected, rel=0, abs=1e-12)


def test_cube_on_its_diagonal_against_a_sampled_reference():
    axes, n = turn([1, -1, 0], math.degrees(math.acos(1 / math.sqrt(3)))), 160
    middle = (np.arange(n) + 0.5) / n - 0.5
    points = np.stack(np.meshgrid(middle, middle, middle), axis=-1).reshape(-1, 3)
    shared = (np.abs(points @ axes) <= 0.5).all(axis=1).mean()
    assert obb_iou(ORIGIN, UPRIGHT, CUBE, ORIGIN, axes, CUBE) == pytest.approx(shared / (2 - shared), abs=2e-3)


def test_two_needles_that_cross():
    thin = np.array([1, 1e-7, 1e-7])
    shared = 8e-21
    expected = shared / (2 * 8e-14 - shared)
    assert obb_iou(ORIGIN, UPRIGHT, thin, ORIGIN, turn([0, 0, 1], 90), thin) == pytest.approx(expected, rel=1e-6)


def test_upright_obb_equals_aabb():
    rng = np.random.default_rng(0)
    (a, _, ha), (b, _, hb) = boxes(rng, 300), boxes(rng, 300)
    expected = aabb_iou(a - ha, a + ha, b - hb, b + hb)
    assert (expected > 0).sum() > 50
    np.testing.assert_allclose(obb_iou(a, UPRIGHT, ha, b, UPRIGHT, hb), expected, rtol=0, atol=1e-12)


def test_batches_are_independent_of_their_size():
    rng = np.random.default_rng(1)
    a, b = boxes(rng, 5000), boxes(rng, 5000)
    whole = obb_iou(*a, *b)
    assert whole.shape == (5000,)
    some = [0, 4095, 4096, 4999]
    assert whole[some].tolist() == [float(obb_iou(*(x[i] for x in (*a, *b)))) for i in some]
    assert obb_iou(*(x[:0] for x in (*a, *b))).shape == (0,)


@pytest.mark.cases
def test_obb_reference_volumes(cases):
    pairs = json.loads((cases / "scene" / "obb_pairs.json").read_text())
    a, b = ([np.array([pair[side][key] for pair in pairs]) for key in ("center", "axes", "half")] for side in "ab")
    expected = np.array([math.nan if pair["iou"] is None else pair["iou"] for pair in pairs])
    assert len(pairs) == 570
    for first, second in ((a, b), (b, a)):
        np.testing.assert_allclose(obb_iou(*first, *second), expected, rtol=0, atol=1e-9)  # equal where nan, too


@given(seed=st.integers(0, 2**32 - 1), thin=st.sampled_from([1.0, 1e-2, 1e-5]))
@settings(max_examples=40, deadline=None)
def test_obb_symmetry_bounds_and_identity(seed, thin):
    rng = np.random.default_rng(seed)
    a, b = boxes(rng, 8), boxes(rng, 8)
    a[2][:, 0] *= thin
    value = obb_iou(*a, *b)
    assert ((value >= 0) & (value <= 1)).all()
    np.testing.assert_allclose(obb_iou(*b, *a), value, rtol=0, atol=1e-10)
    np.testing.assert_allclose(obb_iou(*a, *a), 1, rtol=0, atol=1e-9)


@given(seed=st.integers(0, 2**32 - 1), scale=st.floats(1e-6, 1e6))
@settings(max_examples=40, deadline=None)
def test_obb_keeps_its_value_under_common_motion_and_scale(seed, scale):
    rng = np.random.default_rng(seed)
    a, b = boxes(rng, 8), boxes(rng, 8)
    rotation, shift = np.linalg.qr(rng.normal(size=(3, 3)))[0], rng.normal(size=3) * 100
    moved = [(scale * (c @ rotation.T + shift), rotation @ axes, scale * half) for c, axes, half in (a, b)]
    np.testing.assert_allclose(obb_iou(*moved[0], *moved[1]), obb_iou(*a, *b), rtol=0, atol=1e-9)


def test_aabb_by_hand():
    lo, hi = np.zeros((4, 3)), np.ones((4, 3))
    others = np.array([[0.5, 0, 0], [1, 0, 0], [3, 3, 3], [0, 0, 0]])
    np.testing.assert_allclose(aabb_iou(lo, hi, others, others + 1), [1 / 3, 0, 0, 1], rtol=0, atol=1e-15)


def test_aabb_all_pairs_by_broadcasting():
    lo = np.arange(3.0)[:, None] * [1, 0, 0]
    hi = lo + np.array([2, 1, 1])
    table = aabb_iou(lo[:, None], hi[:, None], lo, hi)
    np.testing.assert_allclose(table, [[1, 1 / 3, 0], [1 / 3, 1, 1 / 3], [0, 1 / 3, 1]], rtol=0, atol=1e-15)


@given(seed=st.integers(0, 2**32 - 1), scale=st.floats(1e-150, 1e150))
@settings(max_examples=60, deadline=None)
def test_aabb_symmetry_bounds_identity_and_scale(seed, scale):
    rng = np.random.default_rng(seed)
    (a, _, ha), (b, _, hb) = boxes(rng, 8), boxes(rng, 8)
    first, second = (a - ha, a + ha), (b - hb, b + hb)
    value = aabb_iou(*first, *second)
    assert ((value >= 0) & (value <= 1)).all()
    assert aabb_iou(*second, *first).tolist() == value.tolist()
    assert aabb_iou(*first, *first).tolist() == [1.0] * 8
    scaled = aabb_iou(*(scale * x for x in (*first, *second)))
    np.testing.assert_allclose(scaled, value, rtol=0, atol=1e-12)


@pytest.mark.parametrize("half", [[0, 1, 1], [0, 0, 1], [0, 0, 0]], ids=["flat", "needle", "point"])
def test_two_boxes_without_volume_are_undefined(half):
    half = np.array(half, float)
    assert np.isnan(obb_iou(ORIGIN, UPRIGHT, half, ORIGIN, turn([1, 0, 0], 10), half))
    assert np.isnan(aabb_iou(-half, half, -half, half))
    assert aabb_iou(-half, half, -CUBE, CUBE) == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"centers_a": np.zeros(2)}, r"centers_a has shape \(2,\); \(..., 3\) was expected"),
        ({"axes_b": np.zeros(3)}, r"axes_b has shape \(3,\); \(..., 3, 3\) was expected"),
        ({"half_b": [1, np.nan, 1]}, "half_b holds a value that is not finite"),
        ({"half_a": [1, -1, 1]}, "half_a holds a negative extent"),
        ({"axes_a": 2 * UPRIGHT}, "axes_a holds axes that are not orthonormal"),
        ({"axes_b": [[1, 0.1, 0], [0, 1, 0], [0, 0, 1]]}, "axes_b holds axes that are not orthonormal"),
    ],
    ids=["shape", "axes' shape", "nan", "negative", "scaled", "sheared"],
)
def test_unusable_oriented_boxes_are_errors(change, message):
    box = {"centers": ORIGIN, "axes": UPRIGHT, "half": CUBE}
    arguments = {f"{name}_{side}": value for side in "ab" for name, value in box.items()} | change
    with pytest.raises(ValueError, match=message):
        obb_iou(**arguments)


def test_unusable_upright_boxes_are_errors():
    with pytest.raises(ValueError, match="a lower corner lies above its upper corner"):
        aabb_iou([1, 0, 0], [0, 1, 1], ORIGIN, CUBE)
    with pytest.raises(ValueError, match="hi_b holds a value that is not finite"):
        aabb_iou(ORIGIN, CUBE, ORIGIN, [np.inf, 1, 1])
    with pytest.raises(ValueError, match=r"lo_b has shape \(1, 2\)"):
        aabb_iou(ORIGIN, CUBE, [[0, 0]], CUBE)
