from __future__ import annotations

import shlex
from pathlib import Path

import pytest
import typer
from streamlit.testing.v1 import AppTest

from evalcore.cli.main import app as command_line
from evalcore.review import load
from evalcore.ui.review_judge import prediction_files
from tests.review.made import make_workspace, row


def test_predictions_are_found_by_name(tmp_path: Path) -> None:
    data = load(make_workspace(tmp_path, row("ball")))
    assert prediction_files(data) == {}
    folder = tmp_path / "review/predictions"
    folder.mkdir()
    for name in ("b.jsonl", "a.jsonl", ".a.jsonl.lock", ".hidden.jsonl", "a.run.json"):
        (folder / name).write_text("")
    assert list(prediction_files(data)) == ["a", "b"]


def test_the_commands_that_empty_pages_give_are_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    space = make_workspace(tmp_path, row("ball"))
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(space.root))

    def page() -> None:
        from evalcore.ui import choose_predictions, current_answers, review_data

        data = review_data()
        try:
            current_answers(data)
        finally:
            choose_predictions(data)

    app = AppTest.from_function(page, default_timeout=30).run()
    lines = [shlex.split(one.value) for one in app.code]
    assert [words[1:3] for words in lines] == [["app", "--workspace"], ["review", "import"], ["review", "judge"]]
    for program, *words in lines:
        assert program == "evalcore"
        command = typer.main.get_command(command_line)
        while isinstance(command, typer.core.TyperGroup):
            command = command.commands[words.pop(0)]
        assert not command.make_context(command.name, words, resilient_parsing=False).args
