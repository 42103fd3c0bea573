from __future__ import annotations

from evalcore.review import TIE, Answer, Counterfactual, Item, ItemStream, Mark, Preference
from evalcore.tables import review_answers, review_consensus, review_marks
from tests.tables.reviews import consensus_result

ITEM = Item(
    "ball",
    (ItemStream("gen", "Model", "model", 25.0, "gen.mp4"), ItemStream("real", "Recording", "real", None, "real.mp4")),
)
ANSWERS = (
    Answer(
        item="ball",
        reviewer="ann",
        violations=(
            Mark(stream="gen", t=2.02, type="drift", severity=2, note="=1+1"),
            Mark(stream="real", t=0.5),
            Mark(stream="gen", t=1.02, type="flicker", severity=3),
        ),
        preference=Preference(winner="real", confidence=4),
        counterfactual=Counterfactual(verdict="plausible", note="as said"),
    ),
    Answer(item="ball", reviewer="bob", clean=("gen",), preference=Preference(winner=TIE)),
    Answer(item="cup", reviewer="bob", clean=("gen",)),
)


def test_the_consensus_of_each_stream_and_ties() -> None:
    table = review_consensus(consensus_result())
    assert table.display().to_numpy().tolist() == [
        ["ball", "gen", "break", "1.500", "flicker", "2", "0", "no"],
        ["ball", "real", "clean", "n/a (a)", "n/a (a)", "1", "1", "yes"],
    ]
    assert "averaged" in review_consensus(consensus_result(method="potato")).notes[0]


def test_marks_of_an_item_by_stream_and_time_with_frames_where_there_is_a_rate() -> None:
    table = review_marks(ANSWERS, ITEM)
    rows = table.display().to_numpy().tolist()
    assert rows[0] == ["gen", "ann", "break", "1.020", "25", "flicker", "3", ""]
    assert rows[1] == ["gen", "ann", "break", "2.020", "50", "drift", "2", "=1+1"]
    assert rows[2] == ["gen", "bob", "no breaks", *["n/a (a)"] * 4, ""]
    assert rows[3] == ["real", "ann", "break", "0.500", "n/a (b)", "n/a (c)", "n/a (d)", ""]
    assert '"\'=1+1"' in table.to_csv()
    assert review_marks(ANSWERS, ITEM, fps=10.0).frame["frame"].iloc[3] == 5


def test_preferences_and_verdicts_only_with_an_intervention() -> None:
    plain = review_answers(ANSWERS, ITEM).display()
    assert plain.to_numpy().tolist() == [["ann", "real", "4"], ["bob", "tie", "n/a (a)"]]
    asked = review_answers(ANSWERS, Item("ball", ITEM.streams, intervention="push")).display()
    assert asked.to_numpy().tolist() == [
        ["ann", "real", "4", "plausible", "as said"],
        ["bob", "tie", "n/a (a)", "n/a (a)", ""],
    ]
