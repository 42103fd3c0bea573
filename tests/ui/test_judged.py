from __future__ import annotations

import os

import pytest
from streamlit.testing.v1 import AppTest

from tests.judged.made import make_data


def page():
    import streamlit as st

    from evalcore.ui import choose_one_or_all, follow_click

    follow_click("heat", "model", "task", reset=["task", "outcome"])
    chosen = [
        choose_one_or_all(name, options, query=name, every=f"All {name}", words={"odd": "unusual"})
        for name, options in (("model", ["a", "b"]), ("task", ["roll", "tip"]), ("outcome", ["odd", "even"]))
    ]
    st.text(chosen)


def said(app):
    assert not app.exception
    return app.text[-1].value


def click(app, *customdata):
    points = [{"customdata": list(customdata)}] if customdata else []
    app.session_state["figure.heat"] = {"selection": {"points": points}}
    return app.run()


def test_all_of_them_is_the_first_choice_and_one_can_be_linked():
    app = AppTest.from_function(page, default_timeout=30).run()
    assert said(app) == "[None, None, None]"
    assert app.selectbox(key="outcome").options == ["All outcome", "unusual", "even"]
    app.selectbox(key="outcome").select("odd").run()
    assert said(app) == "[None, None, 'odd']"
    linked = AppTest.from_function(page, default_timeout=30)
    linked.query_params["task"] = "tip"
    assert said(linked.run()) == "[None, 'tip', None]"


def test_a_link_to_something_unknown_says_so():
    app = AppTest.from_function(page, default_timeout=30)
    app.query_params["task"] = "fly"
    app.run()
    assert app.text[0].value == "There is no task 'fly'; there is *, roll, tip."
    assert said(app) == "[None, None, None]"


def test_what_is_called_like_all_of_them_is_among_all():
    def page():
        import streamlit as st

        from evalcore.ui import choose_one_or_all

        st.text(choose_one_or_all("Task", ["*", "roll"], query="task", every="All tasks"))

    app = AppTest.from_function(page, default_timeout=30).run()
    assert said(app) == "None"
    assert app.selectbox[0].options == ["All tasks", "roll"]


def test_a_click_moves_its_choices_and_resets_the_others_once():
    app = AppTest.from_function(page, default_timeout=30).run()
    app.selectbox(key="outcome").select("even").run()
    assert said(click(app, "b", "tip")) == "['b', 'tip', None]"
    app.run()
    app.selectbox(key="outcome").select("odd").run()
    assert said(app) == "['b', 'tip', 'odd']"  # the same click again is none
    assert said(click(app)) == "['b', 'tip', 'odd']"
    assert said(click(app, "b", "tip")) == "['b', 'tip', None]"  # after it was taken back it is one


def reading():
    import streamlit as st

    from evalcore.ui import judged_data, score_judge

    data = judged_data()
    st.text(f"{id(data)} {id(score_judge(data, 'paper-main', 'judge-a'))}")


@pytest.fixture
def judged(tmp_path, monkeypatch):
    (tmp_path / "judged").mkdir()
    make_data(tmp_path / "judged")
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(tmp_path))
    return tmp_path / "judged"


CHANGED = {
    "evaluation/conditions.jsonl": (True, True),
    "inputs/manifest.jsonl": (True, True),
    "splits/core.txt": (True, True),
    "baselines/judgments/judge-a/weak.jsonl": (False, True),
    "baselines/paper-results.json": (False, True),
    "baselines/judgments/judge-b/weak.jsonl": (False, False),
}


@pytest.mark.parametrize("name", CHANGED)
def test_what_was_read_and_scored_is_kept_until_a_file_of_it_changes(judged, name):
    app = AppTest.from_function(reading, default_timeout=30).run()
    first = said(app).split()
    assert said(app.run()).split() == first
    path = judged / name
    path.write_bytes(path.read_bytes() + b"\n")
    os.utime(path, ns=(1, 1))
    again = said(app.run()).split()
    assert tuple(old != new for old, new in zip(first, again, strict=True)) == CHANGED[name]


def test_two_workspaces_of_the_same_content_do_not_share_scores(judged, tmp_path_factory, monkeypatch):
    first = said(AppTest.from_function(reading, default_timeout=30).run()).split()
    other = tmp_path_factory.mktemp("other")
    (other / "judged").mkdir()
    make_data(other / "judged")
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(other))
    again = said(AppTest.from_function(reading, default_timeout=30).run()).split()
    assert not set(first) & set(again)
