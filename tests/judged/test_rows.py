"""Reading in blocks gives what reading row by row gives; every fault has its line."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evalcore.errors import InputError
from evalcore.judged import rows as module
from evalcore.judged.problems import Faults
from evalcore.judged.row_structure import Field
from evalcore.judged.rows import Rows

FIELDS = {
    "name": Field(str, ("id", "sample")),
    "value": Field(Any, ("result",), msgspec.UNSET, usual=bool | str | None),
    "note": Field(str | None, (), None),
    "judge": Field(str | None, ("rater",), None, constant=True),
    "hash": Field(str | None, (), None, rare=True),
}


def read(path: Path, *, strict: bool = True, forbidden: frozenset[str] = frozenset()) -> tuple[Rows, list[list[Any]]]:
    """The reader after its work, and its rows as lists of line, name, value, note and hash."""
    rows = Rows(path, path.name, "rows", FIELDS, Faults(strict=strict), forbidden=forbidden)
    found = []
    for block in rows:
        assert set(block.columns) == {"name", "value", "note", "hash"}
        found += [list(row) for row in zip(block.lines, *block.columns.values(), strict=True)]
    return rows, found


def plain(text: str) -> list[list[Any]]:
    found = []
    for line, content in enumerate(text.split("\n"), start=1):
        if content.strip():
            row = json.loads(content)
            name = next(row[key] for key in ("name", "id", "sample") if key in row)
            value = next((row[key] for key in ("value", "result") if key in row), msgspec.UNSET)
            found.append([line, name, value, row.get("note"), row.get("hash")])
    return found


ROWS = st.fixed_dictionaries(
    {},
    optional={
        "value": st.none() | st.booleans() | st.integers(0, 2) | st.text(max_size=3) | st.lists(st.booleans()),
        "result": st.booleans(),
        "note": st.none() | st.text(max_size=5),
        "judge": st.none() | st.sampled_from(["a", "b"]),
        "rater": st.sampled_from(["a", "b"]),
        "hash": st.sampled_from(["x", None]),
        "other": st.text(max_size=3),
    },
).flatmap(
    lambda row: st.sampled_from([{"name": "x"}, {"id": "y"}, {"sample": "z", "id": "w"}]).map(
        lambda more: {**more, **row}
    )
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(ROWS | st.just(None), max_size=12), st.sampled_from([64, 1 << 19]), st.booleans())
def test_blocks_give_what_single_rows_give(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows: list[dict[str, Any] | None], block: int, ends: bool
) -> None:
    text = "\n".join("" if row is None else json.dumps(row, ensure_ascii=False) for row in rows) + "\n" * ends
    path = tmp_path / "rows.jsonl"
    path.write_text(text, encoding="utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(module, "BLOCK", block)
        reader, found = read(path)
    assert found == plain(text)
    assert reader.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    stated = [(row.get("judge", row.get("rater")), line) for line, row in enumerate(rows, start=1) if row]
    first = {value: line for value, line in reversed(stated) if value is not None}
    assert reader.constants == {"judge": first}


def test_aliases_are_reported_and_the_canonical_name_counts_first(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"id": "a", "result": 1}\n{"name": "b", "id": "c"}\n')
    reader, found = read(path)
    assert found == [[1, "a", 1, None, None], [2, "b", msgspec.UNSET, None, None]]
    assert reader.aliases == {"id": "name", "result": "value"}


def test_a_byte_order_mark_and_windows_line_ends_are_accepted(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"name": "a"}\r\n\r\n{"name": "b"}\r\n')
    assert [row[:2] for row in read(path)[1]] == [[1, "a"], [3, "b"]]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"{oops}", "this is not JSON"),
        (b'{"name": "b"', "this is not JSON"),
        (b'{"name": "b"} {"name": "c"}', "this is not JSON"),
        (b'"b"', "this is not a JSON object"),
        (b'{"name": "b\xff"}', "byte 12 is not UTF-8"),
        (b'{"other": "\xff", "name": "b"}', "byte 12 is not UTF-8"),
        (b'{"value": 1}', "the field 'name' is missing"),
        (b'{"name": 3}', "field 'name': Expected `str`, got `int`"),
        (b'{"sample": null}', "field 'sample': Expected `str`, got `null`"),
        (b'{"name": "b", "note": []}', "field 'note'"),
        (b'{"name": "b", "judge": 7}', "field 'judge'"),
        (b'{"name": "b", "leak": 0}', "the field 'leak' belongs to the evaluator"),
        (b"[" * 100_000, "this is not JSON"),
    ],
)
def test_a_fault_has_its_line(tmp_path: Path, line: bytes, message: str) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b'{"name": "a"}\n\n' + line + b'\n{"name": "d"}\n')
    with pytest.raises(InputError, match=message) as caught:
        read(path, forbidden=frozenset({"leak"}))
    assert caught.value.where == "rows.jsonl:3"
    reader, found = read(path, strict=False, forbidden=frozenset({"leak"}))
    assert [row[:2] for row in found] == [[1, "a"], [4, "d"]]
    assert [problem.where for problem in reader.faults.problems] == ["rows.jsonl:3"]


@pytest.mark.parametrize("line", [b'{"name": "b", "judge": 7}', b'{"name": "b", "judge": {}}'])
def test_a_fault_in_the_first_row_is_found_too(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(line)
    with pytest.raises(InputError, match="field 'judge'"):
        read(path)


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the file is missing"):
        read(tmp_path / "none.jsonl")
    with pytest.raises(InputError, match="this is not a file"):
        read(tmp_path)
