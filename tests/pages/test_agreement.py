"""The page of agreement: live figures, both methods, the worst items with their frames, consensus, coverage."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evalcore.review import AgreementResult, Answer, Mark, PotatoResult, agreement, consensus, load
from evalcore.workspace import Workspace
from tests.pages.judged_space import select, table
from tests.pages.opening import opened, streams, texts
from tests.pages.review_space import answers, store

PAGE = "pages/review/agreement.py"


def expected(space: Workspace) -> AgreementResult:
    return agreement(answers(), data=load(space))


def position(app: AppTest) -> int:
    """Where the frame viewer stands."""
    [viewer] = app.get("bidi_component")
    return int(json.loads(viewer.proto.json)["start"])


def click(app: AppTest, item: str, *customdata: Any) -> None:
    app.session_state[f"figure.marks-{item}"] = {"selection": {"points": [{"customdata": list(customdata)}]}}
    app.run()
    assert not app.exception


def test_a_workspace_without_a_review_says_what_is_missing(empty: Path) -> None:
    app = opened(PAGE)
    assert [one.value for one in app.subheader] == ["Nothing to review yet"]


def test_without_answers_it_says_how_to_get_them_and_makes_no_database(review: Workspace) -> None:
    review.path("review/answers.sqlite").unlink()
    app = opened(PAGE)
    assert [one.value for one in app.subheader] == ["Nobody has answered yet"]
    assert any(one.value.startswith("evalcore review import") for one in app.code)
    assert not review.path("review/answers.sqlite").exists()


def test_items_at_fault_are_an_error_with_file_and_line(review: Workspace) -> None:
    review.path("review/items.jsonl").write_text('{"item": "ball", "real": "../up.mp4"}\n')
    app = opened(PAGE)
    assert [one.value for one in app.error] == ["The review cannot be read"]
    assert "items.jsonl:1" in texts(app)


def test_figures_are_those_of_the_protocol(review: Workspace) -> None:
    app = opened(PAGE)
    assert not app.error
    result = expected(review)
    rows = table(app, "Tolerance", "kappa_loc")
    assert [row["F1"] for row in rows] == pytest.approx([row.matching.f1 for row in result.sweep])
    assert [row["Tolerance"] for row in rows] == ["0.5 frame", "0.25 s", "0.5 s (headline)", "1 s", "2 s"]
    coefficients = {row["Judgement"]: row["Alpha"] for row in table(app, "Judgement", "Raw agreement")}
    assert coefficients["Detection: does the stream break"] == pytest.approx(result.detection.alpha)
    assert len(app.get("plotly_chart")) == 1


def test_the_reference_method_shows_its_faults(review: Workspace) -> None:
    app = opened(PAGE, review_method="Reference (potato)")
    result = agreement(answers(), method="potato", data=load(review))
    assert isinstance(result, PotatoResult)
    rows = table(app, "Sigma")
    assert [row["Detection alpha"] for row in rows] == pytest.approx([row.detection.alpha for row in result.sweep])
    for fault in result.faults:
        assert fault in texts(app)
    assert len(app.warning) == 1


def test_a_new_answer_is_there_at_the_next_look(review: Workspace) -> None:
    app = opened(PAGE, view="Coverage")
    assert table(app, "Of")[0]["Answered"] == 13
    store(review, [Answer(item="pen", reviewer="bob", clean=("gen", "real"))])
    app.run()
    assert table(app, "Of")[0]["Answered"] == 15
    progress = {row["Reviewer"]: row for row in table(app, "Next item")}
    assert progress["bob"]["Complete"] == 3
    assert progress["ann"]["Next item"] == "pen"
    gold = {row["Reviewer"]: row["Mean lag (s)"] for row in table(app, "Mean lag (s)")}
    assert gold == {"ann": pytest.approx(0.0), "bob": pytest.approx(0.04), "eve": pytest.approx(0.08)}
    assert [row["Item"] for row in table(app, "Warning")] == ["cup"]


def test_the_worst_item_comes_first_with_who_stands_apart(review: Workspace) -> None:
    app = opened(PAGE, view="Items")
    cup, ball = table(app, "Worst stream")
    assert (cup["Item"], cup["Worst stream"], cup["See a break there"], cup["See none there"]) == (
        "cup",
        "gen",
        "ann",
        "bob, eve",
    )
    assert ball["Item"] == "ball"
    assert app.selectbox(key="item").value == "cup"
    assert "Warning: streams of different length" in texts(app)
    said = {(row["Stream"], row["Reviewer"]): row["Says"] for row in table(app, "Says")}
    assert said["gen", "ann"] == "break"
    assert said["gen", "bob"] == "no breaks"


def test_the_viewer_stands_at_the_first_mark_and_follows_clicks(review: Workspace) -> None:
    app = opened(PAGE, view="Items", item="cup")
    assert position(app) == 12  # ann's mark at 0.5 s
    select(app, 1, query="item")
    assert app.selectbox(key="item").value == "ball"
    assert position(app) == 25
    gen = streams(app)["gen"]
    assert gen["captions"][25] == "frame 25 · 1.02 s · marked by ann: flicker"
    assert gen["label"] == "Model"
    click(app, "ball", "gen", "eve", 1.10)
    assert position(app) == 27
    [link] = app.get("page_link")
    assert link.proto.label == "Answer this item yourself"


def test_a_link_to_a_frame_is_kept(review: Workspace) -> None:
    assert position(opened(PAGE, view="Items", item="ball", frame="3")) == 3


def test_the_consensus_of_either_method(review: Workspace) -> None:
    rows = {(row["Item"], row["Stream"]): row for row in table(opened(PAGE, view="Consensus"), "Verdict")}
    together = {(row.item, row.stream): row for row in consensus(answers()).streams}
    assert {key: row["Verdict"] for key, row in rows.items()} == {key: row.verdict for key, row in together.items()}
    assert rows["ball", "gen"]["Break (s)"] == 1.06
    store(review, [Answer(item="ball", reviewer="zoe", violations=(Mark(stream="gen", t=1.9),), clean=("real",))])
    app = opened(PAGE, view="Consensus", review_method="Reference (potato)")
    [gen] = [row for row in table(app, "Verdict") if (row["Item"], row["Stream"]) == ("ball", "gen")]
    assert gen["Break (s)"] == pytest.approx(1.08)


def test_answers_that_do_not_fit_the_items_are_an_error(review: Workspace) -> None:
    store(review, [Answer(item="ball", reviewer="zoe", clean=("other",))])
    app = opened(PAGE)
    assert [one.value for one in app.error] == ["The answers do not fit the items"]
    assert "'zoe'" in texts(app)


def test_one_reviewer_alone_has_reasons_instead_of_figures(review: Workspace) -> None:
    review.path("review/answers.sqlite").unlink()
    store(review, [answers()[0]])
    app = opened(PAGE)
    assert not app.error
    assert "fewer than two reviewers answered" in texts(app)
    app = opened(PAGE, view="Items")
    assert [one.value for one in app.info] == ["No item has answers of two reviewers to compare."]


def test_a_database_that_cannot_be_reached_is_an_error(review: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    review.path("review/answers.sqlite").write_bytes(b"no database" * 100)
    app = opened(PAGE)
    assert [one.value for one in app.error] == ["The answers cannot be read"]
