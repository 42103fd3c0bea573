from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from evalcore.batch import Cache
from evalcore.errors import InputError
from evalcore.rollout import PAPER, RolloutConfig, RolloutResult, load_result, score
from evalcore.video import write
from evalcore.workspace import Workspace
from tests.reference import rollout as reference
from tests.rollout.small import HEIGHT, WIDTH, make_workspace, moving, write_sound, write_tagged


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_workspace(tmp_path_factory.mktemp("made"))


@pytest.fixture
def root(made: Path, tmp_path: Path) -> Path:
    """A copy that a test may damage."""
    return shutil.copytree(made, tmp_path / "space")


def values(result: RolloutResult) -> dict[tuple[str, str], tuple[float, ...]]:
    return {(clip.method, clip.clip_id): (*clip.per_step_mad, *clip.per_step_ssim) for clip in result.clips}


def kinds(result: RolloutResult) -> dict[str, str]:
    return {failure.unit: failure.kind for failure in result.failures}


def test_every_method_on_every_clip(made: Path) -> None:
    result = score(Workspace(made))
    assert result.complete
    assert (result.coverage.requested, result.coverage.done) == (12, 12)
    assert list(result.methods) == ["close", "late", "persistence", "history_farneback"]
    assert {name: one.kind for name, one in result.methods.items()}["persistence"] == "baseline"
    assert result.methods["late"].n == 3


def test_the_aggregate_is_the_mean_over_clips(made: Path) -> None:
    result = score(Workspace(made))
    clips = [clip for clip in result.clips if clip.method == "late"]
    late = result.methods["late"]
    assert late.rollout_mad is not None
    assert late.rollout_mad.mean == pytest.approx(np.mean([clip.rollout_mad for clip in clips]), abs=1e-12)
    assert late.rollout_mad.sd == pytest.approx(np.std([clip.rollout_mad for clip in clips], ddof=1), abs=1e-12)
    assert late.per_step_ssim == pytest.approx(np.mean([clip.per_step_ssim for clip in clips], axis=0), abs=1e-12)
    assert clips[0].rollout_mad == pytest.approx(np.mean(clips[0].per_step_mad), abs=1e-12)


def test_figures_equal_the_plain_reference_on_the_same_frames(made: Path) -> None:
    result = values(score(Workspace(made)))
    truth = reference.decode_pyav(made / "rollout/future/a.mp4")
    clip = reference.decode_pyav(made / "rollout/models/late/a.mp4")
    mads = [reference.mad(clip[9 + k], truth[k]) for k in range(8)]
    assert result["late", "a"][:8] == tuple(mads)
    assert result["late", "a"][8:] == pytest.approx([reference.ssim(clip[9 + k], truth[k]) for k in range(8)], abs=1e-9)


def test_the_late_model_is_reported_and_the_close_one_is_not(made: Path) -> None:
    result = score(Workspace(made))
    found = {note.unit for note in result.warnings if note.kind == "offset"}
    assert {"late/a", "late/b", "late/c"} <= found
    assert not any(unit.startswith("close/") for unit in found)


@pytest.mark.parametrize("jobs", [1, 3])
def test_the_numbers_do_not_depend_on_the_workers(made: Path, jobs: int) -> None:
    assert values(score(Workspace(made), jobs=jobs)) == values(score(Workspace(made)))


def test_a_second_run_comes_from_the_cache_and_equals_the_first(made: Path, tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    first = score(Workspace(made), cache=cache)
    second = score(Workspace(made), cache=cache)
    assert first.record["units"] == {"computed": 12, "from_cache": 0}
    assert second.record["units"] == {"computed": 0, "from_cache": 12}
    assert (second.clips, second.methods, second.warnings) == (first.clips, first.methods, first.warnings)


@pytest.mark.parametrize("change", ["content", "config", "conditioning", "tolerance"])
def test_what_changes_a_number_is_computed_anew(root: Path, tmp_path: Path, change: str) -> None:
    cache = Cache(tmp_path / "cache")
    score(Workspace(root), cache=cache)
    config = PAPER
    if change == "content":
        write(root / "rollout/models/close/a.mp4", moving(0), fps=15)
    elif change == "conditioning":
        write(root / "rollout/conditioning/a.mp4", moving(0, count=9)[::-1].copy(), fps=15)
    elif change == "tolerance":
        config = RolloutConfig(gate_tolerance=1)
    else:
        config = RolloutConfig(decode="exact")
    again = score(Workspace(root), cache=cache, config=config)
    assert again.record["units"]["computed"] == {"content": 1, "conditioning": 4, "config": 12, "tolerance": 0}[change]


def test_a_copy_of_a_clip_under_another_model_is_its_own_unit(root: Path, tmp_path: Path) -> None:
    shutil.copytree(root / "rollout/models/late", root / "rollout/models/later")
    result = score(Workspace(root), cache=Cache(tmp_path / "cache"), baselines=())
    again = score(Workspace(root), cache=Cache(tmp_path / "cache"), baselines=())
    assert {clip.method for clip in again.clips} == {"close", "late", "later"}
    assert result.clips == again.clips


def test_baselines_see_no_future_frame(root: Path) -> None:
    before = score(Workspace(root), models=[])
    write(root / "rollout/future/a.mp4", moving(99, count=8), fps=15)
    from evalcore.rollout import load
    from evalcore.rollout.frames import prediction

    data = load(Workspace(root))
    for name in ("persistence", "history_farneback"):
        frames = prediction(data, "a", name)
        shutil.copy(root / "rollout/future/b.mp4", root / "rollout/future/a.mp4")
        assert np.array_equal(frames, prediction(data, "a", name))
    assert values(before) != values(score(Workspace(root), models=[]))


def test_without_conditioning_files_a_models_prefix_stands_in(tmp_path: Path) -> None:
    space = Workspace(make_workspace(tmp_path / "bare", conditioning=False))
    result = score(space)
    assert result.complete
    assert result.record["config"]["conditioning_from"] == "close"
    assert result.record["conditioning_from_model"] == ["a", "b", "c"]
    named = score(space, conditioning_from="late")
    assert named.record["config"]["conditioning_from"] == "late"
    assert all(clip.prefix_mad is None for clip in result.clips)


def test_without_anything_to_condition_on_the_baselines_fail_and_say_so(tmp_path: Path) -> None:
    space = Workspace(make_workspace(tmp_path / "bare", conditioning=False, models=()))
    result = score(space)
    assert set(kinds(result).values()) == {"missing"}
    assert "no rollout/conditioning/a.mp4" in result.failures[0].message
    with pytest.raises(InputError, match="nothing to score"):
        score(space, baselines=())


def test_samples_are_averaged_and_listed(root: Path) -> None:
    folder = root / "rollout/models/close"
    for clip_id in "abc":
        (folder / f"{clip_id}.mp4").rename(folder / f"{clip_id}.s0.mp4")
        shutil.copy(root / f"rollout/models/late/{clip_id}.mp4", folder / f"{clip_id}.s1.mp4")
    result = score(Workspace(root), baselines=())
    clip = next(one for one in result.clips if one.method == "close" and one.clip_id == "a")
    late = next(one for one in result.clips if one.method == "late" and one.clip_id == "a")
    assert [sample.sample for sample in clip.samples] == [0, 1]
    assert clip.samples[1].per_step_mad == late.per_step_mad
    assert clip.rollout_mad == pytest.approx((clip.samples[0].rollout_mad + late.rollout_mad) / 2, abs=1e-12)


def damage(root: Path, fault: str) -> None:
    clip = root / "rollout/models/late/b.mp4"
    if fault == "missing":
        clip.unlink()
    elif fault == "16 frames":
        write(clip, moving(1, count=16), fps=15)
    elif fault == "18 frames":
        write(clip, moving(1, count=18), fps=15)
    elif fault == "empty":
        clip.write_bytes(b"")
    elif fault == "html":
        clip.write_bytes(b"<html>404</html>")
    elif fault == "truncated":
        clip.write_bytes(clip.read_bytes()[:-400])
    elif fault == "size":
        write(clip, moving(1, size=(WIDTH + 16, HEIGHT)), fps=15)
    elif fault == "colour":
        write_tagged(clip, moving(1), matrix=1)
    elif fault == "no video stream":
        write_sound(clip)
    elif fault == "foreign prefix":
        shutil.copy(root / "rollout/models/late/c.mp4", clip)


@pytest.mark.parametrize(
    ("fault", "kind", "words"),
    [
        ("missing", "missing", ["rollout/models/late/b.mp4"]),
        ("16 frames", "frame_count", ["16", "17"]),
        ("18 frames", "frame_count", ["18", "17"]),
        ("empty", "empty", ["rollout/models/late/b.mp4"]),
        ("html", "not_video", ["rollout/models/late/b.mp4"]),
        ("truncated", None, ["rollout/models/late/b.mp4"]),
        ("size", "size", [f"{WIDTH + 16}x{HEIGHT}", f"{WIDTH}x{HEIGHT}", "rollout/future/b.mp4"]),
        ("colour", "colour", ["bt709 limited", "bt601 limited", "rollout/future/b.mp4"]),
        ("no video stream", "no_stream", ["rollout/models/late/b.mp4"]),
        ("foreign prefix", "prefix", ["'c'"]),
    ],
)
def test_one_faulty_clip_is_one_failure_and_no_aggregate(
    root: Path, fault: str, kind: str | None, words: list[str]
) -> None:
    damage(root, fault)
    result = score(Workspace(root))
    (failure,) = result.failures
    assert failure.unit == "late/b"
    assert failure.kind == (kind or failure.kind)
    assert all(word in failure.message for word in words), failure.message
    assert not result.complete
    assert result.coverage.done == result.coverage.requested - 1
    for method in result.methods.values():
        assert method.rollout_mad is None
        assert method.per_step_mad is None
        assert method.reason is not None
        assert "1 of 12 units failed" in method.reason
    partial = score(Workspace(root), allow_partial=True)
    assert not partial.complete
    assert partial.methods["late"].n == 2
    assert partial.methods["late"].rollout_mad is not None


def test_a_faulty_ground_truth_fails_all_methods_of_its_clip(root: Path) -> None:
    write(root / "rollout/future/b.mp4", moving(1, count=7), fps=15)
    result = score(Workspace(root))
    assert set(kinds(result)) == {"close/b", "late/b", "persistence/b", "history_farneback/b"}
    assert all("rollout/future/b.mp4" in failure.message for failure in result.failures)


def test_a_clip_saved_under_the_name_of_another_is_found_though_its_own_is_missing(root: Path) -> None:
    (root / "rollout/models/late/c.mp4").rename(root / "rollout/models/late/b.mp4")
    result = score(Workspace(root), models=["late"], baselines=())
    assert kinds(result) == {"late/c": "missing", "late/b": "prefix"}


def test_pictures_smaller_than_the_window_are_an_input_error(tmp_path: Path) -> None:
    result = score(Workspace(make_workspace(tmp_path / "tiny", clips=("a",), models=("close",), size=(6, 6))))
    assert set(kinds(result).values()) == {"size"}
    assert "found 6x6 pixels, SSIM needs at least 7x7" in result.failures[0].message


def test_every_file_that_was_read_is_recorded(root: Path) -> None:
    historical(root, "late")
    damage(root, "16 frames")
    files = score(Workspace(root), baselines=()).record["inputs"]["files"]
    assert {"rollout/clips.jsonl", "rollout/historical/late.json", "rollout/models/late/b.mp4"} <= files.keys()
    assert len(files) == 2 + 3 * 4
    damage(root, "missing")
    assert "rollout/models/late/b.mp4" not in score(Workspace(root)).record["inputs"]["files"]


def test_a_clip_that_failed_does_not_stop_the_gate_of_a_partial_run(root: Path) -> None:
    historical(root, "late")
    damage(root, "missing")
    result = score(Workspace(root), allow_partial=True)
    assert kinds(result) == {"late/b": "missing"}
    assert result.methods["late"].n == 2
    assert result.methods["late"].rollout_mad is not None
    (row,) = [row for row in result.gate if not row.passed]
    assert row.recomputed_reason == "the clip failed; see failures"


def test_nonsense_settings_are_refused() -> None:
    for nonsense in ({"gate_tolerance": float("inf")}, {"gate_tolerance": -1.0}, {"horizon": 0}, {"conditioning": 1}):
        with pytest.raises(InputError):
            RolloutConfig(**nonsense)  # type: ignore[arg-type]


def test_another_frame_rate_is_a_warning(root: Path) -> None:
    write(root / "rollout/models/late/b.mp4", moving(1), fps=30)
    result = score(Workspace(root), baselines=())
    (note,) = [note for note in result.warnings if note.kind == "frame_rate"]
    assert note.unit == "late/b"
    assert "30 frames a second" in note.message
    assert result.complete


def test_stray_files_are_a_warning(root: Path) -> None:
    shutil.copy(root / "rollout/models/late/b.mp4", root / "rollout/models/late/x.mp4")
    (note,) = [note for note in score(Workspace(root)).warnings if note.kind == "stray"]
    assert note.unit == "rollout/models/late/x.mp4"


def historical(root: Path, model: str, *, shift: dict[str, float] | None = None, drop: str | None = None) -> None:
    published = {
        clip.clip_id: {"aggregate_rollout_mad": clip.rollout_mad + (shift or {}).get(clip.clip_id, 0.0)}
        for clip in score(Workspace(root), models=[model], baselines=()).clips
        if clip.clip_id != drop
    }
    folder = root / "rollout" / "historical"
    folder.mkdir(exist_ok=True)
    (folder / f"{model}.json").write_text(json.dumps(published))


def test_the_gate_passes_on_published_figures(root: Path) -> None:
    historical(root, "late", shift={"a": 0.009})
    result = score(Workspace(root))
    assert result.complete
    assert [(row.clip_id, row.passed) for row in result.gate] == [("a", True), ("b", True), ("c", True)]


def test_the_gate_stops_everybody_or_one_model(root: Path) -> None:
    historical(root, "late", shift={"b": 0.011})
    result = score(Workspace(root))
    assert kinds(result) == {"late/b": "gate"}
    assert not result.complete
    assert all(method.rollout_mad is None for method in result.methods.values())
    assert all("historical gate" in (method.reason or "") for method in result.methods.values())
    one = score(Workspace(root), gate_per_model=True)
    assert not one.complete
    assert [name for name, method in one.methods.items() if method.rollout_mad is None] == ["late"]
    assert score(Workspace(root), config=RolloutConfig(gate_tolerance=0.02)).complete


def test_a_clip_in_only_one_of_the_two_stops_too(root: Path) -> None:
    historical(root, "late", drop="c")
    assert kinds(score(Workspace(root))) == {"late/c": "gate"}
    path = root / "rollout/historical/late.json"
    published = json.loads(path.read_text())
    published["c"] = published["gone"] = {"aggregate_rollout_mad": 1.0}
    path.write_text(json.dumps(published))
    failures = kinds(score(Workspace(root), config=RolloutConfig(gate_tolerance=300)))
    assert failures == {"late/gone": "gate"}


def test_published_clips_of_other_splits_are_left_aside(root: Path) -> None:
    historical(root, "late")
    result = score(Workspace(root), split="one")
    assert result.complete
    assert [row.clip_id for row in result.gate] == ["a"]


def test_another_horizon_is_marked_custom(tmp_path: Path) -> None:
    root = tmp_path / "short"
    make_workspace(root, clips=("a",), models=("close",))
    write(root / "rollout/future/a.mp4", moving(0, first=9, count=4), fps=15)
    write(root / "rollout/models/close/a.mp4", moving(0, count=13), fps=15)
    result = score(Workspace(root), config=RolloutConfig(horizon=4))
    assert result.complete
    assert result.record["config"]["protocol"] == "custom"
    assert score(Workspace(root), config=RolloutConfig(gate_tolerance=1)).record["config"]["protocol"] == "paper"
    assert len(result.clips[0].per_step_mad) == 4


def test_the_result_survives_saving(made: Path, tmp_path: Path) -> None:
    result = score(Workspace(made))
    result.save(tmp_path)
    again = load_result(tmp_path)
    assert again.clips == result.clips
    assert again.methods == result.methods
    assert again.gate == result.gate
    assert str(made) not in (tmp_path / "result.json").read_text()
