from __future__ import annotations

from streamlit.testing.v1 import AppTest


def page():
    from evalcore.ui import downloads

    downloads("paired-mad", csv="a,b\n", latex="\\begin{tabular}", markdown="| a |")


def test_one_button_for_each_format():
    app = AppTest.from_function(page, default_timeout=30).run()
    assert not app.exception
    assert [button.label for button in app.get("download_button")] == ["CSV", "LaTeX", "Markdown"]
