"""The reviewers' figures on a page, each computed once from the answers as they are now."""

from __future__ import annotations

import streamlit as st

from evalcore.batch import Progress
from evalcore.errors import EvalcoreError
from evalcore.review import (
    AgreementResult,
    Answers,
    ConsensusResult,
    GoldScore,
    PotatoResult,
    ReviewData,
    agreement,
    consensus,
    gold_scores,
    progress,
    read_assignments,
    read_gold,
)
from evalcore.review.assignment import Progress as ReviewerProgress
from evalcore.review.clips import Clips, coverage_of
from evalcore.review.config import HEADLINE, Method
from evalcore.review.result import PanelCoverage
from evalcore.ui.notices import notice, show_error, show_errors
from evalcore.ui.permalinks import choose
from evalcore.ui.review import DataKey, Files, ReviewMedia, Stamp, key_of, once

__all__ = [
    "GOLD_TOLERANCE",
    "agree",
    "agree_as_reference",
    "choose_review_method",
    "consensus_of",
    "download_consensus",
    "gold_of",
    "panel_coverage",
    "reviewer_progress",
    "show_faults",
]

GOLD_TOLERANCE = HEADLINE
UNFIT = "The answers do not fit the items"
METHODS: dict[str, Method] = {"Default": "default", "Reference (potato)": "potato"}


def choose_review_method() -> Method:
    """The corrected default, or the reference implementation's own method (``?review_method=``)."""
    help = "Reference: the numbers of the reference implementation, for comparing with published figures."
    return METHODS[choose("Method", list(METHODS), query="review_method", style="buttons", help=help)]


def show_faults(result: PotatoResult) -> None:
    """What the reference implementation's figures cannot show."""
    title = "These are the reference implementation's figures, with known faults"
    notice(title, "\n".join(result.faults), kind="warning")


def agree(data: ReviewData, answers: Answers, media: ReviewMedia) -> AgreementResult:
    """The agreement of all answers, computed once for all readers and again when an answer, an item or a clip changes.

    Answers that do not fit the items are an error, and the page stops.
    """

    def compute(tell: Progress) -> AgreementResult:
        return agreement(answers, data=data, lengths=media.lengths, progress=tell)

    try:
        kept = _kept_agreement(key_of(data), tuple(answers.files.items()), media.key)
        return once(kept, compute, "Comparing the reviewers: {done} of {total} parts")
    except EvalcoreError as error:
        show_error(error, title=UNFIT)
        st.stop()


def agree_as_reference(data: ReviewData, answers: Answers) -> PotatoResult:
    """The same by the reference implementation's own method."""

    def compute(tell: Progress) -> PotatoResult:
        data.check(answers)
        return agreement(answers, method="potato", data=data, progress=tell)

    try:
        kept = _kept_reference(key_of(data), tuple(answers.files.items()))
        return once(kept, compute, "Comparing the reviewers: {done} of {total} tolerances")
    except EvalcoreError as error:
        show_error(error, title=UNFIT)
        st.stop()


def consensus_of(data: ReviewData, answers: Answers, method: Method = "default") -> ConsensusResult:
    """What the reviewers of each stream say together; answers that do not fit the items are an error, as above."""
    try:
        return _consensus(key_of(data), tuple(answers.files.items()), method, data, answers)
    except EvalcoreError as error:
        show_error(error, title=UNFIT)
        st.stop()


def download_consensus(together: ConsensusResult) -> None:
    """Offer the consensus as the JSON that ``evalcore review consensus`` writes."""
    st.download_button(
        "JSON",
        together.to_json(),
        file_name=f"consensus-{together.method}.json",
        mime="application/json",
        icon=":material/download:",
        on_click="ignore",
        type="tertiary",
    )


def reviewer_progress(data: ReviewData, answers: Answers) -> tuple[ReviewerProgress, ...]:
    """How far everybody is; assignments at fault are shown as an error."""
    with show_errors("The assignments cannot be read"):
        return progress(data, answers, read_assignments(data))
    return ()


def gold_of(data: ReviewData, answers: Answers) -> tuple[GoldScore, ...]:
    """How everybody does on items with known answers; empty where there are none."""
    with show_errors("The known answers cannot be read"):
        return gold_scores(answers, read_gold(data), tolerance=GOLD_TOLERANCE)
    return ()


def panel_coverage(data: ReviewData, answers: Answers) -> PanelCoverage:
    """How many of the shown panels are answered."""
    return coverage_of(answers, Clips(shown={item.item: item.stream_ids for item in data.items}))


@st.cache_resource(max_entries=16, show_spinner=False)
def _kept_agreement(data: DataKey, answers: Files, media: Stamp) -> list[AgreementResult]:
    """Where the one result of these answers is kept, for all readers; empty until it is computed."""
    return []


@st.cache_resource(max_entries=16, show_spinner=False)
def _kept_reference(data: DataKey, answers: Files) -> list[PotatoResult]:
    return []


@st.cache_resource(max_entries=16, show_spinner=False)
def _consensus(data: DataKey, answers: Files, method: Method, _data: ReviewData, _answers: Answers) -> ConsensusResult:
    _data.check(_answers)
    return consensus(_answers, method=method)
