from __future__ import annotations

from dataclasses import replace

import pytest

from evalcore.errors import InputError
from evalcore.tables import scene_by_sample, scene_samples, scene_scores
from tests.tables.scenes import NO_CLIP, RECORD, failed_result, model_score, sample, scene_result


def test_fractions_are_percentages_here_and_distances_are_not() -> None:
    table = scene_scores(scene_result(models={"good": model_score(0.5), "a_b": model_score(0.25)}))
    heads, _, good, other = table.to_markdown().splitlines()[2:6]
    assert heads == (
        "| Model | n | Scene AABB IoU (%) ↑ | Scene OBB IoU (%) ↑ | Object AABB IoU (%) ↑ | Object OBB IoU (%) ↑ "
        "| PL ↓ | N-CLIP ↓ "
        "| Scene AABB IoU 95% CI | Scene OBB IoU 95% CI | Object AABB IoU 95% CI | Object OBB IoU 95% CI |"
    )
    means = " | ".join(["**50.0**"] * 4)
    assert good == f"| good | 2 | {means} | 5.000 | n/a (a) | {' | '.join(['[40.0, 60.0]'] * 4)} |"
    assert "**2.500**" in other  # of PL less is better
    assert table.footnotes[0] == f"(a) {NO_CLIP}"
    assert "No interval: 2 samples." in table.notes
    assert table.caption == "INCOMPLETE: N-CLIP could not be computed. Scene scores"


def test_the_csv_keeps_full_precision_and_every_reason() -> None:
    head, row = scene_scores(scene_result(models={"good": model_score(1 / 3)})).to_csv().splitlines()[1:3]
    values = dict(zip(head.split(","), row.split(","), strict=True))
    assert values["scene_aabb_iou"] == repr(100 * (1 / 3))
    assert (values["n_clip"], values["n_clip_reason"], values["pl_low_reason"]) == ("", NO_CLIP, "2 samples")


def test_an_incomplete_run_has_no_means_and_says_why() -> None:
    table = scene_scores(failed_result())
    assert table.incomplete == "INCOMPLETE: 1 of 4 units failed"
    assert not table.frame["object_obb_iou"].notna().any()
    assert table.footnotes[0] == "(a) 1 of 4 units failed"


def test_means_over_different_samples_are_not_ranked() -> None:
    note = "The means are over different samples, so that no best one is marked."
    uneven = replace(scene_result(), samples=scene_result().samples[:3])
    assert note in scene_scores(uneven).notes
    assert "**50.0**" not in scene_scores(uneven).to_markdown()
    assert note not in scene_scores(scene_result()).notes


@pytest.mark.parametrize("make", [scene_scores, lambda r: scene_samples(r, "good"), lambda r: scene_by_sample(r, "pl")])
def test_settings_that_are_not_the_releases_are_named(make) -> None:  # type: ignore[no-untyped-def]
    changed = scene_result(record={**RECORD, "config": {"align": "identity"}})
    assert "Not the release's settings: align = identity." in make(changed).notes
    assert not any("Not the release" in note for note in make(scene_result()).notes)


def test_pl_by_the_truths_lights_is_not_comparable_where_there_is_any() -> None:
    note = "Rendered with lights = gt_all: not comparable with published PL."
    assert note in scene_scores(scene_result()).notes
    unrendered = scene_result(samples=(sample("a", "good", 0.5, pl=None, pl_reason="x"),))
    assert note not in scene_scores(unrendered).notes


def test_the_best_of_each_sample_is_marked() -> None:
    table = scene_by_sample(scene_result(), "object_aabb_iou")
    assert table.title == "Object AABB IoU (%) of each sample"
    assert table.to_markdown().splitlines()[2:6] == [
        "| Sample | good ↑ | a\\_b ↑ |",
        "| :-- | --: | --: |",
        "| a | **75.0** | 50.0 |",
        "| b | 25.0 | **50.0** |",
    ]
    assert "| b | **2.500** | 5.000 |" in scene_by_sample(scene_result(), "pl").to_markdown()


def test_a_sample_that_failed_stands_there_with_its_message() -> None:
    by_sample = scene_by_sample(failed_result(), "scene_aabb_iou")
    assert by_sample.display().iloc[1].tolist() == ["b", "25.0", "n/a (a)"]
    assert by_sample.footnotes[0] == "(a) there is no scene"
    table = scene_samples(failed_result(), "a_b")
    assert table.frame["sample_id"].tolist() == ["a", "b"]
    assert set(table.display().iloc[1].tolist()[1:]) == {"n/a (b)"}
    assert "(b) there is no scene" in table.footnotes


def test_samples_count_objects_matches_and_warnings() -> None:
    table = scene_samples(scene_result(), "good")
    first = table.display().iloc[0].tolist()
    assert first == ["a", *["75.0"] * 4, "7.500", "n/a (a)", "2", "3", "1", "2", "1"]
    assert table.footnotes[0] == f"(a) {NO_CLIP}"


def test_unknown_models_and_figures_are_refused() -> None:
    with pytest.raises(InputError, match="the result has no model 'god'"):
        scene_samples(scene_result(), "god")
    with pytest.raises(InputError, match="the protocol has no figure 'iou'"):
        scene_by_sample(scene_result(), "iou")
