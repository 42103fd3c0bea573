from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evalcore.scene import SceneError
from evalcore.scene.blender.answers import camera_of, cameras_of, gltf_names, instance_names, objects_of
from evalcore.scene.blender.gltf_copy import GltfCopy
from evalcore.scene.gltf import open_gltf
from tests.scene.made import FACES, Gltf

LENS = {"name": "c", "data": "c", "matrix": np.eye(4).tolist(), "clip_start": 0.1, "clip_end": 100.0, "type": "PERSP"}
SENSOR = {"lens": 18.0, "sensor_width": 36.0, "sensor_height": 24.0, "sensor_fit": "AUTO", "ortho_scale": 16.0}


def row(name: str, **more: Any) -> dict[str, Any]:
    return {
        "name": name,
        "data": "d",
        "parent": None,
        "instance": False,
        "mesh": 1,
        "matrix": np.eye(4).tolist(),
    } | more


@pytest.mark.parametrize(
    ("fit", "tangent", "span"), [("AUTO", 9 / 16, 9), ("HORIZONTAL", 9 / 16, 9), ("VERTICAL", 12 / 18, 16)]
)
def test_a_camera_sees_what_blender_shows_in_a_picture_of_16_to_9(fit: str, tangent: float, span: float) -> None:
    wide = camera_of(LENS | SENSOR | {"sensor_fit": fit, "clip_end": 1e12})
    assert wide.yfov == pytest.approx(2 * math.atan(tangent))
    assert (wide.span, wide.near, wide.far) == (None, 0.1, math.inf)
    parallel = camera_of(LENS | SENSOR | {"sensor_fit": fit, "type": "ORTHO"})
    assert (parallel.yfov, parallel.span, parallel.far) == (None, span, 100)


def test_scale_and_reflection_of_a_camera_are_left_out_and_panoramas_too() -> None:
    mirrored = LENS | SENSOR | {"matrix": np.diag([-2.0, 3, 4, 1]).tolist()}
    np.testing.assert_allclose(camera_of(mirrored).matrix, np.eye(4), atol=1e-12)
    assert cameras_of([LENS | SENSOR | {"type": "PANO"}]) == ()
    with pytest.raises(SceneError, match="not finite"):
        camera_of(LENS | SENSOR | {"matrix": np.full((4, 4), np.nan).tolist()})


@pytest.mark.parametrize(
    ("vertices", "scale", "kind"),
    [(np.nan, 1, "vertices"), (np.inf, 1, "vertices"), (1e30, 1, "limit"), (1, 1e30, "limit")],
)
def test_what_is_not_finite_or_too_far_is_refused(tmp_path: Path, vertices: float, scale: float, kind: str) -> None:
    arrays = tmp_path / "meshes.npz"
    np.savez(arrays, v1=np.full((8, 3), vertices, np.float32), f1=FACES.astype(np.int32))
    with pytest.raises(SceneError, match="'box'") as error:
        objects_of([row("box", matrix=np.diag([scale, 1, 1, 1.0]).tolist())], ["box"], arrays)
    assert error.value.kind == kind


def test_instances_are_called_after_what_shows_them() -> None:
    rows = [row("leaf"), row("leaf", instance=True, parent="tree"), row("leaf", parent="branch")]
    assert instance_names(rows) == ["leaf", "tree/leaf", "leaf"]


def test_instances_keep_their_order_beyond_what_three_digits_number(tmp_path: Path) -> None:
    file = Gltf({"name": "tree", "mesh": 0, "extensions": {"EXT_mesh_gpu_instancing": {"attributes": {}}}})
    file.mesh()
    opened = open_gltf(file.write(tmp_path / "scene.glb"))
    copy = GltfCopy(tmp_path, (0,), {})
    rows, names = gltf_names([row(name, parent="n0") for name in ("m0.1000", "m0.999", "m0")], opened, copy)
    assert [one["name"] for one in rows] == ["m0", "m0.999", "m0.1000"]
    assert names == ["tree[0]", "tree[1]", "tree[2]"]
    with pytest.raises(SceneError, match="no node stands for"):
        gltf_names([row("Icosphere")], opened, copy)
