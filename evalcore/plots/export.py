"""Figures as picture files."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import plotly.graph_objects as go

from evalcore.errors import InputError
from evalcore.files import replacing

__all__ = ["export"]

FORMATS = (".svg", ".png", ".pdf")


def export(figure: go.Figure, path: Path, *, width: int = 1280, height: int | None = None, scale: float = 2) -> Path:
    """Write ``figure`` as it is seen on the screen, in the format of the file name's ending; return ``path``.

    Parameters
    ----------
    figure
        Any figure of this package.
    path
        Ends with ``.svg``, ``.png`` or ``.pdf``; replaced atomically.
    width, height
        Size in pixels before ``scale``; default height is the figure's own.
    scale
        Pixels of a PNG for each pixel of the figure.

    Raises
    ------
    InputError
        Another ending, no kaleido, no Chromium, or a folder that cannot be written to.
    """
    if path.suffix.lower() not in FORMATS:
        raise InputError(
            f"{path.suffix or 'no ending'!r} is no picture format.", where=path, fix="Use .svg, .png or .pdf."
        )
    if find_spec("kaleido") is None:
        raise InputError(
            "writing pictures needs the package kaleido.",
            where=path,
            fix='Install it with `pip install "evalcore[export]"`, or use the download button above the figure.',
        )
    try:
        picture = figure.to_image(
            format=path.suffix[1:].lower(), width=width, height=height or figure.layout.height, scale=scale
        )
    except RuntimeError as error:  # kaleido drives a Chromium and found none, or it did not start
        reason = next(filter(None, map(str.strip, str(error).splitlines())), type(error).__name__)
        raise InputError(
            f"the picture was not drawn ({reason})",
            where=path,
            fix="Install Chrome or Chromium, or use the download button above the figure.",
        ) from error
    with replacing(path) as partial:
        partial.write_bytes(picture)
    return path
