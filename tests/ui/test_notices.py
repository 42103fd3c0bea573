from __future__ import annotations

from streamlit.testing.v1 import AppTest

MARKDOWN = "**bold** ![picture](http://example.org/x.png) <b>"


def errors(text):
    from evalcore.errors import InputError, VideoError
    from evalcore.ui import notice, show_error

    show_error(InputError(f"found {text}.", where=text, fix=f"Remove {text}."), title="This clip cannot be read")
    show_error(VideoError("empty", text))
    notice("Only a title")


def test_errors_show_foreign_text_as_it_is_and_never_as_markdown():
    app = AppTest.from_function(errors, default_timeout=30, args=(MARKDOWN,)).run()
    assert not app.exception
    assert [error.value for error in app.error] == ["This clip cannot be read", "This cannot be shown"]
    assert [text.value for text in app.text] == [f"Found {MARKDOWN}.", f"Remove {MARKDOWN}.", MARKDOWN]
    assert [code.value for code in app.code] == [MARKDOWN]
    assert [info.value for info in app.info] == ["Only a title"]
    assert len(app.markdown) == 0


def banner(failures, listed=True):
    from evalcore.batch.result import Coverage, Failure
    from evalcore.rollout.result import RolloutResult
    from evalcore.ui import incomplete_banner

    failed = tuple(Failure(f"model/{k}", "missing", "there is no generated clip") for k in range(failures))
    incomplete_banner(RolloutResult(Coverage(3, 3 - failures, failures), failed, {}, {}, ()), listed=listed)


def test_a_complete_run_has_no_banner():
    assert len(AppTest.from_function(banner, default_timeout=30, args=(0,)).run().warning) == 0


def test_an_incomplete_run_says_how_much_is_missing_and_lists_it():
    app = AppTest.from_function(banner, default_timeout=30, args=(1,)).run()
    assert not app.exception
    assert app.warning[0].value.startswith("**This run is incomplete**: 2 of 3 units have a value.")
    assert list(app.dataframe[0].value["unit"]) == ["model/0"]


def test_where_the_page_has_a_table_of_failures_the_banner_has_none():
    app = AppTest.from_function(banner, default_timeout=30, args=(1, False)).run()
    assert app.warning[0].value.startswith("**This run is incomplete**")
    assert not app.dataframe
    assert not app.expander


def unequipped():
    from evalcore.batch.result import Coverage, Failure
    from evalcore.rollout.result import RolloutResult
    from evalcore.ui import incomplete_banner

    failed = (Failure("render", "renderer", "no Blender"),)
    incomplete_banner(RolloutResult(Coverage(3, 3, 0), failed, {}, {}, ()), listed=False)


def test_a_run_that_lacks_a_program_says_which_figures_are_not_there():
    app = AppTest.from_function(unequipped, default_timeout=30).run()
    assert app.warning[0].value.startswith("**This run is incomplete**: PL and N-CLIP could not be computed;")


def broken():
    import streamlit as st

    from evalcore.ui.notices import internal_error

    st.text(f"handled: {internal_error(KeyError('secret'))}")


def test_an_internal_error_points_to_the_terminal_and_tells_nothing_else():
    app = AppTest.from_function(broken, default_timeout=30).run()
    assert not app.exception
    assert app.error[0].value == "This page met an internal error"
    assert app.text[0].value.startswith("KeyError; the terminal that the app was started from says where.")
    assert app.text[1].value == "handled: True"
    assert "secret" not in app.text[0].value
