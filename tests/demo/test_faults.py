from __future__ import annotations

import cv2
import numpy as np
import pytest

from evalcore.demo.drawing import Image
from evalcore.demo.faults import MODELS, NOW, STEPS, VANISHES_AT
from evalcore.demo.scenes import Shot
from evalcore.demo.stage import Scene
from evalcore.metrics import mad

FIRST_VANISHED = VANISHES_AT - 1  # index of step 5


@pytest.fixture(scope="module", params=["bounce", "pan"])
def scene(request: pytest.FixtureRequest) -> Scene:
    return Shot(request.param, 0).build()


@pytest.fixture(scope="module")
def truth(scene: Scene) -> list[Image]:
    return [scene.frame(NOW + step) for step in STEPS]


def predicted(model: str, scene: Scene, seed: int = 0) -> list[Image]:
    frames = list(MODELS[model].predict(scene, np.random.default_rng(seed)))
    assert len(frames) == 8
    return frames


def errors(prediction: list[Image], truth: list[Image]) -> list[float]:
    return [float(mad(frame, right)) for frame, right in zip(prediction, truth, strict=True)]


def test_good_is_nearly_right_and_drifts(scene: Scene, truth: list[Image]) -> None:
    error = errors(predicted("good", scene), truth)
    assert max(error) < 3
    assert error[-1] > error[0] > 0


def test_late_shows_the_frame_before(scene: Scene, truth: list[Image]) -> None:
    late = predicted("late", scene)
    assert (late[0] == scene.frame(NOW)).all()
    assert all((shown == before).all() for shown, before in zip(late[1:], truth[:-1], strict=True))
    assert min(errors(late, truth)) > 0


def test_blur_grows_with_the_step(scene: Scene, truth: list[Image]) -> None:
    blurred = predicted("blur", scene)
    assert (np.diff(errors(blurred, truth)) > 0).all()
    sharpness = [cv2.Laplacian(frame, cv2.CV_32F).var() for frame in blurred]
    assert (np.diff(sharpness) < 0).all()


def test_vanish_is_right_until_the_object_is_gone(scene: Scene, truth: list[Image]) -> None:
    error = errors(predicted("vanish", scene), truth)
    assert error[:FIRST_VANISHED] == [0] * FIRST_VANISHED
    assert min(error[FIRST_VANISHED:]) > 1


def test_samples_differ_and_their_error_grows(scene: Scene, truth: list[Image]) -> None:
    assert MODELS["sampled"].samples == 3
    first, second = (errors(predicted("sampled", scene, seed), truth) for seed in (0, 1))
    assert first != second
    assert first[-1] > first[0] > 0


@pytest.mark.parametrize("model", MODELS)
def test_a_seed_gives_the_same_prediction_again(model: str) -> None:
    scene = Shot("fall", 1).build()
    assert np.array_equal(predicted(model, scene, seed=3), predicted(model, scene, seed=3))
