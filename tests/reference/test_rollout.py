"""The plain references themselves, on inputs small enough to work out by hand."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from tests.reference import rollout as reference


def field(height: int, width: int, vx: float, vy: float) -> np.ndarray:
    return np.broadcast_to(np.array([vx, vy], np.float32), (height, width, 2)).copy()


def lists(*fields: np.ndarray) -> list[list]:
    return [one.tolist() for one in fields]


def test_mad_of_two_pixels():
    pred = np.array([[[0, 10, 255], [7, 7, 7]]], np.uint8)
    truth = np.array([[[255, 12, 0], [7, 8, 7]]], np.uint8)
    assert reference.mad(pred, truth) == (255 + 2 + 255 + 1) / 6


def test_ssim_of_flat_pictures():
    # Without variance SSIM is its luminance term (2ab + C1) / (a2 + b2 + C1) with C1 = (0.01 * 255)^2.
    one, other = np.full((9, 9, 3), 100, np.uint8), np.full((9, 9, 3), 110, np.uint8)
    c1 = 2.55**2
    assert reference.ssim(one, other) == pytest.approx((2 * 100 * 110 + c1) / (100**2 + 110**2 + c1), abs=1e-12)
    assert reference.ssim(one, one) == 1


def test_shifted_mad_finds_a_clip_one_frame_late():
    truth = np.stack([np.full((2, 2, 3), 10 * k, np.uint8) for k in range(8)])
    late = np.concatenate([truth[:1], truth[:-1]])
    # Taken one frame earlier still: two frames late, but for the doubled first frame.
    assert reference.shifted_mad(late, truth) == pytest.approx({-1: (10 + 5 * 20) / 6, 0: 10, 1: 0})


def test_corners_share_the_weight_and_stay_in_the_picture():
    assert reference.corners(1.25, 0.5, 4, 4) == [(1, 0, 0.375), (2, 0, 0.125), (1, 1, 0.375), (2, 1, 0.125)]
    assert reference.corners(3.0, 2.0, 4, 3) == [(3, 2, 1.0)]


def test_trajectory_follows_the_flow_at_the_moving_position():
    second = field(3, 5, 0, 0)
    second[:, 1, 0], second[:, 2, 0] = 1, 2
    # The first flow moves (0, 1) to (1.5, 1), where the second one is halfway between 1 and 2.
    assert reference.trajectory_end(0, 1, lists(field(3, 5, 1.5, 0), second)) == (3.0, 1.0)


def test_trajectory_that_leaves_the_picture_is_dropped_even_if_it_would_come_back():
    there_and_back = lists(field(3, 5, 2, 0), field(3, 5, -2, 0))
    assert reference.trajectory_end(2, 1, there_and_back) == (2, 1)
    assert reference.trajectory_end(3, 1, there_and_back) is None


def test_candidate_carries_the_first_velocity_and_not_the_displacement():
    found = reference.candidate(lists(field(1, 6, 1, 0), field(1, 6, 2, 0)))
    assert found == [[None, None, None, (1, 0), (1, 0), (1, 0)]]


def test_candidate_is_the_weighted_mean_where_splats_meet():
    first = field(1, 4, 0, 0)
    first[0, 0, 0], first[0, 1, 0] = 1.5, 0.25
    # (0) lands at 1.5 and (1) at 1.25; (2) and (3) stay. At pixel 1: weights 0.5 and 0.75; at pixel 2: 0.5, 0.25 and 1.
    assert reference.candidate(lists(first)) == [
        [None, ((0.5 * 1.5 + 0.75 * 0.25) / 1.25, 0), ((0.5 * 1.5 + 0.25 * 0.25) / 1.75, 0), (0, 0)]
    ]


@pytest.mark.parametrize(("shift", "valid"), [(2**-21, False), (2**-19, True)])
def test_candidate_needs_more_weight_than_a_millionth(shift: float, valid: bool):
    # Pixel 1's own point leaves the picture to the right, so that only the splat from pixel 0 reaches it.
    first = field(1, 2, 0, 0)
    first[0, 0, 0], first[0, 1, 0] = shift, 5
    assert reference.candidate(lists(first)) == [[(shift, 0), (shift, 0) if valid else None]]


@pytest.mark.parametrize("velocity", [reference.velocity_by_pixel, reference.velocity_by_array])
def test_velocity_of_a_constant_flow(velocity):
    found = velocity([field(3, 12, 1, 0)] * 8)
    # After eight steps of one pixel the last start frame still reaches column 1, nothing reaches column 0.
    assert found[..., 0].tolist() == [[0] + [1] * 11] * 3
    assert not found[..., 1].any()


@pytest.mark.parametrize("velocity", [reference.velocity_by_pixel, reference.velocity_by_array])
def test_velocity_is_a_median_per_component_over_the_valid_candidates(velocity):
    # Two start frames: an even number of candidates averages the middle two.
    first, second = field(1, 4, 1, 0), field(1, 4, 0, 0)
    second[0, :, 0] = [3, 0, 0, 0]
    # second from 0 goes to 3, the others stay; first from 0, 1, 2 ends at 1, 2, 3.
    # Candidate 1: [-, 1, 1, 1]; candidate 2: [-, 0, 0, 1.5] as 3 and 0 meet in pixel 3.
    assert velocity([first, second])[0, :, 0].tolist() == [0, 0.5, 0.5, 1.25]


@pytest.mark.parametrize("seed", range(3))
def test_velocity_by_array_equals_velocity_by_pixel(seed: int):
    rng = np.random.default_rng(seed)
    fields = [rng.normal(0, 3, (9, 11, 2)).astype(np.float32) for _ in range(8)]
    np.testing.assert_allclose(
        reference.velocity_by_array(fields), reference.velocity_by_pixel(fields), rtol=0, atol=1e-9
    )


def test_extrapolate_moves_content_along_the_velocity():
    last = np.zeros((4, 12, 3), np.uint8)
    last[:, 2] = 200
    predicted = reference.extrapolate(last, np.broadcast_to([1.0, 0.0], (4, 12, 2)), 8)
    for k in range(1, 9):
        assert (predicted[k - 1].argmax(axis=1) == 2 + k).all()


def test_extrapolate_repeats_the_border_and_quantises_to_a_32nd_of_a_pixel():
    last = np.zeros((1, 4, 3), np.uint8)
    last[0, :, :] = np.array([[0], [64], [128], [192]])
    halves = reference.extrapolate(last, np.broadcast_to([0.5, 0.0], (1, 4, 2)), 1)
    assert halves[0, 0, :, 0].tolist() == [0, 32, 96, 160]
    tiny = reference.extrapolate(last, np.broadcast_to([1 / 100, 0.0], (1, 4, 2)), 1)
    assert tiny[0].tolist() == last.tolist()


def test_persistence_repeats_the_last_frame():
    clip = np.arange(3 * 2 * 2 * 3, dtype=np.uint8).reshape(3, 2, 2, 3)
    assert reference.persistence(clip, 2).tolist() == [clip[2].tolist()] * 2


def test_history_farneback_continues_a_motion_of_one_pixel_a_frame():
    rng = np.random.default_rng(0)
    texture = cv2.GaussianBlur(rng.integers(0, 256, (48, 100, 3), np.uint8), (0, 0), 3)
    texture = cv2.normalize(texture, None, 0, 255, cv2.NORM_MINMAX)
    moving = np.stack([texture[:, 30 - t : 94 - t] for t in range(17)])
    centre = (slice(None), slice(12, 36), slice(20, 44))
    predicted = reference.history_farneback(moving[:9], 8)[centre]
    assert reference.mad(predicted, moving[9:][centre]) < 1.5
    assert reference.mad(reference.persistence(moving[:9], 8)[centre], moving[9:][centre]) > 10


def test_history_farneback_of_flat_frames_is_persistence():
    # (On a still texture OpenCV's flow is not quite zero: up to 0.06 px.)
    flat = np.full((9, 16, 20, 3), 80, np.uint8)
    assert np.array_equal(reference.history_farneback(flat, 8), reference.persistence(flat, 8))


def test_rgb_of_known_colours():
    def rgb(y: int, u: int, v: int, **how: object) -> list[float]:
        planes = (np.full((1, 1), value, np.uint8) for value in (y, u, v))
        return reference.rgb_float(*planes, **how)[0, 0].tolist()

    assert rgb(235, 128, 128, matrix="bt601", full=False) == pytest.approx([255, 255, 255])
    assert rgb(16, 128, 128, matrix="bt709", full=False) == pytest.approx([0, 0, 0])
    assert rgb(128, 128, 128, matrix="bt601", full=True) == pytest.approx([128, 128, 128])
    # Pure red of BT.601 in limited range is (81.481, 90.203, 240): rounded planes give it back within a grey level.
    assert rgb(81, 90, 240, matrix="bt601", full=False) == pytest.approx([255, 0, 0], abs=1)
    # And of BT.709 (62.559, 102.336, 240).
    assert rgb(63, 102, 240, matrix="bt709", full=False) == pytest.approx([255, 0, 0], abs=1)


def test_chroma_of_an_odd_size_goes_to_its_nearest_pixels():
    y = np.full((3, 5), 128, np.uint8)
    u = np.full((2, 3), 128, np.uint8)
    v = np.array([[128, 138, 148], [158, 168, 178]], np.uint8)
    red = reference.rgb_float(y, u, v, matrix="bt601", full=True)[..., 0] - 128
    steps = np.array([[0, 0, 1, 1, 2], [0, 0, 1, 1, 2], [3, 3, 4, 4, 5]])
    np.testing.assert_allclose(red, 1.402 * 10 * steps, atol=1e-9)


def test_paired_example_of_the_protocol():
    other = dict.fromkeys("abcde", 10.0)
    method = {clip: 10 + d for clip, d in zip("abcde", [-1, -2, 0.5, -0.5, -1], strict=True)}
    found = reference.paired(method, other, higher_is_better=False)
    assert (found["n"], found["wins"], found["ties"]) == (5, 4, 0)
    assert found["mean"] == pytest.approx(-0.8)
    assert found["sd"] == pytest.approx(0.9082951, abs=1e-7)
    assert found["ci95"] == pytest.approx((-1.9278, 0.3278), abs=1e-4)
    # t(0.975, 4) = 2.776445 and t(0.80, 4) = 0.940965 from a printed table.
    assert found["minimal_detectable_difference"] == pytest.approx(3.71741 * 0.9082951 / math.sqrt(5), abs=1e-5)
    assert reference.paired(method, other, higher_is_better=True)["wins"] == 1


def test_nearest_to_quantile_breaks_ties_by_name():
    differences = {"d": 0.0, "c": 1.0, "b": 2.0, "a": 3.0}
    assert reference.nearest_to_quantile(differences, 0) == (0, ["d", "c", "b", "a"])
    assert reference.nearest_to_quantile(differences, 0.25) == (0.75, ["c", "d", "b", "a"])
    # The median 1.5 lies between two clips, and between the next two as well.
    assert reference.nearest_to_quantile(differences, 0.5) == (1.5, ["b", "c", "a", "d"])
    assert reference.nearest_to_quantile(differences, 1) == (3, ["a", "b", "c", "d"])
