"""Names and texts of a review are never Markdown, on any of its pages and in any of their views."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from evalcore.review import Preference
from tests.pages.hostile import METADATA, OTHER
from tests.pages.opening import opened, streams, texts
from tests.pages.review_space import answers, predictions, store, write_predictions
from tests.pages.test_hostile_names import markdown
from tests.review.made import clip, make_workspace

[TEXT] = METADATA.values()
ITEM, REVIEWER, TYPE = f"{OTHER} item", f"{OTHER} reviewer", f"{OTHER} type"
PIECES = ("x.png", "x.html", "[x]", "x.org", "$x$", "://host")
SCHEMA = f"""\
annotation_type: rollout_evaluation
name: review
streams: [{{field: real, name: "{OTHER} real"}}, {{field: gen, name: "{OTHER} gen"}}]
violation_types: [{{name: "{TYPE}"}}]
fps: 25
"""


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("hostile")
    row = {"item": ITEM, "real": "real.mp4", "gen": "gen.mp4", "prompt": TEXT, "intervention": TEXT}
    space = make_workspace(root, row, schema=SCHEMA)
    clip(root / "real.mp4", 10)
    clip(root / "gen.mp4", 20)
    given = []
    for one in answers()[:3]:
        marks = tuple(msgspec.structs.replace(mark, t=0.3, type=TYPE, note=TEXT) for mark in one.violations)
        name = f"{REVIEWER} {one.reviewer}"
        won = Preference(winner="real")
        given.append(msgspec.structs.replace(one, item=ITEM, reviewer=name, violations=marks, preference=won))
    store(space, given)
    rows = [{**one, "item": ITEM, "judge": OTHER, "raw": TEXT, "unknown_type": TEXT} for one in predictions()[:2]]
    rows[0] |= {"type": TYPE, "t": 0.3}
    rows[1] |= {"error": TEXT}
    write_predictions(space, rows, name=OTHER.replace("/", ""))
    return root


VIEWS = [
    *(("pages/review/agreement.py", v) for v in ("Sweep", "Streams", "Reviewers", "Items", "Consensus", "Coverage")),
    *(("pages/review/judge_alignment.py", v) for v in ("Sweep", "Breaks", "Offsets", "Failures")),
]


@pytest.mark.parametrize(("page", "view"), VIEWS)
def test_no_name_is_in_a_text_that_is_markdown(
    hostile: Path, page: str, view: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(hostile))
    app = opened(page, **{"alignment" if "judge" in page else "view": view})
    assert not app.error
    said = markdown(app)
    assert said
    assert not [text for text in said if any(piece in text for piece in PIECES)]


def test_names_are_there_letter_for_letter(hostile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(hostile))
    app = opened("pages/review/agreement.py", view="Items")
    assert app.selectbox(key="item").value == ITEM
    shown = streams(app)["gen"]
    assert shown["label"] == f"{OTHER} gen"
    assert f"{REVIEWER} ann: {TYPE}" in shown["captions"][7]
    assert TEXT in texts(opened("pages/review/judge_alignment.py", alignment="Breaks"))
