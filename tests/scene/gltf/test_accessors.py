from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from evalcore.scene import SceneError
from evalcore.scene.config import Limits
from evalcore.scene.gltf import OpenFile, open_gltf
from evalcore.scene.gltf.accessors import indices, numbers
from tests.scene.made import Gltf


@pytest.fixture
def file() -> Gltf:
    return Gltf()


def opened(file: Gltf, folder: Path) -> OpenFile:
    return open_gltf(file.write(folder / "scene.glb"))


def test_floats_come_as_stored(file: Gltf, tmp_path: Path) -> None:
    values = np.array([[0.1, -2, 3e-20], [1e10, 0, 5]], np.float32)
    index = file.accessor(values)
    assert numbers(opened(file, tmp_path), index, kind="VEC3").tolist() == values.astype(float).tolist()


@pytest.mark.parametrize(
    ("dtype", "stored", "expected"),
    [
        ("int8", [-128, -127, 127], [-1, -1, 1]),
        ("uint8", [0, 51, 255], [0, 0.2, 1]),
        ("int16", [-32768, -32767, 32767], [-1, -1, 1]),
        ("uint16", [0, 13107, 65535], [0, 0.2, 1]),
    ],
)
def test_normalised_integers_are_fractions_and_others_are_numbers(
    file: Gltf, tmp_path: Path, dtype: str, stored: list[int], expected: list[float]
) -> None:
    row = np.array([stored], dtype)
    first, second = file.accessor(row, normalized=True), file.accessor(row)
    read = opened(file, tmp_path)
    assert numbers(read, first, kind="VEC3").tolist() == [expected]
    assert numbers(read, second, kind="VEC3").tolist() == [[float(value) for value in stored]]


def test_a_stride_steps_over_what_lies_between(file: Gltf, tmp_path: Path) -> None:
    padded = np.array([[1, 2, 3, 99], [4, 5, 6, 99]], np.int16)
    view = file.view(padded.tobytes(), byteStride=8)
    file.tree["accessors"].append({"bufferView": view, "componentType": 5122, "count": 2, "type": "VEC3"})
    assert numbers(opened(file, tmp_path), 0, kind="VEC3").tolist() == [[1, 2, 3], [4, 5, 6]]


def test_sparse_values_replace_those_of_the_view_or_zeros(file: Gltf, tmp_path: Path) -> None:
    base = file.accessor(np.ones((3, 3), np.float32))
    where, what = file.view(np.array([2], np.uint16).tobytes()), file.view(np.array([7, 8, 9], np.float32).tobytes())
    sparse = {"count": 1, "indices": {"bufferView": where, "componentType": 5123}, "values": {"bufferView": what}}
    file.tree["accessors"][base]["sparse"] = sparse
    file.tree["accessors"].append({"componentType": 5126, "count": 3, "type": "VEC3", "sparse": sparse})
    read = opened(file, tmp_path)
    assert numbers(read, base, kind="VEC3").tolist() == [[1, 1, 1], [1, 1, 1], [7, 8, 9]]
    assert numbers(read, 1, kind="VEC3").tolist() == [[0, 0, 0], [0, 0, 0], [7, 8, 9]]
    file.tree["accessors"][1]["count"] = 2
    with pytest.raises(SceneError, match="accessor 1 replaces element 2 of 2"):
        numbers(opened(file, tmp_path), 1, kind="VEC3")
    sparse["indices"]["componentType"] = 5126  # type: ignore[index]
    with pytest.raises(SceneError, match="no unsigned sparse indices"):
        numbers(opened(file, tmp_path), 1, kind="VEC3")


def test_an_accessor_without_data_is_never_taken_for_zeros(file: Gltf, tmp_path: Path) -> None:
    file.tree["accessors"].append({"componentType": 5126, "count": 3, "type": "VEC3"})
    with pytest.raises(SceneError, match="accessor 0 holds no data") as error:
        numbers(opened(file, tmp_path), 0, kind="VEC3")
    assert error.value.kind == "vertices"


def test_an_empty_accessor_is_empty(file: Gltf, tmp_path: Path) -> None:
    file.accessor(np.zeros((1, 3), np.float32), count=0)
    assert numbers(opened(file, tmp_path), 0, kind="VEC3").shape == (0, 3)


@pytest.mark.parametrize(
    ("change", "kind", "message"),
    [
        ({"type": "VEC2"}, "format", "accessor 0 is VEC2 of type 5126; VEC3 was expected"),
        ({"type": "MAT4"}, "format", "accessor 0 is MAT4"),
        ({"componentType": 5124}, "format", "accessor 0 is VEC3 of type 5124"),
        ({"count": 3}, "reference", "3 elements reach beyond the end of bufferView 0"),
        ({"byteOffset": 4}, "reference", "2 elements reach beyond the end of bufferView 0"),
        ({"count": 10**9}, "limit", "accessor 0 has 1,000,000,000 elements"),
    ],
)
def test_an_accessor_that_does_not_fit_is_named(
    file: Gltf, tmp_path: Path, change: dict[str, object], kind: str, message: str
) -> None:
    file.accessor(np.zeros((2, 3), np.float32), **change)
    with pytest.raises(SceneError, match=message) as error:
        numbers(opened(file, tmp_path), 0, kind="VEC3")
    assert error.value.kind == kind


def test_a_stride_shorter_than_an_element_is_named(file: Gltf, tmp_path: Path) -> None:
    file.accessor(np.zeros((2, 3), np.float32))
    file.tree["bufferViews"][0]["byteStride"] = 8
    with pytest.raises(SceneError, match="steps 8 bytes between elements of 12"):
        numbers(opened(file, tmp_path), 0, kind="VEC3")


def test_indices_are_unsigned_integers(file: Gltf, tmp_path: Path) -> None:
    good = [file.accessor(np.array([3, 1], dtype)) for dtype in ("uint8", "uint16", "uint32")]
    bad = [file.accessor(np.array([3, 1], "int16")), file.accessor(np.array([3, 1], "uint8"), normalized=True)]
    read = opened(file, tmp_path)
    assert [indices(read, index).tolist() for index in good] == [[3, 1]] * 3
    for index in bad:
        with pytest.raises(SceneError, match="holds no vertex indices"):
            indices(read, index)


@pytest.mark.parametrize("name", ["EXT_meshopt_compression", "KHR_meshopt_compression"])
@pytest.mark.parametrize("required", [True, False])
def test_compressed_views_are_never_read_as_they_are(file: Gltf, tmp_path: Path, name: str, required: bool) -> None:
    file.accessor(np.zeros((2, 3), np.float32))
    file.tree["bufferViews"][0]["extensions"] = {name: {}}
    if required:
        file.tree["extensionsRequired"] = [name]
    else:  # the fallback buffer has no content of its own
        file.tree["bufferViews"][0] |= {"buffer": 1, "byteOffset": 0}
        file.tree["buffers"] = [{"byteLength": 24, "extensions": {name: {"fallback": True}}}]
    with pytest.raises(SceneError, match=f"bufferView 0 is compressed by {name}") as error:
        numbers(opened(file, tmp_path), 0, kind="VEC3")
    assert error.value.kind == "decoder"


def test_a_fallback_with_content_is_read(file: Gltf, tmp_path: Path) -> None:
    file.accessor(np.full((1, 3), 7, np.float32))
    file.tree["bufferViews"][0]["extensions"] = {"EXT_meshopt_compression": {}}
    assert numbers(opened(file, tmp_path), 0, kind="VEC3").tolist() == [[7, 7, 7]]


def test_the_limit_holds_for_what_is_allocated(file: Gltf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evalcore.scene.gltf.accessors.LIMITS", Limits(vertices=1, elements=2))
    for count in (2, 3):
        file.accessor(np.zeros((count, 3), np.float32))
    where = file.view(np.zeros(1, np.uint16).tobytes())
    sparse = {"count": 1, "indices": {"bufferView": where, "componentType": 5123}, "values": {"bufferView": 0}}
    file.tree["accessors"].append({"componentType": 5126, "count": 2, "type": "VEC3", "sparse": sparse})
    read = opened(file, tmp_path)
    assert len(numbers(read, 0, kind="VEC3")) == 2
    for index, message in ((1, "accessor 1 has 3 elements; at most 2"), (2, "accessor 2 has 2 elements; at most 1")):
        with pytest.raises(SceneError, match=message):
            numbers(read, index, kind="VEC3")
