from __future__ import annotations

from pathlib import Path

from evalcore.judged import baselines, load
from evalcore.ui.judged_judges import compare_judges
from tests.judged.made import judgment_rows, make_data


def test_a_task_is_a_scope_of_its_own(tmp_path: Path) -> None:
    rows = judgment_rows("judge-a", "sharp")  # all correct and, but for one door, clear
    changed = [{**row, **({"event": "other"} if row["condition_id"] in ("ball-1a", "ball-2b") else {})} for row in rows]
    data = load(make_data(tmp_path, judgments={"one": {"sharp": rows}, "two": {"sharp": changed}}))
    one, two = (baselines(data, "core", judge=judge) for judge in ("one", "two"))
    found = compare_judges(data, one, two, task="ball")
    assert found.subset == "core, task ball"
    assert (found.event.n, found.event.raw) == (4, 0.5)
    assert found.models["sharp"].judge_score == {"event": 100.0, "structure": 100.0}
    assert found.models["sharp"].other_score == {"event": 50.0, "structure": 100.0}
    assert data.subsets == ("auxiliary", "core", "cross-judge", "paper-main")
