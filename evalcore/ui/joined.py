"""What the pages of joined views show: survival, preference, and human breaks on the clips of a rollout run."""

from __future__ import annotations

import streamlit as st

from evalcore.errors import EvalcoreError
from evalcore.joined import BreaksResult, PreferenceResult, SurvivalResult, breaks, preference, survival
from evalcore.review import Answers, ReviewData
from evalcore.rollout import Metric, RolloutResult
from evalcore.ui.literal import literal_remarks
from evalcore.ui.notices import incomplete_banner, show_error
from evalcore.ui.permalinks import choose
from evalcore.ui.review import FOLDER, ReviewMedia, current_answers, read_review, review_media
from evalcore.ui.session import workspace

__all__ = ["breaks_of", "choose_breaks", "choose_preference", "human_breaks", "preference_of", "survival_of"]

Key = tuple[str, tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]
MISFIT = "The answers do not fit the items"


def survival_of(data: ReviewData, answers: Answers, media: ReviewMedia) -> SurvivalResult:
    """How long the rollouts stay unbroken; where a clip's length is not known, the page says so.

    The curves over the others are shown only where the reader asks for them (``?partial=``). Answers that do not fit
    the items are an error, and the page stops.
    """
    try:
        result = _survival(_key(data, answers), media.key, data, answers, media, allow_partial=False)
        incomplete_banner(result)
        if not result.complete and st.toggle("Show the curves all the same", key="partial", bind="query-params"):
            result = _survival(_key(data, answers), media.key, data, answers, media, allow_partial=True)
    except EvalcoreError as error:
        show_error(error, title=MISFIT)
        st.stop()
    return result


def choose_preference() -> str:
    """Strength or win rate (``?figure=``)."""
    names = {"Strength": "strength", "Win rate": "win_rate"}
    return names[choose("Figure", list(names), query="figure", style="buttons")]


def preference_of(data: ReviewData, answers: Answers) -> PreferenceResult:
    """Which streams the reviewers prefer; errors as in :func:`survival_of`."""
    try:
        return _preference(_key(data, answers), data, answers)
    except EvalcoreError as error:
        show_error(error, title=MISFIT)
        st.stop()


def choose_breaks() -> bool:
    """Whether to draw human breaks on the curves (``?breaks=``); asked only where the workspace has a review."""
    if not workspace().path(FOLDER, "items.jsonl").exists():
        return False
    help = "A ring where the reviewers of a clip together see it break."
    return st.toggle("Human breaks", key="breaks", bind="query-params", help=help)


def human_breaks(result: RolloutResult, metric: Metric) -> BreaksResult | None:
    """The breaks on the clips of a run; None, and the page says why, where there are none or the review is at fault."""
    try:
        data = read_review(workspace())
        answers = current_answers(data, stop=False) if data else Answers(())
        if data is None or not len(answers):
            literal_remarks("Nobody has reviewed anything in this workspace yet.")
            return None
        found = _compared(data, answers, result, metric)
    except EvalcoreError as error:
        show_error(error, title="The review cannot be laid on these curves")
        return None
    if not found.clips:
        literal_remarks("No clip of this run has been reviewed.")
        return None
    return found


def breaks_of(data: ReviewData, answers: Answers, result: RolloutResult, metric: Metric) -> BreaksResult:
    """Human breaks beside the error of the same clips; errors as in :func:`survival_of`."""
    try:
        return _compared(data, answers, result, metric)
    except EvalcoreError as error:
        show_error(error, title=MISFIT)
        st.stop()


def _compared(data: ReviewData, answers: Answers, result: RolloutResult, metric: Metric) -> BreaksResult:
    media = review_media(data)
    run = (result.record["created"], result.record["inputs"]["sha256"])
    return _breaks(_key(data, answers), run, media.key, metric, data, answers, result, media)


def _key(data: ReviewData, answers: Answers) -> Key:
    return str(data.workspace.root), tuple(data.files.items()), tuple(answers.files.items())


@st.cache_resource(max_entries=8, show_spinner="Following the rollouts")
def _survival(
    key: Key, files: object, _data: ReviewData, _answers: Answers, _media: ReviewMedia, *, allow_partial: bool
) -> SurvivalResult:
    return survival(_answers, data=_data, lengths=_media.lengths, allow_partial=allow_partial)


@st.cache_resource(max_entries=8, show_spinner="Comparing the streams")
def _preference(key: Key, _data: ReviewData, _answers: Answers) -> PreferenceResult:
    return preference(_answers, data=_data)


@st.cache_resource(max_entries=8, show_spinner="Looking for clips that are reviewed and scored")
def _breaks(
    key: Key,
    run: tuple[str, str],
    files: object,
    metric: Metric,
    _data: ReviewData,
    _answers: Answers,
    _result: RolloutResult,
    _media: ReviewMedia,
) -> BreaksResult:
    return breaks(_result, _answers, data=_data, media=_media.media, metric=metric)
