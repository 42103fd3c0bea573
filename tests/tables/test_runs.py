from __future__ import annotations

from evalcore.batch import Coverage, Failure, Result
from evalcore.tables.layout import Column
from evalcore.tables.runs import runs_table


def test_each_run_says_how_much_of_it_succeeded() -> None:
    record = {"created": "2026-01-02T03:04:05+00:00", "evalcore": "0.1.0"}
    runs = {
        "whole": Result(Coverage(4, 4, 0), (), record),
        "part": Result(Coverage(4, 3, 1), (Failure("a/b", "missing", "x"),), record),
    }
    table = runs_table(runs, setting=Column("size", "Size"), of=lambda run: "big", warnings=lambda run: 7, note="Why.")
    assert table.display().to_numpy().tolist() == [
        ["whole", "complete", "big", "4", "4", "0", "7", record["created"], "0.1.0"],
        ["part", "incomplete", "big", "4", "3", "1", "7", record["created"], "0.1.0"],
    ]
    assert table.notes == ("Why.",)
