from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from evalcore.errors import InputError
from evalcore.jsonl import read_json, read_rows


class Row(msgspec.Struct):
    name: str
    value: float = 0.0


def read(path: Path) -> list[tuple[int, Row]]:
    return read_rows(path, Row, what="rows")


def test_rows_keep_their_line_numbers_and_blank_lines_do_not_count(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"name": "a"}\r\n\n  \n{"name": "b", "value": 2}')
    assert read(path) == [(1, Row("a")), (4, Row("b", 2.0))]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"{'name': 'b'}", "not JSON"),
        (b'{"name": "b"', "not JSON"),
        (b'{"name": 3}', r"Expected `str`, got `int` - at `\$.name`"),
        (b'{"value": 3}', "missing required field `name`"),
        (b'["b"]', "Expected `object`"),
        (b'{"name": "\xff"}', "byte 11 is not UTF-8"),
    ],
)
def test_a_fault_names_file_line_and_field(tmp_path: Path, line: bytes, message: str) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b'{"name": "a"}\n' + line + b"\n")
    with pytest.raises(InputError, match=message) as error:
        read(path)
    assert error.value.where == f"{path}:2"


def test_a_missing_file_says_what_it_holds(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="It holds rows"):
        read(tmp_path / "absent.jsonl")


def test_a_folder_in_place_of_a_file_is_one_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not a file"):
        read_json(tmp_path, Row, what="one row")
