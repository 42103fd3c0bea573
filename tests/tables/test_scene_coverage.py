from __future__ import annotations

from pathlib import Path

from evalcore.scene import load
from evalcore.tables import scene_coverage, scene_notes, scene_runs, scene_sample_list
from evalcore.workspace import Workspace
from tests.tables.scenes import failed_result, scene_result


def test_coverage_counts_each_model() -> None:
    assert scene_coverage(failed_result()).display().to_numpy().tolist() == [
        ["good", "2", "2", "0", "2", "1"],
        ["a_b", "2", "1", "1", "0", "0"],
    ]


def test_warnings_name_sample_and_model() -> None:
    rows = scene_notes(scene_result()).display().to_numpy().tolist()
    assert rows == [["a", "good", "ground_name", "pred: 'floor lamp' counts"]]
    assert scene_notes(scene_result(samples=())).notes == ("No sample gave a warning.",)


def test_runs_stand_beside_each_other() -> None:
    rows = scene_runs({"all": scene_result(), "part": failed_result()}).display().to_numpy().tolist()
    assert [row[:7] for row in rows] == [
        ["all", "incomplete", "bbox", "4", "4", "1", "1"],
        ["part", "incomplete", "bbox", "4", "3", "1", "1"],
    ]


def test_samples_of_a_folder_and_whose_scenes_are_missing(tmp_path: Path) -> None:
    rows = ['{"sample_id": "a", "note": "first", "size": 3}', '{"sample_id": "b", "frame": 2.5}']
    (tmp_path / "track.jsonl").write_text("\n".join(rows) + "\n")
    for place in ("gt/a", "gt/b", "good/a", "good/b"):
        (tmp_path / place).mkdir(parents=True)
        (tmp_path / place / "scene.glb").write_bytes(b"")
    table = scene_sample_list(load(Workspace(tmp_path)))
    assert table.display().to_numpy().tolist() == [
        ["a", "current", "2", "first", "3"],
        ["b", "exact:2.5", "2", "n/a (a)", "n/a (a)"],
    ]
    (tmp_path / "good" / "b" / "scene.glb").unlink()
    table = scene_sample_list(load(Workspace(tmp_path)))
    assert table.display()["None of"].tolist() == ["n/a (a)", "good"]
    assert table.notes == ("Scenes: of the ground truth and of 1 model.",)
