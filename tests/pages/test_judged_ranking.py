"""The page of ranks: the published table's, and those of a pool that a reader's model has joined."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evalcore.judged import load, read_judgments, score
from evalcore.workspace import Workspace
from tests.judged.made import CONDITIONS, SPLITS, judgment_rows, make_data
from tests.pages.judged_space import make_space, table
from tests.pages.opening import opened, texts

PAGE = "pages/judged/ranking.py"
MIME = "application/json"


def lines(rows: list[dict[str, Any]]) -> bytes:
    return "".join(f"{json.dumps(row)}\n" for row in rows).encode()


def given(content: bytes, name: str = "mine.jsonl", *, psnr: float | None = None, ssim: float | None = None) -> AppTest:
    """The page once a reader has given it a file, and PSNR and SSIM where they are known."""
    app = opened(PAGE)
    app.file_uploader(key="new_model").set_value((name, content, MIME)).run()
    for component, value in (("psnr", psnr), ("ssim", ssim)):
        if value is not None:
            app.number_input(key=f"new_model.{component}").set_value(value).run()
    assert not app.exception
    return app


def changes(app: AppTest) -> dict[str, tuple[Any, Any]]:
    """Model -> overall rank before and with the new model."""
    rows = table(app, "Overall, published pool")
    return {row["Model"]: (row["Overall, published pool"], row["Overall, with the new model"]) for row in rows}


def test_ranks_are_those_of_the_published_table(judged: Path) -> None:
    app = opened(PAGE)
    assert not app.error
    assert not app.warning
    rows = {row["Model"]: row for row in table(app, "Mean rank ↓", "PSNR rank ↓")}
    # PSNR is tied: (1 + 1 + (1.5 + 1) / 2) / 3 and (2 + 2 + (1.5 + 2) / 2) / 3
    expected = {"sharp": ("1", 1.5, 1.25, 13 / 12), "plain": ("2", 1.5, 1.75, 23 / 12), "weak": ("3", 3, 3, 3)}
    for model, (place, psnr, similarity, mean) in expected.items():
        row = rows[model]
        assert (row["Overall"], row["PSNR rank ↓"], row["Similarity rank ↓"]) == (place, psnr, similarity)
        assert row["Mean rank ↓"] == pytest.approx(mean)
    assert "a bootstrap interval needs at least 5 units; there are 3" in texts(app)
    assert "Pool of 3 models, SHA-256 " in texts(app)


def test_a_tie_is_shown(judged: Path) -> None:
    same = {"event": 50, "structure": 50, "psnr": 20, "ssim": 0.5}
    (judged / "baselines/paper-results.json").write_text(json.dumps({"a": same, "b": same, "c": {**same, "event": 40}}))
    rows = table(opened(PAGE), "Overall", "Mean rank ↓")
    assert [(row["Overall"], row["Model"]) for row in rows] == [("1=", "a"), ("1=", "b"), ("3", "c")]


def test_a_model_that_lacks_a_component_is_named_with_the_reason(judged: Path) -> None:
    path = judged / "baselines/paper-results.json"
    path.write_text(path.read_text().replace("18.25", "null"))
    app = opened(PAGE)
    assert "weak is not ranked (paper-results.json:4: no psnr)." in texts(app)
    assert {row["Model"] for row in table(app, "Mean rank ↓", "PSNR rank ↓")} == {"sharp", "plain"}
    assert "INCOMPLETE: 1 of 3 units failed" in texts(app)
    [row] = [row for row in table(app, "PSNR (dB) ↑") if row["Model"] == "weak"]
    assert row["PSNR (dB) ↑"] != row["PSNR (dB) ↑"]


def test_without_a_published_table_there_is_nothing_to_rank(empty: Path) -> None:
    make_space(empty, published=None)
    app = opened(PAGE)
    assert [one.value for one in app.subheader] == ["Nothing to rank yet"]
    assert not app.dataframe


def test_a_published_table_at_fault_is_an_error_with_file_and_line(judged: Path) -> None:
    path = judged / "baselines/paper-results.json"
    path.write_text(path.read_text().replace("18.25", '"high"'))
    app = opened(PAGE)
    assert [one.value for one in app.error] == ["The published table cannot be read"]
    assert app.code[0].value.endswith("paper-results.json:4")


def test_a_diagnostic_in_place_of_the_table_is_refused(judged: Path) -> None:
    (judged / "baselines/paper-results.json").write_text('{"diagnostic": true, "mean": {"psnr": 30}}')
    assert "this is a similarity diagnostic" in texts(opened(PAGE)).replace("This", "this")


@pytest.mark.parametrize("parts", [{"judgments": {}}, {"splits": {"core": SPLITS["core"]}}], ids=["judges", "scope"])
def test_ranks_do_without_judgments_and_say_what_is_missing(empty: Path, parts: dict[str, Any]) -> None:
    make_space(empty, **parts)
    app = opened(PAGE)
    assert not app.error
    assert "so that ranks have no intervals." in texts(app)
    assert len(table(app, "Mean rank ↓", "PSNR rank ↓")) == 3
    assert not app.selectbox


def test_a_judge_whose_scores_are_not_those_of_the_table_gives_no_intervals(judged: Path) -> None:
    shown = texts(opened(PAGE, judge="judge-b"))
    assert "by the judgments given" in shown


def test_a_model_of_the_ranking_leads_to_its_scores(judged: Path) -> None:
    app = opened(PAGE)
    app.session_state["figure.ranks"] = {"selection": {"points": [{"customdata": ["weak"]}]}}
    app.run()
    assert app.selectbox(key="model").value == "weak"
    [link] = app.get("page_link")
    assert link.proto.page == "judged-scoring"
    assert link.proto.query_string == "model=weak&subset=paper-main&judge=judge-a"


def test_a_model_without_psnr_and_ssim_is_scored_and_not_ranked(judged: Path) -> None:
    app = given(lines(judgment_rows("judge-a", "sharp")))
    assert table(app, "Score", "Of")[0]["Value (%) ↑"] == 100.0
    assert "Without PSNR and SSIM of the published 40 clips the model cannot be ranked." in app.info[0].value
    assert not [one for one in app.dataframe if "Overall, published pool" in one.value]


def test_a_new_model_changes_the_pool_and_nothing_is_saved(judged: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in judged.parent.rglob("*")}
    app = given(lines(judgment_rows("judge-a", "plain")), psnr=30.0, ssim=0.9)
    assert not app.error
    assert [one.value[:15] for one in app.warning] == ["**Not saved.** "]
    # mine is first in similarity and shares second with plain's rounded scores: 47.222 > 47.2 and 50.555 < 50.6
    assert changes(app) == {"sharp": ("1", "1"), "mine": (None, "2"), "plain": ("2", "3"), "weak": ("3", "4")}
    assert "mine is not from the table: scope paper-main, 11 of 12 conditions judged, judge judge-a" in texts(app)
    assert {path: path.stat().st_mtime_ns for path in judged.parent.rglob("*")} == before


def test_the_reader_names_the_model_and_a_taken_name_is_refused(judged: Path) -> None:
    app = given(lines(judgment_rows("judge-a", "plain")), "sharp.jsonl", psnr=30.0, ssim=0.9)
    assert [one.value for one in app.error] == ["This model cannot be ranked"]
    assert "has a model 'sharp' already" in texts(app)
    app.text_input(key="new_model.name").input("sharper").run()
    assert not app.error
    assert "sharper" in changes(app)


def test_a_result_of_score_is_taken_as_it_is(judged: Path, tmp_path: Path) -> None:
    data = load(Workspace(judged))
    path = judged / "baselines/judgments/judge-a/weak.jsonl"
    result = score(data, "paper-main", judgments=read_judgments(path, data))
    app = given(result.to_json(), "mine.json", psnr=10.0, ssim=0.1)
    assert not app.error
    assert changes(app)["mine"] == (None, "4")
    assert table(app, "Score", "Of")[0]["Value (%) ↑"] == pytest.approx(result.event)


def test_a_result_of_another_scope_is_refused(judged: Path, tmp_path: Path) -> None:
    data = load(Workspace(judged))
    path = judged / "baselines/judgments/judge-a/weak.jsonl"
    app = given(score(data, "core", judgments=read_judgments(path, data)).to_json(), "mine.json")
    assert "The result is of scope 'core'; the table is of the 12 conditions of 'paper-main' here." in texts(app)
    other = make_data_elsewhere(tmp_path)
    app = given(score(other, "paper-main", judgments=read_judgments(path, other)).to_json(), "mine.json")
    assert "The result is of other conditions under the same name" in texts(app)
    assert [one.value for one in app.code] == ["mine.json"]


def make_data_elsewhere(tmp_path: Path) -> Any:
    (tmp_path / "elsewhere").mkdir()
    fewer = {**SPLITS, "paper-main": SPLITS["paper-main"][1:]}
    return load(make_data(tmp_path / "elsewhere", splits=fewer))


REFUSED = {
    "a diagnostic": (
        b'{"protocol": "judged", "diagnostic": true}',
        "mine.json",
        "published 40-clip table",
        "mine.json",
    ),
    "not a result": (b'{"a": 1}', "mine.json", "not a result file of evalcore", "mine.json"),
    "not JSON": (b"{", "mine.json", "not a result file of evalcore", "mine.json"),
    "a bad line": (b'{"condition_id": "ball-1a"}\n{\n', "mine.jsonl", "this is not JSON", "mine.jsonl:2"),
    "not UTF-8": (b'{"condition_id": "\xff"}\n', "mine.jsonl", "is not UTF-8", "mine.jsonl:1"),
    "twice": (b'{"condition_id": "ball-1a"}\n' * 2, "mine.jsonl", "was judged already on line 1", "mine.jsonl:2"),
    "mixed": (
        lines([{"condition_id": row["condition_id"], "judge": f"j{k}"} for k, row in enumerate(CONDITIONS[:2])]),
        "mine.jsonl",
        "the judge is 'j1' here, and 'j0' on line 1",
        "mine.jsonl:2",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_file_at_fault_is_an_error_that_names_it_as_the_reader_does(judged: Path, case: str) -> None:
    content, name, said, where = REFUSED[case]
    app = given(content, name)
    assert [one.value for one in app.error] == ["This file cannot be ranked"]
    assert said.lower() in texts(app).lower()
    assert [one.value for one in app.code] == [where]
    assert gettempdir() not in texts(app)


def test_the_name_of_a_file_cannot_lead_anywhere(judged: Path) -> None:
    app = given(lines(judgment_rows("judge-a", "plain")), "../../.hidden.jsonl")
    assert [one.value for one in app.error] == ["This file cannot be ranked"]
    assert "cannot be a file name" in texts(app)


def test_another_judge_or_profile_is_named(judged: Path) -> None:
    rows = [{**row, "judge": "me", "profile": "paper-prefix-8"} for row in judgment_rows("judge-a", "plain")]
    app = given(lines(rows))
    assert app.warning[0].value == "These judgments were not made as the released ones; ranks between them mean little"
    assert "judge: me; of the released judgments: judge-a" in texts(app)
    assert "sampling profile: paper-prefix-8; of the released judgments: observation-8" in texts(app)
    assert "judge version" not in texts(app)
