from __future__ import annotations

import random
from dataclasses import asdict

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.errors import InputError
from evalcore.review import Answers, Counterfactual, Preference, agreement
from evalcore.stats import krippendorff_alpha
from tests.reference import review as reference
from tests.review.small import FPS, answer, answer_sets, lengths_of, random_answers, unhurried


def computed(answers, **options):
    return agreement(answers, **{"fps": FPS, "lengths": lengths_of(answers), "resamples": 0, **options})


def close(expected):
    return pytest.approx(expected, rel=0, abs=1e-9)


def one_break(item, **times):
    """Reviewers who marked the only stream at a time, or saw no break (None)."""
    return [
        answer(item, who, {"s": [t]}) if t is not None else answer(item, who, clean=["s"]) for who, t in times.items()
    ]


def test_by_hand():
    answers = [
        *one_break("a", ann=1.02, bob=1.06),  # one frame apart
        *one_break("b", ann=2.02, bob=None),
        *one_break("c", ann=None, bob=None),
    ]
    result = computed(answers)
    # Break or clean: coincidences bb 2, bc 2 (both ways), cc 2; alpha = 1 - 5 * 2 / (36 - 9 - 9).
    assert result.detection.alpha == close(1 - 10 / 18)
    assert result.detection.raw_agreement == close(2 / 3)
    assert (result.detection.n_units, result.detection.n_judgements) == (3, 6)
    half, quarter = result.sweep[0], result.sweep[1]
    assert (half.tolerance, half.tolerance_frames) == (None, 0.5)
    assert (quarter.tolerance, quarter.tolerance_frames) == (0.25, 6.25)
    # Three marks on streams that have any: none of them on the same frame, two within a quarter of a second.
    assert (half.matching.f1, half.matching.n_marks, half.matching.n_pairs) == (0, 3, 2)
    assert quarter.matching.f1 == close(2 / 3)
    assert quarter.localization.mean_offset == close(0.04)
    assert quarter.localization.mean_offset_frames == close(1.0)
    assert result.headline is result.sweep[2]


@unhurried
@given(answers=answer_sets())
def test_the_figures_are_those_of_the_plain_reference(answers):
    result = computed(answers)
    table = reference.table(reference.detection(answers))
    alpha = krippendorff_alpha(table, level="nominal") if table.size else np.nan
    assert result.detection.alpha == (None if np.isnan(alpha) else close(alpha))
    for row, tolerance in zip(result.sweep, (0.5 / FPS, 0.25, 0.5, 1.0, 2.0), strict=True):
        expected = reference.f1(answers, tolerance)
        assert row.matching.f1 == (None if expected is None else close(expected))
        judged = reference.breaks(answers, tolerance)
        for found, part, level in ((row.category, 0, "nominal"), (row.severity, 1, "ordinal")):
            table = reference.table([{who: pair[part] for who, pair in unit.items()} for unit in judged])
            alpha = krippendorff_alpha(table, level=level) if table.size else np.nan
            assert found.alpha == (None if np.isnan(alpha) else close(alpha))


@pytest.mark.parametrize("seed", range(3))
def test_the_null_is_that_of_the_plain_reference(seed):
    answers = random_answers(np.random.default_rng(seed), items=5, reviewers=3, streams=2)
    lengths = lengths_of(answers)
    lengths["i001"] = dict.fromkeys(lengths["i001"], 5.04)  # one frame longer is as long
    lengths["i000"]["s0"] = 3.0  # a clip of another length has no panels to compare with
    result = agreement(answers, fps=FPS, lengths=lengths, resamples=0, breakdowns=False, seed=seed)
    for row, tolerance in zip(result.sweep, (0.5 / FPS, 0.25, 0.5, 1.0, 2.0), strict=True):
        f1, f1_null = reference.kappa_loc(answers, tolerance, lengths=lengths, frame=1 / FPS, seed=seed)
        found = row.localization
        assert (found.f1, found.f1_null) == (close(f1), close(f1_null))
        assert found.kappa_loc == close((f1 - f1_null) / (1 - f1_null))
        assert found.n_left_out > 0


@unhurried
@given(answers=answer_sets(items=5, reviewers=4), seed=st.integers(0, 9))
def test_names_and_order_of_reviewers_change_nothing(answers, seed):
    names = [f"r{k}" for k in range(4)]
    renamed = dict(zip(names, random.Random(seed).sample(["zoe", "ann", "Bob", "42"], 4), strict=True))
    others = [msgspec.structs.replace(one, reviewer=renamed[one.reviewer]) for one in answers]
    random.Random(seed).shuffle(others)
    first, second = (computed(given, resamples=50) for given in (answers, others))
    for name in ("detection", "sweep", "preference", "counterfactual", "by_stream", "worst_items"):
        assert getattr(first, name) == getattr(second, name)
    parts = {renamed[name]: part for name, part in first.by_reviewer.items()}
    assert parts == second.by_reviewer


@unhurried
@given(answers=answer_sets(), tolerances=st.lists(st.floats(0.02, 3.0), min_size=2, max_size=6, unique=True))
def test_f1_never_falls_as_the_tolerance_grows(answers, tolerances):
    sweep = computed(answers, tolerances=tolerances, breakdowns=False).sweep
    matched = [row.matching.n_matched for row in sweep]
    assert matched == sorted(matched)
    assert [row.tolerance for row in sweep] == sorted(tolerances)


def test_only_answered_panels_enter_and_coverage_counts_the_others():
    answers = [
        answer("a", "ann", {"s": [1.0]}, clean=["u"]),
        answer("a", "bob", {"s": [1.0]}),
        answer("b", "ann", clean=["s"]),
    ]
    coverage = computed(answers).coverage
    assert (coverage.shown, coverage.answered, coverage.share, coverage.known) == (5, 4, 0.8, False)
    assert asdict(coverage.by_reviewer["bob"]) == {"shown": 2, "answered": 1}
    assert asdict(coverage.by_stream["u"]) == {"shown": 2, "answered": 1}
    assert (coverage.requested, coverage.done) == (3, 3)
    assert computed(answers).detection.n_units == 1


def test_why_a_figure_is_undefined():
    alone = computed([answer("a", "ann", {"s": [1.0]})])
    assert alone.detection.alpha is None
    assert alone.detection.alpha_reason == "fewer than two reviewers answered"
    assert alone.detection.ci95_reason == "fewer than two reviewers answered"
    apart = computed([answer("a", "ann", {"s": [1.0]}), answer("b", "bob", {"s": [1.0]})])
    assert apart.detection.alpha_reason.startswith("fewer than two judgements")
    assert apart.headline.matching.f1_reason.startswith("no pair of reviewers has a mark")
    agreed = computed(one_break("a", ann=1.0, bob=1.0))
    assert agreed.detection.alpha_reason.startswith("no variation")
    assert agreed.detection.raw_agreement == 1
    assert agreed.preference.alpha_reason.startswith("fewer than two reviewers")
    assert agreed.headline.localization.kappa_loc_reason.startswith("no pair of panels with a mark has enough")
    assert agreed.headline.localization.n_left_out == 1
    clean = computed(one_break("a", ann=None, bob=None))
    assert clean.headline.localization.kappa_loc_reason.startswith("no pair of reviewers has a mark")
    assert clean.headline.localization.mean_offset is None


def test_without_lengths_there_is_no_null():
    result = agreement(one_break("a", ann=1.0, bob=1.0), fps=FPS)
    assert result.headline.localization.kappa_loc is None
    assert result.headline.localization.kappa_loc_reason.startswith("the clips' lengths are not known")
    assert result.headline.matching.f1 == 1


def test_where_chance_matches_everything_nothing_is_left():
    answers = [one for k in range(6) for one in one_break(f"i{k}", ann=1.0, bob=1.0)]
    localization = computed(answers).headline.localization
    assert (localization.f1, localization.f1_null) == (1, 1)
    assert localization.kappa_loc is None
    assert "nothing is left to tell agreement from chance" in localization.kappa_loc_reason


def test_without_a_rate_there_is_no_frame():
    answers = one_break("a", ann=1.0, bob=1.0)
    result = agreement(answers)
    half, quarter = result.sweep[0], result.sweep[1]
    assert half.matching.f1 is None
    assert half.matching.f1_reason == "the frame rate is not known for all streams"
    assert (quarter.tolerance_frames, quarter.localization.mean_offset) == (None, 0)
    assert quarter.localization.mean_offset_frames is None


def test_preference_and_counterfactual_drop_blanks_and_count_a_tie():
    def said(item, who, winner, verdict):
        return msgspec.structs.replace(
            answer(item, who),
            preference=Preference(winner=winner),
            counterfactual=Counterfactual(verdict=verdict),
        )

    answers = [
        said("a", "ann", "s", "plausible"),
        said("a", "bob", "s", "unclear"),
        said("b", "ann", "__tie__", None),
        said("b", "bob", "s", None),
        said("c", "ann", None, "plausible"),
        said("c", "bob", "s", "plausible"),
    ]
    result = computed(answers)
    assert (result.preference.n_units, result.preference.n_judgements) == (2, 4)
    assert result.preference.alpha == close(krippendorff_alpha([[0, 1], [0, 0]], level="nominal"))
    assert result.counterfactual.alpha == close(krippendorff_alpha([[0, 0], [1, 0]], level="nominal"))


def test_intervals_hold_their_figure_and_need_five_items():
    answers = random_answers(np.random.default_rng(5), items=30, reviewers=3, streams=2)
    result = computed(answers, resamples=300)
    for figure, interval in [
        (result.detection.alpha, result.detection.ci95),
        *((row.matching.f1, row.matching.ci95) for row in result.sweep),
        *((row.localization.kappa_loc, row.localization.ci95) for row in result.sweep),
    ]:
        low, high = interval
        assert low <= figure <= high
        assert low < high
    few = computed(random_answers(np.random.default_rng(5), items=4, reviewers=3, streams=2), resamples=300)
    assert few.detection.ci95 is None
    assert few.detection.ci95_reason == "a bootstrap interval needs at least 5 units; there are 4"


def test_an_interval_is_the_bootstrap_of_the_whole_computation():
    answers = random_answers(np.random.default_rng(1), items=8, reviewers=2, streams=1)
    result = computed(answers, resamples=40, breakdowns=False)
    drawn = np.random.default_rng(0).integers(0, 8, size=(40, 8))
    items = sorted({one.item for one in answers})
    alphas = []
    for sample in drawn:
        again = [
            msgspec.structs.replace(one, item=f"{k:02d}")
            for k, item in enumerate(sample)
            for one in answers
            if one.item == items[item]
        ]
        alphas.append(computed(again, breakdowns=False).detection.alpha)
    defined = [value for value in alphas if value is not None]
    assert len(defined) > 38
    assert result.detection.ci95 == close(tuple(np.percentile(defined, [2.5, 97.5])))


def test_by_stream_and_by_reviewer_are_the_figures_of_fewer_answers():
    answers = random_answers(np.random.default_rng(2), items=12, reviewers=3, streams=2)
    result = computed(answers)

    def only(stream):
        return [
            msgspec.structs.replace(
                one,
                violations=tuple(mark for mark in one.violations if mark.stream == stream),
                clean=tuple(name for name in one.clean if name == stream),
            )
            for one in answers
        ]

    for stream, part in result.by_stream.items():
        whole = computed(only(stream), breakdowns=False)
        assert part.detection == whole.detection
        assert part.matching == whole.headline.matching
        assert part.category == whole.headline.category
    for reviewer, part in result.by_reviewer.items():
        whole = computed([one for one in answers if one.reviewer != reviewer], breakdowns=False)
        assert part.detection == whole.detection
        assert part.matching == whole.headline.matching
        assert part.n_answers == 12
        assert part.with_others.n_pairs + part.matching.n_pairs == result.headline.matching.n_pairs


def test_the_worst_items_come_first():
    answers = [
        *one_break("agreed", ann=1.0, bob=1.1),
        *one_break("clean", ann=None, bob=None),
        *one_break("seen by one", ann=1.0, bob=None),
        *[answer("half", who, {"s": [1.0], "u": [t]}) for who, t in (("ann", 1.0), ("bob", 3.0))],
        answer("alone", "ann", {"s": [1.0]}),
    ]
    worst = computed(answers).worst_items
    assert [(row.item, row.agreement) for row in worst] == [
        ("seen by one", 0.0),
        ("half", 0.5),
        ("agreed", 1.0),
        ("clean", 1.0),
    ]
    assert (worst[0].raw_agreement, worst[0].f1, worst[0].n_reviewers) == (0, 0, 2)
    assert (worst[1].raw_agreement, worst[1].f1, worst[1].worst_stream) == (1, 0.5, "u")
    assert worst[3].f1_reason.startswith("no pair of reviewers has a mark")


def test_a_headline_that_the_sweep_does_not_have_is_the_nearest():
    answers = one_break("a", ann=1.0, bob=1.0)
    assert computed(answers, tolerances=[0.3, 1.0], headline=0.5).headline_tolerance == 0.3


def test_progress_ends_with_all():
    seen = []
    computed(one_break("a", ann=1.0, bob=1.0), progress=lambda done, total: seen.append((done, total)))
    assert seen[0] == (0, 8)
    assert seen[-1] == (8, 8)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_marks_at_both_ends_and_many_streams():
    answers = [answer("a", who, {f"s{k}": [0.02, 4.98] for k in range(12)}) for who in ("ann", "bob")]
    result = computed(answers)
    assert result.sweep[0].matching.f1 == 1
    assert len(result.by_stream) == 12


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "krippendorff"}, "there is no method 'krippendorff'"),
        ({"tolerances": []}, "the tolerances are"),
        ({"tolerances": [0.5, -1]}, "each above 0"),
        ({"tolerances": [float("nan")]}, "each above 0"),
        ({"fps": 0.0}, "the frame rate is 0.0"),
    ],
)
def test_what_is_refused(options, message):
    with pytest.raises(InputError, match=message):
        agreement(one_break("a", ann=1.0, bob=1.0), **options)


def test_no_answers_and_double_answers():
    with pytest.raises(InputError, match="there is no answer"):
        agreement([])
    with pytest.raises(InputError, match="answers item 'a' twice"):
        agreement([answer("a", "ann"), answer("a", "ann")])
    assert len(Answers.of([answer("a", "ann"), answer("a", "bob")])) == 2
