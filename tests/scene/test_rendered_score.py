"""Scores with pictures: what is rendered, measured, kept, found again, and lost."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from evalcore.batch import Cache
from evalcore.metrics import n_clip, pl
from evalcore.scene import (
    RELEASE,
    Encoder,
    SceneConfig,
    SceneResult,
    load_result,
    open_encoder,
    paired,
    picture_path,
    read_picture,
    renders_folder,
    score,
)
from evalcore.workspace import Workspace
from tests.scene import small_clip
from tests.scene.drawn import Drawn
from tests.scene.made import make_workspace, pictures

SAMPLES = ("a", "b", "c")
SMALL = SceneConfig(rendering=pictures(64, 36))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_workspace(tmp_path_factory.mktemp("made") / "scene", samples=SAMPLES, camera=True)


@pytest.fixture
def root(made: Path, tmp_path: Path) -> Path:
    """A copy that a test may damage."""
    return shutil.copytree(made, tmp_path / "scene")


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Encoder:
    pytest.importorskip("open_clip", reason="needs the extra evalcore[clip]")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EVALCORE_CLIP_WEIGHTS", str(small_clip.write(tmp_path_factory.mktemp("clip"))))
        return open_encoder(small_clip.SETTINGS, device="cpu")


def run(root: Path, **options: Any) -> SceneResult:
    return score(Workspace(root), **{"config": SMALL, "blender": Drawn(), **options})


def kinds(result: SceneResult) -> dict[str, str]:
    return {failure.unit: failure.kind for failure in result.failures}


def units(result: SceneResult) -> tuple[int, int]:
    return result.record["units"]["computed"], result.record["units"]["from_cache"]


def drawn(result: SceneResult) -> tuple[int, int]:
    return result.record["pictures"]["rendered"], result.record["pictures"]["from_cache"]


def test_figures_are_those_of_the_pictures_beside_the_result(made: Path, tmp_path: Path, encoder: Encoder) -> None:
    blender, folder = Drawn(), renders_folder(tmp_path)
    result = run(made, encoder=encoder, blender=blender, renders=folder)
    assert result.complete
    assert len(blender.views) == len(SAMPLES) * 3  # the ground truth once a sample, each model once
    for one in result.samples:
        truth, mine = (read_picture(picture_path(folder, one.sample_id, who)) for who in ("gt", one.model))
        assert truth.shape == (36, 64, 3)
        assert one.pl == pytest.approx(100 * ((truth / 255 - mine / 255) ** 2).mean(), rel=1e-12)
        assert one.pl == pl(mine, truth)
        there, here = encoder.encode([truth, mine]).astype(np.float64)
        assert one.n_clip == pytest.approx(n_clip(here, there), abs=1e-6)
        assert (one.pl_reason, one.n_clip_reason) == (None, None)
        assert (one.pl == 0 and one.n_clip == 0) is (one.model == "same")
    assert result.record["pictures"]["pixels"].keys() == {
        f"{sample}/{owner}.png" for sample in SAMPLES for owner in ("gt", "close", "same")
    }
    assert result.record["encoder"]["model"] == small_clip.NAME


def test_means_and_intervals_cover_the_rendered_figures(tmp_path: Path, encoder: Encoder) -> None:
    five = make_workspace(tmp_path / "five", samples=("a", "b", "c", "d", "e"), camera=True)
    result = run(five, encoder=encoder)
    for name in ("pl", "n_clip"):
        values = np.array([getattr(one, name) for one in result.samples if one.model == "close"])
        close = result.models["close"]
        assert getattr(close, name) == pytest.approx(values.mean(), abs=1e-15)
        drawn_again = np.random.default_rng(0).integers(0, 5, size=(2000, 5))
        expected = np.percentile(values[drawn_again].mean(axis=1), [2.5, 97.5])
        assert close.ci95[name] == pytest.approx(expected.tolist(), abs=1e-12)
        pair = paired(result, "same", "close", metric=name)
        assert (pair.n, pair.wins) == (5, 5)  # lower is better
        assert pair.mean == pytest.approx(-values.mean(), abs=1e-15)
    assert result.to_dict()["models"]["close"]["pl_reason"] is None


def test_views_are_aligned_and_lit_as_the_settings_say(made: Path) -> None:
    for lights in ("gt_all", "own"):
        blender = Drawn()
        config = replace(SMALL, rendering=replace(SMALL.rendering, lights=lights), align="bbox")
        result = run(made, blender=blender, config=config, models=["close"], jobs=1)
        truth, mine = blender.views[:2]
        assert [view.scene.parts[-3] for view in (truth, mine)] == ["gt", "close"]
        np.testing.assert_array_equal(truth.transform, np.eye(4))
        np.testing.assert_array_equal(mine.transform, result.samples[0].transform)
        assert {view.camera_from for view in (truth, mine)} == {made / "gt/a/scene.glb"}
        assert {view.lights for view in (truth, mine)} == {lights}
        assert str(truth.mode) == str(truth.camera_mode) == "rest"


def test_without_an_encoder_all_else_is_kept_and_the_run_is_incomplete(made: Path, tmp_path: Path) -> None:
    result = run(made, no_encoder="there are no weights")
    assert not result.complete
    assert kinds(result) == {"n_clip": "encoder"}
    close = result.models["close"]
    assert close.pl is not None
    assert close.object_obb_iou is not None
    assert (close.n_clip, close.n_clip_reason, close.ci95_reason["n_clip"]) == (None, *["there are no weights"] * 2)
    assert {one.n_clip_reason for one in result.samples} == {"there are no weights"}
    assert result.coverage.failed == 0
    result.save(tmp_path)
    assert load_result(tmp_path) == result


def test_weights_that_turn_out_damaged_cost_no_picture(made: Path, tmp_path: Path, encoder: Encoder) -> None:
    broken = tmp_path / "broken.bin"
    broken.write_bytes(b"<html>")
    result = run(made, encoder=replace(encoder, weights=broken))
    assert kinds(result) == {"n_clip": "encoder"}
    assert "these are no weights of small-test-clip" in (result.models["close"].n_clip_reason or "")
    assert result.models["close"].pl is not None
    assert result.record["encoder"] is None


def test_geometry_only_renders_nothing_and_is_complete(made: Path) -> None:
    blender = Drawn()
    result = run(made, blender=blender, geometry_only=True)
    assert result.complete
    assert blender.views == []
    assert result.models["close"].pl_reason == "only geometry was asked for"


@pytest.mark.parametrize(("failing", "failed"), [("close/b", ["close/b"]), ("gt/b", ["close/b", "same/b"])])
def test_a_crash_fails_its_sample_alone(made: Path, encoder: Encoder, failing: str, failed: list[str]) -> None:
    result = run(made, encoder=encoder, blender=Drawn(failing={failing: "crash"}))
    assert kinds(result) == dict.fromkeys(failed, "crash")
    assert result.failures[0].message == f"{failing}/scene.glb: the worker ended twice while it rendered"
    assert (result.coverage.done, result.coverage.failed) == (6 - len(failed), len(failed))
    assert result.models["close"].pl is None
    assert result.models["close"].reason == f"{len(failed)} of 6 units failed; see failures, or allow a partial run"
    partial = run(made, encoder=encoder, blender=Drawn(failing={failing: "crash"}), allow_partial=True)
    assert not partial.complete
    assert (partial.models["close"].n, partial.models["close"].pl is None) == (2, False)


def test_a_sample_whose_geometry_fails_is_not_rendered(root: Path, tmp_path: Path) -> None:
    (root / "close/b/scene.glb").write_bytes(b"")
    (root / "gt/c/scene.glb").write_bytes(b"")
    blender = Drawn()
    result = run(root, blender=blender, renders=tmp_path / "renders")
    assert kinds(result) == {"close/b": "truncated", "close/c": "truncated", "same/c": "truncated", "n_clip": "encoder"}
    assert len(blender.views) == 3 + 2
    assert not picture_path(tmp_path / "renders", "b", "close").exists()
    assert not (tmp_path / "renders" / "c").exists()


def test_a_picture_of_an_earlier_run_does_not_outlive_what_it_shows(root: Path, tmp_path: Path) -> None:
    folder = tmp_path / "renders"
    run(root, renders=folder)
    (root / "close/b/scene.glb").write_bytes(b"")
    run(root, renders=folder, models=["close"])
    there = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.png") if path.parent.name == "b")
    assert there == ["b/same.png"]  # of a model that this run was not about


def test_a_picture_of_another_size_is_an_error_never_resized(made: Path) -> None:
    class Wrong(Drawn):
        def render(self, view: Any, settings: Any) -> Any:
            pixels = super().render(view, settings)
            return pixels[:, :-1] if view.scene.parts[-3] == "close" else pixels

    result = run(made, blender=Wrong(), models=["close"])
    assert set(kinds(result).values()) == {"size", "encoder"}
    assert "the picture has 63 x 36 pixels; 64 x 36 were asked for" in result.failures[0].message


def test_an_unchanged_run_renders_and_encodes_nothing(made: Path, tmp_path: Path, encoder: Encoder) -> None:
    cache, blender = Cache(tmp_path / "cache"), Drawn()
    first = run(made, encoder=encoder, cache=cache, renders=tmp_path / "one")
    # An encoder whose weights are gone can encode nothing; what it is called is known.
    unused = replace(encoder)
    unused.__dict__["identity"] = encoder.identity
    object.__setattr__(unused, "weights", tmp_path / "gone")
    second = run(made, encoder=unused, cache=cache, blender=blender, renders=tmp_path / "two")
    assert (units(first), drawn(first)) == ((6, 0), (9, 0))
    assert (units(second), drawn(second)) == ((0, 6), (0, 9))
    assert blender.views == []
    assert (second.samples, second.models) == (first.samples, first.models)
    for name in first.record["pictures"]["pixels"]:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


@pytest.mark.parametrize(
    ("change", "rendered"),
    [
        ({"config": replace(SMALL, align="identity")}, 3),  # of the nudged model alone: "same" stands as it stood
        ({"config": replace(SMALL, ground_policy="include")}, 3),
        ({"config": replace(SMALL, obb="yaw")}, 0),  # no picture shows a box
        ({"models": ["close"]}, 0),
        ({"config": replace(SMALL, rendering=replace(SMALL.rendering, lights="own"))}, 9),
        ({"config": replace(SMALL, rendering=replace(SMALL.rendering, samples=8))}, 9),
        ({"config": replace(SMALL, rendering=pictures(32, 18))}, 9),
        ({"blender": Drawn(version="5.1.0")}, 9),
        ({"hash_inputs": True}, 9),
    ],
    ids=["align", "ground", "obb", "models", "lights", "samples", "size", "version", "hash"],
)
def test_another_setting_is_computed_anew_and_rendered_where_it_shows(
    made: Path, tmp_path: Path, change: dict[str, Any], rendered: int
) -> None:
    cache = Cache(tmp_path)
    run(made, cache=cache)
    result = run(made, cache=cache, **change)
    assert units(result)[1] == 0
    assert drawn(result)[0] == rendered


@pytest.mark.parametrize(("path", "computed", "rendered"), [("close/b", 1, 1), ("gt/b", 2, 3)])
def test_a_touched_scene_is_rendered_anew(root: Path, tmp_path: Path, path: str, computed: int, rendered: int) -> None:
    cache = Cache(tmp_path / "cache")
    run(root, cache=cache)
    (root / path / "scene.glb").touch()
    result = run(root, cache=cache)
    assert (units(result), drawn(result)) == ((computed, 6 - computed), (rendered, 9 - rendered))


def test_weights_that_come_later_cost_no_picture_and_no_geometry(made: Path, tmp_path: Path, encoder: Encoder) -> None:
    cache = Cache(tmp_path)
    run(made, cache=cache)
    result = run(made, cache=cache, encoder=encoder)
    assert drawn(result) == (0, 9)
    assert units(result) == (6, 0)
    assert result.complete


def test_a_picture_that_was_edited_is_rendered_anew(made: Path, tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    first = run(made, cache=cache)
    kept = sorted((tmp_path / "pictures").rglob("*.png"))
    Image.new("RGB", (64, 36)).save(kept[0])
    kept[1].write_bytes(kept[1].read_bytes()[:-100])
    kept[2].unlink()
    again = run(made, cache=cache)
    assert drawn(again) == (3, 6)
    assert again.samples == first.samples


def test_another_blender_than_the_releases_is_named(made: Path) -> None:
    assert run(made).config.deviations.keys() == {"rendering.width", "rendering.height"}
    other = run(made, blender=Drawn(version="4.5.0")).config
    assert other.deviations["rendering.blender_version"] == "4.5.0"
    assert other.rendering.comparable is False


def test_what_a_renderer_may_have_read_is_recorded(root: Path) -> None:
    (root / "close/a/wood.png").write_bytes(b"texture")
    (root / "close/b/scene.glb").write_bytes(b"")
    files = run(root).record["inputs"]["files"]
    assert len(files) == 1 + 9 + 1
    assert "close/a/wood.png" in files
    assert "close/a/wood.png" not in run(root, geometry_only=True).record["inputs"]["files"]


def test_a_scene_without_camera_fails_and_says_so(tmp_path: Path) -> None:
    blind = make_workspace(tmp_path / "blind", samples=("a",))
    result = run(blind)
    assert kinds(result) == {"close/a": "camera", "same/a": "camera", "n_clip": "encoder"}
    assert "gt/a/scene.glb: the scene has no camera" in result.failures[0].message


def test_progress_counts_every_stage_and_ends_at_the_end(root: Path, encoder: Encoder) -> None:
    (root / "close/b/scene.glb").write_bytes(b"")
    seen: list[tuple[int, int]] = []
    run(root, encoder=encoder, progress=lambda done, total: seen.append((done, total)))
    assert {total for _, total in seen} == {18}
    assert seen[-1] == (18, 18)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_the_result_is_strict_json_and_equals_itself_read_back(made: Path, tmp_path: Path, encoder: Encoder) -> None:
    result = run(made, encoder=encoder)
    result.write(tmp_path / "r.json")
    assert load_result(tmp_path / "r.json") == result
    plain = json.loads((tmp_path / "r.json").read_text())
    assert plain["record"]["config"]["rendering"]["lights"] == RELEASE.rendering.lights
