from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from evalcore.errors import VideoError
from evalcore.video import decode, probe

Encode = Callable[..., Path]
Clip = Callable[..., NDArray[np.uint8]]

# Names, so that each real file is a test of its own; what a correct reader sees in it stands beside the files.
NAMES = [
    "made/16f.mp4",
    "made/18f.mp4",
    "made/1f.mp4",
    "made/av1.mp4",
    "made/cfr15_17f_bframes.mp4",
    "made/fps14985.mp4",
    "made/html.mp4",
    "made/mpeg4.mp4",
    "made/odd_321x241_444.mp4",
    "made/odd_321x241_vp9.mp4",
    "made/start_offset_1s.mp4",
    "made/trunc60.mp4",
    "made/vfr.mp4",
    "made/zero.mp4",
    "real/av1_640x360_25fps.mkv",
    "real/corrupted_50hdr_28dec.mp4",
    "real/ffqm_dist.mkv",
    "real/ffqm_ref.mkv",
    "real/h264_10bit_200x200.mp4",
    "real/h264_15fps_480x256_23f.mp4",
    "real/h264_bt709_fullrange_720p.mp4",
    "real/rot180.mov",
    "real/rot90.mov",
    "real/sar2x1.mp4",
    "real/tiny_nostreams_262B.mp4",
    "real/truncated_745hdr_6dec.mp4",
    "real/unordered_4f.mov",
    "real/vfr_extreme_3026x1386.mp4",
    "real/vp9_1080sq_100f.webm",
]
ERRORS = {
    "made/html.mp4": ("not_video", "starts with <html: looks like a web page"),
    "made/trunc60.mp4": ("truncated", "without its index"),
    "made/zero.mp4": ("empty", "0 bytes"),
    "real/corrupted_50hdr_28dec.mp4": ("undecodable", "header 50, decoded 28 frames"),
    "real/tiny_nostreams_262B.mp4": ("no_stream", "no video stream"),
    "real/truncated_745hdr_6dec.mp4": ("truncated", "header 745, decoded 6 frames"),
}


@pytest.fixture(scope="module")
def observed(cases: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((cases / "video" / "observed.json").read_text())
    return found


@pytest.mark.cases
def test_every_real_file_is_tested(observed: dict[str, Any]) -> None:
    assert sorted(NAMES) == sorted(observed)


@pytest.mark.cases
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("read", [probe, decode])
def test_real_files(
    cases: Path, observed: dict[str, Any], name: str, read: Callable[[Path], Any], capfd: pytest.CaptureFixture[str]
) -> None:
    expected, path = observed[name], cases / "video" / name
    if name in ERRORS:
        kind, message = ERRORS[name]
        with pytest.raises(VideoError, match=message) as caught:
            read(path)
        assert caught.value.kind == kind
    else:
        result = read(path)
        info = getattr(result, "info", result)
        assert info.n_frames == expected["decoded_frames"]
        assert info.header_frames == expected["header_frames"]
        assert [[info.width, info.height]] == expected["width_height"]
        assert info.rotation == expected["rotation_deg"]
        assert info.pix_fmt == expected["pix_fmt"]
        assert info.average_rate == Fraction(expected["average_rate"])
        assert info.start_s == pytest.approx(expected["start_s"], abs=1e-6)
        # Long files list the times of their first frames only.
        known = expected["times_s"]
        assert info.times[: len(known)].tolist() == pytest.approx(known, abs=1e-6)
        assert len(info.times) == info.n_frames
        if read is decode:
            assert result.frames.shape == (info.n_frames, info.height, info.width, 3)
    assert capfd.readouterr() == ("", "")


def test_variable_frame_rate_is_read_from_the_time_stamps(encode: Encode) -> None:
    ticks = [0, 40, 100, 101, 700]
    info = probe(encode("a.mp4", ticks=ticks, time_base=Fraction(1, 600), options={"bf": "2"}))
    times = [(tick - info.pts[0]) * info.time_base for tick in info.pts]
    assert times == [Fraction(tick, 600) for tick in ticks]
    assert info.times.tolist() == [float(time) for time in times]


def test_start_offset(encode: Encode) -> None:
    # A fragmented file has no edit list that would take the offset away again.
    ticks = [15 + i for i in range(5)]
    info = probe(encode("a.mkv", ticks=ticks))
    assert info.start_s == 1.0
    assert info.times[0] == 0.0


def test_matroska_announces_no_count(encode: Encode) -> None:
    info = probe(encode("a.mkv"))
    assert (info.header_frames, info.n_frames) == (None, 5)


def test_last_duration_is_in_ticks(encode: Encode) -> None:
    info = probe(encode("a.mp4"))
    assert info.last_duration is not None
    assert info.last_duration * info.time_base == Fraction(1, 15)


@pytest.mark.parametrize("degrees", [90, -90, 180])
def test_rotation_is_recorded_and_not_applied(encode: Encode, degrees: int) -> None:
    path = encode("a.mp4", prepare=lambda stream: stream.set_display_rotation(degrees))
    info = probe(path)
    assert abs(info.rotation) == abs(degrees)
    assert (info.width, info.height) == (64, 48)
    np.testing.assert_array_equal(decode(path).frames, decode(encode("b.mp4")).frames)


def test_sample_aspect_is_recorded_and_not_applied(encode: Encode) -> None:
    def anamorphic(stream: Any) -> None:
        stream.codec_context.sample_aspect_ratio = Fraction(4, 3)

    info = probe(encode("a.mp4", prepare=anamorphic))
    assert (info.sample_aspect, info.width, info.height) == (Fraction(4, 3), 64, 48)
    assert probe(encode("b.mp4")).sample_aspect == 1


@pytest.mark.parametrize(
    ("settings", "tags", "effective"),
    [
        ({}, ("untagged", "untagged"), ("bt601", "limited")),
        ({"matrix": 1, "range": 1}, ("bt709", "limited"), ("bt709", "limited")),
        ({"matrix": 5, "range": 1}, ("bt470bg", "limited"), ("bt601", "limited")),
        ({"matrix": 6, "range": 1}, ("smpte170m", "limited"), ("bt601", "limited")),
        ({"matrix": 9, "range": 1}, ("bt2020nc", "limited"), ("bt2020", "limited")),
        ({"matrix": 7, "range": 1}, ("smpte240m", "limited"), ("smpte240m", "limited")),
        ({"range": 2}, ("untagged", "full"), ("bt601", "full")),
        ({"matrix": 1, "range": 2}, ("bt709", "full"), ("bt709", "full")),
        ({"codec": "mjpeg", "pix_fmt": "yuvj420p"}, ("bt470bg", "full"), ("bt601", "full")),
        ({"codec": "libx264rgb", "pix_fmt": "rgb24"}, ("rgb", "full"), ("rgb", "full")),
        ({"codec": "ffv1", "pix_fmt": "gray"}, ("untagged", "untagged"), ("bt601", "full")),
    ],
)
def test_colour_tags(
    encode: Encode, settings: dict[str, Any], tags: tuple[str, str], effective: tuple[str, str]
) -> None:
    info = probe(encode("a.mkv", **settings))
    assert (info.matrix, info.range) == tags
    assert (info.effective_matrix, info.effective_range) == effective


@pytest.mark.parametrize("name", ["a.mp4", "a.mov", "a.mkv", "a.ts", "a.flv"])
def test_containers_agree(encode: Encode, clip: Clip, name: str) -> None:
    info = probe(encode(name, clip(17), options={"bf": "3"}))
    assert info.n_frames == 17
    assert info.times.tolist() == pytest.approx([i / 15 for i in range(17)], abs=1e-3)


@pytest.mark.parametrize("codec", ["libx264", "libx265", "libsvtav1", "libvpx-vp9", "mpeg4", "ffv1"])
def test_codecs(encode: Encode, clip: Clip, codec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SVT_LOG", "0")
    options = {"x265-params": "log-level=none"} if codec == "libx265" else {}
    info = probe(encode("a.mkv", clip(5, 64, 64), codec=codec, options=options))
    names = {"libx264": "h264", "libx265": "hevc", "libsvtav1": "av1", "libvpx-vp9": "vp9"}
    assert info.codec == names.get(codec, codec)
    assert info.n_frames == 5


def test_interlaced_pictures_are_whole_frames(encode: Encode, clip: Clip) -> None:
    info = probe(encode("a.mp4", clip(9), options={"flags": "+ildct", "x264-params": "interlaced=1:mbtree=0"}))
    assert (info.n_frames, info.height) == (9, 48)
