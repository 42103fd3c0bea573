from __future__ import annotations

import hashlib
from pathlib import Path

from evalcore.judged import load
from evalcore.tables.judged_contents import judged_files, judged_scopes
from tests.judged.made import SPLITS, make_data


def test_a_scope_is_counted_by_conditions_complete_pairs_controls_and_tasks(tmp_path: Path) -> None:
    table = judged_scopes(load(make_data(tmp_path)))
    # `ball-2b` is not in paper-main, so that pair ball-2 is not complete there.
    assert table.frame.drop(columns="sha256").to_numpy().tolist() == [
        ["auxiliary", 1, 0, 1, 1],
        ["core", 12, 6, 0, 3],
        ["cross-judge", 9, 4, 1, 3],
        ["paper-main", 12, 5, 1, 3],
    ]
    ids = "".join(f"{one}\n" for one in sorted(SPLITS["cross-judge"]))
    assert table.frame["sha256"][2] == hashlib.sha256(ids.encode()).hexdigest()[:12]


def test_a_model_is_listed_with_its_judges_and_clips(tmp_path: Path) -> None:
    data = load(make_data(tmp_path))
    for name in ("ball-1a.mp4", "ball-1b.mp4", "notes.txt"):
        (tmp_path / "generated" / "new").mkdir(parents=True, exist_ok=True)
        (tmp_path / "generated" / "new" / name).touch()
    rows = judged_files(data).frame.set_index("model")
    assert list(rows.index) == ["new", "plain", "sharp", "weak"]
    assert rows.loc["plain"].tolist() == ["judge-a, judge-b", None, 0]
    assert rows.loc["new"].tolist() == [None, "no judge has judged it", 2]
