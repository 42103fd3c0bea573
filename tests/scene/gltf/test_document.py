from __future__ import annotations

import json
from typing import Any

import pytest

from evalcore.scene import SceneError
from evalcore.scene.gltf.document import parse

BASE: dict[str, Any] = {"asset": {"version": "2.0"}}


def parsed(**fields: Any) -> Any:
    return parse(json.dumps(BASE | fields).encode())[0]


def test_what_is_absent_has_the_defaults_of_gltf() -> None:
    document = parsed(nodes=[{}], meshes=[{"primitives": [{"attributes": {}}]}])
    assert document.scenes is None
    assert document.nodes[0].scale == (1.0, 1.0, 1.0)
    assert document.nodes[0].rotation == (0.0, 0.0, 0.0, 1.0)
    assert document.meshes[0].primitives[0].mode == 4
    assert not document.animated


def test_an_animation_without_channels_moves_nothing() -> None:
    assert not parsed(animations=[{"channels": [], "samplers": []}]).animated
    assert parsed(animations=[{"channels": [{}], "samplers": []}]).animated


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b'{"asset": {"version": "2.0"}', "truncated"),
        (b'{"asset": {"version": "2.0"}, "nodes": [{"translation": [NaN, 0, 0]}]}', "malformed"),
        (b"\xff\xfe", "not a glTF 2.0 scene"),
        (b"[" * 100_000, "not a glTF 2.0 scene"),
        (b"[]", "Expected `object`"),
        (b"{}", "missing required field `asset`"),
        (b'{"asset": {"version": "1.0"}}', "this is glTF 1.0; version 2"),
        (b'{"asset": {"version": "2.0"}, "nodes": [{"mesh": "0"}]}', r"Expected `int \| null`"),
        (b'{"asset": {"version": "2.0"}, "nodes": [{"mesh": -1}]}', "Expected `int` >= 0"),
        (b'{"asset": {"version": "2.0"}, "nodes": [{"scale": [1, 2]}]}', "Expected `array` of length 3"),
        (b'{"asset": {"version": "2.0"}, "meshes": [{"primitives": [{"mode": 7}]}]}', "Expected `int` <= 6"),
    ],
)
def test_what_is_no_gltf_says_why(text: bytes, message: str) -> None:
    with pytest.raises(SceneError, match=message) as error:
        parse(text)
    assert error.value.kind == "format"


VIEW = {"buffer": 0, "byteLength": 4}
NUMBERS = {"componentType": 5126, "count": 1, "type": "VEC3"}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"scene": 1, "scenes": [{}]}, "the file names scene 1, and there are 1"),
        ({"scene": 0}, "the file names scene 0, and there are 0"),
        ({"scenes": [{"nodes": [2]}], "nodes": [{}]}, "scene 0 names node 2, and there are 1"),
        ({"nodes": [{"children": [5]}]}, "node 0 names node 5"),
        ({"nodes": [{"mesh": 0}]}, "node 0 names mesh 0, and there are 0"),
        ({"nodes": [{}, {"camera": 3}]}, "node 1 names camera 3"),
        ({"nodes": [{"skin": 0}]}, "node 0 names skin 0"),
        ({"meshes": [{"primitives": [{"attributes": {"POSITION": 7}}]}]}, "mesh 0 names accessor 7"),
        ({"meshes": [{"primitives": [{"attributes": {}, "indices": 0}]}]}, "mesh 0 names accessor 0"),
        ({"meshes": [{"primitives": [{"attributes": {}, "targets": [{"POSITION": 1}]}]}]}, "mesh 0 names accessor 1"),
        ({"accessors": [{**NUMBERS, "bufferView": 0}]}, "accessor 0 names bufferView 0"),
        ({"bufferViews": [VIEW]}, "bufferView 0 names buffer 0, and there are 0"),
        (
            {
                "accessors": [
                    {
                        **NUMBERS,
                        "sparse": {
                            "count": 1,
                            "indices": {"bufferView": 0, "componentType": 5123},
                            "values": {"bufferView": 9},
                        },
                    }
                ],
                "bufferViews": [VIEW],
                "buffers": [{"byteLength": 4}],
            },
            "accessor 0 names bufferView 9",
        ),
    ],
)
def test_an_index_without_its_element_is_named(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(SceneError, match=message) as error:
        parsed(**fields)
    assert error.value.kind == "reference"


def test_too_many_nodes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from evalcore.scene.config import Limits

    monkeypatch.setattr("evalcore.scene.gltf.document.LIMITS", Limits(nodes=2))
    with pytest.raises(SceneError, match="the file has 3 nodes; at most 2"):
        parsed(nodes=[{}, {}, {}])
