from __future__ import annotations

from dataclasses import replace

import pytest

from evalcore.errors import InputError
from evalcore.plots import scene_forest, scene_strip
from evalcore.plots.theme import palette
from evalcore.scene.config import GEOMETRY
from tests.tables.scenes import failed_result, model_score, sample, scene_result


def texts(figure) -> str:
    return " | ".join(note.text for note in figure.layout.annotations)


def name_of(trace) -> str:
    return trace.customdata[0][0]


def two(high: float, low: float):
    return scene_result(models={"good": model_score(high), "a_b": model_score(low)})


def test_the_best_model_stands_on_top_with_its_interval_in_percent() -> None:
    figure = scene_forest(two(0.25, 0.5), "object_aabb_iou")
    assert [*map(name_of, figure.data)] == ["a_b", "good"]
    assert figure.data[0].x == (50.0,)
    assert [round(figure.data[0].error_x[name][0], 9) for name in ("array", "arrayminus")] == [10.0, 10.0]
    assert "50.0  [40.0, 60.0]" in texts(figure)
    assert figure.layout.xaxis.title.text == "Object AABB IoU (%), higher is better →"


def test_of_distances_the_smallest_is_on_top_and_a_missing_interval_says_why() -> None:
    figure = scene_forest(two(0.25, 0.5), "pl")
    assert [*map(name_of, figure.data)] == ["good", "a_b"]
    assert figure.data[0].x == (2.5,)
    assert "no interval: 2 samples" in texts(figure)
    assert "not comparable with published PL" in texts(figure)


def test_models_keep_their_colours_in_every_figure() -> None:
    result = two(0.25, 0.5)
    forest, strip = scene_forest(result, "pl"), scene_strip(result, "pl")
    colours = {name_of(trace): trace.marker.color for trace in forest.data}
    assert colours == {trace.customdata[0][1]: trace.marker.color for trace in strip.data}


@pytest.mark.parametrize("draw", [scene_forest, scene_strip])
def test_what_has_no_value_says_why(draw) -> None:
    assert texts(draw(scene_result(samples=()), "n_clip")).endswith("no weights")
    shown = texts(scene_forest(failed_result(), "pl"))
    assert shown.endswith("No model has a mean: 1 of 4 units failed")
    assert "<b>INCOMPLETE: 1 of 4 units failed</b>" in shown


def test_the_strip_has_a_row_a_sample_and_a_marker_a_model() -> None:
    figure = scene_strip(scene_result(), "scene_obb_iou", theme="evalcore_dark")
    assert [(trace.name, trace.x, trace.y) for trace in figure.data] == [
        ("good", (75.0, 25.0), (0, 1)),
        ("a_b", (50.0, 50.0), (0, 1)),
    ]
    assert [tuple(row) for row in figure.data[1].customdata] == [("a", "a_b"), ("b", "a_b")]
    assert "2 ground truth, 3 prediction, 1 matched" in figure.data[0].hovertext[0]
    assert figure.layout.paper_bgcolor is None
    assert figure.layout.template.layout.paper_bgcolor == palette("evalcore_dark").paper
    assert [trace.name for trace in scene_strip(scene_result(), "pl", models=["a_b"]).data] == ["a_b"]
    with pytest.raises(InputError, match="the result has no model 'x'"):
        scene_strip(scene_result(), "pl", models=["x"])


def test_names_from_files_are_no_markup() -> None:
    name = "<b>$x$</b>"
    hostile = replace(
        scene_result(),
        models={name: model_score(0.5)},
        samples=(sample("<i>s</i>", name, 0.5, pl=None, pl_reason="<a>"),),
    )
    for metric in (GEOMETRY[0], "n_clip"):
        for draw in (scene_forest, scene_strip):
            shown = draw(hostile, metric).for_each_trace(lambda trace: trace.update(customdata=None)).to_json()
            assert "<i>" not in shown
            assert "$x" not in shown
