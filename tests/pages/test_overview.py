"""The overview of workspaces that hold one protocol, the other, or both."""

from __future__ import annotations

from pathlib import Path

import pytest

from evalcore.workspace import Workspace
from tests.judged.made import make_data
from tests.pages.judged_space import table
from tests.pages.opening import opened, texts

PAGE = "pages/workspace/overview.py"


def counts(app) -> dict[str, str]:
    return {one.label: one.value for one in app.metric}


def test_a_workspace_with_both_asks_which_protocol(root: Path) -> None:
    make_data(root / "judged")
    assert counts(opened(PAGE))["Clips"] == "3"
    app = opened(PAGE, protocol="Judged")
    assert counts(app) == {"Conditions": "13", "Tasks": "3", "Scopes": "4", "Judges": "2", "Models": "3"}
    scopes, models, _ = (one.value for one in app.dataframe)
    assert dict(zip(scopes["Scope"], scopes["Complete pairs"], strict=True)) == {
        "auxiliary": 0,
        "core": 6,
        "cross-judge": 4,
        "paper-main": 5,
    }
    assert list(models["Judged by"]) == ["judge-a, judge-b"] * 3


def test_judged_data_alone_need_no_choice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(tmp_path))
    make_data(tmp_path / "judged")
    app = opened(PAGE)
    assert counts(app)["Conditions"] == "13"
    assert not app.get("button_group")


def test_judged_data_at_fault_are_an_error_with_file_and_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(tmp_path))
    make_data(tmp_path / "judged")
    (tmp_path / "judged" / "splits" / "core.txt").write_text("nobody\n")
    app = opened(PAGE)
    assert "splits/core.txt:1" in texts(app)
    assert not app.dataframe


def test_an_empty_workspace_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(tmp_path))
    assert "rollout/clips.jsonl" in texts(opened(PAGE))


def test_a_review_shows_items_reviewers_answers_and_warnings(review: Workspace) -> None:
    app = opened(PAGE)
    assert not app.error
    assert counts(app) == {"Items": "3", "Clips": "6", "Reviewers": "3", "Answers": "7", "Warnings": "1"}
    assert [row["Item"] for row in table(app, "Warning")] == ["cup"]
    assert {row["Reviewer"]: row["Complete"] for row in table(app, "Next item")} == {"ann": 2, "bob": 2, "eve": 2}
    assert [row["Answers"] for row in table(app, "Intervention")] == [3, 3, 1]


def test_a_review_without_answers_still_shows_its_items(review: Workspace) -> None:
    review.path("review/answers.sqlite").unlink()
    app = opened(PAGE)
    assert not app.error
    assert counts(app)["Answers"] == "0"
    assert len(table(app, "Intervention")) == 3
