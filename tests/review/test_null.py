from __future__ import annotations

import numpy as np
import pytest

from evalcore.review import null
from evalcore.review.null import null_matches, pools_of
from evalcore.review.panels import panels_of
from tests.review.small import answer, random_answers


def test_a_pool_is_of_other_items_with_as_many_marks_on_clips_as_long():
    answers = [
        answer("a", "ann", {"s": [1.0]}),
        answer("a", "bob", {"s": [2.0], "u": [1.0]}),
        answer("b", "ann", {"s": [3.0]}),
        answer("c", "ann", {"s": [1.0, 3.0]}),
        answer("d", "ann", {"s": [1.0]}),
        answer("e", "ann", clean=["s"]),
        answer("f", "ann", {"s": [1.0]}),
    ]
    panels = panels_of(answers)
    names = [
        f"{panels.items[i]}/{panels.streams[s]}/{panels.reviewers[r]}"
        for i, s, r in zip(panels.item, panels.stream, panels.reviewer, strict=True)
    ]
    length = np.array([{"b": 5.04, "d": 5.08, "f": np.nan}.get(name[0], 5.0) for name in names])
    pools = pools_of(panels, length=length, frame=np.full(len(panels), 0.04))
    sizes = dict(zip(names, pools.size.tolist(), strict=True))
    # a: b is one frame longer. b: the three of a, and d. d: b. f has no known length, c and e no equal.
    assert sizes == {
        "a/s/ann": 1,
        "a/s/bob": 1,
        "a/u/bob": 1,
        "b/s/ann": 4,
        "c/s/ann": 0,
        "d/s/ann": 1,
        "e/s/ann": 0,
        "f/s/ann": 0,
    }


def test_draws_are_the_same_whatever_is_in_memory(monkeypatch):
    panels = panels_of(random_answers(np.random.default_rng(0), items=10, reviewers=3, streams=2))
    one, other = panels.pairs
    pools = pools_of(panels, length=np.full(len(panels), 5.0), frame=np.full(len(panels), 0.04))
    arguments = {"tolerance": np.full((len(one), 2), [0.25, np.nan]), "draws": 20, "seed": 1}
    first = null_matches(panels, pools, one, other, **arguments)
    monkeypatch.setattr(null, "SIDES", 7)
    assert (null_matches(panels, pools, one, other, **arguments) == first).all()
    assert first[:, 0].sum() > 0
    assert (first[:, 1] == 0).all()
    assert (null_matches(panels, pools, one, other, **{**arguments, "seed": 2}) != first).any()


def test_with_many_draws_it_is_the_mean_over_the_pools():
    panels = panels_of(random_answers(np.random.default_rng(3), items=8, reviewers=2, streams=1))
    one, other = panels.pairs
    pools = pools_of(panels, length=np.full(len(panels), 5.0), frame=np.full(len(panels), 0.04))
    possible = (pools.size[one] > 0) & (pools.size[other] > 0)
    one, other = one[possible], other[possible]
    found = null_matches(panels, pools, one, other, tolerance=np.full((len(one), 1), 0.5), draws=4000, seed=0)

    def mean(kept, replaced):
        candidates = [
            p
            for p in range(len(panels))
            if panels.item[p] != panels.item[replaced] and panels.marks[p] == panels.marks[replaced]
        ]
        from tests.reference.review import best_matching

        def times(panel):
            return panels.time[panels.first[panel] : panels.first[panel + 1]].tolist()

        return np.mean([best_matching(times(kept), times(p), 0.5)[1] for p in candidates])

    expected = [(mean(a, b) + mean(b, a)) / 2 for a, b in zip(one, other, strict=True)]
    assert found[:, 0] == pytest.approx(expected, abs=0.03)
