"""Take the README's pictures of the app on the demo workspace: `make pictures`."""

from __future__ import annotations

import shutil
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from evalcore.ui.launch import app_script
from evalcore.ui.marking.reviewer import COOKIE
from tests.browser.conftest import CHROMIUM_ARGUMENTS
from tests.browser.server import served

HERE = Path(__file__).parent
LARGEST = 250_000  # bytes of a picture
DEMO = HERE.parent / "data" / "demo"

# Name -> address, what must be on the page, what is scrolled to the top, and the theme.
PICTURES = {
    "overview": ("?run=n30", "stDataFrame", None, "light"),
    "per-step": ("rollout-per-step?run=n30", "stPlotlyChart", "stPlotlyChart", "light"),
    "viewer": (
        "rollout-per-step?run=n30&clip=bounce_01&shown=vanish&shown=history_farneback&frame=15",
        "viewer",
        "viewer",
        "dark",
    ),
    "paired": ("rollout-paired?run=n30&baseline=persistence", "stPlotlyChart", "stPlotlyChart", "light"),
    "candidates": (
        "rollout-candidates?run=n30&method=good&baseline=history_farneback",
        "stPlotlyChart",
        "stPlotlyChart",
        "light",
    ),
    "checks": ("rollout-checks?run=n30", "stPlotlyChart", "stPlotlyChart", "light"),
    "scoring": ("judged-scoring", "stPlotlyChart", "stPlotlyChart", "light"),
    "tasks": ("judged-scoring?view=Tasks&order=By+difficulty", "stPlotlyChart", "stPlotlyChart", "dark"),
    "ranking": ("judged-ranking", "stPlotlyChart", "stPlotlyChart", "light"),
    "judge-frames": ("judged-judge-frames?model=alder&condition=c0227", "stPlotlyChart", None, "light"),
    "scene-table": ("scene-table", "stPlotlyChart", "stPlotlyChart", "light"),
    "scene-inspection": (
        "scene-inspection?sample=reading_room&model=miscounted",
        "stPlotlyChart",
        "stPlotlyChart",
        "dark",
    ),
    "mark": ("review-mark", "viewer", None, "light"),
    "agreement": ("review-agreement", "stPlotlyChart", None, "light"),
    "survival": ("review-survival", "stPlotlyChart", "stPlotlyChart", "light"),
}
REVIEWER = "guest"  # the demo has items for this name, and no answers


def main() -> None:
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("chromium is not installed; `make chromium` installs Debian's")
    folder = HERE / "pictures"
    folder.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as logs,
        served(app_script(), Path(logs), EVALCORE_WORKSPACE=str(DEMO)) as address,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGUMENTS)
        for name, (link, wanted, top, theme) in PICTURES.items():
            page = browser.new_page(viewport={"width": 1280, "height": 820}, color_scheme=theme)
            page.context.add_cookies([{"name": COOKIE, "value": REVIEWER, "url": address}])
            page.goto(f"{address}/{link}")
            take(page, wanted, top)
            (folder / f"{name}.png").write_bytes(small(page.screenshot()))
            page.close()
        browser.close()


def take(page: Page, wanted: str, top: str | None) -> None:
    """Wait until the page is at rest, then scroll."""

    def place(name: str):
        return page.locator(".viewer[data-state=ready]") if name == "viewer" else page.get_by_test_id(name)

    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
    place(wanted).first.wait_for()
    page.locator(".main-svg, canvas").first.wait_for()
    page.wait_for_function("!document.querySelector('[data-testid=stSkeleton]') && document.fonts.status === 'loaded'")
    if top:
        place(top).first.evaluate("element => element.scrollIntoView({block: 'start'})")
        page.mouse.move(700, 400)
        page.mouse.wheel(0, -70)  # out from under the app's header
    page.mouse.move(1270, 810)
    page.wait_for_timeout(1000)  # tables draw their cells, figures their labels, without a sign of being done


def small(png: bytes) -> bytes:
    """The picture as a small file: in 256 colours where it would be large otherwise."""
    image = Image.open(BytesIO(png)).convert("RGB")
    for version in (image, image.quantize(256, method=Image.Quantize.MAXCOVERAGE, kmeans=3)):
        buffer = BytesIO()
        version.save(buffer, "PNG", optimize=True)
        if buffer.tell() <= LARGEST:
            break
    return buffer.getvalue()


if __name__ == "__main__":
    main()
