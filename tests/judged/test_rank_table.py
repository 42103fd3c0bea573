"""Tables of component scores: JSON, CSV, what is refused and why."""

from __future__ import annotations

from pathlib import Path

import pytest

from evalcore.errors import InputError
from evalcore.judged import JudgedResult, load, read_judgments, read_table, score
from tests.judged.made import PUBLISHED, make_data

CSV = """model,event,structure,psnr,ssim
sharp,100.0,93.3,21.5,0.71
plain,47.2,50.6,21.5,0.68
weak,13.9,32.8,18.25,0.55
"""
ROW = '"event": 1, "structure": 2, "psnr": 3, "ssim": 0.5'


def write(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_json_and_csv_give_the_same_table(tmp_path: Path) -> None:
    one = read_table(write(tmp_path, "table.json", PUBLISHED))
    other = read_table(write(tmp_path, "table.csv", CSV))
    assert one.rows == other.rows
    assert one.rows["weak"] == {"event": 13.9, "structure": 32.8, "psnr": 18.25, "ssim": 0.55}
    assert one.where == {"sharp": "table.json:2", "plain": "table.json:3", "weak": "table.json:4"}
    assert other.where == {"sharp": "table.csv:2", "plain": "table.csv:3", "weak": "table.csv:4"}


def test_columns_in_any_order_a_byte_order_mark_blank_lines_and_windows_line_ends(tmp_path: Path) -> None:
    content = b"\xef\xbb\xbf ssim , model,psnr\r\n\r\n0.5,a, 20 \r\n.6,b,+2.1e1\r\n"
    table = read_table(write(tmp_path, "table.CSV", content))
    assert table.rows == {
        "a": {"event": None, "structure": None, "psnr": 20.0, "ssim": 0.5},
        "b": {"event": None, "structure": None, "psnr": 21.0, "ssim": 0.6},
    }
    marked = read_table(write(tmp_path, "t.json", b"\xef\xbb\xbf" + PUBLISHED.encode()))
    assert list(marked.rows) == ["sharp", "plain", "weak"]


def test_quoted_names_keep_their_commas_and_the_line_stays_right(tmp_path: Path) -> None:
    content = 'model,event\n"a, b\n(new)",1\nc,x\n'
    with pytest.raises(InputError, match="event is 'x'") as caught:
        read_table(write(tmp_path, "table.csv", content))
    assert str(caught.value.where).endswith("table.csv:4")
    table = read_table(write(tmp_path, "table.csv", content.replace("x", "2")))
    assert list(table.rows) == ["a, b\n(new)", "c"]


def test_null_an_empty_cell_and_an_absent_one_are_missing(tmp_path: Path) -> None:
    one = read_table(write(tmp_path, "table.json", '{"a": {"event": 1, "psnr": null}}'))
    other = read_table(write(tmp_path, "table.csv", "model,event,psnr\na,1,\n"))
    assert one.rows == other.rows == {"a": {"event": 1.0, "structure": None, "psnr": None, "ssim": None}}


FAULTS = {
    "another ending": ("table.txt", CSV, "a table ends in .json or .csv", ""),
    "not JSON": ("table.json", '{\n"a": }', "this is not JSON", ":2"),
    "not an object": ("table.json", "[1]", "this is not a JSON object", ""),
    "a row that is no object": ("table.json", '{"a": 3}', "the row of 'a' is not an object", ":1"),
    "text": ("table.json", '{\n"a": {"event": "1"}}', "event is '1', not a finite number", ":2"),
    "true": ("table.json", '{"a": {"event": true}}', "event is True, not a finite number", ":1"),
    "infinite": ("table.json", '{"a": {"event": 1e999}}', "event is inf, not a finite number", ":1"),
    "not a number": ("table.json", '{"a": {"event": NaN}}', "NaN is not a number of JSON", ""),
    "a model twice": ("table.json", f'{{"a": {{{ROW}}}, "a": {{{ROW}}}}}', "'a' stands there twice", ""),
    "no model": ("table.json", "{}", "the table has no model", ""),
    "a result": ("table.json", '{"protocol": "judged", "models": {}}', "this is a result file", ""),
    "a fifth column": (
        "table.json",
        f'{{"a": {{{ROW}, "strcture": 1}}}}',
        r"there is no component 'strcture'. Did you mean 'structure'\?",
        ":1",
    ),
    "not UTF-8": ("table.csv", b"model,event\n\xe4,1\n", "this is not UTF-8", ":2"),
    "no header": ("table.csv", "a,1,2,3,4\n", "the header is 'a,1,2,3,4'", ":1"),
    "a column twice": ("table.csv", "model,event,event\na,1,1\n", "the header is", ":1"),
    "an unknown column": ("table.csv", "model,events\na,1\n", r"Did you mean 'event'\?", ":1"),
    "too few cells": ("table.csv", "model,event,psnr\na,1\n", "there are 2 cells, the header has 3", ":2"),
    "no name": ("table.csv", "model,event\n ,1\n", "the row names no model", ":2"),
    "two rows": ("table.csv", "model,event\na,1\nb,1\na,2\n", "model 'a' stands already on line 2", ":4"),
    "a word": ("table.csv", "model,event\na,high\n", "event is 'high', not a finite number", ":2"),
    "underscores": ("table.csv", "model,event\na,1_0\n", "event is '1_0'", ":2"),
    "nan": ("table.csv", "model,event\na,nan\n", "event is 'nan'", ":2"),
    "too large": ("table.csv", "model,event\na,1e999\n", "event is '1e999'", ":2"),
    "an open quote": ("table.csv", 'model,event\n"a,1\n', "this is not CSV", ""),
    "only a header": ("table.csv", "model,event\n", "the table has no model", ""),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_table_at_fault(tmp_path: Path, fault: str) -> None:
    name, content, message, line = FAULTS[fault]
    path = write(tmp_path, name, content)
    with pytest.raises(InputError, match=message) as caught:
        read_table(path)
    assert str(caught.value.where).startswith(f"{path}{line}")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("similarity.json", '{"protocol": "judged", "diagnostic": true, "mean": {"psnr": 30, "ssim": 0.9}}'),
        ("table.json", f'{{"a": {{{ROW}, "diagnostic": true}}}}'),
        ("table.json", '{"a": {"event": 1, "diagnostic_psnr": 3}}'),
        ("table.csv", "model,event,structure,psnr_diagnostic,ssim\na,1,2,3,0.5\n"),
        ("table.csv", "model,event,structure,psnr,ssim,Diagnostic\na,1,2,3,0.5,true\n"),
    ],
)
def test_a_similarity_diagnostic_is_refused_and_the_message_says_why(tmp_path: Path, name: str, content: str) -> None:
    with pytest.raises(InputError, match=r"similarity diagnostic.*published 40-clip table") as caught:
        read_table(write(tmp_path, name, content))
    assert name in str(caught.value.where)


def test_no_such_table(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the table cannot be read"):
        read_table(tmp_path / "none.json")


@pytest.fixture
def scored(tmp_path: Path) -> JudgedResult:
    data = load(make_data(tmp_path / "data"))
    return score(data, "core", judgments=read_judgments(data.judgments_path("judge-b", "plain"), data))


def test_a_new_model_brings_its_scope_coverage_and_judge(tmp_path: Path, scored: JudgedResult) -> None:
    table = read_table(write(tmp_path, "table.csv", CSV))
    grown = table.add("new", scored, psnr=20, ssim=0.6)
    assert grown.rows["new"] == {"event": scored.event, "structure": scored.structure, "psnr": 20, "ssim": 0.6}
    added = grown.added["new"]
    assert (added.subset, added.n, added.judged, added.complete) == ("core", 12, 12, True)
    assert added.settings.judges == ("judge-b",)
    assert "new" not in table.rows


def test_a_new_model_with_a_name_or_a_value_at_fault(tmp_path: Path, scored: JudgedResult) -> None:
    table = read_table(write(tmp_path, "table.csv", CSV))
    with pytest.raises(InputError, match="the table has a model 'sharp' already"):
        table.add("sharp", scored)
    with pytest.raises(InputError, match="the psnr of 'new' is inf"):
        table.add("new", scored, psnr=float("inf"))
