from __future__ import annotations

from pathlib import Path

import pytest

from evalcore.errors import InputError
from evalcore.judged.clips import generated_clips
from evalcore.judged.data import JudgedData
from tests.judged.clip_files import MODEL, make_data


@pytest.fixture
def data(tmp_path: Path) -> JudgedData:
    return make_data(tmp_path, {"b": {"observation_time": 1.5}, "a": {}})


def test_every_condition_has_its_clip(data: JudgedData) -> None:
    clips = generated_clips(data, MODEL)
    assert [clip.condition for clip in clips] == list(data.conditions)
    assert [clip.name for clip in clips] == ["generated/made/b.mp4", "generated/made/a.mp4"]
    assert clips[0].path == data.workspace.root / "generated/made/b.mp4"


def test_a_subset_has_its_conditions_in_order_of_their_names(data: JudgedData) -> None:
    assert [clip.condition.condition_id for clip in generated_clips(data, MODEL, subset="all")] == ["a", "b"]
    assert [clip.condition.condition_id for clip in generated_clips(data, MODEL, subset="first")] == ["b"]


def test_another_folder_is_named_by_its_last_part(data: JudgedData, tmp_path: Path) -> None:
    videos = tmp_path / "deep" / "mine"
    videos.mkdir(parents=True)
    clip = generated_clips(data, "new", videos=videos)[0]
    assert (clip.name, clip.path) == ("mine/b.mp4", videos / "b.mp4")


def test_what_does_not_exist(data: JudgedData, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="Did you mean 'made'"):
        generated_clips(data, "maed")
    with pytest.raises(InputError, match="no subset"):
        generated_clips(data, MODEL, subset="none")
    with pytest.raises(InputError, match="Give the folder with the generated clips"):
        generated_clips(data, MODEL, videos=tmp_path / "nowhere")
