from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest
from numpy.typing import NDArray

from evalcore.errors import InputError
from evalcore.video import decode, probe, write

Clip = Callable[..., NDArray[np.uint8]]


def test_what_is_written_is_read(tmp_path: Path, clip: Clip) -> None:
    # Smooth in both directions, so that 4:2:0 and the encoder lose little.
    frames = clip(7)[:, :16, :20]
    write(tmp_path / "a.mp4", frames, fps=15)
    video = decode(tmp_path / "a.mp4", expect=7)
    assert video.frames.shape == frames.shape
    assert np.abs(video.frames.astype(int) - frames).mean() < 4
    assert (video.info.codec, video.info.pix_fmt) == ("h264", "yuv420p")
    assert (video.info.matrix, video.info.range) == ("untagged", "untagged")
    assert video.info.average_rate == 15
    assert video.info.last_duration is not None
    assert video.info.last_duration * video.info.time_base == Fraction(1, 15)


def test_a_fractional_rate_keeps_its_times(tmp_path: Path, clip: Clip) -> None:
    write(tmp_path / "a.mp4", clip(4), fps=Fraction(30000, 1001))
    info = probe(tmp_path / "a.mp4")
    assert [(tick - info.pts[0]) * info.time_base for tick in info.pts] == [Fraction(1001 * i, 30000) for i in range(4)]


def test_same_frames_same_bytes(tmp_path: Path, clip: Clip) -> None:
    for name in ("a.mp4", "b.mp4"):
        write(tmp_path / name, clip(5), fps=15)
    written = (tmp_path / "a.mp4").read_bytes()
    assert written == (tmp_path / "b.mp4").read_bytes()
    with av.open(str(tmp_path / "a.mp4")) as container:
        assert "creation_time" not in container.metadata | container.streams.video[0].metadata
        assert "encoder" not in container.metadata
    # The index stands before the pictures, so that a browser can start at once and a cut file is noticed.
    assert written.index(b"moov") < written.index(b"mdat")


def test_bytes_do_not_depend_on_what_was_in_memory(tmp_path: Path) -> None:
    # glibc fills fresh memory with the given byte; encoders that read it unwritten give other bytes.
    code = """if True:
        import hashlib, sys, numpy as np
        from evalcore.video import decode, write
        frames = (np.arange(9 * 48 * 64 * 3).reshape(9, 48, 64, 3) // 7 % 256).astype(np.uint8)
        write(sys.argv[1], frames, fps=15)
        print(hashlib.sha256(open(sys.argv[1], "rb").read() + decode(sys.argv[1]).frames.tobytes()).hexdigest())
    """
    found = {
        subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / "a.mp4")],
            env=os.environ | {"MALLOC_PERTURB_": fill},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for fill in ("0", "85", "170")
    }
    assert len(found) == 1


def test_crf_trades_size_for_quality(tmp_path: Path, clip: Clip) -> None:
    frames = clip(5)
    for crf in (10, 40):
        write(tmp_path / f"{crf}.mp4", frames, fps=15, crf=crf)
    sizes = {crf: (tmp_path / f"{crf}.mp4").stat().st_size for crf in (10, 40)}
    errors = {crf: np.abs(decode(tmp_path / f"{crf}.mp4").frames.astype(int) - frames).mean() for crf in (10, 40)}
    assert sizes[10] > sizes[40]
    assert errors[10] < errors[40]


def test_matroska(tmp_path: Path, clip: Clip) -> None:
    write(tmp_path / "a.mkv", clip(5), fps=15, container="matroska")
    write(tmp_path / "b.mkv", clip(5), fps=15, container="matroska")
    assert probe(tmp_path / "a.mkv").header_frames is None
    assert (tmp_path / "a.mkv").read_bytes() == (tmp_path / "b.mkv").read_bytes()


def test_makes_folders_and_leaves_nothing_else(tmp_path: Path, clip: Clip) -> None:
    write(tmp_path / "new" / "folder" / "a.mp4", clip(2), fps=15)
    assert [path.name for path in (tmp_path / "new" / "folder").iterdir()] == ["a.mp4"]


def test_a_failed_write_keeps_the_old_file(tmp_path: Path, clip: Clip, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "a.mp4", clip(2), fps=15)
    before = (tmp_path / "a.mp4").read_bytes()

    def full_disk(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("av.VideoFrame.from_ndarray", full_disk)
    with pytest.raises(InputError, match="No space left"):
        write(tmp_path / "a.mp4", clip(3), fps=15)
    assert [path.name for path in tmp_path.iterdir()] == ["a.mp4"]
    assert (tmp_path / "a.mp4").read_bytes() == before


@pytest.mark.parametrize(
    ("frames", "fps", "message"),
    [
        (np.zeros((2, 4, 4, 3)), 15, r"float64 \(2, 4, 4, 3\), expected uint8"),
        (np.zeros((4, 4, 3), np.uint8), 15, r"expected uint8 \(T, H, W, 3\)"),
        (np.zeros((0, 4, 4, 3), np.uint8), 15, "T at least 1"),
        (np.zeros((2, 4, 5, 3), np.uint8), 15, "5x4, H.264 4:2:0 expects an even width and height"),
        (np.zeros((2, 4, 4, 3), np.uint8), 0, "fps is 0, expected a positive rate"),
    ],
)
def test_frames_that_cannot_be_written(tmp_path: Path, frames: np.ndarray, fps: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        write(tmp_path / "a.mp4", frames, fps=fps)
    assert not list(tmp_path.iterdir())
