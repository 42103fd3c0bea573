"""The states of the Mark page: what is shown before, between and after items, and where something is missing."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from evalcore.review import Answer, Preference, Shown, Store
from evalcore.ui.launch import REVIEWER_VARIABLE, app_script
from evalcore.ui.marking import reviewer
from evalcore.ui.marking.panels import item_token
from evalcore.workspace import Workspace
from tests.pages.opening import opened, texts
from tests.ui.marking.small import SECRETS, make_review, write_schema

PAGE = "pages/review/mark.py"
ITEMS = ("ball", "cup", "door")


@pytest.fixture(scope="module")
def made_review(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_review(tmp_path_factory.mktemp("review"))


@pytest.fixture
def space(made_review: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the small review, open in the app for reviewers."""
    root = shutil.copytree(made_review, tmp_path / "space")
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(root))
    monkeypatch.setenv(REVIEWER_VARIABLE, "1")
    return root


def visit(name: str | None = "ann", **query: str) -> AppTest:
    app = AppTest.from_file(str(app_script()), default_timeout=60)
    if name:
        app.session_state["review.reviewer"] = name
    for key, value in query.items():
        app.query_params[key] = value
    app.run()
    assert not app.exception, [one.message for one in app.exception]
    return app


def shown(app: AppTest) -> dict[str, Any]:
    """What the browser is told of the item."""
    return next(data for one in app.get("bidi_component") if "panels" in (data := json.loads(one.proto.json)))


def address(app: AppTest) -> dict[str, str]:
    return {key: value if isinstance(value, str) else value[-1] for key, value in app.query_params.items()}


def answer(root: Path, *items: str, reviewer: str = "ann") -> None:
    with Store.of(Workspace(root)) as store:
        for item in items:
            clean = Answer(item=item, reviewer=reviewer, clean=("camera", "zebra_out", "okapi_out"))
            store.save(clean, schema="rollout_review", shown=Shown(schema_sha256="x"))


def test_without_a_review_the_page_says_how_to_make_one(empty: Path) -> None:
    app = opened(PAGE)
    assert app.title[0].value == "Mark"
    assert "Nothing to review yet" in texts(app)


def test_a_schema_at_fault_is_named_with_its_line(space: Path) -> None:
    write_schema(space, more="    colour: blue")
    app = visit()
    assert "The review cannot be read" in texts(app)
    assert "Colour: this key is not known." in texts(app)


def test_assignments_at_fault_are_named(space: Path) -> None:
    (space / "review" / "assignments.jsonl").write_text('{"reviewer": "ann", "items": ["nothing"]}\n')
    assert "The assignments cannot be read" in texts(visit())


def test_a_database_that_cannot_be_used_is_said(space: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALCORE_DATABASE_URL", "mysql://user:hunter2@host/name")
    app = visit()
    assert "The answers cannot be reached" in texts(app)
    assert "hunter2" not in texts(app)


def test_the_name_is_asked_once_and_leads_to_the_first_item(space: Path) -> None:
    app = visit(None)
    assert "Who is marking?" in texts(app)
    app.button[0].click().run()
    assert "Type a name of at least one letter." in texts(app)
    app.text_input[0].set_value("  ann ")
    app.button[0].click().run()
    assert shown(app)["place"] == {
        "number": 1,
        "stages": ["open"] * 3,
        "reviewer": "ann",
        "leave": "Use another name",
    }
    # The address has the item, by a token, and no name.
    assert address(app) == {"item": item_token("ball")}


def test_a_name_without_assigned_items_is_told(space: Path) -> None:
    (space / "review" / "assignments.jsonl").write_text(
        '{"reviewer": "ann", "items": ["door", "cup"]}\n{"reviewer": "bob", "items": []}\n'
    )
    app = visit("eve")
    assert "No items are assigned to this name" in texts(app)
    assert "ann" not in texts(app).replace("cannot", "")
    assert "No items are assigned to you" in texts(visit("bob"))
    assert shown(visit("ann"))["jumps"] == item_token("door")


@pytest.mark.parametrize(("done", "expected"), [((), "ball"), (("ball",), "cup"), (("cup",), "door")])
def test_a_reviewer_goes_on_after_what_is_done(space: Path, done: tuple[str, ...], expected: str) -> None:
    answer(space, *done)
    answer(space, *ITEMS, reviewer="bob")  # another reviewer's answers are nobody else's
    data = shown(visit())
    assert data["jumps"] == item_token(expected)
    assert data["place"]["stages"].count("done") == len(done)


def test_after_the_last_item_all_is_done_and_every_item_can_be_seen_again(space: Path) -> None:
    answer(space, *ITEMS)
    app = visit()
    assert "All 3 items are done. Thank you." in texts(app)
    app.button(key=f"review.to.{item_token('cup')}").click().run()
    assert shown(app)["jumps"] == item_token("cup")
    assert [panel["clean"] for panel in shown(app)["panels"]] == [True, True, True]


def test_an_address_names_an_item_by_token_or_by_name(space: Path) -> None:
    for asked in (item_token("cup"), "cup"):
        app = visit(item=asked)
        assert shown(app)["jumps"] == item_token("cup")
        assert address(app) == {"item": item_token("cup")}


def test_a_link_to_no_item_is_said_and_the_page_goes_on(space: Path) -> None:
    app = visit(item="![x](http://example.org)")
    assert "The link names an item that is not here" in texts(app)
    assert shown(app)["jumps"] == item_token("ball")


def test_nothing_that_reaches_the_browser_tells_the_generator(space: Path) -> None:
    app = visit(item="door")
    everything = (texts(app) + "".join(one.proto.json for one in app.get("bidi_component"))).lower()
    assert [secret for secret in SECRETS if secret.lower() in everything] == []


def test_the_intervention_is_asked_about_only_where_there_is_one(space: Path) -> None:
    with_one, without = (shown(visit(item=item))["schema"] for item in ("ball", "cup"))
    assert (with_one["counterfactual"], without["counterfactual"]) == (True, False)
    assert (with_one["intervention"], with_one["intervention_t"]) == ("It is hit.", "1.00 s")


def test_panels_that_cannot_be_shown_leave_the_others(space: Path) -> None:
    data = shown(visit(item="door"))
    assert sorted(panel["shown"] for panel in data["panels"]) == [False, False, True]
    assert len(data["pending"]) == 1
    assert sorted(stream.get("error", "") for stream in data["streams"])[1:] == [
        "This panel cannot be shown: the file cannot be decoded.",
        "This panel cannot be shown: the video is missing.",
    ]


def test_definitions_of_types_and_severities_are_told(space: Path) -> None:
    schema = shown(visit())["schema"]
    assert schema["types"][0] == ["gravity_violation", "Something hovers."]
    assert schema["severities"][0] == [1, "minor", "Seen only when looked for."]
    assert schema["rubric"] == [["physics", "Bodies move as they should"]]


def test_without_a_declared_rate_no_frame_has_a_number(space: Path) -> None:
    write_schema(space, more="")
    data = shown(visit())
    assert [panel["rate"] for panel in data["panels"]] == [None] * 3


def test_with_a_login_the_account_is_the_reviewer(space: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class User(dict[str, Any]):
        is_logged_in = False
        to_dict = dict.copy

    user = User(is_logged_in=False)
    monkeypatch.setattr(st, "user", user)
    monkeypatch.setattr(st, "secrets", {"auth": {"client_id": "x", "google": {"client_id": "y"}}})
    with monkeypatch.context() as without:
        without.setattr(reviewer, "find_spec", lambda name: None)
        assert "It needs the package Authlib" in texts(visit(None))
    monkeypatch.setattr(reviewer, "find_spec", lambda name: name)
    assert [button.label for button in visit(None).button] == ["Log in with google"]
    user.is_logged_in = True
    user.update(email="eve@example.org", email_verified=False, sub="0042")
    assert shown(visit("somebody else"))["place"]["reviewer"] == "0042"
    user.update(email_verified=True)
    place = shown(visit(None))["place"]
    assert (place["reviewer"], place["leave"]) == ("eve@example.org", "Log out")


def test_where_breaks_are_not_asked_for_an_item_is_done_once_something_is_said(space: Path) -> None:
    write_schema(space, more="    fps: 8\n    layers: [preference]")
    data = shown(visit())
    assert (data["schema"]["violations"], data["pending"]) == (False, [])
    with Store.of(Workspace(space)) as store:
        said = Answer(item="ball", reviewer="ann", preference=Preference(winner="camera"))
        store.save(said, schema="rollout_review", shown=Shown(schema_sha256="x"))
    assert shown(visit())["place"]["stages"] == ["done", "open", "open"]
