"""Names from files that would be markup: the browser shows them letter for letter and asks nobody for anything."""

from __future__ import annotations

from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import expect

from evalcore.ui import PAGES
from evalcore.ui.launch import app_script
from tests.browser.server import served
from tests.browser.test_app import open_menu, settled
from tests.browser.test_frame_viewer import ready
from tests.pages.hostile import CLIP, MODEL, OTHER, SPLIT, make_hostile

# The pages that show the names of this workspace; other protocols have names, and tests, of their own.
SHOWING = [page for page in PAGES if page.section in ("Workspace", "Rollout")]
# What Markdown or HTML would have made of the names.
MADE = "em, del, .katex, a[href*='x.org'], a[href*='x.html'], img[src*='x.png'], img[src*='host']"


@pytest.fixture(scope="module")
def hostile_app(tmp_path_factory):
    space = make_hostile(tmp_path_factory.mktemp("hostile"), broken=True)
    with served(app_script(), tmp_path_factory.mktemp("app"), EVALCORE_WORKSPACE=str(space.root)) as address:
        yield address


@pytest.mark.parametrize("page_spec", SHOWING, ids=lambda spec: spec.url)
def test_no_page_makes_anything_of_a_name(visit, hostile_app, page_spec):
    url = "" if page_spec is PAGES[0] else page_spec.url
    one = visit(f"{hostile_app}/{url}?clip={quote(CLIP)}&method={quote(OTHER)}&shown={quote(MODEL)}")
    page = one.page
    settled(page)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    for box in page.locator("[data-testid=stSelectbox], [data-testid=stMultiSelect]").get_by_role("combobox").all():
        open_menu(page, box)
        assert page.locator(MADE).count() == 0
        page.keyboard.press("Escape")
    for summary in page.locator("details summary").all():
        summary.click()
    for table in page.locator("[data-testid=stDataFrame]:visible").all():
        table.scroll_into_view_if_needed()
        table.hover(position={"x": 60, "y": 15})
    assert page.locator(MADE).count() == 0
    asked = {urlsplit(url).path.rsplit("/", 1)[-1] for url in one.requests}
    assert not asked & {"x.png", "x.html"}


def test_names_are_read_letter_for_letter(visit, hostile_app):
    page = visit(f"{hostile_app}/rollout-per-step?clip={quote(CLIP)}&shown={quote(MODEL)}&shown={quote(OTHER)}").page
    ready(page)
    for place, name in enumerate(("Truth", MODEL, OTHER)):
        expect(page.locator("figure .head b").nth(place)).to_have_text(name)
    expect(page.locator("figure").nth(1)).to_contain_text(f"expected rollout/models/{MODEL}/{CLIP}.mp4")
    assert page.get_by_role("combobox", name="Clip").input_value() == CLIP
    assert page.get_by_role("combobox", name="Run").input_value() == SPLIT
    page.goto(f"{hostile_app}/rollout-paired?method={quote(OTHER)}&baseline={quote(MODEL)}")
    settled(page)
    expect(page.locator("body")).not_to_contain_text("This page met an internal error")
