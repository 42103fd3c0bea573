from __future__ import annotations

import os
from pathlib import Path

import pytest

from evalcore.errors import InputError, VideoError
from evalcore.rollout import load
from evalcore.workspace import Workspace


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A workspace with two clips and two models; the files are empty, as loading opens none."""
    (tmp_path / "rollout" / "models").mkdir(parents=True)
    write_rows(tmp_path, '{"clip_id": "a", "splits": ["n1", "n2"], "speed": 3}', '{"clip_id": "b", "splits": ["n2"]}')
    for model in ("late", "blur"):
        for clip in ("a", "b"):
            touch(tmp_path, model, f"{clip}.mp4")
    return tmp_path


def write_rows(root: Path, *lines: str) -> None:
    (root / "rollout" / "clips.jsonl").write_text("\n".join(lines) + "\n")


def touch(root: Path, model: str, name: str) -> None:
    folder = root / "rollout" / "models" / model
    folder.mkdir(exist_ok=True)
    (folder / name).touch()


def test_clips_models_and_metadata(root: Path) -> None:
    data = load(Workspace(root))
    assert [clip.clip_id for clip in data.clips] == ["a", "b"]
    assert data.clips[0].metadata == {"speed": 3}
    assert data.models == ("blur", "late")
    assert data.conditioning_from == "blur"
    assert data.files("a").of("late") == (root / "rollout/models/late/a.mp4",)


def test_a_split_keeps_its_clips_only(root: Path) -> None:
    assert [clip.clip_id for clip in load(Workspace(root), split="n1").clips] == ["a"]
    with pytest.raises(InputError, match=r"no clip is in split 'n3'.*n1"):
        load(Workspace(root), split="n3")


def test_an_unknown_model_gets_the_nearest_name(root: Path) -> None:
    with pytest.raises(InputError, match=r"no model 'lat'\. Did you mean 'late'"):
        load(Workspace(root), models=["lat"])
    with pytest.raises(InputError, match="no model 'x'"):
        load(Workspace(root), conditioning_from="x")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"splits": []}', "missing required field `clip_id`"),
        ('{"clip_id": 3}', "Expected `str`, got `int`"),
        ('{"clip_id": "c", "splits": "n1"}', "Expected `array`, got `str`"),
        ('{"clip_id": "a"}', "'a' stands already on line 1"),
        ('{"clip_id": "../../etc/passwd"}', "cannot be a file name"),
        ('{"clip_id": "c.s0"}', "ends like a sample file"),
        ('{"clip_id": "c", "splits": ["../n1"]}', "split '../n1' cannot be a file name"),
        ('{"clip_id": "c", "splits": ["all"]}', "a split cannot be called 'all'"),
        ('{"clip_id": "c"', "not JSON"),
    ],
)
def test_a_faulty_row_is_named_by_file_and_line(root: Path, line: str, message: str) -> None:
    write_rows(root, '{"clip_id": "a"}', '{"clip_id": "b"}', line)
    with pytest.raises(InputError, match=message) as error:
        load(Workspace(root))
    assert error.value.where == f"{root}/rollout/clips.jsonl:3"


def test_an_empty_or_missing_table_is_an_error(root: Path) -> None:
    write_rows(root)
    with pytest.raises(InputError, match="no rows"):
        load(Workspace(root))
    (root / "rollout" / "clips.jsonl").unlink()
    with pytest.raises(InputError, match="missing"):
        load(Workspace(root))


def test_samples_are_in_numeric_order(root: Path) -> None:
    for index in range(11):
        touch(root, "seeds", f"a.s{index}.mp4")
    names = [path.name for path in load(Workspace(root)).files("a").of("seeds")]
    assert names == [f"a.s{index}.mp4" for index in range(11)]


def test_a_missing_clip_or_sample_is_found_before_anything_is_decoded(root: Path) -> None:
    touch(root, "seeds", "a.s0.mp4")
    touch(root, "seeds", "a.s1.mp4")
    touch(root, "seeds", "b.s0.mp4")
    (root / "rollout/models/late/b.mp4").unlink()
    files = load(Workspace(root)).files("b")
    with pytest.raises(VideoError, match="found 1 samples, expected 2"):
        files.of("seeds")
    with pytest.raises(VideoError, match=r"expected rollout/models/late/b\.mp4"):
        files.of("late")


@pytest.mark.parametrize(
    ("names", "message"), [(["a.s0.mp4"], "both a.mp4 and numbered samples"), (["c.s1.mp4"], r"numbered \[1\]")]
)
def test_ambiguous_samples_are_refused(root: Path, names: list[str], message: str) -> None:
    write_rows(root, '{"clip_id": "a"}', '{"clip_id": "b"}', '{"clip_id": "c"}')
    for name in names:
        touch(root, "late", name)
    with pytest.raises(InputError, match=message):
        load(Workspace(root))


def test_files_that_match_no_clip_are_listed(root: Path) -> None:
    touch(root, "late", "c.mp4")
    assert load(Workspace(root)).strays == ("rollout/models/late/c.mp4",)


def test_the_model_that_stands_in_is_the_first_by_name_whatever_the_order(root: Path) -> None:
    assert load(Workspace(root), models=["late", "blur"]).conditioning_from == "blur"


def test_a_file_name_that_is_not_utf8_is_refused(root: Path) -> None:
    (root / "rollout/models/late" / os.fsdecode(b"caf\xe9.mp4")).touch()
    with pytest.raises(InputError, match="is not UTF-8"):
        load(Workspace(root))


def test_a_model_may_not_be_called_like_a_baseline(root: Path) -> None:
    touch(root, "persistence", "a.mp4")
    with pytest.raises(InputError, match="name of a baseline"):
        load(Workspace(root))


def test_a_model_folder_that_links_out_is_refused(root: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    (root / "rollout/models/linked").symlink_to(tmp_path_factory.mktemp("outside"))
    with pytest.raises(InputError, match="leads out of the workspace"):
        load(Workspace(root))


def test_historical_figures_are_checked(root: Path) -> None:
    folder = root / "rollout" / "historical"
    folder.mkdir()
    (folder / "late.json").write_text('{"a": {"aggregate_rollout_mad": 1.5}}')
    (folder / "blur.json").write_text('{"a": {"aggregate_rollout_mad": "1.5"}}')
    assert load(Workspace(root), models=["late"]).historical == {"late": {"a": 1.5}}
    with pytest.raises(InputError, match="Expected `float`, got `str`"):
        load(Workspace(root))
