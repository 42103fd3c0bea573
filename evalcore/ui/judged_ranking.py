"""The published table, the judgments behind it, and how its ranks change with a further model."""

from __future__ import annotations

import streamlit as st

from evalcore.errors import EvalcoreError
from evalcore.judged import BaselinesResult, JudgedData, RankResult, RankTable, read_table
from evalcore.judged.config import COMPONENTS, PUBLISHED_SUBSET
from evalcore.judged.data import PUBLISHED
from evalcore.tables import Column, Table
from evalcore.tables.judged_ranks import places
from evalcore.tables.table import frame_of
from evalcore.ui.judged import FOLDER, choose_judge, judges_of, score_judge
from evalcore.ui.literal import literal_remarks
from evalcore.ui.notices import empty_state, show_error

__all__ = ["component_table", "published_table", "rank_changes", "table_scores"]


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


def component_table(result: RankResult) -> Table:
    """The component scores that were ranked, one row a model, best values marked."""
    rows = [(model, *(row[name] for name in COMPONENTS)) for model, row in result.table.items()]
    lacking = {f"{name}_reason": "the table gives no value" for name in COMPONENTS}
    frame = frame_of(rows, ["model", *COMPONENTS], numbers=COMPONENTS).assign(**lacking)
    columns = (Column("model", "Model"), *(Column.of(name, name, best=True) for name in COMPONENTS))
    notes = ("PSNR and SSIM are those of the 40-clip evaluation of the published table.",)
    return Table(f"Component scores of {result.config.table}", frame, columns, notes)


def rank_changes(before: RankResult, after: RankResult) -> Table:
    """One row a model of the larger pool ``after``: overall and mean rank in both pools, and what changed."""
    old, new = places(before), places(after)
    means = {name: one.mean_rank for name, one in before.models.items()}
    rows = [(name, old.get(name), place, means.get(name), after.models[name].mean_rank) for name, place in new.items()]
    columns = (
        Column("model", "Model"),
        Column("old", "Overall, published pool"),
        Column("new", "Overall, with the new model"),
        Column.of("rank", "old_mean", label="Mean rank, published pool"),
        Column.of("rank", "new_mean", label="Mean rank, with the new model"),
    )
    why = "the model is not in the published pool"
    frame = frame_of(rows, [column.key for column in columns], numbers=("old_mean", "new_mean"))
    frame = frame.assign(old_reason=why, old_mean_reason=why)
    notes = ("Not saved: this ranking is of this visit alone.",)
    return Table("Ranks without and with the new model", frame, columns, notes)
