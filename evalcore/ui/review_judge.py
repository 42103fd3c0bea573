"""A judge's predictions on a page: which, how they compare with the reviewers, and what the judge saw."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from shlex import quote
from typing import Any

import numpy as np
import numpy.typing as npt
import streamlit as st

from evalcore.errors import EvalcoreError
from evalcore.jsonl import read_json, read_rows
from evalcore.review import (
    AlignmentResult,
    AlignmentRow,
    Answers,
    ConsensusResult,
    Prediction,
    Predictions,
    ReviewData,
    StreamAlignment,
    align,
    read_predictions,
)
from evalcore.review.contact_sheet import contact_sheet
from evalcore.tables import Table
from evalcore.tables.review_alignment import unit_of
from evalcore.tables.review_figures import tolerance_text
from evalcore.ui.judged import choose_one_or_all
from evalcore.ui.judged_conditions import pick_row
from evalcore.ui.literal import literal_heading, literal_remarks
from evalcore.ui.notices import empty_state, notice, show_error, show_errors
from evalcore.ui.permalinks import choose
from evalcore.ui.review import FOLDER, ReviewMedia, Stamp, stamp_of

__all__ = [
    "align_judge",
    "choose_outcome",
    "choose_predictions",
    "choose_tolerance",
    "pick_stream",
    "prediction_files",
    "predictions_on",
    "show_prediction",
]

PREDICTIONS = "predictions"  # the folder below the review's
HEADLINE_TEXT = "0.5 s"


def prediction_files(data: ReviewData) -> dict[str, Path]:
    """``review/predictions/<name>.jsonl`` by name."""
    folder = data.workspace.path(FOLDER, PREDICTIONS)
    return {path.stem: path for path in sorted(folder.glob("*.jsonl")) if not path.name.startswith(".")}


def choose_predictions(data: ReviewData) -> Predictions:
    """The predictions of one judge (``?judge=``); where there are none, or they cannot be read, the page stops."""
    found: dict[str, tuple[Path, str | None]] = {}
    for name, path in prediction_files(data).items():
        with show_errors("Predictions cannot be read"):
            judges = _judges(str(path), stamp_of(data.workspace, [data.workspace.relative(path)]))
            several = len(judges) > 1
            found |= {f"{name}: {judge}" if several else name: (path, judge if several else None) for judge in judges}
    if not found:
        root = quote(str(data.workspace.root))
        empty_state(
            "No judge has looked yet",
            f"Predictions are read from `{FOLDER}/{PREDICTIONS}/<judge>.jsonl`. Let a judge look at a contact sheet of "
            "every stream, one request each, through any OpenAI-compatible endpoint; a run that is stopped goes on "
            "where it was:",
            commands=[
                f"evalcore review judge --workspace {root} --base-url URL --judge-model MODEL "
                f"--out {quote(str(data.workspace.path(FOLDER, PREDICTIONS, 'MODEL.jsonl')))}"
            ],
        )
        st.stop()
    path, judge = found[choose("Judge", list(found), query="judge")]
    try:
        return _predictions(str(path), stamp_of(data.workspace, [data.workspace.relative(path)]), judge)
    except EvalcoreError as error:
        show_error(error, title="These predictions cannot be read")
        st.stop()


def align_judge(
    data: ReviewData, answers: Answers, consensus: ConsensusResult, predictions: Predictions
) -> AlignmentResult:
    """The judge against the consensus, computed once for all readers and again when an answer or prediction changes."""
    files = (*data.files.items(), *answers.files.items(), *predictions.files.items())
    try:
        kept = _kept(str(data.workspace.root), files, predictions.judge, consensus.method)
        if not kept:
            with st.spinner("Comparing the judge"):
                kept[:] = [align(consensus, predictions, data=data)]
        return kept[0]
    except EvalcoreError as error:
        show_error(error, title="This judge cannot be compared")
        st.stop()


def choose_tolerance(result: AlignmentResult) -> AlignmentRow:
    """One row of the sweep by its tolerance (``?tolerance=``)."""
    rows = {tolerance_text(row): row for row in result.sweep}
    return rows[choose("Tolerance", list(rows), query="tolerance", default=HEADLINE_TEXT, style="buttons")]


def choose_outcome(outcomes: dict[str, str]) -> str | None:
    """Which streams are listed (``?outcome=``), by who sees a break; None for all."""
    return choose_one_or_all("Who sees a break", outcomes, query="outcome", every="All streams", words=outcomes)


def pick_stream(streams: Sequence[StreamAlignment], table: Table) -> StreamAlignment:
    """One of ``streams``, which are the rows of ``table`` (``?unit=``)."""
    units = [unit_of(one) for one in streams]
    unit = pick_row(table, units, label="Stream", query="unit", name="alignment-streams")
    return streams[units.index(unit or units[0])]


def predictions_on(predictions: Predictions, item: str) -> dict[str, Prediction]:
    """Stream -> what the judge says of it, for one item."""
    return {row.stream: row for row in predictions if row.item == item}


def show_prediction(data: ReviewData, media: ReviewMedia, predictions: Predictions, one: Prediction) -> None:
    """What the judge said, and the contact sheet that it said it of, made again from the same file."""
    said = [f"Judge: {one.judge_version or one.judge or 'not recorded'}"]
    if one.error:
        said.append(f"The call failed, which is no verdict: {one.error}")
    elif one.t is None:
        said.append("It sees no break.")
    else:
        said.append(f"It sees a break at {one.t:.3f} s, {one.type or 'of no type that the schema has'}.")
    if one.unknown_type:
        said.append(f"It names a type that the schema does not have: {one.unknown_type}")
    if one.confidence is not None:
        said.append(f"Its confidence: {one.confidence:g}")
    with st.container(border=True):
        literal_heading(f"{one.item}, {one.stream}")
        st.text("\n".join(said))
        if one.raw:
            with st.expander("Its reply"):
                st.text(one.raw)
    _show_sheet(data, media, predictions, one)


def _show_sheet(data: ReviewData, media: ReviewMedia, predictions: Predictions, one: Prediction) -> None:
    found = media.media[one.item].get(one.stream)
    stream = next((stream for stream in data.item(one.item).streams if stream.stream == one.stream), None)
    if found is None or stream is None or stream.path is None or found.sha256 is None:
        literal_remarks("The clip cannot be read, so that its contact sheet cannot be shown.")
        return
    if one.media_sha256 not in (None, found.sha256):
        notice("The clip is not the file that the judge saw", "Its contact sheet cannot be shown.", kind="warning")
        return
    tiles = _tiles(data, predictions, one, found.length)
    if not tiles:
        literal_remarks("How many frames the judge saw is not recorded, so that its contact sheet cannot be shown.")
        return
    with show_errors("The contact sheet cannot be made"):
        picture = _sheet(str(data.workspace.path(stream.path)), found.sha256, tiles)
        st.image(picture, output_format="PNG", alt=f"Contact sheet of {tiles} frames")
        literal_remarks(
            f"The contact sheet of {tiles} frames, made again from "
            + ("the file that the judge saw." if one.media_sha256 else "the file; which file it saw is not recorded.")
        )


def _tiles(data: ReviewData, predictions: Predictions, one: Prediction, length: float | None) -> int | None:
    """Frames on the sheet: as the run's record says, else by the resolution, which is half the interval of frames."""
    for name in predictions.files:
        run = data.workspace.path(FOLDER, PREDICTIONS, name).with_suffix(".run.json")
        with suppress(EvalcoreError, KeyError, TypeError, ValueError):
            kept: Any = read_json(run, dict[str, Any], what="the record of a judge run") if run.is_file() else {}
            return int(kept["record"]["config"]["tiles"])
    return round(length / (2 * one.resolution)) if length and one.resolution else None


@st.cache_resource(max_entries=16, show_spinner="Reading the predictions")
def _judges(path: str, stamp: Stamp) -> tuple[str | None, ...]:
    rows = read_rows(Path(path), Prediction, what="predictions of a judge, one row a stream")
    return tuple(sorted({row.judge for _, row in rows if row.judge is not None})) or (None,)


@st.cache_resource(max_entries=16, show_spinner="Reading the predictions")
def _predictions(path: str, stamp: Stamp, judge: str | None) -> Predictions:
    return read_predictions(Path(path), judge=judge)


@st.cache_resource(max_entries=32, show_spinner=False)
def _kept(root: str, files: tuple[tuple[str, str], ...], judge: str | None, method: str) -> list[AlignmentResult]:
    """Where the one result of these files is kept, for all readers; empty until it is computed."""
    return []


@st.cache_resource(max_entries=32, show_spinner="Making the contact sheet")
def _sheet(path: str, sha256: str, tiles: int) -> npt.NDArray[np.uint8]:
    return contact_sheet(Path(path), tiles=tiles).picture
