from __future__ import annotations

import json
from pathlib import Path

import pytest

from evalcore.errors import InputError
from evalcore.scene import FrameMode, SceneConfig, SceneData, SceneError, load
from evalcore.workspace import Workspace


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A data folder with two samples and two models; the files are empty, as loading opens none."""
    write_rows(tmp_path, '{"sample_id": "a", "frame": 12, "title": "Kitchen"}', '{"sample_id": "b"}')
    for owner in ("gt", "late", "blur"):
        for sample in ("a", "b"):
            touch(tmp_path, owner, sample, "scene.glb")
    return tmp_path


def write_rows(root: Path, *lines: str) -> None:
    (root / "track.jsonl").write_text("\n".join(lines) + "\n")


def touch(root: Path, owner: str, sample: str, name: str) -> None:
    folder = root / owner / sample
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).touch()


def found(data: SceneData, owner: str, sample: int = 0) -> Path:
    return data.files(data.samples[sample]).of(owner).file


def test_samples_modes_and_models(root: Path) -> None:
    data = load(Workspace(root))
    assert [(sample.sample_id, str(sample.mode)) for sample in data.samples] == [("a", "exact:12"), ("b", "current")]
    assert data.samples[0].metadata == {"title": "Kitchen"}
    assert data.models == ("blur", "late")
    assert data.track_name == "track.jsonl"
    assert found(data, "gt") == root / "gt/a/scene.glb"
    assert found(data, "late", 1) == root / "late/b/scene.glb"


def test_the_mode_of_a_row_goes_before_its_frame_and_the_default_comes_last(root: Path) -> None:
    write_rows(
        root,
        '{"sample_id": "a", "geometry_frame_mode": "middle", "frame": 12}',
        '{"sample_id": "b", "geometry_frame_mode": null, "frame": 2.5}',
        '{"sample_id": "c"}',
    )
    modes = [sample.mode for sample in load(Workspace(root), config=SceneConfig(default_frame_mode="rest")).samples]
    assert modes == [FrameMode("middle"), FrameMode.exact(2.5), FrameMode("rest")]


def test_a_manifest_may_be_one_json_list_and_lie_elsewhere(
    root: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("tracks") / "small.json"
    elsewhere.write_text(json.dumps([{"sample_id": "b"}]))
    data = load(Workspace(root), track=elsewhere)
    assert [sample.sample_id for sample in data.samples] == ["b"]
    assert data.track_name == "small.json"
    (root / "track.json").write_text("[]")
    with pytest.raises(InputError, match=r"both track\.jsonl and track\.json"):
        load(Workspace(root))
    (root / "track.jsonl").unlink()
    with pytest.raises(InputError, match="the file has no rows"):
        load(Workspace(root))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"frame": 3}', "missing required field `sample_id`"),
        ('{"sample_id": 3}', "Expected `str`, got `int`"),
        ('{"sample_id": "c", "frame": "12"}', "Expected `float | null`, got `str`"),
        ('{"sample_id": "c", "frame": true}', "Expected `float | null`, got `bool`"),
        ('{"sample_id": "c", "geometry_frame_mode": "exact:x"}', "there is no frame mode 'exact:x'"),
        ('{"sample_id": "a"}', "'a' stands there already"),
        ('{"sample_id": "../a"}', "cannot be a file name"),
        ('{"sample_id": "c"', "not JSON"),
        ("[]", "Expected `object`"),
    ],
)
def test_a_faulty_row_is_named_by_file_and_line(root: Path, line: str, message: str) -> None:
    write_rows(root, '{"sample_id": "a"}', '{"sample_id": "b"}', line)
    with pytest.raises(InputError) as error:
        load(Workspace(root))
    assert message in str(error.value)
    assert error.value.where == f"{root}/track.jsonl:3"


def test_a_faulty_row_of_a_list_is_named_by_its_number(root: Path) -> None:
    (root / "track.jsonl").unlink()
    (root / "track.json").write_text('[{"sample_id": "a"}, {"sample_id": "a"}]')
    with pytest.raises(InputError) as error:
        load(Workspace(root))
    assert error.value.where == f"{root}/track.json (row 2)"


def test_a_missing_manifest_or_ground_truth_is_an_error(root: Path) -> None:
    (root / "gt").rename(root / "truth")
    with pytest.raises(InputError, match="there is no folder gt"):
        load(Workspace(root))
    (root / "track.jsonl").unlink()
    with pytest.raises(InputError, match="the file is missing"):
        load(Workspace(root))


def test_models_are_folders_with_a_sample(root: Path) -> None:
    for name in ("configs", ".hidden", "results"):
        touch(root, name, "a" if name != "configs" else "x", "scene.glb")
    assert load(Workspace(root)).models == ("blur", "late")
    assert load(Workspace(root), models=["late", "late"]).models == ("late",)
    with pytest.raises(InputError, match=r"no model 'lat'\. Did you mean 'late'"):
        load(Workspace(root), models=["lat"])
    with pytest.raises(InputError, match="no model 'gt'"):
        load(Workspace(root), models=["gt"])


def test_a_sample_without_its_one_scene_says_so(root: Path) -> None:
    touch(root, "late", "a", "scene.blend")
    (root / "late/b/scene.glb").unlink()
    data = load(Workspace(root))
    with pytest.raises(SceneError, match=r"late/a holds scene\.blend and scene\.glb; keep one") as error:
        found(data, "late")
    assert error.value.kind == "ambiguous"
    with pytest.raises(SceneError, match=r"expected late/b/scene\.blend, \.glb or \.gltf") as error:
        found(data, "late", 1)
    assert error.value.kind == "missing"


def test_a_link_out_of_the_data_folder_fails_its_sample_alone(
    root: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside") / "scene.glb"
    outside.touch()
    (root / "late/a/scene.glb").unlink()
    (root / "late/a/scene.glb").symlink_to(outside)
    data = load(Workspace(root))
    with pytest.raises(SceneError, match="leads out of the workspace") as error:
        found(data, "late")
    assert error.value.kind == "layout"
    assert found(data, "late", 1)
