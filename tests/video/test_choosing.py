from __future__ import annotations

import subprocess
import sys
import textwrap
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from numpy.typing import NDArray

from evalcore.errors import VideoError
from evalcore.video import Display, announced_times, decode, decode_chosen, probe

Encode = Callable[..., Path]
Frames = NDArray[np.uint8]
Clip = Callable[..., Frames]

FILES: dict[str, dict[str, Any]] = {
    "a.mp4": {"options": {"bf": "2"}},
    "a.mkv": {"codec": "ffv1"},
    "a.webm": {"codec": "libvpx-vp9"},
    "a.avi": {"codec": "mpeg4"},
    "late.mp4": {"ticks": [k + 40 for k in range(12)]},
    "vfr.mp4": {"ticks": [0, 1, 2, 7, 9, 10, 30, 31, 33, 50, 51, 90], "time_base": Fraction(1, 90)},
}
files = pytest.mark.parametrize("name", FILES)


@files
def test_times_are_announced_as_they_are(encode: Encode, clip: Clip, name: str) -> None:
    path = encode(name, clip(12), **FILES[name])
    assert announced_times(path) == probe(path).exact_times


@files
def test_chosen_frames_are_those_of_a_whole_decode(encode: Encode, clip: Clip, name: str) -> None:
    path = encode(name, clip(12), **FILES[name])
    chosen, video = decode_chosen(path, lambda times, tick: [7, 0, 11, 7]), decode(path)
    assert list(chosen.frames) == [0, 7, 11]
    assert chosen.info == video.info
    for index, frame in chosen.frames.items():
        np.testing.assert_array_equal(frame, video.frames[index])


def test_the_choice_is_made_from_exact_times(encode: Encode, clip: Clip) -> None:
    seen: list[tuple[tuple[Fraction, ...], Fraction]] = []

    def choose(times: tuple[Fraction, ...], tick: Fraction) -> list[int]:
        seen.append((times, tick))
        return [0]

    decode_chosen(encode("a.mp4", clip(3), time_base=Fraction(1, 90), ticks=[7, 8, 20]), choose)
    assert {times for times, _ in seen} == {(Fraction(0), Fraction(1, 90), Fraction(13, 90))}
    assert all(Fraction(1, 90) % tick == 0 for _, tick in seen)


def test_exact_method(encode: Encode, clip: Clip) -> None:
    path = encode("a.mp4", clip(3))
    chosen = decode_chosen(path, lambda times, tick: [2], method="exact")
    np.testing.assert_array_equal(chosen.frames[2], decode(path, method="exact").frames[2])


def test_prepare_stands_in_for_the_frame(encode: Encode, clip: Clip) -> None:
    def turn(stream: Any) -> None:
        stream.set_display_rotation(90)

    shown: list[Display] = []

    def prepare(frame: Frames, display: Display) -> Frames:
        shown.append(display)
        return frame[:1, :2]

    chosen = decode_chosen(encode("a.mp4", clip(4), prepare=turn), lambda times, tick: [1, 3], prepare=prepare)
    assert [frame.shape for frame in chosen.frames.values()] == [(1, 2, 3)] * 2
    assert shown == [Display(rotation=90)] * 2


def discard_first_frames(path: Path, frames: Frames) -> Path:
    """An MP4 whose edit list leaves out the first half second, with times that the decoder then has to correct."""
    with av.open(str(path), "w") as output:
        stream = output.add_stream("libx264", rate=10, options={"bf": "0", "x264-params": "mbtree=0"})
        stream.width, stream.height, stream.pix_fmt = frames.shape[2], frames.shape[1], "yuv420p"
        for index, frame in enumerate(frames):
            picture = av.VideoFrame.from_ndarray(frame, format="rgb24")
            picture.pts, picture.time_base = index - 5, Fraction(1, 10)
            output.mux(stream.encode(picture))
        output.mux(stream.encode())
    return path


def test_frames_that_an_edit_list_leaves_out_are_not_counted(tmp_path: Path, clip: Clip) -> None:
    path = discard_first_frames(tmp_path / "a.mp4", clip(12))
    video = decode(path)
    assert video.info.n_frames == 7
    chosen = decode_chosen(path, lambda times, tick: [0, len(times) - 1])
    assert list(chosen.frames) == [0, 6]
    np.testing.assert_array_equal(chosen.frames[6], video.frames[6])


def test_a_container_that_announces_other_times_is_decoded_again(
    encode: Encode, clip: Clip, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = encode("a.mp4", clip(12))
    for wrong in ([], [0], list(range(40))):
        monkeypatch.setattr("evalcore.video.source.Source.announced", lambda _, ticks=wrong: ticks)
        chosen = decode_chosen(path, lambda times, tick: [0, len(times) - 1])
        assert list(chosen.frames) == [0, 11]
        np.testing.assert_array_equal(chosen.frames[11], decode(path).frames[11])


@pytest.mark.parametrize("cut", [200, 2000])
def test_a_short_file_gives_no_frame_at_all(encode: Encode, clip: Clip, cut: int) -> None:
    path = encode("a.mp4", clip(40), container={"movflags": "+faststart"})
    path.write_bytes(path.read_bytes()[:-cut])
    with pytest.raises(VideoError) as caught:
        decode_chosen(path, lambda times, tick: [0])
    assert caught.value.kind == "truncated"


def test_a_missing_file(tmp_path: Path) -> None:
    for read in (announced_times, lambda path: decode_chosen(path, lambda times, tick: [0])):
        with pytest.raises(VideoError) as caught:
            read(tmp_path / "a.mp4")
        assert caught.value.kind == "missing"


@pytest.mark.skipif(sys.platform != "linux", reason="peak memory is read as Linux counts it")
def test_memory_does_not_grow_with_the_clip(encode: Encode, clip: Clip) -> None:
    # 1,200 frames would be 221 MB.
    path = encode("long.mp4", np.concatenate([clip(12, 192, 320)] * 100), options={"preset": "ultrafast"})
    script = f"""
        import re
        from pathlib import Path
        from evalcore.video import decode_chosen, probe
        def peak():
            return int(re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1])
        probe({str(path)!r})
        before = peak()
        decode_chosen({str(path)!r}, lambda times, tick: [0, 600, 1199])
        print(peak() - before)
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 40_000  # KiB


def outcome(read: Callable[[Path], Any], path: Path) -> Any:
    try:
        return read(path)
    except VideoError as error:
        return error.kind


@pytest.mark.cases
def test_real_files(cases: Path) -> None:
    for path in sorted((cases / "video").glob("*/*")):
        info = outcome(probe, path)
        chosen = outcome(lambda path: decode_chosen(path, lambda times, tick: [0, len(times) - 1]).info, path)
        assert chosen == info, path.name
        if not isinstance(info, str):
            assert announced_times(path) == info.exact_times, path.name
