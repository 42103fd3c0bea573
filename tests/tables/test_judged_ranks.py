from __future__ import annotations

from dataclasses import replace

from evalcore.judged import RankResult, RankTable, compare, rank
from evalcore.tables import judged_components, judged_differences, judged_rank_changes, judged_ranks
from evalcore.tables.judged_ranks import places, pool_line
from tests.tables.judged import baselines_result, judged_result

# Event: a and b tie at 1.5. Structure: c, a, b. PSNR: all tie at 2. SSIM: b, a, c.
# Similarity: a (2 + 2)/2 = 2, b 1.5, c 2.5. Mean: a (1.5 + 2 + 2)/3 = 1.83, b (1.5 + 3 + 1.5)/3 = 2, c (3 + 1 + 2.5)/3.
ROWS = {
    "a": {"event": 60.0, "structure": 50.0, "psnr": 18.0, "ssim": 0.6},
    "b": {"event": 60.0, "structure": 40.0, "psnr": 18.0, "ssim": 0.7},
    "c": {"event": 50.0, "structure": 60.0, "psnr": 18.0, "ssim": 0.5},
}


def ranking(**more: dict[str, float | None]) -> RankResult:
    return rank(RankTable({**ROWS, **more}, file="table.json", sha256="f" * 64))  # type: ignore[dict-item]


def test_one_row_a_model_with_the_ranks_behind_the_mean() -> None:
    table = judged_ranks(ranking())
    assert table.display().to_numpy().tolist() == [
        ["1", "a", "n/a (a)", "1.83", "n/a (a)", "1.50", "2.00", "2.00", "2.00", "2.00"],
        ["2", "b", "n/a (a)", "2.00", "n/a (a)", "1.50", "3.00", "2.00", "1.00", "1.50"],
        ["3", "c", "n/a (a)", "2.17", "n/a (a)", "3.00", "1.00", "2.00", "3.00", "2.50"],
    ]
    assert table.footnotes[0] == "(a) no judgments were given to resample"
    assert table.columns[3].heading == "Mean rank ↓"
    assert table.notes[0].startswith("Pool of 3 models, SHA-256 ")
    assert len(table.notes) == 2


def test_models_that_share_a_rank_are_marked() -> None:
    twin = ranking(d=ROWS["c"])
    # With the twin, c and d have 3.5, 1.5 and (2.5 + 3.5)/2 = 3; both come after a and b.
    assert list(places(twin).items()) == [("a", "1"), ("b", "2"), ("c", "3="), ("d", "3=")]
    assert judged_ranks(twin).frame["overall_rank"].tolist() == [1, 2, 3, 3]


def test_another_pool_is_another_hash() -> None:
    assert pool_line(ranking(), digits=12) != pool_line(ranking(d=ROWS["c"]), digits=12)
    assert ranking().pool_sha256 in pool_line(ranking())


def test_a_model_that_lacks_a_component_is_named() -> None:
    table = judged_ranks(ranking(new={"event": 99.0, "structure": 99.0, "psnr": None, "ssim": None}))
    assert len(table.frame) == 3
    assert table.notes[-1] == "new is not ranked (table.json: no psnr, ssim)."
    assert table.caption == "INCOMPLETE: 1 of 4 units failed. Ranking of 3 models"


def test_a_new_model_says_what_its_scores_stand_for() -> None:
    table = RankTable(ROWS).add("new", judged_result(), psnr=18.0, ssim=0.4)  # type: ignore[arg-type]
    assert judged_ranks(rank(table)).notes[2] == (
        "new is not from the table: scope two, 5 of 6 conditions judged, judge j, profile paper-prefix-8."
    )


def test_intervals_say_what_was_resampled() -> None:
    result = ranking()
    models = {
        name: replace(one, mean_rank_ci95=(1.5, 2.5), overall_rank_ci95=(1, 3)) for name, one in result.models.items()
    }
    config = {**result.record["config"], "subset": "two", "judge": "j"}
    table = judged_ranks(replace(result, models=models, record={"config": config}))
    assert table.display().iloc[0].tolist()[2:5] == ["[1.0, 3.0]", "1.83", "[1.50, 2.50]"]
    assert table.notes[2] == (
        "95% CI: percentile bootstrap over tasks, B = 2000, seed 0, from the judgments of j on two; PSNR and SSIM are "
        "held fixed."
    )


def test_no_model() -> None:
    table = judged_ranks(rank(RankTable({"a": {"event": 1.0}})))
    assert (table.title, len(table.display())) == ("Ranking of 0 models", 0)


def test_differences_of_two_models() -> None:
    # best: A 83.3, B 50; other_1: A 16.7, B 100: differences 66.67 and -50.
    one = compare(baselines_result(), "best", "other_1", component="event")
    table = judged_differences([one, compare(baselines_result(), "other_1", "best", component="structure")])
    assert table.display().to_numpy().tolist() == [
        ["best", "other_1", "Event", "2", "8.33", "n/a (a)", "1", "0", "1"],
        ["other_1", "best", "Structure", "2", "25.00", "n/a (a)", "1", "0", "1"],
    ]
    assert table.footnotes[0].startswith("(a) a bootstrap interval needs at least 5 units")
    assert table.notes[0] == "Scope two, judge j."
    assert table.notes[-1] == "The intervals are not adjusted for the number of comparisons (2)."
    assert len(judged_differences([one]).notes) == 3


def test_no_comparison_is_an_empty_table() -> None:
    table = judged_differences([])
    assert len(table.display()) == 0
    assert len(table.notes) == 1


def test_no_p_value_in_any_export() -> None:
    table = judged_differences([compare(baselines_result(), "best", "other_1", component="event")])
    for text in (table.to_csv(), table.to_markdown(), table.to_latex(), table.to_html()):
        assert "p-value" not in text.lower()
        assert "signific" not in text.lower()


POOL = {
    "a": {"event": 90.0, "structure": 80.0, "psnr": 20.0, "ssim": 0.9},
    "b": {"event": 80.0, "structure": 90.0, "psnr": 20.0, "ssim": 0.9},
    "c": {"event": 70.0, "structure": 70.0, "psnr": 10.0, "ssim": 0.5},
}


def pool(**more: dict[str, float | None]) -> RankResult:
    return rank(RankTable(rows={**POOL, **more}))  # type: ignore[dict-item]


def test_a_new_model_stands_beside_what_it_changes() -> None:
    new = {"event": 85.0, "structure": 60.0, "psnr": 30.0, "ssim": 0.95}
    table = judged_rank_changes(pool(), pool(new=new))
    # with it: a (1 + 2 + 2.5) / 3, b (3 + 1 + 2.5) / 3, new (2 + 4 + 1) / 3, c (4 + 3 + 4) / 3
    assert [(row.model, row.old, row.new, round(row.new_mean, 4)) for row in table.frame.itertuples()] == [
        ("a", "1=", "1", 1.8333),
        ("b", "1=", "2", 2.1667),
        ("new", None, "3", 2.3333),
        ("c", "3", "4", 3.6667),
    ]
    assert [round(mean, 4) for mean in table.frame["old_mean"].dropna()] == [1.5, 1.5, 3.0]
    assert [why for _, why in table.layout.reasons] == ["the model is not in the published pool"]
    assert [note.partition(",")[0] for note in table.notes] == [
        "Published: Pool of 3 models",
        "With the new model: Pool of 4 models",
    ]


def test_the_components_are_those_that_were_ranked_and_what_is_missing_says_so() -> None:
    table = judged_components(pool(d={"event": 1.0, "structure": None, "psnr": 1.0, "ssim": 1.0}))
    assert list(table.frame["event"]) == [90.0, 80.0, 70.0, 1.0]
    assert [why for _, why in table.layout.reasons] == ["the table gives no value"]
