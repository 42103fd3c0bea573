from __future__ import annotations

from html import unescape

from hypothesis import example, given
from hypothesis import strategies as st

from evalcore.plots.text import LONGEST, axis_title, interval, label, literal, number


@given(st.text(max_size=60))
@example("<b>x</b>")
@example("$x$")
@example("&lt;")
def test_names_never_become_markup(text: str) -> None:
    shown = literal(text)
    assert not set("<>$") & set(shown)
    assert unescape(shown) == " ".join(text.split())


@given(st.text(max_size=200))
def test_labels_are_short(text: str) -> None:
    assert len(unescape(label(text))) <= LONGEST


def test_short_labels_are_whole() -> None:
    assert label("a" * LONGEST) == "a" * LONGEST


def test_numbers_and_intervals() -> None:
    assert (number(-0.0004, 3), number(-1, 0), number(2.5, 3)) == ("0.000", "−1", "2.500")
    assert interval((-1.0, 2.0), 1) == "[−1.0, 2.0]"
    assert interval(None, 1) is None


def test_direction_comes_from_the_metric() -> None:
    assert axis_title("ssim") == "SSIM, higher is better ↑"
    assert axis_title("psnr") == "PSNR (dB), higher is better ↑"
