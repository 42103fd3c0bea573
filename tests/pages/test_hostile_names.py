"""Names from files are never Markdown: whatever is Markdown on a page holds none of them."""

from __future__ import annotations

from html import escape
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from evalcore.ui import PAGES
from tests.pages.hostile import CLIP, MODEL, OTHER, SPLIT, make_hostile
from tests.pages.opening import opened, streams

ALL = [page.path for page in PAGES]


def markdown(app: AppTest) -> list[str]:
    """Every text that the browser will take for Markdown."""
    kinds = (app.markdown, app.title, app.header, app.subheader, app.caption, app.warning, app.error, app.info)
    found = [str(one.value) for kind in (*kinds, app.success) for one in kind]
    found += [str(text) for one in app.metric for text in (one.label, one.value, one.delta)]
    widgets = [*app.selectbox, *app.multiselect, *app.button_group, *app.expander, *app.get("download_button")]
    found += [str(one.label) for one in widgets]
    found += [str(option) for one in app.button_group for option in one.options]
    return [text for text in found if text]


@pytest.fixture(scope="module", params=[False, True], ids=["whole", "broken"])
def hostile(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_hostile(tmp_path_factory.mktemp("hostile"), broken=request.param).root


@pytest.mark.parametrize("page", ALL)
def test_no_name_is_in_a_text_that_is_markdown(hostile: Path, page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(hostile))
    app = opened(page, clip=CLIP)
    said = markdown(app)
    assert said
    assert not [text for text in said if any(piece in text for piece in ("x.png", "x.html", "[x]", "x.org", "$x$"))]


def test_names_are_there_letter_for_letter(hostile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(hostile))
    overview = opened(ALL[0])
    assert escape(SPLIT) in "\n".join(one.proto.body for one in overview.get("html"))
    assert overview.selectbox(key="run").value == SPLIT
    app = opened("pages/rollout/per_step.py", clip=CLIP, shown=[MODEL, OTHER])
    assert CLIP in app.selectbox(key="clip").options
    assert [one["label"] for one in streams(app).values()] == ["Truth", MODEL, OTHER]


def test_a_comparison_is_headed_by_its_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(make_hostile(tmp_path).root))
    app = opened("pages/rollout/paired.py", method=MODEL)
    headings = [one.proto.body for one in app.get("html")]
    assert f'<h3 class="evalcore-heading">MAD of each clip: {escape(MODEL)} against persistence</h3>' in headings
