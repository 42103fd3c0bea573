from __future__ import annotations

import io
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from evalcore.errors import InputError
from evalcore.metrics import mad
from evalcore.plots import candidate_frames
from evalcore.plots.frames import _drawable, absolute_difference, colour_map

Frames = NDArray[np.uint8]


def clip(seed: int, *, width: int = 200) -> Frames:
    return np.random.default_rng(seed).integers(0, 256, (3, 40, width, 3), dtype=np.uint8)


def pixels(png: bytes) -> Frames:
    return np.asarray(Image.open(io.BytesIO(png)))


def places(page: Frames, block: Frames) -> list[tuple[int, int]]:
    """Top left corners (x, y) at which ``block`` stands in ``page``, pixel for pixel."""
    height, width = block.shape[:2]
    starts = np.argwhere((page == block[0, 0]).all(axis=-1))
    return [(int(x), int(y)) for y, x in starts if np.array_equal(page[y : y + height, x : x + width], block)]


def test_difference_is_the_mean_over_rgb_and_averages_to_the_mad() -> None:
    truth, prediction = clip(0), clip(1)
    one = absolute_difference(np.array([[[[0, 10, 250]]]], np.uint8), np.array([[[[3, 0, 255]]]], np.uint8))
    assert one.tolist() == [[[6.0]]]
    assert absolute_difference(prediction, truth).mean(axis=(1, 2)) == pytest.approx(mad(prediction, truth), abs=1e-9)


def test_colours_run_from_dark_to_bright_and_are_clipped() -> None:
    colours = colour_map(np.array([0.0, 32.0, 64.0, 99.0]), limit=64.0).astype(int)
    assert np.array_equal(colours[2], colours[3])
    brightness = colours.sum(axis=-1)
    assert brightness[0] < 10 < brightness[1] < brightness[2]
    assert colours[1].tolist() == pytest.approx([188, 55, 84], abs=3)  # the middle of "inferno"


def test_frames_stand_pixel_for_pixel_in_order() -> None:
    conditioning, truth = clip(7)[0], clip(0)
    predictions = {"good": clip(1), "late": clip(2)}
    page = pixels(candidate_frames(conditioning, truth, predictions, steps=(1, 3), limit=100))
    (corner,) = places(page, conditioning)
    first, last = places(page, truth[0]), places(page, truth[2])
    assert [len(first), len(last)] == [1, 1]
    assert corner[0] < first[0][0] < last[0][0]
    assert corner[1] == first[0][1] == last[0][1]
    assert places(page, truth[1]) == []
    rows = [first[0][1]]
    for prediction in predictions.values():
        for block in (prediction[0], colour_map(absolute_difference(prediction[0], truth[0]), limit=100)):
            ((x, y),) = places(page, block)
            assert x == first[0][0]
            rows.append(y)
    assert rows == sorted(rows)
    assert all(later - earlier >= 40 for earlier, later in pairwise(rows))


def test_small_frames_are_enlarged_by_a_whole_factor() -> None:
    truth = clip(0, width=90)
    page = pixels(candidate_frames(truth[0], truth, {"good": clip(1, width=90)}, steps=[2]))
    assert len(places(page, truth[1].repeat(3, axis=0).repeat(3, axis=1))) == 1


def test_the_scale_ends_at_the_differences_shown() -> None:
    truth = np.zeros((2, 20, 200, 3), np.uint8)
    prediction = np.full_like(truth, 40)
    page = pixels(candidate_frames(truth[0], truth, {"good": prediction}, steps=[1]))
    assert len(places(page, np.broadcast_to(colour_map(np.array([40.0]), limit=40.0), (20, 200, 3)))) >= 1


def test_equal_frames_have_a_scale_too() -> None:
    truth = clip(0)
    page = pixels(candidate_frames(truth[0], truth, {"same": truth}, steps=[1]))
    assert len(places(page, np.broadcast_to(colour_map(np.array([0.0]), limit=1.0), (40, 200, 3)))) >= 1


def test_the_picture_is_the_same_on_each_run_and_follows_the_theme() -> None:
    arguments = (clip(0)[0], clip(0), {"a name with ünïcode and a very, very, very long end": clip(1)})
    light = candidate_frames(*arguments, steps=[1], title="c1: q25")
    assert candidate_frames(*arguments, steps=[1], title="c1: q25") == light
    assert pixels(light)[0, 0].tolist() == [255, 255, 255]
    dark = candidate_frames(*arguments, steps=[1], theme="evalcore_dark")
    assert pixels(dark)[0, 0].tolist() == [14, 17, 23]


def test_an_incomplete_run_says_so_in_its_own_line() -> None:
    arguments = (clip(0)[0], clip(0), {"good, sample 0": clip(1)})
    plain, partial = (
        pixels(candidate_frames(*arguments, steps=[1], title="c1", incomplete=text))
        for text in (None, "INCOMPLETE: 1 of 6 units failed")
    )
    line = len(partial) - len(plain)
    alert = [176, 0, 32]
    assert line > 0
    assert not (plain == alert).all(axis=-1).any()
    rows = (partial == alert).all(axis=-1).any(axis=1).nonzero()[0]
    assert len(rows) > 5
    assert rows.max() < places(partial, clip(0)[0])[0][1] - line  # above the heads of the columns
    below = places(plain, clip(0)[0])[0][1] - line
    assert np.array_equal(plain[below:], partial[below + line :])


def test_letters_that_cannot_be_drawn_are_replaced() -> None:
    assert _drawable("é − 模\n x") == "e - ? x"


@pytest.mark.parametrize("step", [0, 4])
def test_a_step_beyond_the_horizon_is_refused(step: int) -> None:
    with pytest.raises(InputError, match=rf"no step {step}\. Choose from 1 to 3\."):
        candidate_frames(clip(0)[0], clip(0), {"good": clip(1)}, steps=[1, step])


def test_nothing_to_draw_is_refused() -> None:
    with pytest.raises(InputError, match="at least one method and one step"):
        candidate_frames(clip(0)[0], clip(0), {}, steps=[1])


def test_frames_of_another_size_are_refused() -> None:
    with pytest.raises(ValueError, match=r"late: found uint8 \(3, 40, 100, 3\), expected uint8 frames \(40, 200, 3\)"):
        candidate_frames(clip(0)[0], clip(0), {"late": clip(1, width=100)}, steps=[1])
    with pytest.raises(ValueError, match="last_conditioning: found float64"):
        candidate_frames(clip(0)[0].astype(float), clip(0), {"good": clip(1)}, steps=[1])
