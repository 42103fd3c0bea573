"""evalcore against the plain reference, on real clips where they are at hand and on small own ones everywhere."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.metrics import mad, ssim
from evalcore.rollout import (
    RULES,
    RolloutResult,
    candidates,
    history_farneback,
    history_velocity,
    load,
    paired,
    persistence,
    score,
)
from evalcore.rollout.frames import observed, prediction, truth
from evalcore.video import decode, write
from evalcore.workspace import Workspace
from tests.reference import rollout as reference

CONDITIONING, HORIZON = 9, 8
BASELINES = ("persistence", "history_farneback")
MODELS = ("blurred", "late", "reencoded")
CLIPS = ("carphone", "nasa", "street15", "bikes", pytest.param("colour", marks=pytest.mark.slow))


@cache
def reference_baselines(conditioning: Path) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Velocity of the history baseline, and what both baselines predict, by the reference alone."""
    history = reference.decode_opencv(conditioning)
    velocity = reference.velocity_by_array(reference.flows(history))
    return velocity, {
        "persistence": reference.persistence(history, HORIZON),
        "history_farneback": reference.extrapolate(history[-1], velocity, HORIZON),
    }


@cache
def by_reference(root: Path, clip_id: str) -> dict[str, dict[str, list[float]]]:
    """Per-step values of every method on one clip, by the reference alone."""
    future = reference.decode_opencv(root / "future" / f"{clip_id}.mp4")
    predicted = dict(reference_baselines(root / "conditioning" / f"{clip_id}.mp4")[1])
    for folder in sorted((root / "models").iterdir()):
        predicted[folder.name] = reference.decode_opencv(folder / f"{clip_id}.mp4")[CONDITIONING:]
    return {
        method: {
            "per_step_mad": reference.per_step(reference.mad, frames, future),
            "per_step_ssim": reference.per_step(reference.ssim, frames, future),
        }
        for method, frames in predicted.items()
    }


@cache
def by_evalcore(workspace: Path) -> RolloutResult:
    return score(Workspace(workspace))


def assert_scores_equal_the_reference(workspace: Path, clip_id: str, methods: set[str]) -> None:
    expected = by_reference(workspace / "rollout", clip_id)
    found = {clip.method: clip for clip in by_evalcore(workspace).clips if clip.clip_id == clip_id}
    assert found.keys() == expected.keys() == methods
    for method, clip in found.items():
        assert list(clip.per_step_mad) == expected[method]["per_step_mad"]
        assert clip.rollout_mad == pytest.approx(np.mean(expected[method]["per_step_mad"]), abs=1e-12)
        np.testing.assert_allclose(clip.per_step_ssim, expected[method]["per_step_ssim"], rtol=0, atol=1e-9)
        assert clip.rollout_ssim == pytest.approx(np.mean(expected[method]["per_step_ssim"]), abs=1e-9)


def assert_frames_equal_the_reference(workspace: Path, clip_id: str) -> None:
    data, root = load(Workspace(workspace)), workspace / "rollout"
    assert np.array_equal(truth(data, clip_id), reference.decode_opencv(root / "future" / f"{clip_id}.mp4"))
    history = observed(data, clip_id)
    assert np.array_equal(history, reference.decode_pyav(root / "conditioning" / f"{clip_id}.mp4"))
    velocity, expected = reference_baselines(root / "conditioning" / f"{clip_id}.mp4")
    np.testing.assert_allclose(history_velocity(history), velocity, rtol=0, atol=1e-6)
    for baseline, frames in expected.items():
        assert np.array_equal(prediction(data, clip_id, baseline), frames), baseline


@pytest.fixture
def workspace(cases: Path) -> Path:
    return cases / "rollout"


@pytest.mark.cases
class TestRealClips:
    # One test a clip: the reference takes its time, and computes a clip once a process.
    @pytest.mark.parametrize("clip_id", CLIPS)
    def test_a_clip_equals_the_reference_and_that_the_expected_values(self, workspace: Path, clip_id: str):
        expected = json.loads((workspace / "expected.json").read_text())[clip_id]
        found = by_reference(workspace / "rollout", clip_id)
        assert found.keys() == expected.keys()
        for method, values in found.items():
            # Decoder and flow vary a little by CPU family.
            for metric, tolerance in (("per_step_mad", 0.05), ("per_step_ssim", 2e-3)):
                np.testing.assert_allclose(values[metric], expected[method][metric], rtol=0, atol=tolerance)
        assert_frames_equal_the_reference(workspace, clip_id)
        assert_scores_equal_the_reference(workspace, clip_id, {*MODELS, *BASELINES})

    @pytest.mark.slow
    def test_velocity_equals_the_loop_over_pixels(self, workspace: Path):
        history = reference.decode_opencv(workspace / "rollout" / "conditioning" / "carphone.mp4")
        expected = reference.velocity_by_pixel(reference.flows(history))
        np.testing.assert_allclose(history_velocity(history), expected, rtol=0, atol=1e-6)

    @pytest.mark.parametrize("metric", ["mad", "ssim"])
    def test_comparisons_equal_the_reference(self, workspace: Path, metric: str):
        assert_comparisons_equal_the_reference(by_evalcore(workspace), "late", "history_farneback", metric)


def moving_clip(seed: int, *, height: int = 48, width: int = 64, length: int = CONDITIONING + HORIZON) -> np.ndarray:
    """A smooth texture that pans under noise, with a disc that moves on its own: (length, height, width, 3) uint8."""
    rng = np.random.default_rng(seed)
    coarse = rng.integers(0, 256, (height // 6 + 8, width // 6 + 8, 3), np.uint8)
    texture = cv2.resize(coarse, (width + 60, height + 60), interpolation=cv2.INTER_CUBIC).astype(np.float32)
    pan, start, speed = rng.uniform(-1.5, 1.5, 2), rng.uniform(0.3, 0.7, 2) * (width, height), rng.uniform(-3, 3, 2)
    frames = []
    for t in range(length):
        shift = np.array([[1, 0, pan[0] * t - 30], [0, 1, pan[1] * t - 30]])
        frame = cv2.warpAffine(texture, shift, (width, height), borderMode=cv2.BORDER_REFLECT)
        cv2.circle(frame, np.round(start + speed * t).astype(int).tolist(), height // 8, (230, 40, 60), -1)
        frames.append(np.clip(frame + rng.normal(0, 2, frame.shape), 0, 255).astype(np.uint8))
    return np.stack(frames)


def write_workspace(folder: Path, clips: dict[str, np.ndarray]) -> None:
    """Two models of the clips: ``same`` differs by its encoding alone, ``late`` is one frame late after the prefix."""
    root = folder / "rollout"
    root.mkdir(parents=True)
    (root / "clips.jsonl").write_text("".join(json.dumps({"clip_id": name}) + "\n" for name in clips))
    for name, frames in clips.items():
        late = np.concatenate([frames[:CONDITIONING], frames[CONDITIONING - 1 : -1]])
        for place, part in {
            "conditioning": frames[:CONDITIONING],
            "future": frames[CONDITIONING:],
            "models/same": frames,
            "models/late": late,
        }.items():
            path = root / place / f"{name}.mp4"
            path.parent.mkdir(parents=True, exist_ok=True)
            write(path, part, fps=15)


@pytest.fixture(scope="module")
def own_workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("own")
    write_workspace(
        folder,
        {
            "even": moving_clip(1),
            "wide": moving_clip(2, height=36, width=150),
            "still": np.repeat(moving_clip(3, length=1), CONDITIONING + HORIZON, axis=0),
        },
    )
    return folder


class TestOwnClips:
    @pytest.mark.parametrize("clip_id", ["even", "wide", "still"])
    def test_frames_of_baselines_equal_the_reference(self, own_workspace: Path, clip_id: str):
        assert_frames_equal_the_reference(own_workspace, clip_id)

    @pytest.mark.parametrize("clip_id", ["even", "wide", "still"])
    def test_scores_equal_the_reference(self, own_workspace: Path, clip_id: str):
        assert_scores_equal_the_reference(own_workspace, clip_id, {"same", "late", *BASELINES})

    @pytest.mark.parametrize("metric", ["mad", "ssim"])
    def test_comparisons_equal_the_reference(self, own_workspace: Path, metric: str):
        assert_comparisons_equal_the_reference(by_evalcore(own_workspace), "late", "persistence", metric)

    def test_exact_decoding_is_the_rounded_float_formula(self, own_workspace: Path):
        path = own_workspace / "rollout" / "future" / "even.mp4"
        frames = decode(path, method="exact").frames
        for frame, planes in zip(frames, reference.decode_planes(path), strict=True):
            expected = np.clip(reference.rgb_float(*planes, matrix="bt601", full=False), 0, 255)
            assert np.abs(frame - expected).max() <= 0.51

    @pytest.mark.parametrize("baseline", BASELINES)
    def test_a_scrambled_future_does_not_reach_a_baseline(self, tmp_path: Path, baseline: str):
        write_workspace(tmp_path, {"clip": moving_clip(4)})
        before, scored_before = prediction(load(Workspace(tmp_path)), "clip", baseline), score(Workspace(tmp_path))
        future = tmp_path / "rollout" / "future" / "clip.mp4"
        noise = np.random.default_rng(0).integers(0, 256, (HORIZON, 48, 64, 3), np.uint8)
        write(future, noise, fps=15)
        after, scored_after = prediction(load(Workspace(tmp_path)), "clip", baseline), score(Workspace(tmp_path))
        assert np.array_equal(before, after)
        # The scores do see it, against exactly these frames.
        mads = [{c.method: c.per_step_mad for c in one.clips}[baseline] for one in (scored_before, scored_after)]
        assert mads[0] != mads[1]
        assert list(mads[1]) == reference.per_step(reference.mad, before, reference.decode_opencv(future))


def assert_comparisons_equal_the_reference(result: RolloutResult, method: str, baseline: str, metric: str) -> None:
    values = {
        name: {clip.clip_id: getattr(clip, f"rollout_{metric}") for clip in result.clips if clip.method == name}
        for name in (method, baseline)
    }
    found = paired(result, method, baseline, metric=metric)
    expected = reference.paired(values[method], values[baseline], higher_is_better=metric == "ssim")
    for name, value in expected.items():
        assert getattr(found, name) == pytest.approx(value, abs=1e-9), name
    differences = {pair.clip_id: pair.difference for pair in found.pairs}
    for rule, choice in candidates(result, method, baseline, metric=metric).rules.items():
        value, order = reference.nearest_to_quantile(differences, RULES[rule])
        assert choice.value == pytest.approx(value, abs=1e-12)
        assert [choice.clip_id, *(one.clip_id for one in choice.runners_up)] == order


@settings(max_examples=12, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    height=st.integers(9, 24),
    width=st.integers(9, 30),
    length=st.integers(2, 9),
    horizon=st.integers(1, 8),
)
def test_baselines_equal_the_loop_over_pixels(seed: int, height: int, width: int, length: int, horizon: int):
    history = moving_clip(seed, height=height, width=width, length=length)
    velocity = reference.velocity_by_pixel(reference.flows(history))
    np.testing.assert_allclose(history_velocity(history), velocity, rtol=0, atol=1e-6)
    expected = reference.extrapolate(history[-1], velocity, horizon)
    assert np.array_equal(history_farneback(history, horizon), expected)
    assert np.array_equal(persistence(history, horizon), reference.persistence(history, horizon))


@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_velocity_where_many_trajectories_leave_the_picture(seed: int):
    # Frames that have nothing to do with each other give long, wild flows.
    history = np.random.default_rng(seed).integers(0, 256, (9, 14, 18, 3), np.uint8)
    history = np.stack([cv2.GaussianBlur(frame, (0, 0), 2) for frame in history])
    velocity = reference.velocity_by_pixel(reference.flows(history))
    np.testing.assert_allclose(history_velocity(history), velocity, rtol=0, atol=1e-6)


@settings(max_examples=20, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    height=st.integers(7, 40),
    width=st.integers(7, 40),
    spread=st.sampled_from([0, 1, 8, 255]),
)
def test_metrics_equal_the_reference(seed: int, height: int, width: int, spread: int):
    rng = np.random.default_rng(seed)
    true = rng.integers(0, 256, (2, height, width, 3)).astype(np.uint8)
    pred = np.clip(true + rng.integers(-spread, spread + 1, true.shape), 0, 255).astype(np.uint8)
    assert mad(pred, true).tolist() == reference.per_step(reference.mad, pred, true)
    np.testing.assert_allclose(ssim(pred, true), reference.per_step(reference.ssim, pred, true), rtol=0, atol=1e-9)
