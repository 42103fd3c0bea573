"""What stands beside the scores of models: the published table, and the differences between two of them."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import streamlit as st

from evalcore.errors import EvalcoreError
from evalcore.judged import BaselinesResult, ComparisonResult, JudgedData, Published, compare, read_table
from evalcore.judged.config import JudgedComponent
from evalcore.judged.data import PUBLISHED
from evalcore.metrics import METRICS
from evalcore.plots.judged_scores import Score
from evalcore.tables import judged_published
from evalcore.ui.charts import show_table
from evalcore.ui.judged import published_judge
from evalcore.ui.literal import literal_remarks
from evalcore.ui.notices import show_error
from evalcore.ui.permalinks import choose

__all__ = ["choose_component", "choose_score", "compare_with_all", "published_values", "show_published"]


def choose_score() -> Score:
    """Event, structure or pair accuracy (``?score=``)."""
    names: dict[str, Score] = {METRICS[name].label: name for name in get_args(Score)}
    return names[choose("Score", list(names), query="score", style="buttons")]


def choose_component() -> JudgedComponent:
    """Event or structure (``?score=``)."""
    names: dict[str, JudgedComponent] = {METRICS[name].label: name for name in get_args(JudgedComponent)}
    return names[choose("Score", list(names), query="score", style="buttons")]


def show_published(data: JudgedData, result: BaselinesResult) -> BaselinesResult:
    """Say whether the published table agrees, and list what differs; return the result as it was compared.

    The table is of one judge: with another one it is compared only where the reader asks (``?published=``), and the
    returned result then says why not.
    """
    published, judge = result.published, published_judge(data)
    if not published.checked:
        literal_remarks(f"Published values are not checked: {published.reason}.")
        return result
    if result.judge != judge:
        why = f"the published table is taken to be of judge {judge}"
        literal_remarks(f"{why[:1].upper()}{why[1:]}, so that these scores are not held against it.")
        if not st.toggle("Compare them all the same", key="published", bind="query-params"):
            return replace(result, published=Published(0, 0, reason=why))
    values = f"{published.agreed} of {published.checked} published values agree at their printed rounding"
    if result.agrees:
        st.success(f"{values}.", icon=":material/check:")
        left_out = {"Not in the published table": published.unpublished, "Published, not judged": published.unjudged}
        literal_remarks(*(f"{what}: {', '.join(models)}." for what, models in left_out.items() if models))
    else:
        st.warning(f"{values}; the others are below.", icon=":material/warning:")
        show_table(judged_published(result), name=f"published-{result.subset}-{result.judge}")
    return result


def published_values(data: JudgedData, result: BaselinesResult, score: Score) -> dict[str, float]:
    """Model -> published value of ``score``, where ``result`` was compared with the published table."""
    if score == "pair_accuracy" or not result.published.checked:
        return {}
    try:
        table = read_table(data.workspace.path(PUBLISHED))
    except EvalcoreError as error:
        show_error(error, title="The published table cannot be read")
        return {}
    return {model: value for model, row in table.rows.items() if (value := row.get(score)) is not None}


def compare_with_all(result: BaselinesResult, model: str, component: JudgedComponent) -> list[ComparisonResult]:
    """``model`` against each other model, on the same resamples; where it is alone, the page says so."""
    if len(result.models) == 1:
        st.info("There is one model; a difference needs two.", icon=":material/info:")
    return [compare(result, model, other, component=component) for other in result.models if other != model]
