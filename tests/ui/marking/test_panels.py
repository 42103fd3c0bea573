from __future__ import annotations

import json

import numpy as np
import pytest

from evalcore.errors import InputError
from evalcore.review import load
from evalcore.ui.frame_store import STORE
from evalcore.ui.marking.component import page_data
from evalcore.ui.marking.desk import Desk
from evalcore.ui.marking.panels import open_item
from evalcore.video import decode
from evalcore.workspace import Workspace
from tests.ui.marking.small import SECRETS, make_item, write_items, write_schema

IDS = {"camera", "zebra_out", "okapi_out"}


def opened(root, item="one", reviewer="ann"):
    return open_item(load(Workspace(root)), item, reviewer)


def told(data, item, reviewer="ann"):
    """Everything that the browser is told of an item, as it travels."""
    desk = Desk.of(None, data.schema, open_item(data, item, reviewer), reviewer, None)
    return json.dumps(page_data(desk, {"number": 1}))


def test_orders_differ_between_reviewers_and_repeat(review):
    orders = [open_item(review, "ball", name).order for name in ("ann", "bob", "eve", "ann")]
    assert orders[0] == orders[3]
    assert len(set(orders)) > 1
    assert all(set(order) == IDS for order in orders)


def test_the_order_of_an_earlier_answer_stays(review):
    order = tuple(reversed(open_item(review, "ball", "ann").order))
    assert open_item(review, "ball", "ann", order=order).order == order


def test_without_shuffle_the_order_is_that_of_the_schema(review_root):
    write_schema(review_root, more="    fps: 8\n    shuffle: false")
    assert opened(review_root, "ball").order == ("camera", "zebra_out", "okapi_out")


def test_blind_panels_are_letters_and_tell_nothing_else(review):
    for item in ("ball", "cup", "door"):
        text = told(review, item)
        assert not [secret for secret in SECRETS if secret.lower() in text.lower()], item
    assert [panel.label for panel in open_item(review, "ball", "ann").panels] == ["A", "B", "C"]


def test_panels_that_are_not_blind_have_names_roles_and_reasons(review_root):
    write_schema(review_root, more="    fps: 8\n    blind: false")
    panels = {panel.stream: panel for panel in opened(review_root, "door").panels}
    assert (panels["camera"].label, panels["camera"].note) == ("Recording", "real")
    assert "door-zebra_out-gnu.mp4" in panels["zebra_out"].problem


def test_frames_are_the_decoders(review):
    item = open_item(review, "ball", "ann")
    streams = {stream.stream: stream for stream in review.item("ball").streams}
    for panel in item.panels:
        frames = STORE.frames(STORE.register(panel.source))
        assert np.array_equal(frames, decode(review.workspace.path(streams[panel.stream].path)).frames)


def test_a_missing_and_a_broken_file_say_so_in_their_panels(review):
    item = open_item(review, "door", "ann")
    problems = {panel.stream: panel.problem for panel in item.panels}
    assert problems == {
        "camera": None,
        "zebra_out": "This panel cannot be shown: the video is missing.",
        "okapi_out": "This panel cannot be shown: the file cannot be decoded.",
    }
    assert item.answerable == ("camera",)


def test_unequal_lengths_and_rates_are_said(review):
    notes = " ".join(open_item(review, "cup", "ann").notes)
    assert "streams of different length: 1.12 to 2.00 s" in notes
    assert "8 frames a second are declared, a file has 16.000" in notes


def test_one_stream_of_the_schema_is_a_warning_without_its_name(tmp_path):
    write_schema(tmp_path)
    write_items(tmp_path, [make_item(tmp_path, "one", {"camera": 3})])
    item = opened(tmp_path)
    assert item.order == ("camera",)
    assert any("there is nothing to compare" in note for note in item.notes)
    assert not [note for note in item.notes if any(secret in note for secret in SECRETS)]
    assert '"preference": false' in told(load(Workspace(tmp_path)), "one")


def test_twelve_streams_are_a_to_l(tmp_path):
    names = [f"m{k}" for k in range(12)]
    write_schema(tmp_path, streams=f"[{', '.join(names)}]")
    write_items(tmp_path, [make_item(tmp_path, "one", dict.fromkeys(names, 2))])
    assert [panel.label for panel in opened(tmp_path).panels] == [*"ABCDEFGHIJKL"]


def test_a_stream_on_another_host_is_not_fetched(tmp_path):
    write_schema(tmp_path)
    row = {**make_item(tmp_path, "one", {"camera": 3}), "remote_hosts": ["host.example"]}
    write_items(tmp_path, [{**row, "zebra_out": "https://host.example/zebra.mp4"}])
    [problem] = [panel.problem for panel in opened(tmp_path).panels if panel.problem]
    assert problem == "This panel cannot be shown: the file is on another host and is not read here."


def test_an_item_without_a_single_readable_video_opens(review_root):
    for path in (review_root / "review" / "media").glob("door-*"):
        path.unlink()
    item = opened(review_root, "door")
    assert item.answerable == ()
    assert item.clock.tolist() == [0.0]


def test_an_unknown_item_is_an_error(review):
    with pytest.raises(InputError, match="there is no item 'boll'"):
        open_item(review, "boll", "ann")
