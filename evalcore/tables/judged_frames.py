"""The frames of a clip that its judge sees."""

from __future__ import annotations

from evalcore.judged.frames import ClipSample
from evalcore.judged.sampling import FrameChoice
from evalcore.tables.layout import Column
from evalcore.tables.table import Table, frame_of
from evalcore.tables.wording import counted

__all__ = ["judged_sampling"]


def judged_sampling(sample: ClipSample, *, condition_id: str) -> Table:
    """One row a sampled frame: its number, index in the clip, seconds after the first frame, and hash of its pixels."""
    choice = sample.choice
    rows = [
        (number, index, time, digest)
        for number, (index, time, digest) in enumerate(
            zip(choice.frames, choice.times, sample.frame_sha256, strict=True), start=1
        )
    ]
    columns = (
        Column("number", "Number", digits=0),
        Column("frame", "Frame", digits=0),
        Column("time", "Time", unit="s", digits=3),
        Column("frame_sha256", "SHA-256 of the picture's pixels", wrap=True),
    )
    names = [column.key for column in columns]
    notes = (
        f"Profile {sample.profile}: prefix of {choice.prefix_end:.3f} s with {counted(choice.candidates, 'frame')}; "
        f"time coverage {choice.time_coverage:.3f}.",
        _observation(choice),
        f"Time is the presentation timestamp minus the first frame's. Pictures {_size(sample.size)}, seen "
        f"{_size(sample.seen_size)}, stored {_size(sample.stored_size)} (rotated by {sample.rotation}°, "
        f"{'flipped, ' if sample.flipped else ''}pixel aspect {sample.sample_aspect}). Resize: {sample.resize}.",
        f"SHA-256 of the clip: {sample.video_sha256}",
    )
    return Table(f"Judge frames of {condition_id}", frame_of(rows, names, numbers=names[:3]), columns, notes)


def _observation(choice: FrameChoice) -> str:
    if choice.observation_time is None:
        return "The condition has no observation time."
    if choice.reached:
        return f"Observation time {choice.observation_time:g} s."
    return (
        f"The clip ends before the observation time of {choice.observation_time:g} s: event and violation are "
        "uncertain, and no judge is asked."
    )


def _size(size: tuple[int, int]) -> str:
    return f"{size[0]} x {size[1]}"
