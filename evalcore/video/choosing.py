"""Decode a file whole, as every check needs it, but convert and keep only some of its frames."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from evalcore.video.decoding import Method, converter
from evalcore.video.display import Display
from evalcore.video.info import VideoInfo, since_first
from evalcore.video.source import open_source

__all__ = ["ChosenFrames", "announced_times", "decode_chosen"]

Pixels = NDArray[np.uint8]
Times = tuple[Fraction, ...]
Choose = Callable[[Times, Fraction], Iterable[int]]
Prepare = Callable[[Pixels, Display], Pixels]


@dataclass(frozen=True, eq=False)
class ChosenFrames:
    """Some frames of a file, by their index in order, and what is known about the whole file."""

    frames: dict[int, Pixels]
    info: VideoInfo


def announced_times(path: str | os.PathLike[str]) -> Times:
    """Seconds of each frame after the first, as the container announces them, without decoding; empty if it does not.

    Only decoding tells which pictures become frames: this is a guess that is nearly always right.

    Raises
    ------
    VideoError
        The file cannot be opened (``missing``, ``empty``, ``not_video``, ``truncated``, ``no_stream``,
        ``undecodable``); what is wrong further on, decoding will say.
    """
    times, _ = _announced(path)
    return times


def decode_chosen(
    path: str | os.PathLike[str], choose: Choose, *, prepare: Prepare | None = None, method: Method = "default"
) -> ChosenFrames:
    """Decode every frame of a file, checked as by :func:`~evalcore.video.decode`, and convert only the chosen ones.

    Memory is that of the chosen frames, however long the file is. It is decoded twice only where the container
    announces other times than its frames have, and the frames chosen by the former are not those of the latter.

    Parameters
    ----------
    path
        A video file.
    choose
        Given the seconds of every frame after the first, exact and in order, and those of one tick of the stream,
        returns the indices of the frames wanted. It may be called several times.
    prepare
        Given a chosen frame, uint8 RGB (H, W, 3) at its stored size, and how a player shows it, returns what is kept
        in its place, for example a smaller picture.
    method
        As for :func:`~evalcore.video.decode`.

    Raises
    ------
    VideoError
        As :func:`~evalcore.video.decode`, and what ``prepare`` raises.

    Examples
    --------
    >>> import tempfile
    >>> import numpy as np
    >>> from evalcore.video import decode_chosen, write
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write(f"{folder}/grey.mp4", np.full((30, 16, 32, 3), 128, np.uint8), fps=15)
    ...     chosen = decode_chosen(f"{folder}/grey.mp4", lambda times, tick: [0, len(times) - 1])
    >>> list(chosen.frames), chosen.info.n_frames
    ([0, 29], 30)
    """
    times, tick = _announced(path)
    guessed = frozenset(choose(times, tick)) if times else frozenset[int]()
    chosen = _decode(path, guessed, prepare, method)
    wanted = sorted(frozenset(choose(chosen.info.exact_times, tick)))
    if not chosen.frames.keys() >= set(wanted):
        chosen = _decode(path, wanted, prepare, method)
    return ChosenFrames({index: chosen.frames[index] for index in wanted}, chosen.info)


def _announced(path: str | os.PathLike[str]) -> tuple[Times, Fraction]:
    with open_source(path) as source:
        return since_first(source.announced(), source.time_base), source.time_base


def _decode(
    path: str | os.PathLike[str], wanted: Collection[int], prepare: Prepare | None, method: Method
) -> ChosenFrames:
    kept: dict[int, Pixels] = {}
    with open_source(path) as source:
        convert = None
        for index, frame in enumerate(source.frames()):
            if index in wanted:
                layout = source.layout
                convert = convert or converter(layout, method)
                pixels = np.empty((layout.height, layout.width, 3), np.uint8)
                convert(frame, pixels)
                kept[index] = prepare(pixels, source.display) if prepare else pixels
        return ChosenFrames(kept, source.info())
