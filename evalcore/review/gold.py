"""Items with known answers, and how each reviewer does on them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from evalcore.errors import InputError, nearest
from evalcore.jsonl import read_rows
from evalcore.review.answers import Answers
from evalcore.review.config import EPSILON, HEADLINE
from evalcore.review.data import ReviewData

__all__ = ["GoldScore", "GoldStream", "gold_scores", "read_gold"]

NO_BROKEN = "no answered stream of the gold items has a break"
NO_CLEAN = "no answered stream of the gold items is without a break"
NO_FOUND = "no break was found"


class GoldStream(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The known answer to one stream: where it breaks, in seconds, null where it does not."""

    item: str
    stream: str
    t: float | None = None
    type: str | None = None


@dataclass(frozen=True)
class GoldScore:
    """One reviewer on the gold streams that he or she answered.

    ``recall`` is found / broken, where a break is found by a mark at most the tolerance away; ``false_alarms`` is the
    share of the unbroken streams with a mark. ``mean_lag`` and ``median_lag`` (seconds) are mark - truth over found
    breaks, of the nearest mark: positive is late.
    """

    reviewer: str
    n_streams: int
    broken: int
    found: int
    recall: float | None
    false_alarms: float | None
    mean_lag: float | None
    median_lag: float | None
    recall_reason: str | None = None
    false_alarms_reason: str | None = None
    lag_reason: str | None = None


def read_gold(data: ReviewData) -> tuple[GoldStream, ...]:
    """The known answers of ``review/gold.jsonl``; empty where there is no such file.

    Raises
    ------
    InputError
        A row at fault, an unknown item or stream, or a stream twice; with file and line.
    """
    path = data.workspace.path("review", "gold.jsonl")
    if not path.exists():
        return ()
    known = {item.item: item.stream_ids for item in data.items}
    found: dict[tuple[str, str], GoldStream] = {}
    for line, row in read_rows(path, GoldStream, what="known answers of gold items"):
        where = f"{path}:{line}"
        if row.item not in known:
            raise InputError(f"there is no item {row.item!r}.", where=where, fix=nearest(row.item, known))
        if row.stream not in known[row.item]:
            raise InputError(
                f"the item has no stream {row.stream!r}.", where=where, fix=nearest(row.stream, known[row.item])
            )
        if row.t is not None and not (math.isfinite(row.t) and row.t >= 0):
            raise InputError(f"t is {row.t}; seconds, 0 or more, were expected.", where=where)
        if (row.item, row.stream) in found:
            raise InputError("the stream stands there twice.", where=where, fix="Keep one row a stream.")
        found[row.item, row.stream] = row
    return tuple(found.values())


def gold_scores(answers: Answers, gold: Sequence[GoldStream], *, tolerance: float = HEADLINE) -> tuple[GoldScore, ...]:
    """Recall, false alarms and lag of every reviewer who answered a gold stream, by name.

    Raises
    ------
    InputError
        A tolerance that is not above 0.
    """
    if not (math.isfinite(tolerance) and tolerance > 0):
        raise InputError(f"the tolerance is {tolerance}.", fix="Give seconds, above 0.")
    truth = {(row.item, row.stream): row.t for row in gold}
    lags: dict[str, list[float | None]] = {}
    alarms: dict[str, list[bool]] = {}
    for answer in answers:
        for stream in answer.answered:
            if (answer.item, stream) not in truth:
                continue
            times = [mark.t for mark in answer.violations if mark.stream == stream]
            t = truth[answer.item, stream]
            found, quiet = lags.setdefault(answer.reviewer, []), alarms.setdefault(answer.reviewer, [])
            if t is None:
                quiet.append(bool(times))
                continue
            lag = min((one - t for one in times), key=abs, default=math.inf)
            found.append(lag if abs(lag) <= tolerance + EPSILON else None)
    return tuple(_score(name, lags[name], alarms[name]) for name in sorted(lags))


def _score(reviewer: str, lags: Sequence[float | None], alarms: Sequence[bool]) -> GoldScore:
    found = [lag for lag in lags if lag is not None]
    return GoldScore(
        reviewer=reviewer,
        n_streams=len(lags) + len(alarms),
        broken=len(lags),
        found=len(found),
        recall=len(found) / len(lags) if lags else None,
        false_alarms=sum(alarms) / len(alarms) if alarms else None,
        mean_lag=float(np.mean(found)) if found else None,
        median_lag=float(np.median(found)) if found else None,
        recall_reason=None if lags else NO_BROKEN,
        false_alarms_reason=None if alarms else NO_CLEAN,
        lag_reason=None if found else NO_FOUND,
    )
