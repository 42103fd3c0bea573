"""One picture of a rollout: frames from the middles of equal intervals, numbered in the order of time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from evalcore.review.clock import shown_frame
from evalcore.review.media import length_of
from evalcore.video import Display, as_seen, decode_chosen, fit_size, resize

__all__ = ["ContactSheet", "contact_sheet", "resolution", "tile_times"]

Picture = NDArray[np.uint8]
LARGEST = (320, 320)  # width and height that a tile fits into
STRIP = 24  # pixels above a tile, for its number: no pixel of the clip is covered


@dataclass(frozen=True, eq=False)
class ContactSheet:
    """A clip as a judge sees it: uint8 RGB ``picture``, and the seconds and frame of each numbered tile."""

    picture: Picture
    times: tuple[float, ...]
    frames: tuple[int, ...]
    resolution: float


def tile_times(length: float, *, tiles: int) -> tuple[float, ...]:
    """The middle of each of ``tiles`` equal intervals of a clip, in seconds; none for an empty clip.

    >>> tile_times(5.0, tiles=4)
    (0.625, 1.875, 3.125, 4.375)
    """
    if length <= 0 or tiles < 1:
        return ()
    return tuple((k + 0.5) * length / tiles for k in range(tiles))


def resolution(length: float, *, tiles: int) -> float:
    """Half the interval between tiles, in seconds: a break cannot be placed more precisely on a sheet.

    >>> resolution(6.0, tiles=12)
    0.25
    """
    return length / tiles / 2 if length > 0 and tiles > 0 else 0.0


def contact_sheet(path: Path, *, tiles: int) -> ContactSheet:
    """The sheet of a clip, rows of tiles from left to right; each shows the frame that stands at its time.

    Raises
    ------
    VideoError
        The file is missing, damaged or cut off.
    """

    def choose(times: Sequence[Fraction], tick: Fraction) -> tuple[int, ...]:
        starts = [float(t) for t in times]
        return tuple(shown_frame(starts, t) for t in tile_times(length_of(starts), tiles=tiles))

    def shrink(frame: Picture, display: Display) -> Picture:
        seen = as_seen(frame, display)
        return resize(seen, fit_size(seen.shape[1], seen.shape[0], within=LARGEST))

    chosen = decode_chosen(path, choose, prepare=shrink)
    starts = chosen.info.times
    length = length_of(starts)
    times = tile_times(length, tiles=tiles)
    frames = tuple(shown_frame(starts, t) for t in times)
    picture = _compose([chosen.frames[frame] for frame in frames])
    return ContactSheet(picture, times, frames, resolution(length, tiles=tiles))


def _compose(pictures: Sequence[Picture]) -> Picture:
    height, width = pictures[0].shape[:2]
    columns = math.ceil(math.sqrt(len(pictures)))
    rows = math.ceil(len(pictures) / columns)
    sheet = np.zeros((rows * (height + STRIP), columns * width, 3), np.uint8)
    for position, picture in enumerate(pictures):
        top, left = position // columns * (height + STRIP), position % columns * width
        cv2.putText(
            sheet, str(position + 1), (left + 4, top + STRIP - 6), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (255, 255, 255), 2
        )
        sheet[top + STRIP : top + STRIP + height, left : left + width] = picture
    return sheet
