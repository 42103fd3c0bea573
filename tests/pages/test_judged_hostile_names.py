"""Names and texts of judged data are never Markdown, on any of its pages and in any of their views."""

from __future__ import annotations

from html import escape
from pathlib import Path

import pytest

from tests.pages.hostile import CLIP, MODEL, OTHER, SPLIT
from tests.pages.judged_hostile import LABEL, TASK, TEXT, make_hostile_space
from tests.pages.opening import opened
from tests.pages.test_hostile_names import markdown

PIECES = ("x.png", "x.html", "[x]", "x.org", "$x$")


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_hostile_space(tmp_path_factory.mktemp("hostile")).parent


VIEWS = [
    *(("pages/judged/scoring.py", view) for view in ("Models", "Tasks", "Classes", "Misses", "Differences")),
    *(("pages/judged/judges.py", view) for view in ("Agreement", "Answers", "Scores")),
    ("pages/judged/ranking.py", ""),
]


@pytest.mark.parametrize(("page", "view"), VIEWS)
def test_no_name_is_in_a_text_that_is_markdown(
    hostile: Path, page: str, view: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(hostile))
    app = opened(page, subset=SPLIT, judge=MODEL, model=MODEL, view=view or "Models")
    assert not app.error
    said = markdown(app)
    assert said
    assert not [text for text in said if any(piece in text for piece in PIECES)]


def test_names_are_there_letter_for_letter(hostile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(hostile))
    query = {"subset": SPLIT, "judge": MODEL, "model": OTHER, "task": TASK, "condition": CLIP}
    app = opened("pages/judged/scoring.py", **query)
    assert {name: app.selectbox(key=name).value for name in query} == query
    headings = [one.proto.body for one in app.get("html")]
    assert f'<h3 class="evalcore-heading">{escape(CLIP)}</h3>' in headings
    [facts] = [one.value for one in app.text if one.value.startswith("Task ")]
    assert facts.startswith(f"Task {TASK}: {TEXT}\nClasses: {LABEL}, right. Truth: {LABEL}.")
    assert f"The judge's reason: {TEXT}" in facts
