"""Whether a judge sees what the reviewers see: detection, moment and category against their consensus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from evalcore.batch import Coverage, Failure, record
from evalcore.review.alignment_result import AlignmentResult, AlignmentRow, Outcome, StreamAlignment
from evalcore.review.config import EPSILON, TOLERANCE_FRAMES, TOLERANCES, AlignmentConfig
from evalcore.review.consensus import ConsensusResult, StreamConsensus
from evalcore.review.data import ReviewData
from evalcore.review.estimates import Estimate, Estimator, ratio
from evalcore.review.panels import Floats
from evalcore.review.predictions import Prediction, Predictions
from evalcore.review.reasons import NO_BOTH, NO_HITS, NO_RATE, NOTHING_COMPARED
from evalcore.review.tolerances import IN_FRAMES, SEVERAL_RATES, check_rate, check_tolerances, common_rate

__all__ = ["align"]

PACKAGES = ("numpy",)
SAME = "judge and consensus say the same of every compared stream"
JUDGE_CLEAN = "the judge sees no break on a compared stream"
HUMAN_CLEAN = "the consensus has no break on a compared stream"
Mask = npt.NDArray[np.bool_]
Compared = Sequence[tuple[Prediction, StreamConsensus]]


def align(
    consensus: ConsensusResult,
    predictions: Predictions,
    *,
    data: ReviewData | None = None,
    fps: float | None = None,
    tolerances: Sequence[float] | None = None,
    resamples: int = 2000,
    seed: int = 0,
) -> AlignmentResult:
    """Compare a judge's predictions with the reviewers' consensus over a sweep of tolerances.

    A failed call is no verdict: it is listed, counted and compared nowhere. At each tolerance, predictions whose own
    resolution is coarser than it are left out and counted.

    Parameters
    ----------
    consensus
        As :func:`evalcore.review.consensus` gives it.
    predictions
        One a stream; those of streams without a consensus are counted and not compared.
    data, fps
        Where frame rates come from, for the tolerance of half a frame: the items, else one rate for all streams.
    tolerances
        Seconds; default half a frame of each stream, then 0.25, 0.5, 1 and 2 s.
    resamples, seed
        Of the bootstrap over items; 0 resamples: no intervals.

    Raises
    ------
    InputError
        A tolerance or a rate that is not above 0.
    """
    check_rate(fps)
    config = AlignmentConfig(
        tolerances=check_tolerances(tolerances, TOLERANCES),
        tolerance_frames=TOLERANCE_FRAMES if tolerances is None else None,
        fps=fps or (data.schema.fps if data else None),
        judge=predictions.judge,
        resamples=resamples,
        seed=seed,
    )
    human = {(row.item, row.stream): row for row in consensus.streams}
    verdicts = [row for row in predictions if not row.error]
    compared = [(row, human[row.item, row.stream]) for row in verdicts if (row.item, row.stream) in human]
    columns = _Columns(compared, _rates(compared, data, fps))
    estimator = Estimator(np.ones(columns.items, bool), resamples=resamples, seed=seed)
    steps: list[tuple[float | None, float | None]] = [(seconds, None) for seconds in config.tolerances]
    if config.tolerance_frames is not None:
        steps.insert(0, (None, config.tolerance_frames))
    failures = tuple(Failure(f"{row.item}/{row.stream}", "judge", row.error) for row in predictions if row.error)
    return AlignmentResult(
        coverage=Coverage(requested=len(predictions), done=len(verdicts), failed=len(failures)),
        failures=failures,
        record=record(
            config=config,
            inputs={**predictions.files, **consensus.record["inputs"]["files"]},
            packages=PACKAGES,
        ),
        judge=predictions.judge,
        prompt_sha256=predictions.prompt_sha256,
        consensus_method=consensus.method,
        n_predictions=len(predictions),
        n_failed=len(failures),
        n_without_consensus=len(verdicts) - len(compared),
        n_not_judged=len(human.keys() - {(row.item, row.stream) for row in verdicts}),
        sweep=tuple(_row(columns, estimator, *step) for step in steps),
        streams=tuple(_stream(*pair) for pair in compared),
    )


def _rates(compared: Compared, data: ReviewData | None, fps: float | None) -> Floats:
    declared = {(item.item, one.stream): one.fps for item in data.items for one in item.streams} if data else {}
    return np.array([declared.get((row.item, row.stream)) or fps or np.nan for row, _ in compared], np.float64)


def _stream(row: Prediction, human: StreamConsensus) -> StreamAlignment:
    broke = human.verdict == "break"
    seen: Outcome = "both" if broke else "judge_only"
    unseen: Outcome = "human_only" if broke else "neither"
    return StreamAlignment(
        item=row.item,
        stream=row.stream,
        outcome=unseen if row.t is None else seen,
        judge_t=row.t,
        human_t=human.t,
        offset=abs(row.t - human.t) if row.t is not None and human.t is not None else None,
        judge_type=row.type or None,
        human_type=human.type,
        resolution=row.resolution,
    )


class _Columns:
    """Predictions beside the consensus: one entry a compared stream."""

    def __init__(self, compared: Compared, rate: Floats) -> None:
        names = {name: code for code, name in enumerate(sorted({row.item for row, _ in compared}))}
        streams = [_stream(*pair) for pair in compared]
        self.items = len(names)
        self.item = np.array([names[one.item] for one in streams], np.int64)
        self.rate = rate
        self.resolution = np.array([one.resolution or 0.0 for one in streams], np.float64)
        self.judge: Mask = np.array([one.judge_t is not None for one in streams], bool)
        self.human: Mask = np.array([one.human_t is not None for one in streams], bool)
        self.offset = np.array([np.nan if one.offset is None else one.offset for one in streams], np.float64)
        self.typed: Mask = np.array([None not in (one.judge_type, one.human_type) for one in streams], bool)
        self.same: Mask = np.array([one.judge_type == one.human_type for one in streams], bool)

    def by_item(self, *masks: Mask) -> Floats:
        """(items, K) how many streams of each item are in each mask."""
        return np.stack([np.bincount(self.item, weights=mask, minlength=self.items) for mask in masks], axis=1)


def _cohen(sums: Floats) -> Floats:
    """Cohen's kappa from the counts (..., 4) of both, judge alone, human alone, neither."""
    n = sums.sum(axis=-1)
    both, judge, human, neither = (sums[..., k] for k in range(4))
    by_chance = (both + judge) * (both + human) + (neither + judge) * (neither + human)
    return ratio(np.stack([(both + neither) * n - by_chance, n * n - by_chance], axis=-1))


def _row(columns: _Columns, estimator: Estimator, seconds: float | None, frames: float | None) -> AlignmentRow:
    limit = np.full(len(columns.item), seconds, np.float64) if seconds is not None else (frames or 0) / columns.rate
    left_out = columns.resolution > limit + EPSILON
    kept = ~left_out & ~np.isnan(limit)
    judge, human = columns.judge & kept, columns.human & kept
    cells = (judge & human, judge & ~human, human & ~judge, kept & ~judge & ~human)
    both, judge_only, human_only, neither = (int(cell.sum()) for cell in cells)
    hit = cells[0] & (columns.offset <= limit + EPSILON)
    typed = hit & columns.typed
    missing = None if kept.any() else (NO_RATE if np.isnan(limit).any() else NOTHING_COMPARED)

    def share(part: Mask, whole: Mask, reason: str) -> tuple[Estimate, str | None]:
        why = missing or (None if whole.any() else reason)
        return estimator.estimate(columns.by_item(part, whole), ratio, reason=why), why

    constant = not (judge_only or human_only) and not (both and neither)
    why = missing or (SAME if constant else None)
    figures: Mapping[str, tuple[Estimate, str | None]] = {
        "agreement": share(cells[0] | cells[3], kept, NOTHING_COMPARED),
        "kappa": (estimator.estimate(columns.by_item(*cells), _cohen, reason=why), why),
        "precision": share(cells[0], judge, JUDGE_CLEAN),
        "recall": share(cells[0], human, HUMAN_CLEAN),
        "hit_rate": share(hit, cells[0], NO_BOTH),
        "category_agreement": share(typed & columns.same, typed, NO_HITS),
    }
    offsets, rates = columns.offset[cells[0]], columns.rate[cells[0]]
    none = missing or (None if both else NO_BOTH)
    in_frames = None if none or np.isnan(rates).any() else float((offsets * rates).mean())
    common = common_rate(columns.rate)
    row_frames = frames if seconds is None else (seconds * common if common else None)
    return AlignmentRow(
        tolerance=seconds,
        tolerance_frames=row_frames,
        n=int(kept.sum()),
        left_out=int(left_out.sum()),
        both=both,
        judge_only=judge_only,
        human_only=human_only,
        neither=neither,
        hits=int(hit.sum()),
        mean_offset=None if none else float(offsets.mean()),
        median_offset=None if none else float(np.median(offsets)),
        mean_offset_frames=in_frames,
        n_categories=int(typed.sum()),
        **{name: found.value for name, (found, _) in figures.items()},  # type: ignore[arg-type]
        ci95={name: found.ci95 for name, (found, _) in figures.items()},
        ci95_reason={name: found.ci95_reason for name, (found, _) in figures.items() if found.ci95_reason is not None},
        tolerance_reason=IN_FRAMES if seconds is None else None,
        tolerance_frames_reason=None if row_frames is not None else SEVERAL_RATES,
        mean_offset_reason=none,
        median_offset_reason=none,
        mean_offset_frames_reason=none or (NO_RATE if in_frames is None else None),
        **{f"{name}_reason": why for name, (_, why) in figures.items()},  # type: ignore[arg-type]
    )
