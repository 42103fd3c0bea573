from __future__ import annotations

import pytest

from evalcore.errors import InputError
from evalcore.review import Answers, GoldStream, gold_scores, load, read_gold
from tests.review.made import make_workspace, row
from tests.review.small import answer


@pytest.fixture
def data(tmp_path):
    return load(make_workspace(tmp_path, row("ball"), row("cup")))


def write(data, *lines):
    data.workspace.path("review", "gold.jsonl").write_text("\n".join(lines))
    return data


GOLD = (
    GoldStream(item="ball", stream="gen", t=2.0),
    GoldStream(item="ball", stream="real"),
    GoldStream(item="cup", stream="gen", t=1.0),
    GoldStream(item="cup", stream="real"),
)


def test_recall_false_alarms_and_lag():
    answers = Answers.of(
        [
            # Found 0.2 s late (the nearest of two), one too far away, a false alarm, a stream that is not gold.
            answer("ball", "ann", {"gen": [2.2, 2.6]}, clean=["real"]),
            answer("cup", "ann", {"gen": [3.0], "real": [1.0], "other": [1.0]}),
            answer("ball", "bob", clean=["gen"]),
            answer("tea", "eve", {"gen": [1.0]}),
        ]
    )
    ann, bob = gold_scores(answers, GOLD)
    assert (ann.reviewer, ann.n_streams, ann.broken, ann.found) == ("ann", 4, 2, 1)
    assert (ann.recall, ann.false_alarms) == (0.5, 0.5)
    assert (ann.mean_lag, ann.median_lag) == (pytest.approx(0.2), pytest.approx(0.2))
    assert (bob.recall, bob.false_alarms) == (0, None)
    assert bob.false_alarms_reason == "no answered stream of the gold items is without a break"
    assert bob.lag_reason == "no break was found"
    assert gold_scores(answers, GOLD, tolerance=2.0)[0].recall == 1
    (real,) = gold_scores(Answers.of([answer("ball", "ann", clean=["real"])]), GOLD)
    assert real.recall_reason == "no answered stream of the gold items has a break"


def test_the_tolerance_is_inclusive_and_early_marks_have_a_negative_lag():
    (one,) = gold_scores(Answers.of([answer("ball", "ann", {"gen": [1.5]})]), GOLD)
    assert (one.found, one.mean_lag) == (1, -0.5)
    with pytest.raises(InputError, match="the tolerance is 0"):
        gold_scores(Answers.of([answer("ball", "ann")]), GOLD, tolerance=0)


def test_the_file_of_known_answers(data):
    assert read_gold(data) == ()
    rows = [
        '{"item": "ball", "stream": "gen", "t": 2.0, "type": "drift"}',
        '{"item": "ball", "stream": "real", "t": null}',
    ]
    assert read_gold(write(data, *rows)) == (GoldStream(item="ball", stream="gen", t=2.0, type="drift"), GOLD[1])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"item": "bal", "stream": "gen"}', "there is no item 'bal'"),
        ('{"item": "ball", "stream": "gem"}', "the item has no stream 'gem'. Did you mean 'gen'"),
        ('{"item": "ball", "stream": "gen", "t": -1}', "t is -1"),
        ('{"item": "cup", "stream": "gen", "t": 1}', "the stream stands there twice"),
        ('{"item": "cup", "stream": "gen", "time": 1}', "unknown field `time`"),
    ],
)
def test_a_row_at_fault_has_its_line(data, line, message):
    with pytest.raises(InputError, match=rf"gold\.jsonl:2: .*{message}"):
        read_gold(write(data, '{"item": "cup", "stream": "gen", "t": 1}', line))
