from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest

from evalcore.errors import InputError
from evalcore.joined import PreferenceResult, preference
from evalcore.joined.preference import NEVER_LOST, NEVER_WON, NO_RESAMPLES, NOT_COMPARED, ONE_WAY
from evalcore.review import TIE, Answer, Preference, load
from evalcore.stats import bootstrap_interval, bradley_terry, resample_indices
from tests.joined.space import answers

STREAMS = ("a", "b", "c")


def said(*winners: str | None, streams=STREAMS, reviewer: str = "ann") -> list[Answer]:
    """One answer an item, all streams of it clean."""
    return [
        Answer(item=f"i{k:02}", reviewer=reviewer, clean=tuple(streams), preference=Preference(winner=winner))
        for k, winner in enumerate(winners)
    ]


def test_a_preference_is_a_win_over_each_other_stream_and_a_tie_half_of_one():
    result = preference(said("a", "a", "b", TIE, None, "c"), resamples=0)
    a, b = result.by_stream["a"], result.by_stream["b"]
    assert (a.n, a.chosen, a.tied) == (5, 2, 1)
    assert (a.wins, a.comparisons) == (2 * 2 + 1, 2 * 2 + 1 + 1 + 2 * 0.5 + 1)  # b and c are each chosen once
    assert a.win_rate == a.wins / a.comparisons
    pairs = {(one.stream, one.other): (one.wins, one.losses) for one in result.pairs}
    assert pairs == {("a", "b"): (2.5, 1.5), ("a", "c"): (2.5, 1.5), ("b", "c"): (1.5, 1.5)}
    assert b.strength == result.by_stream["c"].strength
    assert a.strength - b.strength == pytest.approx(math.log(2.5 / 1.5))
    assert sum(one.strength for one in result.by_stream.values()) == pytest.approx(0, abs=1e-12)
    assert (a.win_rate_ci95, a.win_rate_ci95_reason, a.strength_ci95_reason) == (None, NO_RESAMPLES, NO_RESAMPLES)
    assert (result.n_items, result.coverage.done) == (5, 5)


def test_streams_that_never_lose_or_never_win_have_no_strength_and_the_others_have():
    result = preference(said("a", "a", "b", "c", "b"), resamples=0)
    assert result.by_stream["a"].strength is not None
    # b and c are preferred to each other, and a is never passed over where it is shown.
    shown = [*said("a", "a"), *said("b", "b", "c", streams=("b", "c"), reviewer="bob")]
    parts = preference([msgspec.structs.replace(one, item=f"{one.item}{one.reviewer}") for one in shown]).by_stream
    assert (parts["a"].strength, parts["a"].strength_reason) == (None, NEVER_LOST)
    assert (parts["a"].win_rate, parts["a"].strength_ci95_reason) == (1.0, NEVER_LOST)
    assert parts["b"].strength - parts["c"].strength == pytest.approx(math.log(2))
    alone = preference(said("a", "a", streams=("a", "b"))).by_stream
    assert (alone["a"].strength_reason, alone["b"].strength_reason) == (NEVER_LOST, NEVER_WON)


def test_groups_that_were_never_compared_are_not_put_on_one_scale():
    first = said("a", "b", TIE, streams=("a", "b"))
    second = said("c", "d", streams=("c", "d"), reviewer="bob")
    given = [msgspec.structs.replace(one, item=f"{one.item}{one.reviewer}") for one in (*first, *second)]
    parts = preference(given, resamples=0).by_stream
    assert parts["a"].strength == parts["b"].strength == 0
    assert {parts[name].strength_reason for name in "cd"} == {ONE_WAY}
    assert parts["c"].win_rate == 0.5


def test_a_stream_that_is_alone_is_compared_with_nothing():
    (one,) = preference(said("a", streams=("a",))).by_stream.values()
    assert (one.chosen, one.win_rate, one.win_rate_reason, one.strength_reason) == (1, None, NOT_COMPARED, NOT_COMPARED)


def test_intervals_are_those_of_the_one_bootstrap_rule_over_items():
    winners = ["a", "b", "c", "a", TIE, "b", "a", "c"]
    given = [*said(*winners), *said("a", "a", "b", "c", reviewer="bob")]
    result = preference(given, seed=3)
    by_item = [preference([one for one in given if one.item == f"i{k:02}"], resamples=0) for k in range(len(winners))]
    wins = np.zeros((len(winners), 3, 3))
    for k, one in enumerate(by_item):
        for pair in one.pairs:
            i, j = STREAMS.index(pair.stream), STREAMS.index(pair.other)
            wins[k, i, j], wins[k, j, i] = pair.wins, pair.losses
    drawn = wins[resample_indices(len(winners), seed=3)].sum(axis=1)
    of_a = result.by_stream["a"]
    assert of_a.strength_ci95 == bootstrap_interval(bradley_terry(drawn)[:, 0], n=len(winners)).ci95
    rates = drawn[:, 0].sum(axis=1) / (drawn[:, 0].sum(axis=1) + drawn[:, :, 0].sum(axis=1))
    assert of_a.win_rate_ci95 == pytest.approx(bootstrap_interval(rates, n=len(winners)).ci95)


def test_few_items_and_resamples_without_a_strength_have_no_interval():
    few = preference(said("a", "b", "c", TIE)).by_stream["a"]
    assert few.strength_ci95 is None
    assert few.strength_ci95_reason == "a bootstrap interval needs at least 5 units; there are 4"
    rare = preference(said(*"aaaaaab", streams=("a", "b"))).by_stream["a"]
    assert rare.strength is not None
    assert rare.strength_ci95_reason.startswith("undefined in ")
    assert rare.win_rate_ci95 is not None


def test_the_items_say_which_streams_were_shown(joined):
    result = preference(answers(), data=load(joined))
    assert list(result.by_stream) == ["close", "late"]
    close = result.by_stream["close"]
    assert (close.n, close.chosen, close.tied, close.wins, close.comparisons) == (12, 9, 2, 10.0, 12.0)
    assert (result.n_items, result.n_reviewers) == (6, 2)


def test_the_schema_says_it_where_there_are_no_items(joined):
    unseen = [Answer(item="i", reviewer="ann", preference=Preference(winner="late"))]
    result = preference(unseen, schema=load(joined).schema, resamples=0)
    assert result.by_stream["close"].comparisons == 1
    wrong = [Answer(item="i", reviewer="ann", preference=Preference(winner="other"))]
    with pytest.raises(InputError, match="the winner 'other' is not a stream of the item"):
        preference(wrong, schema=load(joined).schema)


def test_without_any_preference_there_is_nothing():
    result = preference(said(None, None))
    assert (result.by_stream, result.pairs, result.n_items) == ({}, (), 0)


def test_it_is_kept_and_read_back(joined, tmp_path):
    result = preference(answers(), data=load(joined))
    result.save(tmp_path)
    assert PreferenceResult.read(tmp_path) == result
    assert (len(result.scores), len(result.rows)) == (2, 1)
