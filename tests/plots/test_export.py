from __future__ import annotations

import os
import shutil
import struct
from pathlib import Path

import pytest

from evalcore.errors import InputError
from evalcore.plots import export, step_curves
from evalcore.plots import export as export_function
from evalcore.rollout.result import RolloutResult


def test_another_ending_is_refused(result: RolloutResult, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"'\.gif' is no picture format\. Use \.svg, \.png or \.pdf\."):
        export(step_curves(result, metric="mad"), tmp_path / "curve.gif")


def test_without_kaleido_the_message_says_how_to_get_it(
    result: RolloutResult, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(export_function.__globals__, "find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"needs the package kaleido\. Install it with `pip install"):
        export(step_curves(result, metric="mad"), tmp_path / "curve.png")
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_to(
    result: RolloutResult, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    figure = step_curves(result, metric="mad")
    monkeypatch.setattr(type(figure), "to_image", lambda self, **settings: b"picture")
    monkeypatch.setitem(export_function.__globals__, "find_spec", lambda name: object())
    with pytest.raises(InputError, match=r"the file cannot be written .* Choose a place"):
        export(figure, tmp_path / "file" / "curve.png")


@pytest.mark.slow
def test_png_and_svg_are_written(result: RolloutResult, tmp_path: Path) -> None:
    pytest.importorskip("kaleido")
    if not (shutil.which("chromium") or shutil.which("google-chrome") or os.environ.get("BROWSER_PATH")):
        pytest.skip("no Chrome or Chromium on this machine")
    figure = step_curves(result, metric="mad")
    picture = export(figure, tmp_path / "new" / "curve.png", width=640).read_bytes()
    assert struct.unpack(">II", picture[16:24]) == (1280, 2 * figure.layout.height)
    drawing = export(figure, tmp_path / "curve.svg").read_text("utf-8")
    assert drawing.startswith("<svg")
    assert "MAD (grey levels), lower is better ↓" in drawing
