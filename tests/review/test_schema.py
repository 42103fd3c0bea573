from __future__ import annotations

from pathlib import Path

import pytest

from evalcore.errors import InputError
from evalcore.review import Severity, Stream, ViolationType, load_schema, parse_schema

# Of the form of the reference text's example.
ENTRY = """\
annotation_schemes:
  - annotation_type: rollout_evaluation
    name: breaks
    description: "Mark the first frame that cannot be."
    streams:
      - {field: real,  name: "Filmed", role: real}
      - {field: gen_a, name: "First"}
      - {field: gen_b, name: "Second"}
    fps: 25
    layers: [violations, preference, counterfactual]
    blind: true
    shuffle: true
    require_clean: true
    violation_types:
      - {name: vanishes, description: "It is gone."}
      - {name: melts,    description: "It loses its shape."}
"""


def test_a_document_of_schemes():
    schema = parse_schema(ENTRY)
    assert schema.name == "breaks"
    assert schema.streams == (
        Stream("real", "real", "Filmed", "real", 25.0),
        Stream("gen_a", "gen_a", "First", "model", 25.0),
        Stream("gen_b", "gen_b", "Second", "model", 25.0),
    )
    assert schema.violation_types == (
        ViolationType("vanishes", "It is gone."),
        ViolationType("melts", "It loses its shape."),
    )
    assert (schema.fps, schema.blind, schema.shuffle, schema.require_clean) == (25.0, True, True, True)


@pytest.mark.cases
def test_the_reference_texts_example_loads_as_it_stands(cases):
    text = (cases.parent / "protocols" / "source" / "review.txt").read_text()
    lines = text[text.index("annotation_schemes:") :].splitlines()
    schema = parse_schema("\n".join(lines[: lines.index("")]))
    assert [(one.field, one.role, one.fps) for one in schema.streams] == [
        ("real", "real", 25.0),
        ("gen_a", "model", 25.0),
        ("gen_b", "model", 25.0),
    ]
    assert [one.name for one in schema.violation_types] == [
        "object_permanence",
        "interpenetration",
        "gravity_violation",
    ]
    assert all(one.description for one in schema.violation_types)


def test_the_entry_alone_and_its_defaults():
    schema = parse_schema("name: short\nstreams: [left view, {field: b, id: 'B/2', fps: 30, role: retrieval}]")
    assert schema.streams == (
        Stream("left view", "left-view", "left view", "model", None),
        Stream("b", "B-2", "b", "retrieval", 30.0),
    )
    assert schema.layers == ("violations", "preference", "counterfactual")
    assert len(schema.violation_types) == 10
    assert all(one.description for one in schema.violation_types)
    assert [level.value for level in schema.severities] == [1, 2, 3]
    assert schema.cf_verdicts == ("plausible", "implausible", "unchanged", "unclear")
    assert (schema.fps, schema.max_violations, schema.rubric) == (None, None, {})
    assert (schema.prompt_field, schema.intervention_field, schema.intervention_time_field) == (
        "prompt",
        "intervention",
        "intervention_t",
    )
    assert schema.default_severity == 2


def test_types_severities_and_rubric_of_ones_own():
    schema = parse_schema(
        "name: x\nmanifest_field: rollout\nviolation_types: [melts]\n"
        "severities: [{value: 5, name: bad}, 2]\nrubric: {physics: 'Does it fall?'}\nmax_violations: 4\nblind: false"
    )
    assert schema.violation_types == (ViolationType("melts"),)
    assert schema.severities == (Severity(2, "2"), Severity(5, "bad"))
    assert schema.default_severity == 2
    assert schema.rubric == {"physics": "Does it fall?"}
    assert (schema.manifest_field, schema.streams, schema.max_violations, schema.blind) == ("rollout", (), 4, False)


def test_the_hash_is_of_the_meaning():
    first, second = "name: x\nstreams: [a]\nblind: true", "{streams: [a], name: x}"
    assert parse_schema(first).sha256 == parse_schema(second).sha256
    assert parse_schema(first).sha256 != parse_schema("name: x\nstreams: [b]").sha256


BASE = "name: x\nstreams: [a]\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BASE + "layer: []", r"s\.yaml:3: layer: this key is not known\. Did you mean 'layers'"),
        (BASE + "layers: [violation]", r"s\.yaml:3: layers: there is no layer 'violation'\. Did you mean 'violations'"),
        (BASE + "layers: []", r"s\.yaml:3: layers: a list with entries"),
        ("name: x\nstreams: []", r"s\.yaml:2: streams: a list with entries"),
        ("name: x\nstreams:", r"s\.yaml:2: streams: a list with entries"),
        ("name: x", "streams: this key is missing"),
        ("streams: [a]", "name: this key is missing"),
        (BASE + "manifest_field: m", r"s\.yaml:3: manifest_field: streams are given as well"),
        ("name: x\nstreams: [a, a]", r"s\.yaml:2: streams: 'a' stands there twice"),
        ("name: x\nstreams:\n- {field: a, id: z}\n- {field: b, id: z}", "streams: 'z' stands there twice"),
        ("name: x\nstreams:\n- {field: a}\n- {field: b, fsp: 25}", r"s\.yaml:4: fsp: this key is not known"),
        ("name: x\nstreams: [{name: a}]", "field: this key is missing"),
        ("name: x\nstreams: [true]", "a mapping was expected"),
        (BASE + "fps: 0", r"s\.yaml:3: fps: frames a second, above 0"),
        (BASE + "fps: fast", "fps: frames a second"),
        (BASE + "fps: .inf", "fps: frames a second"),
        (BASE + "blind: 'no'", "blind: true or false"),
        (BASE + "max_violations: 0", "max_violations: a whole number above 0"),
        (BASE + "max_violations: true", "max_violations: a whole number above 0"),
        (BASE + "violation_types: [a, a]", "violation_types: 'a' stands there twice"),
        (BASE + "violation_types: [{name: a, colour: red}]", "colour: this key is not known"),
        (BASE + "severities: [1, 1]", "severities: 1 stands there twice"),
        (BASE + "severities: [high]", "value: a whole number"),
        (BASE + "cf_verdicts: [1]", "cf_verdicts: a list of names"),
        (BASE + "rubric: [physics]", "rubric: a mapping of dimension to text"),
        (BASE + "description: 3", "description: a text was expected"),
        (BASE + "annotation_type: radio", "annotation_type: rollout_evaluation was expected, not radio"),
        ("annotation_schemes: []", "annotation_schemes: one entry"),
        ("annotation_schemes: [{}, {}]", "annotation_schemes: one entry"),
        ("annotation_schemes: [3]", "a mapping was expected, not 3"),
        ("port: 1\nannotation_schemes: [{}]", r"s\.yaml:1: port: this key is not known"),
        ("- 1", "a mapping was expected"),
        ("", "a mapping was expected, not None"),
    ],
)
def test_what_is_refused(text, message):
    with pytest.raises(InputError, match=message):
        parse_schema(text, name="s.yaml")


def test_a_file(tmp_path: Path):
    path = tmp_path / "schema.yaml"
    with pytest.raises(InputError, match="the file is missing"):
        load_schema(path)
    path.write_bytes(b"\xef\xbb\xbfname: x\nstreams: [a]\n")
    assert load_schema(path).name == "x"
    path.write_bytes(b"name: \xff")
    with pytest.raises(InputError, match="it is not UTF-8"):
        load_schema(path)
    with pytest.raises(InputError, match="the file cannot be read"):
        load_schema(tmp_path)
