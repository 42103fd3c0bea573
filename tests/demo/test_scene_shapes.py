from __future__ import annotations

import pytest

from evalcore.demo.scene_samples import SAMPLES
from evalcore.demo.scene_shapes import ball, box, cylinder, extents, mesh_of, sheet


def test_shapes_stand_on_the_middle_of_their_bottom() -> None:
    assert mesh_of(box(1, 2, 3)).bounds.tolist() == [[-0.5, -1.0, 0.0], [0.5, 1.0, 3.0]]
    assert mesh_of(cylinder(0.5, 2)).bounds.ravel() == pytest.approx([-0.5, -0.5, 0, 0.5, 0.5, 2])
    assert mesh_of(ball(2)).bounds[0][2] == 0
    assert extents(sheet(2, 1)) == (2.0, 0.0, 1.0)


def test_every_thing_has_volume_but_the_poster() -> None:
    for sample in SAMPLES:
        assert len({thing.name for thing in sample.things}) == len(sample.things)
        for thing in (*sample.things, sample.extra):
            assert (min(extents(thing.shape)) > 0) == (thing.name != "poster")
            assert mesh_of(thing.shape).bounds[0][2] == pytest.approx(0, abs=1e-9)
