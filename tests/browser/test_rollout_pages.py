"""The rollout pages in a real browser: from a number to its frames, exports, links, light and dark."""

from __future__ import annotations

import csv
import io
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import TimeoutError, expect

from evalcore.rollout import candidates, load, load_result
from evalcore.rollout.frames import TRUTH, clip_frames
from evalcore.video import frame_sha256
from tests.browser.test_app import open_menu, settled
from tests.browser.test_frame_viewer import CANVAS_SHA256, canvas, ready, step


def query(page):
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}


def points(page, figure):
    """The markers of a figure, once it is drawn."""
    marks = page.get_by_test_id("stPlotlyChart").nth(figure).locator(".scatterlayer .points path")
    marks.first.wait_for()
    return marks


ADDRESSES = {
    "rollout-per-step": "clip=b&methods=late&shown=late",
    "rollout-paired": "clip=b&method=late",
    "rollout-candidates": "method=late&rule=max&rank={rank}",
}


@pytest.mark.parametrize("address", ADDRESSES)
def test_pictures_are_the_frames_that_were_scored(visit, app, workspace, address):
    choice = candidates(load_result(workspace.results("rollout") / "n3"), "late", "persistence").rules["max"]
    rank = [choice.clip_id, *(one.clip_id for one in choice.runners_up)].index("b")
    page = visit(f"{app}/{address}?frame=12&{ADDRESSES[address].format(rank=rank)}").page
    ready(page, 12)
    data = load(workspace)
    for stream, method in (("truth", TRUTH), ("model:late", "late")):
        frames = clip_frames(data, "b", method)
        assert canvas(page, stream).evaluate(CANVAS_SHA256) == frame_sha256(frames[12])
    expect(page.locator("figure[data-stream='model:late']")).to_contain_text("MAD")


def test_predictions_of_baselines_are_shown_as_they_were_scored(visit, app, workspace):
    page = visit(f"{app}/rollout-per-step?clip=c&shown=history_farneback&frame=16").page
    ready(page, 16)
    frames = clip_frames(load(workspace), "c", "history_farneback")
    assert canvas(page, "baseline:history_farneback").evaluate(CANVAS_SHA256) == frame_sha256(frames[16])


def chosen_difference(page):
    """The pair of streams whose difference is open."""
    return [page.get_by_label(f"{place} stream of the difference").input_value() for place in ("First", "Second")]


def test_the_difference_follows_the_method_unless_the_reader_chose_another(visit, app):
    page = visit(f"{app}/rollout-paired?method=late").page
    ready(page)
    assert chosen_difference(page) == ["truth", "model:late"]
    choose_from_menu(page, "Method", "close")
    page.locator("figure[data-stream='model:close']").wait_for()
    ready(page)
    assert chosen_difference(page) == ["truth", "model:close"]
    page.get_by_label("Second stream of the difference").select_option("baseline:persistence")
    choose_from_menu(page, "Method", "late")
    page.locator("figure[data-stream='model:late']").wait_for()
    assert chosen_difference(page) == ["truth", "baseline:persistence"]


def choose_from_menu(page, label, option):
    open_menu(page, page.get_by_role("combobox", name=label, exact=True)).get_by_text(option, exact=True).click()


def click(page, mark, *, url):
    """Click a point as a hand does, as figures listen to the pointer that moves over them, until it leads to ``url``.

    ``url`` is a pattern with ``{}`` for the first line of what the point says; that line is returned. A figure that is
    just being drawn again loses a click.
    """
    for _ in range(5):
        said = hover(page, mark)
        page.mouse.down()
        page.mouse.up()
        try:
            page.wait_for_url(url.format(said), timeout=4000)
        except TimeoutError:
            continue
        return said
    raise AssertionError("no click leads anywhere")


def hover(page, mark):
    """Move the pointer to a point; return the first line of what it says."""
    mark.scroll_into_view_if_needed()
    box = mark.bounding_box()
    text = page.locator(".hoverlayer .hovertext").first
    page.mouse.move(5, 5)
    text.wait_for(state="detached")
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    text.wait_for()
    return page.locator(".hoverlayer .hovertext tspan.line").first.text_content()


def test_a_click_on_a_clips_difference_shows_its_frames(visit, app):
    page = visit(f"{app}/rollout-paired?method=late&clip=a").page
    ready(page)
    marks = points(page, 1)
    shown = set()
    for index in range(marks.count()):
        shown.add(click(page, marks.nth(index), url="**clip={}*"))
        settled(page)
        ready(page)
    assert shown == {"a", "b", "c"}


def test_a_click_on_a_step_moves_the_viewer_there(visit, app):
    page = visit(f"{app}/rollout-per-step?methods=late&shown=late").page
    ready(page, 9)
    click(page, points(page, 0).nth(5), url="**frame=14*")
    ready(page, 14)
    step(page, "ArrowLeft", 13)
    page.wait_for_url("**frame=13*")


def test_the_keyboard_moves_the_viewer_and_the_link_follows(visit, app):
    page = visit(f"{app}/rollout-per-step?clip=b&shown=late").page
    ready(page, 9)
    step(page, "ArrowRight", 10)
    page.wait_for_url("**frame=10*")
    again = visit(page.url).page
    ready(again, 10)
    assert query(again)["clip"] == "b"


def test_exports_hold_the_numbers_of_the_result(visit, app, workspace):
    page = visit(f"{app}/rollout-paired").page
    settled(page)
    ready(page)
    expect(page.get_by_role("button", name="Markdown", exact=True)).to_have_count(2)
    contents = {}
    for kind in ("CSV", "LaTeX", "Markdown"):
        with page.expect_download() as download:
            page.get_by_role("button", name=kind, exact=True).first.click()
        contents[download.value.suggested_filename] = download.value.path().read_text()
    assert set(contents) == {"paired-mad.csv", "paired-mad.tex", "paired-mad.md"}
    rows = {row["method"]: row for row in csv.DictReader(io.StringIO(contents["paired-mad.csv"]))}
    result = load_result(workspace.results("rollout") / "n3")
    mean = {name: score.rollout_mad.mean for name, score in result.methods.items()}
    assert float(rows["late"]["mean"]) == pytest.approx(mean["late"] - mean["persistence"], abs=1e-9)
    assert "\\begin{tabular}" in contents["paired-mad.tex"]
    assert "| late" in contents["paired-mad.md"]


def test_the_candidates_figure_can_be_downloaded(visit, app):
    page = visit(f"{app}/rollout-candidates").page
    settled(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="PNG").click()
    assert download.value.path().read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 1920])
def test_pages_fit_their_window_in_light_and_dark(visit, app, scheme, width):
    page = visit(f"{app}/rollout-paired", viewport={"width": width, "height": 1000}, color_scheme=scheme).page
    ready(page)
    paper = (
        page.get_by_test_id("stPlotlyChart").first.locator(".main-svg").first.evaluate("(svg) => svg.style.background")
    )
    assert ("255, 255, 255" in paper) == (scheme == "light")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    overflow = "(main) => main.scrollWidth - main.clientWidth"
    assert page.get_by_test_id("stMain").evaluate(overflow) <= 0
