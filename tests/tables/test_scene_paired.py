from __future__ import annotations

from dataclasses import replace

import pytest

from evalcore.errors import InputError
from evalcore.scene import paired
from evalcore.tables import scene_paired, scene_pairs
from tests.tables.scenes import scene_result


def test_differences_are_points_with_wins_and_the_reason_for_no_interval() -> None:
    pair = paired(scene_result(), "good", "a_b", metric="object_obb_iou")
    table = scene_paired([pair])
    assert table.to_markdown().splitlines()[2] == (
        "| Model | Compared with | n | Mean Object OBB IoU difference (points) ↑ | 95% CI | Wins | Ties |"
    )
    assert table.display().iloc[0].tolist() == ["good", "a_b", "2", "0.0", "n/a (a)", "1", "0"]
    assert table.footnotes[0].startswith("(a) a bootstrap interval needs at least 5 units")
    assert "above zero the model is better" in table.notes[0]


def test_of_distances_less_is_better_and_nothing_is_multiplied() -> None:
    pair = replace(paired(scene_result(), "good", "a_b", metric="pl"), ci95=(-1.0, 2.0))
    table = scene_paired([pair, pair])
    assert table.display().iloc[0].tolist() == ["good", "a_b", "2", "0.000", "[-1.000, 2.000]", "1", "0"]
    assert "below zero the model is better" in table.notes[0]
    assert table.notes[1] == "The intervals are not adjusted for the number of comparisons (2)."


def test_samples_of_a_comparison() -> None:
    table = scene_pairs(paired(scene_result(), "good", "a_b", metric="scene_aabb_iou"))
    assert table.title == "Scene AABB IoU of each sample: good against a_b"
    assert table.display().to_numpy().tolist() == [["a", "75.0", "50.0", "25.0"], ["b", "25.0", "50.0", "-25.0"]]


def test_one_figure_a_table() -> None:
    pairs = [paired(scene_result(), "good", "a_b", metric=metric) for metric in ("pl", "scene_aabb_iou")]
    with pytest.raises(InputError, match="holds one figure; found pl, scene_aabb_iou"):
        scene_paired(pairs)
    with pytest.raises(InputError, match="found no comparison"):
        scene_paired([])
