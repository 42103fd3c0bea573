from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from evalcore.errors import InputError
from evalcore.judged import read_prompts
from tests.judged.judge_folder import DEFINITIONS, JUDGE_TEXT, TASKS, make_folder, reload

TIMES = (0.0, 0.5, 3.966667)


def test_the_text_holds_prompt_question_definition_labels_times_and_form(tmp_path: Path) -> None:
    text = read_prompts(make_folder(tmp_path)).text("roll", TIMES)
    assert text == (
        f"{JUDGE_TEXT}\n\n"
        "Question: Where does the ball roll?\n"
        "Task: A ball is released on a ramp.\n"
        "Event labels:\n"
        "- left\n"
        "- right\n"
        "- other: something else happens\n"
        "- uncertain: the images do not show what happens\n\n"
        "The images are frames of one video in the order of time, shown at (seconds): 0.000, 0.500, 3.967.\n\n"
        "Answer with one JSON object of this form and nothing else, no Markdown around it:\n"
        '{"event": <one of the event labels>, "violation": "clear" or "flagged" or "uncertain", '
        '"reason": <one short sentence>}'
    )


def test_an_object_explains_labels_and_may_ask_its_own_question(tmp_path: Path) -> None:
    data = make_folder(tmp_path)
    text = read_prompts(data).text("drop", TIMES)
    assert "Question:" not in text
    assert "Task: A box stands at an edge.\nEvent labels:\n- fall: it leaves the edge\n- stay: it rests\n" in text
    own = {"question": "Does it fall?", "description": "A box.", "labels": ["stay", "fall"]}
    (tmp_path / "prompts" / "tasks.json").write_text(json.dumps({**DEFINITIONS, "drop": own}))
    text = read_prompts(data).text("drop", TIMES)
    assert "Question: Does it fall?\nTask: A box.\nEvent labels:\n- fall\n- stay\n" in text


def test_nothing_of_a_condition_gets_into_the_text(tmp_path: Path) -> None:
    data = make_folder(tmp_path)
    (tmp_path / "splits" / "half.txt").unlink()
    row = {
        "condition_id": "SECRET-id",
        "pair_id": None,
        "task": "roll",
        "label": "right",
        "observation_time": 4.8125,
        "reference": "SECRET/future.mp4",
        "partition": "SECRET-part",
    }
    texts = []
    for label in ("left", "right"):
        (tmp_path / "evaluation" / "conditions.jsonl").write_text(json.dumps({**row, "label": label}) + "\n")
        prompts = read_prompts(reload(tmp_path))
        texts.append(prompts.text("roll", TIMES))
    assert texts[0] == texts[1] == read_prompts(data).text("roll", TIMES)
    assert "SECRET" not in texts[0]
    assert "4.8125" not in texts[0]


def test_hashes_change_with_what_is_sent_and_with_nothing_else(tmp_path: Path) -> None:
    data = make_folder(tmp_path)
    before = {task: read_prompts(data).sha256(task) for task in TASKS}
    judge = tmp_path / "prompts" / "judge.txt"
    assert before["roll"]["prompt_sha256"] == hashlib.sha256(judge.read_bytes()).hexdigest()
    assert before["roll"]["prompt_sha256"] == before["drop"]["prompt_sha256"]
    assert before["roll"]["task_sha256"] != before["drop"]["task_sha256"]

    (tmp_path / "prompts" / "tasks.json").write_text(json.dumps({**DEFINITIONS, "roll": "Another text."}, indent=3))
    after = {task: read_prompts(data).sha256(task) for task in TASKS}
    assert after["drop"] == before["drop"]
    assert after["roll"]["task_sha256"] != before["roll"]["task_sha256"]
    assert after["roll"]["prompt_sha256"] == before["roll"]["prompt_sha256"]

    judge.write_text("Another prompt.")
    assert read_prompts(data).sha256("drop")["prompt_sha256"] != before["drop"]["prompt_sha256"]
    assert set(read_prompts(data).files) == {"prompts/judge.txt", "prompts/tasks.json"}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"roll": 3}, r"tasks\.json: task 'roll': Expected `object`, got `int`"),
        ({"roll": {"definition": 3}}, r"task 'roll': Expected `str \| null`, got `int` - at `\$\.definition`"),
        ({"roll": {"definition": "x", "label": "left"}}, r"task 'roll': .*unknown field `label`"),
        ({"roll": " "}, r"task 'roll': the definition is empty"),
        ({"roll": {}}, r"task 'roll': the definition is empty"),
        ({"roll": {"definition": "x", "labels": ["left"]}}, r"the labels are 'left', expected 'left', 'right'"),
        ({"roll": {"definition": "x", "labels": {"left": "l", "Right": "r"}}}, r"are 'Right', 'left', expected"),
        ({"rol": "x"}, r"tasks\.json: there is no task 'rol'. Did you mean 'roll'"),
    ],
)
def test_a_definition_at_fault_is_named_with_its_task(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    data = make_folder(tmp_path)
    (tmp_path / "prompts" / "tasks.json").write_text(json.dumps(DEFINITIONS | changes))
    with pytest.raises(InputError, match=message):
        read_prompts(data)


def test_every_task_needs_a_definition(tmp_path: Path) -> None:
    data = make_folder(tmp_path)
    (tmp_path / "prompts" / "tasks.json").write_text('{"drop": "A box."}')
    with pytest.raises(InputError, match="task 'roll' has no definition"):
        read_prompts(data)


@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "the file is missing"), (b" \n", "the file is empty"), (b"caf\xe9", r"judge\.txt: byte 4 is not UTF-8")],
)
def test_a_prompt_that_cannot_be_read_is_an_error(tmp_path: Path, content: bytes | None, message: str) -> None:
    data = make_folder(tmp_path)
    path = tmp_path / "prompts" / "judge.txt"
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        read_prompts(data)
