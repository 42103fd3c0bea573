from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from fractions import Fraction
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from evalcore.batch import file_sha256
from evalcore.errors import VideoError
from evalcore.judged.config import PROFILES
from evalcore.judged.frames import clip_timeline, resize_rule, sample_clip
from evalcore.video import decode, decode_seen, frame_sha256, write
from tests.judged.clip_files import numbered
from tests.video.conftest import encode_file

PAPER, OBSERVATION = PROFILES["paper-prefix-8"], PROFILES["observation-8"]


def turned(degrees: int, aspect: Fraction | None = None) -> Any:
    def prepare(stream: Any) -> None:
        stream.set_display_rotation(degrees)
        if aspect:
            stream.codec_context.sample_aspect_ratio = aspect

    return prepare


def test_a_small_clip_keeps_its_pixels(tmp_path: Path) -> None:
    path = encode_file(tmp_path / "a.mp4", numbered(30))
    sample, video = sample_clip(path, profile=OBSERVATION), decode(path)
    assert sample.choice.frames == (0, 4, 8, 12, 17, 21, 25, 29)
    assert sample.choice.times == tuple(k / 15 for k in sample.choice.frames)
    for index, picture in zip(sample.choice.frames, sample.pictures, strict=True):
        np.testing.assert_array_equal(picture, video.frames[index])
    assert sample.size == sample.seen_size == sample.stored_size == (64, 48)
    assert sample.video_sha256 == file_sha256(path)
    assert sample.frame_sha256 == tuple(map(frame_sha256, sample.pictures))
    assert (sample.profile, sample.rotation, sample.flipped, sample.sample_aspect) == ("observation-8", 0, False, "1")


def test_a_large_clip_is_made_smaller(tmp_path: Path) -> None:
    path = encode_file(tmp_path / "a.mp4", numbered(2, height=720, width=1280))
    sample, video = sample_clip(path, profile=PAPER), decode(path)
    assert sample.size == (832, 468)
    assert sample.resize == resize_rule(PAPER)
    for picture, frame in zip(sample.pictures, video.frames, strict=True):
        np.testing.assert_array_equal(picture, cv2.resize(frame, (832, 468), interpolation=cv2.INTER_AREA))


@pytest.mark.parametrize(("degrees", "rotation"), [(90, 90), (180, -180), (270, -90), (-90, -90)])
def test_a_rotated_clip_is_shown_upright(tmp_path: Path, degrees: int, rotation: int) -> None:
    path = encode_file(tmp_path / "a.mp4", numbered(3), prepare=turned(degrees))
    sample = sample_clip(path, profile=OBSERVATION)
    assert sample.rotation == rotation
    assert sample.stored_size == (64, 48)
    assert sample.size == ((48, 64) if degrees % 180 else (64, 48))
    for picture, frame in zip(sample.pictures, decode(path).frames, strict=True):
        np.testing.assert_array_equal(picture, np.rot90(frame, degrees // 90))


def test_rotation_and_aspect_come_before_the_resizing(tmp_path: Path) -> None:
    path = encode_file(tmp_path / "a.mp4", numbered(1, height=480, width=640), prepare=turned(90, Fraction(2)))
    sample = sample_clip(path, profile=OBSERVATION)
    assert sample.stored_size == (640, 480)
    assert sample.seen_size == (480, 1280)
    assert sample.size == (180, 480)
    assert sample.sample_aspect == "2"
    seen = decode_seen(path)[0]
    np.testing.assert_array_equal(sample.pictures[0], cv2.resize(seen, (180, 480), interpolation=cv2.INTER_AREA))


def test_another_angle_is_said(tmp_path: Path) -> None:
    path = encode_file(tmp_path / "a.mp4", numbered(1), prepare=turned(45))
    for read in (lambda: sample_clip(path, profile=OBSERVATION), lambda: clip_timeline(path)):
        with pytest.raises(VideoError, match="45 degrees") as caught:
            read()
        assert caught.value.kind == "rotation"


def test_variable_frame_rate_goes_by_time_stamps(tmp_path: Path) -> None:
    ticks = [0, 1, 2, 3, 4, 5, 6, 7, 8, 300, 301, 595, 596, 900]  # 1/150 s: 596 is 3.973 s, after the prefix
    path = encode_file(tmp_path / "a.mp4", numbered(14), ticks=ticks, time_base=Fraction(1, 150))
    choice = sample_clip(path, profile=PAPER).choice
    assert choice.candidates == 12
    # 595/7 = 85 apart: 0, 85, 170, 255, 340, 425, 510, 595 are nearest to ticks 0, 8, 300, 300, 301, 301, 595, 595.
    assert choice.frames == (0, 8, 9, 10, 11)
    assert choice.times == tuple(tick / 150 for tick in (0, 8, 300, 301, 595))
    assert choice.time_coverage == 1.0


def test_a_late_start_is_no_part_of_the_times(tmp_path: Path) -> None:
    plain = encode_file(tmp_path / "a.mp4", numbered(30))
    late = encode_file(tmp_path / "b.mp4", numbered(30), ticks=[k + 15 for k in range(30)])
    first, second = (sample_clip(path, profile=OBSERVATION) for path in (plain, late))
    assert first.choice == second.choice
    assert first.frame_sha256 == second.frame_sha256


def test_a_webm_whose_frame_119_is_stamped_after_the_end(tmp_path: Path) -> None:
    path = encode_file(
        tmp_path / "a.webm",
        numbered(130, height=16, width=16),
        codec="libvpx",
        ticks=[round(k * 1000 / 30) for k in range(130)],
        time_base=Fraction(1, 1000),
    )
    choice = sample_clip(path, profile=PAPER).choice
    assert choice.candidates == 120
    assert (choice.frames[-1], choice.times[-1]) == (119, 3.967)
    assert choice.time_coverage == 1.0


def test_the_last_frame_is_shown_as_long_as_the_container_says(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    write(path, numbered(40), fps=10)  # the last one is at 3.9 s and shown until 4 s
    assert clip_timeline(path).end == 4.0
    assert sample_clip(path, profile=OBSERVATION, observation_time=4.0).choice.reached
    late = sample_clip(path, profile=OBSERVATION, observation_time=4.1)
    assert not late.choice.reached
    assert late.choice.prefix_end == 4.1
    assert len(late.pictures) == 8
    assert sample_clip(path, profile=PAPER, observation_time=4.1).choice.reached


@pytest.mark.parametrize("cut", [150, 1000])
def test_a_clip_that_is_cut_off_gives_nothing(tmp_path: Path, cut: int) -> None:
    path = encode_file(tmp_path / "a.mp4", numbered(40), container={"movflags": "+faststart"})
    path.write_bytes(path.read_bytes()[:-cut])
    for read in (lambda: sample_clip(path, profile=OBSERVATION), lambda: clip_timeline(path)):
        with pytest.raises(VideoError) as caught:
            read()
        assert caught.value.kind == "truncated"


def test_timeline(tmp_path: Path) -> None:
    path = encode_file(tmp_path / "a.mp4", numbered(75), prepare=turned(90))
    timeline = clip_timeline(path, observation_time=4.5)
    assert timeline.times == tuple(k / 15 for k in range(75))
    assert timeline.end == 5.0
    assert timeline.stored_size == (64, 48)
    assert timeline.seen_size == (48, 64)
    assert timeline.choices == {
        profile.name: sample_clip(path, profile=profile, observation_time=4.5).choice
        for profile in (PAPER, OBSERVATION)
    }
    assert timeline.choices["observation-8"].prefix_end == 4.5
    assert timeline.choices["paper-prefix-8"].frames[-1] == 59


def observed(cases: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((cases / "video/observed.json").read_text())
    return found


@pytest.mark.cases
def test_real_files_give_the_frames_that_their_time_stamps_say(cases: Path) -> None:
    checked = 0
    for name, seen in observed(cases).items():
        path = cases / "video" / name
        short = seen.get("decode_error") or seen.get("decoded_frames") != (seen.get("header_frames") or -1)
        if seen.get("error") or (seen.get("header_frames") and short):
            with pytest.raises(VideoError):
                sample_clip(path, profile=PAPER)
            continue
        # The list is rounded to microseconds and may stop early, after the prefix; the rule does not depend on either.
        times = seen["times_s"]
        candidates = [time for time in times if time <= 119 / 30 + 0.0005]
        wanted = [candidates[-1] * k / 7 for k in range(8)]
        expected = list(range(len(candidates)))
        if len(candidates) > 8:
            expected = sorted({min(expected, key=lambda i: (round(abs(times[i] - t), 4), i)) for t in wanted})
        sample = sample_clip(path, profile=PAPER)
        assert sample.choice.frames == tuple(expected), name
        assert sample.choice.times == pytest.approx([times[i] for i in expected], abs=1e-6), name
        assert list(sample.stored_size) == seen["width_height"][0]
        assert sample.rotation == seen["rotation_deg"]
        checked += 1
    assert checked >= 20


@pytest.mark.cases
@pytest.mark.parametrize(
    ("name", "seen", "size"),
    [
        ("rot90.mov", (320, 568), (270, 480)),
        ("rot180.mov", (568, 320), (568, 320)),
        ("sar2x1.mp4", (1280, 360), (832, 234)),
        ("vfr_extreme_3026x1386.mp4", (3026, 1386), (832, 381)),
    ],
)
def test_sizes_of_real_files(cases: Path, name: str, seen: tuple[int, int], size: tuple[int, int]) -> None:
    sample = sample_clip(cases / "video/real" / name, profile=OBSERVATION)
    assert sample.seen_size == seen
    assert sample.size == size
    assert {picture.shape for picture in sample.pictures} == {(size[1], size[0], 3)}


@pytest.mark.cases
@pytest.mark.skipif(sys.platform != "linux", reason="peak memory is read as Linux counts it")
def test_a_huge_clip_is_not_held(cases: Path) -> None:
    path = cases / "video/real/vfr_extreme_3026x1386.mp4"  # 792 MB as pixels
    script = f"""
        import re
        from pathlib import Path
        from evalcore.judged.config import PROFILES
        from evalcore.judged.frames import sample_clip
        sample_clip(Path({str(path)!r}), profile=PROFILES["paper-prefix-8"])
        print(re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1])
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 400_000  # KiB, interpreter and libraries included
