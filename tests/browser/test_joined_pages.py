"""Human breaks on the rollout curves in a real browser, and the page of survival in the dark."""

from __future__ import annotations

import pytest

from evalcore.ui.launch import app_script
from tests.browser.server import served
from tests.browser.test_app import settled
from tests.browser.test_judged_pages import click
from tests.joined.space import make_joined


@pytest.fixture(scope="module")
def joined_app(tmp_path_factory):
    """Address of the real app with clips that are scored and reviewed."""
    space = make_joined(tmp_path_factory.mktemp("joined"))
    with served(app_script(), tmp_path_factory.mktemp("app"), EVALCORE_WORKSPACE=str(space.root)) as address:
        yield address


def test_a_break_on_a_curve_leads_to_its_frame_and_survival_fits_its_window(visit, joined_app):
    page = visit(f"{joined_app}/rollout-per-step?methods=late&shown=late").page
    settled(page)
    page.locator("[data-testid=stCheckbox]").get_by_text("Human breaks").click()
    page.get_by_role("heading", name="Human breaks on scored clips").wait_for()
    rings = page.get_by_test_id("stPlotlyChart").first.locator(".scatterlayer .trace:last-child .points path")
    click(page, rings.nth(4), clip="e", frame="13", breaks="true")  # late breaks on clip e at its fifth step

    page = visit(f"{joined_app}/review-survival", color_scheme="dark").page
    settled(page)
    figure = page.get_by_test_id("stPlotlyChart").first
    figure.get_by_text("Watched and unbroken").wait_for()
    assert "255, 255, 255" not in figure.locator(".main-svg").first.evaluate("(svg) => svg.style.background")
    overflow = "(main) => main.scrollWidth - main.clientWidth"
    assert page.get_by_test_id("stMain").evaluate(overflow) <= 0
