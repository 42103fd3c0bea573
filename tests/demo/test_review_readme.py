from __future__ import annotations

from pathlib import Path

import pytest

from evalcore.demo.review_judges import JUDGES
from evalcore.demo.review_readme import describe
from evalcore.demo.review_reviewers import GUEST, REVIEWERS
from evalcore.demo.review_scenarios import SCENARIOS


def test_it_names_everything_that_was_planted() -> None:
    text = describe()
    for scenario in SCENARIOS:
        row = next(line for line in text.splitlines() if line.startswith(f"| `{scenario.item}` |"))
        for breaks in scenario.breaks.values():
            assert all(f"{one.frame} ({one.type})" in row for one in breaks)
        if scenario.intervention:
            assert scenario.intervention.text in row
    for name, reviewer in REVIEWERS.items():
        assert f"| `{name}` | {', '.join(map(str, reviewer.lags))} | {reviewer.habit} |" in text
        for panel in (*reviewer.misses, *reviewer.false_alarms, *reviewer.unanswered):
            assert f"`{'/'.join(panel)}`" in text
    for judge in JUDGES.values():
        panels = (*judge.misses, *judge.false_alarms, *judge.late, *judge.failed)
        assert all(f"`{'/'.join(panel)}`" in text for panel in panels)
    assert GUEST in text
    assert "20 of 36 streams" in text


def test_it_is_part_of_the_workspaces_readme(demo_workspace: Path) -> None:
    assert describe() in (demo_workspace / "README.md").read_text()


@pytest.mark.parametrize("page", ["Mark", "Agreement", "Judge alignment"])
def test_it_says_what_each_page_should_show(page: str) -> None:
    assert f"\n* **{page}**" in describe()
