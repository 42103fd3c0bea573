from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.errors import InputError
from evalcore.workspace import Workspace, check_name


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such workspace"):
        Workspace(tmp_path / "absent")


@pytest.mark.parametrize("parts", [("..",), ("rollout", "..", "..", "x"), ("/etc/passwd",)])
def test_no_path_leaves_the_root(tmp_path: Path, parts: tuple[str, ...]) -> None:
    with pytest.raises(InputError, match="leads out of the workspace"):
        Workspace(tmp_path).path(*parts)


def test_a_link_that_leads_out_is_refused_and_one_inside_is_not(tmp_path: Path) -> None:
    root = tmp_path / "space"
    (root / "real").mkdir(parents=True)
    (root / "inside").symlink_to(root / "real")
    (root / "outside").symlink_to(tmp_path)
    space = Workspace(root)
    assert space.path("inside", "a.mp4") == root / "inside" / "a.mp4"
    with pytest.raises(InputError, match="leads out"):
        space.path("outside", "a.mp4")


def test_relative_names_use_forward_slashes(tmp_path: Path) -> None:
    space = Workspace(tmp_path)
    assert space.relative(space.path("rollout", "clips.jsonl")) == "rollout/clips.jsonl"


def test_the_cache_can_be_put_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Workspace(tmp_path).cache == tmp_path / ".evalcore" / "cache"
    monkeypatch.setenv("EVALCORE_CACHE_DIR", str(tmp_path / "elsewhere"))
    assert Workspace(tmp_path).cache == tmp_path / "elsewhere"


@pytest.mark.parametrize(
    "name", ["", ".", "..", ".hidden", "a/b", "a\\b", "a\x00", "a\nb", "x" * 201, "字" * 67, "\udce9"]
)
def test_unsafe_names_are_refused(name: str) -> None:
    with pytest.raises(InputError, match="cannot be a file name"):
        check_name(name, what="clip_id")


@given(st.text(max_size=210))
def test_an_accepted_name_is_one_segment(name: str) -> None:
    try:
        check_name(name, what="clip_id")
    except InputError:
        return
    assert Path("root", name).parent == Path("root")
    assert Path("root", name).name == name
