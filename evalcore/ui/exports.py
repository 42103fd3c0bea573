"""The row of buttons that hands a table on."""

from __future__ import annotations

import streamlit as st

__all__ = ["downloads"]


def downloads(name: str, *, csv: str, latex: str, markdown: str) -> None:
    """Offer one table as CSV, LaTeX and Markdown files called ``name``; pressing one does not run the page again."""
    kinds = (
        ("CSV", csv, "csv", "text/csv"),
        ("LaTeX", latex, "tex", "application/x-tex"),
        ("Markdown", markdown, "md", "text/markdown"),
    )
    with st.container(horizontal=True, gap="small"):
        for label, text, suffix, mime in kinds:
            st.download_button(
                label,
                text,
                file_name=f"{name}.{suffix}",
                mime=mime,
                key=f"download.{name}.{suffix}",
                icon=":material/download:",
                on_click="ignore",
                type="tertiary",
            )
