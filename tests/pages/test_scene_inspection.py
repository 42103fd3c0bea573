"""The page that inspects one sample of a scene model: figures, objects, settings, faults, renders."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from evalcore.scene import RELEASE, compare, load, load_result, open_side, picture_path, renders_folder
from evalcore.scene.blender import find_blender
from evalcore.scene.pictures import write_picture
from evalcore.workspace import Workspace
from tests.pages.hostile import CLIP, MODEL
from tests.pages.judged_space import table
from tests.pages.opening import opened, texts
from tests.pages.scene_inspected import HOSTILE_OBJECT, make_scenes
from tests.pages.test_hostile_names import markdown

PAGE = "pages/scene/inspection.py"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_scenes(tmp_path_factory.mktemp("scenes")).root


@pytest.fixture
def shared(made: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The workspace open in the app, for reading alone; no Blender is at hand."""
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(made))
    monkeypatch.setattr("evalcore.ui.scene_inspection.find_blender", lambda: None)
    return made


@pytest.fixture
def space(shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, to be changed."""
    root = shutil.copytree(shared, tmp_path / "space")
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(root))
    return root


def figure(app: AppTest) -> dict[str, Any]:
    [chart] = app.get("plotly_chart")
    found: dict[str, Any] = json.loads(chart.proto.spec)
    return found


def predicted(app: AppTest) -> Any:
    """Where the prediction is drawn."""
    return next(one["x"] for one in figure(app)["data"] if one.get("name") == "Prediction, by IoU")


def traces(app: AppTest) -> set[str]:
    return {trace.get("name") for trace in figure(app)["data"]}


def cards(app: AppTest) -> dict[str, str]:
    return {one.label: one.value for one in app.metric}


def objects(app: AppTest) -> list[tuple[Any, ...]]:
    return [(row["Status"], row["Ground truth"], row["Prediction"]) for row in table(app, "Status", "Ground truth")]


def move(app: AppTest, **choices: Any) -> AppTest:
    """Choose otherwise on the open page."""
    for name, value in choices.items():
        app.session_state[name] = value
    app.run()
    assert not app.exception
    return app


def select(app: AppTest, rows: list[int]) -> None:
    move(app, **{"list.object": {"selection": {"rows": rows, "columns": [], "cells": []}}})


def test_figures_are_those_of_the_run(shared: Path) -> None:
    result = load_result(shared / "results/scene/all")
    [sample] = [one for one in result.samples if (one.sample_id, one.model) == ("room", "close")]
    app = opened(PAGE, sample="room", model="close")
    assert cards(app) == {
        "Scene AABB IoU": f"{100 * sample.scene_aabb_iou:.1f} %",
        "Scene OBB IoU": f"{100 * sample.scene_obb_iou:.1f} %",
        "Object AABB IoU": f"{100 * sample.object_aabb_iou:.1f} %",
        "Object OBB IoU": f"{100 * sample.object_obb_iou:.1f} %",
        "PL": "n/a",
        "N-CLIP": "n/a",
    }
    figures = {row["Figure"]: row for row in table(app, "Figure", "Meaning")}
    assert figures["Object AABB IoU (%)"]["On this page"] == pytest.approx(100 * sample.object_aabb_iou)
    assert "n/a: only geometry was asked for." in texts(app)
    assert json.loads(app.code[-1].value) == pytest.approx(np.array(sample.transform))


def test_every_object_is_listed_with_what_became_of_it(shared: Path) -> None:
    app = opened(PAGE, sample="count", model="close", align="identity")
    found = objects(app)
    assert [row for row in found if row[0] != "matched"] == [
        ("missing", "thing_3", None),
        ("extra", None, "new"),
        ("ground", "floor", None),
        ("ground", None, "floor"),
    ]
    assert {"Missing in prediction", "Extra in prediction", "Ground, left out"} <= traces(app)


def test_another_alignment_is_computed_and_said(shared: Path) -> None:
    files = load(Workspace(shared / "scene")).files
    app = opened(PAGE, sample="count", model="close", align="identity", ground="include", obb="yaw")
    changes = (
        "alignment identity instead of bbox",
        "ground include instead of exclude",
        "object OBB yaw instead of local",
    )
    assert f"**Not the run's settings**: {', '.join(changes)}." in texts(app)
    config = type(RELEASE)(align="identity", ground_policy="include", obb="yaw")
    [sample] = [one for one in load(Workspace(shared / "scene")).samples if one.sample_id == "count"]
    sides = [open_side(files(sample), owner, config) for owner in ("gt", "close")]
    assert cards(app)["Object OBB IoU"] == f"{100 * compare(*sides).object_obb_iou:.1f} %"
    assert any(one.delta.startswith("run ") for one in app.metric)
    assert "Ground, left out" not in traces(app)
    move(app, align="bbox", ground="exclude", obb="local")
    assert "Not the run's settings" not in texts(app)


def test_before_and_after_alignment_are_other_pictures(shared: Path) -> None:
    app = opened(PAGE, sample="count", model="close")
    after = predicted(app)
    assert predicted(move(app, stage="Before")) != after


def test_layers_are_those_of_the_address(shared: Path) -> None:
    shown = traces(opened(PAGE, sample="room", model="close", layers=["OBB", "Scene boxes"]))
    assert {"OBB, ground truth", "OBB, prediction", "Scene, ground truth", "Scene, prediction"} == shown


def test_a_row_is_framed_in_the_picture_and_stands_in_the_address(shared: Path) -> None:
    app = opened(PAGE, sample="room", model="close")
    assert "Selected" not in traces(app)
    select(app, [1])
    assert "Selected" in traces(app)
    assert app.selectbox(key="object").value == "gt:thing_1"
    assert app.query_params["object"] == "gt:thing_1"
    select(app, [])
    assert "Selected" not in traces(app)


def test_a_link_selects_its_object(shared: Path) -> None:
    app = opened(PAGE, sample="count", model="close", object="pred:new")
    assert "Selected" in traces(app)
    assert app.session_state["list.object"]["selection"]["rows"] == [4]


def test_a_prediction_that_cannot_be_read_leaves_the_truth(shared: Path) -> None:
    app = opened(PAGE, sample="broken", model="close")
    said = texts(app)
    assert "The prediction cannot be read" in said
    assert "close/broken/scene.glb" in said
    assert "This sample failed in the run" in said
    assert {row[0] for row in objects(app)} == {"alone", "ground"}
    assert "Ground truth" in traces(app)
    assert set(cards(app).values()) == {"n/a"}
    assert "expected close/gone/scene.blend, .glb or .gltf" in texts(move(app, sample="gone"))


def test_what_needs_blender_says_how_to_get_it(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened(PAGE, sample="blend", model="close")
    assert "make blender" in texts(app)
    assert "EVALCORE_BLENDER" in texts(app)
    monkeypatch.setattr("evalcore.ui.scene_inspection.find_blender", find_blender)
    monkeypatch.setenv("EVALCORE_BLENDER", "/no/such/program")
    assert "'/no/such/program', which is no program" in texts(move(app))


def test_an_alignment_that_is_not_possible_keeps_both_scenes(shared: Path) -> None:
    app = opened(PAGE, sample="room", model="close", align="depth_bbox")  # there are no cameras
    assert "The two scenes cannot be compared with these settings" in texts(app)
    assert {"Ground truth", "Prediction"} <= traces(app)


def test_scenes_that_changed_since_they_were_scored_are_said(space: Path) -> None:
    shutil.copy(space / "scene/same/room/scene.glb", space / "scene/close/room/scene.glb")
    app = opened(PAGE, sample="room", model="close")
    assert "The scenes are not those that were scored" in texts(app)
    assert cards(app)["Object AABB IoU"] == "100.0 %"


def test_without_a_run_figures_are_computed(space: Path) -> None:
    shutil.rmtree(space / "results")
    app = opened(PAGE, sample="room", model="same")
    assert "**Not scored yet.**" in texts(app)
    assert cards(app)["Object AABB IoU"] == "100.0 %"
    assert "this workspace has no scored run" in texts(app)


def test_without_scenes_or_models_the_page_says_what_to_do(space: Path) -> None:
    shutil.rmtree(space / "results")
    for model in ("close", "same"):
        shutil.rmtree(space / "scene" / model)
    app = opened(PAGE)
    assert "No model has handed in a scene yet" in [one.value for one in app.subheader]
    shutil.rmtree(space / "scene")
    assert "No scenes yet" in [one.value for one in move(app).subheader]


def test_without_pictures_the_page_says_how_to_make_them(shared: Path) -> None:
    app = opened(PAGE, sample="room", model="close")
    assert "Not rendered" in [one.value for one in app.subheader]
    assert "The run says: only geometry was asked for." in texts(app)


def test_renders_stand_side_by_side(space: Path) -> None:
    folder = renders_folder(space / "results/scene/all")
    for owner, grey in (("gt", 10), ("close", 30)):
        path = picture_path(folder, "room", owner)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_picture(path, np.full((9, 16, 3), grey, np.uint8))
    app = opened(PAGE, sample="room", model="close", align="identity")
    viewer = next(one for one in app.get("bidi_component") if "difference" in one.proto.json)
    data = json.loads(viewer.proto.json)
    assert data["difference"] == ["gt", "pred"]
    sizes = [(one["label"], one["width"], one["height"]) for one in data["streams"]]
    assert sizes == [("Ground truth", 16, 9), ("close", 16, 9)]
    assert "after its alignment bbox" in texts(app)
    assert "Not comparable with published PL" in texts(app)
    path.write_bytes(b"no picture")
    assert "the render cannot be read" in "".join(one.proto.json for one in move(app).get("bidi_component"))
    path.unlink()
    assert "Not rendered" in [one.value for one in move(app).subheader]


def test_names_are_never_markdown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(make_scenes(tmp_path, hostile=True).root))
    app = opened(PAGE, sample=CLIP, model=MODEL, object=f"gt:{HOSTILE_OBJECT}")
    assert app.selectbox(key="object").value == f"gt:{HOSTILE_OBJECT}"
    assert HOSTILE_OBJECT in [row[1] for row in objects(app)]
    pieces = ("x.png", "x.html", "[x]", "x.org", "$x$")
    assert not [text for text in markdown(app) if any(piece in text for piece in pieces)]
