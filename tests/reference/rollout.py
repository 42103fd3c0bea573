"""The rollout protocol once more, as plainly as possible: slow, and written from the protocol's text alone.

Nothing here imports evalcore. Pictures are uint8 RGB of shape (H, W, 3), clips (T, H, W, 3), a velocity is in pixels
a frame, shape (H, W, 2) with x first.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import av
import cv2
import numpy as np
from numpy.typing import NDArray
from scipy import stats
from skimage.metrics import structural_similarity

Picture = NDArray[np.uint8]
Field = NDArray[np.float64]

KR_KB = {"bt601": (0.299, 0.114), "bt709": (0.2126, 0.0722), "bt2020": (0.2627, 0.0593)}


# Decoding


def decode_opencv(path: Path) -> Picture:
    """Every frame as OpenCV's own reader returns it, rotation metadata not applied."""
    capture = cv2.VideoCapture(str(path))
    capture.set(cv2.CAP_PROP_ORIENTATION_AUTO, 0)
    frames = []
    while True:
        found, frame = capture.read()
        if not found:
            break
        frames.append(cv2.cvtColor(frame, cv2.COLOR_BGR2RGB))
    capture.release()
    return np.stack(frames)


def decode_pyav(path: Path) -> Picture:
    """Every frame by PyAV, one conversion a frame, nothing reused."""
    with av.open(str(path)) as container:
        return np.stack([frame.to_ndarray(format="rgb24") for frame in container.decode(video=0)])


def decode_planes(path: Path) -> list[tuple[Picture, Picture, Picture]]:
    """The stored Y, U and V planes of every frame (8-bit planar YUV), not converted."""
    with av.open(str(path)) as container:
        return [
            tuple(
                np.frombuffer(plane, np.uint8).reshape(plane.height, plane.line_size)[:, : plane.width].copy()
                for plane in frame.planes
            )
            for frame in container.decode(video=0)
        ]


def rgb_float(y: Picture, u: Picture, v: Picture, *, matrix: str, full: bool) -> Field:
    """The textbook conversion in floats, not rounded and not clipped; chroma by nearest."""
    height, width = y.shape
    rows = np.arange(height) // (-(-height // u.shape[0]))
    columns = np.arange(width) // (-(-width // u.shape[1]))
    kr, kb = KR_KB[matrix]
    luma = y / 255 if full else (y.astype(float) - 16) / 219
    scale = 255 if full else 224
    cb = (u[np.ix_(rows, columns)].astype(float) - 128) / scale
    cr = (v[np.ix_(rows, columns)].astype(float) - 128) / scale
    red = luma + 2 * (1 - kr) * cr
    blue = luma + 2 * (1 - kb) * cb
    green = (luma - kr * red - kb * blue) / (1 - kr - kb)
    return 255 * np.stack([red, green, blue], axis=-1)


# Metrics


def mad(pred: Picture, truth: Picture) -> float:
    """Mean absolute difference in grey levels: an integer sum, divided once."""
    return int(np.abs(pred.astype(np.int64) - truth.astype(np.int64)).sum()) / pred.size


def ssim(pred: Picture, truth: Picture) -> float:
    """skimage with its defaults."""
    return float(structural_similarity(truth, pred, channel_axis=-1, data_range=255))


def per_step(metric: Callable[[Picture, Picture], float], pred: Picture, truth: Picture) -> list[float]:
    """The metric of each predicted frame against the frame of the same step."""
    return [metric(one, other) for one, other in zip(pred, truth, strict=True)]


def shifted_mad(pred: Picture, truth: Picture) -> dict[int, float]:
    """Mean MAD over steps 2..K-1 with the prediction taken one frame earlier (-1), as it is (0), one later (+1)."""
    steps = range(1, len(truth) - 1)
    return {shift: statistics.mean(mad(pred[k + shift], truth[k]) for k in steps) for shift in (-1, 0, 1)}


# Baselines


def persistence(conditioning: Picture, horizon: int) -> Picture:
    """The last conditioning frame, again and again."""
    return np.stack([conditioning[-1]] * horizon)


def flows(conditioning: Picture) -> list[NDArray[np.float32]]:
    """The flow from each conditioning frame to the next one."""
    grey = [cv2.cvtColor(frame, cv2.COLOR_RGB2GRAY) for frame in conditioning]
    return [
        cv2.calcOpticalFlowFarneback(one, other, None, 0.5, 3, 15, 3, 5, 1.2, 0)
        for one, other in itertools.pairwise(grey)
    ]


def corners(x: float, y: float, width: int, height: int) -> list[tuple[int, int, float]]:
    """The pixels (column, row) around a position in the picture, each with its bilinear weight.

    A neighbour outside the picture has weight 0 for any position inside, and is left out.
    """
    left, top = math.floor(x), math.floor(y)
    right, down = x - left, y - top
    four = [
        (left, top, (1 - right) * (1 - down)),
        (left + 1, top, right * (1 - down)),
        (left, top + 1, (1 - right) * down),
        (left + 1, top + 1, right * down),
    ]
    return [(column, row, weight) for column, row, weight in four if column < width and row < height]


def trajectory_end(x: float, y: float, fields: Sequence[list]) -> tuple[float, float] | None:
    """Where a point that starts at a pixel of the first field's frame ends; None once it leaves the picture.

    ``fields`` are nested lists [row][column] of (vx, vy), the start's own flow first.
    """
    height, width = len(fields[0]), len(fields[0][0])
    for field in fields:
        around = corners(x, y, width, height)
        vx = sum(weight * field[row][column][0] for column, row, weight in around)
        vy = sum(weight * field[row][column][1] for column, row, weight in around)
        x, y = x + vx, y + vy
        if not (0 <= x <= width - 1 and 0 <= y <= height - 1):
            return None
    return x, y


def candidate(fields: Sequence[list]) -> list[list[tuple[float, float] | None]]:
    """The first field's velocities, carried to the last frame and splatted there; None where nothing arrives."""
    height, width = len(fields[0]), len(fields[0][0])
    totals = [[[0.0, 0.0, 0.0] for _ in range(width)] for _ in range(height)]
    for y in range(height):
        for x in range(width):
            end = trajectory_end(x, y, fields)
            if end is None:
                continue
            vx, vy = fields[0][y][x]
            for column, row, weight in corners(*end, width, height):
                total = totals[row][column]
                total[0] += weight * vx
                total[1] += weight * vy
                total[2] += weight
    return [[(sx / weight, sy / weight) if weight > 1e-6 else None for sx, sy, weight in row] for row in totals]


def velocity_by_pixel(fields: Sequence[NDArray[np.float32]]) -> Field:
    """Per pixel and component the median over the valid candidates of all start frames; zero where there is none."""
    lists = [field.tolist() for field in fields]
    candidates = [candidate(lists[start:]) for start in range(len(lists))]
    velocity = np.zeros(fields[0].shape)
    for row in range(velocity.shape[0]):
        for column in range(velocity.shape[1]):
            valid = [found for one in candidates if (found := one[row][column]) is not None]
            if valid:
                velocity[row, column] = [
                    statistics.median(vx for vx, _ in valid),
                    statistics.median(vy for _, vy in valid),
                ]
    return velocity


def velocity_by_array(fields: Sequence[NDArray[np.float32]]) -> Field:
    """The same as :func:`velocity_by_pixel` in array operations, for pictures too large for a loop over pixels."""
    height, width = fields[0].shape[:2]
    candidates = []
    for start in range(len(fields)):
        y, x = np.indices((height, width), dtype=np.float64).reshape(2, -1)
        carried = fields[start].reshape(-1, 2).astype(np.float64)
        for field in fields[start:]:
            left, top = np.floor(x).astype(int), np.floor(y).astype(int)
            right, down = np.minimum(left + 1, width - 1), np.minimum(top + 1, height - 1)
            fx, fy = (x - left)[:, None], (y - top)[:, None]
            step = (1 - fy) * ((1 - fx) * field[top, left] + fx * field[top, right])
            step += fy * ((1 - fx) * field[down, left] + fx * field[down, right])
            x, y = x + step[:, 0], y + step[:, 1]
            inside = (x >= 0) & (x <= width - 1) & (y >= 0) & (y <= height - 1)
            x, y, carried = x[inside], y[inside], carried[inside]
        # One row and column more than the picture takes the neighbours of weight 0 beyond the last pixel.
        total = np.zeros((height + 1, width + 1, 3))
        left, top = np.floor(x).astype(int), np.floor(y).astype(int)
        for dx, dy in ((0, 0), (1, 0), (0, 1), (1, 1)):
            weight = np.abs(1 - dx - (x - left)) * np.abs(1 - dy - (y - top))
            np.add.at(total, (top + dy, left + dx), np.column_stack([carried * weight[:, None], weight]))
        weight = total[:height, :width, 2:]
        found = np.full((height, width, 2), np.nan)
        np.divide(total[:height, :width, :2], weight, out=found, where=weight > 1e-6)
        candidates.append(found)
    stack = np.stack(candidates)
    nowhere = np.isnan(stack).all(axis=0)
    stack[:, nowhere] = 0
    return np.nanmedian(stack, axis=0)


def extrapolate(last: Picture, velocity: Field, horizon: int) -> Picture:
    """The last frame warped along k times the velocity, k = 1..horizon, with fixed-point maps."""
    y, x = np.indices(last.shape[:2], dtype=np.float64)
    predicted = []
    for k in range(1, horizon + 1):
        map_x = (x - k * velocity[..., 0]).astype(np.float32)
        map_y = (y - k * velocity[..., 1]).astype(np.float32)
        fixed = cv2.convertMaps(map_x, map_y, cv2.CV_16SC2)
        predicted.append(cv2.remap(last, *fixed, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
    return np.stack(predicted)


def history_farneback(
    conditioning: Picture,
    horizon: int,
    *,
    velocity: Callable[[Sequence[NDArray[np.float32]]], Field] = velocity_by_pixel,
) -> Picture:
    """The history Farneback baseline from the conditioning frames alone."""
    return extrapolate(conditioning[-1], velocity(flows(conditioning)), horizon)


# Paired differences


def paired(method: Mapping[str, float], other: Mapping[str, float], *, higher_is_better: bool) -> dict[str, object]:
    """Differences method - other by clip, with their mean, sample sd, t interval, wins, ties and planning figure."""
    differences = [method[clip] - other[clip] for clip in sorted(method)]
    n, mean, sd = len(differences), statistics.mean(differences), statistics.stdev(differences)
    half = stats.t.ppf(0.975, n - 1) * sd / math.sqrt(n)
    return {
        "n": n,
        "mean": mean,
        "sd": sd,
        "ci95": (mean - half, mean + half),
        "wins": sum(d > 0 if higher_is_better else d < 0 for d in differences),
        "ties": sum(d == 0 for d in differences),
        "minimal_detectable_difference": (stats.t.ppf(0.975, n - 1) + stats.t.ppf(0.80, n - 1)) * sd / math.sqrt(n),
    }


def nearest_to_quantile(differences: Mapping[str, float], quantile: float) -> tuple[float, list[str]]:
    """The linear quantile of the differences, and all clips in order of distance to it, then of name."""
    ordered = sorted(differences.values())
    position = quantile * (len(ordered) - 1)
    below = math.floor(position)
    above = min(below + 1, len(ordered) - 1)
    value = ordered[below] + (position - below) * (ordered[above] - ordered[below])
    return value, sorted(differences, key=lambda clip: (round(abs(differences[clip] - value), 9), clip))
