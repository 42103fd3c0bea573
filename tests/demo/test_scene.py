"""What is planted in the made scenes, found again by the protocol itself."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from evalcore.demo.scene import paths, write_scene
from evalcore.demo.scene_models import MODELS, RESCALED
from evalcore.demo.scene_samples import SAMPLES
from evalcore.scene import GEOMETRY, FrameMode, SampleScore, SceneConfig, SceneResult, read_scene, score
from evalcore.workspace import Workspace


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("demo")
    write_scene(Workspace(root))
    return root


def scored(folder: Path, **config: str) -> SceneResult:
    return score(Workspace(folder / "scene"), config=SceneConfig(**config), geometry_only=True)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def result(folder: Path) -> SceneResult:
    return scored(folder)


@pytest.fixture(scope="module")
def unaligned(folder: Path) -> SceneResult:
    return scored(folder, align="identity")


def by_model(result: SceneResult, model: str) -> Mapping[str, SampleScore]:
    return {one.sample_id: one for one in result.samples if one.model == model}


def test_the_files_are_those_it_names_and_the_same_each_time(folder: Path, tmp_path: Path) -> None:
    calls: list[tuple[int, int]] = []
    write_scene(Workspace(tmp_path), progress=lambda done, total: calls.append((done, total)))
    assert calls == [(k, len(SAMPLES)) for k in range(1, len(SAMPLES) + 1)]
    written = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    assert written == set(paths())
    assert all((folder / name).read_bytes() == (tmp_path / name).read_bytes() for name in paths())


def test_every_model_is_scored_on_every_sample_and_the_ground_alone_is_left_out(result: SceneResult) -> None:
    assert result.complete
    assert list(result.models) == sorted(MODELS)
    for sample in SAMPLES:
        for model in MODELS:
            one = by_model(result, model)[sample.sample_id]
            ground = sample.things[0].name
            assert (one.excluded.gt, one.excluded.pred) == ((ground,), (ground,))
            assert (one.n_gt, one.n_pred) == (len(sample.things) - 1, len(sample.things) - 1)


def test_rescaled_is_perfect_after_alignment_and_nothing_without(result: SceneResult, unaligned: SceneResult) -> None:
    for sample_id, one in by_model(result, "rescaled").items():
        assert [getattr(one, name) for name in GEOMETRY] == pytest.approx([1.0] * 4, abs=1e-6)
        scale, _ = RESCALED[sample_id]
        assert one.transform is not None
        assert np.diag(one.transform)[:3] == pytest.approx([1 / scale] * 3, rel=1e-5)
    assert all(one.object_aabb_iou < 0.01 for one in by_model(unaligned, "rescaled").values())


def test_miscounted_has_all_objects_but_one_right_and_alignment_hides_it(
    result: SceneResult, unaligned: SceneResult
) -> None:
    aligned = by_model(result, "miscounted")
    for sample in SAMPLES:
        one = by_model(unaligned, "miscounted")[sample.sample_id]
        assert one.object_aabb_iou == pytest.approx((one.n_gt - 1) / one.n_gt, abs=1e-6)
        assert one.object_obb_iou == pytest.approx((one.n_gt - 1) / one.n_gt, abs=1e-6)
        assert (one.unmatched.gt, one.unmatched.pred) == ((sample.missing,), (sample.extra.name,))
        assert aligned[sample.sample_id].object_aabb_iou < 0.4


def test_close_has_the_box_around_everything_and_less_of_each_object(result: SceneResult) -> None:
    for one in by_model(result, "close").values():
        assert min(one.scene_aabb_iou, one.scene_obb_iou) > 0.85
        assert 0.4 < one.object_aabb_iou < one.scene_aabb_iou


def test_the_poster_and_the_lamp_are_named(result: SceneResult) -> None:
    counted = {
        model: [(one.box, one.counted) for one in by_model(result, model)["reading_room"].degenerate]
        for model in ("rescaled", "close")
    }
    assert counted == {"rescaled": [("aabb", 1.0), ("obb", 1.0)], "close": [("aabb", 0.0)]}
    (note,) = by_model(result, "miscounted")["reading_room"].warnings
    assert (note.kind, "'floor lamp'" in note.message) == ("ground_name", True)
    assert not any(one.warnings for one in result.samples if one.model != "miscounted")


def test_the_camera_sees_most_of_what_stands_there(folder: Path) -> None:
    for sample in SAMPLES:
        scene = read_scene(folder / "scene" / "gt" / sample.sample_id / "scene.glb", FrameMode("rest"))
        (camera,) = scene.cameras
        assert camera.yfov is not None
        for one in scene.objects:
            if one.name == sample.things[0].name:
                continue
            x, y, z = camera.matrix[:3, :3].T @ (one.world.mean(axis=0) - camera.matrix[:3, 3])
            half = -z * np.tan(camera.yfov / 2)
            assert abs(y) < half
            assert abs(x) < half * 16 / 9
