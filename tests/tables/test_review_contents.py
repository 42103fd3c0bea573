from __future__ import annotations

from pathlib import Path

from evalcore.review import Answers, ItemClock, Note, load
from evalcore.tables import review_items, review_schema, review_warnings
from tests.review.made import make_workspace, row
from tests.review.small import answer


def test_items_with_their_answers_and_warnings(tmp_path: Path) -> None:
    data = load(make_workspace(tmp_path, row("ball", prompt="A ball.", intervention="push"), row("cup", ["real"])))
    clocks = {"ball": ItemClock(2.0, 25.0, ()), "cup": ItemClock(0.0, None, (Note("few", "one stream"),))}
    answers = Answers.of([answer("ball", "ann"), answer("ball", "bob")])
    table = review_items(data, answers, clocks)
    assert table.display().to_numpy().tolist() == [
        ["ball", "2", "2.00", "25.00", "yes", "2", "0", "A ball."],
        ["cup", "1", "n/a (a)", "n/a (b)", "no", "0", "1", ""],
    ]
    assert review_warnings(clocks).display().to_numpy().tolist() == [["cup", "few", "one stream"]]
    assert review_warnings({}).notes == ("No item has a warning.",)


def test_streams_of_the_schema_and_in_how_many_items_they_are(tmp_path: Path) -> None:
    data = load(make_workspace(tmp_path, row("ball"), row("cup", ["real"])))
    assert review_schema(data).display().to_numpy().tolist() == [
        ["real", "Recording", "real", "25.00", "2"],
        ["gen", "Model", "model", "25.00", "1"],
    ]
