from __future__ import annotations

import plotly.io as pio
import pytest

from evalcore.errors import InputError
from evalcore.plots import step_curves, template
from evalcore.plots.theme import PALETTES, blank, palette
from evalcore.rollout.result import RolloutResult


def _luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """WCAG 2.1 contrast ratio of two colours."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", PALETTES)
def test_text_is_readable_on_the_page(theme: str) -> None:
    colours = palette(theme)
    assert contrast(colours.ink, colours.paper) > 12
    assert contrast(colours.muted, colours.paper) > 4.5
    assert contrast(colours.alert, colours.paper) > 4.5
    assert all(contrast(grey, colours.paper) > 3 for grey in colours.baselines)


def test_the_look_belongs_to_the_figure_alone(result: RolloutResult) -> None:
    before, names = pio.templates.default, set(pio.templates)
    figure = step_curves(result, metric="mad", theme="evalcore_dark")
    assert (pio.templates.default, set(pio.templates)) == (before, names)
    assert figure.layout.template.layout.paper_bgcolor == "#0e1117"
    assert template("evalcore_light").layout.paper_bgcolor == "#ffffff"


def test_an_unknown_theme_is_named() -> None:
    with pytest.raises(InputError, match=r"no theme 'dark'.*evalcore_light, evalcore_dark"):
        palette("dark")


def test_what_is_missing_gets_its_own_line_and_room() -> None:
    done = blank("evalcore_light", title="T", subtitle="s", height=300)
    partial = blank("evalcore_light", title="T", subtitle="s", height=300, incomplete="INCOMPLETE: 1 of 2 units failed")
    assert (done.layout.height, partial.layout.height) == (380, 404)
    assert [note.name for note in done.layout.annotations] == ["subtitle"]
    assert partial.layout.annotations[1].text == "<b>INCOMPLETE: 1 of 2 units failed</b>"
    assert partial.layout.annotations[1].font.color == "#b00020"


def test_a_second_line_stands_between_the_first_and_what_is_missing() -> None:
    figure = blank("evalcore_light", title="T", subtitle="s", detail="d", height=300, incomplete="INCOMPLETE: x")
    assert [note.name for note in figure.layout.annotations] == ["subtitle", "detail", "incomplete"]
    assert [note.yshift for note in figure.layout.annotations] == [78, 54, 30]
    assert figure.layout.height == 300 + 128
