"""The Mark page: one item after the other, each act saved at once."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from threading import Thread
from typing import Any

import streamlit as st

from evalcore.errors import EvalcoreError
from evalcore.review import ReviewData, Store
from evalcore.review.assignment import Assignments
from evalcore.ui.launch import reviewers_only
from evalcore.ui.marking.component import mark_component, page_data
from evalcore.ui.marking.desk import Desk
from evalcore.ui.marking.opened import open_assignments, open_review, open_store
from evalcore.ui.marking.panels import item_token, open_item
from evalcore.ui.marking.reviewer import forget_reviewer, reviewer_below, with_login
from evalcore.ui.marking.worklist import Stage, Worklist, worklist_of
from evalcore.ui.notices import notice, show_error

__all__ = ["mark_items"]

TITLE = "Mark"
ITEM = "item"  # parameter of the address
# Pictures and questions are to be seen together, without scrolling: what stands above them costs pictures.
_STYLE = (
    "<style>[data-testid=stMainBlockContainer] {{ padding-top: {top}rem; padding-bottom: 0.5rem; }}"
    " [data-testid=stElementContainer]:has(style) {{ display: none; }}</style>"
)
_KEY = "review.mark"
_VISIT = "review.visit"
_FINISHED = "review.finished"
_AHEAD = "review.ahead"
MOST_LISTED = 40  # buttons to items


@dataclass
class _Visit:
    """What one browser has open: an item, and the reviewer's list as far as it is known."""

    data: ReviewData
    desk: Desk
    worklist: Worklist

    @property
    def item(self) -> str:
        return self.desk.item.item.item


def mark_items() -> None:
    """Show the reviewer the items that are his or hers to mark; every state of the page is here."""
    data = open_review(TITLE)
    assignments = open_assignments(TITLE, data)
    store = open_store(TITLE, data.workspace)
    reviewer = reviewer_below(TITLE, assignments)
    st.html(_STYLE.format(top=0.5 if reviewers_only() else 3.25))  # below the app's own line, where there is one
    _item(data, store, assignments, reviewer)


@st.fragment
def _item(data: ReviewData, store: Store, assignments: Assignments | None, reviewer: str) -> None:
    """One item; as a fragment, so that an act does not run the whole page again."""
    try:
        visit = _visit_of(data, reviewer)
        if visit is None:
            worklist = worklist_of(data, store, assignments, reviewer)
            target = _asked(worklist)
        else:
            leaving = visit.desk.take(*_sent())
            worklist = visit.worklist = visit.worklist.moved(visit.item, _stage_of(visit.desk))
            target = visit.item if leaving is None else _target(worklist, visit.item, leaving.value)
        if target is None:
            _finished(worklist)
            return
        if visit is None or visit.item != target:
            visit = _opened(data, store, worklist, reviewer, target)
    except EvalcoreError as error:
        st.title(TITLE, anchor=False)
        show_error(error, title="This item cannot be shown")
        if st.button("Try again", icon=":material/refresh:"):
            _close()
            st.rerun()
        return
    if st.query_params.get(ITEM) != item_token(target):
        st.query_params[ITEM] = item_token(target)
    mark_component(key=_KEY, data=page_data(visit.desk, _place(visit)), on_acts_change=lambda: None)
    _look_ahead(data, worklist.neighbour(target, 1), reviewer)


def _place(visit: _Visit) -> dict[str, Any]:
    """Where the reviewer stands among the items."""
    worklist = visit.worklist
    return {
        "number": worklist.items.index(visit.item) + 1,
        "stages": [worklist.stages[item] for item in worklist.items],
        "reviewer": visit.desk.answer.reviewer,
        "leave": "Log out" if with_login() else "Use another name",
    }


def _visit_of(data: ReviewData, reviewer: str) -> _Visit | None:
    """The item that is open in this browser, unless the reviewer, the review or the address changed since."""
    visit: _Visit | None = st.session_state.get(_VISIT)
    if visit is None or visit.data is not data or visit.desk.answer.reviewer != reviewer:
        return None
    asked = st.query_params.get(ITEM)
    return visit if asked in (None, item_token(visit.item)) else None


def _opened(data: ReviewData, store: Store, worklist: Worklist, reviewer: str, name: str) -> _Visit:
    stored = store.get(schema=data.schema.name, item=name, reviewer=reviewer)
    order = stored.shown.panel_order if stored and stored.shown.origin == "page" else ()
    with st.spinner("Decoding the videos"):
        item = open_item(data, name, reviewer, order=order)
    visit = _Visit(data, Desk.of(store, data.schema, item, reviewer, stored), worklist)
    st.session_state[_VISIT] = visit
    st.session_state.pop(_FINISHED, None)
    return visit


def _stage_of(desk: Desk) -> Stage:
    if not desk.revision:
        return "open"
    return "begun" if desk.pending else "done"


def _close() -> None:
    st.session_state.pop(_VISIT, None)
    st.query_params.pop(ITEM, None)


def _sent() -> tuple[str, list[Any]]:
    """The acts that the browser has sent, and the opening that they belong to."""
    sent = (st.session_state.get(_KEY) or {}).get("acts") or {}
    return str(sent.get("opening", "")), list(sent.get("acts", []))


def _asked(worklist: Worklist) -> str | None:
    """The item of the address, or where the reviewer left."""
    asked = st.query_params.get(ITEM)
    if asked is None:
        return None if st.session_state.get(_FINISHED) else worklist.resume()
    named = worklist.named(asked)
    if named is None:
        text = "It may have been taken out, or it is not among yours. The page goes on where you left."
        notice("The link names an item that is not here", text, kind="warning")
        st.query_params.pop(ITEM, None)
        return worklist.resume()
    return named


def _target(worklist: Worklist, item: str, asked: Any) -> str | None:
    """Where a ``go`` leads: on, back, or to a place of the list; None beyond the last."""
    if asked == "reviewer":
        _close()
        forget_reviewer()
    if asked == "previous":
        return worklist.neighbour(item, -1) or item
    if isinstance(asked, int) and 0 <= asked < len(worklist.items):
        return worklist.items[asked]
    following = worklist.neighbour(item, 1)
    if following is None:
        _close()
        st.session_state[_FINISHED] = True
    return following


def _finished(worklist: Worklist) -> None:
    """What stands after the last item: what is left, or that nothing is."""
    st.title(TITLE, anchor=False)
    if not worklist.items:
        notice("No items are assigned to you", "Ask who runs the review.", kind="info")
        return
    total, left = len(worklist.items), worklist.unfinished
    if left:
        st.info(f"This is the end. {worklist.done} of {total} items are done.", icon=":material/flag:")
        st.text("These have panels without an answer:")
    else:
        st.success(f"All {total} items are done. Thank you.", icon=":material/check_circle:")
        st.text("Answers are saved. You can look at any item again:")
    listed = (left or worklist.items)[:MOST_LISTED]
    with st.container(horizontal=True):
        for item in listed:
            if st.button(f"Item {worklist.items.index(item) + 1}", key=f"review.to.{item_token(item)}"):
                st.query_params[ITEM] = item_token(item)
                st.session_state.pop(_FINISHED, None)
                st.rerun()
    more = len(left or worklist.items) - len(listed)
    if more:
        st.caption(f"and {more} more; the menu above the pictures has them all.")


def _look_ahead(data: ReviewData, name: str | None, reviewer: str) -> None:
    """Decode what will be asked for next while the reviewer looks at this item."""
    if name is not None and st.session_state.get(_AHEAD) != name:
        st.session_state[_AHEAD] = name
        Thread(target=_decode_ahead, args=(data, name, reviewer), daemon=True).start()


def _decode_ahead(data: ReviewData, name: str, reviewer: str) -> None:
    with suppress(EvalcoreError):  # what is wrong says so when its turn comes
        open_item(data, name, reviewer)
