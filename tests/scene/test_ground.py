from __future__ import annotations

import math

import numpy as np
import pytest

from evalcore.scene.config import GroundPolicy, GroundRule
from evalcore.scene.ground import Ground, find_ground

# name -> lower and upper corner. The scene is 10 x 10 x 2 metres: flat is below 0.1414, the bottom reaches to 0.4.
Boxes = dict[str, tuple[list[float], list[float]]]
THING = ([0.0, 0, 0], [1.0, 1, 2])


def find(boxes: Boxes, policy: GroundPolicy = "exclude") -> Ground:
    low, high = (np.array([box[k] for box in boxes.values()], float) for k in (0, 1))
    return find_ground(list(boxes), (low, high), policy=policy, rule=GroundRule())


def excluded(boxes: Boxes, policy: GroundPolicy = "exclude") -> list[str]:
    return [name for name, out in zip(boxes, find(boxes, policy).excluded, strict=True) if out]


def slab(*, top: float = 0.1, height: float = 0.1, side: float = 10) -> tuple[list[float], list[float]]:
    return [-side / 2, -side / 2, top - height], [side / 2, side / 2, top]


def test_shape_alone_makes_a_ground() -> None:
    assert excluded({"lawn": slab(), "thing": THING}) == ["lawn"]
    assert excluded({"lawn": slab(), "thing": THING}, "include") == []


def test_thickness_is_measured_by_the_horizontal_diagonal() -> None:
    limit = 0.01 * math.hypot(10, 10)
    assert excluded({"lawn": slab(height=limit - 1e-6), "thing": THING}) == ["lawn"]
    assert excluded({"lawn": slab(height=limit + 1e-6), "thing": THING}) == []


def test_the_top_lies_within_a_fifth_of_the_height() -> None:
    # The thing reaches down to 0 and the ground is somewhat above it; the scene's height is 2.
    assert excluded({"lawn": slab(top=0.4), "thing": THING}) == ["lawn"]
    assert excluded({"lawn": slab(top=0.4 + 1e-6), "thing": THING}) == []


def test_the_footprint_is_more_than_four_fifths() -> None:
    wide = ([-5.0, -5, 0], [5.0, 5, 2])
    side = math.sqrt(0.8) * 10
    assert excluded({"lawn": slab(side=side + 1e-6), "thing": wide}) == ["lawn"]
    assert excluded({"lawn": slab(side=side - 1e-6), "thing": wide}) == []


@pytest.mark.parametrize(
    ("box", "out"),
    [
        (slab(height=0.3, top=0.3), True),  # a thick slab at the bottom
        (slab(height=0.05, top=1.9), True),  # thin, but up in the air
        (slab(height=1.5, top=1.5), False),  # neither
        (slab(side=4), False),  # a small one
    ],
)
def test_a_name_counts_only_together_with_a_shape(box: tuple[list[float], list[float]], out: bool) -> None:
    wide = ([-5.0, -5, 0], [5.0, 5, 2])
    assert excluded({"Floor": box, "thing": wide}) == (["Floor"] if out else [])
    assert excluded({"slab": box, "thing": wide}) == []
    assert find({"Floor": box, "thing": wide}).named.tolist() == [not out, False]


def test_several_grounds_are_all_left_out() -> None:
    assert excluded({"lawn": slab(), "thing": THING, "water": slab(height=0)}) == ["lawn", "water"]


def test_where_all_is_ground_nothing_is_left_out() -> None:
    ground = find({"lawn": slab(height=0), "floor": slab(height=0)})
    assert (ground.excluded.tolist(), ground.kept_all) == ([False, False], True)
    assert ground.named.tolist() == [False, False]


def test_a_scene_without_footprint_has_no_ground() -> None:
    wall = ([0.0, -5, 0], [0.0, 5, 2])
    line = ([0.0, -5, 0], [0.0, 5, 0])
    assert excluded({"wall": wall, "floor": line}) == []


def test_an_empty_scene_has_none() -> None:
    assert find({}).excluded.shape == (0,)
