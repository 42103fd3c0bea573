"""The app as a whole: pages from a cold link, every page from the navigation, links that name something unknown."""

from __future__ import annotations

from itertools import groupby

import pytest
from playwright.sync_api import TimeoutError, expect

from evalcore.ui import PAGES
from evalcore.ui.launch import app_script
from tests.browser.server import served
from tests.browser.test_frame_viewer import ready


def settled(page):
    """Wait until the script has run to its end."""
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()


def open_menu(page, box):
    """Open the list of a menu; scrolling, as the focus does, closes it again."""
    options = page.locator("[role=option]")
    for _ in range(20):
        box.focus()
        if box.get_attribute("aria-expanded") != "true":
            page.keyboard.press("ArrowDown")
        try:
            options.first.wait_for(timeout=1000)
        except TimeoutError:
            continue
        return options
    raise AssertionError("the menu does not open")


# One page a section: the way there is the same for all of them.
FIRST = [next(pages) for _, pages in groupby(PAGES, key=lambda page: page.section)]


@pytest.mark.parametrize("page_spec", FIRST, ids=lambda spec: spec.url)
def test_a_page_opens_from_a_link(visit, app, page_spec):
    page = visit(f"{app}/{'' if page_spec is PAGES[0] else page_spec.url}").page
    settled(page)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_test_id("stException")).to_have_count(0)


def test_every_page_opens_from_the_navigation(visit, app):
    page = visit(app).page
    settled(page)
    for spec in PAGES[1:]:
        page.get_by_test_id("stSidebarNavLink").filter(has_text=spec.title).click()
        page.wait_for_url(f"**/{spec.url}**")
        settled(page)
        expect(page.get_by_test_id("stException")).to_have_count(0)


@pytest.fixture
def cold_app(workspace, tmp_path):
    """Address of a server that nobody has visited yet. (Named before ``visit`` by tests, so that pages close first.)"""
    with served(app_script(), tmp_path, EVALCORE_WORKSPACE=str(workspace.root)) as address:
        yield address


@pytest.fixture
def empty_app(tmp_path):
    """Address of a server without a workspace."""
    with served(app_script(), tmp_path, EVALCORE_WORKSPACE="") as address:
        yield address


def test_the_first_visit_of_a_server_may_be_a_link_to_a_page(cold_app, visit):
    page = visit(f"{cold_app}/rollout-paired").page
    settled(page)
    expect(page.get_by_test_id("stSidebarNavLink").filter(has_text="Paired intervals")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_first_visit_of_a_server_shows_pictures(cold_app, visit):
    page = visit(f"{cold_app}/rollout-per-step").page
    ready(page, 9)
    expect(page.locator("figure[data-stream=truth] .message")).to_be_hidden()


def test_figure_and_tables_come_after_the_pictures_and_without_them_too(visit, app):
    one = visit(f"{app}/rollout-per-step")
    ready(one.page, 9)
    expect(one.page.get_by_test_id("stPlotlyChart")).to_be_visible()
    expect(one.page.get_by_test_id("stDataFrame").first).to_be_visible()
    assert sum("/frames/drawn/" in url for url in one.requests) == 1
    held = []
    one.page.route("**/frames/*/9.webp", lambda route: held.append(route))
    one.page.reload()
    expect(one.page.get_by_test_id("stPlotlyChart")).to_be_visible(timeout=20_000)
    expect(one.page.locator(".viewer[data-state=ready]")).to_have_count(0)
    for route in held:  # the browser's driver complains of requests that nobody answered
        route.continue_()
    one.page.unroute("**/frames/*/9.webp")


def test_an_internal_error_points_to_the_terminal(visit, viewer_app):
    page = visit(f"{viewer_app}/?fail=1").page
    settled(page)
    expect(page.get_by_text("This page met an internal error")).to_be_visible()
    expect(page.get_by_text("KeyError; the terminal that the app was started from says where.")).to_be_visible()
    expect(page.get_by_text("Streamlit Cloud")).to_have_count(0)
    expect(page.get_by_text("secret")).to_have_count(0)


def test_without_a_workspace_the_app_says_how_to_open_one(empty_app, visit):
    page = visit(empty_app).page
    settled(page)
    expect(page.get_by_text("evalcore demo demo-workspace")).to_be_visible()


def test_choices_stand_in_the_address(visit, viewer_app):
    page = visit(f"{viewer_app}/").page
    page.wait_for_url("**kind=two*")
    page.get_by_role("radio", name="one").click()
    page.wait_for_url("**kind=one*")
    page.reload()
    expect(page.get_by_text("kind one", exact=True)).to_be_visible()


def test_a_link_that_names_something_unknown_says_so(visit, viewer_app):
    page = visit(f"{viewer_app}/?kind=three").page
    expect(page.get_by_text("There is no kind 'three'; there is one, two.")).to_be_visible()
    expect(page.get_by_text("kind two", exact=True)).to_be_visible()
