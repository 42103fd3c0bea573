"""Human breaks on the pixel error of the same clips, and how early the error tells of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import get_args

import numpy as np
import numpy.typing as npt

from evalcore.batch import Coverage, Failure, record
from evalcore.errors import InputError, nearest
from evalcore.joined.breaks_result import BreaksResult, ClipBreak, Correlation
from evalcore.joined.config import BreaksConfig
from evalcore.review import Answer, Answers, ItemStream, ReviewData, StreamConsensus, StreamMedia, consensus
from evalcore.review.clock import frame_of
from evalcore.rollout import ClipScore, Metric, RolloutResult
from evalcore.rollout.data import clip_of
from evalcore.stats import Resampling, bootstrap_interval, rank_correlation

__all__ = ["breaks"]

MODELS = PurePosixPath("rollout", "models")
PACKAGES = ("numpy",)
FEWEST = 3  # rollouts; of two any ranks agree or disagree completely
NO_BREAK = "the consensus is that there is no break"
NO_RATE = "the clip's frame rate is not known"
GIVEN = "the break is among the conditioning frames, which are given"
CHANGED = "the file is not the one that was scored; score again"
UNSCORED = "the result has no value for this clip of this model"
FEW_ROLLOUTS = f"fewer than {FEWEST} rollouts are both reviewed and scored"
NO_SPREAD = "all errors, or all times to break, are the same"
NO_RESAMPLES = "no resamples were asked for"


@dataclass(frozen=True)
class _Shared:
    """A stream whose file is a model's clip of the result: its consensus, and its score or why it has none."""

    row: StreamConsensus
    media: StreamMedia
    rate: float | None
    file: str
    score: ClipScore | None
    failure: Failure | None


def breaks(
    result: RolloutResult,
    answers: Answers | Iterable[Answer],
    *,
    data: ReviewData,
    media: Mapping[str, Mapping[str, StreamMedia]] | None = None,
    metric: Metric = "mad",
    allow_partial: bool = False,
    resamples: int = 2000,
    seed: int = 0,
) -> BreaksResult:
    """The consensus on every reviewed stream that is one of the scored clips, beside the clip's error.

    A stream is such a clip when its file holds what was scored (by SHA-256, whatever it is called), or lies where the
    rollout protocol keeps the model's prediction; a file there that has changed since is a failure.

    Parameters
    ----------
    result
        A scored rollout run.
    answers
        One a reviewer and item; the consensus of each stream is taken.
    data
        The items.
    media
        What their files hold, item -> stream; default ``data.media()``, which reads them.
    metric
        ``mad`` or ``ssim``.
    allow_partial
        Give correlations although a clip could not be used; the result still says ``complete: false``.
    resamples, seed
        Of the bootstrap over items; 0 resamples: no intervals.

    Raises
    ------
    InputError
        Another metric, or an answer that does not fit ``data``.
    """
    if metric not in get_args(Metric):
        raise InputError(f"the protocol has no metric {metric!r}.", fix=nearest(metric, get_args(Metric)))
    given = answers if isinstance(answers, Answers) else Answers.of(answers)
    data.check(given)
    shared = list(_shared(result, data, data.media() if media is None else media, given))
    lead = result.config.conditioning
    clips = [_clip(one, one.score, metric, lead) for one in shared if one.score]
    failures = tuple(one.failure for one in shared if one.failure)
    reason = None
    if failures and not allow_partial:
        reason = f"{len(failures)} of {len(shared)} clips cannot be used; see failures"
    return BreaksResult(
        coverage=Coverage(requested=len(shared), done=len(clips), failed=len(failures)),
        failures=failures,
        record=record(
            config=BreaksConfig(metric, allow_partial, resamples, seed),
            inputs={
                **given.files,
                **data.files,
                **{one.file: one.media.sha256 for one in shared if one.media.sha256},
            },
            packages=PACKAGES,
            rollout={"inputs": result.record["inputs"]["sha256"], "created": result.record["created"]},
        ),
        metric=metric,
        correlations=tuple(_correlations(result, shared, clips, metric, reason, resamples, seed)),
        clips=tuple(clips),
    )


def _shared(
    result: RolloutResult, data: ReviewData, media: Mapping[str, Mapping[str, StreamMedia]], answers: Answers
) -> Iterator[_Shared]:
    scored: dict[str, str] = {
        name: digest
        for name, digest in result.record["inputs"]["files"].items()
        if PurePosixPath(name).is_relative_to(MODELS)
    }
    by_content: dict[str, list[str]] = {}
    for name, digest in sorted(scored.items()):
        by_content.setdefault(digest, []).append(name)
    scores = {(clip.method, clip.clip_id): clip for clip in result.clips}
    streams = {(item.item, stream.stream): stream for item in data.items for stream in item.streams}
    for row in consensus(answers).streams:
        stream, seen = streams[row.item, row.stream], media[row.item][row.stream]
        same = by_content.get(seen.sha256 or "", [])
        path = stream.path if stream.path in scored and (stream.path in same or not same) else next(iter(same), None)
        if path is None:
            continue
        score = scores.get((PurePosixPath(path).relative_to(MODELS).parts[0], clip_of(path)))
        failure = None
        if not same:
            score, failure = None, Failure(f"{row.item}/{row.stream}", "changed", f"{path}: {CHANGED}")
        elif score is None:
            failure = Failure(f"{row.item}/{row.stream}", "unscored", f"{path}: {UNSCORED}")
        elif score.samples:
            score = score.samples[int(PurePosixPath(path).stem.rpartition(".s")[2])]
        yield _Shared(row, seen, _rate(stream, seen, data), stream.path or path, score, failure)


def _rate(stream: ItemStream, media: StreamMedia, data: ReviewData) -> float | None:
    """Frames a second as the clip's time stamps have them; the declared rate where they do not tell."""
    return media.rate or stream.fps or data.schema.fps


def _clip(one: _Shared, score: ClipScore, metric: Metric, lead: int) -> ClipBreak:
    row, frame, step, at_break, why = one.row, None, None, None, None
    if row.t is None:
        why = NO_BREAK
    elif one.rate is None:
        why = NO_RATE
    else:
        frame = min(frame_of(row.t, fps=one.rate) or 0, (one.media.frames or 1) - 1)
        step = frame - lead + 1
        values = getattr(score, f"per_step_{metric}")
        at_break = values[step - 1] if step >= 1 else None
    return ClipBreak(
        item=row.item,
        stream=row.stream,
        clip_id=score.clip_id,
        method=score.method,
        sample=score.sample,
        broken=row.t is not None,
        t=row.t,
        frame=frame,
        step=step,
        type=row.type,
        marked=row.marked,
        clean=row.clean,
        error=getattr(score, f"rollout_{metric}"),
        at_break=at_break,
        reason=why,
        type_reason=row.type_reason,
        at_break_reason=None if at_break is not None else why or GIVEN,
    )


def _correlations(
    result: RolloutResult,
    shared: Sequence[_Shared],
    clips: Sequence[ClipBreak],
    metric: Metric,
    reason: str | None,
    resamples: int,
    seed: int,
) -> Iterator[Correlation]:
    """Over all methods: of the rollout's error, then of each step's; then of the rollout's error of each method."""
    scores = [one.score for one in shared if one.score]
    steps = np.array([getattr(score, f"per_step_{metric}") for score in scores]).reshape(
        len(scores), result.config.horizon
    )
    error = np.array([one.error for one in clips])
    names = {name: place for place, name in enumerate(dict.fromkeys(one.item for one in clips))}
    item = np.array([names[one.item] for one in clips], np.int64)
    counts = Resampling(len(names), resamples=resamples, seed=seed).counts if resamples and names else None

    def correlation(values: npt.NDArray[np.float64], method: str | None, step: int | None) -> Correlation:
        some = [k for k, one in enumerate(clips) if method in (None, one.method)]
        mine, often = [clips[k] for k in some], None if counts is None else counts[:, item[some]]
        return _correlation(values[some], mine, often, method, step, reason)

    yield correlation(error, None, None)
    for k in range(result.config.horizon):
        yield correlation(steps[:, k], None, k + 1)
    methods = [name for name in result.methods if any(one.method == name for one in clips)]
    for name in methods if len(methods) > 1 else ():
        yield correlation(error, name, None)


def _correlation(
    error: npt.NDArray[np.float64],
    clips: Sequence[ClipBreak],
    counts: npt.NDArray[np.unsignedinteger] | None,
    method: str | None,
    step: int | None,
    reason: str | None,
) -> Correlation:
    broken = [one.t for one in clips if one.t is not None]
    later = max(broken, default=0.0) + 1
    until = [later if one.t is None else one.t for one in clips]
    n_items = len({one.item for one in clips})
    rho = float(rank_correlation(error, until))
    if reason is None and len(clips) < FEWEST:
        reason = FEW_ROLLOUTS
    if reason is None and np.isnan(rho):
        reason = NO_SPREAD
    ci95, no_interval = None, reason or NO_RESAMPLES
    if reason is None and counts is not None:
        found = bootstrap_interval(rank_correlation(error, until, counts=counts), n=n_items)
        ci95, no_interval = found.ci95, found.reason or ""
    return Correlation(
        method=method,
        step=step,
        rho=None if reason else rho,
        ci95=ci95,
        n=len(clips),
        n_items=n_items,
        n_broken=len(broken),
        rho_reason=reason,
        ci95_reason=None if ci95 else no_interval,
    )
