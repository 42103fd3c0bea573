"""The page that inspects scenes in a real browser: picture and list are linked both ways, the camera stays."""

from __future__ import annotations

from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import expect

from evalcore.ui.launch import app_script
from tests.browser.server import served
from tests.browser.test_app import settled
from tests.browser.test_hostile_names import MADE
from tests.pages.hostile import CLIP, MODEL
from tests.pages.scene_inspected import HOSTILE_OBJECT, make_scenes

PLOT = ".js-plotly-plot"
EYE = "_fullLayout.scene._scene.getCamera().eye"
# What is drawn: whether the picture has colours, where the predicted meshes are, and where it is looked at from.
DRAWN = """(plot) => {
    const canvas = plot.querySelector('.gl-container canvas');
    const { gl } = plot._fullLayout.scene._scene.glplot;
    return {
        size: [canvas.width, canvas.height],
        lost: gl.isContextLost(),
        names: plot.data.map((trace) => trace.name),
        x: [...plot._fullData.find((trace) => trace.name === 'Prediction, by IoU')?.x ?? []],
        eye: plot._fullLayout.scene._scene.getCamera().eye,
    };
}"""
# Where on the screen a point of the scene is.
PLACE = """(plot, id) => {
    const index = plot._fullData.findIndex((trace) => trace.type === 'mesh3d' && trace.customdata.includes(id));
    const trace = plot._fullData[index];
    const vertices = [...trace.customdata.keys()].filter((k) => trace.customdata[k] === id);
    const mean = (axis) => vertices.reduce((sum, k) => sum + trace[axis][k], 0) / vertices.length;
    const scene = plot._fullLayout.scene._scene;
    const { projection, view, model } = scene.glplot.cameraParams;
    const scaled = [...['x', 'y', 'z'].map((axis, k) => mean(axis) * scene.dataScale[k]), 1];
    const row = (matrix, v, r) => v.reduce((sum, value, c) => sum + matrix[4 * c + r] * value, 0);
    const times = (matrix, v) => [0, 1, 2, 3].map((r) => row(matrix, v, r));
    const [x, y, , w] = times(projection, times(view, times(model, scaled)));
    const box = scene.container.querySelector('canvas').getBoundingClientRect();
    return [box.left + box.width * (x / w + 1) / 2, box.top + box.height * (1 - y / w) / 2];
}"""


@pytest.fixture(scope="module")
def scene_app(tmp_path_factory):
    space = make_scenes(tmp_path_factory.mktemp("scenes") / "space")
    with served(app_script(), tmp_path_factory.mktemp("app"), EVALCORE_WORKSPACE=str(space.root)) as address:
        yield f"{address}/scene-inspection"


@pytest.fixture(scope="module")
def hostile_app(tmp_path_factory):
    space = make_scenes(tmp_path_factory.mktemp("hostile") / "space", hostile=True)
    with served(app_script(), tmp_path_factory.mktemp("app"), EVALCORE_WORKSPACE=str(space.root)) as address:
        yield f"{address}/scene-inspection"


def drawn(page):
    """The figure, once it hears of clicks."""
    plot = page.locator(f"{PLOT}[data-clicks=heard]")
    plot.locator(".gl-container canvas").first.wait_for()
    settled(page)
    return plot


def click_object(page, plot, id):
    plot.scroll_into_view_if_needed()
    x, y = plot.evaluate(PLACE, id)
    page.mouse.move(x - 3, y)
    page.mouse.move(x, y)
    page.locator(".hoverlayer .hovertext, .svg-container .hovertext").first.wait_for()
    page.mouse.down()
    page.mouse.up()


def test_the_picture_and_the_list_are_linked_both_ways(visit, scene_app):
    page = visit(f"{scene_app}?sample=room&model=close", viewport={"width": 1280, "height": 1100}).page
    plot = drawn(page)
    before = plot.evaluate(DRAWN)
    assert min(before["size"]) > 200
    assert not before["lost"]
    assert "Selected" not in before["names"]
    click_object(page, plot, "gt:thing_2")
    page.wait_for_url("**object=gt%3Athing_2*")
    expect(page.get_by_role("combobox", name="Selected object")).to_have_value("thing_2 – thing_2 (matched)")
    page.wait_for_function(f"document.querySelector('{PLOT}').data.some((trace) => trace.name === 'Selected')")
    settled(page)
    box = page.get_by_test_id("stDataFrame").first.bounding_box()
    page.mouse.click(box["x"] + 16, box["y"] + 35 + 17)  # before the first row
    page.wait_for_url("**object=gt%3Athing_0*")


def test_a_drag_turns_and_what_is_drawn_next_is_seen_from_there(visit, scene_app):
    page = visit(f"{scene_app}?sample=count&model=close", viewport={"width": 1280, "height": 1100}).page
    plot = drawn(page)
    first = plot.evaluate(DRAWN)
    box = plot.locator(".gl-container canvas").first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 80, y + 10, steps=4)
    page.wait_for_function(f"(x) => document.querySelector('{PLOT}').{EYE}.x !== x", arg=first["eye"]["x"])
    page.mouse.up()
    page.get_by_text("Before", exact=True).first.click()
    page.wait_for_url("**stage=Before*")
    settled(page)
    page.wait_for_function(
        f"(x) => document.querySelector('{PLOT}')._fullData.find((t) => t.name === 'Prediction, by IoU').x[0] !== x",
        arg=first["x"][0],
    )
    turned = f"(x) => Math.abs(document.querySelector('{PLOT}').{EYE}.x - x) > 0.01"
    page.wait_for_function(turned, arg=first["eye"]["x"])
    assert "object=%2A" in page.url  # a drag selects nothing
    assert page.get_by_test_id("stMain").evaluate("(main) => main.scrollWidth - main.clientWidth") <= 0


def test_names_from_files_stay_text(visit, hostile_app):
    asked = f"sample={quote(CLIP)}&model={quote(MODEL)}&object={quote(f'gt:{HOSTILE_OBJECT}')}"
    one = visit(f"{hostile_app}?{asked}", color_scheme="dark")
    page = one.page
    plot = drawn(page)
    ids = plot.evaluate("(plot) => plot._fullData.flatMap((trace) => [...trace.customdata ?? []])")
    id = next(id for id in ids if "img" in id)
    click_object(page, plot, id)
    assert page.locator(MADE).count() == 0
    assert not [url for url in one.requests if urlsplit(url).path.endswith("x.png")]
