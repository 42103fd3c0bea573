from __future__ import annotations

import os
import shlex
from dataclasses import replace

import pytest
import typer
from streamlit.testing.v1 import AppTest

from evalcore.batch.result import Coverage
from evalcore.cli.main import app as command_line
from tests.rollout.made import result_of


def page():
    import streamlit as st

    from evalcore.ui import choose_result

    result = choose_result("rollout")
    st.text(f"{result.coverage.requested} units")


def result(units):
    return replace(result_of({"good": {"a": 1.0}}), coverage=Coverage(units, units, 0))


def parse(line):
    """Let the real command line parse ``line``, as far as the command that it names, without running that."""
    program, *words = shlex.split(line)
    assert program == "evalcore"
    command = typer.main.get_command(command_line)
    while isinstance(command, typer.core.TyperGroup):
        command = command.commands[words.pop(0)]
    return command.make_context(command.name, words).params


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(tmp_path))
    return tmp_path


def test_without_a_workspace_the_page_says_how_to_open_one(monkeypatch):
    monkeypatch.delenv("EVALCORE_WORKSPACE", raising=False)
    app = AppTest.from_function(page, default_timeout=30).run()
    assert app.subheader[0].value == "No workspace is open"
    make, show = [code.value for code in app.code]
    assert parse(make)["folder"] == parse(show)["workspace"]
    assert len(app.text) == 0


def test_a_workspace_that_is_not_there_is_named(workspace, monkeypatch):
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(workspace / "gone"))
    app = AppTest.from_function(page, default_timeout=30).run()
    assert app.error[0].value == "The workspace cannot be opened"
    assert app.code[0].value == str(workspace / "gone")


@pytest.mark.parametrize("name", ["space", "a b", "$(x) 'y'"])
def test_a_workspace_without_results_says_how_to_score_it(tmp_path, monkeypatch, name):
    workspace = tmp_path / name
    workspace.mkdir()
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(workspace))
    app = AppTest.from_function(page, default_timeout=30).run()
    assert app.subheader[0].value == "Nothing is scored yet"
    asked = parse(app.code[0].value)
    assert asked["workspace"] == workspace
    assert asked["out"] is None  # into the workspace, where the app looks


def test_runs_are_listed_by_name_and_chosen_by_the_address(workspace):
    for name, units in (("n30", 30), ("n5", 5)):
        result(units).write(workspace / "results" / "rollout" / name / "result.json")
    app = AppTest.from_function(page, default_timeout=30).run()
    assert app.selectbox[0].options == ["n30", "n5"]
    assert app.text[0].value == "30 units"
    linked = AppTest.from_function(page, default_timeout=30)
    linked.query_params["run"] = "n5"
    assert linked.run().text[0].value == "5 units"


def test_a_run_that_was_scored_again_is_read_again(workspace):
    file = workspace / "results" / "rollout" / "n5" / "result.json"
    result(5).write(file)
    app = AppTest.from_function(page, default_timeout=30).run()
    result(7).write(file)
    os.utime(file, ns=(1, 1))
    assert app.run().text[0].value == "7 units"


def test_a_run_that_cannot_be_read_is_an_error_that_names_the_file(workspace):
    file = workspace / "results" / "rollout" / "n5" / "result.json"
    file.parent.mkdir(parents=True)
    file.write_text("{")
    app = AppTest.from_function(page, default_timeout=30).run()
    assert app.error[0].value == "The run cannot be read"
    assert app.code[0].value == str(file)
    assert len([text for text in app.text if "units" in text.value]) == 0
