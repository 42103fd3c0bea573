from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from evalcore.errors import InputError
from evalcore.scene import FrameMode, RenderResult, SceneConfig, SceneError, render
from evalcore.scene.pictures import pixel_sha256, read_picture
from tests.scene.drawn import Drawn
from tests.scene.made import make_workspace, pictures

REST = FrameMode("rest")
SMALL = SceneConfig(rendering=pictures(32, 18, lights="own"))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_workspace(tmp_path_factory.mktemp("made"), samples=("a",), models=("close",), camera=True)


def test_a_scene_is_seen_as_it_stands_by_the_camera_and_light_of_another(made: Path, tmp_path: Path) -> None:
    scene, truth, out, blender = made / "close/a/scene.glb", made / "gt/a/scene.glb", tmp_path / "p.png", Drawn()
    result = render(scene, REST, camera_from=truth, out=out, blender=blender, config=SMALL)
    [view] = blender.views
    assert (view.scene, view.camera_from, view.lights_from, view.lights) == (scene, truth, truth, "own")
    np.testing.assert_array_equal(view.transform, np.eye(4))
    assert result.complete
    assert (result.settings, result.picture, result.scene) == (SMALL.rendering, "p.png", "a/scene.glb")
    assert result.pixels_sha256 == pixel_sha256(read_picture(out))
    result.write(tmp_path / "p.json")
    assert RenderResult.read(tmp_path / "p.json") == result
    shown = dict(result.rows.itertuples(index=False, name=None))
    assert (shown["width"], shown["lights"], shown["frame_mode"]) == ("32", "own", "rest")


def test_the_version_that_rendered_is_stated(made: Path, tmp_path: Path) -> None:
    scene = made / "gt/a/scene.glb"
    other = Drawn(version="4.5.0")
    result = render(scene, REST, camera_from=scene, out=tmp_path / "p.png", blender=other, config=SMALL)
    assert result.settings.blender_version == result.record["config"]["rendering"]["blender_version"] == "4.5.0"


def test_only_png_is_written(made: Path, tmp_path: Path) -> None:
    scene, blender = made / "gt/a/scene.glb", Drawn()
    with pytest.raises(InputError, match=r"p\.jpg: the picture is a PNG file"):
        render(scene, REST, camera_from=scene, out=tmp_path / "p.jpg", blender=blender, config=SMALL)
    assert blender.views == []


def test_a_scene_that_cannot_be_rendered_leaves_no_picture(made: Path, tmp_path: Path) -> None:
    scene = made / "gt/a/scene.glb"
    with pytest.raises(SceneError, match=r"scene\.glb: the worker ended twice") as error:
        render(scene, REST, camera_from=scene, out=tmp_path / "p.png", blender=Drawn(failing={"gt/a": "crash"}))
    assert error.value.kind == "crash"
    assert list(tmp_path.iterdir()) == []
