from __future__ import annotations

import os

import pytest
from streamlit.testing.v1 import AppTest

from evalcore.batch.result import Coverage
from evalcore.rollout.result import RolloutResult


def page():
    import streamlit as st

    from evalcore.ui import choose_result

    result = choose_result("rollout")
    st.text(f"{result.coverage.requested} units")


def result(units):
    return RolloutResult(Coverage(units, units, 0), (), {}, {}, ())


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(tmp_path))
    return tmp_path


def test_without_a_workspace_the_page_says_how_to_open_one(monkeypatch):
    monkeypatch.delenv("EVALCORE_WORKSPACE", raising=False)
    app = AppTest.from_function(page, default_timeout=30).run()
    assert app.subheader[0].value == "No workspace is open"
    assert [code.value for code in app.code] == ["evalcore demo demo-workspace", "evalcore app demo-workspace"]
    assert len(app.text) == 0


def test_a_workspace_that_is_not_there_is_named(workspace, monkeypatch):
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(workspace / "gone"))
    app = AppTest.from_function(page, default_timeout=30).run()
    assert app.error[0].value == "The workspace cannot be opened"
    assert app.code[0].value == str(workspace / "gone")


def test_a_workspace_without_results_says_how_to_score_it(workspace):
    app = AppTest.from_function(page, default_timeout=30).run()
    assert app.subheader[0].value == "Nothing is scored yet"
    assert app.code[0].value == f"evalcore rollout score --workspace {workspace}"


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
