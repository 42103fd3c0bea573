from __future__ import annotations

from pathlib import Path

import pytest

from evalcore.scene import GEOMETRY, RELEASE, FrameMode, Scene, SceneConfig, SceneData, alignments, load, score
from evalcore.workspace import Workspace
from tests.scene.made import box_object, make_workspace, nudged, pictures, room, scene_file


def opened(root: Path) -> SceneData:
    return load(Workspace(root))


def test_every_mode_has_the_figures_of_its_own_run(tmp_path: Path) -> None:
    root = make_workspace(tmp_path / "scene", samples=("a",), camera=True)
    data = opened(root)
    small = {"rendering": pictures(96, 54)}
    rows = alignments(data.files(data.samples[0]), "close", config=SceneConfig(**small))
    assert [row.align for row in rows] == ["bbox", "identity", "object_bbox", "depth_bbox", "depth_camera"]
    for row in rows:
        config = SceneConfig(align=row.align, **small)
        (expected,) = score(Workspace(root), models=["close"], config=config, geometry_only=True).samples
        assert [getattr(row, name) for name in GEOMETRY] == [getattr(expected, name) for name in GEOMETRY]
        assert row.reason is None


def test_a_mode_that_is_not_possible_gives_its_reason_and_no_figure(tmp_path: Path) -> None:
    data = opened(make_workspace(tmp_path / "scene", samples=("a",)))
    rows = {row.align: row for row in alignments(data.files(data.samples[0]), "close")}
    assert rows["bbox"].object_obb_iou is not None
    assert rows["depth_bbox"].object_obb_iou is None
    assert "no camera" in (rows["depth_bbox"].reason or "")


def test_one_extra_object_shows_how_much_is_alignment(tmp_path: Path) -> None:
    root = make_workspace(tmp_path / "scene", samples=("a",), models=("same",))
    scene_file([*room(0), box_object("far", at=(4.5, 4.5, 3))]).write(root / "same/a/scene.glb")
    data = opened(root)
    rows = {row.align: row.object_aabb_iou for row in alignments(data.files(data.samples[0]), "same")}
    assert rows["identity"] == pytest.approx(0.8, abs=1e-9)
    assert (rows["bbox"] or 0) < 0.5


def test_a_moving_scene_is_anchored_at_its_first_frame(tmp_path: Path) -> None:
    asked = []

    def blender(path: Path, mode: FrameMode) -> Scene:
        asked.append((path.parts[-3], str(mode)))
        return Scene(tuple(nudged(room(0), 7)), (), (path,), "blender", animated=True)

    root = make_workspace(tmp_path / "scene", samples=("a",), models=("close",))
    (root / "track.jsonl").write_text('{"sample_id": "a", "frame": 9}\n')
    for owner in ("gt", "close"):
        (root / owner / "a/scene.glb").rename(root / owner / "a/scene.blend")
    data = opened(root)
    rows = alignments(data.files(data.samples[0]), "close", config=RELEASE, blender=blender)
    assert asked == [("gt", "exact:9"), ("gt", "first"), ("close", "exact:9"), ("close", "first")]
    assert rows[2].object_aabb_iou == pytest.approx(1, abs=1e-9)
