"""Who is marking: the account of the app's login where one is set up, else a name that this browser keeps."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote, unquote

import streamlit as st

from evalcore.errors import InputError
from evalcore.review.answers import check_key
from evalcore.review.assignment import Assignments
from evalcore.ui.notices import notice, show_error

__all__ = ["forget_reviewer", "reviewer_below", "with_login"]

COOKIE = "evalcore_reviewer"
LONGEST = 80  # letters of a name
_NAME = "review.reviewer"
_FORGOTTEN = "review.reviewer.forgotten"

_component = st.components.v2.component(
    "evalcore_reviewer_name",
    html="<span hidden></span>",
    js=(Path(__file__).with_name("parts") / "remember.js").read_text("utf-8"),
)


def reviewer_below(title: str, assignments: Assignments | None) -> str:
    """The name under which answers are kept. Where it is not known, the page asks for it, below ``title``, and stops.

    With Streamlit's own login (``[auth]`` in ``secrets.toml``) it is the account's, and nobody can take another one's.
    Without, it is what the reviewer typed: this browser keeps it in a cookie, and no address holds it, so that a link
    that is passed on passes on no name.
    """
    name = _account(title) if with_login() else _typed(title, assignments)
    if assignments is not None and name not in assignments:
        st.title(title, anchor=False)
        notice("No items are assigned to this name", f"The name is {name!r}. Ask who runs the review.", kind="warning")
        if not with_login() and st.button("Use another name", icon=":material/person:"):
            forget_reviewer()
        st.stop()
    return name


def with_login() -> bool:
    """Whether the app has a login: Streamlit says whether somebody is logged in only where one is set up."""
    return "is_logged_in" in st.user


def forget_reviewer() -> None:
    """Ask for the name again, or log out, and begin a new run."""
    if with_login():
        st.logout()
        st.stop()
    st.session_state.pop(_NAME, None)
    st.session_state[_FORGOTTEN] = True
    st.rerun()


def _account(title: str) -> str:
    if not st.user.is_logged_in:
        st.title(title, anchor=False)
        if find_spec("authlib") is None:
            detail = "It needs the package Authlib: pip install 'streamlit[auth]'"
            notice("A login is set up, but it cannot be used", detail, kind="error")
            st.stop()
        st.text("Log in to see the items that wait for you.")
        for provider in _providers():
            label = "Log in" if provider is None else f"Log in with {provider}"
            st.button(label, icon=":material/login:", on_click=st.login, args=[provider] if provider else [])
        st.stop()
    claims = st.user.to_dict()
    # An address that the provider did not verify may be anybody's.
    names = [claims.get("email") if claims.get("email_verified", True) else None, claims.get("sub")]
    try:
        return check_key(str(next((name for name in names if name), "")), what="reviewer", where="the login")
    except InputError as error:
        st.title(title, anchor=False)
        show_error(error, title="The login gives no name")
        st.stop()


def _providers() -> list[str | None]:
    """Names of the providers in ``[auth.<name>]``, or None for the one in ``[auth]`` itself."""
    section = st.secrets["auth"]
    named: list[str | None] = [name for name, value in section.items() if hasattr(value, "items")]
    return named or [None]


def _typed(title: str, assignments: Assignments | None) -> str:
    name = st.session_state.get(_NAME)
    if name is None and not st.session_state.get(_FORGOTTEN):
        name = _kept()
    if name is None:
        _remember("")
        st.title(title, anchor=False)
        _ask(assignments)
        st.stop()
    st.session_state[_NAME] = name
    _remember(name)
    return str(name)


def _remember(name: str) -> None:
    """Let this browser keep the name, or forget it where it is empty."""
    _component(key="review.remember", data={"cookie": COOKIE, "value": quote(name, safe="")}, height=1)


def _kept() -> str | None:
    """The name in this browser's cookie, None where there is none or it cannot be one."""
    if not st.context.url:  # without a browser there are no cookies
        return None
    kept = unquote(st.context.cookies.get(COOKIE, ""))
    try:
        return check_key(kept, what="reviewer") if kept and len(kept) <= LONGEST else None
    except InputError:
        return None


def _ask(assignments: Assignments | None) -> None:
    with st.form("review.name", width=560):
        st.subheader("Who is marking?", anchor=False)
        st.text(
            "Your answers are kept under this name, and you go on where you left whenever you come back with it. "
            "Other reviewers never see them." + (" Use the name that was given to you." if assignments else "")
        )
        typed = st.text_input("Name", max_chars=LONGEST, key="review.name.typed")
        sent = st.form_submit_button("Begin", type="primary", icon=":material/play_arrow:")
    st.caption("There is no login here: whoever uses your name continues your answers. This browser keeps the name.")
    if not sent:
        return
    try:
        st.session_state[_NAME] = check_key(typed.strip(), what="reviewer")
    except InputError:
        st.warning("Type a name of at least one letter.", icon=":material/warning:")
        return
    st.session_state.pop(_FORGOTTEN, None)
    st.rerun()
