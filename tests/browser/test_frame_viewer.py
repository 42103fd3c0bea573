"""The frame viewer in a real browser: exact pixels, exact differences, keys, speed, faults."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from evalcore.metrics import mad
from evalcore.video import decode, frame_sha256

READY = ".viewer[data-state=ready]"
# The canvas's RGB without alpha, hashed in the browser.
CANVAS_SHA256 = """async (canvas) => {
    const rgba = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
    const rgb = new Uint8Array(rgba.length / 4 * 3);
    for (let from = 0, to = 0; from < rgba.length; from++) if (from % 4 !== 3) rgb[to++] = rgba[from];
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', rgb));
    return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}"""

# Plays from here to the end; how long it took and which frames were seen.
PLAY_THROUGH = """async (viewer) => {
    const began = performance.now();
    const seen = [];
    viewer.querySelector('[data-action=play]').click();
    while (viewer.classList.contains('playing')) {
        if (seen.at(-1) !== viewer.dataset.frame) seen.push(viewer.dataset.frame);
        await new Promise(requestAnimationFrame);
    }
    return { ms: performance.now() - began, seen: seen.map(Number) };
}"""
LOADED = """async (viewer) => {
    const { cache } = viewer.viewer;
    while (cache.queue.length || cache.inFlight.size) await new Promise(requestAnimationFrame);
}"""


def loaded(page):
    """Wait until every frame that the viewer wants is in the browser."""
    ready(page)
    page.locator(".viewer").evaluate(LOADED)


def until(page, holds):
    """Wait until ``holds()`` is true."""
    for _ in range(500):
        if holds():
            return
        page.wait_for_timeout(20)
    raise AssertionError("this did not come to hold")


def ready(page, frame=None):
    page.locator(READY if frame is None else f"{READY}[data-frame='{frame}']").first.wait_for()


def canvas(page, stream):
    return page.locator(f"figure[data-stream='{stream}'] canvas")


def step(page, key, frame):
    """Press a key and wait until its frame is on screen."""
    page.keyboard.press(key)
    ready(page, frame)


def test_canvases_hold_the_decoded_frames_of_every_stream(visit, viewer_app, clips):
    page = visit(f"{viewer_app}/?streams=truth,late,short,small").page
    decoded = {name: decode(clips / f"{name}.mp4").frames for name in ("truth", "late", "short", "small")}
    for frame in (0, 5, 9, 13, 16):
        page.locator(".slider").fill(str(frame))
        ready(page, frame)
        for name, frames in decoded.items():
            index = frame - (9 if name == "short" else 0)
            if index >= 0:
                assert canvas(page, name).evaluate(CANVAS_SHA256) == frame_sha256(frames[index]), (name, frame)


def test_two_readers_at_once_see_the_same_pixels_at_their_own_frames(visit, viewer_app, clips):
    one = visit(f"{viewer_app}/?frame=4").page
    other = visit(f"{viewer_app}/?frame=12").page
    for page, frame in ((one, 4), (other, 12)):
        ready(page, frame)
        for name in ("truth", "late"):
            assert canvas(page, name).evaluate(CANVAS_SHA256) == frame_sha256(
                decode(clips / f"{name}.mp4").frames[frame]
            )


def test_mean_of_the_difference_is_the_mad_of_the_frame(visit, viewer_app, clips):
    page = visit(f"{viewer_app}/?pair=truth,late").page
    truth, late = (decode(clips / f"{name}.mp4").frames for name in ("truth", "late"))
    for frame in (0, 7, 16):
        page.locator(".slider").fill(str(frame))
        ready(page, frame)
        expected = mad(late[frame], truth[frame])
        assert float(page.locator("figure.difference").get_attribute("data-mean")) == expected
        expect(page.locator("figure.difference .mean")).to_contain_text(f"MAD {expected:.3f}")


def test_difference_colours_run_from_dark_to_the_chosen_maximum(visit, viewer_app):
    page = visit(f"{viewer_app}/?pair=truth,truth").page
    ready(page)
    pixel = "(canvas) => [...canvas.getContext('2d').getImageData(40, 40, 1, 1).data]"
    heat = page.locator("figure.difference canvas")
    assert heat.evaluate(pixel) == [0, 0, 4, 255]
    page.get_by_label("Second stream of the difference").select_option("late")
    darker = sum(heat.evaluate(pixel))
    page.get_by_label("Grey levels at the bright end").select_option("8")
    assert sum(heat.evaluate(pixel)) > darker


def test_difference_of_unequal_sizes_or_without_a_frame_says_so(visit, viewer_app):
    page = visit(f"{viewer_app}/?streams=truth,small,short&pair=truth,small").page
    ready(page)
    message = page.locator("figure.difference .message")
    expect(message).to_have_text("These pictures cannot be compared: 640 × 360 and 160 × 96 pixels.")
    page.get_by_label("Second stream of the difference").select_option("short")
    expect(message).to_have_text("Short has no frame here.")
    expect(page.locator("figure[data-stream=short] .message")).to_have_text("no frame")
    step(page, "End", 16)
    expect(message).to_be_hidden()


def test_keys_step_jump_and_switch(visit, viewer_app):
    page = visit(viewer_app).page
    ready(page, 0)
    for key, frame in [
        (".", 1), ("ArrowRight", 2), ("]", 12), ("Shift+ArrowLeft", 2), ("Shift+ArrowRight", 12), ("[", 2),
        (",", 1), ("ArrowLeft", 0), ("ArrowLeft", 0), ("End", 16), ("]", 16), ("Home", 0),
    ]:  # fmt: skip
        step(page, key, frame)
    page.keyboard.press("d")
    expect(page.locator("figure.difference")).to_be_visible()
    page.keyboard.press("z")
    expect(page.locator("[data-zoom='1']")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("?")
    expect(page.locator(".help")).to_contain_text("ten frames back, forward")
    page.keyboard.press("Escape")
    expect(page.locator(".help")).to_be_hidden()


def test_clock_names_step_index_and_time(visit, viewer_app):
    page = visit(f"{viewer_app}/?times=1").page
    ready(page, 0)
    clock = page.locator(".clock")
    expect(clock).to_contain_text("conditioning 1")
    expect(clock).to_contain_text("−533.3 ms")
    step(page, "End", 16)
    expect(clock).to_contain_text("t+8")
    expect(clock).to_contain_text("frame 16 / 16")
    expect(clock).to_contain_text("533.3 ms")
    expect(page.locator("figure[data-stream=late] .caption")).to_have_text("caption 16")


@pytest.mark.parametrize("speed", ["1", "2"])
def test_playing_is_never_faster_than_the_clock_and_stops_at_the_end(visit, viewer_app, speed):
    page = visit(viewer_app).page
    loaded(page)
    page.locator(".speed").select_option(speed)
    took = page.locator(".viewer").evaluate(PLAY_THROUGH)
    ready(page, 16)
    assert took["ms"] > 1000 * 17 / 15 / float(speed) - 20  # the clock starts with the first animation frame
    assert took["seen"] == sorted(set(took["seen"]))
    assert {0, 16} <= set(took["seen"])


def test_a_single_picture_is_not_played(visit, viewer_app):
    page = visit(f"{viewer_app}/?streams=still").page
    ready(page)
    viewer = page.locator(READY)
    expect(viewer.get_by_role("button", name="Difference")).to_be_visible()
    for name in ("Play", "One frame forward", "Loop"):
        expect(viewer.get_by_role("button", name=name)).to_have_count(0)
    expect(viewer.get_by_role("slider")).to_have_count(0)


def test_space_plays_and_pauses(visit, viewer_app):
    page = visit(viewer_app).page
    ready(page, 0)
    page.keyboard.press(" ")
    page.locator(".viewer.playing").wait_for()
    page.keyboard.press(" ")
    expect(page.locator(".viewer.playing")).to_have_count(0)


def test_loop_starts_again(visit, viewer_app):
    page = visit(f"{viewer_app}/?frame=15").page
    ready(page, 15)
    page.locator(".speed").select_option("0.25")
    page.get_by_role("button", name="Loop").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".viewer.playing")).to_have_attribute("data-frame", re.compile(r"^[1-8]$"))
    page.keyboard.press(" ")


def test_a_step_to_a_frame_that_was_seen_asks_for_nothing(visit, viewer_app):
    one = visit(f"{viewer_app}/?pair=truth,late")
    page = one.page
    ready(page, 0)
    for frame in range(1, 17):
        step(page, ".", frame)
    loaded(page)
    asked = len(one.requests)
    for frame in range(15, -1, -1):
        step(page, ",", frame)
        assert page.locator(READY).get_attribute("data-cached") == "true"
    assert len(one.requests) == asked


def test_keys_leave_other_controls_and_shortcuts_alone(visit, viewer_app):
    page = visit(viewer_app).page
    ready(page, 0)
    words = page.get_by_label("words")
    words.click()
    page.keyboard.type("a.b,c d")
    expect(words).to_have_value("a.b,c d")
    ready(page, 0)
    page.locator(".viewer").focus()
    step(page, "ArrowRight", 1)
    page.keyboard.press("Control+ArrowRight")
    page.keyboard.press("c")
    step(page, "ArrowRight", 2)  # keys are answered in order: by now the others have been
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_focused_button_keeps_its_own_keys_and_leaves_the_others(visit, viewer_app):
    page = visit(viewer_app).page
    ready(page, 0)
    page.get_by_role("button", name="again").focus()
    step(page, ".", 1)
    page.keyboard.press(" ")
    expect(page.get_by_text("run 2", exact=True)).to_be_visible()
    expect(page.locator(".viewer.playing")).to_have_count(0)


def test_of_two_viewers_the_one_in_use_answers(visit, viewer_app):
    page = visit(f"{viewer_app}/?second=1").page
    first, second = page.locator(".viewer").nth(0), page.locator(".viewer").nth(1)
    expect(second).to_have_attribute("data-state", "ready")
    first.focus()
    page.keyboard.press("End")
    expect(first).to_have_attribute("data-frame", "16")
    expect(second).to_have_attribute("data-frame", "0")
    second.locator("canvas").first.click()
    page.keyboard.press(".")
    expect(second).to_have_attribute("data-frame", "1")
    expect(first).to_have_attribute("data-frame", "16")


def test_zoom_shows_frame_pixels_on_screen_pixels_and_pans_all_pictures(visit, viewer_app):
    page = visit(viewer_app).page
    ready(page, 0)
    page.get_by_role("button", name="2×").click()
    box = canvas(page, "truth").bounding_box()
    assert (box["width"], box["height"]) == (1280, 720)
    assert canvas(page, "truth").evaluate("(canvas) => getComputedStyle(canvas).imageRendering") == "pixelated"
    ports = [page.locator(f"figure[data-stream={name}] .viewport") for name in ("truth", "late")]
    ports[0].hover()
    page.mouse.down()
    page.mouse.move(300, 400)
    page.mouse.up()
    place = "(port) => [port.scrollLeft, port.scrollTop]"
    centre = ports[0].evaluate("(port) => (port.scrollWidth - port.clientWidth) / 2")
    until(page, lambda: ports[0].evaluate(place)[0] != centre and ports[0].evaluate(place) == ports[1].evaluate(place))


def test_pointer_reads_the_same_pixel_of_every_stream(visit, viewer_app, clips):
    page = visit(f"{viewer_app}/?pair=truth,late").page
    ready(page, 0)
    page.locator("[data-zoom='1']").click()
    canvas(page, "truth").hover()
    said = page.locator("figure[data-stream=truth] .values").inner_text()
    x, y = (int(word) for word in said.split()[1:4:2])
    for name in ("truth", "late"):
        r, g, b = decode(clips / f"{name}.mp4").frames[0, y, x]
        expect(page.locator(f"figure[data-stream={name}] .values")).to_have_text(f"x {x} y {y}  rgb {r} {g} {b}")


def test_a_broken_stream_says_why_and_leaves_the_others_alone(visit, viewer_app, clips):
    page = visit(f"{viewer_app}/?streams=truth,broken").page
    ready(page, 0)
    expect(page.locator("figure[data-stream=broken] .message")).to_have_text("found 12 frames, expected 17.")
    assert canvas(page, "truth").evaluate(CANVAS_SHA256) == frame_sha256(decode(clips / "truth.mp4").frames[0])


def test_a_frame_that_does_not_load_can_be_tried_again(visit, viewer_app, clips):
    one = visit(viewer_app)
    page = one.page
    ready(page, 0)
    page.route("**/frames/*/16.webp", lambda route: route.abort())
    page.reload()
    ready(page, 0)
    step(page, "End", 16)
    expect(page.locator("figure[data-stream=truth] .message")).to_contain_text("the app cannot be reached")
    page.unroute("**/frames/*/16.webp")
    page.locator("figure[data-stream=truth]").get_by_role("button", name="Try again").click()
    expect(page.locator("figure[data-stream=truth] .message")).to_be_hidden()
    assert canvas(page, "truth").evaluate(CANVAS_SHA256) == frame_sha256(decode(clips / "truth.mp4").frames[16])
    assert all("ERR_FAILED" in problem for problem in one.problems)
    one.problems.clear()


def test_slow_frames_show_that_they_are_loading(visit, viewer_app):
    page = visit(viewer_app).page
    ready(page, 0)
    held = []
    page.route("**/frames/*/16.webp", lambda route: held.append(route))
    page.reload()
    ready(page, 0)
    page.keyboard.press("End")
    page.locator(".viewer[data-state=loading]").wait_for()
    expect(page.locator(".progress")).to_be_visible()
    expect(page.locator(".viewer")).to_have_attribute("data-frame", "0")
    for route in held:
        route.continue_()
    ready(page, 16)
    expect(page.locator(".progress")).to_be_hidden()


def test_position_reaches_the_address_without_running_the_page(visit, viewer_app):
    page = visit(viewer_app).page
    ready(page, 0)
    step(page, "End", 16)
    page.wait_for_url("**frame=16*")
    expect(page.get_by_text("run 1", exact=True)).to_be_visible()
    page.reload()
    ready(page, 16)
    expect(page.get_by_text("the page saw frame 16")).to_be_visible()


def test_another_start_moves_the_viewer_and_a_rerun_does_not(visit, viewer_app):
    page = visit(viewer_app).page
    ready(page, 0)
    step(page, "End", 16)
    page.wait_for_url("**frame=16*")
    page.get_by_label("words").fill("again")
    page.get_by_label("words").press("Enter")
    expect(page.get_by_text("the page saw frame 16")).to_be_visible()
    ready(page, 16)
    page.get_by_label("start").fill("4")
    page.get_by_label("start").press("Enter")
    ready(page, 4)
    page.wait_for_url("**frame=4*")


def test_a_link_to_a_frame_that_is_not_there_says_so(visit, viewer_app):
    page = visit(f"{viewer_app}/?frame=99").page
    ready(page, 0)
    expect(page.get_by_text("It asks for frame '99'; the frames are 0 to 16.")).to_be_visible()


def test_addresses_of_frames_tell_nothing_about_their_source(visit, viewer_app, clips: Path):
    one = visit(viewer_app)
    ready(one.page, 0)
    frames = [url for url in one.requests if "/frames/" in url]
    assert frames
    assert not any(name in url for url in frames for name in ("truth", "late", "test", clips.name))
