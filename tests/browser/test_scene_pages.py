"""The scene pages in a real browser: from a number to its sample in 3D, links, light and dark."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from evalcore.ui.launch import app_script
from tests.browser.server import served
from tests.browser.test_app import settled
from tests.browser.test_judged_pages import click
from tests.browser.test_rollout_pages import choose_from_menu, points, query
from tests.pages.scene_space import make_scenes


@pytest.fixture(scope="module")
def scenes(tmp_path_factory):
    """The data folder of a small workspace: three samples, models ``close`` and ``same``."""
    return make_scenes(tmp_path_factory.mktemp("scenes"))


@pytest.fixture(scope="module")
def scene_app(scenes, tmp_path_factory):
    """Address of the real app with it."""
    with served(app_script(), tmp_path_factory.mktemp("app"), EVALCORE_WORKSPACE=str(scenes.parent)) as address:
        yield address


def test_from_a_number_to_its_sample_in_3d(visit, scene_app):
    page = visit(f"{scene_app}/scene-table?view=Samples").page
    settled(page)
    assert (query(page)["model"], query(page)["sample"]) == ("close", "a")
    click(page, points(page, 0).last, model="same", sample="c")
    expect(page.get_by_role("heading", name="Objects of c, same")).to_be_visible()
    page.evaluate("window.visited = true")
    page.get_by_role("link", name="Look at this sample in 3D").click()
    page.wait_for_url("**/scene-inspection?**")
    settled(page)
    asked = {"model": "same", "sample": "c", "run": "all"}
    assert asked.items() <= query(page).items()
    assert page.evaluate("window.visited")


def test_a_row_of_the_samples_chooses_one_and_a_copied_link_shows_the_same(visit, scene_app):
    page = visit(f"{scene_app}/scene-table?view=Pairs&other=same").page
    settled(page)
    choose_from_menu(page, "Figure", "Scene OBB IoU")
    expect(page.get_by_role("heading", name="Paired Scene OBB IoU differences")).to_be_visible()
    lists = page.get_by_test_id("stDataFrame")
    lists.nth(2).scroll_into_view_if_needed()
    lists.nth(2).click(position={"x": 16, "y": 36 + 35 + 17})
    page.wait_for_url("**sample=b*")
    expect(page.get_by_role("heading", name="Objects of b, close")).to_be_visible()
    again = visit(page.url).page
    settled(again)
    for heading in ("Paired Scene OBB IoU differences", "Objects of b, close"):
        expect(again.get_by_role("heading", name=heading)).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_alignments_fit_their_window_in_light_and_dark(visit, scene_app, scheme):
    page = visit(f"{scene_app}/scene-table?view=Alignment", color_scheme=scheme).page
    settled(page)
    points(page, 0)
    paper = page.get_by_test_id("stPlotlyChart").locator(".main-svg").first.evaluate("(svg) => svg.style.background")
    assert ("255, 255, 255" in paper) == (scheme == "light")
    assert page.get_by_test_id("stMain").evaluate("(main) => main.scrollWidth - main.clientWidth") <= 0
    expect(page.get_by_role("button", name="LaTeX")).to_have_count(5)
