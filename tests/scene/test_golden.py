"""The result files that other programs read: their form is held to the letter, and only grows."""

from __future__ import annotations

from pathlib import Path

import pytest

from evalcore.batch import Coverage, Failure, Result
from evalcore.scene import (
    RELEASE,
    BoxesResult,
    Degenerate,
    ListedObject,
    Match,
    ModelScore,
    Note,
    RenderResult,
    SampleScore,
    SceneResult,
    Sides,
    load_result,
    paired,
)
from evalcore.scene.listing import ListedBox
from tests.scene.made import RECORD

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
FEW = "a bootstrap interval needs at least 5 units; there are 2"
NO_WEIGHTS = "there are no weights"
FIGURES = ("scene_aabb_iou", "scene_obb_iou", "object_aabb_iou", "object_obb_iou")


def example() -> SceneResult:
    """A small result with every field in use."""

    def sample(sample_id: str, model: str, value: float) -> SampleScore:
        return SampleScore(
            sample_id,
            model,
            "exact:12.5",
            3,
            2,
            0.5,
            0.25,
            value,
            value / 2,
            pl=2 * value,
            n_clip_reason=NO_WEIGHTS,
            transform=((2, 0, 0, 0.5), (0, 2, 0, 0), (0, 0, 2, -1), (0, 0, 0, 1)),
            matches=(Match("chair", "seat", value, value / 2), Match("poster", "poster", 1, 1)),
            unmatched=Sides(("lamp",), ()),
            excluded=Sides(("floor",), ()),
            degenerate=(Degenerate("obb", "poster", "poster", 1), Degenerate("aabb", "lamp", None, 0)),
            warnings=(Note("baked", "baked transforms: local boxes are not comparable"),),
        )

    empty = SampleScore(
        "hall",
        "late",
        "rest",
        3,
        0,
        0,
        0,
        0,
        0,
        pl=25,
        n_clip_reason=NO_WEIGHTS,
        transform_reason="a scene without objects has nothing to align",
    )
    scored = ModelScore(
        2,
        *(0.5, 0.25, 0.625, 0.3125, 1.25),
        n_clip_reason=NO_WEIGHTS,
        ci95={**dict.fromkeys(FIGURES, (0.25, 0.75)), "scene_obb_iou": None, "pl": (1, 1.5), "n_clip": None},
        ci95_reason={"scene_obb_iou": FEW, "n_clip": NO_WEIGHTS},
    )
    return SceneResult(
        coverage=Coverage(requested=6, done=5, failed=1),
        failures=(Failure("lost/hall", "missing", "there is no scene"), Failure("n_clip", "encoder", NO_WEIGHTS)),
        record=RECORD,
        models={
            "close": scored,
            "late": scored,
            "lost": ModelScore(
                1, reason="1 of 6 units failed", pl_reason="1 of 6 units failed", n_clip_reason=NO_WEIGHTS
            ),
        },
        samples=(
            sample("hall", "close", 0.75),
            sample("room", "close", 0.5),
            empty,
            sample("room", "late", 0.125),
            sample("room", "lost", 0.125),
        ),
    )


def results() -> dict[str, Result]:
    box = ListedBox((0.5, -1, 1), ((1, 0, 0), (0, 1, 0), (0, 0, 1)), (0.5, 1, 1))
    return {
        "scene-score": example(),
        "scene-paired": paired(example(), "close", "late", metric="object_aabb_iou"),
        "scene-boxes": BoxesResult(
            coverage=Coverage(1, 1, 0),
            failures=(),
            record=RECORD,
            scene="scene.glb",
            frame_mode="rest",
            reader="gltf",
            objects=(ListedObject("chair", (0, -2, 0, 1, 0, 2), box, False),),
            cameras=("camera",),
        ),
        "scene-render": RenderResult(
            coverage=Coverage(1, 1, 0),
            failures=(),
            record=RECORD,
            scene="hall/scene.glb",
            frame_mode="rest",
            camera_from="hall/scene.blend",
            picture="hall.png",
            pixels_sha256="0" * 64,
            settings=RELEASE.rendering,
        ),
    }


@pytest.mark.parametrize("name", results())
def test_the_file_has_exactly_this_form(name: str) -> None:
    assert results()[name].to_json().decode() == (GOLDEN / f"{name}.json").read_text()


def test_a_file_of_this_form_is_read_back() -> None:
    assert load_result(GOLDEN / "scene-score.json") == example()
