from __future__ import annotations

from dataclasses import replace

from evalcore.batch import Coverage
from evalcore.scene import RELEASE, BoxesResult, ListedObject, RenderResult
from evalcore.scene.listing import ListedBox
from evalcore.tables import scene_listing, scene_render
from tests.scene.made import RECORD

BOX = ListedBox((0.5, -1, 1), ((1, 0, 0), (0, 1, 0), (0, 0, 1)), (0.5, 1, 0.25))


def test_objects_with_both_boxes() -> None:
    result = BoxesResult(
        coverage=Coverage(1, 1, 0),
        failures=(),
        record=RECORD,
        scene="scene.glb",
        frame_mode="rest",
        reader="gltf",
        objects=(
            ListedObject("chair", (0, -2, 0, 1, 0, 0.5), BOX, False),
            ListedObject("<b>floor</b>", (0, -2, 0, 1, 0, 0), BOX, True),
        ),
        cameras=("one", "two"),
    )
    table = scene_listing(result)
    assert table.title == "scene.glb at rest: 2 objects, 2 cameras, read by gltf"
    assert table.display().to_numpy().tolist() == [
        ["chair", "[0.000, 1.000]", "[-2.000, 0.000]", "[0.000, 0.500]", "1.000 x 2.000 x 0.500", ""],
        ["<b>floor</b>", "[0.000, 1.000]", "[-2.000, 0.000]", "[0.000, 0.000]", "1.000 x 2.000 x 0.500", "ground"],
    ]
    assert "<b>" not in table.to_html()
    empty = scene_listing(replace(result, objects=(), cameras=("one",)))
    assert empty.title == "scene.glb at rest: 0 objects, 1 camera, read by gltf"
    assert len(empty.display()) == 0


def test_the_settings_of_a_picture() -> None:
    result = RenderResult(
        coverage=Coverage(1, 1, 0),
        failures=(),
        record=RECORD,
        scene="hall/scene.glb",
        frame_mode="rest",
        camera_from="hall/scene.blend",
        picture="hall.png",
        pixels_sha256="0" * 64,
        settings=RELEASE.rendering,
    )
    table = scene_render(result)
    rows = dict(table.display().itertuples(index=False, name=None))
    assert (rows["samples"], rows["camera_from"]) == ("32", "hall/scene.blend")
    assert table.notes == ("lights = gt_all: not comparable with published PL.",)
    assert scene_render(replace(result, settings=replace(RELEASE.rendering, lights="own"))).notes == ()
