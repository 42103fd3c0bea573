from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from evalcore.demo import rollout
from evalcore.demo.faults import MODELS, VANISHES_AT
from evalcore.demo.rollout import PLANTED_CLIP, WrittenClip, describe, paths, write_clip, write_rollout
from evalcore.demo.scenes import SHOTS, Shot
from evalcore.metrics import mad
from evalcore.video import decode, probe
from evalcore.workspace import Workspace

FALL, PLANTED = Shot("fall", 0), Shot("pendulum", 3)


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    return Workspace(tmp_path_factory.mktemp("demo"))


@pytest.fixture(scope="module")
def written(workspace: Workspace) -> WrittenClip:
    return write_clip(workspace, FALL)


def files(workspace: Workspace) -> dict[str, bytes]:
    return {workspace.relative(path): path.read_bytes() for path in workspace.root.rglob("*") if path.is_file()}


def errors(workspace: Workspace, name: str, *, shift: int = 0) -> NDArray[np.float64]:
    """MAD of each step 2..7 or (unshifted) 1..8 against the truth, the prediction taken ``shift`` frames later."""
    truth = decode(workspace.path("rollout", "future", "fall_01.mp4")).frames
    prediction = decode(workspace.path("rollout", "models", *name.split("/"))).frames[9:]
    if shift:
        return np.asarray(mad(prediction[1 + shift : 7 + shift], truth[1:7]))
    return np.asarray(mad(prediction, truth))


@pytest.mark.parametrize("shot", [FALL, Shot("pan", 0)], ids=lambda shot: shot.clip_id)
def test_the_same_clip_has_the_same_bytes(tmp_path: Path, shot: Shot) -> None:
    first, second = (tmp_path / name for name in ("first", "second"))
    for folder in (first, second):
        folder.mkdir()
    assert write_clip(Workspace(first), shot) == write_clip(Workspace(second), shot)
    assert files(Workspace(first)) == files(Workspace(second))


@pytest.mark.usefixtures("written")
def test_every_file_has_its_frames(workspace: Workspace) -> None:
    expected = {"future": 8, "conditioning": 9, "models": 17}
    made = files(workspace)
    assert set(made) == {path for path in paths() if "fall_01" in path}
    assert len(made) == 2 + 4 + 3
    for path in made:
        info = probe(workspace.path(path))
        assert (info.width, info.height, info.average_rate) == (320, 180, 15)
        assert info.n_frames == expected[path.split("/")[1]]


@pytest.mark.usefixtures("written")
def test_a_generated_clip_begins_with_its_conditioning(workspace: Workspace) -> None:
    conditioning = decode(workspace.path("rollout", "conditioning", "fall_01.mp4")).frames
    for path in workspace.path("rollout", "models").rglob("*.mp4"):
        assert np.mean(mad(decode(path).frames[:9], conditioning)) < 1.5


@pytest.mark.usefixtures("written")
def test_the_planted_faults_survive_the_codec(workspace: Workspace) -> None:
    vanish = errors(workspace, "vanish/fall_01.mp4")
    gone = VANISHES_AT - 1
    assert min(vanish[gone:]) > 2 * max(vanish[:gone])
    late = errors(workspace, "late/fall_01.mp4")[1:7].mean()
    assert errors(workspace, "late/fall_01.mp4", shift=1).mean() < 0.5 * late
    assert (np.diff(errors(workspace, "blur/fall_01.mp4")) > 0).all()
    assert errors(workspace, "good/fall_01.mp4").mean() < late / 2


def test_the_row_and_the_historical_values(workspace: Workspace, written: WrittenClip) -> None:
    assert written.row["clip_id"] == "fall_01"
    assert written.row["splits"] == ("n5", "n30")
    assert written.row["seed"] == FALL.seed
    assert written.row["speed_px_per_frame"] > 1
    samples = [errors(workspace, f"sampled/fall_01.s{index}.mp4") for index in range(3)]
    assert written.rollout_mad["sampled"] == pytest.approx(np.mean(samples), abs=1e-12)
    assert written.rollout_mad["good"] == pytest.approx(errors(workspace, "good/fall_01.mp4").mean(), abs=1e-12)


def test_only_the_planted_historical_value_is_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollout, "SHOTS", (FALL, PLANTED))
    calls: list[tuple[int, int]] = []
    workspace = Workspace(tmp_path)
    write_rollout(workspace, progress=lambda done, total: calls.append((done, total)))
    assert calls == [(1, 2), (2, 2)]
    assert set(files(workspace)) == set(paths())
    rows = [json.loads(line) for line in workspace.path("rollout", "clips.jsonl").read_text().splitlines()]
    assert [(row["clip_id"], row["splits"]) for row in rows] == [("fall_01", ["n5", "n30"]), (PLANTED_CLIP, ["n30"])]
    for shot in (FALL, PLANTED):
        true = write_clip(workspace, shot).rollout_mad
        for model in ("good", "sampled"):
            table = json.loads(workspace.path("rollout", "historical", f"{model}.json").read_text())
            off = 0.35 if (model, shot) == ("sampled", PLANTED) else 0
            assert table[shot.clip_id] == {"aggregate_rollout_mad": pytest.approx(true[model] + off, abs=1e-12)}


def test_the_readme_names_every_planted_fault() -> None:
    text = describe()
    for name, model in MODELS.items():
        assert f"| `{name}` | {model.fault} |" in text
    assert PLANTED_CLIP in text
    assert "0.35" in text
    assert all(f"| `{shot.clip_id}` |" in text for shot in SHOTS)


def test_the_whole_part_has_its_files() -> None:
    listed = paths()
    assert len(listed) == len(set(listed)) == 3 + 30 * (2 + 4 + 3)
