from __future__ import annotations

import csv
import io
import re
from html.parser import HTMLParser

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from evalcore.tables.escape import csv_text, html_text, latex_text, markdown_text, one_line

TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=40)
SPECIAL = st.text(st.sampled_from("\\`*_{}[]()<>#+-.!|~&%$^\"'=@,;: ab1\n\t"), max_size=20)


@given(TEXT | SPECIAL)
@example('"')
@example("a,b\nc")
def test_csv_field_reads_back_and_is_never_a_formula(text: str) -> None:
    rows = list(csv.reader(io.StringIO(f"x,{csv_text(text)}\n", newline="")))
    assert rows in ([["x", text]], [["x", f"'{text}"]])
    assert not rows[0][1].lstrip().startswith(("=", "+", "-", "@"))


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1"])
def test_csv_field_that_a_spreadsheet_would_run(text: str) -> None:
    assert next(csv.reader(io.StringIO(csv_text(text), newline=""))) == [f"'{text}"]


def test_csv_field_with_another_separator_is_quoted() -> None:
    assert csv_text("a;=cmd") == '"a;=cmd"'


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.cells: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)
        if tag == "td":
            self.cells.append("")

    def handle_data(self, data: str) -> None:
        if self.tags[-1:] == ["td"]:
            self.cells[-1] += data


@given(TEXT | SPECIAL)
@example("a|b")
@example("<b>x</b>")
@example("&amp;")
@example("a\\|b")
@example("[x](http://a)")
def test_markdown_cell_is_read_literally(text: str) -> None:
    page = f"| h | i |\n|---|---|\n| {markdown_text(text)} | end |\n"
    parser = _Text()
    parser.feed(MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(page))
    assert parser.tags == ["table", "thead", "tr", "th", "th", "tbody", "tr", "td", "td"]
    assert [cell.split() for cell in parser.cells] == [one_line(text).split(), ["end"]]


@given(TEXT | SPECIAL)
def test_html_cell_is_read_literally(text: str) -> None:
    parser = _Text()
    parser.feed(f"<td>{html_text(text)}</td>")
    parser.close()
    assert (parser.tags, parser.cells) == (["td"], [text])


WORDS = {
    r"\textbackslash{}": "\\",
    r"\textasciitilde{}": "~",
    r"\textasciicircum{}": "^",
    r"\textless{}": "<",
    r"\textgreater{}": ">",
    r"\textbar{}": "|",
    r"\textasciigrave{}": "`",
    r"\textquotesingle{}": "'",
    r"\textquotedbl{}": '"',
    "-{}": "-",
    "{[}": "[",
    "{*}": "*",
}
TOKEN = re.compile(r"\\text[a-z]+\{\}|-\{\}|\{\[\}|\{\*\}|\\[&%$#_{}]|[^\\&%$#_{}~^<>|`'\"\[*-]", re.DOTALL)


@given(TEXT | SPECIAL)
def test_latex_text_has_no_bare_special_character(text: str) -> None:
    tokens = TOKEN.findall(latex_text(text))
    assert "".join(tokens) == latex_text(text)
    assert "".join(WORDS.get(token, token.removeprefix("\\")) for token in tokens) == one_line(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("history_farneback", r"history\_farneback"),
        ("50% & $x$", r"50\% \& \$x\$"),
        ("a--b", "a-{}-{}b"),
        ("a\\b", r"a\textbackslash{}b"),
    ],
)
def test_latex_text_exactly(text: str, expected: str) -> None:
    assert latex_text(text) == expected


def test_control_characters_become_one_space() -> None:
    assert one_line("a\r\n\x00b\u2028c") == "a b c"
