from __future__ import annotations

import msgspec
import pytest

from evalcore.errors import InputError
from evalcore.review import Answer, Answers, Counterfactual, Mark, Preference, agreement, load
from tests.review.made import SCHEMA, clip, make_workspace, row
from tests.review.small import answer


@pytest.fixture
def data(tmp_path):
    return load(make_workspace(tmp_path, row("ball"), row("cup"), schema=SCHEMA + "max_violations: 2\n"))


def test_schema_items_and_the_files_that_were_read(data):
    assert [item.item for item in data.items] == ["ball", "cup"]
    assert data.item("cup").stream_ids == ("real", "gen")
    assert sorted(data.files) == ["review/items.jsonl", "review/schema.yaml"]
    with pytest.raises(InputError, match=r"there is no item 'cap'\. Did you mean 'cup'"):
        data.item("cap")


FITS = Answer(
    item="ball",
    reviewer="ann",
    violations=(Mark(stream="gen", t=1.0, type="interpenetration", severity=3),),
    clean=("real",),
    preference=Preference(winner="__tie__"),
    counterfactual=Counterfactual(verdict="unclear"),
)


def test_an_answer_that_fits(data):
    data.check([FITS, Answer(item="cup", reviewer="ann")])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"item": "bal"}, "there is no item 'bal'. Did you mean 'ball'"),
        ({"clean": ("reel",)}, "the item has no stream 'reel'. Did you mean 'real'"),
        ({"violations": (Mark(stream="x", t=1.0),)}, "the item has no stream 'x'"),
        ({"violations": (Mark(stream="gen", t=1.0, type="melts"),)}, "the item has no type 'melts'"),
        ({"violations": (Mark(stream="gen", t=1.0, severity=4),)}, "severity 4 is not in the schema"),
        ({"violations": tuple(Mark(stream="gen", t=float(t)) for t in range(3))}, "3 marks; the schema allows 2"),
        ({"preference": Preference(winner="me")}, "the item has no winner 'me'"),
        ({"counterfactual": Counterfactual(verdict="no")}, "the item has no verdict 'no'"),
    ],
)
def test_an_answer_that_does_not_fit(data, change, message):
    changed = msgspec.structs.replace(FITS, **change)
    with pytest.raises(InputError, match=f"the answer of 'ann' to '{changed.item}': {message}"):
        data.check([changed])
    placed = Answers((changed,), places={(changed.item, "ann"): "a.jsonl:3"})
    with pytest.raises(InputError, match=f"a.jsonl:3: {message}"):
        data.check(placed)


def test_agreement_takes_panels_lengths_and_rates_from_the_items(tmp_path):
    items = [f"i{k}" for k in range(8)]
    for item in items:
        for name in ("real", "gen"):
            clip(tmp_path / f"media/{item}/{name}.mp4", 50)
    data = load(make_workspace(tmp_path, *(row(item) for item in items)))
    answers = [
        answer(item, who, {"gen": [0.1 + 0.2 * k + late]})
        for k, item in enumerate(items)
        for who, late in (("ann", 0.0), ("bob", 0.04))
    ]
    result = agreement(answers, data=data, resamples=0)
    assert result.sweep[1].localization.kappa_loc > 0.5
    assert result.sweep[1].tolerance_frames == 6.25
    assert (result.coverage.known, result.coverage.shown, result.coverage.answered) == (True, 32, 16)
    assert result.coverage.by_stream["real"].answered == 0
    with pytest.raises(InputError, match="there is no item 'other'"):
        agreement([answer("other", "ann")], data=data)


def test_a_schema_alone_gives_panels_and_rates():
    from evalcore.review import parse_schema

    answers = [answer("i", who, {"gen": [1.0]}) for who in ("ann", "bob")]
    result = agreement(answers, schema=parse_schema(SCHEMA), resamples=0)
    assert (result.coverage.known, result.coverage.shown) == (True, 4)
    assert result.sweep[0].matching.f1 == 1
    assert result.sweep[1].tolerance_frames == 6.25
    assert agreement(answers, schema=parse_schema(SCHEMA), method="potato").fps == 25
