from __future__ import annotations

import json

import pytest

from evalcore.errors import InputError
from evalcore.review import Prediction, Predictions, align, consensus, load_alignment
from tests.review.small import answer


def people(**streams):
    """The consensus of one reviewer: each stream of item ``i`` breaks at a time, or not (None)."""
    return consensus(
        [
            answer(
                "i",
                "ann",
                {name: [t] for name, t in streams.items() if t is not None},
                clean=[name for name, t in streams.items() if t is None],
                types=["drift"] * sum(t is not None for t in streams.values()),
            )
        ]
    )


def judge(**streams):
    rows = [Prediction(item="i", stream=name, resolution=0.25, **said) for name, said in streams.items()]
    return Predictions(tuple(rows))


def test_by_hand():
    human = people(a=3.1, b=4.0, c=None, d=None, e=2.0)
    said = judge(
        a={"t": 3.0, "type": "drift"},
        b={"t": None},
        c={"t": 2.0},
        d={"t": None},
        e={"t": 3.0, "type": "flicker"},
        f={"t": 1.0},
        g={"t": None, "error": "timeout"},
    )
    result = align(human, said, fps=25.0, resamples=0)
    half, quarter, headline, second = result.sweep[:4]
    assert (half.tolerance, half.tolerance_frames, half.n, half.left_out) == (None, 0.5, 0, 5)
    assert half.agreement is None
    assert half.agreement_reason == "no prediction can be compared with a consensus"
    assert (headline.both, headline.judge_only, headline.human_only, headline.neither) == (2, 1, 1, 1)
    assert headline.agreement == pytest.approx(3 / 5)
    # Cohen: observed 3/5, by chance (3 * 3 + 2 * 2) / 25.
    assert headline.kappa == pytest.approx((15 - 13) / (25 - 13))
    assert headline.precision == pytest.approx(2 / 3)
    assert headline.recall == pytest.approx(2 / 3)
    assert (headline.hits, headline.hit_rate) == (1, 0.5)
    assert headline.mean_offset == pytest.approx((0.1 + 1.0) / 2)
    assert headline.mean_offset_frames == pytest.approx(25 * 0.55)
    assert (headline.n_categories, headline.category_agreement) == (1, 1.0)
    assert (second.hits, second.n_categories, second.category_agreement) == (2, 2, 0.5)
    assert (quarter.tolerance_frames, quarter.left_out) == (6.25, 0)
    assert (result.n_predictions, result.n_failed, result.n_without_consensus, result.n_not_judged) == (7, 1, 1, 0)
    assert [(row.stream, row.outcome) for row in result.streams] == [
        ("a", "both"),
        ("b", "human_only"),
        ("c", "judge_only"),
        ("d", "neither"),
        ("e", "both"),
    ]


def test_a_failed_call_is_a_failure_and_no_verdict():
    result = align(people(a=None), judge(a={"t": None, "error": "timeout"}), resamples=0)
    assert not result.complete
    assert (result.failures[0].unit, result.failures[0].message) == ("i/a", "timeout")
    assert result.sweep[0].n == 0
    assert result.n_not_judged == 1


def test_the_tolerance_itself_is_a_hit():
    result = align(people(a=3.5), judge(a={"t": 3.0}), tolerances=[0.5], resamples=0)
    assert result.sweep[0].hits == 1


@pytest.mark.parametrize(
    ("human", "said", "reasons"),
    [
        (
            {"a": None},
            {"a": {"t": None}},
            {
                "kappa": "judge and consensus say the same of every compared stream",
                "precision": "the judge sees no break on a compared stream",
                "recall": "the consensus has no break on a compared stream",
                "hit_rate": "judge and consensus both see a break on no stream",
                "mean_offset": "judge and consensus both see a break on no stream",
                "category_agreement": "no hit has a type from both",
            },
        ),
        (
            {"a": 1.0},
            {"a": {"t": 1.0}},
            {
                "kappa": "judge and consensus say the same of every compared stream",
                "mean_offset_frames": "the frame rate is not known for all streams",
                "category_agreement": "no hit has a type from both",
            },
        ),
    ],
)
def test_why_a_figure_is_undefined(human, said, reasons):
    row = align(people(**human), judge(**said), tolerances=[0.5], resamples=0).sweep[0]
    for name, reason in reasons.items():
        assert getattr(row, name) is None
        assert getattr(row, f"{name}_reason") == reason


def test_judge_and_people_who_always_differ():
    row = align(people(a=1.0, b=None), judge(a={"t": None}, b={"t": 1.0}), tolerances=[0.5], resamples=0).sweep[0]
    assert (row.agreement, row.kappa, row.precision, row.recall) == (0, -1, 0, 0)


def test_intervals_are_over_items():
    answers = [answer(f"i{k}", "ann", {"a": [1.0]} if k % 2 else {}, clean=() if k % 2 else ("a",)) for k in range(20)]
    rows = [Prediction(item=f"i{k}", stream="a", t=1.2 if k % 3 else None) for k in range(20)]
    row = align(consensus(answers), Predictions(tuple(rows)), resamples=500).sweep[1]
    for name in ("agreement", "kappa", "precision", "recall"):
        low, high = row.ci95[name]
        assert low < getattr(row, name) < high
    assert row.ci95["hit_rate"] == (1.0, 1.0)
    assert row.ci95_reason == {"category_agreement": "no hit has a type from both"}


def test_it_is_kept_and_read_back(tmp_path):
    result = align(people(a=3.1, b=None), judge(a={"t": 3.0}, b={"t": 1.0}), resamples=10)
    result.save(tmp_path)
    assert load_alignment(tmp_path).to_json() == result.to_json()
    assert json.loads((tmp_path / "result.json").read_text())["sweep"][0]["tolerance_frames"] == 0.5
    assert len(result.scores) == 5
    assert list(result.rows["outcome"]) == ["both", "judge_only"]


def test_what_is_refused():
    with pytest.raises(InputError, match="the frame rate is -1"):
        align(people(a=1.0), judge(a={"t": 1.0}), fps=-1)
    with pytest.raises(InputError, match="the tolerances are"):
        align(people(a=1.0), judge(a={"t": 1.0}), tolerances=[0])
