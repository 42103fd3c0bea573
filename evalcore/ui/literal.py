"""Headings and remarks that may hold names from files, shown letter for letter.

Streamlit's own headings and captions are Markdown, where a model called ``![](https://...)`` is a picture. Escaping is
no way out: links, icons, arrows and emoji are made of the text that is left once the escapes are gone.
"""

from __future__ import annotations

from html import escape

import streamlit as st

__all__ = ["STYLE", "literal_heading", "literal_remarks"]

STYLE = (
    ".evalcore-heading { margin: 0; padding: 0.25rem 0 0; font-size: 1.125rem; font-weight: 600; line-height: 1.4;"
    " overflow-wrap: anywhere; }"
    ".evalcore-remark { margin: 0 0 0.25rem; font-size: 0.875rem; line-height: 1.5; opacity: 0.72;"
    " overflow-wrap: anywhere; }"
)


def literal_heading(text: str) -> None:
    """A heading below those of the page's sections, as wide as its text."""
    st.html(f'<h3 class="evalcore-heading">{escape(text)}</h3>', width="content")


def literal_remarks(*texts: str) -> None:
    """Small lines, such as the notes below a table."""
    if texts:
        st.html("".join(f'<p class="evalcore-remark">{escape(text)}</p>' for text in texts))
