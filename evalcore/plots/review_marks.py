"""What each reviewer of an item marked, on one time line, with what they say together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import plotly.graph_objects as go

from evalcore.plots.forest import row_axis
from evalcore.plots.review_curves import numbered_style
from evalcore.plots.text import label, literal, number
from evalcore.plots.theme import Theme, blank, empty, palette
from evalcore.review.answers import Answer, Mark
from evalcore.review.clock import frame_of
from evalcore.review.consensus import ConsensusResult, StreamConsensus
from evalcore.review.items import Item
from evalcore.review.predictions import Prediction
from evalcore.tables.review_consensus import answers_to
from evalcore.tables.wording import counted

__all__ = ["marks_timeline"]

ROW = 27  # pixels
JUDGE = "judge"


def marks_timeline(
    item: Item,
    answers: Iterable[Answer],
    *,
    consensus: ConsensusResult | None = None,
    predictions: Mapping[str, Prediction] | None = None,
    length: float = 0.0,
    fps: float | None = None,
    theme: Theme = "evalcore_light",
) -> go.Figure:
    """One row a reviewer in each stream's group: marks, "no breaks", or that the panel was not answered.

    The consensus is a line across the group of its stream.

    Parameters
    ----------
    item
        Its streams, in the order of the groups.
    answers
        Of all reviewers; those to other items are passed over.
    consensus
        Drawn where given.
    predictions
        Stream -> what a judge says of it, as a row of its own; a bar is as wide as the judge can tell.
    length
        Seconds of the item's clock.
    fps
        Rate of streams that do not give their own; without one, there are no frame numbers.
    theme
        ``evalcore_light`` or ``evalcore_dark``.

    Returns
    -------
    plotly.graph_objects.Figure
        The ``customdata`` of each mark is (stream, reviewer, seconds).
    """
    given = answers_to(answers, item.item)
    together = {row.stream: row for row in consensus.streams if row.item == item.item} if consensus else {}
    judged = predictions or {}
    figure = blank(
        theme,
        title=f"Marks on {label(item.item)}",
        subtitle=f"{counted(len(given), 'reviewer')}, {counted(sum(len(one.violations) for one in given), 'mark')}",
        detail="Line: the consensus of the reviewers" if together else "",
        height=60 + ROW * len(item.streams) * (1 + len(given) + bool(judged)),
        above=10,
    )
    if not given and not judged:
        return empty(figure, "Nobody has answered this item")
    last = max([length, *(mark.t for one in given for mark in one.violations), *_times(judged)]) or 1.0
    styles = {one.reviewer: numbered_style(place) for place, one in enumerate(given)}
    names: list[str] = []
    for stream in item.streams:
        head = len(names)
        names.append(f"<b>{label(stream.name)}</b>")
        for answer in given:
            mine = [mark for mark in answer.violations if mark.stream == stream.stream]
            if mine:
                style = styles[answer.reviewer]
                figure.add_scatter(
                    x=[mark.t for mark in mine],
                    y=[len(names)] * len(mine),
                    mode="markers",
                    marker={"symbol": style.symbol, "size": 13, "color": style.colour},
                    customdata=[(stream.stream, answer.reviewer, mark.t) for mark in mine],
                    hovertext=[_hover(answer.reviewer, mark, stream.fps or fps) for mark in mine],
                    hoverinfo="text",
                    showlegend=False,
                )
            else:
                _say(figure, len(names), "no breaks" if stream.stream in answer.clean else "not answered", theme)
            names.append(label(answer.reviewer))
        if judged:
            _judge(figure, len(names), stream.stream, judged.get(stream.stream), theme)
            names.append(JUDGE)
        if stream.stream in together:
            _together(figure, head, len(names) - 1, together[stream.stream], last, theme)
    figure.update_xaxes(title={"text": "Seconds on the clock of the item"}, range=[-0.02 * last, 1.02 * last])
    figure.update_yaxes(**row_axis(names))
    return figure


def _times(predictions: Mapping[str, Prediction]) -> list[float]:
    return [one.t for one in predictions.values() if one.t is not None]


def _hover(reviewer: str, mark: Mark, fps: float | None) -> str:
    frame = frame_of(mark.t, fps=fps)
    lines = [f"<b>{literal(reviewer)}</b>", f"{number(mark.t, 3)} s{'' if frame is None else f', frame {frame}'}"]
    if mark.type:
        lines.append(literal(mark.type))
    if mark.severity is not None:
        lines.append(f"severity {mark.severity}")
    if mark.note:
        lines.append(literal(mark.note[:200]))
    return "<br>".join(lines)


def _say(figure: go.Figure, place: int, text: str, theme: Theme, *, hover: str = "") -> None:
    figure.add_annotation(
        text=text,
        x=0,
        y=place,
        xanchor="left",
        showarrow=False,
        hovertext=hover or None,
        font={"size": 12, "color": palette(theme).muted},
    )


def _judge(figure: go.Figure, place: int, stream: str, one: Prediction | None, theme: Theme) -> None:
    if one is None or one.error or one.t is None:
        text = "not judged" if one is None else "the call failed" if one.error else "no break"
        _say(figure, place, text, theme, hover=literal((one.error or "")[:200]) if one else "")
        return
    ink = palette(theme).ink
    wide = one.resolution or 0.0
    lines = [f"<b>{literal(one.judge or JUDGE)}</b>", f"{number(one.t, 3)} s ± {number(wide, 3)} s"]
    lines += [literal(one.type)] if one.type else []
    figure.add_scatter(
        x=[one.t],
        y=[place],
        mode="markers",
        marker={"symbol": "star-open", "size": 13, "color": ink, "line": {"width": 2}},
        error_x={"type": "data", "array": [wide], "color": ink, "thickness": 1.5, "visible": wide > 0},
        customdata=[(stream, JUDGE, one.t)],
        hovertext=["<br>".join(lines)],
        hoverinfo="text",
        showlegend=False,
    )


def _together(figure: go.Figure, head: int, end: int, one: StreamConsensus, last: float, theme: Theme) -> None:
    """The consensus of a stream: a line at its break through the group, and in words in the head of the group."""
    colour = palette(theme).alert
    said = f"consensus: no break ({one.clean} of {one.marked + one.clean} see none)"
    if one.t is not None:
        line = {"color": colour, "width": 2, "dash": "dash"}
        figure.add_shape(type="line", x0=one.t, x1=one.t, y0=head + 0.35, y1=end + 0.45, line=line, layer="below")
        kind = f", {label(one.type)}" if one.type else ""
        said = f"consensus {number(one.t, 2)} s{kind} ({one.marked} of {one.marked + one.clean})"
    right = one.t is not None and one.t > last / 2
    figure.add_annotation(
        text=said,
        x=one.t or 0,
        y=head,
        xanchor="right" if right else "left",
        showarrow=False,
        font={"size": 12, "color": colour if one.t is not None else palette(theme).muted},
    )
