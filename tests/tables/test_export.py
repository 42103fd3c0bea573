from __future__ import annotations

import pandas as pd

from evalcore.tables import Column, Table

TABLE = Table(
    "a_b < c",
    pd.DataFrame({"=key": [1.0], "ssim": [0.5]}),
    (Column("=key", "x<y & z_1", digits=1), Column.of("ssim", "ssim")),
    notes=("1 < 2",),
    incomplete="INCOMPLETE: <1> of 2",
)


def test_titles_headings_and_notes_are_escaped_in_html() -> None:
    html = TABLE.to_html()
    assert "<strong>INCOMPLETE: &lt;1&gt; of 2</strong>. a_b &lt; c</caption>" in html
    assert ">x&lt;y &amp; z_1</th>" in html
    assert "<figcaption><p>1 &lt; 2</p></figcaption>" in html


def test_titles_headings_and_notes_are_escaped_in_latex() -> None:
    latex = TABLE.to_latex()
    assert r"\caption{\textbf{INCOMPLETE: \textless{}1\textgreater{} of 2.} a\_b \textless{} c}" in latex
    assert r"x\textless{}y \& z\_1 & SSIM $\uparrow$ \\" in latex
    assert r"1 \textless{} 2\par" in latex


def test_titles_headings_and_notes_are_escaped_in_markdown() -> None:
    lines = TABLE.to_markdown().splitlines()
    assert lines[0] == r"**INCOMPLETE: \<1\> of 2. a\_b \< c**"
    assert lines[2] == r"| x\<y \& z\_1 | SSIM ↑ |"
    assert lines[-1] == r"1 \< 2"


def test_names_of_csv_columns_are_no_formulas() -> None:
    assert TABLE.to_csv().splitlines()[1] == '"\'=key",ssim'
