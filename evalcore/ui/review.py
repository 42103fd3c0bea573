"""What the review pages look at: items, the reviewers' answers as they are now, and figures computed once from them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from shlex import quote
from typing import Any, TypeVar

import streamlit as st

from evalcore.batch import Progress
from evalcore.errors import EvalcoreError
from evalcore.review import (
    AgreementResult,
    Answers,
    ConsensusResult,
    GoldScore,
    ItemClock,
    PotatoResult,
    ReviewData,
    Store,
    StreamMedia,
    agreement,
    clock_of,
    consensus,
    gold_scores,
    load,
    progress,
    read_assignments,
    read_gold,
)
from evalcore.review.assignment import Progress as ReviewerProgress
from evalcore.review.config import HEADLINE, Method
from evalcore.review.store import VARIABLE
from evalcore.ui.notices import empty_state, notice, show_error, show_errors
from evalcore.ui.pages import PAGES
from evalcore.ui.permalinks import choose
from evalcore.ui.session import workspace
from evalcore.workspace import Workspace

__all__ = [
    "FOLDER",
    "GOLD_TOLERANCE",
    "ReviewMedia",
    "agree",
    "choose_review_method",
    "consensus_of",
    "current_answers",
    "gold_of",
    "read_review",
    "review_data",
    "review_media",
    "reviewer_progress",
    "show_faults",
    "show_review_contents",
    "stamp_of",
    "stream_names",
]

FOLDER = "review"
GOLD_TOLERANCE = HEADLINE
METHODS: dict[str, Method] = {"Default": "default", "Reference (potato)": "potato"}
DEMO = ["evalcore demo demo-workspace", "evalcore app --workspace demo-workspace"]

Stamp = tuple[tuple[str, int, int], ...]
_Value = TypeVar("_Value")


@dataclass(frozen=True, eq=False)
class ReviewMedia:
    """What the media files of all items hold: item -> stream, and the clock of each item with its warnings.

    ``key`` changes when a file does.
    """

    media: Mapping[str, Mapping[str, StreamMedia]]
    clocks: Mapping[str, ItemClock]
    key: Stamp

    @property
    def lengths(self) -> dict[str, dict[str, float]]:
        """Seconds of every clip that can be read, item -> stream."""
        return {
            item: {stream: one.length for stream, one in streams.items() if one.length is not None}
            for item, streams in self.media.items()
        }


def read_review(space: Workspace) -> ReviewData | None:
    """Schema and items of a workspace, None where there is no review; read again only when a file of them changes.

    Raises
    ------
    EvalcoreError
        The data cannot be read; the message says where.
    """
    if not space.path(FOLDER).is_dir():
        return None
    root, files = str(space.root), ("schema.yaml", "items.jsonl")
    first = stamp_of(space, (f"{FOLDER}/{name}" for name in files))
    # Which manifests there are is only known once the items are read.
    named = _files(root, first)
    return _data(root, stamp_of(space, named))


def review_data() -> ReviewData:
    """The review of the open workspace; where there is none, or it cannot be read, the page says so and stops."""
    try:
        data = read_review(workspace())
    except EvalcoreError as error:
        show_error(error, title="The review cannot be read")
        st.stop()
    if data is None:
        empty_state(
            "Nothing to review yet",
            f"This workspace has no folder `{FOLDER}`: a schema and items whose streams are reviewed side by side, as "
            "`data/README.md` lays them out. The demonstration has one:",
            commands=DEMO,
        )
        st.stop()
    return data


def current_answers(data: ReviewData, *, stop: bool = True) -> Answers:
    """The latest answer of every reviewer, read from the database at each run of the page.

    Where there is no answer, or the database cannot be read, the page says so; then it stops, unless ``stop`` is False.
    """
    try:
        answers = _stored(data)
    except EvalcoreError as error:
        show_error(error, title="The answers cannot be read")
        answers = Answers(())
        if stop:
            st.stop()
    if stop and not len(answers):
        root = quote(str(data.workspace.root))
        empty_state(
            "Nobody has answered yet",
            "Reviewers answer on the page *Mark*, which can be served by itself so that it shows them nothing else. "
            "Answers from elsewhere can be imported:",
            commands=[
                f"evalcore app --workspace {root} --reviewer",
                f"evalcore review import answers.jsonl --into {root}",
            ],
        )
        page = next((page for page in PAGES if page.url == "review-mark"), None)
        if page:
            st.page_link(page.path, label="Mark", icon=page.icon)
        st.stop()
    return answers


def _stored(data: ReviewData) -> Answers:
    space = data.workspace
    if not os.environ.get(VARIABLE) and not space.path(FOLDER, "answers.sqlite").exists():
        return Answers(())  # looking must not make a database
    with Store.of(space) as store:
        return store.answers(schema=data.schema.name)


def review_media(data: ReviewData) -> ReviewMedia:
    """What the media files hold, looked at once for all readers and again when one changes, with a progress bar."""
    files = (stream.path for item in data.items for stream in item.streams if stream.path)
    key = stamp_of(data.workspace, files)

    def look(tell: Progress) -> ReviewMedia:
        media = data.media(progress=tell)
        clocks = {item.item: clock_of(item, media[item.item], fps=data.schema.fps) for item in data.items}
        return ReviewMedia(media, clocks, key)

    return _once(_kept_media(_key(data), key), look, "{done} of {total} clips looked at")


def choose_review_method() -> Method:
    """The corrected default, or the reference implementation's own method (``?review_method=``)."""
    help = "Reference: the numbers of the reference implementation, for comparing with published figures."
    return METHODS[choose("Method", list(METHODS), query="review_method", style="buttons", help=help)]


def show_faults(result: PotatoResult) -> None:
    """What the reference implementation's figures cannot show."""
    title = "These are the reference implementation's figures, with known faults"
    notice(title, "\n".join(result.faults), kind="warning")


def agree(data: ReviewData, answers: Answers, media: ReviewMedia, *, method: Method = "default") -> Any:
    """The agreement of all answers, computed once for all readers and again when an answer, an item or a clip changes.

    An :class:`AgreementResult`, or a :class:`PotatoResult` of the method ``potato``. Answers that do not fit the items
    are an error, and the page stops.
    """

    def compute(tell: Progress) -> AgreementResult | PotatoResult:
        return agreement(answers, method=method, data=data, lengths=media.lengths, progress=tell)

    try:
        if method == "potato":
            data.check(answers)
        kept = _kept_agreement(_key(data), tuple(answers.files.items()), media.key, method)
        return _once(kept, compute, "Comparing the reviewers: {done} of {total} parts")
    except EvalcoreError as error:
        show_error(error, title="The answers do not fit the items")
        st.stop()


def consensus_of(data: ReviewData, answers: Answers, method: Method = "default") -> ConsensusResult:
    """What the reviewers of each stream say together; answers that do not fit the items are an error, as above."""
    try:
        data.check(answers)
        return consensus(answers, method=method)
    except EvalcoreError as error:
        show_error(error, title="The answers do not fit the items")
        st.stop()


def reviewer_progress(data: ReviewData, answers: Answers) -> tuple[ReviewerProgress, ...]:
    """How far everybody is; assignments at fault are shown as an error."""
    with show_errors("The assignments cannot be read"):
        return progress(data, answers, read_assignments(data))
    return ()


def gold_of(data: ReviewData, answers: Answers) -> tuple[GoldScore, ...]:
    """How everybody does on items with known answers; empty where there are none."""
    with show_errors("The known answers cannot be read"):
        return gold_scores(answers, read_gold(data), tolerance=GOLD_TOLERANCE)
    return ()


def show_review_contents(data: ReviewData, answers: Answers, media: ReviewMedia) -> None:
    """How many items, streams, reviewers, answers and warnings there are."""
    streams = sum(len(item.streams) for item in data.items)
    with st.container(horizontal=True):
        st.metric("Items", len(data.items), border=True)
        st.metric("Clips", streams, border=True)
        st.metric("Reviewers", len(answers.reviewers), border=True)
        st.metric("Answers", len(answers), border=True)
        st.metric("Warnings", sum(len(clock.notes) for clock in media.clocks.values()), border=True)


def stream_names(data: ReviewData) -> dict[str, str]:
    """What each stream is called."""
    return {stream.stream: stream.name for item in data.items for stream in item.streams}


def stamp_of(space: Workspace, names: Iterable[str]) -> Stamp:
    """Name, time of change and size of each file that there is; names are relative to the workspace."""
    found = []
    for name in sorted(names):
        path = space.root / name
        if path.is_file():
            stat = path.stat()
            found.append((name, stat.st_mtime_ns, stat.st_size))
    return tuple(found)


def _key(data: ReviewData) -> tuple[str, tuple[tuple[str, str], ...]]:
    return str(data.workspace.root), tuple(data.files.items())


def _once(kept: list[_Value], compute: Callable[[Progress], _Value], words: str) -> _Value:
    """What ``kept`` holds, computed with a progress bar if it is still empty."""
    if kept:
        return kept[0]
    bar = st.progress(0.0)

    def tell(done: int, total: int) -> None:
        bar.progress(done / total if total else 1.0, text=words.format(done=done, total=total))

    try:
        kept[:] = [compute(tell)]
    finally:
        bar.empty()
    return kept[0]


@st.cache_resource(max_entries=8, show_spinner="Reading the items")
def _files(root: str, stamp: Stamp) -> tuple[str, ...]:
    return tuple(load(Workspace(root)).files)


@st.cache_resource(max_entries=4, show_spinner="Reading the items")
def _data(root: str, stamp: Stamp) -> ReviewData:
    return load(Workspace(root))


@st.cache_resource(max_entries=8, show_spinner=False)
def _kept_media(data: tuple[str, tuple[tuple[str, str], ...]], files: Stamp) -> list[ReviewMedia]:
    """Where the one result for these files is kept, for all readers; empty until it is computed."""
    return []


@st.cache_resource(max_entries=32, show_spinner=False)
def _kept_agreement(
    data: tuple[str, tuple[tuple[str, str], ...]], answers: tuple[tuple[str, str], ...], media: Stamp, method: str
) -> list[AgreementResult | PotatoResult]:
    return []
