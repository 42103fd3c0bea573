"""The judged pages in a real browser: from a number to its conditions, a reader's own model, links, light and dark."""

from __future__ import annotations

import csv
import io
import json
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import expect

from evalcore.judged import baselines, load
from evalcore.ui.launch import app_script
from evalcore.workspace import Workspace
from tests.browser.server import served
from tests.browser.test_app import open_menu, settled
from tests.browser.test_hostile_names import MADE
from tests.browser.test_rollout_pages import choose_from_menu, hover, points, query
from tests.judged.made import judgment_rows
from tests.pages.hostile import CLIP, MODEL, OTHER, SPLIT
from tests.pages.judged_hostile import TASK, TEXT, make_hostile_space
from tests.pages.judged_space import make_space

PAGES = ("judged-scoring", "judged-ranking", "judged-judges")


@pytest.fixture(scope="module")
def judged(tmp_path_factory):
    """The small data set in a workspace."""
    return make_space(tmp_path_factory.mktemp("judged"))


@pytest.fixture(scope="module")
def judged_app(judged, tmp_path_factory):
    """Address of the real app with it."""
    with served(app_script(), tmp_path_factory.mktemp("app"), EVALCORE_WORKSPACE=str(judged.parent)) as address:
        yield address


def click(page, mark, **expected):
    """Click a point as a hand does, until the address has what is expected."""
    for _ in range(5):
        hover(page, mark)
        page.mouse.down()
        page.mouse.up()
        for _ in range(20):
            if expected.items() <= query(page).items():
                settled(page)
                return
            page.wait_for_timeout(200)
    raise AssertionError(f"no click leads to {expected}; the address is {query(page)}")


def click_row(page, row):
    """Select a row of the list of conditions, which is the first table of a page with a figure."""
    table = page.get_by_test_id("stDataFrame").first
    table.scroll_into_view_if_needed()
    table.locator("canvas").first.wait_for()
    table.click(position={"x": 16, "y": 36 + 35 * row + 17})


def test_a_click_on_a_models_score_lists_its_conditions(visit, judged_app):
    page = visit(f"{judged_app}/judged-scoring").page
    settled(page)
    assert query(page)["model"] == "plain"
    click(page, points(page, 0).nth(0), model="sharp")  # the best is on top
    expect(page.get_by_role("heading", name="Conditions of sharp (12)")).to_be_visible()
    choose_from_menu(page, "Model", "weak")  # at once after a click
    expect(page.get_by_role("heading", name="Conditions of weak (12)")).to_be_visible()


def test_a_click_on_a_cell_leads_to_a_condition_and_what_its_judge_said(visit, judged_app):
    page = visit(f"{judged_app}/judged-scoring?view=Tasks").page
    settled(page)
    click(page, points(page, 0).nth(8), model="weak", task="door")
    expect(page.get_by_role("heading", name="Conditions of weak (5)")).to_be_visible()
    click_row(page, 2)
    page.wait_for_url("**condition=door-1b*")
    expect(page.get_by_role("heading", name="door-1b")).to_be_visible()
    expect(page.get_by_text("Judged event: shut, which counts as correct.")).to_be_visible()
    again = visit(page.url).page
    settled(again)
    expect(again.get_by_role("heading", name="door-1b")).to_be_visible()


def test_the_keyboard_alone_reaches_a_condition(visit, judged_app):
    page = visit(f"{judged_app}/judged-scoring").page
    settled(page)
    for label, option in (("Model", "weak"), ("Task", "block"), ("Event", "unknown label")):
        open_menu(page, page.get_by_role("combobox", name=label, exact=True))
        page.keyboard.type(option)
        page.keyboard.press("Enter")
        settled(page)
    expect(page.get_by_role("heading", name="Conditions of weak (1)")).to_be_visible()
    expect(page.get_by_role("heading", name="block-2a")).to_be_visible()


def test_exports_hold_the_numbers_of_the_result(visit, judged_app, judged):
    page = visit(f"{judged_app}/judged-scoring").page
    settled(page)
    expect(page.get_by_role("button", name="CSV", exact=True)).to_have_count(2)
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV", exact=True).last.click()
    rows = {row["model"]: row for row in csv.DictReader(io.StringIO(download.value.path().read_text()))}
    models = baselines(load(Workspace(judged)), "paper-main", judge="judge-a").models
    assert {name: float(row["event"]) for name, row in rows.items()} == {
        name: pytest.approx(score.event) for name, score in models.items()
    }


def test_a_link_from_a_rank_to_its_scores_stays_in_the_visit(visit, judged_app):
    page = visit(f"{judged_app}/judged-ranking").page
    settled(page)
    mark = page.get_by_test_id("stPlotlyChart").locator(".scatterlayer .points path").last
    mark.wait_for()
    click(page, mark, model="weak")
    page.evaluate("window.visited = true")
    page.get_by_role("link", name="Scores and conditions of this model").click()
    page.wait_for_url("**/judged-scoring?**")
    expect(page.get_by_role("heading", name="Conditions of weak (12)")).to_be_visible()
    assert page.evaluate("window.visited")


def give(page, name, content):
    page.locator("input[type=file]").set_input_files({"name": name, "mimeType": "text/plain", "buffer": content})


def test_a_reader_ranks_a_model_of_theirs_and_takes_it_away_again(visit, judged_app, judged):
    files = {path: path.stat().st_mtime_ns for path in judged.parent.rglob("*")}
    page = visit(f"{judged_app}/judged-ranking").page
    settled(page)
    rows = "".join(f"{json.dumps(row)}\n" for row in judgment_rows("judge-a", "plain"))
    give(page, "mine.jsonl", rows.encode())
    expect(page.get_by_role("heading", name="Judged score on paper-main")).to_be_visible()
    for label, value in (("PSNR (dB) of the published 40 clips", "30"), ("SSIM of the published 40 clips", "0.9")):
        page.get_by_label(label).fill(value)
        page.keyboard.press("Tab")
        settled(page)
    expect(page.get_by_role("heading", name="Ranks without and with the new model")).to_be_visible()
    expect(page.get_by_text("The ranks below hold for a pool that has your model in it.")).to_be_visible()
    expect(page.get_by_test_id("stPlotlyChart")).to_have_count(2)
    page.get_by_role("button", name="Remove mine.jsonl").click()
    expect(page.get_by_test_id("stPlotlyChart")).to_have_count(1)
    assert {path: path.stat().st_mtime_ns for path in judged.parent.rglob("*")} == files


def test_a_file_that_is_too_large_is_refused_by_the_browser(visit, judged_app, tmp_path):
    page = visit(f"{judged_app}/judged-ranking").page
    settled(page)
    large = tmp_path / "large.jsonl"
    large.write_bytes(b"\n" * (33 * 2**20))
    page.locator("input[type=file]").set_input_files(large)
    expect(page.get_by_text("must be 32.0MB or smaller")).to_be_visible()
    expect(page.get_by_role("heading", name="Judged score on paper-main")).to_have_count(0)


def test_a_disagreement_of_judges_can_be_chosen_by_its_row(visit, judged_app):
    page = visit(f"{judged_app}/judged-judges?view=Answers").page
    settled(page)
    tables = page.get_by_test_id("stDataFrame")
    expect(tables).to_have_count(2)
    tables.last.scroll_into_view_if_needed()
    tables.last.click(position={"x": 16, "y": 36 + 35 + 17})
    page.wait_for_url(f"**unit={quote('plain/block-2b', safe='')}*")
    for judge in ("judge-a", "judge-b"):
        expect(page.get_by_role("heading", name=judge, exact=True)).to_be_visible()
        expect(page.get_by_text(f"The judge's reason: plain by {judge}")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("address", PAGES)
def test_pages_fit_their_window_in_light_and_dark(visit, judged_app, address, scheme):
    page = visit(f"{judged_app}/{address}?view=Answers", color_scheme=scheme).page
    settled(page)
    figure = page.get_by_test_id("stPlotlyChart").first.locator(".main-svg").first
    paper = figure.evaluate("(svg) => svg.style.background")
    assert ("255, 255, 255" in paper) == (scheme == "light")
    overflow = "(main) => main.scrollWidth - main.clientWidth"
    assert page.get_by_test_id("stMain").evaluate(overflow) <= 0


@pytest.fixture(scope="module")
def hostile_app(tmp_path_factory):
    judged = make_hostile_space(tmp_path_factory.mktemp("hostile"))
    with served(app_script(), tmp_path_factory.mktemp("app"), EVALCORE_WORKSPACE=str(judged.parent)) as address:
        yield address


@pytest.mark.parametrize("address", PAGES)
def test_no_page_makes_anything_of_a_name(visit, hostile_app, address):
    asked = {"subset": SPLIT, "judge": MODEL, "model": OTHER, "task": TASK, "condition": CLIP}
    one = visit(f"{hostile_app}/{address}?{'&'.join(f'{key}={quote(value)}' for key, value in asked.items())}")
    page = one.page
    settled(page)
    for box in page.get_by_test_id("stSelectbox").get_by_role("combobox").all():
        open_menu(page, box)
        assert page.locator(MADE).count() == 0
        page.keyboard.press("Escape")
    for table in page.locator("[data-testid=stDataFrame]:visible").all():
        table.scroll_into_view_if_needed()
        table.hover(position={"x": 60, "y": 15})
    assert page.locator(MADE).count() == 0
    if address == "judged-scoring":
        expect(page.get_by_text(f"The judge's reason: {TEXT}")).to_be_visible()
    assert not {urlsplit(url).path.rsplit("/", 1)[-1] for url in one.requests} & {"x.png", "x.html"}
