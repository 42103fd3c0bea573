from __future__ import annotations

import io
import math

import pandas as pd
import pytest

from evalcore.tables import Column, Table
from evalcore.tables.layout import arrange

COLUMNS = (
    Column("method", "Method"),
    Column("n", "n", digits=0),
    Column.of("mad", "mad", best=True),
    Column("low", "95% CI", digits=2, upper="high"),
)


def table(**changes: object) -> Table:
    frame = pd.DataFrame(
        {
            "method": ["good_one", "=bad|<b>"],
            "n": [5, 1],
            "mad": [1.23456789, 2.0],
            "low": [-0.5, math.nan],
            "high": [1.5, math.nan],
            "low_reason": [None, "one clip has no spread"],
        }
    )
    fields = {"title": "Scores", "frame": frame, "columns": COLUMNS, "notes": ("Mean & sd.",), **changes}
    return Table(**fields)  # type: ignore[arg-type]


def test_csv_has_all_columns_in_full_precision() -> None:
    assert table().to_csv() == (
        "method,n,mad,low,high,low_reason\n"
        "good_one,5,1.23456789,-0.5,1.5,\n"
        '"\'=bad|<b>",1,2.0,,,one clip has no spread\n'
    )


def test_markdown() -> None:
    assert table().to_markdown() == (
        "**Scores**\n"
        "\n"
        "| Method | n | MAD (grey levels) ↓ | 95% CI |\n"
        "| :-- | --: | --: | --: |\n"
        "| good\\_one | 5 | **1.235** | [-0.50, 1.50] |\n"
        "| =bad\\|\\<b\\> | 1 | 2.000 | n/a (a) |\n"
        "\n"
        "(a) one clip has no spread\n"
        "\n"
        "Mean \\& sd.\n"
    )


def test_latex() -> None:
    assert table(incomplete="INCOMPLETE: 3 of 90 units failed").to_latex() == (
        "% INCOMPLETE: 3 of 90 units failed\n"
        "% needs \\usepackage{booktabs}, \\usepackage{graphicx} and \\usepackage[T1]{fontenc}\n"
        "\\begin{table}\n"
        "\\centering\n"
        "\\caption{\\textbf{INCOMPLETE: 3 of 90 units failed.} Scores}\n"
        "\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%\n"
        "\\begin{tabular}{lrrr}\n"
        "\\toprule\n"
        "Method & n & MAD (grey levels) $\\downarrow$ & 95\\% CI \\\\\n"
        "\\midrule\n"
        "good\\_one & 5 & \\textbf{1.235} & [$-$0.50, 1.50] \\\\\n"
        "=bad\\textbar{}\\textless{}b\\textgreater{} & 1 & 2.000 & n/a\\textsuperscript{a} \\\\\n"
        "\\bottomrule\n"
        "\\end{tabular}}\n"
        "\\par\\smallskip\n"
        "\\begin{minipage}{\\linewidth}\\footnotesize\\raggedright\n"
        "\\textsuperscript{a} one clip has no spread\\par\n"
        "Mean \\& sd.\\par\n"
        "\\end{minipage}\n"
        "\\end{table}\n"
    )


def test_html() -> None:
    right, left = ' style="text-align:right"', ' style="text-align:left"'
    assert table().to_html() == (
        '<figure class="evalcore-table">\n'
        "<table>\n"
        f"<caption{left}>Scores</caption>\n"
        f"<thead><tr><th{left}>Method</th><th{right}>n</th><th{right}>MAD (grey levels) ↓</th>"
        f"<th{right}>95% CI</th></tr></thead>\n"
        "<tbody>\n"
        f"<tr><td{left}>good_one</td><td{right}>5</td><td{right}><b>1.235</b></td><td{right}>[-0.50, 1.50]</td></tr>\n"
        f"<tr><td{left}>=bad|&lt;b&gt;</td><td{right}>1</td><td{right}>2.000</td><td{right}>n/a<sup>a</sup></td></tr>\n"
        "</tbody>\n"
        "</table>\n"
        "<figcaption><p><sup>a</sup> one clip has no spread</p><p>Mean &amp; sd.</p></figcaption>\n"
        "</figure>\n"
    )
    assert table()._repr_html_() == table().to_html()


def test_display_is_text_under_unique_headings() -> None:
    shown = table(columns=(*COLUMNS, COLUMNS[1])).display()
    assert list(shown.columns) == ["Method", "n", "MAD (grey levels) ↓", "95% CI", "n (2)"]
    assert shown.iloc[1].tolist() == ["=bad|<b>", "1", "2.000", "n/a (a)", "1"]
    assert table().footnotes == ("(a) one clip has no spread", "Mean & sd.")


def test_sortable_keeps_numbers_and_splits_intervals() -> None:
    numbers = table().sortable()
    assert list(numbers.columns) == ["Method", "n", "MAD (grey levels) ↓", "95% CI low", "95% CI high"]
    assert numbers["MAD (grey levels) ↓"].tolist() == [1.23456789, 2.0]
    assert table().formats() == dict(zip(numbers.columns, [None, "%.0f", "%.3f", "%.2f", "%.2f"], strict=True))


def test_incomplete_stands_first_in_every_export() -> None:
    unfinished = table(incomplete="INCOMPLETE: 1 of 2 units failed")
    assert unfinished.to_csv().splitlines()[0] == "# INCOMPLETE: 1 of 2 units failed"
    assert list(pd.read_csv(io.StringIO(unfinished.to_csv()), skiprows=1).columns) == list(unfinished.frame.columns)
    assert unfinished.to_markdown().splitlines()[0] == "**INCOMPLETE: 1 of 2 units failed. Scores**"
    assert "<strong>INCOMPLETE: 1 of 2 units failed</strong>. Scores</caption>" in unfinished.to_html()
    assert unfinished.caption == "INCOMPLETE: 1 of 2 units failed. Scores"


def test_a_table_without_rows_keeps_its_head() -> None:
    empty = table(frame=table().frame.iloc[:0], notes=())
    assert empty.to_markdown().splitlines()[-1] == "| :-- | --: | --: | --: |"
    assert empty.to_csv() == "method,n,mad,low,high,low_reason\n"


def best(values: list[float | None], *, higher: bool, digits: int = 2) -> list[bool]:
    column = Column("v", "V", digits=digits, higher_is_better=higher, best=True)
    layout = arrange(pd.DataFrame({"v": pd.to_numeric(pd.Series(values))}), (column,), title="")
    return [row[0].best for row in layout.rows]


def test_best_follows_the_direction() -> None:
    assert best([1.0, 2.0], higher=False) == [True, False]
    assert best([1.0, 2.0], higher=True) == [False, True]


def test_values_that_read_the_same_are_both_best() -> None:
    assert best([1.001, 1.002, 1.01], higher=False) == [True, True, False]


def test_one_value_alone_is_not_best() -> None:
    assert best([1.0, None], higher=False) == [False, False]


def test_best_along_a_row() -> None:
    columns = tuple(Column(key, key, digits=1, higher_is_better=True, best=True) for key in "ab")
    frame = pd.DataFrame({"a": [1.0, 4.0], "b": [2.0, 3.0]})
    layout = arrange(frame, columns, title="", best_along="row")
    assert [[cell.best for cell in row] for row in layout.rows] == [[False, True], [True, False]]


@pytest.mark.parametrize(
    ("value", "text"), [(-0.001, "0.00"), (-1.0, "-1.00"), (math.inf, "inf"), (-math.inf, "-inf"), (0.125, "0.12")]
)
def test_numbers_as_read(value: float, text: str) -> None:
    assert arrange(pd.DataFrame({"v": [value]}), (Column("v", "V", digits=2),), title="").rows[0][0].text == text


def test_a_null_without_a_reason_says_that() -> None:
    layout = arrange(pd.DataFrame({"v": [None]}), (Column("v", "V", digits=2),), title="")
    assert layout.rows[0][0].text == "n/a"
    assert layout.reasons == (("a", "no value was recorded"),)


def test_the_column_of_the_reasons_can_be_named() -> None:
    frame = pd.DataFrame({"v:a": [None], "v_reason:a": ["why"]})
    layout = arrange(frame, (Column("v:a", "A", digits=2, reason="v_reason:a"),), title="")
    assert layout.reasons == (("a", "why"),)


def test_long_columns_share_the_width_in_latex() -> None:
    columns = tuple(Column(key, key, wrap=True) for key in "ab")
    assert (
        "{p{0.25\\linewidth}p{0.25\\linewidth}}"
        in Table("t", pd.DataFrame({"a": ["x"], "b": ["y"]}), columns).to_latex()
    )


def test_each_reason_has_one_mark_and_the_alphabet_goes_on() -> None:
    frame = pd.DataFrame({"v": [None] * 29, "v_reason": [f"r{i}" for i in range(28)] + ["r0"]})
    layout = arrange(frame, (Column("v", "V", digits=2),), title="")
    marks = [row[0].mark for row in layout.rows]
    assert (marks[0], marks[25], marks[26], marks[27], marks[28]) == ("a", "z", "aa", "ab", "a")


def test_latex_row_never_starts_with_a_bracket() -> None:
    columns = (Column("low", "CI", digits=0, upper="high"),)
    latex = Table("t", pd.DataFrame({"low": [0.0], "high": [1.0]}), columns).to_latex()
    assert "\n{}[0, 1] \\\\\n" in latex


def test_truth_values_are_words() -> None:
    layout = arrange(pd.DataFrame({"ok": [True, False]}), (Column("ok", "OK"),), title="")
    assert [row[0].text for row in layout.rows] == ["yes", "no"]
