from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.errors import InputError
from evalcore.judged.judge_rows import JudgeFile, JudgeRow, RawReply, RowsError, read_stored
from evalcore.vlm import Stopped, Usage


def row(name: str, **fields: object) -> JudgeRow:
    return JudgeRow(condition_id=name, event="left", violation="clear", judge="v1", **fields)  # type: ignore[arg-type]


def lines(path: Path) -> list[str]:
    return [json.loads(line)["condition_id"] for line in path.read_bytes().splitlines()]


def test_rows_read_back_equal_those_put(tmp_path: Path) -> None:
    path = tmp_path / "new" / "j.jsonl"
    raw = RawReply(text="é\n\u2028 {}", finish_reason="stop", problem="it is not JSON")
    rows = [row("b", raw=(raw,), times=(0.0, 0.1), frames=(0, 3), usage=Usage(1, 2), size=(8, 6)), row("a")]
    with JudgeFile(path) as file:
        for one in rows:
            file.put(one)
    assert [kept.row for kept in read_stored(path).rows.values()] == rows
    assert path.read_bytes().endswith(b"\n")


def test_a_row_is_on_the_disk_when_put_returns(tmp_path: Path) -> None:
    with JudgeFile(tmp_path / "j.jsonl") as file:
        for number in range(3):
            file.put(row(str(number)))
            assert lines(tmp_path / "j.jsonl") == [str(n) for n in range(number + 1)]


def test_many_threads_add_whole_rows(tmp_path: Path) -> None:
    with JudgeFile(tmp_path / "j.jsonl") as file:
        threads = [
            threading.Thread(target=lambda k=k: [file.put(row(f"{k}-{n}", reason="x" * 5000)) for n in range(20)])
            for k in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(lines(tmp_path / "j.jsonl")) == sorted(f"{k}-{n}" for k in range(4) for n in range(20))


@settings(max_examples=60, deadline=None)
@given(cut=st.integers(0, 400))
def test_a_kill_in_the_middle_of_a_write_costs_that_row_alone(
    tmp_path_factory: pytest.TempPathFactory, cut: int
) -> None:
    path = tmp_path_factory.mktemp("cut") / "j.jsonl"
    with JudgeFile(path) as file:
        file.put(row("a"))
        file.put(row("b", reason="ends late"))
    whole = path.read_bytes()
    first = whole.index(b"\n") + 1
    path.write_bytes(whole[: first + min(cut, len(whole) - first)])
    with JudgeFile(path) as file:
        kept = sorted(file.rows)
        assert kept in (["a"], ["a", "b"])
        assert bool(file.cut) == (kept == ["a"] and cut > 0)
        file.put(row("c"))
    assert lines(path) == [*kept, "c"]


def test_a_last_line_without_its_end_is_a_row_like_any_other(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"condition_id": "a", "own": 1}\n\n{"condition_id": "b"}')
    with JudgeFile(path) as file:
        assert sorted(file.rows) == ["a", "b"]
        file.put(row("c"))
    assert [json.loads(line)["condition_id"] for line in path.read_text("utf-8-sig").split("\n") if line] == list("abc")


def test_a_row_is_replaced_in_its_place_and_others_keep_their_bytes(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    path.write_text('{"condition_id": "a",  "own": [1]}\n{"condition_id":"b"}\n')
    with JudgeFile(path) as file:
        file.put(row("b", reason="new"))
        file.put(row("c"))
        file.discard(["c", "never there"])
    first, second = path.read_text().splitlines()
    assert first == '{"condition_id": "a",  "own": [1]}'
    assert json.loads(second)["reason"] == "new"
    assert [entry.name for entry in tmp_path.iterdir()] == ["j.jsonl"]


def test_one_run_at_a_time_writes_a_file_also_after_it_was_replaced(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    code = f"from evalcore.judged.judge_rows import JudgeFile; import pathlib; JudgeFile(pathlib.Path({str(path)!r}))"
    with JudgeFile(path) as file:
        file.put(row("a"))
        for _ in range(2):
            with pytest.raises(InputError, match="another judge run writes this file"):
                JudgeFile(path)
            file.put(row("a", reason="again"))  # replaces the file
        other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert "another judge run writes this file" in other.stderr
    with JudgeFile(path) as file:
        assert file.rows["a"].row.reason == "again"


def test_a_closed_file_takes_no_row(tmp_path: Path) -> None:
    file = JudgeFile(tmp_path / "j.jsonl")
    file.put(row("a"))
    file.close()
    with pytest.raises(Stopped):
        file.put(row("b"))
    assert lines(tmp_path / "j.jsonl") == ["a"]


def test_a_run_without_rows_leaves_no_file(tmp_path: Path) -> None:
    JudgeFile(tmp_path / "j.jsonl").close()
    assert list(tmp_path.iterdir()) == []


def test_another_judge_version_is_refused_unless_mixed(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    with JudgeFile(path) as file:
        file.put(JudgeRow(condition_id="nobody asked"))
        file.put(row("a"))
        file.put(JudgeRow(condition_id="nor here"))
        with pytest.raises(RowsError, match=r"ran 'v2'; the rows of this file are by 'v1'.*--mixed"):
            file.put(JudgeRow(condition_id="b", judge="v2"))
    with JudgeFile(path) as file, pytest.raises(RowsError):
        file.check_judge("v2")
    with JudgeFile(path, mixed=True) as file:
        file.put(JudgeRow(condition_id="b", judge="v2"))
    assert lines(path) == ["nobody asked", "a", "nor here", "b"]


def test_a_full_disk_ends_the_run_and_leaves_whole_rows(tmp_path: Path) -> None:
    code = f"""
import pathlib, resource, signal
from evalcore.judged.judge_rows import JudgeFile, JudgeRow
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))
with JudgeFile(pathlib.Path({str(tmp_path / "j.jsonl")!r})) as file:
    for n in range(100):
        file.put(JudgeRow(condition_id=str(n), reason="x" * 300))
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "RowsError" in ended.stderr
    assert "a row cannot be written" in ended.stderr
    assert lines(tmp_path / "j.jsonl") == [str(n) for n in range(len(lines(tmp_path / "j.jsonl")))]
    assert lines(tmp_path / "j.jsonl")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"condition_id": "a"}\nprose\n{"condition_id": "b"}\n', r"j\.jsonl:2: this is not a judgment"),
        (b'{"condition_id": "a"}\n\xff\n', r"j\.jsonl:2: this is not a judgment"),
        (b'{"condition_id": 1}\n', r"j\.jsonl:1: this is not a judgment .*condition_id"),
        (b"a text of mine", r"j\.jsonl:1: this is not a judgment"),
        (b'{"condition_id": "a"}\n{"condition_id": "a"}\n', r"j\.jsonl:2: condition 'a' has a row already on line 1"),
    ],
)
def test_a_file_at_fault_is_left_as_it_is(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "j.jsonl"
    path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        JudgeFile(path)
    assert path.read_bytes() == content


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").write_text("")
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(InputError, match="this is not a file"):
            JudgeFile(path)
        with pytest.raises(InputError, match="this is not a file"):
            read_stored(path)
    with pytest.raises(InputError, match="cannot be written"):
        JudgeFile(tmp_path / "file" / "j.jsonl")
    assert read_stored(tmp_path / "absent.jsonl").rows == {}
