from __future__ import annotations

from evalcore.tables import review_by_reviewer, review_by_stream, review_worst_items
from tests.review.small import answer
from tests.tables.reviews import agreement_result


def test_streams_are_called_by_their_names() -> None:
    table = review_by_stream(agreement_result(), names={"gen": "Model"})
    model, recording = table.display().to_numpy().tolist()
    assert model[:5] == ["gen", "Model", "0.500", "[0.250, 0.700]", "0.750"]
    assert recording[:5] == ["real", "real", "n/a (a)", "n/a (a)", "1.000"]
    assert "Called" not in review_by_stream(agreement_result()).display().columns


def test_each_reviewer_with_the_others_and_the_others_alone() -> None:
    ann, bob = review_by_reviewer(agreement_result()).display().to_numpy().tolist()
    assert ann == ["ann", "2", *["0.800", "[0.600, 0.900]"], "0.500", "[0.250, 0.700]", *ann[6:]]
    assert ann[6:] == ["0.800", "[0.600, 0.900]", "0.600", "[0.400, 0.700]"]
    assert bob[4:6] == ["n/a (a)", "n/a (a)"]


def test_the_worst_item_names_who_sees_a_break_on_its_worst_stream() -> None:
    answers = [
        answer("cup", "ann", {"gen": [1.0], "real": [2.0]}),
        answer("cup", "bob", clean=["gen"]),
        answer("cup", "eve", {"real": [1.0]}),
        answer("ball", "ann", {"real": [1.0]}),
    ]
    cup, ball = review_worst_items(agreement_result(), answers).display().to_numpy().tolist()
    assert cup == ["cup", "0.250", "0.500", "n/a (a)", "2", "gen", "ann", "bob"]
    assert ball[-2:] == ["ann", "nobody"]
    assert review_worst_items(agreement_result()).display().columns[-1] == "Worst stream"


def test_a_run_without_breakdowns_says_so() -> None:
    result = agreement_result(by_stream={}, by_reviewer={}, worst_items=())
    assert review_by_stream(result).notes == ("The run was made without breakdowns.",)
    assert review_by_reviewer(result).notes[-1] == "The run was made without breakdowns."
    assert review_worst_items(result).frame.empty
