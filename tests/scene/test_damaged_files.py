"""Whatever is done to a file: it is scored as it stands, or refused with one error, and never a crash."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evalcore.scene import GEOMETRY, FrameMode, SceneConfig, SceneError, compare, prepare, read_scene
from tests.scene.made import glb_of, pictures, room, scene_file


@pytest.fixture(scope="module")
def whole() -> bytes:
    file = scene_file(room(0, count=2), camera=True)
    file.tree["nodes"][1]["extensions"] = {
        "EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": 0}},
        "KHR_node_visibility": {"visible": True},
    }
    file.tree["meshes"][0]["primitives"][0]["targets"] = [{"POSITION": 0}]
    file.tree["meshes"][0]["weights"] = [0.5]
    return file.glb()


def scored_or_refused(path: Path, align: Any) -> None:
    """Read a file and compare it with itself: 1 everywhere, or an error that is meant for the reader."""
    config = SceneConfig(align=align, rendering=pictures(32, 18))
    with suppress(SceneError):
        scene = read_scene(path, FrameMode("rest"))
        found = compare(prepare(scene, config, name="gt"), prepare(scene, config, name="pred"))
        assert [getattr(found, name) for name in GEOMETRY] == pytest.approx([1] * 4, abs=1e-6)


ALIGNMENTS = st.sampled_from(["bbox", "identity", "object_bbox", "depth_bbox", "depth_camera"])
ANY_VALUE = st.one_of(st.none(), st.integers(-2, 10), st.floats(allow_nan=False), st.text(max_size=3), st.just([]))


@given(data=st.data(), align=ALIGNMENTS)
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_damaged_file_is_scored_or_refused_and_never_a_crash(
    tmp_path: Path, whole: bytes, data: st.DataObject, align: str
) -> None:
    damaged = bytearray(whole)
    for _ in range(data.draw(st.integers(1, 8))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path / "scene.glb"
    path.write_bytes(damaged[: data.draw(st.one_of(st.none(), st.integers(0, len(damaged))))])
    scored_or_refused(path, align)


def other(old: Any, data: st.DataObject) -> Any:
    """Mostly a value of the same type: one of another type is refused at once."""
    if data.draw(st.integers(0, 9)) == 0:
        return data.draw(ANY_VALUE)
    match old:
        case bool():
            return not old
        case int():
            return data.draw(st.sampled_from([0, 1, 2, 3, 4, 12, old + 1, abs(old - 1), 5121, 5122, 5123, 5125, 5126]))
        case float():
            return data.draw(st.sampled_from([0, 1, -1, 2 * old, -old, 1e-3, 1e-12, 1e-310, 1e11, 1e13, 1e300]))
        case str():
            return data.draw(st.sampled_from(["floor", "", "VEC3", "VEC4", "SCALAR", "orthographic"]))
    return data.draw(ANY_VALUE)


@given(data=st.data(), align=ALIGNMENTS)
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_file_with_any_field_changed_is_scored_or_refused(
    tmp_path: Path, whole: bytes, data: st.DataObject, align: str
) -> None:
    size = int.from_bytes(whole[12:16], "little")
    tree = json.loads(whole[20 : 20 + size])
    for part in data.draw(st.lists(st.sampled_from(["nodes", "cameras", *tree]), min_size=1, max_size=3)):
        holder, key = tree, part
        while isinstance(holder[key], (dict, list)) and holder[key]:
            holder = holder[key]
            key = data.draw(st.sampled_from(sorted(holder) if isinstance(holder, dict) else range(len(holder))))
        holder[key] = other(holder[key], data)
    path = tmp_path / "scene.glb"
    path.write_bytes(glb_of(json.dumps(tree).encode(), whole[28 + size :]))
    scored_or_refused(path, align)
