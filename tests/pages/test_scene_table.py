"""The table of scene scores: models, samples, alignments, pairs, what stands behind them, and every poorer state."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from evalcore.scene import SceneConfig, SceneResult, load_result
from evalcore.ui import scene_table
from tests.pages.opening import opened, texts
from tests.pages.scene_space import keep_scenes, make_scenes

PAGE = "pages/scene/table.py"


@pytest.fixture(scope="session")
def made_scenes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_scenes(tmp_path_factory.mktemp("scenes"))


@pytest.fixture
def scenes(made_scenes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the small workspace, open in the app; its data folder."""
    root = shutil.copytree(made_scenes.parent, tmp_path / "space")
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(root))
    return root / "scene"


def saved(scenes: Path) -> SceneResult:
    return load_result(scenes.parent / "results" / "scene" / "all")


def frame_with(app, *headings: str):
    """The first table of the page with these columns."""
    return next(one.value for one in app.dataframe if set(headings) <= set(one.value.columns))


def title_of_figure(app) -> str:
    [chart] = app.get("plotly_chart")
    return json.loads(chart.proto.spec)["layout"]["title"]["text"]


def test_models_have_the_means_of_the_run_and_say_why_nothing_was_rendered(scenes: Path) -> None:
    app = opened(PAGE)
    frame = frame_with(app, "Model", "n", "PL ↓")
    result = saved(scenes)
    assert list(frame["Model"]) == ["close", "same"]
    assert frame["Object OBB IoU (%) ↑"].tolist() == pytest.approx(
        [100 * score.object_obb_iou for score in result.models.values() if score.object_obb_iou is not None]
    )
    assert frame["PL ↓"].isna().all()
    assert "n/a: only geometry was asked for." in texts(app)
    assert title_of_figure(app) == "Object AABB IoU of each model"
    assert not app.warning


@pytest.mark.parametrize(
    ("view", "title", "column"),
    [
        ("Samples", "Scene OBB IoU of each sample", "close ↑"),
        ("Alignment", "Scene OBB IoU after each alignment", "depth_camera (%) ↑"),
        ("Pairs", "Scene OBB IoU differences to same", "Mean Scene OBB IoU difference (points) ↑"),
    ],
)
def test_every_view_has_its_figure_and_its_table(scenes: Path, view: str, title: str, column: str) -> None:
    app = opened(PAGE, view=view, metric="Scene OBB IoU", other="same")
    assert title_of_figure(app) == title
    assert len(frame_with(app, column)) == {"Samples": 3, "Alignment": 6, "Pairs": 1}[view]


def test_a_comparison_shows_the_samples_of_the_chosen_model(scenes: Path) -> None:
    frame = frame_with(opened(PAGE, view="Pairs", other="same", model="close"), "Difference (points) ↑")
    values = [one.object_aabb_iou for one in saved(scenes).samples if one.model == "close"]
    assert frame["close (%) ↑"].tolist() == pytest.approx([100 * value for value in values])
    assert frame["same (%) ↑"].tolist() == pytest.approx([100.0] * 3)


def test_alignments_are_those_of_the_run_where_it_has_them(scenes: Path) -> None:
    frame = frame_with(opened(PAGE, view="Alignment"), "bbox (%) ↑").set_index(["Model", "Sample"])
    for one in saved(scenes).samples:
        assert frame["bbox (%) ↑"][one.model, one.sample_id] == pytest.approx(100 * one.object_aabb_iou)
    assert frame["identity (%) ↑"]["same"].tolist() == [100.0] * 3


def test_many_scenes_are_aligned_only_when_the_reader_asks(scenes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scene_table, "AT_ONCE", 5)
    for path in scenes.glob("gt/*/scene.glb"):
        path.touch()  # so that nothing is known of them yet
    app = opened(PAGE, view="Alignment")
    assert "6 pairs of scenes are to be aligned" in texts(app)
    assert not app.get("plotly_chart")
    app.toggle(key="align_all").set_value(True).run()
    assert title_of_figure(app) == "Object AABB IoU after each alignment"


def test_a_sample_shows_its_objects_and_the_way_to_see_it(scenes: Path) -> None:
    app = opened(PAGE, model="close", sample="b")
    [one] = [one for one in saved(scenes).samples if (one.model, one.sample_id) == ("close", "b")]
    frame = frame_with(app, "Ground truth", "Prediction")
    assert frame["AABB IoU (%) ↑"].dropna().tolist() == pytest.approx([100 * match.aabb_iou for match in one.matches])
    assert list(frame["Status"])[-2:] == ["ground", "ground"]
    assert "Objects of b, close" in texts(app)
    [link] = app.get("page_link")
    assert link.proto.label == "Look at this sample in 3D"
    assert link.proto.query_string == "sample=b&model=close&run=all"


def test_a_figure_without_any_value_says_why_instead_of_comparing(scenes: Path) -> None:
    app = opened(PAGE, view="Pairs", metric="PL")
    assert "PL has no value in this run" in texts(app)
    assert "only geometry was asked for" in texts(app)
    assert not app.get("plotly_chart")


def test_a_failed_sample_leaves_no_means_and_is_named(scenes: Path) -> None:
    (scenes / "close" / "b" / "scene.glb").write_bytes(b"no scene")
    keep_scenes(scenes)
    app = opened(PAGE, model="close", sample="b")
    assert "**This run is incomplete**: 5 of 6 units have a value." in texts(app)
    assert frame_with(app, "Unit", "Message")["Unit"].tolist() == ["close/b"]
    assert frame_with(app, "Model", "n")["Object AABB IoU (%) ↑"].isna().all()
    assert "The sample failed; the failures say why." in texts(app)
    failed = opened(PAGE, view="Alignment")
    frame = frame_with(failed, "bbox (%) ↑").set_index(["Model", "Sample"])
    assert frame["bbox (%) ↑"].isna().to_dict()["close", "b"]


def test_a_run_that_could_not_render_says_so_and_keeps_its_geometry(scenes: Path) -> None:
    keep_scenes(scenes, geometry_only=False)
    app = opened(PAGE)
    assert "PL and N-CLIP could not be computed" in texts(app)
    assert frame_with(app, "Unit", "Message")["Kind"].tolist() == ["renderer"]
    assert frame_with(app, "Model", "n")["Object AABB IoU (%) ↑"].notna().all()


def test_another_alignment_is_named_in_every_table(scenes: Path) -> None:
    keep_scenes(scenes, name="unaligned", config=SceneConfig(align="identity"))
    app = opened(PAGE, run="unaligned")
    assert texts(app).count("settings: align = identity.") == 3


def test_one_model_alone_is_compared_with_none(empty: Path) -> None:
    make_scenes(empty, models=("close",), samples=("a",))
    assert "A comparison needs two models." in texts(opened(PAGE, view="Pairs"))


def test_without_scenes_or_runs_the_page_says_what_to_do(scenes: Path) -> None:
    shutil.rmtree(scenes.parent / "results")
    app = opened(PAGE)
    assert "Nothing is scored yet" in texts(app)
    assert "evalcore scene score --data-root" in texts(app)
    shutil.rmtree(scenes)
    assert "No scenes yet" in texts(opened(PAGE))


def test_a_run_that_cannot_be_read_says_where(scenes: Path) -> None:
    (scenes.parent / "results" / "scene" / "all" / "result.json").write_text("{}")
    assert "The run cannot be read" in texts(opened(PAGE))


def test_names_from_files_stay_text(empty: Path) -> None:
    name = "![x](http:example.org)"
    make_scenes(empty, models=(name,), samples=("<b>a",))
    app = opened(PAGE, view="Samples")
    assert not any(name in one.value for one in app.markdown)
    assert "&lt;b&gt;a" in title_of_figure(app) + texts(app)


def test_the_overview_lists_samples_runs_and_coverage(scenes: Path) -> None:
    app = opened("pages/workspace/overview.py")
    assert {one.label: one.value for one in app.metric} == {"Samples": "3", "Models": "2"}
    assert frame_with(app, "Sample", "Frame mode")["Scenes"].tolist() == [3, 3, 3]
    assert frame_with(app, "Run", "Alignment")["State"].tolist() == ["complete"]
    assert frame_with(app, "Without a value")["With a value"].tolist() == [3, 3]
