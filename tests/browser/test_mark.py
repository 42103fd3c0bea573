"""The Mark page in a real browser: reviewers side by side, blindness, durability, exact frames, the keyboard alone."""

from __future__ import annotations

import os
import re
import socket
import subprocess
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

from evalcore.review import Store, load
from evalcore.review.clock import frame_of
from evalcore.ui import PAGES
from evalcore.ui.launch import REVIEWER_VARIABLE, app_script, command
from evalcore.ui.marking.panels import item_token
from evalcore.ui.marking.reviewer import COOKIE
from evalcore.video import decode, frame_sha256
from evalcore.workspace import Workspace
from tests.browser.server import PROJECT, served, wait_until_healthy
from tests.browser.test_frame_viewer import CANVAS_SHA256, ready
from tests.ui.marking.small import SECRETS, make_item, make_review, write_items, write_schema

# Everything that is on the page, inside of components too, with all attributes.
WHOLE_PAGE = """() => {
    const all = (node) => (node.shadowRoot ? all(node.shadowRoot) : '')
        + (node.outerHTML && !node.parentNode?.host ? node.cloneNode(false).outerHTML : '')
        + [...(node.childNodes ?? [])].map((child) => child.nodeType === 3 ? child.data : all(child)).join('');
    return all(document.documentElement) + document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage });
}"""
SAVED = ".saving[data-state=saved]"


@pytest.fixture(scope="module")
def review_root(tmp_path_factory):
    return make_review(tmp_path_factory.mktemp("review"))


@pytest.fixture(scope="module")
def review_app(review_root, tmp_path_factory):
    """Address of the app for reviewers, with the small review open."""
    environment = {"EVALCORE_WORKSPACE": str(review_root), REVIEWER_VARIABLE: "1"}
    with served(app_script(), tmp_path_factory.mktemp("review_app"), **environment) as address:
        yield address


@pytest.fixture
def review_as(visit, windows):
    """Open the page as a reviewer whose name the browser knows already."""

    def opened(name, address, item=None, **options):
        options = {"viewport": {"width": 1280, "height": 800}, **options}
        windows(**options).add_cookies([{"name": COOKIE, "value": name, "url": address}])
        one = visit(f"{address}/" if item is None else f"{address}/?item={item_token(item)}", **options)
        ready(one.page)
        return one.page

    return opened


def stored(root, reviewer, item="ball"):
    with Store.of(Workspace(root)) as store:
        return store.get(schema="rollout_review", item=item, reviewer=reviewer)


def pictures(page):
    """The first frame of each panel, as a hash, from left to right."""
    return [page.locator("figure canvas").nth(k).evaluate(CANVAS_SHA256) for k in range(3)]


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def saved(page, answered):
    """Wait until the page says that so many panels are answered and that all is saved."""
    expect(page.locator(".count")).to_have_text(re.compile(f"^{answered} of"))
    page.locator(SAVED).wait_for()


def listen(page, heard):
    """Keep every address, header and message between the page and the server."""

    def answered(response):
        heard.append(f"{response.url} {response.headers}")
        if not re.search(r"\.(js|css|woff2|webp|svg)", response.url):
            heard.append(response.text())

    def socket_opened(one):
        keep = lambda data: heard.append(data if isinstance(data, str) else data.decode("utf-8", "replace"))  # noqa: E731
        one.on("framesent", keep)
        one.on("framereceived", keep)

    page.on("request", lambda request: heard.append(f"{request.url} {request.headers} {request.post_data or ''}"))
    page.on("response", answered)
    page.on("websocket", socket_opened)


def test_two_reviewers_at_once_stay_blind_and_apart(review_as, review_app, review_root):
    first = review_as("ann", review_app, "ball")
    second = review_as("bob", review_app, "ball", locale="en-GB")
    heard = []
    listen(first, heard)
    first.reload()
    ready(first)
    orders = {"ann": pictures(first), "bob": pictures(second)}
    assert sorted(orders["ann"]) == sorted(orders["bob"])
    assert orders["ann"] != orders["bob"]
    # Both mark the same item at the same time.
    press(first, ".", ".", ".", ".")
    ready(first, 4)
    press(first, "m")
    press(second, "1", "c")
    press(first, "2", "c")
    press(second, "2", "c", "3", "c")
    saved(first, 2)
    saved(second, 3)
    ann, bob = stored(review_root, "ann"), stored(review_root, "bob")
    assert [(mark.stream, mark.t) for mark in ann.answer.violations] == [(ann.shown.panel_order[0], 4.5 / 8)]
    assert ann.answer.clean == (ann.shown.panel_order[1],)
    assert set(bob.answer.clean) == set(bob.shown.panel_order)
    expect(first.locator(".chip")).to_have_text(["1 break", "no breaks", "no answer yet"])
    # The order repeats at the next visit, which comes back to where the reviewer left.
    press(first, "n", "n")
    expect(first.locator(".items")).to_have_value("1")
    first.goto(f"{review_app}/?item={item_token('ball')}")
    ready(first)
    assert pictures(first) == orders["ann"]
    expect(first.locator(".chip")).to_have_text(["1 break", "no breaks", "no answer yet"])
    everything = "\n".join([*heard, first.evaluate(WHOLE_PAGE), first.url]).lower()
    assert "gravity" in everything  # what the page says is really among what was looked through
    assert [secret for secret in SECRETS if secret.lower() in everything] == []


def test_the_frame_shown_is_the_frame_stored_is_the_decoders(review_as, review_app, review_root):
    page = review_as("eve", review_app, "cup")
    data = load(Workspace(review_root))
    paths = {stream.stream: stream.path for stream in data.item("cup").streams}
    canvases = page.locator("figure canvas")
    # Of 9, 16 and 24 frames at 8, 8 and 16 a second: the first, one after the shortest's end, the last.
    for position in (0, 19, 31):
        page.locator(".slider").fill(str(position))
        ready(page, position)
        shown = []
        for panel in range(3):
            press(page, str(panel + 1), "m")
            page.locator("figure.active .ticks [aria-pressed=true]").wait_for()
            page.locator(SAVED).wait_for()
            shown.append(canvases.nth(panel).evaluate(CANVAS_SHA256))
        kept = stored(review_root, "eve", "cup")
        for panel, stream in enumerate(kept.shown.panel_order):
            frames = decode(Path(review_root, paths[stream])).frames
            last = max(mark.t for mark in kept.answer.violations if mark.stream == stream)
            assert frame_sha256(frames[frame_of(last, fps=8)]) == shown[panel] or stream == "okapi_out"
            if stream == "okapi_out":  # declared at 8, really 16: the position of the clock decides
                assert frame_sha256(frames[min(position, 23)]) == shown[panel]
    short = page.locator("figure").nth(kept.shown.panel_order.index("zebra_out"))
    expect(short.locator(".caption")).to_have_text("ended at 1.12 s; its last frame stays")


def test_an_item_is_answered_by_the_keyboard_alone(review_as, review_app, review_root):
    page = review_as("kim", review_app, "ball")
    press(page, "End")
    ready(page, 15)
    press(page, "2", "m")
    saved(page, 1)
    press(page, "ArrowLeft", "ArrowLeft", "ArrowRight", "t", "2", "s", "3", "o")
    page.keyboard.type("c, m and 1 are letters here")
    press(page, "Escape", "Home")
    ready(page, 0)
    press(page, "1", "m", "3", "c")
    saved(page, 3)
    press(page, "m", "c")  # a marked panel is not without breaks
    expect(page.get_by_role("alert")).to_have_text("C has a mark, so it is not without breaks. Delete its marks first.")
    press(page, "u")
    expect(page.locator(".chip").nth(2)).to_have_text("no breaks")
    press(page, "]", "]", "Delete")
    expect(page.locator(".chip")).to_have_text(["1 break", "no answer yet", "no breaks"])
    page.keyboard.press("Control+z")
    saved(page, 3)
    press(page, "w", "2", "e", "4", "r", "5", "i", "1")
    expect(page.get_by_role("radio", name="plausible", exact=True)).to_be_checked()
    page.locator(SAVED).wait_for()
    expect(page.get_by_role("dialog")).to_have_count(0)
    answer = stored(review_root, "kim").answer
    order = stored(review_root, "kim").shown.panel_order
    assert [(order.index(mark.stream), mark.t, mark.type, mark.severity, mark.note) for mark in answer.violations] == [
        (0, 0.5 / 8, None, 2, ""),
        (1, 14.5 / 8, "identity_flicker", 3, "c, m and 1 are letters here"),
    ]
    assert answer.preference.winner == order[1]
    assert (answer.preference.confidence, answer.preference.rubric) == (4, {"physics": 5})
    assert answer.counterfactual.verdict == "plausible"
    press(page, "?")
    expect(page.get_by_role("region", name="Keys")).to_contain_text("mark a break in the chosen panel")
    press(page, "Escape", "n")
    expect(page.locator(".items")).to_have_value("1")
    press(page, "n")  # nothing is answered: one warning, then it may be left
    expect(page.get_by_role("alert")).to_contain_text("No answer yet for A, B, C")
    press(page, "n")
    expect(page.locator("figure .message:visible")).to_have_count(2)
    press(page, "c")  # the one panel that can be shown is chosen
    saved(page, 1)
    press(page, "n")
    expect(page.get_by_text("This is the end. 2 of 3 items are done.")).to_be_visible()


def test_a_saved_mark_survives_the_server_and_so_does_what_was_not_saved(tmp_path, chromium):
    names = [f"m{k}" for k in range(12)]
    write_schema(tmp_path, streams=f"[{', '.join(names)}]", more="")
    write_items(tmp_path, [make_item(tmp_path, "ball", dict.fromkeys(names, 4))])
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    with running(tmp_path, port) as server:
        page = chromium.new_page(viewport={"width": 1280, "height": 800})
        page.goto(f"http://127.0.0.1:{port}")
        page.get_by_label("Name").fill("joe")
        page.keyboard.press("Enter")
        ready(page)
        # Twelve panels, of which nine have a digit; without a declared rate no frame has a number.
        expect(page.locator("figure[data-stream]")).to_have_count(12)
        press(page, ".", ".", "9", "ArrowDown", "ArrowDown", "ArrowDown")
        ready(page, 2)
        press(page, "m")
        saved(page, 1)
        expect(page.locator("h2").first).to_have_text("Break in L · 0.31 s")
        expect(page.locator(".index, figure .caption:not(:empty)").first).to_be_hidden()
        server.kill()
        server.wait()
        assert [mark.t for mark in stored(tmp_path, "joe").answer.violations] == [2.5 / 8]
        press(page, "1", "c")  # nobody is there to save it
        expect(page.locator(".saving")).to_contain_text("the app does not answer", timeout=10_000)
    with running(tmp_path, port):
        # The page comes back by itself, has the mark, and brings what was not saved.
        expect(page.locator(".count")).to_have_text("2 of 12 panels answered", timeout=30_000)
        page.locator(SAVED).wait_for()
        expect(page.locator(".chip").nth(11)).to_have_text("1 break")
        page.close()
    assert len(stored(tmp_path, "joe").answer.answered) == 2


@contextmanager
def running(root, port):
    """The app for reviewers as a process that may be killed."""
    environment = {**os.environ, "EVALCORE_WORKSPACE": str(root), REVIEWER_VARIABLE: "1"}
    log = root / "server.log"
    with log.open("ab") as output:
        server = subprocess.Popen(
            command(app_script(), port=port), env=environment, cwd=PROJECT, stdout=output, stderr=output
        )
    try:
        wait_until_healthy(f"http://127.0.0.1:{port}", server, log)
        yield server
    finally:
        server.kill()
        server.wait()


def test_reviewers_reach_no_other_page(visit, review_app):
    one = visit(f"{review_app}/rollout-per-step", viewport={"width": 1280, "height": 800})
    page = one.page
    expect(page.get_by_role("heading", level=1)).to_have_text("Mark")
    expect(page.get_by_test_id("stSidebarNavLink")).to_have_count(0)
    one.problems.remove("The page that you have requested does not seem to exist. Running the app's main page.")
    heard = []
    listen(page, heard)
    page.goto(review_app)
    ready(page)
    said = "\n".join(heard)
    assert [spec.title for spec in PAGES if spec.path != "pages/review/mark.py" and spec.path in said] == []
    with pytest.raises(OSError, match="404"):
        urlopen(f"{review_app}/frames/0123456789abcdef0123456789abcdef/0.webp", timeout=5)


def test_another_reviewer_can_take_over_and_sees_nothing_of_the_first(review_as, review_app):
    page = review_as("ida", review_app, "ball")
    page.get_by_role("button", name="No breaks").first.click()
    press(page, "Space")  # plays: it does not press what was clicked
    saved(page, 1)
    expect(page.locator(".slider")).to_have_value("15")
    page.locator(".who summary").click()
    page.get_by_role("button", name="Use another name").click()
    page.get_by_role("button", name="Leave anyway").click()
    expect(page.get_by_text("Who is marking?")).to_be_visible()
    page.reload()  # the browser has forgotten the name
    page.get_by_label("Name").fill("jan")
    page.keyboard.press("Enter")
    ready(page)
    expect(page.locator(".count")).to_have_text("0 of 3 panels answered")
    expect(page.locator(".saving")).to_have_text("Nothing marked yet")
