from __future__ import annotations

from dataclasses import replace

import pytest

from evalcore.errors import InputError
from evalcore.plots import candidate_strip
from evalcore.rollout import candidates, paired
from evalcore.rollout.result import RolloutResult


def test_clips_lie_on_the_quantile_function_of_the_rules(result: RolloutResult) -> None:
    figure = candidate_strip(candidates(result, "good", "persistence"), paired(result, "good", "persistence"))
    every, *marks, chosen = figure.data
    assert (list(every.x), list(every.y)) == ([-1, 0, 1], [0, 0.5, 1])
    assert [(mark.x[0], mark.y[0]) for mark in marks] == [(-1, 0), (-0.5, 0.25), (0, 0.5), (0.5, 0.75), (1, 1)]
    assert [tuple(point) for point in chosen.customdata] == [("c1",), ("c2",), ("c3",)]
    assert chosen.hovertext[0] == "<b>c1</b><br>chosen for min, q25<br>difference −1.000"
    labels = [note.text for note in figure.layout.annotations if note.text.startswith("<b>")]
    # Differences -1 and 0 are as far from the quantile -0.5, and 0 and 1 from 0.5: the first name is taken.
    assert labels == ["<b>min, q25</b>  c1", "<b>median, q75</b>  c2", "<b>max</b>  c3"]


def test_one_clip_is_chosen_by_every_rule(result: RolloutResult) -> None:
    single = replace(result, clips=tuple(clip for clip in result.clips if clip.clip_id == "c1"))
    figure = candidate_strip(candidates(single, "good", "late"), paired(single, "good", "late"))
    assert list(figure.data[-1].y) == [0.5]
    assert any(note.text == "<b>min, q25, median, q75, max</b>  c1" for note in figure.layout.annotations)


def test_labels_lean_to_the_free_side(result: RolloutResult) -> None:
    figure = candidate_strip(candidates(result, "good", "persistence"), paired(result, "good", "persistence"))
    sides = {note.text[3:6]: note.xanchor for note in figure.layout.annotations if note.text.startswith("<b>")}
    assert (sides["min"], sides["max"]) == ("left", "right")


def test_another_comparison_is_refused(result: RolloutResult) -> None:
    with pytest.raises(InputError, match="good / persistence / mad, the pairs of late / persistence / mad"):
        candidate_strip(candidates(result, "good", "persistence"), paired(result, "late", "persistence"))


def test_an_incomplete_run_says_so(result: RolloutResult, incomplete: RolloutResult) -> None:
    chosen = replace(candidates(result, "good", "late"), coverage=incomplete.coverage, failures=incomplete.failures)
    figure = candidate_strip(chosen, paired(result, "good", "late"))
    assert figure.layout.annotations[1].text == "<b>INCOMPLETE: 1 of 9 units failed</b>"
