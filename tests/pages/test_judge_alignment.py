"""The page of judge alignment: figures, who sees a break, offsets, and what the judge saw."""

from __future__ import annotations

import json
from typing import Any

import pytest

from evalcore.batch import file_sha256
from evalcore.review import align, consensus, load, read_predictions
from evalcore.workspace import Workspace
from tests.pages.judged_space import table
from tests.pages.opening import opened, streams, texts
from tests.pages.review_space import answers, predictions, write_predictions

PAGE = "pages/review/judge_alignment.py"


def listed(app: Any) -> list[str]:
    return [f"{row['Item']}/{row['Stream']}" for row in table(app, "Who sees a break")]


def test_without_predictions_it_says_how_to_make_them(review: Workspace) -> None:
    review.path("review/predictions/j.jsonl").unlink()
    app = opened(PAGE)
    assert [one.value for one in app.subheader] == ["No judge has looked yet"]
    [command] = [one.value for one in app.code]
    assert command.startswith(f"evalcore review judge --workspace {review.root} ")


def test_figures_are_those_of_the_protocol(review: Workspace) -> None:
    app = opened(PAGE)
    data, said = load(review), read_predictions(review.path("review/predictions/j.jsonl"))
    result = align(consensus(answers()), said, data=data)
    rows = table(app, "Too coarse")
    assert [row["Too coarse"] for row in rows] == [row.left_out for row in result.sweep]
    assert rows[2]["Agreement"] == pytest.approx(result.sweep[2].agreement)
    assert "35 of" not in texts(app)
    assert "4 of 5 units have a value" in texts(app)
    assert {row["Predictions"]: row["Streams"] for row in table(app, "Predictions")}["Predictions"] == 5


def test_a_click_on_a_cell_lists_its_streams(review: Workspace) -> None:
    app = opened(PAGE, alignment="Breaks")
    assert listed(app) == ["cup/gen", "ball/gen", "pen/gen", "ball/real"]
    point = {"customdata": ["judge_only"]}
    app.session_state["figure.alignment-breaks"] = {"selection": {"points": [point]}}
    app.run()
    assert listed(app) == ["cup/gen"]
    app = opened(PAGE, alignment="Breaks", outcome="human_only")
    assert [one.value for one in app.info] == ["No stream is like that."]


def test_a_stream_shows_what_the_judge_said_and_its_frames(review: Workspace) -> None:
    app = opened(PAGE, alignment="Offsets", unit="ball/gen")
    shown = texts(app)
    assert "It sees a break at 1.260 s, flicker." in shown
    assert "Its confidence: 0.75" in shown
    assert "I see a flicker." in shown
    assert set(streams(app)) == {"real", "gen"}
    assert "The contact sheet of 4 frames" in shown  # 2 s in intervals of twice the resolution
    assert len(app.get("image")) == 1


def test_the_sheet_has_as_many_frames_as_the_run_records(review: Workspace) -> None:
    run = review.path("review/predictions/j.run.json")
    run.write_text(json.dumps({"record": {"config": {"tiles": 6}}}))
    assert "The contact sheet of 6 frames" in texts(opened(PAGE, alignment="Breaks", unit="ball/gen"))


def test_a_clip_that_changed_since_has_no_sheet(review: Workspace) -> None:
    path = review.path("media/ball/gen.mp4")
    rows = predictions()
    rows[0]["media_sha256"] = file_sha256(path)
    write_predictions(review, rows)
    assert "made again from the file that the judge saw" in texts(opened(PAGE, alignment="Breaks", unit="ball/gen"))
    rows[0]["media_sha256"] = "0" * 64
    write_predictions(review, rows)
    app = opened(PAGE, alignment="Breaks", unit="ball/gen")
    assert [one.value for one in app.warning if "not the file" in one.value]
    assert not app.get("image")


def test_several_judges_of_one_file_can_be_chosen(review: Workspace) -> None:
    rows = predictions()
    write_predictions(review, [*rows, *({**one, "judge": "k", "error": None} for one in rows)])
    app = opened(PAGE)
    assert app.selectbox(key="judge").options == ["j: j", "j: k"]
    assert not app.error
    app.selectbox(key="judge").select("j: k").run()
    assert "Judge k: 5 predictions, 0 failed" in texts(app)


def test_predictions_at_fault_are_an_error_with_file_and_line_and_others_stay(review: Workspace) -> None:
    write_predictions(review, [{"item": "ball"}], name="broken")
    app = opened(PAGE)
    assert [one.value for one in app.error] == ["Predictions cannot be read"]
    assert "broken.jsonl:1" in texts(app)
    assert app.selectbox(key="judge").options == ["j"]
    write_predictions(review, [{"item": "ball", "stream": "gen", "t": -1}], name="broken")
    assert [one.value for one in opened(PAGE, judge="broken").error] == ["These predictions cannot be read"]
