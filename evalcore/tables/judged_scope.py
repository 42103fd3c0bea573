"""What every table and figure of judged events says about its scope, its judge and its intervals."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from evalcore.errors import InputError, nearest
from evalcore.judged.config import RankConfig, RunConfig
from evalcore.judged.result import BaselinesResult, JudgedResult, ModelScore
from evalcore.tables.wording import counted

__all__ = ["Judged", "interval_line", "one_score", "scope_notes", "scores_of"]

Judged = BaselinesResult | JudgedResult


def scores_of(result: Judged) -> Mapping[str, ModelScore]:
    """Model -> score; a result of one file of judgments has one entry, with the file's name."""
    if isinstance(result, BaselinesResult):
        return result.models
    return {result.settings.file or "judgments": result}


def one_score(result: Judged, model: str | None = None) -> tuple[str, ModelScore]:
    """Name and score of ``model``, which need not be said where there is only one.

    Raises
    ------
    InputError
        A model that the result does not have, or none said where there are several.
    """
    scores = scores_of(result)
    if model is None and len(scores) == 1:
        model = next(iter(scores))
    if model is None or model not in scores:
        what = "the model to show is not named." if model is None else f"the result has no model {model!r}."
        raise InputError(what, fix=nearest(model or "", scores))
    return model, scores[model]


def scope_notes(result: Judged, *scores: ModelScore, shown: Callable[[str], str] = str) -> tuple[str, ...]:
    """Scope, judge, version and profile of ``scores`` (default all); and what was mixed, where that was allowed.

    ``shown`` makes names fit for where they stand, as figures need it.
    """
    chosen = scores or tuple(scores_of(result).values())
    settings = [score.settings for score in chosen]
    judges = [result.judge] if isinstance(result, BaselinesResult) else result.settings.judges
    said = [f"judge {', '.join(map(shown, judges)) or 'not recorded'}"]
    for word, values in (
        ("version", [version for one in settings for version in one.judge_versions]),
        ("profile", [profile for one in settings for profile in one.profiles]),
    ):
        if values:
            said.append(f"{word} {', '.join(map(shown, dict.fromkeys(values)))}")
    conditions, tasks = (len(chosen[0].conditions), len(chosen[0].tasks)) if chosen else (0, 0)
    size = f"{counted(conditions, 'condition')} of {counted(tasks, 'task')}"
    notes = [f"Scope {shown(result.subset)}: {size}; {', '.join(said)}."]
    if any(one.mixed for one in settings):
        notes.append("Judgments of different judges, versions, prompts or profiles were mixed on request.")
    return tuple(notes)


def interval_line(config: RunConfig | RankConfig) -> str:
    """How the intervals over tasks were made, without a full stop."""
    if not config.resamples:
        return "No interval was asked for"
    return f"95% CI: percentile bootstrap over tasks, B = {config.resamples}, seed {config.seed}"
