"""One picture of a rollout: frames from the middles of equal intervals, numbered in the order of time."""

from __future__ import annotations

__all__ = ["resolution", "tile_times"]


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
