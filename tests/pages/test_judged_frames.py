"""The page of judge frames: what is sampled, what is hidden from the judge, the request, and every faulty state."""

from __future__ import annotations

import hashlib
import json
import shlex
import shutil
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from evalcore.cli.judged import app as command_line
from evalcore.judged import PROFILES, judge_request, load, read_prompts, sample_clip
from evalcore.workspace import Workspace
from tests.judged.clip_files import MODEL, clip_path, write_clip
from tests.pages.hostile import CLIP
from tests.pages.hostile import MODEL as HOSTILE
from tests.pages.judged_clips import components, make_clips
from tests.pages.judged_hostile import LABEL, TEXT, make_hostile_space
from tests.pages.judged_space import table
from tests.pages.opening import opened, texts
from tests.pages.test_hostile_names import markdown

PAGE = "pages/judged/judge_frames.py"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("clips") / "space"
    make_clips(root)
    return root


@pytest.fixture
def judged(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the clips' workspace, open in the app; its ``judged`` folder."""
    root = shutil.copytree(made, tmp_path / "space")
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(root))
    return root / "judged"


def facts(app: AppTest) -> dict[str, str]:
    return {one.label: one.value for one in app.metric}


def test_pictures_are_those_that_are_sampled(judged: Path) -> None:
    app = opened(PAGE, condition="whole")
    expected = sample_clip(clip_path(judged, "whole"), profile=PROFILES["observation-8"], observation_time=2.5)
    strip, viewer = components(app)
    assert strip
    assert viewer
    assert [(one["frame"], one["time"]) for one in strip["pictures"]] == list(
        zip(expected.choice.frames, expected.choice.times, strict=True)
    )
    assert (strip["width"], strip["height"]) == (64, 48)
    assert facts(app) == {
        "Pictures": "8",
        "Size sent": "64 × 48",
        "Size seen": "64 × 48",
        "Time covered": "0.731",  # 2.9 s of 119/30 s
        "Observation reached": "yes",
    }
    hashes = [row["SHA-256 of the picture's pixels"] for row in table(app, "SHA-256 of the picture's pixels")]
    assert hashes == list(expected.frame_sha256)


def test_conditions_without_a_clip_come_last_and_say_so(judged: Path) -> None:
    menu = opened(PAGE).selectbox(key="condition")
    assert menu.value == "whole"
    assert menu.options == ["whole", "other", "short", "late", "broken", "missing (no clip)"]


def test_the_viewer_has_the_clips_clock_and_the_references_nearest_frames(judged: Path) -> None:
    _, viewer = components(opened(PAGE, condition="whole"))
    assert viewer
    generated, reference = viewer["streams"]
    assert (generated["length"], generated["captions"][4]) == (30, "frame 4, 0.400 s, judge picture 2")
    # 10 frames a second beside 15: at 0.4 s it is frame 6; once the clip has ended, each further frame of 50.
    assert reference["captions"][4] == "frame 6, 0.400 s"
    assert reference["captions"][-1] == "frame 49, 3.267 s"
    assert viewer["times"][:2] == [0.0, 0.1]
    assert viewer["times"][30:] == pytest.approx([k / 15 for k in range(45, 50)])
    assert viewer["steps"][4:6] == ["picture 2", ""]
    assert viewer["boundary"] == 30


def test_a_late_observation_time_moves_the_prefix_of_its_profile_alone(judged: Path) -> None:
    ends = {}
    for profile in PROFILES:
        app = opened(PAGE, condition="late", profile=profile)
        strip, viewer = components(app)
        assert strip
        assert viewer
        ends[profile] = (strip["pictures"][-1]["frame"], viewer["boundary"], facts(app)["Observation reached"])
    assert ends == {"paper-prefix-8": (39, 40, "not waited for"), "observation-8": (55, 56, "yes")}


def test_a_clip_that_is_too_short_is_uncertain_without_a_request(judged: Path) -> None:
    app = opened(PAGE, condition="short")
    assert facts(app)["Observation reached"] == "no"
    said = texts(app)
    assert "**Uncertain without asking the judge.**" in said
    assert "No request is made" in said
    assert "Say what moves." not in said
    assert "Say what moves." in texts(opened(PAGE, condition="short", profile="paper-prefix-8"))


def test_truth_stands_apart_from_what_is_asked(judged: Path) -> None:
    asked, hidden = (one.value for one in opened(PAGE, condition="whole").text[:2])
    assert asked == "Task roll: no question is given\nLabels: left, right"
    assert hidden.splitlines() == [
        "Label: left",
        "Pair: p, with other (right)",
        "Observation time: 2.5 s after the first frame",
        "Reference future: evaluation/references/whole.mp4",
    ]


def test_judgments_are_shown_with_the_raw_violation(judged: Path) -> None:
    [row] = table(opened(PAGE, condition="whole"), "Judge", "Raw violation")
    assert [row[name] for name in ("Judge", "Event", "Verdict", "Raw violation", "Reason", "Profile of the file")] == [
        "judge-a",
        "right",
        "flagged",
        '" YES "',
        "it rolls",
        "p8",
    ]
    app = opened(PAGE, condition="other")
    [row] = table(app, "Judge", "Raw violation")
    assert row["Event"] is None
    assert "there is no judgment of this condition" in texts(app)
    assert f"No judgments of {MODEL} by judge-b." in texts(app)


def test_judgments_at_fault_are_an_error_in_their_place(judged: Path) -> None:
    (judged / f"baselines/judgments/judge-a/{MODEL}.jsonl").write_text("{\n")
    app = opened(PAGE, condition="whole")
    assert [one.value for one in app.error] == ["Judgments cannot be read"]
    assert f"baselines/judgments/judge-a/{MODEL}.jsonl:1" in texts(app)
    assert components(app)[0]


def test_the_request_is_the_one_that_a_judge_run_sends(judged: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-0123456789abcdef")
    app = opened(PAGE, condition="whole")
    data = load(Workspace(judged))
    seen = sample_clip(clip_path(judged, "whole"), profile=PROFILES["observation-8"], observation_time=2.5)
    message = judge_request(read_prompts(data), "roll", seen)
    text, body, command = (one.value for one in app.code)
    assert text == message.text
    assert [row["PNG (bytes)"] for row in table(app, "PNG (bytes)")] == [len(one.png) for one in message.pictures]
    [sent] = json.loads(body)["messages"]
    assert [part["type"] for part in sent["content"]] == ["text", *["image_url"] * 8]
    assert max(len(part["image_url"]["url"]) for part in sent["content"][1:]) < 80
    assert "sk-0123456789abcdef" not in f"{texts(app)}{body}{command}"
    words = shlex.split(command)
    assert words[:2] == ["geoflip", "judge"]
    assert words[words.index("--data") + 1] == str(judged)


def test_the_command_runs(judged: Path) -> None:
    from typer.testing import CliRunner

    command = shlex.split(opened(PAGE, condition="whole").code[-1].value)
    done = CliRunner().invoke(command_line, command[1:])
    assert done.exit_code == 3  # two clips of this model cannot be read
    assert "Dry run" in done.output


def test_hashes_are_those_of_the_files(judged: Path) -> None:
    rows = {row["File"]: row["SHA-256"] for row in table(opened(PAGE, condition="whole"), "What", "SHA-256")}
    for name in (f"generated/{MODEL}/whole.mp4", "prompts/judge.txt", "prompts/tasks.json"):
        assert rows[name] == hashlib.sha256((judged / name).read_bytes()).hexdigest()


def test_without_prompts_there_is_no_request_and_all_else(judged: Path) -> None:
    (judged / "prompts/judge.txt").unlink()
    app = opened(PAGE, condition="whole")
    assert [one.value for one in app.error] == ["There is no request without the judge's prompts"]
    assert components(app)[0]
    assert [row["What"] for row in table(app, "What", "SHA-256")] == ["Clip"]


def test_a_missing_clip_is_named_with_its_place(judged: Path) -> None:
    app = opened(PAGE, condition="missing")
    assert "There is no generated clip" in texts(app)
    assert f"Expected generated/{MODEL}/missing.mp4." in texts(app)
    assert components(app) == (None, None)
    assert "There are no frames to show." in texts(app)
    assert app.text  # the truth


def test_a_clip_that_cannot_be_read_is_a_failure_and_no_verdict(judged: Path) -> None:
    app = opened(PAGE, condition="broken")
    assert [one.value for one in app.error] == ["This clip cannot be shown to a judge"]
    assert f"generated/{MODEL}/broken.mp4: " in texts(app)
    assert components(app) == (None, None)


def test_a_folder_in_the_place_of_a_clip_is_an_error(judged: Path) -> None:
    clip_path(judged, "whole").unlink()
    clip_path(judged, "whole").mkdir()
    app = opened(PAGE, condition="whole")
    assert [one.value for one in app.error] == ["This clip cannot be shown to a judge"]
    assert str(judged) not in "\n".join(one.value for one in app.text)
    _, viewer = components(app)
    assert viewer
    assert [stream["id"] for stream in viewer["streams"]] == ["reference"]


def test_a_clip_that_leads_out_of_the_workspace_is_refused(judged: Path, tmp_path: Path) -> None:
    moved = clip_path(judged, "other").rename(tmp_path / "other.mp4")
    clip_path(judged, "other").symlink_to(moved)
    assert "leads out of the workspace" in texts(opened(PAGE, condition="other"))


def test_a_reference_that_is_missing_says_so_beside_the_clip(judged: Path) -> None:
    _, viewer = components(opened(PAGE, condition="short"))
    assert viewer
    generated, reference = viewer["streams"]
    assert "error" not in generated
    assert "evaluation/references/gone.mp4" in reference["error"]


def test_a_clip_too_long_for_the_viewer_keeps_its_pictures(judged: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evalcore.video.seen.decode_seen.__kwdefaults__", {"most_bytes": 1000})
    write_clip(judged, "late", 61)  # frames that the process has not decoded yet
    strip, viewer = components(opened(PAGE, condition="late"))
    assert strip
    assert viewer
    [stream] = viewer["streams"]
    assert "are shown frame by frame. Cut the clip or make it smaller." in stream["error"]


def test_without_generated_clips_the_page_says_where_they_go(judged: Path) -> None:
    shutil.rmtree(judged / "generated")
    app = opened(PAGE)
    assert [one.value for one in app.subheader] == ["No generated clips yet"]
    assert not app.dataframe


def test_a_link_to_an_unknown_condition_or_frame_says_so(judged: Path) -> None:
    said = texts(opened(PAGE, condition="nowhere", frame="77"))
    assert "There is no condition 'nowhere'" in said
    assert "It asks for frame '77'" in said


def test_a_frame_of_a_link_is_where_the_viewer_stands(judged: Path) -> None:
    _, viewer = components(opened(PAGE, condition="whole", frame="12"))
    assert viewer
    assert viewer["start"] == 12


def test_names_and_texts_are_never_markdown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = make_hostile_space(tmp_path / "space")
    (folder / f"generated/{HOSTILE}").mkdir(parents=True)
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(folder.parent))
    app = opened(PAGE, model=HOSTILE, condition=CLIP)
    assert app.selectbox(key="condition").value == CLIP
    assert any(f"Label: {LABEL}" in one.value for one in app.text)
    assert {row["Event"] for row in table(app, "Judge", "Raw violation")} <= {TEXT, LABEL, "right", None}
    pieces = ("x.png", "x.html", "[x]", "x.org", "$x$")
    assert not [text for text in markdown(app) if any(piece in text for piece in pieces)]
