from __future__ import annotations

import pytest

from evalcore.errors import InputError
from evalcore.plots import scene_sensitivity_plot
from evalcore.scene.config import RELEASE
from tests.tables.test_scene_sensitivity import modes

ROWS = {
    ("good", "a"): modes(bbox=0.5, identity=1.0),
    ("good", "b"): modes(bbox=0.25),
    ("a_b", "a"): modes(bbox=0.125, identity=0.0, depth_camera=1.0),
}


def test_means_are_over_the_samples_that_an_alignment_is_possible_for() -> None:
    figure = scene_sensitivity_plot(ROWS, "object_aabb_iou")
    points, means, _, other = figure.data
    assert points.y == (50.0, 25.0, 100.0)
    assert [tuple(row) for row in points.customdata] == [("good", "a"), ("good", "b"), ("good", "a")]
    assert means.y == (37.5, 100.0, None, None, None)
    assert "n 2" in means.hovertext[0]
    assert other.y == (12.5, 0.0, None, None, 100.0)
    assert figure.layout.xaxis.ticktext[0] == RELEASE.align


def test_models_stand_side_by_side_and_keep_their_style() -> None:
    figure = scene_sensitivity_plot(ROWS, "object_aabb_iou", models=["first", "good", "a_b"])
    good, other = figure.data[1], figure.data[3]
    assert good.x[0] < 0 < other.x[0]
    assert good.marker.symbol == "square"  # the second model of the result
    assert len({good.line.dash, other.line.dash}) == 2
    with pytest.raises(InputError, match="no model"):
        scene_sensitivity_plot(ROWS, "pl", models=["first"])


def test_nothing_to_align_is_said() -> None:
    assert scene_sensitivity_plot({}, "object_aabb_iou").layout.annotations[-1].text == "There is no sample to align"
