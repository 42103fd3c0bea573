"""The real and hand-made cases beside the project, file by file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evalcore.scene import GEOMETRY, FrameMode, OrientedBox, SceneError, read_scene, score
from evalcore.scene.objects import bounds_of, union
from evalcore.scene.overlap import oriented_overlap
from evalcore.workspace import Workspace

pytestmark = pytest.mark.cases
REST, CURRENT = FrameMode("rest"), FrameMode("current")


@pytest.fixture
def scenes(cases: Path) -> Path:
    return cases / "scene"


def box_of(path: Path, mode: FrameMode = REST) -> tuple[int, Any]:
    """The number of objects and the box around them, None where there is none."""
    objects = read_scene(path, mode).objects
    return len(objects), np.concatenate(union(bounds_of(objects))) if objects else None


def test_generated_scenes_have_the_expected_figures(scenes: Path) -> None:
    expected = json.loads((scenes / "generated/expected.json").read_text())
    result = score(Workspace(scenes / "generated"), geometry_only=True)
    assert result.complete
    assert {(one.sample_id, one.model) for one in result.samples} == {(s, m) for s in expected for m in expected[s]}
    for one in result.samples:
        theirs = expected[one.sample_id][one.model]
        np.testing.assert_allclose(one.transform, theirs["transform"], rtol=0, atol=1e-6)
        assert (one.n_gt, one.n_pred) == (theirs["n_gt"], theirs["n_pred"])
        names = ("scene_aabb_iou", "scene_obb_iou_yaw", "object_aabb_iou", "object_obb_iou_local")
        assert [getattr(one, name) for name in GEOMETRY] == pytest.approx([theirs[name] for name in names], abs=1e-6)
        mine = {(pair.gt, pair.pred): (pair.aabb_iou, pair.obb_iou) for pair in one.matches}
        pairs = {(pair["gt"], pair["pred"]): (pair["aabb_iou"], pair["obb_iou"]) for pair in theirs["matches"]}
        assert mine.keys() == pairs.keys()
        assert all(mine[pair] == pytest.approx(pairs[pair], abs=1e-6) for pair in pairs)


def test_oriented_pairs_have_the_reference_values(scenes: Path) -> None:
    rows = json.loads((scenes / "obb_pairs.json").read_text())
    first, second = (
        [OrientedBox(*(np.array(row[who][part]) for part in ("center", "axes", "half"))) for row in rows]
        for who in "ab"
    )
    forth, back = (oriented_overlap(*pair, tolerance=0) for pair in ((first, second), (second, first)))
    defined = np.array([row["iou"] is not None for row in rows])
    assert (forth.degenerate == ~defined).all()
    expected = np.array([row["iou"] for row in rows if row["iou"] is not None])
    np.testing.assert_allclose(forth.iou[defined], expected, rtol=0, atol=1e-9)
    np.testing.assert_allclose(back.iou, forth.iou, rtol=0, atol=1e-9)


def pitfalls() -> list[str]:
    path = Path(__file__).resolve().parents[3] / "shared/cases/scene/pitfalls/expected.json"
    return sorted(json.loads(path.read_text())) if path.exists() else ["absent"]


@pytest.mark.parametrize("name", pitfalls())
def test_every_pitfall_is_as_its_status_says(scenes: Path, name: str) -> None:
    expected = json.loads((scenes / "pitfalls/expected.json").read_text())[name]
    (path,) = (scenes / "pitfalls").glob(f"{name}.gl*")
    if expected["status"] == "error":
        for mode in (REST, CURRENT):
            with pytest.raises(SceneError) as error:
                read_scene(path, mode)
            assert error.value.kind not in ("blender", "internal")
        return
    count, box = box_of(path)
    assert count == expected["objects"]
    if expected["status"] == "empty":
        assert box is None
    else:
        step = 3 / 32767 if name == "quantized_norm" else 1e-6
        np.testing.assert_allclose(box, expected["aabb_zup"], rtol=0, atol=step)
    for mode in expected.get("by_frame", {}):
        if mode != "rest":
            with pytest.raises(SceneError, match="needs Blender"):
                read_scene(path, FrameMode.parse(mode))


# File -> kind of the error, or None: the box of an independent reader at rest. Where two readers differ the protocol
# decides: instances are expanded, a file without scenes is empty, a wheel at rest stands as stored.
REAL: dict[str, str | None] = {
    "00_empty_scene/00_empty_scene.gltf": None,
    "00_no_scenes/00_no_scenes.gltf": None,
    "02_node_hierarchy/02_node_hierarchy.gltf": None,
    "02_shared_mesh/02_shared_mesh.gltf": None,
    "03_animated_cube/03_animated_cube.gltf": None,
    "03_skinned_cylinder/03_skinned_cylinder.gltf": "blender",
    "24_animation_pointer/24_animation_pointer.gltf": "blender",
    "24_gpu_instancing/24_gpu_instancing.gltf": None,
    "2CylinderEngine/2CylinderEngine.gltf": "decoder",
    "BoxDraco/BoxDraco.gltf": "decoder",
    "BoxMeshopt/BoxMeshopt.glb": "decoder",
    "BoxTextured/BoxTextured.gltf": "missing",
    "BoxWithInfinites/BoxWithInfinites.glb": "vertices",
    "Cameras/Cameras.gltf": None,
    "CesiumMilkTruck/CesiumMilkTruck.glb": None,
    "DenseSphere/DenseSphere.glb": "decoder",
    "RecursiveNodes/RecursiveNodes.gltf": "nodes",
    "TwoCubes/TwoCubes.glb": None,
    "empty_nodes/empty_nodes.glb": None,
    "invalid-buffer-index/invalid-buffer-index.gltf": "reference",
    "singleBlendshapeCube_sparse/singleBlendshapeCube_sparse.glb": None,
}
COUNTS = {"24_gpu_instancing": 1900, "CesiumMilkTruck": 3, "00_no_scenes": 0}


def test_every_real_gltf_is_named_above(scenes: Path) -> None:
    rows = json.loads((scenes / "real/observed.json").read_text())
    assert REAL.keys() == {row["file"] for row in rows if not row["file"].endswith(".blend")}


@pytest.mark.parametrize("file", REAL)
def test_every_real_gltf_has_the_right_boxes_or_one_clear_error(scenes: Path, file: str) -> None:
    path, kind = scenes / "real" / file, REAL[file]
    if kind is not None:
        with pytest.raises(SceneError) as error:
            read_scene(path, REST)
        assert error.value.kind == kind
        return
    row = next(row for row in json.loads((scenes / "real/observed.json").read_text()) if row["file"] == file)
    count, box = box_of(path)
    assert count == COUNTS.get(path.stem, row["trimesh"]["nodes"])
    expected = row["blender"]["aabb"] if path.stem == "24_gpu_instancing" else row["trimesh"]["aabb_zup"]
    if expected is None:
        assert box is None
    else:
        np.testing.assert_allclose(box, expected, rtol=0, atol=2e-5)


@pytest.mark.parametrize(
    "file", [file for file in REAL if file.endswith(("gpu_instancing.gltf", "Cubes.glb", "Truck.glb"))]
)
def test_a_real_scene_scores_one_against_itself(scenes: Path, tmp_path: Path, file: str) -> None:
    for owner in ("gt", "same"):
        (tmp_path / owner).mkdir()
        (tmp_path / owner / "s").symlink_to(tmp_path / "sample")
    (tmp_path / "sample").mkdir()
    source = scenes / "real" / file
    for one in source.parent.iterdir():
        (tmp_path / "sample" / one.name.replace(source.stem + source.suffix, "scene" + source.suffix)).write_bytes(
            one.read_bytes()
        )
    (tmp_path / "track.jsonl").write_text('{"sample_id": "s", "geometry_frame_mode": "rest"}\n')
    (same,) = score(Workspace(tmp_path), models=["same"], geometry_only=True).samples
    assert [getattr(same, name) for name in GEOMETRY] == pytest.approx([1] * 4, abs=1e-9)
