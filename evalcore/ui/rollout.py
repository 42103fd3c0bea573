"""The choices that the rollout pages share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import streamlit as st

from evalcore.errors import EvalcoreError
from evalcore.metrics import METRICS
from evalcore.plots import panel_pages
from evalcore.rollout import BASELINES, PairedResult, RolloutConfig, RolloutData, RolloutResult, paired
from evalcore.rollout import Metric as MetricName
from evalcore.ui.literal import literal_remarks
from evalcore.ui.notices import notice
from evalcore.ui.permalinks import choose, move_choice

__all__ = [
    "FRAME",
    "choose_clip",
    "choose_comparison",
    "choose_method",
    "choose_metric",
    "choose_panels",
    "choose_sample",
    "clip_ids_of",
    "frame_of_step",
    "show_contents",
]

FRAME = "frame"  # parameter of the address that holds the viewer's position


def choose_metric() -> MetricName:
    """MAD or SSIM, the same on all pages (``?metric=``)."""
    names: dict[str, MetricName] = {METRICS["mad"].label: "mad", METRICS["ssim"].label: "ssim"}
    return names[choose("Metric", list(names), query="metric", style="buttons")]


def choose_comparison(result: RolloutResult) -> list[PairedResult]:
    """Every method that can be compared with the chosen one (``?baseline=``) in the chosen metric, at least one.

    Methods without an aggregate, and those that lack a clip of the other, are named with the reason; where no
    comparison is left the page stops.
    """
    usable = [name for name, score in result.methods.items() if score.reason is None]
    left_out = [f"{name}: {score.reason}." for name, score in result.methods.items() if score.reason]
    pairs: list[PairedResult] = []
    if len(usable) > 1:
        with st.container(horizontal=True, vertical_alignment="bottom"):
            metric = choose_metric()
            default = next((name for name in BASELINES if name in usable), usable[0])
            baseline = choose("Compared with", usable, query="baseline", default=default)
        for name in usable:
            if name != baseline:
                try:
                    pairs.append(paired(result, name, baseline, metric=metric))
                except EvalcoreError as error:
                    left_out.append(f"{name}: {error}")
    if left_out:
        notice("Some methods are not compared", "\n".join(left_out), kind="warning")
    if not pairs:
        st.info("A comparison needs two methods with an aggregate over the same clips.", icon=":material/info:")
        st.stop()
    return pairs


def choose_method(pairs: Sequence[PairedResult]) -> PairedResult:
    """One of ``pairs`` by its method (``?method=``)."""
    methods = [pair.method for pair in pairs]
    return pairs[methods.index(choose("Method", methods, query="method"))]


def clip_ids_of(result: RolloutResult) -> list[str]:
    """Every clip that a method was asked for: first those with a value, then those that failed for all."""
    lost = [failure.unit.partition("/")[2] for failure in result.failures if failure.kind != "gate"]
    return list(dict.fromkeys([*(clip.clip_id for clip in result.clips), *lost]))


def choose_clip(clip_ids: Sequence[str], *, clicked: str | None, page: str, frame: int | None = None) -> str:
    """The clip to look at (``?clip=``).

    A new click on a figure of ``page`` moves the choice to ``clicked`` and the viewer to ``frame``, where given.
    """
    click = (clicked, frame)
    if click != st.session_state.get(f"{page}.clicked", (None, None)):
        if clicked is not None:
            move_choice("clip", clicked)
        if frame is not None:
            st.query_params[FRAME] = str(frame)
    st.session_state[f"{page}.clicked"] = click
    return choose("Clip", clip_ids, query="clip", help="Or click a point of the figure above.")


def choose_sample(result: RolloutResult, clip_id: str, methods: Sequence[str]) -> int:
    """Which sample of the clip to look at (``?sample=``), from 0; asked only where one of ``methods`` has several."""
    scored = [clip for clip in result.clips if clip.clip_id == clip_id and clip.method in methods]
    names = [f"s{index}" for index in range(max((len(clip.samples) for clip in scored), default=0))]
    return names.index(choose("Sample", names, query="sample", style="buttons")) if names else 0


def choose_panels(result: RolloutResult, methods: Sequence[str]) -> int:
    """The page of small panels (``?page=``), from 0; asked only where there are several."""
    pages = [str(number) for number in range(1, panel_pages(result, methods) + 1)]
    return pages.index(choose("Page", pages, query="page")) if len(pages) > 1 else 0


def frame_of_step(step: int | None, config: RolloutConfig) -> int | None:
    """Where the viewer stands at a predicted step (from 1): after the conditioning frames."""
    return None if step is None else config.conditioning - 1 + step


def show_contents(data: RolloutData) -> None:
    """How many clips, models and generated files the workspace has, and its splits."""
    splits = Counter(name for clip in data.clips for name in clip.splits)
    with st.container(horizontal=True):
        st.metric("Clips", len(data.clips), border=True)
        st.metric("Models", len(data.models), border=True)
        st.metric("Generated files", sum(map(len, data.generated.values())), border=True)
        st.metric("Splits", len(splits), border=True)
    if splits:
        literal_remarks("Splits: " + ", ".join(f"{name} ({count} clips)" for name, count in sorted(splits.items())))
