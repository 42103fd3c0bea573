from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from evalcore.scene.orientation import is_identity, is_upright, proper, rotation_of


@given(seed=st.integers(0, 2**32 - 1), mirrored=st.booleans())
def test_the_rotation_of_rotation_and_scale_is_the_rotation(seed: int, mirrored: bool) -> None:
    rng = np.random.default_rng(seed)
    rotation = Rotation.random(rng=rng).as_matrix() @ np.diag([-1.0 if mirrored else 1.0, 1, 1])
    scale = np.diag(rng.uniform(0.01, 100, 3))
    np.testing.assert_allclose(rotation_of(rotation @ scale), rotation, rtol=0, atol=1e-10)


@given(seed=st.integers(0, 2**32 - 1), lost=st.integers(0, 3))
def test_axes_are_orthonormal_also_with_shear_or_without_extent(seed: int, lost: int) -> None:
    rng = np.random.default_rng(seed)
    linear = rng.normal(size=(3, 3))
    linear[:, :lost] = 0
    axes = rotation_of(linear)
    np.testing.assert_allclose(axes.T @ axes, np.eye(3), rtol=0, atol=1e-12)


def test_a_reflection_is_turned_round() -> None:
    mirror = np.diag([1.0, 1, -1])
    assert proper(mirror).tolist() == np.diag([-1.0, 1, -1]).tolist()
    assert proper(np.eye(3)).tolist() == np.eye(3).tolist()


@pytest.mark.parametrize(
    ("degrees", "identity", "upright"), [((0, 0, 0), True, True), ((0, 0, 90), False, True), ((0, 0, 30), False, False)]
)
def test_upright_and_identity(degrees: tuple[int, int, int], identity: bool, upright: bool) -> None:
    rotation = Rotation.from_euler("xyz", degrees, degrees=True).as_matrix()
    assert (is_identity(rotation), is_upright(rotation)) == (identity, upright)
    assert is_identity(np.diag([-1.0, 1, 1]))
