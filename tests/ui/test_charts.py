from __future__ import annotations

import re

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from evalcore.tables import Column, Table

COLUMNS = (
    Column("method", "Method"),
    Column("mad", "MAD", unit="grey levels", digits=3, higher_is_better=False, best=True),
    Column("ssim", "SSIM", digits=4),
)


def table(rows, **options):
    frame = pd.DataFrame(rows, columns=["method", "mad", "ssim", "mad_reason", "ssim_reason"])
    return Table("Scores", frame, COLUMNS, **options)


def page(table):
    from evalcore.ui import show_table

    show_table(table, name="scores")


def shown(table):
    app = AppTest.from_function(page, default_timeout=30, args=(table,)).run()
    assert not app.exception
    return app


def words(app):
    return re.findall(r"<(?:h3|p)[^>]*>(.*?)</", "".join(element.proto.body for element in app.get("html")))


def test_a_table_has_title_numbers_notes_and_exports():
    app = shown(table([("good", 1.5, 0.9, None, None)], notes=("A note.",)))
    assert words(app) == ["Scores", "A note."]
    assert app.dataframe[0].value.to_dict("list") == {"Method": ["good"], "MAD (grey levels) ↓": [1.5], "SSIM": [0.9]}
    assert [button.label for button in app.get("download_button")] == ["CSV", "LaTeX", "Markdown"]
    assert not app.markdown


def test_a_table_of_an_incomplete_run_says_so():
    app = shown(table([("good", 1.5, 0.9, None, None)], incomplete="INCOMPLETE: 3 of 90 units failed"))
    assert ["INCOMPLETE: 3 of 90 units failed" in badge.value for badge in app.markdown] == [True]


def test_one_reason_for_all_nulls_stands_below_the_table():
    app = shown(table([("good", None, None, "the gate stopped it", "the gate stopped it"), ("late", 1, 1, None, None)]))
    assert words(app) == ["Scores", "n/a: the gate stopped it."]
    assert "Why n/a" not in app.dataframe[0].value


def test_different_reasons_stand_in_their_rows():
    rows = [
        ("good", None, 0.9, "too few clips", None),
        ("late", 1.0, None, None, "not asked for"),
        ("odd", None, None, "too few clips", "not asked for"),
        ("fine", 1.0, 0.8, None, None),
    ]
    app = shown(table(rows))
    assert list(app.dataframe[0].value["Why n/a"]) == [
        "too few clips",
        "not asked for",
        "MAD: too few clips; SSIM: not asked for",
        "",
    ]
    assert words(app) == ["Scores"]


@pytest.mark.parametrize(
    ("title", "alt"), [("Per-step MAD", "Per-step MAD"), ("&lt;b&gt;&#36;x&#36; − a<br>b", "<b>$x$ − a b")]
)
def test_the_text_for_those_who_cannot_see_a_figure_is_its_title(title, alt):
    def figure(title):
        import plotly.graph_objects as go

        from evalcore.ui import show_figure

        show_figure(go.Figure(layout={"title": {"text": title}}), name="figure")

    app = AppTest.from_function(figure, default_timeout=30, args=(title,)).run()
    assert not app.exception
    assert app.get("plotly_chart")[0].proto.alt == alt


@pytest.mark.parametrize(("letters", "height"), [(60, 0), (61, 66), (150, 79), (4000, 100)])
def test_rows_are_as_high_as_their_longest_text_needs_up_to_four_lines(letters, height):
    app = shown(table([("x" * letters, 1.0, 1.0, None, None), ("good", 1.0, 1.0, None, None)]))
    assert app.dataframe[0].proto.row_height == height
