"""Which streams reviewers prefer: win rates, and strengths on one scale."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from evalcore.batch import Coverage, record
from evalcore.errors import InputError
from evalcore.joined.config import PreferenceConfig
from evalcore.joined.preference_result import PairWins, PreferenceResult, StreamPreference
from evalcore.review import TIE, Answer, Answers, ReviewData, Schema
from evalcore.stats import Resampling, bootstrap_interval, bradley_terry, win_rate, wins_both_ways

__all__ = ["preference"]

Array = npt.NDArray[np.float64]
PACKAGES = ("numpy",)
NO_RESAMPLES = "no resamples were asked for"
NOT_COMPARED = "no preference compares it with another stream"
NEVER_LOST = "no other stream was ever preferred to it, so that its strength has no upper end"
NEVER_WON = "it was never preferred to another stream, so that its strength has no lower end"
ONE_WAY = "preferences do not connect it with the other streams in both directions"


def preference(
    answers: Answers | Iterable[Answer],
    *,
    data: ReviewData | None = None,
    schema: Schema | None = None,
    resamples: int = 2000,
    seed: int = 0,
) -> PreferenceResult:
    """Win rate and Bradley-Terry strength of each stream, with bootstrap intervals over items.

    A preference says that its winner is better than each other stream of the item, and nothing about those among
    themselves; a tie is half a win each between all of them.

    Parameters
    ----------
    answers
        One a reviewer and item; those without a preference are left out.
    data
        The items: which streams were shown. Answers that do not fit are an error.
    schema
        Where there is no ``data``: the streams that every item shows. Without either, the streams of an item are those
        that its answers mention.
    resamples, seed
        Of the bootstrap; 0 resamples: no intervals.

    Raises
    ------
    InputError
        Two answers of one reviewer to one item, or a winner that the item does not show.

    Examples
    --------
    >>> from evalcore.review import Preference
    >>> answers = [
    ...     Answer(item=f"i{k}", reviewer="ann", clean=("a", "b"), preference=Preference(winner="b" if k == 3 else "a"))
    ...     for k in range(4)
    ... ]
    >>> result = preference(answers, resamples=0)
    >>> [(name, one.win_rate, round(one.strength, 3)) for name, one in result.by_stream.items()]
    [('a', 0.75, 0.549), ('b', 0.25, -0.549)]
    """
    given = answers if isinstance(answers, Answers) else Answers.of(answers)
    if data is not None:
        data.check(given)
    shown = _shown(given, data, schema)
    chosen = [answer for answer in given if answer.preference.winner is not None]
    streams = list(dict.fromkeys(stream for answer in chosen for stream in shown[answer.item]))
    items = {name: place for place, name in enumerate(dict.fromkeys(answer.item for answer in chosen))}
    wins = np.zeros((len(items), len(streams), len(streams)))
    for answer in chosen:
        _add(wins[items[answer.item]], answer, [streams.index(one) for one in shown[answer.item]], streams)
    total = wins.sum(axis=0)
    resampled = None
    if resamples and len(items):
        resampled = Resampling(len(items), resamples=resamples, seed=seed).sums(wins)
    return PreferenceResult(
        coverage=Coverage(requested=len(chosen), done=len(chosen), failed=0),
        failures=(),
        record=record(
            config=PreferenceConfig(resamples, seed),
            inputs={**given.files, **(data.files if data else {})},
            packages=PACKAGES,
        ),
        n_items=len(items),
        n_reviewers=len({answer.reviewer for answer in chosen}),
        by_stream=_by_stream(streams, chosen, shown, total, resampled, len(items)),
        pairs=tuple(
            PairWins(streams[i], streams[j], float(total[i, j]), float(total[j, i]))
            for i, j in combinations(range(len(streams)), 2)
            if total[i, j] + total[j, i]
        ),
    )


def _shown(answers: Answers, data: ReviewData | None, schema: Schema | None) -> dict[str, tuple[str, ...]]:
    """Item -> the streams that a preference was asked between."""
    if data is not None:
        return {item.item: item.stream_ids for item in data.items}
    mentioned: dict[str, set[str]] = {}
    for answer in answers:
        winner = answer.preference.winner
        named = [] if winner in (None, TIE) else [str(winner)]
        mentioned.setdefault(answer.item, set()).update(answer.answered, named)
    if schema is None or not schema.streams:
        return {item: tuple(sorted(streams)) for item, streams in mentioned.items()}
    return dict.fromkeys(mentioned, tuple(stream.stream for stream in schema.streams))


def _add(wins: Array, answer: Answer, among: Sequence[int], streams: Sequence[str]) -> None:
    winner = str(answer.preference.winner)
    if winner == TIE:
        wins[np.ix_(among, among)] += 0.5
        wins[among, among] -= 0.5
        return
    if winner not in [streams[k] for k in among]:
        raise InputError(
            f"the winner {winner!r} is not a stream of the item.",
            where=f"the answer of {answer.reviewer!r} to {answer.item!r}",
            fix=f"There are: {', '.join(streams[k] for k in among)}.",
        )
    wins[streams.index(winner), [k for k in among if streams[k] != winner]] += 1


def _by_stream(
    streams: Sequence[str],
    chosen: Sequence[Answer],
    shown: dict[str, tuple[str, ...]],
    total: Array,
    resampled: Array | None,
    n: int,
) -> dict[str, StreamPreference]:
    if not streams:
        return {}
    rates, strengths = win_rate(total), np.full(len(streams), np.nan)
    group = wins_both_ways(total)
    compared = np.flatnonzero(group == 0)
    if len(compared) > 1:
        strengths[compared] = bradley_terry(total[np.ix_(compared, compared)])
    of_rates = of_strengths = None
    if resampled is not None:
        of_rates, of_strengths = win_rate(resampled), np.full(resampled.shape[:2], np.nan)
        if len(compared) > 1:
            of_strengths[:, compared] = bradley_terry(resampled[:, compared[:, None], compared])
    found = {}
    for k, name in enumerate(streams):
        mine = [answer.preference.winner for answer in chosen if name in shown[answer.item]]
        won, lost = float(total[k].sum()), float(total[:, k].sum())
        rate_reason = None if won + lost else NOT_COMPARED
        strength_reason = None if not np.isnan(strengths[k]) else _why(won, lost)
        rate_ci, no_rate_ci = _interval(of_rates, k, n, rate_reason)
        strength_ci, no_strength_ci = _interval(of_strengths, k, n, strength_reason)
        found[name] = StreamPreference(
            n=len(mine),
            chosen=mine.count(name),
            tied=mine.count(TIE),
            wins=won,
            comparisons=won + lost,
            win_rate=None if rate_reason else float(rates[k]),
            win_rate_ci95=rate_ci,
            strength=None if strength_reason else float(strengths[k]),
            strength_ci95=strength_ci,
            win_rate_reason=rate_reason,
            win_rate_ci95_reason=no_rate_ci,
            strength_reason=strength_reason,
            strength_ci95_reason=no_strength_ci,
        )
    return found


def _why(won: float, lost: float) -> str:
    """Why a stream that is not connected with others by wins in both directions has no strength."""
    if not won + lost:
        return NOT_COMPARED
    return NEVER_LOST if not lost else NEVER_WON if not won else ONE_WAY


def _interval(
    of_resamples: Array | None, stream: int, n: int, reason: str | None
) -> tuple[tuple[float, float] | None, str | None]:
    if reason is not None or of_resamples is None:
        return None, reason or NO_RESAMPLES
    found = bootstrap_interval(of_resamples[:, stream], n=n)
    return found.ci95, found.reason
