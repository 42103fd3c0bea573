"""The page of judge frames in a real browser: exact pictures, exact frames, clicks, keys, light and dark."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from evalcore.judged import PROFILES, sample_clip
from evalcore.ui.launch import app_script
from evalcore.video import decode_seen, frame_sha256
from tests.browser.server import served
from tests.browser.test_app import settled
from tests.browser.test_frame_viewer import CANVAS_SHA256, canvas, ready, step
from tests.browser.test_rollout_pages import click
from tests.judged.clip_files import MODEL, clip_path, numbered
from tests.pages.judged_clips import make_clips

ADDRESS = "judged-judge-frames?condition=whole"
# The picture's RGB, hashed in the browser, and how large it is on the screen.
PICTURE = """async (image) => {
    await image.decode();
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const rgba = context.getImageData(0, 0, canvas.width, canvas.height).data;
    const rgb = rgba.filter((_, index) => index % 4 !== 3);
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', rgb));
    const sha256 = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    const box = image.getBoundingClientRect();
    const edge = 2 * image.clientLeft;
    const shown = [box.width - edge, box.height - edge].map((side) => side * devicePixelRatio);
    return { sha256, shown, natural: [image.naturalWidth, image.naturalHeight] };
}"""


@pytest.fixture(scope="module")
def judged(tmp_path_factory):
    """The clips of every kind; ``other`` is rotated, and larger than what is sent."""
    folder = make_clips(tmp_path_factory.mktemp("judged") / "space")
    write_rotated(clip_path(folder, "other"))
    return folder


def write_rotated(path):
    """A clip whose metadata asks for a quarter turn."""
    import av

    with av.open(str(path), "w") as file:
        stream = file.add_stream("libx264", rate=10)
        stream.width, stream.height, stream.pix_fmt = 960, 480, "yuv420p"
        stream.set_display_rotation(90)
        for index, pixels in enumerate(numbered(45, height=480, width=960)):
            frame = av.VideoFrame.from_ndarray(pixels, format="rgb24")
            frame.pts = index
            file.mux(stream.encode(frame))
        file.mux(stream.encode())


@pytest.fixture(scope="module")
def judged_app(judged, tmp_path_factory):
    """Address of the real app with them."""
    with served(app_script(), tmp_path_factory.mktemp("app"), EVALCORE_WORKSPACE=str(judged.parent)) as address:
        yield address


def pictures(page):
    page.locator(".strip img").first.wait_for()
    return page.locator(".strip img")


@pytest.mark.parametrize(("condition", "awaited"), [("whole", 2.5), ("other", None)])
@pytest.mark.parametrize("scale", [1, 2])
def test_pictures_are_those_that_the_judge_gets_pixel_on_pixel(visit, judged_app, judged, condition, awaited, scale):
    address = f"{judged_app}/judged-judge-frames?condition={condition}"
    page = visit(address, device_scale_factor=scale).page
    sample = sample_clip(clip_path(judged, condition), profile=PROFILES["observation-8"], observation_time=awaited)
    expect(pictures(page)).to_have_count(len(sample.pictures))
    for index, expected in enumerate(sample.frame_sha256):
        found = pictures(page).nth(index).evaluate(PICTURE)
        assert found == {"sha256": expected, "shown": list(sample.size), "natural": list(sample.size)}


@pytest.mark.parametrize("condition", ["whole", "other"])
def test_canvases_hold_the_frames_as_they_are_seen(visit, judged_app, judged, condition):
    page = visit(f"{judged_app}/judged-judge-frames?condition={condition}&frame=14").page
    ready(page, 14)
    frames = decode_seen(clip_path(judged, condition))
    assert canvas(page, "generated").evaluate(CANVAS_SHA256) == frame_sha256(frames[14])
    if condition == "whole":  # 10 frames a second beside 15
        reference = decode_seen(judged / "evaluation/references/whole.mp4")
        assert canvas(page, "reference").evaluate(CANVAS_SHA256) == frame_sha256(reference[21])
        expect(page.locator("figure[data-stream=reference] .caption")).to_have_text("frame 21, 1.400 s")


def test_a_picture_leads_to_its_frame_by_pointer_and_by_key(visit, judged_app):
    page = visit(f"{judged_app}/{ADDRESS}").page
    ready(page, 0)
    settled(page)
    button = page.get_by_role("button", name="Picture 3 of 8")
    button.click()
    ready(page, 8)
    page.wait_for_url("**frame=8*")
    expect(page.locator(".viewer .step")).to_have_text("picture 3")
    step(page, "ArrowRight", 9)
    page.wait_for_url("**frame=9*")
    page.get_by_role("button", name="Picture 8 of 8").focus()
    page.keyboard.press("Enter")
    ready(page, 29)
    page.wait_for_url("**frame=29*")


def test_a_point_of_the_timeline_leads_to_its_frame(visit, judged_app):
    page = visit(f"{judged_app}/{ADDRESS}").page
    ready(page, 0)
    settled(page)
    rows = page.get_by_test_id("stPlotlyChart").first.locator(".scatterlayer .trace")  # all frames, each profile
    mark = rows.nth(2).locator(".points path").nth(2)
    mark.wait_for()
    click(page, mark, url="**frame=8*")
    ready(page, 8)


def test_the_profile_changes_the_pictures_and_the_address(visit, judged_app):
    page = visit(f"{judged_app}/judged-judge-frames?condition=late").page
    expect(pictures(page).last).to_have_attribute("alt", "Picture 8 of 8: frame 55, 5.500 s")
    page.get_by_text("paper-prefix-8", exact=True).first.click()
    expect(pictures(page).last).to_have_attribute("alt", "Picture 8 of 8: frame 39, 3.900 s")
    page.wait_for_url("**profile=paper-prefix-8*")


def test_a_row_of_the_diagnostic_leads_to_the_frames(visit, judged_app):
    page = visit(f"{judged_app}/judged-similarity").page
    settled(page)
    page.get_by_role("link", name="Frames of this clip and its reference").click()
    page.wait_for_url(f"**/judged-judge-frames?model={MODEL}&condition=whole*")
    expect(pictures(page)).to_have_count(8)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("address", [ADDRESS, "judged-judge-frames?condition=other", "judged-similarity"])
def test_pages_fit_their_window_in_light_and_dark(visit, judged_app, scheme, address):
    page = visit(f"{judged_app}/{address}", color_scheme=scheme).page
    settled(page)
    page.get_by_test_id("stPlotlyChart").first.locator(".main-svg").first.wait_for()
    assert page.get_by_test_id("stMain").evaluate("(main) => main.scrollWidth - main.clientWidth") <= 0
