"""Text from users' files (clip ids, model names, messages) made safe for each export format."""

from __future__ import annotations

import re
from html import escape as html_text

__all__ = ["csv_text", "html_text", "latex_text", "markdown_text", "one_line"]

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_PLAIN_CSV = re.compile(r"[\w .:/()-]*")
# What spreadsheet programs take for the start of a formula, full-width forms included (OWASP, "CSV injection").
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
_MARKDOWN = re.compile(r"([\\`*_\[\]<>|~&$])")
_LATEX = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "`": r"\textasciigrave{}",
    "'": r"\textquotesingle{}",
    '"': r"\textquotedbl{}",
    # Between two hyphens: no ligature to a dash. Around these two: \\ would read them as its own argument.
    "-": r"-{}",
    "[": r"{[}",
    "*": r"{*}",
}


def one_line(text: str) -> str:
    r"""``text`` with each run of control characters and line breaks as one space.

    >>> one_line("a\nb")
    'a b'
    """
    return _CONTROL.sub(" ", text)


def csv_text(text: str) -> str:
    """``text`` as one CSV field: never a formula (a leading apostrophe prevents it), quoted where it is not plain.

    >>> print(csv_text("bikes_01"), csv_text("a,b"), csv_text("=1+1"))
    bikes_01 "a,b" "'=1+1"
    """
    if text.startswith(_FORMULA) or text.lstrip().startswith(_FORMULA):
        text = f"'{text}"
    return text if _PLAIN_CSV.fullmatch(text) else '"{}"'.format(text.replace('"', '""'))


def markdown_text(text: str) -> str:
    r"""``text`` as it must stand in a table cell of GitHub-flavoured Markdown to be read literally.

    >>> print(markdown_text("a|b_c"))
    a\|b\_c
    """
    return _MARKDOWN.sub(r"\\\1", one_line(text))


def latex_text(text: str) -> str:
    r"""``text`` as it must stand in LaTeX to be set literally.

    >>> print(latex_text("50% a_b"))
    50\% a\_b
    """
    return "".join(_LATEX.get(char, char) for char in one_line(text))
