"""The data that the judged pages look at, its scores, and the choices that the pages share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import streamlit as st

from evalcore.errors import EvalcoreError
from evalcore.judged import BaselinesResult, JudgedData, baselines, load
from evalcore.judged.config import PUBLISHED_JUDGE, PUBLISHED_SUBSET
from evalcore.judged.data import CONDITIONS, JUDGMENTS, MANIFEST, PUBLISHED, SPLITS, TASKS
from evalcore.ui.charts import clicked_point
from evalcore.ui.notices import empty_state, show_error
from evalcore.ui.permalinks import choose, move_choice
from evalcore.ui.session import workspace
from evalcore.workspace import Workspace

__all__ = [
    "FOLDER",
    "Stamp",
    "choose_judge",
    "choose_model",
    "choose_one_or_all",
    "choose_subset",
    "follow_click",
    "judged_data",
    "judges_of",
    "judgments_stamp",
    "published_judge",
    "read_judged",
    "score_judge",
    "show_judged_contents",
]

FOLDER = "judged"
EVERY = "*"  # in the address, for all of them; what is really called so is among them

Stamp = tuple[tuple[str, int, int], ...]


def read_judged(space: Workspace) -> JudgedData | None:
    """The judged-event data of a workspace, read once for all readers and again when a file of it changes.

    None where there is none.

    Raises
    ------
    EvalcoreError
        The data cannot be read; the message says where.
    """
    folder = space.path(FOLDER)
    return _data(str(folder), _stamp(_truth_files(folder))) if folder.is_dir() else None


def judged_data() -> JudgedData:
    """The judged-event data of the open workspace.

    Where there is none, or it cannot be read, the page says what to do and stops.
    """
    try:
        data = read_judged(workspace())
        if data is None:
            empty_state(
                "Nothing to judge yet",
                f"This workspace has no folder `{FOLDER}`: conditions, judgments and clips of the judged-event "
                "protocol, as `data/README.md` lays them out. The demonstration has one:",
                commands=["evalcore demo demo-workspace", "evalcore app --workspace demo-workspace"],
            )
            st.stop()
        return data
    except EvalcoreError as error:
        show_error(error, title="The judged data cannot be read")
        st.stop()


def show_judged_contents(data: JudgedData) -> None:
    """How many conditions, tasks, scopes, judges and models the data has."""
    models = {*data.generated_models, *(model for judge in data.judges for model in data.models(judge))}
    with st.container(horizontal=True):
        st.metric("Conditions", len(data.conditions), border=True)
        st.metric("Tasks", len(data.tasks), border=True)
        st.metric("Scopes", len(data.subsets), border=True)
        st.metric("Judges", len(data.judges), border=True)
        st.metric("Models", len(models), border=True)


def choose_subset(data: JudgedData, *, default: str = PUBLISHED_SUBSET) -> str:
    """The frozen scope (``?subset=``); the one of the published table at first."""
    if not data.subsets:
        empty_state(
            "No scope is frozen yet",
            f"Scores are over a fixed list of conditions. Write the ids of yours, one a line, into "
            f"`{FOLDER}/{SPLITS}/{PUBLISHED_SUBSET}.txt`, or under any other name.",
        )
        st.stop()
    help = "The frozen list of conditions: it alone gives tasks, classes and denominators."
    return choose("Scope", data.subsets, query="subset", default=default, help=help)


def choose_judge(data: JudgedData, *, help: str | None = None) -> str:
    """The judge (``?judge=``); that of the published table at first. Without judgments the page says what to do."""
    judges = judges_of(data)
    if not judges:
        empty_state(
            "Nothing is judged yet",
            f"Put judgments into `{FOLDER}/{JUDGMENTS}/<judge>/<model>.jsonl`, or let a judge make them and "
            "put its file there:",
            commands=["geoflip judge --help"],
        )
        st.stop()
    return choose("Judge", judges, query="judge", default=published_judge(data), help=help)


def judges_of(data: JudgedData) -> tuple[str, ...]:
    """The judges of the data; where they cannot be listed, the page says why and stops."""
    try:
        return data.judges
    except EvalcoreError as error:
        show_error(error, title="The judges cannot be listed")
        st.stop()


def published_judge(data: JudgedData) -> str | None:
    """The judge whose scores the published table holds: the one of the release, else the first by name."""
    judges = judges_of(data)
    return PUBLISHED_JUDGE if PUBLISHED_JUDGE in judges else next(iter(judges), None)


def score_judge(data: JudgedData, subset: str, judge: str, *, query: str = "mixed") -> BaselinesResult:
    """Every model of a judge on a scope, computed once for all readers and again when a file of it changes.

    Judgments of different judge versions, prompts or profiles are an error that says where they meet, until the reader
    allows them (``?mixed=``, or ``query``). Judgments at fault are an error with file and line, and the page stops.
    """
    try:
        return _scored(data, subset, judge, mixed=False)
    except EvalcoreError as error:
        try:
            mixed = _scored(data, subset, judge, mixed=True)
        except EvalcoreError:
            show_error(error, title="These judgments cannot be scored")
            st.stop()
        show_error(error, title="These judgments were made in different ways")
    if not st.toggle("Score them together; tables and figures will say so", key=query, bind="query-params"):
        st.stop()
    return mixed


def choose_model(models: Sequence[str], *, label: str = "Model", query: str = "model") -> str:
    """One of ``models`` (``?model=``)."""
    return choose(label, models, query=query)


def choose_one_or_all(
    label: str, options: Iterable[str], *, query: str, every: str, words: Mapping[str, str] | None = None
) -> str | None:
    """One of ``options`` (``?query=``), or None for all of them, which the menu calls ``every``.

    ``words`` is what the menu shows for an option that it does not show by its name.
    """
    labels = {**{name: (words or {}).get(name, name) for name in (EVERY, *options)}, EVERY: every}
    chosen = choose(label, list(labels), query=query, labels=labels)
    return None if chosen == EVERY else chosen


def follow_click(figure: str, *queries: str, reset: Sequence[str] = ()) -> None:
    """Move the choices ``queries`` to what was newly clicked in ``figure``, and those in ``reset`` back to all.

    The point's ``customdata`` begins with one value for each of ``queries``. The choices come later in the run.
    """
    clicked = clicked_point(figure)
    values = None if clicked is None else [str(value) for value in clicked]
    remembered = f"figure.{figure}.clicked"
    if values is not None and values != st.session_state.get(remembered):
        for query, value in {**dict.fromkeys(reset, EVERY), **dict(zip(queries, values, strict=False))}.items():
            move_choice(query, value)
    st.session_state[remembered] = values


def judgments_stamp(data: JudgedData, judge: str) -> Stamp:
    """What changes when a file of a judge's judgments, or the published table, does."""
    table = data.workspace.path(PUBLISHED)
    return _stamp([table, *(data.judgments_path(judge, model) for model in data.models(judge))])


def _truth_files(folder: Path) -> list[Path]:
    return [*(folder / name for name in (CONDITIONS, TASKS, MANIFEST)), *(folder / SPLITS).glob("*.txt")]


def _stamp(files: Iterable[Path]) -> Stamp:
    """Name, time of change and size of each file that there is."""
    found = sorted(path for path in files if path.is_file())
    return tuple((str(path), stat.st_mtime_ns, stat.st_size) for path in found for stat in [path.stat()])


def _scored(data: JudgedData, subset: str, judge: str, *, mixed: bool) -> BaselinesResult:
    truth = tuple(data.files.items())
    return _cached_scores(truth, judgments_stamp(data, judge), subset, judge, mixed, data)


@st.cache_resource(max_entries=4, show_spinner="Reading the conditions")
def _data(folder: str, stamp: Stamp) -> JudgedData:
    return load(Workspace(folder))


@st.cache_resource(max_entries=16, show_spinner="Scoring every model")
def _cached_scores(
    truth: tuple[tuple[str, str], ...], judgments: Stamp, subset: str, judge: str, mixed: bool, _data: JudgedData
) -> BaselinesResult:
    return baselines(_data, subset, judge=judge, mixed=mixed)
