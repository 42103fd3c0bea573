from __future__ import annotations

import json
from pathlib import Path

import pytest

from evalcore.demo.judged_conditions import SPLITS, filmed
from evalcore.demo.judged_models import MODELS
from evalcore.demo.judged_readme import describe
from evalcore.demo.judged_tasks import TASKS


@pytest.fixture(scope="module")
def table(demo_workspace: Path) -> dict[str, dict[str, float]]:
    content: dict[str, dict[str, float]] = json.loads(
        (demo_workspace / "judged" / "baselines" / "paper-results.json").read_text()
    )
    return content


def test_it_names_everything_that_was_planted(table: dict[str, dict[str, float]]) -> None:
    text = describe(table)
    for name, model in MODELS.items():
        assert f"| `{name}` | {table[name]['event']} | {table[name]['structure']} |" in text
        assert model.trait in text
    assert all(f"`{task}`" in text for task in TASKS)
    assert all(f"| `{subset}` | {len(ids)} |" in text for subset, ids in SPLITS.items())
    assert all(f"| {made.condition_id} |" in text for made in filmed())
    assert '| `" No "` | 7 | clear |' in text
    assert "55 of 276" in text


def test_it_is_part_of_the_workspaces_readme(demo_workspace: Path, table: dict[str, dict[str, float]]) -> None:
    assert describe(table) in (demo_workspace / "README.md").read_text()


@pytest.mark.parametrize("page", ["Scoring", "Ranking", "Judge frames", "Judges", "Similarity"])
def test_it_says_what_each_page_should_show(table: dict[str, dict[str, float]], page: str) -> None:
    assert f"\n* **{page}**" in describe(table)
