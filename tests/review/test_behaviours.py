"""Small cases with the reference implementation's answers, where somebody has them beside the project.

Where the protocol decides otherwise, the test of that group says what and why.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evalcore.errors import InputError
from evalcore.review import (
    Answer,
    Item,
    ItemStream,
    Mark,
    Prediction,
    Predictions,
    StreamMedia,
    align,
    clock_of,
    consensus,
    match_marks,
)
from evalcore.review.answers import answer_of
from evalcore.review.blobs import parse_blob, read_blobs
from evalcore.review.clock import clock_text, frame_of, snap, time_of
from evalcore.review.contact_sheet import resolution, tile_times
from evalcore.review.judge_reply import parse_verdict
from evalcore.review.marking import add_mark, mark_near, pending
from evalcore.review.matching import similarity
from evalcore.review.names import arrange, blind_label, panel_order, stream_id
from evalcore.review.potato import _alpha
from evalcore.review.schema import parse_schema
from evalcore.stats import krippendorff_alpha

pytestmark = pytest.mark.cases

# Drawing and the page's own guard; the browser tests hold them.
ON_SCREEN = {"time_to_x", "x_to_time", "ui_guard"}
# Lists of names of other cases, and properties that other tests hold.
NOT_CASES = {"meta", "see_also", "two_rater_detection_identity", "blind_roles"}
TESTED = {
    "alpha", "answered", "apply_order", "blind_label", "clock_text", "consensus", "default_severity_choice",
    "frame_of_time", "frame_roundtrip", "insert_mark", "judge_alignment", "judge_parse", "judge_resolution",
    "judge_sample_times", "mark_similarity", "match_marks", "media_url", "panel_order", "parse_value",
    "pending_streams", "pick_mark", "set_properties", "snap_time", "stream_id_slug", "time_of_frame",
    "usable_marks_by_stream",
}  # fmt: skip


@pytest.fixture(scope="module")
def behaviours(cases: Path) -> dict[str, Any]:
    groups = json.loads((cases / "review" / "behaviours.json").read_text())
    return {name.split(" ")[0]: group for name, group in groups.items()}


def close(value: float) -> Any:
    return pytest.approx(value, rel=0, abs=1e-9)


def given(group: list[dict[str, Any]]) -> list[tuple[Any, Any]]:
    assert group
    return [(case["in"], case["out"]) for case in group]


def marked(marks, clean=()):
    return Answer(
        item="i",
        reviewer="r",
        violations=tuple(Mark(stream=stream, t=t) for stream, t in marks if t is not None),
        clean=tuple(clean),
    )


def test_every_group_is_known(behaviours):
    assert behaviours.keys() == TESTED | ON_SCREEN | NOT_CASES


def test_frames_and_times(behaviours):
    for case, frame in given(behaviours["frame_of_time"]):
        assert frame_of(case["t"], fps=case["fps"]) == frame
    for case, t in given(behaviours["time_of_frame"]):
        if case["fps"]:  # without a rate there is no frame to ask for
            assert time_of(case["frame"], fps=case["fps"]) == close(t)
    for case, t in given(behaviours["snap_time"]):
        assert snap(case["t"], fps=case["fps"]) == close(t)
    # Ours never goes past the clip's last frame, which the reference does not know.
    assert snap(5, fps=25, length=5.0) == close(4.98)
    trips = behaviours["frame_roundtrip"]
    assert trips["frames"] == "0..499"
    wrong = [(rate, k) for rate in trips["rates"] for k in range(500) if frame_of(time_of(k, fps=rate), fps=rate) != k]
    assert len(wrong) == trips["mismatches"]
    for t, text in given(behaviours["clock_text"]):
        assert clock_text(t) == text


def test_marks(behaviours):
    for case, marks in given(behaviours["insert_mark"]):
        answer = Answer(item="i", reviewer="r")
        for stream, t in case["sequence"]:
            answer = add_mark(answer, Mark(stream=stream, t=t), window=case["window"])
        assert [[mark.stream, mark.t] for mark in answer.violations] == marks
    for case, position in given(behaviours["pick_mark"]):
        assert mark_near(marked(case["marks"]), case["stream"], case["t"], within=case["tolerance"]) == position
    for case, streams in given(behaviours["pending_streams"]):
        assert list(pending(marked(case["marks"], case["clean"]), case["streams"])) == streams
    for case, streams in given(behaviours["answered"]):
        assert list(marked(case["marks"], case["clean"]).answered) == streams


def test_names_and_order(behaviours):
    for position, label in given(behaviours["blind_label"]):
        assert blind_label(position) == label
    for name, slug in given(behaviours["stream_id_slug"]):
        assert stream_id(name) == slug
    for case, order in given(behaviours["apply_order"]):
        assert list(arrange(case["streams"], case["order"])) == order
    orders = set()
    for case, order in given(behaviours["panel_order"]):
        found = panel_order(case["user"], case["item"], case["streams"])
        assert sorted(found) == sorted(order)
        assert found == panel_order(case["user"], case["item"], case["streams"][::-1])
        orders.add(found)
    assert len(orders) > 1


def test_the_clock_of_an_item(behaviours):
    for case, expected in given(behaviours["set_properties"]):
        streams = [ItemStream(f"s{k}", "", "model", one["fps"] or None, "x") for k, one in enumerate(case["streams"])]
        media = {f"s{k}": StreamMedia(length=one["duration"] or None) for k, one in enumerate(case["streams"])}
        clock = clock_of(Item("i", tuple(streams)), media, fps=case["fps"] or None)
        assert clock.length == close(expected["duration"])
        # With several rates ours steps by the finest, so that every frame of every stream can be reached.
        rates = [one["fps"] for one in case["streams"] if one["fps"]]
        assert (clock.fps or 0) == (max(rates) if len(set(rates)) > 1 else expected["effective_fps"])
        warned = {note.kind for note in clock.notes}
        assert warned - {"few", "rates"} == set(expected["warns"]) - {"few", "rates"}


def test_the_middle_severity_comes_first(behaviours):
    assert behaviours["default_severity_choice"][0]["out"] == "entry at floor((n-1)/2)"
    for levels in ([1], [1, 2], [1, 2, 3], [1, 2, 3, 4]):
        assert (
            parse_schema(f"name: x\nstreams: [a]\nseverities: {levels}").default_severity
            == levels[(len(levels) - 1) // 2]
        )


def test_matching(behaviours):
    for case, expected in given(behaviours["mark_similarity"]):
        assert similarity(case["a"], case["b"], tolerance=case["tol"]) == close(expected)
    earlier = 0
    for case, expected in given(behaviours["match_marks"]):
        pairs = match_marks(case["a"], case["b"], tolerance=case["tol"])
        offsets = [abs(case["a"][i] - case["b"][j]) for i, j in pairs]
        assert sum(offsets) == close(expected["total_offset"])
        assert sum(1 - offset / case["tol"] for offset in offsets) == close(expected["sum_similarity"])
        if sorted(map(list, pairs)) != sorted(expected["pairs"]):
            # Of equal sums ours takes the earlier marks: 0.77 stands as near to 0.61 as to 0.93.
            assert (case["a"][0], next(case["b"][j] for _, j in pairs)) == (0.77, 0.61)
            earlier += 1
    assert earlier == 1


def test_stored_values(behaviours, tmp_path):
    for value, expected in given(behaviours["parse_value"]):
        found = parse_blob(value)
        if found and isinstance(value, str):
            assert found["clean"] == expected["clean"]
        assert (found is None) == (expected is None)
        if found is not None:
            assert found == expected
    for marks, expected in given(behaviours["usable_marks_by_stream"]):
        path = tmp_path / "stored.json"
        path.write_text(json.dumps({"i": {"r": {"violations": marks}}}))
        answers, problems = read_blobs(path)
        found: dict[str, list[float]] = {}
        for mark in sorted(answers.rows[0].violations, key=lambda mark: mark.t):
            found.setdefault(mark.stream, []).append(mark.t)
        # A mark that names no stream belongs to none: ours leaves it out and says so.
        assert found == {name: [float(t) for t in times] for name, times in expected.items() if name}
        assert len(problems) == len(marks) - sum(map(len, found.values()))


def test_the_consensus(behaviours):
    for case, expected in given(behaviours["consensus"]):
        answers = [
            answer_of(
                {
                    "item": "i",
                    "reviewer": who,
                    **{**said, "violations": [m for m in said["violations"] if m["t"] is not None]},
                }
            )
            for who, said in case.items()
        ]
        found = {
            row.stream: {"t": row.t, "type": row.type or "", "n_marked": row.marked, "n_clean": row.clean}
            for row in consensus(answers, method="potato").streams
        }
        assert found == {
            stream: {**one, "t": None if one["t"] is None else close(one["t"])} for stream, one in expected.items()
        }
        # The default's time is always a mark that somebody made.
        for row in consensus(answers).streams:
            assert row.t is None or any(mark.t == row.t for one in answers for mark in one.violations)


def test_judges(behaviours):
    for case, times in given(behaviours["judge_sample_times"]):
        assert list(tile_times(case["duration"], tiles=case["tiles"])) == close(times)
    for case, half in given(behaviours["judge_resolution"]):
        assert resolution(case["duration"], tiles=case["tiles"]) == close(half)
    types = ["object_permanence", "interpenetration", "gravity_violation"]
    for reply, expected in given(behaviours["judge_parse"]):
        if expected.get("error"):
            with pytest.raises(ValueError, match="the reply"):
                parse_verdict(reply, times=[0.25, 0.75, 1.25, 1.75], types=types)
            continue
        found = parse_verdict(reply, times=[0.25, 0.75, 1.25, 1.75], types=types)
        assert (found.t, found.type or "", found.confidence, found.unknown_type) == (
            expected["t"],
            expected["violation_type"],
            expected["confidence"],
            expected.get("unknown_type"),
        )


def test_the_alignment(behaviours):
    for case, expected in given(behaviours["judge_alignment"]):
        answers = []
        for key, said in case["human"].items():
            item, stream = key.split("::")
            mark = {"stream": stream, "t": said["t"], "type": said.get("type")}
            marks, clean = ([mark], []) if said["t"] is not None else ([], [stream])
            answers.append(answer_of({"item": f"{item}", "reviewer": stream, "violations": marks, "clean": clean}))
        rows = [
            Prediction(
                item=row["instance_id"],
                stream=row["stream_id"],
                t=row["t"],
                type=row["violation_type"],
                resolution=row["resolution"],
                error=row["error"] or None,
            )
            for row in case["predictions"]
        ]
        result = align(consensus(answers), Predictions(tuple(rows)), tolerances=[case["tol"]], resamples=0)
        row = result.sweep[0]
        assert (result.n_predictions, result.n_failed) == (expected["n_predictions"], expected["n_excluded_errors"])
        if expected.get("error"):  # ours leaves the coarse predictions out and counts them
            assert row.left_out == 1
            continue
        detection, place, category = expected["detection"], expected["localization"], expected["category"]
        assert row.n == expected["n_compared"]
        assert (row.both, row.judge_only, row.human_only, row.neither) == (
            detection["both_found"],
            detection["judge_only"],
            detection["human_only"],
            detection["neither_found"],
        )
        for found, value in (
            (row.agreement, detection["agreement_rate"]),
            (row.mean_offset, place["mean_offset"]),
            (row.hit_rate, place["hit_rate"]),
            (row.category_agreement, category["match_rate"]),
        ):
            assert found == (None if value is None else close(value))
        assert (row.hits, row.n_categories) == (place["within_tolerance"], category["n_compared"])


def test_alpha(behaviours):
    import numpy as np

    for case, expected in given(behaviours["alpha"]):
        raters, units = (sorted({row[k] for row in case["rows"]}) for k in (0, 1))
        unit = np.array([units.index(row[1]) for row in case["rows"]])
        value = np.array([row[2] for row in case["rows"]])
        found = _alpha(unit, value, len(raters), linear=case["level"] == "ordinal").alpha
        assert found == (None if expected is None else close(expected))
        if case["level"] == "nominal":
            table = np.full((len(raters), len(units)), np.nan)
            for rater, name, rating in case["rows"]:
                table[raters.index(rater), units.index(name)] = rating
            assert krippendorff_alpha(table, level="nominal") == close(expected)


def test_media_paths_that_leave_the_workspace_are_refused(behaviours, tmp_path):
    from evalcore.review import load
    from evalcore.workspace import Workspace

    (tmp_path / "review").mkdir()
    (tmp_path / "review" / "schema.yaml").write_text("name: x\nstreams: [a]\n")
    refused = 0
    for case, _ in given(behaviours["media_url"]):
        (tmp_path / "review" / "items.jsonl").write_text(json.dumps({"item": "i", "a": case["url"]}) + "\n")
        if case["url"].startswith(("http", "/", "..")):
            with pytest.raises(InputError, match=r"items\.jsonl:1"):
                load(Workspace(tmp_path))
            refused += 1
        else:
            path = load(Workspace(tmp_path)).items[0].streams[0].path
            assert path == case["url"].removeprefix("./")
    assert refused == 3
