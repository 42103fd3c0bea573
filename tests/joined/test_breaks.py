from __future__ import annotations

import shutil
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import spearmanr

from evalcore.errors import InputError
from evalcore.joined import BreaksResult, breaks
from evalcore.joined.breaks import FEW_ROLLOUTS, GIVEN, NO_BREAK, NO_RESAMPLES, NO_SPREAD
from evalcore.review import Answer, Mark, load
from evalcore.stats import bootstrap_interval, resample_indices
from evalcore.workspace import Workspace
from tests.joined.space import CLIPS, answers, seconds


def test_a_break_stands_at_its_step_with_the_error_there(joined, run):
    result = breaks(run, answers(), data=load(joined))
    assert (result.complete, len(result.clips), result.coverage.requested) == (True, 12, 12)
    clips = {(one.clip_id, one.method): one for one in result.clips}
    scored = {(one.clip_id, one.method): one for one in run.clips}
    for place, clip in enumerate(CLIPS[:5]):
        one = clips[clip, "late"]
        assert (one.frame, one.step, one.t, one.type) == (9 + place, 1 + place, seconds(9 + place), "appearance_drift")
        assert one.at_break == scored[clip, "late"].per_step_mad[place]
        assert one.error == scored[clip, "late"].rollout_mad
        assert (one.item, one.stream, one.marked, one.clean, one.sample) == (f"item-{clip}", "late", 2, 0, None)
    whole = clips["f", "late"]  # its file is a copy elsewhere in the workspace
    assert (whole.broken, whole.t, whole.step, whole.at_break, whole.reason) == (False, None, None, None, NO_BREAK)
    given = clips["a", "close"]
    assert (given.frame, given.step, given.at_break, given.at_break_reason) == (3, -5, None, GIVEN)
    assert breaks(run, answers(), data=load(joined), metric="ssim").clips[0].error == scored["a", "close"].rollout_ssim


def test_correlations_are_spearmans_over_the_one_bootstrap_rule(joined, run):
    result = breaks(run, answers(), data=load(joined))
    assert [(one.method, one.step) for one in result.correlations] == [
        *((None, step) for step in (None, *range(1, 9))),
        ("close", None),
        ("late", None),
    ]
    error = np.array([one.error for one in result.clips])
    until = np.array([9.0 if one.t is None else one.t for one in result.clips])
    item = np.array([CLIPS.index(one.clip_id) for one in result.clips])
    whole = result.correlations[0]
    assert whole.rho == pytest.approx(spearmanr(error, until).statistic)
    assert (whole.n, whole.n_items, whole.n_broken) == (12, 6, 6)
    drawn = [np.concatenate([np.flatnonzero(item == k) for k in row]) for row in resample_indices(6)]
    rhos = [spearmanr(error[some], until[some]).statistic for some in drawn[:200]]
    few = breaks(run, answers(), data=load(joined), resamples=200).correlations[0]
    assert few.ci95 == pytest.approx(bootstrap_interval(rhos, n=6).ci95)
    step = result.correlations[3]
    at_three = [clip.per_step_mad[2] for clip in scores(run, result)]
    assert (step.step, step.rho) == (3, pytest.approx(spearmanr(at_three, until).statistic))


def scores(run, result):
    by_name = {(one.clip_id, one.method): one for one in run.clips}
    return [by_name[one.clip_id, one.method] for one in result.clips]


def test_what_cannot_be_correlated_says_why(joined, run):
    data = load(joined)
    two = breaks(run, answers()[:2], data=data)
    assert {one.rho_reason for one in two.correlations} == {FEW_ROLLOUTS}
    clean = [Answer(item=f"item-{clip}", reviewer="ann", clean=("close", "late")) for clip in CLIPS]
    assert breaks(run, clean, data=data).correlations[0].rho_reason == NO_SPREAD
    without = breaks(run, answers(), data=data, resamples=0).correlations[0]
    assert (without.ci95, without.ci95_reason) == (None, NO_RESAMPLES)
    nothing = breaks(run, [Answer(item="item-a", reviewer="ann")], data=data)
    assert (nothing.clips, nothing.complete) == ((), True)
    assert nothing.correlations[0].n == 0


def test_a_file_that_changed_since_is_a_failure_and_stops_the_correlations(joined, run, tmp_path):
    space = Workspace(shutil.copytree(joined.root, tmp_path / "space"))
    late = space.path("rollout", "models", "late")
    (late / "a.mp4").write_bytes((late / "b.mp4").read_bytes() + b"0")
    result = breaks(run, answers(), data=load(space))
    assert [(failure.unit, failure.kind) for failure in result.failures] == [("item-a/late", "changed")]
    assert not result.complete
    assert len(result.clips) == 11
    assert result.correlations[0].rho_reason == "1 of 12 clips cannot be used; see failures"
    assert breaks(run, answers(), data=load(space), allow_partial=True).correlations[0].rho is not None
    # What another clip's file now holds is that clip.
    (late / "a.mp4").write_bytes((late / "b.mp4").read_bytes())
    swapped = breaks(run, answers(), data=load(space))
    assert [one.clip_id for one in swapped.clips if one.item == "item-a"] == ["a", "b"]


def test_a_clip_that_has_no_score_is_a_failure(joined, run):
    lost = replace(run, clips=tuple(one for one in run.clips if (one.method, one.clip_id) != ("late", "b")))
    result = breaks(lost, answers(), data=load(joined))
    assert [(failure.unit, failure.kind) for failure in result.failures] == [("item-b/late", "unscored")]


def test_the_sample_that_was_reviewed_counts(joined, run):
    files = dict(run.record["inputs"]["files"])
    files["rollout/models/late/a.s1.mp4"] = files.pop("rollout/models/late/a.mp4")
    score = next(one for one in run.clips if (one.method, one.clip_id) == ("late", "a"))
    samples = tuple(replace(score, sample=k, per_step_mad=(float(k),) * 8, rollout_mad=float(k)) for k in range(3))
    sampled = replace(
        run,
        record={**run.record, "inputs": {**run.record["inputs"], "files": files}},
        clips=tuple(replace(one, samples=samples) if one is score else one for one in run.clips),
    )
    one = next(one for one in breaks(sampled, answers(), data=load(joined)).clips if one.method == "late")
    assert (one.clip_id, one.sample, one.error, one.at_break) == ("a", 1, 1.0, 1.0)


def test_what_is_refused(joined, run):
    with pytest.raises(InputError, match="no metric 'psnr'"):
        breaks(run, answers(), data=load(joined), metric="psnr")
    misfit = [Answer(item="item-a", reviewer="ann", violations=(Mark(stream="real", t=1.0),))]
    with pytest.raises(InputError, match="no stream 'real'"):
        breaks(run, misfit, data=load(joined))


def test_it_is_kept_and_read_back(joined, run, tmp_path):
    result = breaks(run, answers(), data=load(joined))
    result.save(tmp_path)
    assert BreaksResult.read(tmp_path) == result
    assert result.clip_ids == CLIPS
    assert len(result.scores) == len(result.correlations)
