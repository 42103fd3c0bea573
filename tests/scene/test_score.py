from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evalcore.batch import Cache
from evalcore.errors import InputError
from evalcore.scene import GEOMETRY, FrameMode, Scene, SceneConfig, SceneResult, load_result, score
from evalcore.workspace import Workspace
from tests.reference import scene as reference
from tests.scene.drawn import Drawn
from tests.scene.made import Gltf, box_file, make_workspace, nudged, pictures, room, scene_file

SAMPLES = ("a", "b", "c", "d", "e")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_workspace(tmp_path_factory.mktemp("made") / "scene", samples=SAMPLES)


@pytest.fixture
def root(made: Path, tmp_path: Path) -> Path:
    """A copy that a test may damage."""
    return shutil.copytree(made, tmp_path / "scene")


def run(root: Path, **options: Any) -> SceneResult:
    return score(Workspace(root), **{"geometry_only": True, **options})


def kinds(result: SceneResult) -> dict[str, str]:
    return {failure.unit: failure.kind for failure in result.failures}


def test_every_model_on_every_sample(made: Path) -> None:
    result = run(made)
    assert result.complete
    assert (result.coverage.requested, result.coverage.done) == (10, 10)
    assert list(result.models) == ["close", "same"]
    assert [(one.model, one.sample_id) for one in result.samples[:3]] == [("close", "a"), ("same", "a"), ("close", "b")]
    first = result.samples[0]
    assert (first.frame_mode, first.n_gt, first.n_pred) == ("rest", 4, 4)
    assert first.excluded.gt == first.excluded.pred == ("floor",)
    assert first.transform is not None
    assert first.transform[3] == (0, 0, 0, 1)


def test_figures_equal_the_plain_reference_from_the_files(made: Path) -> None:
    result = run(made)
    for one in result.samples:
        truth, prediction = (reference.read_glb(made / who / one.sample_id / "scene.glb") for who in ("gt", one.model))
        expected = reference.geometry(truth, prediction)
        assert [getattr(one, name) for name in GEOMETRY] == pytest.approx([expected[n] for n in GEOMETRY], abs=1e-9)
        np.testing.assert_allclose(one.transform, expected["transform"], rtol=0, atol=1e-9)


def test_the_aggregate_is_the_mean_over_samples_with_a_bootstrap_interval(made: Path) -> None:
    result = run(made)
    values = [one.object_obb_iou for one in result.samples if one.model == "close"]
    close = result.models["close"]
    assert close.n == 5
    assert close.object_obb_iou == pytest.approx(np.mean(values), abs=1e-15)
    drawn = np.random.default_rng(0).integers(0, 5, size=(2000, 5))
    expected = np.percentile(np.array(values)[drawn].mean(axis=1), [2.5, 97.5])
    assert close.ci95["object_obb_iou"] == pytest.approx(expected.tolist(), abs=1e-12)
    assert result.models["same"].object_obb_iou == pytest.approx(1, abs=1e-9)


def test_few_samples_have_a_mean_without_interval_and_say_so(root: Path) -> None:
    (root / "track.jsonl").write_text('{"sample_id": "a"}\n{"sample_id": "b"}\n')
    close = run(root).models["close"]
    assert close.scene_aabb_iou is not None
    assert close.ci95["scene_aabb_iou"] is None
    assert "at least 5 units; there are 2" in close.ci95_reason["scene_aabb_iou"]


@pytest.mark.parametrize("jobs", [1, 3])
def test_the_numbers_do_not_depend_on_the_workers(made: Path, jobs: int) -> None:
    assert run(made, jobs=jobs).samples == run(made).samples


def test_without_a_renderer_the_run_is_incomplete_and_geometry_is_kept(made: Path) -> None:
    result = score(Workspace(made))
    assert not result.complete
    assert kinds(result) == {"render": "renderer"}
    assert result.coverage.failed == 0
    close = result.models["close"]
    assert close.object_obb_iou is not None
    assert close.pl is None
    assert close.ci95["pl"] is None
    assert close.ci95_reason["pl"] == close.pl_reason
    assert close.pl_reason is not None
    assert "no renderer" in close.pl_reason
    assert result.samples[0].n_clip_reason == close.n_clip_reason
    asked = run(made)
    assert asked.models["close"].pl_reason == asked.samples[0].pl_reason == "only geometry was asked for"


def damage(root: Path, fault: str) -> None:
    path = root / "close" / "b" / "scene.glb"
    if fault == "missing":
        path.unlink()
    elif fault == "two files":
        box_file().write(path.with_suffix(".gltf"))
    elif fault == "empty file":
        path.write_bytes(b"")
    elif fault == "truncated":
        path.write_bytes(path.read_bytes()[:-40])
    elif fault == "html":
        path.write_bytes(b"<html>404</html>")
    elif fault == "not a number":
        broken = Gltf({"mesh": 0})
        broken.mesh(broken.primitive(np.full((8, 3), np.nan, np.float32)))
        broken.write(path)
    elif fault == "outside":
        path.unlink()
        file = box_file()
        file.tree["buffers"] = [{"byteLength": 4, "uri": "../outside.bin"}]
        file.write(path.with_suffix(".gltf"))
    elif fault == "blend":
        path.rename(path.with_suffix(".blend"))
    elif fault == "no size":
        box_file(scale=[0, 0, 0]).write(path)


@pytest.mark.parametrize(
    ("fault", "kind", "words"),
    [
        ("missing", "missing", "expected close/b/scene.blend, .glb or .gltf"),
        ("two files", "ambiguous", "close/b holds scene.glb and scene.gltf"),
        ("empty file", "truncated", "close/b/scene.glb: the file is empty"),
        ("truncated", "truncated", "close/b/scene.glb: "),
        ("html", "format", "close/b/scene.glb: this is not a glTF 2.0 scene"),
        ("not a number", "vertices", "close/b/scene.glb: vertex 0 of mesh 0"),
        ("outside", "uri", "close/b/scene.gltf: the URI '../outside.bin' leads out"),
        ("blend", "blender", "close/b/scene.blend: a .blend file needs Blender"),
        ("no size", "size", "the box of the scene has no diagonal in the prediction"),
    ],
)
def test_one_faulty_scene_is_one_failure_and_no_aggregate(root: Path, fault: str, kind: str, words: str) -> None:
    damage(root, fault)
    result = run(root)
    assert kinds(result) == {"close/b": kind}
    assert words in result.failures[0].message
    assert not result.complete
    assert (result.coverage.done, result.coverage.failed) == (9, 1)
    for model in result.models.values():
        assert model.reason == "1 of 10 units failed; see failures, or allow a partial run"
        assert (model.scene_aabb_iou, model.ci95, model.pl_reason) == (None, {}, model.reason)
    partial = run(root, allow_partial=True)
    assert not partial.complete
    assert (partial.models["close"].n, partial.models["same"].n) == (4, 5)
    assert partial.models["close"].scene_aabb_iou is not None
    assert partial.failures == result.failures


def test_a_faulty_ground_truth_fails_all_models_of_its_sample(root: Path) -> None:
    (root / "gt/c/scene.glb").write_bytes(b"")
    result = run(root)
    assert kinds(result) == {"close/c": "truncated", "same/c": "truncated"}
    assert all("gt/c/scene.glb" in failure.message for failure in result.failures)


def test_an_empty_prediction_scores_nothing_and_two_empty_scenes_are_an_error(root: Path) -> None:
    Gltf({"name": "nothing"}).write(root / "close/a/scene.glb")
    result = run(root)
    empty = result.samples[0]
    assert result.complete
    assert [getattr(empty, name) for name in GEOMETRY] == [0, 0, 0, 0]
    assert (empty.transform, empty.n_gt, empty.n_pred) == (None, 4, 0)
    assert empty.transform_reason == "a scene without objects has nothing to align"
    assert len(empty.unmatched.gt) == 4
    Gltf({"name": "nothing"}).write(root / "gt/a/scene.glb")
    assert kinds(run(root)) == {"close/a": "empty"}


def test_unmatched_objects_are_named(root: Path) -> None:
    scene_file([*nudged(room(0), 0)[:-1]]).write(root / "close/a/scene.glb")
    first = run(root).samples[0]
    assert first.unmatched.gt == ("thing_3",)
    assert first.unmatched.pred == ()


def test_there_must_be_a_model(root: Path) -> None:
    for model in ("close", "same"):
        shutil.rmtree(root / model)
    with pytest.raises(InputError, match="there is no model to score"):
        run(root)


def units(result: SceneResult) -> tuple[int, int]:
    return result.record["units"]["computed"], result.record["units"]["from_cache"]


def test_a_second_run_comes_from_the_cache_and_equals_the_first(made: Path, tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    first, second = (run(made, cache=cache) for _ in range(2))
    assert (units(first), units(second)) == ((10, 0), (0, 10))
    assert (second.samples, second.models) == (first.samples, first.models)
    assert second.record["inputs"] == first.record["inputs"]
    # Asking for no picture, or for a partial run, changes no figure of geometry.
    assert units(run(made, cache=cache, geometry_only=False, allow_partial=True)) == (0, 10)


@pytest.mark.parametrize(
    ("change", "computed"),
    [
        ({"config": SceneConfig(align="identity")}, 10),
        ({"config": SceneConfig(ground_policy="include")}, 10),
        ({"config": SceneConfig(obb="yaw")}, 10),
        ({"config": SceneConfig(scene_obb="pca")}, 10),
        ({"config": SceneConfig(scale_rule="longest_side")}, 10),
        ({"models": ["close"]}, 5),
        ({"models": ["same", "close"]}, 10),
        ({"hash_inputs": True}, 10),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else str(value),
)
def test_another_setting_or_model_list_is_computed_anew(
    made: Path, tmp_path: Path, change: dict[str, Any], computed: int
) -> None:
    cache = Cache(tmp_path)
    run(made, cache=cache)
    assert units(run(made, cache=cache, **change)) == (computed, 0)


@pytest.mark.parametrize(
    ("path", "computed"), [("close/b/scene.glb", 1), ("gt/b/scene.glb", 2), ("close/b/texture.png", 1)]
)
def test_a_touched_changed_or_added_file_is_computed_anew(root: Path, tmp_path: Path, path: str, computed: int) -> None:
    cache = Cache(tmp_path / "cache")
    run(root, cache=cache)
    (root / path).touch()
    assert units(run(root, cache=cache)) == (computed, 10 - computed)


def test_another_frame_mode_of_a_row_is_computed_anew(root: Path, tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    run(root, cache=cache)
    rows = (root / "track.jsonl").read_text().splitlines()
    rows[0] = json.dumps({"sample_id": "a", "frame": 3})
    (root / "track.jsonl").write_text("\n".join(rows))
    again = run(root, cache=cache)
    assert units(again) == (2, 8)
    assert again.samples[0].frame_mode == "exact:3"


def test_content_counts_where_it_is_asked_for(root: Path, tmp_path: Path) -> None:
    cache, path = Cache(tmp_path / "cache"), root / "close/b/scene.glb"
    for hash_inputs in (False, True):
        run(root, cache=cache, hash_inputs=hash_inputs)
    status = path.stat()
    path.write_bytes(path.read_bytes().replace(b"thing_0", b"thing_9"))  # of the same size, and dated back
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert units(run(root, cache=cache)) == (0, 10)
    assert units(run(root, cache=cache, hash_inputs=True)) == (1, 9)


def test_failures_are_never_kept(root: Path, tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    damage(root, "missing")
    run(root, cache=cache)
    shutil.copy(root / "same/b/scene.glb", root / "close/b/scene.glb")
    assert run(root, cache=cache).complete


def test_every_file_that_was_read_is_recorded(root: Path) -> None:
    file = box_file()
    (root / "close/a/scene.glb").unlink()
    (root / "close/a/box.bin").write_bytes(file.data)
    file.tree["buffers"] = [{"byteLength": len(file.data), "uri": "box.bin"}]
    file.write(root / "close/a/scene.gltf")
    damage(root, "truncated")
    files = run(root).record["inputs"]["files"]
    assert {
        "track.jsonl",
        "gt/a/scene.glb",
        "close/a/scene.gltf",
        "close/a/box.bin",
        "close/b/scene.glb",
    } <= files.keys()
    assert len(files) == 1 + 15 + 1
    damage(root, "missing")
    assert "close/b/scene.glb" not in run(root).record["inputs"]["files"]


def test_the_settings_of_the_run_are_recorded(made: Path, tmp_path: Path) -> None:
    result = run(made, config=SceneConfig(align="identity"), models=["same"], hash_inputs=True)
    result.save(tmp_path)
    config = load_result(tmp_path).config
    assert (config.align, config.models, config.track, config.hash_inputs) == (
        "identity",
        ("same",),
        "track.jsonl",
        True,
    )
    assert config.deviations == {"align": "identity"}


def test_what_needs_blender_is_read_by_the_reader_that_is_given(root: Path) -> None:
    class Blender(Drawn):
        def __call__(self, path: Path, mode: FrameMode) -> Scene:
            return Scene(tuple(nudged(room(1), 1)), (), (path,), "blender")

    (root / "close/b/scene.glb").rename(root / "close/b/scene.blend")
    result = run(root, blender=Blender(version="4.2.0"))
    assert result.complete
    assert result.record["blender"] == "4.2.0"
    assert run(root, blender=Blender(version="4.2.0"), models=["same"]).record["blender"] is None
    one = next(sample for sample in result.samples if (sample.model, sample.sample_id) == ("close", "b"))
    assert len(one.matches) == 4


@pytest.mark.parametrize("align", ["depth_bbox", "depth_camera", "object_bbox"])
def test_the_other_alignments_from_files(tmp_path: Path, align: Any) -> None:
    root = make_workspace(tmp_path / "seen", samples=("a",), camera=True)
    config = SceneConfig(align=align, rendering=pictures(96, 54))
    same = run(root, config=config, models=["same"]).samples[0]
    np.testing.assert_allclose(same.transform, np.eye(4), rtol=0, atol=1e-12)
    assert same.object_obb_iou == pytest.approx(1, abs=1e-9)
    blind = make_workspace(tmp_path / "blind", samples=("a",), models=("same",))
    if align != "object_bbox":
        assert kinds(run(blind, config=config)) == {"same/a": "camera"}
