"""Score judgments on a frozen scope: event and structure, every kind of miss counted, intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from evalcore.batch import Coverage, Failure, record
from evalcore.judged.columns import Coded, json_text
from evalcore.judged.conditions import OUTCOMES
from evalcore.judged.config import RunConfig
from evalcore.judged.data import CONDITIONS, SPLITS, TASKS, JudgedData, Scope
from evalcore.judged.intervals import Intervals, over_pairs, over_tasks
from evalcore.judged.judgments import Judgments
from evalcore.judged.marking import Marks, Truth, mark, truth_of
from evalcore.judged.result import ClassRecall, Counts, JudgedResult, ModelScore, PairScore, TaskScore
from evalcore.stats.bootstrap import RESAMPLES

__all__ = ["coverage", "model_scores", "problems", "run_record", "score"]

PACKAGES = ("msgspec", "numpy")
ABSENT = "absent"  # stands for rows without any violation; no JSON text reads like this


def score(
    data: JudgedData, subset: str, *, judgments: Judgments, seed: int = 0, resamples: int = RESAMPLES
) -> JudgedResult:
    """Score one file of judgments on a frozen scope.

    Event is 100 x the mean over tasks of the mean recall over the classes that the truth has; Structure is 100 x the
    mean over tasks of the share of conditions whose ``violation`` is clear (reference text, "Event correctness" and
    "Structural integrity"). The scope alone gives tasks, classes and denominators.

    Parameters
    ----------
    data, subset
        The data, and the name of a split.
    judgments
        From :func:`~evalcore.judged.read_judgments`. Judgments outside the scope are counted, never scored; a missing
        one is incorrect and not clear. An event that is null, absent or not a text was judged, but names no label: it
        counts as an unknown label.
    seed, resamples
        Of the bootstrap; 0 resamples for no intervals.

    Returns
    -------
    JudgedResult
        Complete, unless the data was loaded with problems.

    Raises
    ------
    InputError
        An unknown subset.
    """
    scope = data.scope(subset)
    (one,) = model_scores(data, scope, [judgments], seed=seed, resamples=resamples)
    settings = judgments.settings
    return JudgedResult(
        coverage=coverage(scope.n),
        failures=problems(data),
        record=run_record(
            data,
            RunConfig(subset=subset, mixed=settings.mixed, seed=seed, resamples=resamples),
            {settings.file: settings.sha256},
        ),
        subset=subset,
        **vars(one),
    )


def coverage(n: int) -> Coverage:
    """All of ``n`` units have a value: a missing judgment counts as incorrect, it is no failure."""
    return Coverage(requested=n, done=n, failed=0)


def problems(data: JudgedData) -> tuple[Failure, ...]:
    """What loading went past, so that no figure of such data looks whole."""
    return tuple(Failure(problem.where, "input", problem.message) for problem in data.problems)


def run_record(data: JudgedData, config: RunConfig, judgments: Mapping[str, str]) -> dict[str, Any]:
    """The provenance of a run over one scope: its truth, and the files of judgments (name -> SHA-256)."""
    truth = (CONDITIONS, TASKS, f"{SPLITS}/{config.subset}.txt")
    return record(
        config=config,
        inputs={**{name: data.files[name] for name in truth if name in data.files}, **judgments},
        packages=PACKAGES,
        scope_sha256=data.scope(config.subset).sha256,
        aliases=data.aliases,
    )


def model_scores(
    data: JudgedData, scope: Scope, models: Sequence[Judgments], *, seed: int, resamples: int
) -> list[ModelScore]:
    """The score of each file of judgments, all on the same resamples."""
    truth = truth_of(data, scope)
    marks = [mark(data, truth, judgments) for judgments in models]
    pairs = over_pairs(truth, [(one.correct, one.clear) for one in marks], seed=seed, resamples=resamples)
    return [
        _model_score(truth, one, judgments, intervals, seed=seed, resamples=resamples)
        for one, judgments, intervals in zip(marks, models, pairs, strict=True)
    ]


def _model_score(
    truth: Truth, marks: Marks, judgments: Judgments, pairs: Intervals, *, seed: int, resamples: int
) -> ModelScore:
    tasks, classes = len(truth.scope.tasks), len(truth.classes)
    task_n = np.bincount(truth.task, minlength=tasks)
    class_n = np.bincount(truth.klass, minlength=classes)
    class_correct = np.bincount(truth.klass[marks.correct], minlength=classes)
    recall = class_correct / class_n
    class_task = truth.class_task
    event = 100 * np.bincount(class_task, recall, minlength=tasks) / np.bincount(class_task, minlength=tasks)
    structure = 100 * np.bincount(truth.task[marks.clear], minlength=tasks) / task_n
    recalls: list[dict[str, ClassRecall]] = [{} for _ in range(tasks)]
    for (task, label), n, correct, share in zip(
        truth.classes, class_n.tolist(), class_correct.tolist(), recall.tolist(), strict=True
    ):
        recalls[task][label] = ClassRecall(n, correct, share)
    intervals, reasons = over_tasks(event, structure, seed=seed, resamples=resamples)
    outcome = marks.conditions.columns["outcome"].codes
    return ModelScore(
        event=float(event.mean()),
        structure=float(structure.mean()),
        ci95=intervals,
        ci95_reason=reasons,
        ci95_pairs=pairs[0],
        ci95_pairs_reason=pairs[1],
        tasks={
            task: TaskScore(*values)
            for task, *values in zip(
                truth.scope.tasks, event.tolist(), structure.tolist(), task_n.tolist(), recalls, strict=True
            )
        },
        pairs=_pair_score(truth, marks),
        counts=_counts(outcome, marks, len(judgments)),
        violations=_by_text(marks.violation),
        unknown_labels=_by_text(
            Coded(marks.event.values, marks.event.codes[outcome == OUTCOMES.index("unknown_label")])
        ),
        settings=judgments.settings,
        conditions=marks.conditions,
    )


def _pair_score(truth: Truth, marks: Marks) -> PairScore:
    paired = truth.pair >= 0
    members = np.bincount(truth.pair[paired])
    right = np.bincount(truth.pair[paired & marks.correct], minlength=len(members))
    n, correct = int((members == 2).sum()), int((right == 2).sum())
    if not n:
        return PairScore(0, 0, None, "no pair has both members in the scope")
    return PairScore(n, correct, 100 * correct / n)


def _counts(outcome: Any, marks: Marks, judgments: int) -> Counts:
    found = dict(zip(OUTCOMES, np.bincount(outcome, minlength=len(OUTCOMES)).tolist(), strict=True))
    judged = len(outcome) - found["missing"]
    return Counts(
        judged=judged,
        missing=found["missing"],
        outside=judgments - judged,
        unknown_label=found["unknown_label"],
        other=found["other"],
        uncertain=found["uncertain"],
    )


def _by_text(column: Coded) -> dict[str, int]:
    """How often each raw value occurs, by its JSON text."""
    counted = [(ABSENT if value is msgspec.UNSET else json_text(value), n) for value, n in column.counts()]
    return dict(sorted(counted))
