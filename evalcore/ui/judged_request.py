"""What a judge is sent for one clip, what it is not told, and what judges have said."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import Any

import msgspec
import streamlit as st

from evalcore.errors import EvalcoreError
from evalcore.judged import JudgedData, Judgments, Prompts, judge_request, read_judgments, read_prompts, verdict
from evalcore.judged.clips import GeneratedClip
from evalcore.judged.columns import json_text
from evalcore.tables import Column, Table
from evalcore.tables.table import frame_of
from evalcore.ui.charts import show_table
from evalcore.ui.judged_clip import SeenClip
from evalcore.ui.literal import literal_heading, literal_remarks
from evalcore.ui.notices import show_error
from evalcore.vlm import Endpoint, Message, request_body

__all__ = ["hash_table", "open_prompts", "released_judgments", "show_request", "show_truth"]

ENDPOINT = Endpoint("http://127.0.0.1:8000/v1", "my-judge", key_variable=None)
SHORT = 44  # characters of a data URL that are shown


def show_truth(clip: GeneratedClip) -> None:
    """The truth of the clip's condition: of all this a judge is told the task's question and labels alone."""
    condition, data = clip.condition, clip.data
    definition = data.tasks[condition.task]
    told = [
        f"Task {condition.task}: {definition.question or 'no question is given'}",
        f"Labels: {', '.join(definition.labels)}",
    ]
    awaited = condition.observation_time
    hidden = [
        f"Label: {condition.label}",
        _partners(data, clip),
        "No observation time" if awaited is None else f"Observation time: {awaited:g} s after the first frame",
        f"Reference future: {condition.reference or 'none'}",
    ]
    with st.container(border=True):
        literal_heading(f"Truth of {condition.condition_id}")
        asked, kept = st.columns(2)
        with asked:
            st.caption("The request asks this")
            st.text("\n".join(told))
        with kept:
            st.caption("The judge is never told this")
            st.text("\n".join(hidden))


def released_judgments(clip: GeneratedClip) -> Table:
    """One row a judge that has judged the model: what its file says of this condition.

    A file at fault is an error on the page in its place.
    """
    data, model, condition_id = clip.data, clip.model, clip.condition.condition_id
    rows: list[tuple[str | None, ...]] = []
    without = []
    for judge in data.judges:
        if model not in data.models(judge):
            without.append(judge)
            continue
        try:
            judgments = _judgments(data, judge, model)
        except EvalcoreError as error:
            show_error(error, title="Judgments cannot be read")
            continue
        profiles = ", ".join(judgments.settings.profiles) or None
        found = (judgments.positions == data.positions[condition_id]).nonzero()[0].tolist()
        if not found:
            rows.append((judge, None, None, None, None, profiles, *["there is no judgment of this condition"] * 4))
            continue
        row = found[0]
        event, violation, why = judgments.events[row], judgments.violations[row], judgments.reasons[row]
        said = "absent" if violation is msgspec.UNSET else json_text(violation)
        text = event if isinstance(event, str) else None
        reasons = ("the event is not a text", "", "", "the judge gave no reason")
        rows.append((judge, text, verdict(violation), said, why, profiles, *reasons))
    columns = (
        Column("judge", "Judge"),
        Column("event", "Event"),
        Column("verdict", "Verdict"),
        Column("violation", "Raw violation"),
        Column("reason", "Reason", wrap=True, reason="why"),
        Column("profile", "Profile of the file"),
    )
    names = [column.key for column in columns]
    frame = frame_of(rows, [*names, "event_reason", "verdict_reason", "violation_reason", "why"])
    frame = frame.assign(profile_reason="the file does not say")
    notes = [f"No judgments of {model} by {', '.join(without)}."] if without else []
    if not rows:
        notes.append("No judge has judged this model.")
    return Table(f"Released judgments of {model} on {condition_id}", frame, columns, tuple(notes))


def hash_table(seen: SeenClip, prompts: Prompts | None) -> Table:
    """SHA-256 of what a judge's row names: the clip, the prompts, and what is asked about the task."""
    rows = [("Clip", seen.clip.name, seen.sha256)]
    if prompts:
        told = prompts.sha256(seen.clip.condition.task)
        rows += [("Prompt file", name, digest) for name, digest in prompts.files.items()]
        rows.append(("Question, labels and form of the answer (task_sha256)", "as sent", told["task_sha256"]))
    columns = (Column("what", "What"), Column("file", "File"), Column("sha256", "SHA-256", wrap=True))
    names = [column.key for column in columns]
    notes = ("A judge run judges a clip again when one of these, the profile or the observation time changes.",)
    return Table(f"Hashes of {seen.clip.condition.condition_id}", frame_of(rows, names), columns, notes)


def open_prompts(data: JudgedData) -> Prompts | None:
    """The judge's prompts; None, and why on the page, where they are missing or at fault."""
    try:
        return read_prompts(data)
    except EvalcoreError as error:
        show_error(error, title="There is no request without the judge's prompts")
        return None


def show_request(seen: SeenClip, prompts: Prompts) -> None:
    """The request as a judge run would send it, without key, and the command that says what a run would send."""
    if not seen.sample.choice.reached:
        st.info("No request is made: the clip ends before its observation time.", icon=":material/info:")
    else:
        message = judge_request(prompts, seen.clip.condition.task, seen.sample)
        literal_heading("Text")
        st.code(message.text, language=None, wrap_lines=True)
        show_table(_pictures(seen, message), name=f"request-{seen.clip.model}-{seen.clip.condition.condition_id}")
        with st.expander("JSON of the request, image data shortened"):
            st.code(_shortened(message), language="json", wrap_lines=True, height=420)
            literal_remarks(
                f"Sent to {ENDPOINT.base_url}/chat/completions or any other such endpoint; the key is read from the "
                "environment when it is sent, and is in no file."
            )
    literal_heading("What a judge run of all clips of this model would send")
    st.code(_command(seen), language="bash", wrap_lines=True)


def _pictures(seen: SeenClip, message: Message) -> Table:
    choice = seen.sample.choice
    rows = [
        (number, index, time, f"{picture.width} x {picture.height}", len(picture.png))
        for number, (picture, index, time) in enumerate(
            zip(message.pictures, choice.frames, choice.times, strict=True), start=1
        )
    ]
    columns = (
        Column("number", "Number", digits=0),
        Column("frame", "Frame", digits=0),
        Column("time", "Time", unit="s", digits=3),
        Column("size", "Size"),
        Column("bytes", "PNG", unit="bytes", digits=0),
    )
    names = [column.key for column in columns]
    frame = frame_of(rows, names, numbers=("number", "frame", "time", "bytes"))
    notes = (f"{sum(len(picture.png) for picture in message.pictures)} bytes of PNG in all, a third more as text.",)
    return Table("Images after the text", frame, columns, notes)


def _shortened(message: Message) -> str:
    body: dict[str, Any] = request_body(ENDPOINT, [message])
    for part in body["messages"][0]["content"]:
        if part["type"] == "image_url":
            url = part["image_url"]["url"]
            part["image_url"]["url"] = f"{url[:SHORT]}… ({len(url)} characters)"
    return msgspec.json.format(msgspec.json.encode(body)).decode()


def _command(seen: SeenClip) -> str:
    data, model = seen.clip.data, seen.clip.model
    words = ["geoflip", "judge", "--data", str(data.workspace.root), "--model", model]
    words += ["--profile", seen.sample.profile, "--base-url", ENDPOINT.base_url, "--judge-model", ENDPOINT.model]
    return " ".join(map(quote, [*words, "--dry-run", "--out", f"{model}.jsonl"]))


def _partners(data: JudgedData, clip: GeneratedClip) -> str:
    mine = clip.condition
    if mine.pair_id is None:
        return "A control: it is in no pair"
    others = [one for one in data.conditions if one.pair_id == mine.pair_id and one is not mine]
    said = ", ".join(f"{one.condition_id} ({one.label})" for one in others) or "no other condition"
    return f"Pair: {mine.pair_id}, with {said}"


def _judgments(data: JudgedData, judge: str, model: str) -> Judgments:
    path = data.judgments_path(judge, model)
    stat = path.stat()
    return _read(str(path), stat.st_mtime_ns, stat.st_size, tuple(data.files.items()), data)


@st.cache_resource(max_entries=64, show_spinner="Reading judgments")
def _read(path: str, mtime_ns: int, size: int, truth: tuple[tuple[str, str], ...], _data: JudgedData) -> Judgments:
    return read_judgments(Path(path), _data, mixed=True)
