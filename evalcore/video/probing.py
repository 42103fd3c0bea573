"""Look at a video file without converting its pixels."""

from __future__ import annotations

import os

from evalcore.video.info import VideoInfo
from evalcore.video.source import open_source

__all__ = ["probe"]


def probe(path: str | os.PathLike[str]) -> VideoInfo:
    """Decode every frame of a file without converting it, and say what the file holds.

    Raises
    ------
    VideoError
        As :func:`~evalcore.video.decode`, except the kinds that come from converting or from ``expect``.

    Examples
    --------
    >>> import tempfile
    >>> import numpy as np
    >>> from evalcore.video import probe, write
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write(f"{folder}/grey.mp4", np.full((3, 16, 32, 3), 128, np.uint8), fps=15)
    ...     info = probe(f"{folder}/grey.mp4")
    >>> info.n_frames, info.width, info.height, info.effective_matrix, info.effective_range
    (3, 32, 16, 'bt601', 'limited')
    >>> info.times.round(4).tolist()
    [0.0, 0.0667, 0.1333]
    """
    with open_source(path) as source:
        for _ in source.frames():
            pass
        return source.info()
