from __future__ import annotations

import pytest

from evalcore.errors import InputError
from evalcore.review.document import parse

TEXT = """\
name: rollout
streams:
  - {field: a}
  - field: b
    name: Model B
rubric:
  physics: Does it fall?
"""


def test_every_value_has_its_line():
    document = parse(TEXT, name="s.yaml")
    assert document.content["streams"][1] == {"field": "b", "name": "Model B"}
    assert document.where(("name",)) == "s.yaml:1"
    assert document.where(("streams", 1, "name")) == "s.yaml:5"
    assert document.where(("rubric", "physics")) == "s.yaml:7"
    assert document.where(("rubric", "absent")) == "s.yaml:6"
    assert document.where(("absent",)) == "s.yaml:1"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: [", r"s\.yaml:1: this is not YAML"),
        ("a: 1\nb: 2\na: 3", r"s\.yaml:3: the key 'a' stands twice"),
        ("a: &x [1]\nb: *x", r"s\.yaml:2: the alias \*x is not allowed"),
        ("a: &x [*x]", "the alias"),
        ("a: !!python/object/apply:os.system [ls]", r"s\.yaml:1: this is not YAML \(could not determine a constructor"),
        ("a: 2024-99-99", "this YAML cannot be read"),
        ("a: 1\n---\nb: 2", r"s\.yaml:2: this is not YAML"),
        ("[" * 600, "this (YAML cannot be read|is not YAML)"),
        ("a: \x07", "this is not YAML"),
    ],
)
def test_what_is_no_document(text, message):
    with pytest.raises(InputError, match=message):
        parse(text, name="s.yaml")


def test_an_empty_document_holds_nothing():
    assert parse("", name="s.yaml").content is None
