from __future__ import annotations

from evalcore.judged import RankTable, rank
from evalcore.ui import component_table, rank_changes

TABLE = {
    "a": {"event": 90.0, "structure": 80.0, "psnr": 20.0, "ssim": 0.9},
    "b": {"event": 80.0, "structure": 90.0, "psnr": 20.0, "ssim": 0.9},
    "c": {"event": 70.0, "structure": 70.0, "psnr": 10.0, "ssim": 0.5},
}


def ranked(**more):
    return rank(RankTable(rows={**TABLE, **more}))


def test_a_new_model_stands_beside_what_it_changes():
    new = {"event": 85.0, "structure": 60.0, "psnr": 30.0, "ssim": 0.95}
    table = rank_changes(ranked(), ranked(new=new))
    # with it: a (1 + 2 + 2.5) / 3, b (3 + 1 + 2.5) / 3, new (2 + 4 + 1) / 3, c (4 + 3 + 4) / 3
    assert [(row.model, row.old, row.new, round(row.new_mean, 4)) for row in table.frame.itertuples()] == [
        ("a", "1=", "1", 1.8333),
        ("b", "1=", "2", 2.1667),
        ("new", None, "3", 2.3333),
        ("c", "3", "4", 3.6667),
    ]
    assert [round(mean, 4) for mean in table.frame["old_mean"].dropna()] == [1.5, 1.5, 3.0]
    assert [why for _, why in table.layout.reasons] == ["the model is not in the published pool"]
    assert "Not saved" in table.to_markdown()


def test_the_components_are_those_that_were_ranked_and_what_is_missing_says_so():
    table = component_table(ranked(d={"event": 1.0, "structure": None, "psnr": 1.0, "ssim": 1.0}))
    assert list(table.frame["event"]) == [90.0, 80.0, 70.0, 1.0]
    assert [why for _, why in table.layout.reasons] == ["the table gives no value"]
