"""Tables of one scene result: the means of the models, one figure sample by sample, and all figures of each sample."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from evalcore.errors import InputError, nearest
from evalcore.metrics import METRICS as DECLARED
from evalcore.scene import METRICS, ModelScore, SampleScore, SceneResult
from evalcore.tables.coverage import incompleteness
from evalcore.tables.layout import Column
from evalcore.tables.scene_figures import FIGURES, INTERVALS, setting_notes, shown
from evalcore.tables.table import Table, frame_of

__all__ = ["known_model", "model_reason", "same_samples", "scene_by_sample", "scene_samples", "scene_scores"]

COUNTS = {"n_gt": "GT objects", "n_pred": "Predicted", "matches": "Matched"}
LISTED = {"degenerate": "Without volume", "warnings": "Warnings"}
FAILED = "the sample failed"


def scene_scores(result: SceneResult) -> Table:
    """One row a model: n, the six means over samples, and their 95% intervals.

    The best means are marked where all are over the same samples, as in every complete run.
    """
    comparable = same_samples(result)
    names, numbers = ["model", "n"], ["n"]
    columns = [Column("model", "Model"), Column("n", "n", digits=0)]
    intervals = []
    for metric in METRICS:
        low, high = f"{metric}_low", f"{metric}_high"
        names += [metric, low, high, f"{metric}_reason", f"{low}_reason"]
        numbers += [metric, low, high]
        columns.append(Column.of(metric, metric, best=comparable))
        if any(score.ci95.get(metric) for score in result.models.values()):
            spec = DECLARED[metric]
            intervals.append(Column(low, f"{spec.label} 95% CI", digits=spec.digits, upper=high))
    rows = []
    for model, score in result.models.items():
        row: list[Any] = [model, score.n]
        for metric in METRICS:
            row += _mean_cells(metric, score)
        rows.append(row)
    notes = [*setting_notes(result), FIGURES, f"Mean over samples. {INTERVALS}; the same resamples for every model."]
    if not comparable:
        notes.append("The means are over different samples, so that no best one is marked.")
    notes += _missing_intervals(result)
    return Table(
        "Scene scores",
        frame_of(rows, names, numbers=numbers),
        (*columns, *intervals),
        tuple(notes),
        incompleteness(result),
    )


def same_samples(result: SceneResult) -> bool:
    """Whether all models with means have them over the same samples."""
    averaged = [name for name, score in result.models.items() if score.reason is None]
    sets = {frozenset(one.sample_id for one in result.samples if one.model == name) for name in averaged}
    return len(sets) < 2


def model_reason(score: ModelScore, metric: str) -> str | None:
    """Why a model has no mean of ``metric``; None where it has one."""
    reason: str | None = score.to_dict().get(f"{metric}_reason")
    return reason if getattr(score, metric) is None else None


def _mean_cells(metric: str, score: ModelScore) -> list[Any]:
    low, high = score.ci95.get(metric) or (None, None)
    why = model_reason(score, metric)
    no_interval = None if low is not None else why or score.ci95_reason.get(metric)
    return [*(shown(metric, value) for value in (getattr(score, metric), low, high)), why, no_interval]


def _missing_intervals(result: SceneResult) -> Iterable[str]:
    """Why means stand without an interval, said once."""
    reasons = dict.fromkeys(
        score.ci95_reason.get(metric)
        for score in result.models.values()
        for metric in METRICS
        if getattr(score, metric) is not None and not score.ci95.get(metric)
    )
    return [f"No interval: {reason}." for reason in reasons if reason]


def scene_by_sample(result: SceneResult, metric: str) -> Table:
    """One row a sample, one column a model: the sample's value of one figure; the best of each sample is marked.

    A sample that failed for a model is null, with the failure's message as the reason.

    Raises
    ------
    InputError
        The protocol has no such figure.
    """
    if metric not in METRICS:
        raise InputError(f"the protocol has no figure {metric!r}.", fix=nearest(metric, METRICS))
    found = {(one.sample_id, one.model): one for one in result.samples}
    keys = {model: f"{metric}:{model}" for model in result.models}
    reasons = {model: f"{metric}_reason:{model}" for model in result.models}
    messages = _messages(result)
    rows = []
    for sample_id in _sample_ids(result):
        row: list[Any] = [sample_id]
        for model in result.models:
            if score := found.get((sample_id, model)):
                row += [shown(metric, getattr(score, metric)), _why_null(score, metric)]
            else:
                row += [None, messages.get((sample_id, model), FAILED)]
        rows.append(row)
    names = ["sample_id", *(name for model in result.models for name in (keys[model], reasons[model]))]
    spec = DECLARED[metric]
    columns = [Column("sample_id", "Sample")]
    columns += [
        Column(
            keys[model],
            model,
            digits=spec.digits,
            higher_is_better=spec.higher_is_better,
            best=True,
            reason=reasons[model],
        )
        for model in result.models
    ]
    unit = f" ({spec.unit})" if spec.unit else ""
    return Table(
        f"{spec.label}{unit} of each sample",
        frame_of(rows, names, numbers=keys.values()),
        tuple(columns),
        setting_notes(result),
        incompleteness(result),
        best_along="row",
    )


def scene_samples(result: SceneResult, model: str) -> Table:
    """One row a sample of one model: the six figures, objects on either side, matched pairs, boxes without volume.

    A sample that failed stands there too, with the failure's message as the reason of what is null.

    Raises
    ------
    InputError
        The result has no such model.
    """
    known_model(result, model)
    scores = {one.sample_id: one for one in result.samples if one.model == model}
    messages = _messages(result)
    counts = COUNTS | LISTED
    numbers = [*METRICS, *counts]
    rows = []
    for sample_id in _sample_ids(result):
        score = scores.get(sample_id)
        if score is None:
            if (why := messages.get((sample_id, model))) is not None:
                rows.append([sample_id, *[None] * len(numbers), *[why] * len(numbers)])
            continue
        row: list[Any] = [sample_id, *(shown(metric, getattr(score, metric)) for metric in METRICS)]
        row += [score.n_gt, score.n_pred, *(len(getattr(score, name)) for name in ("matches", *LISTED))]
        rows.append([*row, *(_why_null(score, metric) for metric in METRICS), *[None] * len(counts)])
    columns = (
        Column("sample_id", "Sample"),
        *(Column.of(metric, metric) for metric in METRICS),
        *(Column(key, label, digits=0) for key, label in counts.items()),
    )
    names = ["sample_id", *numbers, *(f"{name}_reason" for name in numbers)]
    notes = (*setting_notes(result), FIGURES, "Objects are counted without the ground.")
    frame = frame_of(rows, names, numbers=numbers)
    return Table(f"Samples of {model}", frame, columns, notes, incompleteness(result))


def known_model(result: SceneResult, model: str) -> ModelScore:
    """The score of ``model``; InputError where the result has no such model."""
    if model not in result.models:
        raise InputError(f"the result has no model {model!r}.", fix=nearest(model, result.models))
    return result.models[model]


def _why_null(score: SampleScore, metric: str) -> str | None:
    reason: str | None = getattr(score, f"{metric}_reason", None)
    return reason if getattr(score, metric) is None else None


def _messages(result: SceneResult) -> dict[tuple[str, str], str]:
    """(sample, model) -> why that unit failed."""
    messages = {}
    for failure in result.failures:
        model, slash, sample_id = failure.unit.rpartition("/")
        if slash:
            messages[sample_id, model] = failure.message
    return messages


def _sample_ids(result: SceneResult) -> list[str]:
    """Every sample that was asked for, in the order of the run: first those with a value."""
    failed = [sample_id for sample_id, _ in _messages(result)]
    return list(dict.fromkeys([*(one.sample_id for one in result.samples), *failed]))
