from __future__ import annotations

import gzip
import shutil
from pathlib import Path

import pyarrow
import pytest

from evalcore.scene import SceneError
from evalcore.scene.blender import blend_file
from evalcore.scene.blender.blend_file import check_blend
from evalcore.scene.config import Limits


def refused(path: Path, *, looks: bool = False) -> SceneError:
    with pytest.raises(SceneError) as error:
        check_blend(path, looks=looks)
    return error.value


@pytest.mark.parametrize(
    ("content", "kind", "message"),
    [
        (b"", "truncated", "empty"),
        (b"glTF", "format", "no .blend file"),
        (b"BLENDER-V279" + b"\0" * 40, "format", "big-endian"),
        (b"BLENDER99-01v0500", "format", "not known"),
        (b"BLENDER-v300", "truncated", "without its last block"),
        (b"BLENDER-v300TEST\xff\xff\xff\x7f" + b"\0" * 16, "truncated", "a block promises 2,147,483,647 bytes"),
        (b"BLENDER-v300ENDB", "format", "laid out"),
        (b"BLENDER-v300DNA1\4\0\0\0" + b"\0" * 16 + b"SDNAENDB", "format", "layout"),
        (b"\x1f\x8b broken", "truncated", "decompressed"),
        (b"\x28\xb5\x2f\xfd broken", "truncated", "decompressed"),
    ],
)
def test_what_is_no_blend_file_is_named(tmp_path: Path, content: bytes, kind: str, message: str) -> None:
    path = tmp_path / "scene.blend"
    path.write_bytes(content)
    error = refused(path)
    assert error.kind == kind
    assert message in str(error)


def test_files_beside_the_scene_are_listed_and_libraries_searched(blends: Path, tmp_path: Path) -> None:
    folder = tmp_path / "sample"
    shutil.copytree(blends / "linked", folder)
    assert [path.name for path in check_blend(folder / "scene.blend", looks=False)] == ["scene.blend", "library.blend"]
    shutil.copy(blends / "picture_outside/scene.blend", folder / "library.blend")
    assert "library.blend names" in str(refused(folder / "scene.blend"))
    shutil.copy(blends / "picture_outside/scene.blend", folder / "library")
    content = (folder / "scene.blend").read_bytes()
    packed = pyarrow.input_stream(pyarrow.BufferReader(content), compression="zstd").read()
    (folder / "other.blend").write_bytes(packed.replace(b"//library.blend", b"//library\0\0\0\0\0\0"))
    assert "library names" in str(refused(folder / "other.blend"))  # whatever a library is called
    (folder / "library.blend").unlink()
    assert refused(folder / "scene.blend").kind == "missing"
    assert refused(blends / "linked" / "absent.blend").kind == "missing"
    (folder / "library.blend").symlink_to(blends / "outside.blend")
    assert refused(folder / "scene.blend").kind == "uri"


def test_a_linked_scene_names_what_lies_where_it_really_is(blends: Path, tmp_path: Path) -> None:
    (tmp_path / "scene.blend").symlink_to(blends / "linked/scene.blend")
    assert check_blend(tmp_path / "scene.blend", looks=False) == (
        tmp_path / "scene.blend",
        (blends / "linked/library.blend").resolve(),
    )
    (tmp_path / "folder").symlink_to(blends / "linked")
    beside = tmp_path / "folder"
    assert check_blend(beside / "scene.blend", looks=False) == (beside / "scene.blend", beside / "library.blend")


@pytest.mark.parametrize("name", ["linked_outside", "picture_outside", "reads_files"])
def test_what_leads_out_of_the_folder_is_refused(blends: Path, name: str) -> None:
    assert refused(blends / name / "scene.blend").kind == "uri"


def test_a_picture_must_be_there_where_it_is_seen(blends: Path) -> None:
    path = blends / "picture_missing/scene.blend"
    assert check_blend(path, looks=False) == (path,)
    assert refused(path, looks=True).kind == "missing"
    assert check_blend(blends / "picture_packed/scene.blend", looks=True)


def test_compressed_files_are_read_up_to_a_limit(blends: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = (blends / "linked_outside/scene.blend").read_bytes()
    content = pyarrow.input_stream(pyarrow.BufferReader(packed), compression="zstd").read()
    assert content.startswith(b"BLENDER17")
    path = tmp_path / "scene.blend"
    path.write_bytes(gzip.compress(content))
    assert refused(path).kind == "uri"
    monkeypatch.setattr(blend_file, "LIMITS", Limits(file_bytes=len(content) - 1))
    assert refused(path).kind == "limit"
