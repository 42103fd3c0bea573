from __future__ import annotations

import json

import pytest

from evalcore.errors import InputError
from evalcore.review import Prediction, read_predictions

ROW = {"item": "i", "stream": "s", "t": 1.5, "resolution": 0.25, "judge": "j", "prompt_sha256": "p"}


def write(tmp_path, *rows):
    path = tmp_path / "p.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_rows_are_sorted_and_say_who_judged(tmp_path):
    found = read_predictions(write(tmp_path, {**ROW, "stream": "t", "t": None}, ROW))
    assert [(row.stream, row.t) for row in found] == [("s", 1.5), ("t", None)]
    assert (found.judge, found.prompt_sha256, len(found)) == ("j", "p", 2)


def test_a_call_that_succeeded_later_takes_the_place_of_one_that_failed(tmp_path):
    failed = {**ROW, "t": None, "error": "timeout"}
    for rows in ([failed, ROW], [ROW, failed], [failed, failed, ROW]):
        (row,) = read_predictions(write(tmp_path, *rows))
        assert (row.t, row.error) == (1.5, None)
    assert read_predictions(write(tmp_path, failed)).rows == (Prediction(**failed),)


def test_one_of_several_judges_is_chosen(tmp_path):
    path = write(tmp_path, ROW, {**ROW, "judge": "k", "t": 2.0})
    with pytest.raises(InputError, match="there are 2 judges"):
        read_predictions(path)
    assert read_predictions(path, judge="k").rows[0].t == 2.0
    with pytest.raises(InputError, match="there is no judge 'x'"):
        read_predictions(path, judge="x")


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (ROW, r"p\.jsonl:2: .*has a verdict in line 1 already"),
        ({**ROW, "stream": "t", "prompt_sha256": "q"}, "the predictions come from 2 prompts"),
        ({**ROW, "stream": "t", "t": -1}, r"p\.jsonl:2: t is -1"),
        ({**ROW, "stream": "t", "resolution": -1}, "resolution is -1"),
        ({**ROW, "stream": "t", "confidence": 2}, "confidence is 2"),
        ({**ROW, "stream": ""}, "stream '' cannot be a name"),
        ({"item": "i"}, "missing required field `stream`"),
    ],
)
def test_a_row_at_fault(tmp_path, row, message):
    with pytest.raises(InputError, match=message):
        read_predictions(write(tmp_path, ROW, row))


def test_an_empty_file(tmp_path):
    with pytest.raises(InputError, match="the file has no rows"):
        read_predictions(write(tmp_path))
