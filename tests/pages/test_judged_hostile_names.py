"""Names and texts of judged data are never Markdown, on any of its pages and in any of their views."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

import pytest

from tests.judged.made import CONDITIONS, LABELS, SPLITS, TASKS, judgment_rows
from tests.pages.hostile import CLIP, METADATA, MODEL, OTHER, SPLIT
from tests.pages.judged_space import make_space
from tests.pages.opening import opened
from tests.pages.test_hostile_names import markdown

[TEXT] = METADATA.values()
JUDGES = {"judge-a": MODEL, "judge-b": OTHER}
MODELS = {"sharp": MODEL, "plain": OTHER, "weak": "weak"}
TASK, LABEL = f"{CLIP} task", f"{OTHER} label"
SEEN = {"ball": TASK, "left": LABEL, "ball-1a": CLIP, "paper-main": SPLIT}
PIECES = ("x.png", "x.html", "[x]", "x.org", "$x$")


def renamed(value: Any) -> Any:
    return SEEN.get(value, value) if isinstance(value, str) else value


def rows(judge: str, model: str) -> list[dict[str, Any]]:
    given = judgment_rows(judge, model)
    given[1] |= {"event": TEXT, "violation": TEXT}
    return [{**{key: renamed(value) for key, value in row.items()}, "reason": TEXT, "judge": TEXT} for row in given]


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("hostile")
    tasks = {
        renamed(task): {**one, "labels": list(map(renamed, one["labels"])), "question": TEXT}
        for task, one in TASKS.items()
    }
    make_space(
        root,
        conditions=[{key: renamed(value) for key, value in one.items()} for one in CONDITIONS],
        tasks=tasks,
        manifest=None,
        splits={renamed(subset): list(map(renamed, ids)) for subset, ids in SPLITS.items()},
        judgments={name: {MODELS[model]: rows(judge, model) for model in MODELS} for judge, name in JUDGES.items()},
    )
    return root


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


def test_all_labels_are_renamed_where_this_file_says_so() -> None:
    assert set(SEEN) <= {*LABELS, *LABELS.values(), *TASKS, *SPLITS}
