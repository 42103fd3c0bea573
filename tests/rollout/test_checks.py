from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from evalcore.rollout.checks import Prefix, foreign_prefixes, offset_message, thumbnail

SIZE = (64, 36)


def moving(steps: range) -> NDArray[np.uint8]:
    """A step edge that moves 4 pixels a frame."""
    frames = np.zeros((len(steps), 36, 64, 3), np.uint8)
    for k, step in enumerate(steps):
        frames[k, :, : 4 * (step + 1)] = 200
    return frames


def test_an_aligned_prediction_gives_no_message() -> None:
    assert offset_message(moving(range(8)), moving(range(8)), drop=0.2) is None


@pytest.mark.parametrize(("shift", "word"), [(-1, "one frame late"), (1, "one frame early")])
def test_a_shifted_prediction_is_found_with_its_three_values(shift: int, word: str) -> None:
    message = offset_message(moving(range(shift, 8 + shift)), moving(range(8)), drop=0.2)
    assert message is not None
    assert word in message
    # One step is 4 of 64 columns at 200 grey levels: 12.5; two steps are 25.
    assert "MAD is 12.500 as aligned" in message
    assert "25.000" in message
    assert "0.000" in message


def test_a_small_drop_is_not_reported() -> None:
    truth = moving(range(8))
    prediction = moving(range(-1, 7))
    prediction[:, :18] = 255 - prediction[:, :18]
    assert offset_message(prediction, truth, drop=0.2) is None


def test_two_steps_are_too_few_to_shift() -> None:
    assert offset_message(moving(range(-1, 1)), moving(range(2)), drop=0.2) is None


def pictures(count: int) -> list[NDArray[np.uint8]]:
    rng = np.random.default_rng(0)
    return [rng.integers(0, 256, (36, 64, 3), dtype=np.uint8) for _ in range(count)]


def prefix(picture: NDArray[np.uint8], clip_id: str, size: tuple[int, int] = SIZE) -> Prefix:
    return Prefix(f"m/{clip_id}", "m", clip_id, 0, size, thumbnail(picture))


def difference(first: NDArray[np.uint8], second: NDArray[np.uint8]) -> float:
    return float(np.abs(first.astype(int) - second).mean())


def test_a_prefix_of_another_clip_is_found_and_right_ones_are_never_compared_in_full() -> None:
    shown = dict(zip("abc", pictures(3), strict=True))
    conditioning = {clip_id: (SIZE, thumbnail(picture)) for clip_id, picture in shown.items()}
    generated = {"a": shown["a"], "b": shown["c"], "c": shown["c"]}
    asked = []

    def full(one: Prefix, clip_id: str) -> float:
        asked.append((one.clip_id, clip_id))
        return difference(generated[one.clip_id], shown[clip_id])

    faults = foreign_prefixes([prefix(p, c) for c, p in generated.items()], conditioning, full)
    assert list(faults) == ["m/b"]
    assert "belongs to clip 'c'" in faults["m/b"]
    assert "0.000" in faults["m/b"]
    assert asked == [("b", "b"), ("b", "c")]


def test_clips_that_share_their_conditioning_are_no_fault() -> None:
    (picture,) = pictures(1)
    conditioning = {clip_id: (SIZE, thumbnail(picture)) for clip_id in "ab"}
    noisy = picture // 2
    assert foreign_prefixes([prefix(noisy, "a"), prefix(noisy, "b")], conditioning, lambda *_: 0.0) == {}


def test_a_nearer_thumbnail_alone_is_no_fault() -> None:
    shown = dict(zip("ab", pictures(2), strict=True))
    conditioning = {clip_id: (SIZE, thumbnail(picture)) for clip_id, picture in shown.items()}
    assert foreign_prefixes([prefix(shown["b"], "a")], conditioning, lambda *_: 1.0) == {}


def test_clips_of_another_size_are_never_confused() -> None:
    shown = dict(zip("ab", pictures(2), strict=True))
    conditioning = {"a": (SIZE, thumbnail(shown["a"])), "b": ((128, 72), thumbnail(shown["b"]))}
    assert foreign_prefixes([prefix(shown["b"], "a")], conditioning, lambda *_: pytest.fail("compared")) == {}
