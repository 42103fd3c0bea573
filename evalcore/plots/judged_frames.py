"""When the frames of a clip are shown, and which of them a judge sees."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import plotly.graph_objects as go

from evalcore.judged.frames import ClipTimeline
from evalcore.judged.sampling import FrameChoice
from evalcore.plots.forest import row_axis
from evalcore.plots.selection import choose
from evalcore.plots.style import method_styles, transparent
from evalcore.plots.text import label, literal, number
from evalcore.plots.theme import Theme, blank, palette
from evalcore.tables.wording import counted

__all__ = ["sampling_timeline"]

TOO_SHORT = "the clip ends before its observation time, so event and violation are uncertain and no judge is asked"
CROWDED = 0.03  # of the axis; nearer than this, markers are too small for their numbers


def sampling_timeline(
    timeline: ClipTimeline,
    *,
    condition_id: str,
    profiles: Sequence[str] | None = None,
    theme: Theme = "evalcore_light",
) -> go.Figure:
    """Every frame of a clip on its time axis, and below each profile the frames that it takes, numbered.

    Parameters
    ----------
    timeline
        Of :func:`evalcore.judged.clip_timeline`.
    condition_id
        For the title.
    profiles
        Which to show (default all).
    theme
        ``evalcore_light`` or ``evalcore_dark``.

    Returns
    -------
    plotly.graph_objects.Figure
        The ``customdata`` of each point is (profile or None, frame).

    Raises
    ------
    InputError
        A profile that the timeline does not have.
    """
    shown = choose(profiles, timeline.choices, what="profile")
    choices = {name: timeline.choices[name] for name in shown}
    observation = next((one.observation_time for one in timeline.choices.values()), None)
    late = [name for name, one in choices.items() if not one.reached]
    figure = blank(
        theme,
        title=f"Judge frames of {label(condition_id)}",
        subtitle=f"{counted(len(timeline.times), 'frame')}, the last one shown until {number(timeline.end, 3)} s",
        detail="No observation time" if observation is None else f"Observation time {observation:g} s",
        height=118 + 66 * len(shown),
        above=34,
        incomplete=f"{', '.join(map(literal, late))}: {TOO_SHORT}" if late else None,
    )
    ends = [one.prefix_end for one in choices.values()]
    last = 1.04 * max([timeline.end, timeline.times[-1], *ends, *([observation] if observation is not None else [])])
    styles, names = method_styles(timeline.choices, theme), ["all frames", *shown]
    _clip_end(figure, timeline.end, last, theme)
    figure.add_trace(_frames(timeline, theme))
    for place, (name, choice) in enumerate(choices.items(), start=1):
        crowded = any(b - a < CROWDED * last for a, b in pairwise(choice.times))
        figure.add_scatter(
            x=list(choice.times),
            y=[place] * len(choice.times),
            mode="markers+text",
            marker={
                "size": 9 if crowded else 22,
                "color": styles[name].colour if crowded else palette(theme).paper,
                "line": {"width": 2, "color": styles[name].colour},
            },
            text=[_numbered(k, len(choice.times), crowded=crowded) for k in range(1, len(choice.times) + 1)],
            textposition="bottom center" if crowded else "middle center",
            textfont={"size": 12},
            customdata=[(name, frame) for frame in choice.frames],
            hovertext=[
                f"<b>{k}</b> of {len(choice.frames)}, {literal(name)}<br>frame {frame}<br>{number(time, 3)} s"
                for k, (frame, time) in enumerate(zip(choice.frames, choice.times, strict=True), start=1)
            ],
            hoverinfo="text",
            showlegend=False,
        )
        _prefix_end(figure, place, choice, last, theme)
    if observation is not None:
        _observation(figure, observation, last, theme)
    figure.update_xaxes(title={"text": "Seconds after the clip's first frame"}, range=[-0.02 * last, last])
    figure.update_yaxes(**row_axis([label(name) for name in names]))
    return figure


def _frames(timeline: ClipTimeline, theme: Theme) -> go.Scatter:
    return go.Scatter(
        x=list(timeline.times),
        y=[0] * len(timeline.times),
        mode="markers",
        marker={"symbol": "line-ns-open", "size": 18, "color": palette(theme).muted, "line": {"width": 1}},
        customdata=[(None, frame) for frame in range(len(timeline.times))],
        hovertext=[f"frame {frame}<br>{number(time, 3)} s" for frame, time in enumerate(timeline.times)],
        hoverinfo="text",
        showlegend=False,
    )


def _numbered(k: int, n: int, *, crowded: bool) -> str:
    return str(k) if not crowded or k in (1, n) else ""


def _prefix_end(figure: go.Figure, place: int, choice: FrameChoice, last: float, theme: Theme) -> None:
    """A short line across the row, with its time above the frames."""
    ink = palette(theme).ink
    figure.add_shape(
        type="line",
        x0=choice.prefix_end,
        x1=choice.prefix_end,
        y0=place - 0.34,
        y1=place + 0.34,
        line={"color": ink, "width": 2},
        layer="below",
    )
    left = choice.prefix_end > last / 2
    figure.add_annotation(
        text=f"prefix ends {number(choice.prefix_end, 3)} s",
        x=choice.prefix_end,
        y=place - 0.34,
        xanchor="right" if left else "left",
        yanchor="middle",
        xshift=-5 if left else 5,
        showarrow=False,
        font={"size": 12, "color": ink},
    )


def _clip_end(figure: go.Figure, end: float, last: float, theme: Theme) -> None:
    colours = palette(theme)
    figure.add_vrect(x0=end, x1=last, fillcolor=transparent(colours.muted, 0.22), line_width=0, layer="below")
    if last - end < 0.2 * last:
        return  # too narrow for words
    figure.add_annotation(
        text="beyond the clip's end",
        x=(end + last) / 2,
        y=0,
        showarrow=False,
        font={"size": 12, "color": colours.muted},
    )


def _observation(figure: go.Figure, time: float, last: float, theme: Theme) -> None:
    colour = palette(theme).alert
    figure.add_vline(x=time, line={"color": colour, "width": 2, "dash": "dash"}, layer="below")
    figure.add_annotation(
        text=f"observation time {time:g} s",
        x=time,
        y=1,
        yref="paper",
        yanchor="bottom",
        xanchor="right" if time > last / 2 else "left",
        showarrow=False,
        font={"size": 13, "color": colour},
    )
