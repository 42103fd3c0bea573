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


def address(app, query):
    """The value of a parameter; the harness has a list of what came with the visit, a text of what the page set."""
    value = app.query_params[query]
    return value if isinstance(value, str) else value[-1]


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


def test_of_a_choice_of_many_what_is_still_there_stays():
    app = AppTest.from_function(shrinking, default_timeout=30)
    app.query_params["clips"] = ["b", "c"]
    assert said(app.run()) == "['b', 'c']"
    app.session_state["gone"] = "c"
    assert said(app.run()) == "['b']"
    app.session_state["gone"] = "b"
    assert said(app.run()) == "['a']"  # nothing of it is left: the default


def shrinking():
    import streamlit as st

    from evalcore.ui import choose_many

    options = [name for name in "abc" if name != st.session_state.get("gone")]
    st.text(str(choose_many("Clips", options, query="clips", default=["a"])))


def test_an_empty_choice_of_many_is_one_that_a_link_keeps():
    app = AppTest.from_function(shrinking, default_timeout=30)
    app.query_params["clips"] = ""
    assert said(app.run()) == "[]"
    assert not app.warning
    assert said(app.run()) == "[]"


def many_of_none():
    import streamlit as st

    from evalcore.ui import choose_many

    st.text(str(choose_many("Also", ["a", "b"], query="also", default=[])))


def test_a_default_of_nothing_can_be_chosen_from():
    app = AppTest.from_function(many_of_none, default_timeout=30).run()
    assert said(app.run()) == "[]"
    assert said(app.multiselect[0].select("b").run()) == "['b']"


def labelled():
    import streamlit as st

    from evalcore.ui import choose
    from evalcore.ui.permalinks import move_choice

    if st.session_state.pop("reset", False):
        move_choice("rank", "0")
    labels = {"0": "b_01 (chosen)", "1": "b_02 (runner-up 1)"}
    st.text(choose("Clip", list(labels), query="rank", labels=labels))


def test_labels_are_shown_while_the_address_holds_the_options():
    app = AppTest.from_function(labelled, default_timeout=30).run()
    assert (said(app), address(app, "rank")) == ("0", "0")
    assert app.selectbox[0].options == ["b_01 (chosen)", "b_02 (runner-up 1)"]
    app.selectbox[0].select("1").run()
    assert (said(app), address(app, "rank")) == ("1", "1")
    app.session_state["reset"] = True
    assert (said(app.run()), address(app, "rank")) == ("0", "0")
    linked = AppTest.from_function(labelled, default_timeout=30)
    linked.query_params["rank"] = "1"
    assert said(linked.run()) == "1"


def test_a_link_to_an_unknown_label_says_so():
    app = AppTest.from_function(labelled, default_timeout=30)
    app.query_params["rank"] = "7"
    app.run()
    assert app.text[0].value == "There is no rank '7'; there is 0, 1."
    assert (said(app), address(app, "rank")) == ("0", "0")


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
