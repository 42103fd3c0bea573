"""The page of the similarity diagnostic: its numbers, failures, labels, and the way to the frames."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import pytest
import streamlit as st

from evalcore.judged import load, similarity
from evalcore.judged.similarity import SimilarityTask
from evalcore.workspace import Workspace
from tests.judged.clip_files import MODEL
from tests.pages.judged_clips import make_clips
from tests.pages.judged_space import listed, table
from tests.pages.opening import opened, texts

PAGE = "pages/judged/similarity.py"


@pytest.fixture
def judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The clips' workspace, open in the app; ``whole`` has a reference, that of ``short`` is missing."""
    folder = make_clips(tmp_path / "space")
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(folder.parent))
    return folder


def whole_alone(judged: Path) -> None:
    shutil.copy(judged / "evaluation/references/whole.mp4", judged / "evaluation/references/gone.mp4")


def test_numbers_are_those_of_the_diagnostic(judged: Path) -> None:
    whole_alone(judged)
    result = similarity(load(Workspace(judged)), MODEL)
    app = opened(PAGE)
    [row] = table(app, "Model", "PSNR (dB) ↑")
    assert (row["n"], row["Without a reference"]) == (2, 4)
    assert row["PSNR (dB) ↑"] == pytest.approx(result.mean["psnr"], abs=1e-9)
    assert row["SSIM ↑"] == pytest.approx(result.mean["ssim"], abs=1e-9)
    assert listed(app) == ["whole", "short"]


def test_it_is_called_a_diagnostic_wherever_it_is_shown(judged: Path) -> None:
    app = opened(PAGE)
    said = texts(app)
    assert "**A diagnostic.**" in said
    assert "Similarity to the references (diagnostic)" in said
    assert f"Similarity of {MODEL} by condition (diagnostic)" in said
    [chart] = app.get("plotly_chart")
    assert "(diagnostic)" in chart.proto.spec


def test_what_cannot_be_compared_has_no_mean_and_is_named(judged: Path) -> None:
    app = opened(PAGE)
    [row] = table(app, "Model", "PSNR (dB) ↑")
    assert row["n"] == 1
    assert row["PSNR (dB) ↑"] != row["PSNR (dB) ↑"]  # null
    [failure] = table(app, "Unit", "Kind", "Message")
    assert failure["Unit"] == "short"
    assert "evaluation/references/gone.mp4" in failure["Message"]
    assert f"Failures of {MODEL}" in texts(app)
    assert listed(app) == ["whole"]


def test_another_process_finds_what_was_compared_in_the_cache(judged: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole_alone(judged)
    first = table(opened(PAGE), "Model", "PSNR (dB) ↑")
    assert len(list((judged / ".evalcore/cache").rglob("*.json"))) == 2

    def compared_again(self: SimilarityTask, units: Sequence[str]) -> NoReturn:
        raise AssertionError(units)

    monkeypatch.setattr(SimilarityTask, "compute", compared_again)
    st.cache_resource.clear()  # what this process knows
    assert table(opened(PAGE), "Model", "PSNR (dB) ↑") == first


def test_a_clip_that_changed_is_compared_again(judged: Path) -> None:
    whole_alone(judged)
    before = table(opened(PAGE), "Model", "PSNR (dB) ↑")
    shutil.copy(judged / "evaluation/references/whole.mp4", judged / f"generated/{MODEL}/whole.mp4")
    after = table(opened(PAGE), "Model", "PSNR (dB) ↑")
    assert after[0]["SSIM ↑"] > before[0]["SSIM ↑"]
    assert table(opened(PAGE), "PSNR at its cap")[0]["PSNR at its cap"]


def test_a_scope_narrows_what_is_compared(judged: Path) -> None:
    app = opened(PAGE, subset="first")  # holds only the condition that has no reference
    [row] = table(app, "Model", "PSNR (dB) ↑")
    assert (row["n"], row["Without a reference"]) == (0, 1)
    assert "no condition has a reference" in texts(app)
    assert "No condition is like that." in texts(app)


def test_many_clips_are_compared_only_when_the_reader_says_so(judged: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole_alone(judged)
    monkeypatch.setattr("evalcore.ui.judged_similarity.AT_ONCE", 1)
    app = opened(PAGE)
    assert "2 clips are to be compared" in texts(app)
    assert not app.dataframe
    app.toggle(key="compare").set_value(True).run()
    assert not app.exception
    assert listed(app) == ["whole", "short"]
    assert not opened(PAGE).toggle


def test_a_condition_leads_to_its_frames(judged: Path) -> None:
    whole_alone(judged)
    [link] = opened(PAGE, condition="short").get("page_link")
    assert link.proto.page == "judged-judge-frames"
    assert "model=made&condition=short" in link.proto.query_string


def test_without_a_model_or_clips_the_page_says_so(judged: Path) -> None:
    app = opened(PAGE, models="")
    assert "Choose at least one model." in texts(app)
    shutil.rmtree(judged / "generated")
    assert [one.value for one in opened(PAGE).subheader] == ["No generated clips yet"]
