"""What data/README.md says of the review protocol holds: its example loads, its keys and fields are those there are."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path
from textwrap import dedent

import pytest

from evalcore.batch import Result
from evalcore.review import (
    AgreementResult,
    AlignmentResult,
    AlignmentRow,
    ConsensusResult,
    GoldScore,
    JudgeResult,
    PanelCoverage,
    Prediction,
    Progress,
    StreamAlignment,
    StreamConsensus,
    SweepRow,
    load,
)
from evalcore.review.answers import answer_of
from evalcore.review.schema import _KEYS
from evalcore.workspace import Workspace

TEXT = (Path(__file__).resolve().parents[2] / "data" / "README.md").read_text("utf-8")


def section(heading: str) -> str:
    return re.split(r"^##? ", TEXT.partition(f"\n## {heading}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]


def codes(text: str) -> set[str]:
    return set(re.findall(r"`([^`]+)`", text))


def own(result: type) -> set[str]:
    return {one.name for one in fields(result) if not one.name.endswith("_reason")}


def test_the_example_loads(tmp_path: Path) -> None:
    schema, rest = section("review").partition("    annotation_schemes:")[2].split("\n\n", 1)
    row, _, rest = rest.partition("\n")
    (tmp_path / "review").mkdir()
    (tmp_path / "review" / "schema.yaml").write_text(dedent(f"    annotation_schemes:{schema}"))
    (tmp_path / "review" / "items.jsonl").write_text(row)
    data = load(Workspace(tmp_path))
    given = rest.partition('    {"item": "ball-01", "reviewer"')
    answer = answer_of(json.loads("".join((given[1] + given[2].partition("\n\n")[0]).splitlines())))
    data.check([answer])
    assert (answer.answered, data.schema.fps) == (("gen_a", "real"), 25)


def test_every_key_of_the_schema_is_named() -> None:
    keys = codes(section("review").partition("Keys of the entry:")[2].partition("An unknown key")[0])
    assert set(_KEYS) - {"annotation_type"} <= keys


@pytest.mark.parametrize(
    ("heading", "types"),
    [
        ("review agreement", (AgreementResult, SweepRow, PanelCoverage)),
        ("review consensus", (ConsensusResult, StreamConsensus)),
        ("review align", (AlignmentResult, AlignmentRow, StreamAlignment)),
        ("review judge, import, export, progress", (JudgeResult, Progress, GoldScore)),
    ],
)
def test_every_field_of_a_result_is_named(heading: str, types: tuple[type, ...]) -> None:
    named = {word for code in codes(section(heading)) for word in re.findall(r"\w+", code)}
    common = {one.name for one in fields(Result)} | {"requested", "done", "failed"}
    for one in types:
        assert own(one) - common - named == set()


def test_every_field_of_a_prediction_is_named() -> None:
    named = codes(section("review")) | codes(section("review judge, import, export, progress"))
    assert set(Prediction.__struct_fields__) <= named
