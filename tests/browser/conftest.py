"""The real app in a process of its own, and a real Chromium that looks at it.

A page that logs an error, throws one, or asks anything of another host fails the test that opened it.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from evalcore.rollout import score
from evalcore.ui.launch import app_script
from evalcore.video import write
from evalcore.workspace import Workspace
from tests.browser.server import served
from tests.rollout.small import make_workspace, moving

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LOCAL = {"127.0.0.1", "localhost", ""}  # blob: and data: addresses have no host

# A script for `streamlit run`, not a module to look for doctests in.
collect_ignore = ["viewer_app.py"]


@dataclass
class Visit:
    """One open page and what went wrong on it."""

    page: Any
    problems: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker("browser")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("no Chromium on this machine")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=CHROMIUM_ARGUMENTS)
        yield browser
        browser.close()


def is_problem(said: Any) -> bool:
    # Opened by a link to a page, Streamlit's own script first looks for the server below that page's address.
    looking = said.location["url"].endswith(("/_stcore/health", "/_stcore/host-config"))
    return said.type == "error" and not looking


@pytest.fixture(scope="session")
def windows(chromium: Any) -> Callable[..., Any]:
    """Browser contexts by their options: what a context has compiled of Streamlit, its next page need not compile."""
    contexts: dict[str, Any] = {}

    def window(**options: Any) -> Any:
        key = repr(sorted(options.items()))
        if key not in contexts:
            contexts[key] = chromium.new_context(**options)
        return contexts[key]

    return window


@pytest.fixture
def visit(windows: Callable[..., Any]) -> Iterator[Callable[..., Visit]]:
    """Open an address in a page of its own, as a new reader: ``visit(url, viewport=..., color_scheme=...)``."""
    visits: list[Visit] = []

    def opened(url: str, **options: Any) -> Visit:
        page = windows(**{"viewport": {"width": 1280, "height": 900}, **options}).new_page()
        page.set_default_timeout(20_000)
        one = Visit(page)
        visits.append(one)
        page.on("console", lambda said: one.problems.append(said.text) if is_problem(said) else None)
        page.on("pageerror", lambda error: one.problems.append(str(error)))
        page.on("request", lambda request: one.requests.append(request.url))
        page.goto(url)
        return one

    yield opened
    for one in visits:
        one.page.close()
    for one in visits:
        assert one.problems == []
        assert {urlsplit(url).hostname or "" for url in one.requests} <= LOCAL


@pytest.fixture(scope="session")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """Three clips, two made models, scored and saved as the run ``n3``."""
    space = Workspace(make_workspace(tmp_path_factory.mktemp("workspace"), size=(160, 96)))
    score(space, jobs=1).save(space.results("rollout") / "n3")
    return space


@pytest.fixture(scope="session")
def app(workspace: Workspace, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of the real app with the small workspace open."""
    with served(app_script(), tmp_path_factory.mktemp("app"), EVALCORE_WORKSPACE=str(workspace.root)) as address:
        yield address


@pytest.fixture(scope="session")
def clips(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Clips for the viewer alone: two of one kind, a shorter one, a smaller one, a single picture."""
    folder = tmp_path_factory.mktemp("clips")
    frames = moving(3, size=(640, 360))
    write(folder / "truth.mp4", frames, fps=15)
    write(folder / "late.mp4", moving(3, first=1, size=(640, 360)), fps=15)
    write(folder / "short.mp4", frames[9:], fps=15)
    write(folder / "small.mp4", moving(4, size=(160, 96)), fps=15)
    write(folder / "still.mp4", frames[:1], fps=15)
    return folder


@pytest.fixture(scope="session")
def viewer_app(clips: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a page that holds nothing but frame viewers on ``clips``."""
    script = Path(__file__).with_name("viewer_app.py")
    with served(script, tmp_path_factory.mktemp("viewer"), VIEWER_CLIPS=str(clips)) as address:
        yield address
