"""The page of judges: agreement, answers and scores of two, by task and model, and where they disagree."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from evalcore.judged import agreement, load
from evalcore.workspace import Workspace
from tests.judged.made import judgment_rows, write_rows
from tests.pages.judged_space import make_space, select, table
from tests.pages.opening import opened, texts

PAGE = "pages/judged/judges.py"


# Events that judge-a and judge-b both gave on cross-judge and that differ, by hand from the letters of the data set.
DIFFER = ["plain/ball-2b", "plain/block-2b", "weak/block-2a"]


def units(rows: list[dict[str, Any]]) -> list[str]:
    return [f"{row['Model']}/{row['Condition']}" for row in rows]


def test_one_judge_alone_says_what_is_missing(empty: Path) -> None:
    make_space(empty, judgments={"judge-a": {"sharp": judgment_rows("judge-a", "sharp")}})
    app = opened(PAGE)
    assert [one.value for one in app.subheader] == ["There is one judge"]
    assert not app.dataframe


def test_judges_without_a_model_in_common_are_an_error(empty: Path) -> None:
    make_space(
        empty,
        judgments={
            "judge-a": {"sharp": judgment_rows("judge-a", "sharp")},
            "judge-b": {"weak": judgment_rows("judge-b", "weak")},
        },
    )
    app = opened(PAGE)
    assert [one.value for one in app.error] == ["These judges cannot be compared"]
    assert "judged no model in common" in texts(app)


def test_agreement_is_that_of_the_protocol_on_the_scope_for_it(judged: Path) -> None:
    app = opened(PAGE)
    assert not app.error
    assert not app.warning
    assert app.selectbox(key="subset").value == "cross-judge"
    result = agreement(load(Workspace(judged)), "cross-judge", judge="judge-a", other="judge-b")
    rows = {row["Model"]: row for row in table(app, "Event kappa")}
    assert rows["all models"]["Event n"] == result.event.n == 25
    for model, one in {"all models": result, **result.models}.items():
        assert rows[model]["Event kappa"] == pytest.approx(one.event.kappa)
        assert rows[model]["Event alpha"] == pytest.approx(one.event.alpha)
        assert rows[model]["Structure same answer"] == pytest.approx(one.structure.raw)


@pytest.mark.parametrize("view", ["Agreement", "Answers", "Scores"])
@pytest.mark.parametrize("score", ["Event", "Structure"])
@pytest.mark.parametrize("query", [{}, {"task": "block", "model": "weak"}])
def test_every_view_opens(judged: Path, view: str, score: str, query: dict[str, str]) -> None:
    app = opened(PAGE, view=view, score=score, **query)
    assert not app.error
    assert not app.warning
    assert len(app.get("plotly_chart")) == (view != "Agreement")


def test_answers_are_those_of_the_chosen_task_and_model(judged: Path) -> None:
    app = opened(PAGE, view="Answers", task="block", model="plain")
    rows = table(app, "judge-a says", "Conditions")
    assert sum(row["Conditions"] for row in rows) == 4
    pairs = {(row["judge-a says"], row["judge-b says"]): row["Conditions"] for row in rows}
    assert pairs == {("fall", "fall"): 2, ("banana", "banana"): 1, ("other", "fall"): 1}
    assert "Scope cross-judge, task block; judge judge-a against judge-b" in texts(app)


def test_scores_are_those_that_each_judge_gives(judged: Path) -> None:
    app = opened(PAGE, view="Scores")
    models = agreement(load(Workspace(judged)), "cross-judge", judge="judge-a", other="judge-b").models
    for row in table(app, "Event, judge-a (%) ↑"):
        one = models[row["Model"]]
        assert row["Event, judge-a (%) ↑"] == pytest.approx(one.judge_score["event"])
        assert row["Structure, judge-b (%) ↑"] == pytest.approx(one.other_score["structure"])


def test_conditions_where_they_disagree_are_listed(judged: Path) -> None:
    app = opened(PAGE)
    assert units(table(app, "Condition")) == DIFFER
    assert app.selectbox(key="unit").options == DIFFER
    app = opened(PAGE, model="weak")
    assert units(table(app, "Condition")) == ["weak/block-2a"]
    app = opened(PAGE, task="ball", model="weak")
    assert "No condition is like that." in [one.value for one in app.info]


def test_what_one_judge_alone_judged_is_no_disagreement(judged: Path) -> None:
    write_rows(judged / "baselines/judgments/judge-b/plain.jsonl", judgment_rows("judge-b", "plain")[:4])
    assert units(table(opened(PAGE), "Condition")) == ["plain/ball-2b", "weak/block-2a"]


def test_a_disagreement_shows_what_both_said(judged: Path) -> None:
    app = opened(PAGE)
    select(app, 1, query="unit")
    assert app.selectbox(key="unit").value == "plain/block-2b"
    shown = texts(app)
    assert "Judged event: other, which counts as other." in shown
    assert "The judge's reason: plain by judge-a" in shown
    assert "Judged event: fall, which counts as wrong class." in shown
    assert "The judge's reason: plain by judge-b" in shown
    assert "generated/plain/block-2b.mp4" in shown


def test_a_click_on_a_score_chooses_its_model(judged: Path) -> None:
    app = opened(PAGE, view="Scores")
    point = {"customdata": ["weak", "judge-b"]}
    app.session_state["figure.by-judge-event-cross-judge-judge-a-judge-b"] = {"selection": {"points": [point]}}
    app.run()
    assert not app.exception
    assert app.selectbox(key="model").value == "weak"


def test_each_judge_is_allowed_its_mixture_by_itself(judged: Path) -> None:
    for judge in ("judge-a", "judge-b"):
        rows: list[dict[str, Any]] = judgment_rows(judge, "weak")
        rows[3]["judge"] = "another"
        write_rows(judged / f"baselines/judgments/{judge}/weak.jsonl", rows)
    app = opened(PAGE)
    assert [one.value for one in app.code] == ["baselines/judgments/judge-a/weak.jsonl:4"]
    app.toggle(key="mixed").set_value(True).run()
    assert [one.value for one in app.code][1:] == ["baselines/judgments/judge-b/weak.jsonl:4"]
    assert not app.dataframe
    app.toggle(key="mixed_other").set_value(True).run()
    assert not app.exception
    assert table(app, "Event kappa")
