from __future__ import annotations

import pytest

from evalcore.errors import InputError
from evalcore.review import Prediction
from evalcore.review.judge_file import PredictionFile

ROW = Prediction(item="ball", stream="gen", t=1.0, judge="j")
OTHER = Prediction(item="ball", stream="real", judge="j")


def keep(row):
    return row.t is not None


def test_rows_are_kept_by_what_holds_and_failures_never(tmp_path):
    path = tmp_path / "new" / "p.jsonl"
    with PredictionFile(path, keep=keep) as file:
        assert file.kept == {}
        for row in (ROW, OTHER, Prediction(item="cup", stream="gen", t=2.0, error="timeout")):
            file.put(row)
    assert len(path.read_text().splitlines()) == 3
    with PredictionFile(path, keep=keep) as file:
        assert file.kept == {("ball", "gen"): ROW}
    assert len(path.read_text().splitlines()) == 1


def test_a_line_that_broke_off_is_dropped_and_another_fault_is_not(tmp_path):
    path = tmp_path / "p.jsonl"
    with PredictionFile(path, keep=keep) as file:
        file.put(ROW)
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:20])
    with PredictionFile(path, keep=keep) as file:
        assert list(file.kept) == [("ball", "gen")]
    path.write_bytes(b"[]\n" + whole)
    with pytest.raises(InputError, match=r"p\.jsonl:1: this is no prediction"):
        PredictionFile(path, keep=keep)
    assert path.read_bytes() == b"[]\n" + whole


def test_one_run_at_a_time(tmp_path):
    path = tmp_path / "p.jsonl"
    with PredictionFile(path, keep=keep), pytest.raises(InputError, match="another run writes this file"):
        PredictionFile(path, keep=keep)
    PredictionFile(path, keep=keep).__exit__(None, None, None)
