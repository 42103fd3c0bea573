from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

from evalcore.plots import LAYERS, scene_view
from evalcore.plots.scene_view import FAINT
from evalcore.plots.scene_view_parts import dash_of
from evalcore.scene import RELEASE, Comparison, Scene, SceneConfig, SceneObject, Side, compare, prepare
from tests.plots.test_markup import shown
from tests.plots.test_scene_view_meshes import sheet
from tests.scene.made import about_z, box_object

IDENTITY = replace(RELEASE, align="identity")
FLOOR = box_object("floor", size=(10, 10, 0.02), at=(0, 0, -0.01))


def sides(
    truth: Sequence[SceneObject], prediction: Sequence[SceneObject], config: SceneConfig = IDENTITY
) -> tuple[Side, Side, Comparison]:
    scenes = [Scene(tuple(sorted(one, key=lambda o: o.name)), (), (), "made") for one in (truth, prediction)]
    gt, pred = prepare(scenes[0], config, name="gt"), prepare(scenes[1], config, name="pred")
    return gt, pred, compare(gt, pred)


@pytest.fixture(scope="module")
def pair() -> tuple[Side, Side, Comparison]:
    """``a`` matches with IoU 1, ``b`` (called ``c`` there) with 1/3; ``lost`` is missing, ``new`` is extra."""
    truth = [FLOOR, box_object("a"), box_object("b", at=(3, 0, 0)), box_object("lost", at=(-3, 0, 0))]
    prediction = [FLOOR, box_object("a"), box_object("c", at=(3.5, 0, 0)), box_object("new", at=(0, 4, 0))]
    return sides(truth, prediction)


def view(pair: tuple[Side, Side, Comparison], **options: Any) -> go.Figure:
    return scene_view(pair[0], pair[1], found=pair[2], title="sample, model", **options)


def named(figure: go.Figure, name: str) -> Any:
    [trace] = [one for one in figure.data if one.name == name]
    return trace


def ids(trace: Any) -> list[str]:
    return list(dict.fromkeys(trace.customdata))


def test_each_object_is_in_the_trace_of_what_became_of_it(pair: tuple[Side, Side, Comparison]) -> None:
    figure = view(pair, layers=("Meshes", "Ground"))
    *counting, _, _ = figure.data
    assert {trace.name: ids(trace) for trace in counting} == {
        "Ground truth": ["gt:a", "gt:b"],
        "Missing in prediction": ["gt:lost"],
        "Prediction, by IoU": ["gt:a", "gt:b"],
        "Extra in prediction": ["pred:new"],
    }
    grounds = [trace for trace in figure.data if trace.name == "Ground, left out"]
    assert [(ids(trace), trace.opacity, trace.showlegend) for trace in grounds] == [
        (["gt:floor"], FAINT, True),
        (["pred:floor"], FAINT, False),
    ]
    assert "2 pairs, 1 missing, 1 extra; 2 left out as ground" in str(figure.layout.annotations)


def test_meshes_stand_where_the_objects_are(pair: tuple[Side, Side, Comparison]) -> None:
    trace = named(view(pair, layers=("Meshes",)), "Prediction, by IoU")
    assert len(trace.x) == 16
    assert (min(trace.x), max(trace.x)) == (-0.5, 4.0)
    assert trace.intensity.tolist() == pytest.approx([1.0] * 8 + [1 / 3] * 8)
    assert len(trace.i) == 24
    assert max(trace.k) == 15
    assert trace.opacity < 1 == named(view(pair, layers=("Meshes",)), "Ground truth").opacity


def test_pairs_are_joined_in_the_colour_and_dash_of_their_iou(pair: tuple[Side, Side, Comparison]) -> None:
    figure = view(pair, layers=("Pairs",))
    solid, dotted = (next(one for one in figure.data if one.legendgroup == dash) for dash in ("solid", "dot"))
    assert (ids(solid), ids(dotted)) == (["gt:a"], ["gt:b"])
    assert dotted.line.dash == "dot"
    assert dotted.line.color[0] == pytest.approx(1 / 3)
    assert list(dotted.x[:2]) == [3.0, 3.5]
    assert dotted.z[0] > 0.5  # above the objects
    assert figure.layout.coloraxis.showscale
    assert (figure.layout.coloraxis.cmin, figure.layout.coloraxis.cmax) == (0, 1)
    assert [dash_of(iou) for iou in (0.75, 0.5, 0.4999)] == ["solid", "dash", "dot"]


def test_lonely_objects_bear_marks(pair: tuple[Side, Side, Comparison]) -> None:
    figure = view(pair, layers=("Pairs",))
    missing, extra = named(figure, "Missing in prediction"), named(figure, "Extra in prediction")
    assert (ids(missing), ids(extra)) == (["gt:lost"], ["pred:new"])
    assert missing.marker.symbol != extra.marker.symbol


def test_boxes_are_those_that_are_compared() -> None:
    turned = box_object("a", size=(1, 2, 3), rotation=about_z(30))
    figure = view(sides([turned], [turned]), layers=("AABB", "OBB", "Scene boxes"))
    aabb, obb = (
        np.array([named(figure, f"{kind}, ground truth")[axis] for axis in "xyz"]).T for kind in ("AABB", "OBB")
    )
    for points in (aabb, obb):
        assert len(points) == 17
        assert np.isnan(points[-1]).all()
    extent = np.nanmax(aabb, axis=0) - np.nanmin(aabb, axis=0)
    low, high = turned.bounds
    assert extent == pytest.approx(high - low)
    edges = np.linalg.norm(np.diff(obb[:-1], axis=0), axis=1)
    assert sorted(set(edges.round(5))) == [1, 2, 3]  # along the object's own axes
    assert named(figure, "OBB, prediction").line.dash == "dash"
    assert len(named(figure, "Scene, ground truth").x) == 34


def test_before_and_after_differ_by_the_transform() -> None:
    truth = [box_object("a"), box_object("b", at=(4, 0, 0))]
    halved = [box_object("a", size=(0.5,) * 3, at=(1, 1, 1)), box_object("b", size=(0.5,) * 3, at=(3, 1, 1))]
    found = sides(truth, halved, RELEASE)
    after = named(view(found, layers=("Meshes",)), "Prediction, by IoU")
    before = named(view(found, layers=("Meshes",), stage="before"), "Prediction, by IoU")
    assert (min(after.x), max(after.x)) == pytest.approx((-0.5, 4.5))
    assert (min(before.x), max(before.x)) == (0.75, 3.25)


def test_axes_are_equal_and_show_what_counts(pair: tuple[Side, Side, Comparison]) -> None:
    space = view(pair, layers=LAYERS).layout.scene
    extents = [getattr(space, f"{name}axis").range for name in "xyz"]
    ratio = [getattr(space.aspectratio, name) / (high - low) for name, (low, high) in zip("xyz", extents, strict=True)]
    assert ratio == pytest.approx([ratio[0]] * 3)
    assert extents[0][1] < 5  # not the floor's
    assert space.camera.up.z == 1
    assert space.uirevision == view(pair, stage="before").layout.scene.uirevision


def test_what_is_selected_is_framed_and_all_else_fades(pair: tuple[Side, Side, Comparison]) -> None:
    figure = view(pair, layers=("Meshes", "Pairs"), selected="gt:b")
    solid = {tuple(ids(trace)): trace.opacity for trace in figure.data if trace.type == "mesh3d"}
    assert solid[("gt:a",)] == FAINT
    assert solid[("gt:b",)] > FAINT
    frame = named(figure, "Selected")
    assert len(frame.x) == 2 * 17  # on both sides
    assert not [trace for trace in view(pair, selected="gt:gone").data if trace.name == "Selected"]


def test_large_meshes_are_drawn_with_fewer_faces_and_it_says_so() -> None:
    figure = view(sides([sheet(120)], [sheet(120)]))
    [detail] = [one.text for one in figure.layout.annotations if one.name == "detail"]
    assert detail.startswith("2 large meshes are drawn with ")
    assert detail.endswith("of 57,600 faces; every figure is of the full mesh")
    assert len(named(figure, "Ground truth").i) <= 20_000
    assert not [one for one in view(sides([sheet(9)], [sheet(9)])).layout.annotations if one.name == "detail"]


def test_scenes_that_are_not_compared_are_shown_side_by_side(pair: tuple[Side, Side, Comparison]) -> None:
    figure = scene_view(pair[0], pair[1], found=None, title="x", layers=LAYERS)
    assert ids(named(figure, "Prediction")) == ["pred:a", "pred:c", "pred:new"]
    assert "not compared" in str(figure.layout.annotations)
    assert not figure.layout.coloraxis.showscale


def test_an_empty_side_leaves_the_other() -> None:
    gt, pred, found = sides([box_object("a")], [])
    figure = scene_view(gt, pred, found=found, title="x", layers=("Meshes", "AABB"))
    assert ids(named(figure, "Missing in prediction")) == ["gt:a"]
    nothing = scene_view(pred, pred, found=None, title="x")
    assert [one.text for one in nothing.layout.annotations if one.name == "empty"] == ["Neither scene has an object"]


def test_a_flat_scene_has_room_around_it() -> None:
    figure = view(sides([box_object("a", size=(2, 2, 0))], [box_object("a", size=(2, 2, 0))]))
    low, high = figure.layout.scene.zaxis.range
    assert low < 0 < high


def test_names_are_never_markup() -> None:
    nasty = "<i>m</i>"
    found = sides([box_object(nasty), box_object(f"{nasty}2", at=(3, 0, 0))], [box_object(nasty)])
    figure = scene_view(found[0], found[1], found=found[2], title=nasty, selected=f"gt:{nasty}")
    hovers = [list(trace.hovertext) for trace in figure.data if trace.hovertext is not None]
    texts = list(shown([figure.to_dict(), hovers]))
    assert any("&lt;i&gt;" in text for text in texts)
    assert not [text for text in texts if "<i>" in text]
