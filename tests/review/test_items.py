from __future__ import annotations

import json
from pathlib import Path

import pytest

from evalcore.errors import InputError
from evalcore.review import ItemStream, load
from tests.review.made import SCHEMA, make_workspace, row

MANIFEST = "name: review\nmanifest_field: rollout\nfps: 25\n"


def items(root: Path, *rows, schema=SCHEMA):
    return load(make_workspace(root, *rows, schema=schema)).items


def kinds(item):
    return [note.kind for note in item.notes]


def test_a_row(tmp_path):
    (item,) = items(
        tmp_path, row("ball", prompt="A ball falls.", intervention="The wall moves.", intervention_t=1.5, scene=3)
    )
    assert item.streams == (
        ItemStream("real", "Recording", "real", 25.0, "media/ball/real.mp4"),
        ItemStream("gen", "Model", "model", 25.0, "media/ball/gen.mp4"),
    )
    assert (item.prompt, item.intervention, item.intervention_t) == ("A ball falls.", "The wall moves.", 1.5)
    assert item.metadata["scene"] == 3
    assert item.notes == ()


def test_id_is_another_name_for_item_and_blanks_are_none(tmp_path):
    (item,) = items(tmp_path, {"id": "ball", "real": "./a/./b.mp4", "gen": "c.mp4", "intervention": None})
    assert (item.item, item.intervention, item.intervention_t) == ("ball", "", None)
    assert item.streams[0].path == "a/b.mp4"


def test_an_item_without_a_stream_loads_with_a_warning(tmp_path):
    (item,) = items(tmp_path, {"item": "ball", "real": "a.mp4", "gen": ""})
    assert item.stream_ids == ("real",)
    assert kinds(item) == ["absent", "few"]


def test_streams_of_different_rates_load_with_a_warning(tmp_path):
    schema = "name: x\nstreams: [{field: real, fps: 30}, {field: gen, fps: 24}]"
    (item,) = items(tmp_path, row("ball"), schema=schema)
    assert kinds(item) == ["rates"]
    assert "24, 30" in item.notes[0].message


def test_many_streams(tmp_path):
    names = [f"s{k}" for k in range(12)]
    (item,) = items(tmp_path, row("ball", names), schema=f"name: x\nstreams: {json.dumps(names)}")
    assert item.stream_ids == tuple(names)


def test_a_manifest_names_the_streams_relative_to_itself(tmp_path):
    folder = tmp_path / "sets" / "ball"
    folder.mkdir(parents=True)
    manifest = {
        "streams": [{"id": "Real one", "path": "r.mp4", "role": "real"}, {"url": "g/x.mp4", "fps": 30, "name": "G"}],
        "prompt": "A ball falls.",
        "intervention_t": 2,
    }
    (folder / "m.json").write_text(json.dumps(manifest))
    data = load(make_workspace(tmp_path, {"item": "ball", "rollout": "sets/ball/m.json"}, schema=MANIFEST))
    assert data.items[0].streams == (
        ItemStream("Real-one", "Real one", "real", 25.0, "sets/ball/r.mp4"),
        ItemStream("G", "G", "model", 30.0, "sets/ball/g/x.mp4"),
    )
    assert (data.items[0].prompt, data.items[0].intervention_t) == ("A ball falls.", 2.0)
    assert sorted(data.files) == ["review/items.jsonl", "review/schema.yaml", "sets/ball/m.json"]


@pytest.mark.parametrize(
    ("manifest", "message"),
    [
        ({"streams": [{"id": "a"}]}, "stream 1 of the manifest has no path"),
        ({"streams": [{"path": "../../x.mp4"}]}, "the path '../../x.mp4' is refused"),
        ({"streams": [{"path": "a.mp4"}, {"path": "b.mp4", "id": "stream0"}]}, "two streams are called 'stream0'"),
        ({"streams": [{"path": "a.mp4", "fps": -1}]}, "the rate -1"),
        ({}, "missing required field `streams`"),
    ],
)
def test_a_manifest_at_fault(tmp_path, manifest, message):
    (tmp_path / "m.json").write_text(json.dumps(manifest))
    with pytest.raises(InputError, match=message):
        items(tmp_path, {"item": "ball", "rollout": "m.json"}, schema=MANIFEST)


def test_a_manifest_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match="the file is missing"):
        items(tmp_path, {"item": "ball", "rollout": "m.json"}, schema=MANIFEST)
    with pytest.raises(InputError, match=r"items\.jsonl:1: rollout: the path of a manifest"):
        items(tmp_path, {"item": "ball"}, schema=MANIFEST)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"item": None}, "the row has no item"),
        ({"item": "a\x00"}, "cannot be a name"),
        ({"item": "first"}, "item 'first' stands there twice .*in line 1"),
        ({"real": "/etc/passwd"}, "the path '/etc/passwd' is refused"),
        ({"real": "media/../../x.mp4"}, "is refused"),
        ({"real": "media/../x.mp4"}, "is refused"),
        ({"real": "..\\x.mp4"}, "is refused"),
        ({"real": 3}, "real: the path of a video was expected"),
        ({"real": "https://example.org/a.mp4"}, "which is not in the workspace"),
        ({"real": "file:///etc/passwd", "remote_hosts": [""]}, "which is not in the workspace"),
        ({"remote_hosts": "example.org"}, "remote_hosts: a list"),
        ({"intervention_t": -1}, "intervention_t is -1"),
        ({"intervention_t": True}, "intervention_t is True"),
    ],
)
def test_a_row_at_fault_has_its_line(tmp_path, change, message):
    with pytest.raises(InputError, match=rf"items\.jsonl:2: .*{message}"):
        items(tmp_path, row("first"), {**row("ball"), **change})


def test_a_link_out_of_the_workspace_is_refused(tmp_path):
    root = tmp_path / "inside"
    root.mkdir()
    (tmp_path / "secret.mp4").touch()
    (root / "real.mp4").symlink_to(tmp_path / "secret.mp4")
    with pytest.raises(InputError, match="leads out of the workspace"):
        items(root, {"item": "ball", "real": "real.mp4", "gen": "gen.mp4"})


def test_a_host_that_the_item_declares(tmp_path):
    url = "https://media.example.org/a.mp4"
    (item,) = items(tmp_path, {**row("ball"), "real": url, "remote_hosts": ["media.example.org"]})
    assert (item.streams[0].path, item.streams[0].url) == (None, url)


def test_an_empty_file(tmp_path):
    with pytest.raises(InputError, match="the file has no rows"):
        items(tmp_path)
