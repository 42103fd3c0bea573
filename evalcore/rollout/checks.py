"""Checks beyond the reference: a prediction one frame off, and a prefix that belongs to another clip."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from evalcore.metrics import mad

__all__ = ["Prefix", "foreign_prefixes", "offset_message", "thumbnail"]

Frames = NDArray[np.uint8]
THUMBNAIL = (32, 18)  # width, height
SUSPECTS = 8  # clips whose conditioning is compared in full; the one it was taken from has a thumbnail nearly its own


def offset_message(prediction: Frames, truth: Frames, *, drop: float) -> str | None:
    """Say so when the prediction fits the truth much better one frame earlier or later.

    Compares steps 2..K-1, which all three alignments share. ``drop`` is the share by which the mean MAD has to fall.
    ``prediction`` and ``truth`` are (K, H, W, 3) uint8.
    """
    if len(truth) < 3:
        return None
    middle = truth[1:-1]
    aligned, earlier, later = (
        float(mad(frames, middle).mean()) for frames in (prediction[1:-1], prediction[:-2], prediction[2:])
    )
    if min(earlier, later) >= (1 - drop) * aligned:
        return None
    fault = "one frame late" if later < earlier else "one frame early"
    return (
        f"possible off-by-one: over steps 2 to {len(truth) - 1} MAD is {aligned:.3f} as aligned, {earlier:.3f} with "
        f"the prediction taken one frame earlier, {later:.3f} one frame later; the clip seems to be {fault}"
    )


def thumbnail(frame: Frames) -> bytes:
    """Grey 32 x 18 picture of a (H, W, 3) uint8 frame, by area averaging, as 576 bytes."""
    grey = cv2.cvtColor(frame, cv2.COLOR_RGB2GRAY)
    small: Frames = cv2.resize(grey, THUMBNAIL, interpolation=cv2.INTER_AREA)
    return small.tobytes()


@dataclass(frozen=True)
class Prefix:
    """The ninth frame of one generated sample as a thumbnail; ``unit`` is ``model/clip_id``."""

    unit: str
    model: str
    clip_id: str
    sample: int
    size: tuple[int, int]
    thumbnail: bytes


def foreign_prefixes(
    prefixes: Sequence[Prefix],
    conditioning: Mapping[str, tuple[tuple[int, int], bytes]],
    prefix_mad: Callable[[Prefix, str], float],
) -> dict[str, str]:
    """Find generated clips whose prefix is strictly nearer to another clip's conditioning than to their own.

    Parameters
    ----------
    prefixes
        What was generated.
    conditioning
        clip_id -> size (width, height) and thumbnail of the ninth conditioning frame.
    prefix_mad
        Full comparison (mean absolute difference over all L frames) of a prefix with the conditioning of a clip.
        It is only called where the thumbnail of another clip is strictly nearer.

    Returns
    -------
    dict
        unit -> message, for the units at fault.
    """
    faults: dict[str, str] = {}
    by_size: dict[tuple[int, int], list[str]] = {}
    for clip_id, (size, _) in conditioning.items():
        by_size.setdefault(size, []).append(clip_id)
    for size, clip_ids in by_size.items():
        thumbs = np.stack([np.frombuffer(conditioning[clip_id][1], np.uint8) for clip_id in clip_ids])
        clearance = _distance_to_nearest_other(thumbs)
        index = {clip_id: i for i, clip_id in enumerate(clip_ids)}
        for prefix in prefixes:
            own = index.get(prefix.clip_id) if prefix.size == size else None
            if own is None or prefix.unit in faults:
                continue
            mine = np.frombuffer(prefix.thumbnail, np.uint8)
            own_distance = _distances(mine, thumbs[own : own + 1])[0]
            # Triangle inequality: any other clip is at least clearance - own_distance away.
            if 2 * own_distance <= clearance[own]:
                continue
            distances = _distances(mine, thumbs)
            nearer = sorted((d, clip_ids[i]) for i, d in enumerate(distances) if d < own_distance)
            if not nearer:
                continue
            own_mad = prefix_mad(prefix, prefix.clip_id)
            for _, other in nearer[:SUSPECTS]:
                other_mad = prefix_mad(prefix, other)
                if other_mad < own_mad:
                    faults[prefix.unit] = (
                        f"the conditioning prefix belongs to clip {other!r}: its MAD to that clip's conditioning is "
                        f"{other_mad:.3f}, to its own {own_mad:.3f}; check the file names"
                    )
                    break
    return faults


def _distances(one: NDArray[np.uint8], many: NDArray[np.uint8]) -> NDArray[np.int64]:
    difference = np.abs(many.astype(np.int16) - one)
    total: NDArray[np.int64] = difference.sum(axis=1, dtype=np.int64)
    return total


def _distance_to_nearest_other(thumbs: NDArray[np.uint8]) -> NDArray[np.int64]:
    nearest = np.full(len(thumbs), np.iinfo(np.int64).max)
    for i in range(1, len(thumbs)):
        distances = _distances(thumbs[i], thumbs[:i])
        nearest[i] = distances.min()
        np.minimum(nearest[:i], distances, out=nearest[:i])
    return nearest
