"""The similarity diagnostic on a page: for which models and conditions, and its results, computed once."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Literal

import streamlit as st

from evalcore.batch import Cache
from evalcore.errors import EvalcoreError
from evalcore.judged import JudgedData, SimilarityResult, similarity
from evalcore.judged.clips import GeneratedClip, generated_clips
from evalcore.metrics import METRICS
from evalcore.tables import failures
from evalcore.ui.charts import show_table
from evalcore.ui.judged import Stamp, choose_one_or_all
from evalcore.ui.notices import show_error
from evalcore.ui.pages import PAGES
from evalcore.ui.permalinks import choose

__all__ = ["choose_scope", "choose_similarity_metric", "clip_link", "compare_with_references", "show_failures"]

AT_ONCE = 64  # clips; more take long enough that a visit must not begin by itself


def choose_scope(data: JudgedData) -> str | None:
    """A frozen scope (``?subset=``), or None for all conditions."""
    return choose_one_or_all("Scope", data.subsets, query="subset", every="All conditions")


def choose_similarity_metric() -> Literal["psnr", "ssim"]:
    """PSNR or SSIM (``?similarity=``), as the name of the metric."""
    names: dict[str, Literal["psnr", "ssim"]] = {METRICS["psnr"].label: "psnr", METRICS["ssim"].label: "ssim"}
    return names[choose("Figure", list(names), query="similarity", style="buttons")]


def compare_with_references(data: JudgedData, models: Sequence[str], subset: str | None) -> list[SimilarityResult]:
    """The diagnostic of each model; clips that were compared before come from the cache of the workspace.

    Where many clips would have to be compared the page asks first (``?compare=``), and stops until it is told to.
    """
    kept = {}
    try:
        for model in models:
            clips = [clip for clip in generated_clips(data, model, subset=subset) if clip.condition.reference]
            truth = tuple(data.files.items())
            kept[model] = (_kept(str(data.workspace.root), model, subset, truth, _stamp(clips)), len(clips))
        waiting = sum(count for found, count in kept.values() if not found)
        if waiting > AT_ONCE:
            st.info(
                f"{waiting} clips are to be compared with their references. That may take minutes, once: what is "
                "finished is kept, also when you leave the page.",
                icon=":material/hourglass:",
            )
            if not st.toggle("Compare them", key="compare", bind="query-params"):
                st.stop()
        for model, (found, _) in kept.items():
            if not found:
                found.append(_compared(data, model, subset))
    except EvalcoreError as error:
        show_error(error, title="The clips cannot be compared")
        st.stop()
    return [found[0] for found, _ in kept.values()]


def show_failures(results: Sequence[SimilarityResult]) -> None:
    """What could not be compared, one table a model that has such clips."""
    for result in results:
        if result.failures:
            table = replace(failures(result), title=f"Failures of {result.model}")
            show_table(table, name=f"similarity-failures-{result.model}")


def clip_link(model: str, condition_id: str) -> None:
    """A link to the frames of a clip."""
    page = next(page for page in PAGES if page.url == "judged-judge-frames")
    asked = {"model": model, "condition": condition_id}
    st.page_link(page.path, label="Frames of this clip and its reference", icon=page.icon, query_params=asked)


def _compared(data: JudgedData, model: str, subset: str | None) -> SimilarityResult:
    bar = st.progress(0.0)

    def progress(done: int, total: int) -> None:
        bar.progress(done / total if total else 1.0, text=f"{done} of {total} clips compared")

    try:
        return similarity(data, model, subset=subset, cache=Cache(data.workspace.cache), progress=progress)
    finally:
        bar.empty()


def _stamp(clips: Sequence[GeneratedClip]) -> Stamp:
    """Name, time of change and size of every clip and reference that there is."""
    found = []
    for clip in clips:
        with suppress(EvalcoreError, OSError):  # the comparison itself says what is wrong with a file
            for path in (clip.path, clip.data.reference(clip.condition.condition_id)):
                if path is not None and path.is_file():
                    stat = path.stat()
                    found.append((str(path), stat.st_mtime_ns, stat.st_size))
    return tuple(found)


@st.cache_resource(max_entries=64, show_spinner=False)
def _kept(
    root: str, model: str, subset: str | None, truth: tuple[tuple[str, str], ...], files: Stamp
) -> list[SimilarityResult]:
    """Where the one result of these files is kept, for all readers; empty until it is computed."""
    return []
