"""Text and numbers as figures show them; names from users' files never become markup."""

from __future__ import annotations

from html import escape
from typing import Literal

from evalcore.metrics import METRICS

__all__ = ["axis_title", "interval", "label", "literal", "number"]

LONGEST = 32


def literal(text: str) -> str:
    """``text`` as plotly has to be given it to show it as it is (no tags, no entities, no TeX).

    >>> literal("<b>$x$")
    '&lt;b&gt;&#36;x&#36;'
    """
    return escape(" ".join(text.split()), quote=False).replace("$", "&#36;")


def label(name: str) -> str:
    """A name for an axis, a legend or a title: escaped, and shortened in the middle (the hover text has all of it).

    >>> label("a" * 20 + "b" * 20)
    'aaaaaaaaaaaaaaaa…bbbbbbbbbbbbbbb'
    """
    if len(name) > LONGEST:
        half = LONGEST // 2
        name = f"{name[:half]}…{name[1 - half :]}"
    return literal(name)


def number(value: float, digits: int) -> str:
    """``value`` with ``digits`` decimals and a proper minus sign, as plotly's own ticks have.

    >>> number(-1.25, 1), number(-0.01, 1)
    ('−1.2', '0.0')
    """
    text = f"{value:.{digits}f}"
    return text.lstrip("-") if float(text) == 0 else text.replace("-", "−")


def interval(bounds: tuple[float, float] | None, digits: int) -> str | None:
    """``[low, high]``, or None where there is no interval."""
    return None if bounds is None else f"[{number(bounds[0], digits)}, {number(bounds[1], digits)}]"


def axis_title(metric: str, *, along: Literal["x", "y"] = "y") -> str:
    """Label, unit and direction of a metric, from its own declaration, for a vertical or a horizontal axis.

    >>> axis_title("mad"), axis_title("event", along="x")
    ('MAD (grey levels), lower is better ↓', 'Event (%), higher is better →')
    """
    spec = METRICS[metric]
    unit = f" ({spec.unit})" if spec.unit else ""
    lower, higher = ("←", "→") if along == "x" else ("↓", "↑")
    return (
        f"{spec.label}{unit}, {f'higher is better {higher}' if spec.higher_is_better else f'lower is better {lower}'}"
    )
