"""Time the app on a workspace: the first picture of a visit, a step in the viewer, playback, each page's script.

    python -m benchmarks.viewer --workspace data/demo [--visits 5] [--program chromium]

Prints Markdown. Every cold visit has a server and a browser profile of its own, and opens the page of per-step error.
On a machine that also does other things the figures say little: the load is printed with them. Needs Playwright and a
Chromium.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Page, sync_playwright
from streamlit.testing.v1 import AppTest

from evalcore.ui import PAGES, shell
from evalcore.ui.launch import app_script
from tests.browser.conftest import CHROMIUM_ARGUMENTS
from tests.browser.server import served

READY = ".viewer[data-state=ready]"
PAGE = "rollout-per-step"
# Plays from the first frame to the end; seconds and frames shown.
PLAY = """async (viewer) => {
    viewer.querySelector('[data-action=first]').click();
    const began = performance.now();
    const seen = new Set();
    viewer.querySelector('[data-action=play]').click();
    while (viewer.classList.contains('playing')) {
        seen.add(viewer.dataset.frame);
        await new Promise(requestAnimationFrame);
    }
    return [(performance.now() - began) / 1000, seen.size];
}"""


@contextmanager
def server(workspace: Path) -> Iterator[str]:
    """A fresh server of the app; its address."""
    with (
        tempfile.TemporaryDirectory() as folder,
        served(app_script(), Path(folder), EVALCORE_WORKSPACE=str(workspace)) as at,
    ):
        yield at


def visit(browser: Any, address: str) -> tuple[float, float]:
    """Seconds from the navigation to the viewer's first picture and to the figure, with an empty browser cache."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto(f"{address}/{PAGE}")
    page.locator(READY).wait_for()
    picture = page.evaluate("performance.now()") / 1000
    page.locator(".main-svg").first.wait_for()
    figure = page.evaluate("performance.now()") / 1000
    context.close()
    return picture, figure


def step_times(page: Page) -> list[float]:
    """Milliseconds of steps to frames that were seen before, with the difference open."""
    page.keyboard.press("d")
    last = int(page.locator(".slider").get_attribute("max") or 0)
    taken = []
    for key, frames in (("Home", [0]), (".", range(1, last + 1)), (",", range(last - 1, -1, -1))):
        for frame in frames:
            page.keyboard.press(key)
            page.locator(f"{READY}[data-frame='{frame}']").wait_for()
            if key == ",":
                taken.append(float(page.locator(READY).get_attribute("data-step-ms") or "nan"))
    return taken


def script_times(path: str) -> tuple[float, float]:
    """Seconds of a page's first run in this process, imports included, and of the runs after it."""
    shell.PAGES = tuple(spec for spec in PAGES if spec.path == path)
    app = AppTest.from_file(str(app_script()), default_timeout=60)
    taken = []
    for _ in range(6):
        began = time.perf_counter()
        app.run()
        taken.append(time.perf_counter() - began)
    if app.exception or not app.dataframe:
        raise SystemExit(f"{path} shows no table: {[one.value for one in app.error] or app.exception}")
    return taken[0], median(taken[1:])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workspace", type=Path, default=Path("data/demo"))
    parser.add_argument("--visits", type=int, default=5)
    parser.add_argument("--program", default=shutil.which("chromium") or shutil.which("google-chrome"))
    parser.add_argument("--script", help=argparse.SUPPRESS)
    options = parser.parse_args()
    os.environ["EVALCORE_WORKSPACE"] = str(options.workspace)
    if options.script:
        print(*script_times(options.script))
        return
    if options.program is None:
        raise SystemExit("there is no Chromium on this machine; install one or name it with --program")

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=options.program, args=CHROMIUM_ARGUMENTS)
        cold = []
        for _ in range(options.visits):
            with server(options.workspace) as address:
                cold.append(visit(browser, address))
        with server(options.workspace) as address:
            visit(browser, address)
            warm = [visit(browser, address) for _ in range(options.visits)]
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.goto(f"{address}/{PAGE}")
            page.locator(".main-svg").first.wait_for()
            page.locator(READY).wait_for()
            steps = sorted(step_times(page))
            seconds, seen = page.locator(".viewer").evaluate(PLAY)
        browser.close()

    print("| what | measured |\n|---|--:|")
    for name, visits in (("fresh server", cold), ("server in use", warm)):
        for place, what in enumerate(("first picture", "figure")):
            taken = [one[place] for one in visits]
            print(
                f"| {what}, {name}, empty browser cache: median (best) | {median(taken):.2f} s ({min(taken):.2f} s) |"
            )
    usual, longest = median(steps), steps[-1]
    print(f"| step to a frame seen before, difference open: median (largest) | {usual:.1f} ms ({longest:.1f} ms) |")
    print(f"| playing 17 frames at 15 frames a second: time, frames shown | {seconds:.2f} s, {seen} |")
    print("\n| page's script | first run | further runs |\n|---|--:|--:|")
    for spec in PAGES:
        command = [
            sys.executable,
            "-m",
            "benchmarks.viewer",
            "--workspace",
            str(options.workspace),
            "--script",
            spec.path,
        ]
        first, further = map(float, subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())
        print(f"| {spec.title} | {first:.2f} s | {further:.3f} s |")
    print(f"\nLoad of the machine at the end: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.")


if __name__ == "__main__":
    main()
