from __future__ import annotations

from evalcore.review import Item, ItemStream, parse_schema
from evalcore.review.judge_prompt import prompt_sha256, question

SCHEMA = parse_schema(
    "name: x\nstreams: [{field: gen, name: SecretModel}]\nviolation_types: [{name: drift, description: Slow.}]"
)
ITEM = Item(
    "ball",
    (ItemStream("gen", "SecretModel", "model", None, "secret/path.mp4"),),
    "A ball falls.",
    "The wall moves.",
    1.5,
)


def test_it_says_the_types_and_the_scenario_and_no_name_of_a_stream():
    text = question(SCHEMA, ITEM, tiles=12)
    assert "- drift: Slow." in text
    assert "12 frames" in text
    assert "A ball falls." in text
    assert "(at 1.5 s): The wall moves." in text
    assert not any(word in text for word in ("Secret", "secret", "gen", "model"))


def test_braces_in_texts_stay_as_they_are():
    schema = parse_schema("name: x\nstreams: [a]\nviolation_types: [{name: odd, description: 'a {tiles} b'}]")
    assert "- odd: a {tiles} b" in question(schema, Item("i", (), prompt="{x}"), tiles=3)


def test_the_hash_is_of_what_all_items_share():
    assert prompt_sha256(SCHEMA, tiles=12) == prompt_sha256(SCHEMA, tiles=12)
    assert prompt_sha256(SCHEMA, tiles=12) != prompt_sha256(SCHEMA, tiles=16)
    assert prompt_sha256(SCHEMA, tiles=12) != prompt_sha256(parse_schema("name: x\nstreams: [a]"), tiles=12)
