"""How long rollouts stay unbroken in the eyes of their reviewers, stream by stream."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from evalcore.batch import Coverage, Failure, record
from evalcore.joined.config import SurvivalConfig
from evalcore.joined.survival_result import ReviewedRollout, StreamSurvival, SurvivalPoint, SurvivalResult
from evalcore.review import Answer, Answers, ReviewData, StreamConsensus, consensus
from evalcore.stats import kaplan_meier

__all__ = ["survival"]

PACKAGES = ("numpy", "scipy")
NO_LENGTH = "the consensus is that it does not break, and how long it was watched is not known (its clip's length)"


def survival(
    answers: Answers | Iterable[Answer],
    *,
    data: ReviewData | None = None,
    lengths: Mapping[str, Mapping[str, float]] | None = None,
    allow_partial: bool = False,
) -> SurvivalResult:
    """The share of rollouts that are still unbroken by time, one Kaplan-Meier curve a stream.

    The event is the break of the consensus; a rollout whose consensus is clean is censored at its clip's end. Streams
    that nobody answered are not counted.

    Parameters
    ----------
    answers
        One a reviewer and item.
    data
        The items; clip lengths are read from their files. Answers that do not fit are an error.
    lengths
        item -> stream -> seconds, instead of reading them from ``data``.
    allow_partial
        Give curves although the length of a clip is not known; the result still says ``complete: false``.

    Raises
    ------
    InputError
        Two answers of one reviewer to one item, or an answer that does not fit ``data``.

    Examples
    --------
    >>> from evalcore.review import Mark
    >>> broke = Answer(item="ball", reviewer="ann", violations=(Mark(stream="a", t=2.0),), clean=("b",))
    >>> whole = Answer(item="cup", reviewer="ann", clean=("a", "b"))
    >>> result = survival([broke, whole], lengths={item: {"a": 5.0, "b": 5.0} for item in ("ball", "cup")})
    >>> [(point.t, point.unbroken) for point in result.by_stream["a"].curve], result.by_stream["a"].median
    ([(2.0, 0.5), (5.0, 0.5)], 2.0)
    """
    given = answers if isinstance(answers, Answers) else Answers.of(answers)
    if data is not None:
        data.check(given)
        lengths = data.lengths() if lengths is None else lengths
    agreed = consensus(given)
    rollouts, failures = [], []
    for row in agreed.streams:
        length = (lengths or {}).get(row.item, {}).get(row.stream)
        if row.verdict == "clean" and length is None:
            failures.append(Failure(f"{row.item}/{row.stream}", "length", NO_LENGTH))
        else:
            rollouts.append(_rollout(row, length))
    reason = None
    if failures and not allow_partial:
        reason = f"{len(failures)} of {len(agreed.streams)} rollouts have no known length; see failures"
    return SurvivalResult(
        coverage=Coverage(requested=len(agreed.streams), done=len(rollouts), failed=len(failures)),
        failures=tuple(failures),
        record=record(
            config=SurvivalConfig(allow_partial),
            inputs={**given.files, **(data.files if data else {})},
            packages=PACKAGES,
        ),
        by_stream={
            stream: _curve([one for one in rollouts if one.stream == stream], reason)
            for stream in _ordered(agreed.streams, data)
        },
        rollouts=tuple(rollouts),
    )


def _rollout(row: StreamConsensus, length: float | None) -> ReviewedRollout:
    broken = row.verdict == "break"
    t = row.t if broken else length
    assert t is not None
    return ReviewedRollout(row.item, row.stream, broken, t, row.type, row.marked, row.clean, row.type_reason)


def _ordered(rows: Sequence[StreamConsensus], data: ReviewData | None) -> list[str]:
    """Stream ids in the order of the items' panels where they are known, else by name."""
    found = sorted({row.stream for row in rows})
    known = dict.fromkeys(stream for item in data.items for stream in item.stream_ids) if data else {}
    return [*(stream for stream in known if stream in found), *(stream for stream in found if stream not in known)]


def _curve(rollouts: Sequence[ReviewedRollout], reason: str | None) -> StreamSurvival:
    n, broken = len(rollouts), sum(one.broken for one in rollouts)
    if reason is not None or not n:
        reason = reason or "no rollout of it has a known length"
        return StreamSurvival(n, broken, None, None, None, (), reason, reason, reason, reason)
    curve = kaplan_meier([one.t for one in rollouts], [one.broken for one in rollouts])
    median = curve.median
    columns = (curve.time, curve.at_risk, curve.events, curve.censored, curve.share, curve.low, curve.high)
    return StreamSurvival(
        n=n,
        broken=broken,
        median=median.time,
        median_low=median.low,
        median_high=median.high,
        curve=tuple(
            SurvivalPoint(*values[:-2], *(None if np.isnan(bound) else bound for bound in values[-2:]))
            for values in zip(*(column.tolist() for column in columns), strict=True)
        ),
        median_reason=median.time_reason,
        median_low_reason=median.low_reason,
        median_high_reason=median.high_reason,
    )
