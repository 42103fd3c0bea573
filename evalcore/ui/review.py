"""What the review pages look at: items, the reviewers' answers as they are now, and figures computed once from them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from shlex import quote
from typing import TypeVar

import streamlit as st

from evalcore.batch import Progress
from evalcore.errors import EvalcoreError
from evalcore.review import (
    Answers,
    ItemClock,
    ReviewData,
    Store,
    StreamMedia,
    clock_of,
    load,
)
from evalcore.review.store import VARIABLE
from evalcore.ui.notices import empty_state, show_error
from evalcore.ui.pages import PAGES
from evalcore.ui.session import workspace
from evalcore.workspace import Workspace

__all__ = [
    "FOLDER",
    "DataKey",
    "Files",
    "ReviewMedia",
    "Stamp",
    "current_answers",
    "key_of",
    "once",
    "read_review",
    "review_data",
    "review_media",
    "show_review_contents",
    "stamp_of",
    "stream_names",
]

FOLDER = "review"
DEMO = ["evalcore demo demo-workspace", "evalcore app --workspace demo-workspace"]

Stamp = tuple[tuple[str, int, int], ...]
Files = tuple[tuple[str, str], ...]  # names and hashes of what was read
DataKey = tuple[str, Files]
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

    return once(_kept_media(key_of(data), key), look, "{done} of {total} clips looked at")


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


def key_of(data: ReviewData) -> DataKey:
    """The workspace and the content of the files of its review, as a key for what is computed from them."""
    return str(data.workspace.root), tuple(data.files.items())


def once(kept: list[_Value], compute: Callable[[Progress], _Value], words: str) -> _Value:
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
def _kept_media(data: DataKey, files: Stamp) -> list[ReviewMedia]:
    """Where the one result for these files is kept, for all readers; empty until it is computed."""
    return []
