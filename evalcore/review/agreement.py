"""How well reviewers agree: that a rollout breaks, when, why and how badly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal, overload

import msgspec
import numpy as np

from evalcore.batch import Progress, record
from evalcore.errors import InputError, nearest
from evalcore.review.answers import Answer, Answers
from evalcore.review.breakdowns import by_reviewer, by_stream, category, detection, located, worst_items
from evalcore.review.clips import Clips, Lengths, coverage_of
from evalcore.review.comparison import Comparison, Step, compare
from evalcore.review.config import (
    HEADLINE,
    METHODS,
    POTATO_TOLERANCES,
    TOLERANCE_FRAMES,
    TOLERANCES,
    AgreementConfig,
    Method,
)
from evalcore.review.data import ReviewData
from evalcore.review.estimates import Estimator
from evalcore.review.figures import coefficient, matching
from evalcore.review.potato import potato_agreement
from evalcore.review.potato_result import PotatoResult
from evalcore.review.reasons import NO_RATE
from evalcore.review.result import (
    AgreementResult,
    Coefficient,
    ItemAgreement,
    ReviewerBreakdown,
    StreamBreakdown,
    SweepRow,
)
from evalcore.review.schema import Schema
from evalcore.review.tolerances import IN_FRAMES, SEVERAL_RATES, check_rate, check_tolerances, common_rate

__all__ = ["agreement", "load_agreement"]

PACKAGES = ("numba", "numpy")


@overload
def agreement(
    answers: Answers | Iterable[Answer],
    *,
    method: Literal["default"] = "default",
    data: ReviewData | None = None,
    schema: Schema | None = None,
    lengths: Lengths | None = None,
    fps: float | None = None,
    tolerances: Sequence[float] | None = None,
    headline: float = HEADLINE,
    resamples: int = 2000,
    seed: int = 0,
    breakdowns: bool = True,
    progress: Progress | None = None,
) -> AgreementResult: ...


@overload
def agreement(
    answers: Answers | Iterable[Answer],
    *,
    method: Literal["potato"],
    data: ReviewData | None = None,
    schema: Schema | None = None,
    lengths: Lengths | None = None,
    fps: float | None = None,
    tolerances: Sequence[float] | None = None,
    headline: float = HEADLINE,
    resamples: int = 2000,
    seed: int = 0,
    breakdowns: bool = True,
    progress: Progress | None = None,
) -> PotatoResult: ...


def agreement(
    answers: Answers | Iterable[Answer],
    *,
    method: Method = "default",
    data: ReviewData | None = None,
    schema: Schema | None = None,
    lengths: Lengths | None = None,
    fps: float | None = None,
    tolerances: Sequence[float] | None = None,
    headline: float = HEADLINE,
    resamples: int = 2000,
    seed: int = 0,
    breakdowns: bool = True,
    progress: Progress | None = None,
) -> AgreementResult | PotatoResult:
    """Agreement of all reviewers over a sweep of tolerances.

    Parameters
    ----------
    answers
        One a reviewer and item; any order and any names give the same figures.
    method
        ``default``, or ``potato``: the reference implementation's own figures, with their faults.
    data
        The items: which panels were shown, clip lengths and frame rates. Answers to other items are an error.
    schema
        Where there is no ``data``: the streams that every item shows, and their rates.
    lengths
        item -> stream -> seconds, where clips are not read from ``data``. Without lengths there is no ``kappa_loc``;
        lengths of streams without a rate must be equal to be compared.
    fps
        Frames a second of streams whose rate neither ``data`` nor ``schema`` gives.
    tolerances
        Seconds. Default: half a frame of each stream, then 0.25, 0.5, 1 and 2 s (``potato``: 0.04 s instead of the
        half frame).
    headline
        Which tolerance is shown first; where the sweep has none of that value, the nearest of it counts.
    resamples, seed
        Of the bootstrap over items, and the seed of the null's draws; 0 resamples: no intervals.
    breakdowns
        Also by stream, by reviewer and by item.
    progress
        Called with (finished parts, all parts).

    Raises
    ------
    InputError
        No answer, two answers of one reviewer to one item, a tolerance or rate that is not above 0, or an answer that
        does not fit ``data``.

    References
    ----------
    K. Krippendorff: Computing Krippendorff's alpha-reliability (2011),
    https://repository.upenn.edu/asc_papers/43, for alpha. :mod:`evalcore.review.matching`, :mod:`~evalcore.review.null`
    and :mod:`~evalcore.review.components` define the rest.
    """
    if method not in METHODS:
        raise InputError(f"there is no method {method!r}.", fix=nearest(method, METHODS))
    given = answers if isinstance(answers, Answers) else Answers.of(answers)
    if not len(given):
        raise InputError("there is no answer.", fix="Give at least one answer of one reviewer.")
    check_rate(fps)
    seconds = check_tolerances(tolerances, TOLERANCES if method == "default" else POTATO_TOLERANCES)
    config = AgreementConfig(
        method=method,
        tolerances=seconds,
        tolerance_frames=TOLERANCE_FRAMES if method == "default" and tolerances is None else None,
        headline=min(seconds, key=lambda value: (abs(value - headline), value)),
        fps=fps or _declared(data, schema),
        resamples=resamples,
        seed=seed,
        breakdowns=breakdowns,
    )
    if method == "potato":
        return potato_agreement(given, config, progress=progress)
    clips = _clips(given, data, schema, lengths, fps)
    return _default(given, clips, config, progress or (lambda done, total: None))


def _declared(data: ReviewData | None, schema: Schema | None) -> float | None:
    schema = data.schema if data else schema
    return schema.fps if schema else None


def _clips(
    answers: Answers, data: ReviewData | None, schema: Schema | None, lengths: Lengths | None, fps: float | None
) -> Clips:
    if data is not None:
        data.check(answers)
        return Clips(
            shown={item.item: item.stream_ids for item in data.items},
            lengths=data.lengths() if lengths is None else lengths,
            rates={item.item: {s.stream: s.fps for s in item.streams if s.fps} for item in data.items},
            fps=fps,
        )
    if schema is None:
        return Clips(lengths=lengths or {}, fps=fps)
    items = {answer.item for answer in answers}
    ids = tuple(stream.stream for stream in schema.streams)
    rates = {stream.stream: stream.fps for stream in schema.streams if stream.fps}
    return Clips(
        shown=dict.fromkeys(items, ids) if ids else None,
        lengths=lengths or {},
        rates=dict.fromkeys(items, rates),
        fps=fps or schema.fps,
    )


def _default(answers: Answers, clips: Clips, config: AgreementConfig, progress: Progress) -> AgreementResult:
    steps = len(config.tolerances) + (config.tolerance_frames is not None)
    total = steps + 1 + 2 * config.breakdowns
    progress(0, total)
    comparison = compare(answers, clips, config)
    reviewers_of = Counter(answer.item for answer in answers)
    compared = np.array([reviewers_of[item] >= 2 for item in comparison.panels.items], bool)
    estimator = Estimator(compared, resamples=config.resamples, seed=config.seed)
    progress(1, total)
    sweep, rate = [], common_rate(comparison.rate)
    for done, step in enumerate(comparison.steps, start=2):
        sweep.append(_row(comparison, step, estimator, rate))
        progress(done, total)
    streams: dict[str, StreamBreakdown] = {}
    reviewers: dict[str, ReviewerBreakdown] = {}
    items: tuple[ItemAgreement, ...] = ()
    if config.breakdowns:
        headline = next(step for step in comparison.steps if step.tolerance == config.headline)
        streams = by_stream(comparison, headline, estimator)
        progress(total - 1, total)
        counts = Counter(answer.reviewer for answer in answers)
        reviewers = by_reviewer(comparison, headline, estimator, dict(sorted(counts.items())))
        items = worst_items(comparison, headline)
        progress(total, total)
    return AgreementResult(
        coverage=coverage_of(answers, clips),
        failures=(),
        record=record(config=config, inputs=answers.files, packages=PACKAGES),
        headline_tolerance=config.headline,
        detection=detection(comparison, estimator),
        sweep=tuple(sweep),
        preference=_of_items(answers, [answer.preference.winner for answer in answers], estimator),
        counterfactual=_of_items(answers, [answer.counterfactual.verdict for answer in answers], estimator),
        by_stream=streams,
        by_reviewer=reviewers,
        worst_items=items,
    )


def _row(comparison: Comparison, step: Step, estimator: Estimator, rate: float | None) -> SweepRow:
    missing = None if step.compared.any() or not len(step.compared) else NO_RATE
    frames = step.frames if step.tolerance is None else (step.tolerance * rate if rate else None)
    return SweepRow(
        tolerance=step.tolerance,
        tolerance_frames=frames,
        matching=matching(estimator, comparison.pairs(step), missing=missing),
        localization=located(comparison, step, estimator),
        category=category(comparison, step, estimator),
        severity=category(comparison, step, estimator, severity=True),
        tolerance_reason=IN_FRAMES if step.tolerance is None else None,
        tolerance_frames_reason=None if frames is not None else SEVERAL_RATES,
    )


def _of_items(answers: Answers, values: Sequence[str | None], estimator: Estimator) -> Coefficient:
    """Alpha of one value an answer, over items; blanks are dropped, a tie is a value of its own."""
    items = {name: code for code, name in enumerate(sorted({answer.item for answer in answers}))}
    kept = [(answer, value) for answer, value in zip(answers, values, strict=True) if value is not None]
    item = np.array([items[answer.item] for answer, _ in kept], np.int64)
    names, value = np.unique([value for _, value in kept], return_inverse=True)
    return coefficient(
        estimator,
        item,
        value.astype(np.int64),
        item=item,
        reviewers=len({answer.reviewer for answer, _ in kept}),
        values=max(len(names), 1),
    )


class _Head(msgspec.Struct):
    method: str = "default"


def load_agreement(path: Path) -> AgreementResult | PotatoResult:
    """Read a result of either method, written by ``save`` (a folder) or by ``--out`` (a JSON file).

    Raises
    ------
    InputError
        No such file, or no result of an agreement run.
    """
    file = path / "result.json" if path.is_dir() else path
    try:
        method = msgspec.json.decode(file.read_bytes(), type=_Head).method
    except (OSError, msgspec.DecodeError):
        method = "default"  # reading it below says what is wrong
    return PotatoResult.read(path) if method == "potato" else AgreementResult.read(path)
