from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from evalcore.ui import choose


def page(style="menu"):
    import streamlit as st

    from evalcore.ui import choose, choose_many

    run = choose("Run", ["n5", "n30"], query="run", default="n30", style=style)
    models = choose_many("Models", ["a", "b", "c"], query="models", default=["c", "a", "gone"])
    st.text(f"{run} {models}")


def said(app):
    assert not app.exception
    return app.text[-1].value


@pytest.mark.parametrize("style", ["menu", "buttons"])
def test_defaults_are_shown_and_stand_in_the_address(style):
    app = AppTest.from_function(page, default_timeout=30, args=(style,)).run()
    assert said(app) == "n30 ['a', 'c']"
    assert app.query_params["run"] == "n30"


@pytest.mark.parametrize("style", ["menu", "buttons"])
def test_a_link_goes_before_the_defaults(style):
    app = AppTest.from_function(page, default_timeout=30, args=(style,))
    app.query_params["run"] = "n5"
    app.query_params["models"] = ["b"]
    assert said(app.run()) == "n5 ['b']"
    assert said(app.run()) == "n5 ['b']"


def test_a_link_to_an_unknown_name_says_what_there_is_and_shows_the_default():
    app = AppTest.from_function(page, default_timeout=30)
    app.query_params["run"] = "n6"
    app.run()
    assert app.warning[0].value == "The link names something that is not here"
    assert app.text[0].value == "There is no run 'n6'; there is n5, n30."
    assert said(app) == "n30 ['a', 'c']"


def test_choosing_changes_the_view():
    app = AppTest.from_function(page, default_timeout=30).run()
    app.selectbox[0].select("n5").run()
    assert said(app) == "n5 ['a', 'c']"
    app.multiselect[0].unselect("a").run()
    assert said(app) == "n5 ['c']"


def test_a_link_within_the_app_changes_the_choice():
    app = AppTest.from_function(page, default_timeout=30).run()
    app.selectbox[0].select("n30").run()
    app.query_params["run"] = "n5"
    assert said(app.run()) == "n5 ['a', 'c']"


def changing():
    import streamlit as st

    from evalcore.ui import choose

    options = ["a", "b"] if "fewer" not in st.session_state else ["b"]
    st.text(choose("Clip", options, query="clip"))


def test_a_choice_that_is_gone_gives_way_to_the_default():
    app = AppTest.from_function(changing, default_timeout=30).run()
    assert said(app) == "a"
    app.session_state["fewer"] = True
    assert said(app.run()) == "b"


def test_without_options_there_is_nothing_to_choose():
    with pytest.raises(ValueError, match="no options for 'run'"):
        choose("Run", [], query="run")
