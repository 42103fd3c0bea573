from __future__ import annotations

import re

import pytest

from evalcore.demo.judged_tasks import FAMILIES, TASKS, Task


def test_there_are_34_tasks_in_six_families() -> None:
    assert len(TASKS) == 34
    assert {family: len(tasks) for family, tasks in FAMILIES.items()} == {
        "rolling": 7,
        "balance": 6,
        "passage": 6,
        "collision": 5,
        "containment": 5,
        "suspension": 5,
    }
    assert sorted(task for tasks in FAMILIES.values() for task in tasks) == sorted(TASKS)


@pytest.mark.parametrize("task", TASKS.values(), ids=lambda task: task.name)
def test_a_task_can_be_asked_and_answered(task: Task) -> None:
    assert 2 <= task.flips <= len(task.labels) <= 4
    assert not {"other", "uncertain"} & set(task.labels)
    assert all(re.fullmatch("[a-z]+(_[a-z]+)*", label) for label in task.labels)
    assert task.question.endswith("?")
    assert all(text.endswith(".") for text in (task.prompt, *task.labels.values()))
    assert len(set(task.labels.values())) == len(task.labels)


def test_two_labels_read_as_sentences() -> None:
    assert TASKS["pulley_boxes"].labels["right_drops"] == "The right box goes down."
    assert TASKS["pendulum_start"].labels["swings_left"] == "The ball first swings to the left."
