from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import get_args

import pytest

from evalcore.cli import scene_options
from evalcore.cli.scene import score_demo
from evalcore.scene import METRICS, load_result
from evalcore.scene.blender import find_blender
from evalcore.scene.config import Alignment, GroundPolicy, ObbKind, SceneObbKind
from evalcore.scene.pictures import read_picture
from evalcore.scene.rendering import Lights
from tests.scene.made import make_workspace

SAMPLES = ("a", "b", "c", "d", "e")
TINY = {"rendering": {"width": 32, "height": 18, "samples": 1}}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace whose scene folder holds two models on five samples."""
    root = tmp_path_factory.mktemp("space")
    make_workspace(root / "scene", samples=SAMPLES, camera=True)
    return root


@pytest.fixture
def root(made: Path, tmp_path: Path) -> Path:
    return shutil.copytree(made / "scene", tmp_path / "data")


@pytest.fixture
def no_blender(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evalcore.scene.blender.find_blender", lambda: None)


@pytest.fixture
def blender() -> Path:
    program = find_blender()
    if program is None:
        pytest.skip("there is no Blender here: make blender, or EVALCORE_BLENDER")
    return program


@pytest.mark.parametrize(
    ("options", "known"),
    [
        (scene_options.Align, get_args(Alignment)),
        (scene_options.Ground, get_args(GroundPolicy)),
        (scene_options.Obb, get_args(ObbKind)),
        (scene_options.SceneObb, get_args(SceneObbKind)),
        (scene_options.Lights, get_args(Lights)),
        (scene_options.Metric, METRICS),
    ],
)
def test_the_options_are_those_of_the_protocol(options, known) -> None:
    assert tuple(options) == known


@pytest.mark.parametrize("name", ["--data-root", "--data_root", "-d"])
def test_score_writes_the_documented_file(made: Path, tmp_path: Path, run, no_blender: None, name: str) -> None:
    out = tmp_path / "r.json"
    ended = run("scene", "score", name, made / "scene", "--geometry-only", "--no-cache", "--out", out)
    assert ended.code == 0, ended.err
    written = json.loads(out.read_text())
    assert written["complete"] is True
    assert written["coverage"] == {"requested": 10, "done": 10, "failed": 0}
    assert set(written["models"]) == {"close", "same"}
    assert set(METRICS) <= written["models"]["close"].keys()
    first = written["samples"][0]
    assert {"sample_id", "model", "transform", "n_gt", "n_pred", "degenerate", "excluded", "warnings"} <= first.keys()
    assert set(first["matches"][0]) == {"gt", "pred", "aabb_iou", "obb_iou"}
    assert "same" in ended.out
    assert "units: 10 computed, 0 from the cache" in ended.err
    assert "pictures" not in ended.err


def test_json_on_stdout_equals_the_file(made: Path, tmp_path: Path, run, no_blender: None) -> None:
    out = tmp_path / "r.json"
    ended = run("scene", "score", "-d", made / "scene", "--geometry-only", "--models", "close", "--json", "--out", out)
    assert ended.out.encode() == out.read_bytes()
    assert list(json.loads(ended.out)["models"]) == ["close"]


def test_without_out_the_app_finds_the_result_in_the_workspace(made: Path, root: Path, run, no_blender: None) -> None:
    space = root.parent / "space"
    shutil.copytree(made, space)
    assert run("scene", "score", "-d", space / "scene", "--geometry-only").code == 0
    assert load_result(space / "results/scene/all").coverage.done == 10
    assert run("scene", "score", "-d", root, "--geometry-only").code == 0  # a data folder of its own
    assert load_result(root / "results/scene/all").coverage.done == 10
    again = run("scene", "score", "-d", root, "--geometry-only")
    assert "units: 0 computed, 10 from the cache" in again.err


def test_every_setting_reaches_the_run(root: Path, tmp_path: Path, run, no_blender: None) -> None:
    mine, out, track = tmp_path / "mine.json", tmp_path / "r.json", tmp_path / "few.jsonl"
    mine.write_text('{"geometry": {"scale_rule": "longest_side", "obb": "pca"}, "rendering": {"samples": 4}}')
    track.write_text('{"sample_id": "b"}\n')
    options = ["--align", "identity", "--ground-policy", "include", "--obb", "yaw", "--scene-obb", "pca"]
    options += ["--frame-mode", "rest", "--lights", "own", "--config", mine, "--track", track, "--hash-inputs"]
    assert run("scene", "score", "-d", root, *options, "--geometry-only", "--workers", "1", "--out", out).code == 0
    config = load_result(out).config
    assert config.deviations == {
        "align": "identity",
        "ground_policy": "include",
        "obb": "yaw",
        "scene_obb": "pca",
        "scale_rule": "longest_side",
        "default_frame_mode": "rest",
        "rendering.samples": 4,
        "rendering.lights": "own",
    }
    assert (config.track, config.hash_inputs) == ("few.jsonl", True)


def test_without_blender_geometry_is_kept_and_the_message_says_how_to_get_it(
    root: Path, tmp_path: Path, run, no_blender: None
) -> None:
    out = tmp_path / "r.json"
    ended = run("scene", "score", "-d", root, "--out", out)
    assert ended.code == 3
    assert ended.err.count("EVALCORE_BLENDER, or run `make blender`") == 1
    written = json.loads(out.read_text())
    assert written["complete"] is False
    assert written["models"]["close"]["object_obb_iou"] > 0
    assert written["models"]["close"]["pl"] is None
    assert "no renderer is at hand" in written["models"]["close"]["pl_reason"]
    (root / "close/a/scene.glb").rename(root / "close/a/scene.blend")
    ended = run("scene", "score", "-d", root, "--geometry-only", "--out", out)
    assert ended.code == 3
    failures = json.loads(out.read_text())["failures"]
    assert [one["unit"] for one in failures] == ["close/a"]
    assert "a .blend file needs Blender" in failures[0]["message"]


@pytest.mark.parametrize("allow", ["--allow-partial", "--allow_partial"])
def test_a_failed_sample_ends_with_3_and_a_partial_run_says_so(
    root: Path, tmp_path: Path, run, no_blender: None, allow: str
) -> None:
    (root / "close/b/scene.glb").write_bytes(b"<html>")
    out = tmp_path / "r.json"
    ended = run("scene", "score", "-d", root, "--geometry-only", "--out", out)
    assert ended.code == 3
    assert ended.err.count("failed close/b: close/b/scene.glb: ") == 1
    written = json.loads(out.read_text())
    assert all(model["scene_aabb_iou"] is None and model["reason"] for model in written["models"].values())
    ended = run("scene", "score", "-d", root, "--geometry-only", allow, "--out", out)
    assert ended.code == 3
    written = json.loads(out.read_text())
    assert (written["complete"], written["models"]["close"]["n"]) == (False, 4)
    assert "INCOMPLETE: 1 of 10 units failed" in ended.out


BAD_USAGE = {
    "no data folder": (["-d", "gone"], "there is no such workspace folder"),
    "no track": (["--track", "gone.jsonl"], "gone.jsonl: the file is missing"),
    "unknown model": (["--models", "clos"], "there is no model 'clos'. Did you mean 'close'?"),
    "unknown alignment": (["--align", "box"], "'box' is not one of"),
    "unknown frame mode": (["--frame-mode", "now"], "there is no frame mode 'now'"),
    "no settings": (["--config", "gone.json"], "gone.json: the file is missing"),
    "no workers": (["--workers", "0"], "should be greater than or equal to 1"),
}


@pytest.mark.parametrize("fault", BAD_USAGE)
def test_bad_usage_is_one_message_and_code_2(made: Path, tmp_path: Path, run, no_blender: None, fault: str) -> None:
    options, message = BAD_USAGE[fault]
    out = tmp_path / "r.json"
    ended = run("scene", "score", "-d", made / "scene", "--geometry-only", "--out", out, *options)
    assert ended.code == 2
    assert message in " ".join(ended.err.replace("│", " ").split())
    assert "Traceback" not in ended.err + ended.out
    assert not out.exists()


def test_a_blender_that_is_not_there_is_bad_usage(
    made: Path, tmp_path: Path, run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVALCORE_BLENDER", str(tmp_path / "blender"))
    ended = run("scene", "score", "-d", made / "scene", "--out", tmp_path / "r.json")
    assert ended.code == 2
    assert "EVALCORE_BLENDER" in ended.err


def test_paired(made: Path, tmp_path: Path, run, no_blender: None) -> None:
    out, pair = tmp_path / "r.json", tmp_path / "pair.json"
    run("scene", "score", "-d", made / "scene", "--geometry-only", "--out", out)
    chosen = ["--results", out, "--model", "same", "--other", "close"]
    ended = run("scene", "paired", *chosen, "--metric", "object_aabb_iou", "--json", "--out", pair)
    assert ended.code == 0
    assert ended.out.encode() == pair.read_bytes()
    written = json.loads(pair.read_text())
    assert (written["n"], written["wins"], written["metric"]) == (5, 5, "object_aabb_iou")
    assert written["mean"] > 0
    assert "same" in run("scene", "paired", *chosen).out
    assert "--out is the file that was read" in run("scene", "paired", *chosen, "--out", out).err
    missing = run("scene", "paired", *chosen, "--metric", "pl")
    assert (missing.code, "no mean pl: only geometry was asked for" in missing.err) == (3, True)


def test_boxes(made: Path, tmp_path: Path, run, no_blender: None) -> None:
    scene, out = made / "scene/gt/a/scene.glb", tmp_path / "boxes.json"
    ended = run("scene", "boxes", scene, "--frame", "rest", "--json", "--out", out)
    assert ended.code == 0
    assert ended.out.encode() == out.read_bytes()
    written = json.loads(out.read_text())
    assert [one["name"] for one in written["objects"]] == ["floor", "thing_0", "thing_1", "thing_2", "thing_3"]
    assert set(written["objects"][0]) == {"name", "aabb", "obb", "ground"}
    assert written["objects"][0]["ground"] is True
    shown = run("scene", "boxes", scene, "--ground-policy", "include", "--obb", "yaw")
    assert "scene.glb at current: 5 objects, 1 camera, read by gltf" in shown.out
    assert "[-5.000, 5.000]" in shown.out


def test_the_demo_is_scored_where_it_has_scenes(made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    score_demo(tmp_path)
    assert capsys.readouterr().out == ""
    shutil.copytree(made / "scene", tmp_path / "scene")
    score_demo(tmp_path)
    assert load_result(tmp_path / "results/scene/all").complete
    assert capsys.readouterr().out == "scored scenes: 10 of 10 units\n"


def test_a_demo_that_cannot_be_rendered_is_not_made(tmp_path: Path, run, no_blender: None) -> None:
    ended = run("demo", tmp_path / "demo", "--render")
    assert ended.code == 2
    assert "there is no Blender to render with" in ended.err
    assert not (tmp_path / "demo").exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["gone.glb"], "gone.glb"),
        (["{scene}", "--frame", "now"], "--frame: there is no frame mode 'now'"),
        (["{scene}", "--frame", "exact:3"], None),
        (["{scene}", "--out", "{scene}"], "--out is the file that was read"),
    ],
)
def test_boxes_at_fault(made: Path, run, no_blender: None, options: list[str], message: str | None) -> None:
    scene = made / "scene/gt/a/scene.glb"
    before = scene.read_bytes()
    ended = run("scene", "boxes", *(one.format(scene=scene) for one in options))
    assert ended.code == (0 if message is None else 2)
    assert message is None or message in ended.err
    assert "Traceback" not in ended.err
    assert scene.read_bytes() == before


def test_boxes_of_a_file_that_cannot_be_read_name_it(tmp_path: Path, run, no_blender: None) -> None:
    (tmp_path / "short.glb").write_bytes(b"glTF")
    ended = run("scene", "boxes", str(tmp_path / "short.glb"))
    assert ended.code == 2
    assert ended.err.startswith(f"error: {tmp_path / 'short.glb'}: ")


def test_render_without_blender(made: Path, tmp_path: Path, run, no_blender: None) -> None:
    ended = run("scene", "render", made / "scene/close/a/scene.glb", "--out", tmp_path / "p.png")
    assert ended.code == 2
    assert "there is no Blender to render with" in ended.err
    assert "make blender" in ended.err
    assert not (tmp_path / "p.png").exists()


def test_render_writes_the_picture_and_every_setting(made: Path, tmp_path: Path, run, blender: Path) -> None:
    mine = tmp_path / "tiny.json"
    mine.write_text(json.dumps(TINY))
    scene, truth = made / "scene/close/a/scene.glb", made / "scene/gt/a/scene.glb"
    chosen = ["--camera-from", truth, "--frame", "rest", "--config", mine]
    ended = run("scene", "render", scene, *chosen, "--out", tmp_path / "p.png", "--json")
    assert ended.code == 0, ended.err
    assert ended.out.encode() == (tmp_path / "p.json").read_bytes()
    written = json.loads(ended.out)
    assert read_picture(tmp_path / "p.png").shape == (18, 32, 3)
    assert (written["scene"], written["camera_from"], written["picture"]) == ("a/scene.glb", "a/scene.glb", "p.png")
    assert written["settings"]["samples"] == 1
    assert written["settings"]["lights"] == "gt_all"
    assert "not comparable with published PL" in run("scene", "render", scene, *chosen, "--out", tmp_path / "q.png").out
    assert (tmp_path / "q.png").read_bytes() == (tmp_path / "p.png").read_bytes()
    assert "name that ends in .png" in run("scene", "render", scene, *chosen, "--out", tmp_path / "p.jpg").err


def test_a_rendered_score_from_the_command_line(
    made: Path, tmp_path: Path, run, blender: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Blender's own pictures, and no CLIP: PL is there, N-CLIP says why not, nothing is rendered twice."""
    monkeypatch.setattr("evalcore.scene.clip.find_spec", lambda name: None)
    mine, out, track = tmp_path / "tiny.json", tmp_path / "r.json", tmp_path / "few.jsonl"
    mine.write_text(json.dumps(TINY))
    track.write_text('{"sample_id": "a"}\n')
    monkeypatch.setenv("EVALCORE_CACHE_DIR", str(tmp_path / "cache"))
    command = ["scene", "score", "-d", made / "scene", "--track", track, "--config", mine, "--out", out]
    ended = run(*command)
    assert ended.code == 3
    assert "pip install 'evalcore[clip]'" in ended.err
    assert "pictures: 3 rendered, 0 from the cache" in ended.err
    result = load_result(out)
    figures = {one.model: one.pl for one in result.samples}
    assert figures["same"] == 0
    assert figures["close"] > 0.05
    shown = sorted(path.relative_to(tmp_path).as_posix() for path in (tmp_path / "r.renders").rglob("*"))
    assert shown == ["r.renders/a", "r.renders/a/close.png", "r.renders/a/gt.png", "r.renders/a/same.png"]
    assert "pictures: 0 rendered, 3 from the cache" in run(*command).err
    lit = run(*command, "--lights", "own")
    assert "pictures: 3 rendered, 0 from the cache" in lit.err
