"""The published table, and the judgments behind it."""

from __future__ import annotations

import streamlit as st

from evalcore.errors import EvalcoreError
from evalcore.judged import BaselinesResult, JudgedData, RankTable, read_table
from evalcore.judged.config import PUBLISHED_SUBSET
from evalcore.judged.data import PUBLISHED
from evalcore.ui.judged import FOLDER, choose_judge, judges_of, score_judge
from evalcore.ui.literal import literal_remarks
from evalcore.ui.notices import empty_state, show_error

__all__ = ["published_table", "table_scores"]


def published_table(data: JudgedData) -> RankTable:
    """The published table; where there is none, or it cannot be read, the page says what to do and stops."""
    try:
        path = data.workspace.path(PUBLISHED)
        if not path.exists():
            empty_state(
                "Nothing to rank yet",
                f"Ranks are those of the published table, `{FOLDER}/{PUBLISHED}`: a JSON object that gives each model "
                "its `event`, `structure`, `psnr` and `ssim`.",
            )
            st.stop()
        return read_table(path)
    except EvalcoreError as error:
        show_error(error, title="The published table cannot be read")
        st.stop()


def table_scores(data: JudgedData) -> BaselinesResult | None:
    """The judgments of the table's scope by the chosen judge (``?judge=``); None, and why, where there are none."""
    if PUBLISHED_SUBSET in data.subsets and judges_of(data):
        help = "Its judgments give the ranks their intervals; the ranks are those of the published table."
        return score_judge(data, PUBLISHED_SUBSET, choose_judge(data, help=help))
    lacking = "judgments" if PUBLISHED_SUBSET in data.subsets else f"scope {PUBLISHED_SUBSET}"
    literal_remarks(f"There is no {lacking} here, so that ranks have no intervals.")
    return None
