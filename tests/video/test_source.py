from __future__ import annotations

import os
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from numpy.typing import NDArray

from evalcore.errors import VideoError
from evalcore.video import decode, probe

Encode = Callable[..., Path]
Clip = Callable[..., NDArray[np.uint8]]
READERS = pytest.mark.parametrize("read", [probe, decode])


def fails(read: Callable[[Path], Any], path: Path) -> VideoError:
    with pytest.raises(VideoError) as caught:
        read(path)
    # The caller adds the name of the model and the clip.
    assert str(path) not in str(caught.value)
    assert path.name not in str(caught.value)
    return caught.value


@READERS
def test_missing_file(read: Callable[[Path], Any], tmp_path: Path) -> None:
    assert fails(read, tmp_path / "a.mp4").kind == "missing"
    (tmp_path / "file").write_bytes(b"x")
    assert fails(read, tmp_path / "file" / "a.mp4").kind == "missing"
    (tmp_path / "link.mp4").symlink_to(tmp_path / "nowhere.mp4")
    assert fails(read, tmp_path / "link.mp4").kind == "missing"


@READERS
def test_empty_file(read: Callable[[Path], Any], tmp_path: Path) -> None:
    (tmp_path / "a.mp4").touch()
    error = fails(read, tmp_path / "a.mp4")
    assert error.kind == "empty"
    assert "0 bytes" in str(error)


@READERS
def test_folder_and_pipe(read: Callable[[Path], Any], tmp_path: Path) -> None:
    assert "a folder" in str(fails(read, tmp_path))
    os.mkfifo(tmp_path / "a.mp4")
    error = fails(read, tmp_path / "a.mp4")
    assert error.kind == "not_video"
    assert "not a regular file" in str(error)


@READERS
def test_unreadable_file(read: Callable[[Path], Any], encode: Encode, monkeypatch: pytest.MonkeyPatch) -> None:
    path = encode("a.mp4")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(av, "open", refuse)
    monkeypatch.setattr(Path, "open", refuse)
    assert "cannot be read (Permission denied)" in str(fails(read, path))


@READERS
def test_web_page(read: Callable[[Path], Any], tmp_path: Path) -> None:
    (tmp_path / "a.mp4").write_bytes(b"<html>404</html>")
    error = fails(read, tmp_path / "a.mp4")
    assert error.kind == "not_video"
    assert "starts with <html: looks like a web page" in str(error)


@READERS
def test_no_file_opens_another_one(read: Callable[[Path], Any], encode: Encode, tmp_path: Path) -> None:
    other = encode("other.mp4")
    (tmp_path / "list.mp4").write_text(f"#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n{other}\n#EXT-X-ENDLIST\n")
    assert fails(read, tmp_path / "list.mp4").kind == "not_video"
    (tmp_path / "concat.mp4").write_text(f"ffconcat version 1.0\nfile {other.name}\n")
    assert fails(read, tmp_path / "concat.mp4").kind == "not_video"


@READERS
def test_sound_without_pictures(read: Callable[[Path], Any], tmp_path: Path) -> None:
    with av.open(str(tmp_path / "a.mp4"), "w") as output:
        stream = output.add_stream("aac", rate=48000)
        frame = av.AudioFrame.from_ndarray(np.zeros((1, 1024), np.float32), format="fltp", layout="mono")
        frame.sample_rate, frame.pts = 48000, 0
        output.mux(stream.encode(frame))
        output.mux(stream.encode())
    error = fails(read, tmp_path / "a.mp4")
    assert error.kind == "no_stream"
    assert "streams found: audio" in str(error)


@READERS
@pytest.mark.parametrize("share", [0.3, 0.6, 0.8])
def test_unfinished_mp4(read: Callable[[Path], Any], encode: Encode, clip: Clip, share: float) -> None:
    path = encode("a.mp4", clip(17))
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * share)])
    error = fails(read, path)
    assert error.kind == "truncated"
    assert "cut off" in str(error)


@READERS
@pytest.mark.parametrize("lost", [1, 40, 400])
def test_cut_mp4_says_how_many_frames(read: Callable[[Path], Any], encode: Encode, clip: Clip, lost: int) -> None:
    path = encode("a.mp4", clip(17), container={"movflags": "+faststart"}, options={"bf": "0"})
    path.write_bytes(path.read_bytes()[:-lost])
    error = fails(read, path)
    assert error.kind == "truncated"
    assert "header 17, decoded " in str(error)


@READERS
@pytest.mark.parametrize("container", [{}, {"live": "1"}])
def test_cut_matroska(read: Callable[[Path], Any], encode: Encode, clip: Clip, container: dict[str, str]) -> None:
    path = encode("a.mkv", clip(17), container=container, options={"bf": "0"})
    path.write_bytes(path.read_bytes()[: path.stat().st_size * 6 // 10])
    error = fails(read, path)
    assert error.kind == "truncated"
    assert "header unknown, decoded " in str(error)
    assert " of " in str(error)


@READERS
@pytest.mark.parametrize("name", ["a.mp4", "a.mkv"])
def test_damage_in_the_middle_is_never_a_short_read(
    read: Callable[[Path], Any], encode: Encode, clip: Clip, name: str
) -> None:
    path = encode(name, clip(17), options={"bf": "0"})
    sound = path.read_bytes()
    # After x264's own text, which is as long as a few pictures and which nobody decodes.
    start = sound.index(b"aq=1:1.00")
    found = []
    for at in range(start + 300, start + 1300, 50):
        path.write_bytes(sound[:at] + bytes([0xFF]) * 60 + sound[at + 60 :])
        try:
            result = read(path)
        except VideoError as error:
            found.append((error.kind, str(error)))
        else:
            # H.264 has no checksum: wrong pictures may pass, missing ones never do.
            assert getattr(result, "info", result).n_frames == 17
    header = "17" if name == "a.mp4" else "unknown"
    assert {kind for kind, _ in found} == {"undecodable"}
    assert all(f"header {header}, decoded " in message for _, message in found)
    assert len(found) > 15


@READERS
def test_pictures_lost_between_sound_ones(read: Callable[[Path], Any], encode: Encode, clip: Clip) -> None:
    # Every frame of FFV1 here stands alone, so that the decoder notices nothing: only the container shows the gap.
    path = encode("a.mkv", clip(9), codec="ffv1", options={"g": "1"})
    assert probe(path).n_frames == 9
    data = path.read_bytes()
    block = b"\xa3" + data[data.index(b"\xa3", data.index(b"\x1f\x43\xb6\x75")) + 1 :][:1]
    third = [at for at in range(len(data)) if data.startswith(block, at)][3]
    path.write_bytes(data[:third] + b"\x99" + data[third + 1 :])
    error = fails(read, path)
    assert error.kind == "undecodable"
    assert f"breaks at byte {third}" in str(error)


def test_frames_left_out_by_an_edit_list_are_not_missing(encode: Encode, clip: Clip, tmp_path: Path) -> None:
    whole = encode("whole.mp4", clip(17), options={"bf": "3"})
    options = {"avoid_negative_ts": "disabled", "use_editlist": "1"}
    with av.open(str(whole)) as source, av.open(str(tmp_path / "edited.mp4"), "w", options=options) as output:
        stream = source.streams.video[0]
        copy = output.add_stream_from_template(stream)
        shift = int(5 / (15 * stream.time_base))
        for packet in source.demux(stream):
            if packet.dts is not None:
                packet.pts, packet.dts, packet.stream = packet.pts - shift, packet.dts - shift, copy
                output.mux(packet)
    info = probe(tmp_path / "edited.mp4")
    assert (info.header_frames, info.n_frames) == (17, 12)
    np.testing.assert_array_equal(decode(tmp_path / "edited.mp4").frames, decode(whole).frames[5:])


def two_encoders(path: Path, first: NDArray[np.uint8], second: NDArray[np.uint8], *pix_fmts: str) -> Path:
    """One stream whose pictures change their layout in the middle (each MJPEG and FFV1 picture stands alone)."""
    codec = "mjpeg" if pix_fmts[0].startswith("yuvj") else "rawvideo"
    with av.open(str(path), "w") as output:
        stream = output.add_stream(codec, rate=15)
        stream.width, stream.height, stream.pix_fmt = first.shape[2], first.shape[1], pix_fmts[0]
        index = 0
        for frames, pix_fmt in zip((first, second), pix_fmts, strict=True):
            encoder = av.CodecContext.create(codec, "w")
            encoder.width, encoder.height, encoder.pix_fmt = frames.shape[2], frames.shape[1], pix_fmt
            encoder.time_base = Fraction(1, 15)
            for frame in frames:
                picture = av.VideoFrame.from_ndarray(frame, format="rgb24").reformat(format=pix_fmt)
                for packet in encoder.encode(picture):
                    packet.stream, packet.pts, packet.dts, packet.time_base = stream, index, index, Fraction(1, 15)
                    index += 1
                    output.mux(packet)
    return path


@READERS
def test_size_that_changes(read: Callable[[Path], Any], tmp_path: Path, clip: Clip) -> None:
    path = two_encoders(tmp_path / "a.mkv", clip(3), clip(2, 32, 40), "yuvj420p", "yuvj420p")
    error = fails(read, path)
    assert error.kind == "size"
    assert "frame 3 changes to 40x32, expected 64x48" in str(error)


@READERS
def test_pixel_format_that_changes(read: Callable[[Path], Any], tmp_path: Path, clip: Clip) -> None:
    path = two_encoders(tmp_path / "a.mkv", clip(3), clip(2), "yuvj420p", "yuvj444p")
    error = fails(read, path)
    assert error.kind == "pixel_format"
    assert "frame 3 changes to yuv444p, expected yuv420p" in str(error)


def joined(encode: Encode, path: Path, *matrices: int) -> Path:
    """Transport streams can be joined end to end, and H.264 says its colours again at each key frame."""
    parts = [
        encode(f"{matrix}.ts", matrix=matrix, range=1, options={"bf": "0"}, ticks=[5 * n + i for i in range(5)])
        for n, matrix in enumerate(matrices)
    ]
    path.write_bytes(b"".join(part.read_bytes() for part in parts))
    return path


@READERS
def test_colour_that_changes(read: Callable[[Path], Any], encode: Encode, tmp_path: Path) -> None:
    error = fails(read, joined(encode, tmp_path / "a.ts", 5, 1))
    assert error.kind == "colour"
    assert "frame 5 changes to bt709 limited range, expected bt601 limited range" in str(error)


@READERS
def test_two_names_of_one_colour_are_no_change(read: Callable[[Path], Any], encode: Encode, tmp_path: Path) -> None:
    # The joint itself is reported, because packets seem to be lost there, but no change of colour.
    error = fails(read, joined(encode, tmp_path / "a.ts", 5, 6))
    assert error.kind == "truncated"
    assert "decoded 10 frames" in str(error)


@READERS
def test_times_that_go_back(read: Callable[[Path], Any], encode: Encode, clip: Clip) -> None:
    # AVI stores no presentation times, so that the order of B-frames is lost.
    path = encode("a.avi", clip(9), options={"bf": "2", "b-adapt": "0"})
    error = fails(read, path)
    assert error.kind == "undecodable"
    assert "earlier presentation time" in str(error)


@READERS
def test_files_without_times(read: Callable[[Path], Any], encode: Encode) -> None:
    assert "no presentation time" in str(fails(read, encode("a.h264")))


@READERS
def test_decoder_messages_do_not_reach_the_terminal(
    read: Callable[[Path], Any], encode: Encode, clip: Clip, capfd: pytest.CaptureFixture[str]
) -> None:
    path = encode("a.mp4", clip(17))
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2] + bytes(50) + data[len(data) // 2 + 50 :])
    capfd.readouterr()
    fails(read, path)
    assert capfd.readouterr() == ("", "")
