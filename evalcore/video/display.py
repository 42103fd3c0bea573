"""From stored pixels to what a person sees, and from there to a size."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from evalcore.errors import VideoError

__all__ = ["Display", "as_seen", "fit_size", "resize", "seen_size"]

Pixels = NDArray[np.uint8]

# A file may claim any aspect; a picture of more pixels than this is taken for a fault, not for a wish (8192 x 8192).
_MOST_PIXELS = 1 << 26


@dataclass(frozen=True)
class Display:
    """How a player shows stored pixels, by the file's metadata.

    Attributes
    ----------
    rotation
        Degrees counter-clockwise, -180 to 180.
    flipped
        Whether the rows are reversed before the rotation: mirrored recordings say so.
    sample_aspect
        Width of a stored pixel divided by its height.
    """

    rotation: int = 0
    flipped: bool = False
    sample_aspect: Fraction = Fraction(1)


def seen_size(width: int, height: int, display: Display) -> tuple[int, int]:
    """Width and height at which a player shows ``width`` x ``height`` stored pixels, rounded half up.

    Pixels that are not square are stretched along one side, never squeezed along the other: that is the size that
    browsers report for such a video, and no stored detail is lost.

    Raises
    ------
    VideoError
        ``rotation``: not a multiple of 90 degrees. ``size``: the aspect ratio makes a picture out of all proportion.

    >>> seen_size(640, 360, Display(sample_aspect=Fraction(2)))
    (1280, 360)
    >>> seen_size(320, 240, Display(rotation=-90, sample_aspect=Fraction(10, 11)))
    (264, 320)
    """
    aspect = display.sample_aspect
    seen = max(width, _half_up(width * aspect)), max(height, _half_up(height / aspect))
    if seen[0] * seen[1] > max(_MOST_PIXELS, width * height):
        raise VideoError(
            "size",
            f"the sample aspect ratio {aspect} makes {seen[0]}x{seen[1]} pixels of {width}x{height}, at most "
            f"{_MOST_PIXELS} pixels were expected. Encode it again with square pixels.",
        )
    return seen[::-1] if _quarter_turns(display) % 2 else seen


def as_seen(frame: Pixels, display: Display) -> Pixels:
    """The picture that a player shows of one stored frame: stretched (bilinear), flipped, rotated.

    Parameters
    ----------
    frame
        uint8 RGB (H, W, 3), stored pixels.
    display
        From :attr:`~evalcore.video.VideoInfo.display`.

    Returns
    -------
    uint8 RGB, C-contiguous; it shares the memory of ``frame`` where there is nothing to do.

    Raises
    ------
    VideoError
        As :func:`seen_size`.

    >>> as_seen(np.arange(6, dtype=np.uint8).reshape(1, 2, 3), Display(rotation=90)).tolist()
    [[[3, 4, 5]], [[0, 1, 2]]]
    """
    height, width = frame.shape[:2]
    turns = _quarter_turns(display)
    size = seen_size(width, height, Display(sample_aspect=display.sample_aspect))
    if size != (width, height):
        import cv2

        frame = cv2.resize(frame, size, interpolation=cv2.INTER_LINEAR)
    return np.ascontiguousarray(np.rot90(frame[::-1] if display.flipped else frame, turns))


def fit_size(width: int, height: int, *, within: tuple[int, int]) -> tuple[int, int]:
    """Width and height after scaling by min(W / width, H / height, 1): never larger, rounded half up, at least 1.

    Parameters
    ----------
    width, height
        Of the picture, in pixels.
    within
        The largest width W and height H.

    >>> fit_size(1280, 720, within=(832, 480)), fit_size(640, 360, within=(832, 480))
    ((832, 468), (640, 360))
    """
    scale = min(Fraction(within[0], width), Fraction(within[1], height), Fraction(1))
    return _half_up(width * scale), _half_up(height * scale)


def resize(frame: Pixels, size: tuple[int, int]) -> Pixels:
    """``frame``, uint8 (H, W, 3), at another (width, height) by OpenCV's INTER_AREA; itself where it has that size."""
    if frame.shape[1::-1] == size:
        return frame
    import cv2

    resized: Pixels = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
    return resized


def _half_up(value: Fraction) -> int:
    return max(1, (2 * value.numerator + value.denominator) // (2 * value.denominator))


def _quarter_turns(display: Display) -> int:
    turns, rest = divmod(display.rotation, 90)
    if rest:
        raise VideoError(
            "rotation",
            f"the metadata rotates the picture by {display.rotation} degrees, a multiple of 90 was expected. "
            "Encode it upright.",
        )
    return turns
