"""The review pages in a real browser: from a figure to the marks and frames behind it, light and dark."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from evalcore.ui.launch import app_script
from evalcore.video import decode, frame_sha256
from tests.browser.server import served
from tests.browser.test_app import settled
from tests.browser.test_frame_viewer import CANVAS_SHA256, canvas, ready
from tests.browser.test_judged_pages import click
from tests.browser.test_rollout_pages import query
from tests.pages.review_space import make_review


@pytest.fixture(scope="module")
def review(tmp_path_factory):
    """The small review in a workspace."""
    return make_review(tmp_path_factory.mktemp("review"))


@pytest.fixture(scope="module")
def review_app(review, tmp_path_factory):
    """Address of the real app with it."""
    with served(app_script(), tmp_path_factory.mktemp("app"), EVALCORE_WORKSPACE=str(review.root)) as address:
        yield address


def points(page):
    marks = page.get_by_test_id("stPlotlyChart").first.locator(".scatterlayer .points path")
    marks.first.wait_for()
    return marks


def test_a_click_on_a_mark_shows_the_frame_that_was_marked(visit, review_app, review):
    page = visit(f"{review_app}/review-agreement?view=Items&item=ball").page
    ready(page, 25)
    click(page, points(page).nth(2), frame="27")  # eve's mark at 1.10 s
    ready(page, 27)
    frames = decode(review.path("media/ball/gen.mp4")).frames
    assert canvas(page, "gen").evaluate(CANVAS_SHA256) == frame_sha256(frames[27])
    expect(page.locator("figure[data-stream='gen']")).to_contain_text("marked by eve: flicker")


def test_a_cell_leads_to_a_stream_and_from_it_to_all_that_was_said(visit, review_app):
    page = visit(f"{review_app}/review-judge-alignment?alignment=Breaks").page
    settled(page)
    click(page, points(page).nth(2), outcome="judge_only")
    expect(page.get_by_role("heading", name="Streams, the worst first (1)")).to_be_visible()
    expect(page.get_by_role("img", name="Contact sheet of 3 frames")).to_be_visible()
    page.get_by_role("link", name="All that the reviewers say of this item").click()
    page.wait_for_url("**/review-agreement?**")
    expect(page.get_by_role("heading", name="Marks on cup")).to_be_visible()
    assert query(page)["item"] == "cup"


@pytest.mark.parametrize(("address", "scheme"), [("review-agreement", "light"), ("review-judge-alignment", "dark")])
def test_pages_fit_their_window_in_light_and_dark(visit, review_app, address, scheme):
    page = visit(f"{review_app}/{address}", color_scheme=scheme).page
    settled(page)
    figure = page.get_by_test_id("stPlotlyChart").first.locator(".main-svg").first
    paper = figure.evaluate("(svg) => svg.style.background")
    assert ("255, 255, 255" in paper) == (scheme == "light")
    overflow = "(main) => main.scrollWidth - main.clientWidth"
    assert page.get_by_test_id("stMain").evaluate(overflow) <= 0
