from __future__ import annotations

from dataclasses import replace
from typing import Any

from evalcore.judged.frames import ClipSample
from evalcore.judged.sampling import FrameChoice
from evalcore.tables import judged_sampling


def sample(**changes: Any) -> ClipSample:
    """Two frames of a clip that is stored on its side."""
    choice = FrameChoice((0, 59), (0.0, 59 / 15), 119 / 30, 60, 118 / 119, reached=True)
    return ClipSample(
        choice=replace(choice, **changes),
        pictures=(),
        profile="paper-prefix-8",
        resize="fit into 832 x 480",
        size=(270, 480),
        seen_size=(360, 640),
        stored_size=(640, 360),
        rotation=90,
        flipped=False,
        sample_aspect="1",
        video_sha256="f" * 64,
        frame_sha256=("a" * 64, "b" * 64),
    )


def test_frames_are_numbered_with_index_time_and_hash() -> None:
    table = judged_sampling(sample(), condition_id="a1")
    assert table.title == "Judge frames of a1"
    assert table.display().to_numpy().tolist() == [["1", "0", "0.000", "a" * 64], ["2", "59", "3.933", "b" * 64]]
    assert table.notes == (
        "Profile paper-prefix-8: prefix of 3.967 s with 60 frames; time coverage 0.992.",
        "The condition has no observation time.",
        "Time is the presentation timestamp minus the first frame's. Pictures 270 x 480, seen 360 x 640, stored "
        "640 x 360 (rotated by 90°, pixel aspect 1). Resize: fit into 832 x 480.",
        f"SHA-256 of the clip: {'f' * 64}",
    )


def test_an_observation_time_that_is_not_reached_says_what_follows() -> None:
    assert judged_sampling(sample(observation_time=4.5), condition_id="a1").notes[1] == "Observation time 4.5 s."
    missed = judged_sampling(sample(observation_time=4.5, reached=False), condition_id="a1")
    assert missed.notes[1] == (
        "The clip ends before the observation time of 4.5 s: event and violation are uncertain, and no judge is asked."
    )
