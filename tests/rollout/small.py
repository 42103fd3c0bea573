"""A small real workspace: moving textures, encoded and decoded like anybody's clips."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import av
import cv2
import numpy as np
from numpy.typing import NDArray

from evalcore.video import write

Frames = NDArray[np.uint8]
WIDTH, HEIGHT = 96, 64


def moving(seed: int, *, first: int = 0, count: int = 17, size: tuple[int, int] = (WIDTH, HEIGHT)) -> Frames:
    """Frames of a smooth texture that moves by (2, 1) pixels a frame; (count, height, width, 3)."""
    width, height = size
    rng = np.random.default_rng(seed)
    texture = cv2.GaussianBlur(rng.integers(0, 256, (height + 40, width + 80, 3), dtype=np.uint8), (0, 0), 3)
    texture = cv2.normalize(texture, None, 0, 255, cv2.NORM_MINMAX)
    return np.stack([texture[k : k + height, 2 * k : 2 * k + width] for k in range(first, first + count)])


def make_workspace(
    root: Path,
    *,
    clips: Sequence[str] = ("a", "b", "c"),
    models: Sequence[str] = ("close", "late"),
    conditioning: bool = True,
    size: tuple[int, int] = (WIDTH, HEIGHT),
) -> Path:
    """Write the protocol's layout below ``root``; ``late`` predicts one frame late, other models add a little noise."""
    base = root / "rollout"
    (base / "future").mkdir(parents=True)
    (base / "conditioning").mkdir()
    rows = []
    for seed, clip_id in enumerate(clips):
        rows.append(json.dumps({"clip_id": clip_id, "splits": ["both", *(["one"] if seed == 0 else [])]}))
        frames = moving(seed, size=size)
        write(base / "future" / f"{clip_id}.mp4", frames[9:], fps=15)
        if conditioning:
            write(base / "conditioning" / f"{clip_id}.mp4", frames[:9], fps=15)
        for model in models:
            (base / "models" / model).mkdir(parents=True, exist_ok=True)
            write(base / "models" / model / f"{clip_id}.mp4", generated(model, frames, seed), fps=15)
    (base / "clips.jsonl").write_text("\n".join(rows) + "\n")
    return root


def generated(model: str, frames: Frames, seed: int) -> Frames:
    """The 17 frames of a made model."""
    if model == "late":
        return np.concatenate([frames[:9], frames[8:16]])
    noise = np.random.default_rng([seed, len(model)]).integers(-6, 7, frames.shape)
    return np.concatenate([frames[:9], np.clip(frames[9:] + noise[9:], 0, 255).astype(np.uint8)])


def write_tagged(path: Path, frames: Frames, *, matrix: int) -> None:
    """Write frames with a colour matrix tag (1 is BT.709) and nothing else changed."""
    with av.open(str(path), "w", format="mp4") as output:
        stream = output.add_stream("libx264", rate=15)
        stream.height, stream.width = frames.shape[1:3]
        stream.pix_fmt = "yuv420p"
        stream.codec_context.colorspace = matrix
        for frame in frames:
            picture = av.VideoFrame.from_ndarray(frame, format="rgb24").reformat(format="yuv420p")
            picture.colorspace = matrix
            output.mux(stream.encode(picture))
        output.mux(stream.encode())


def write_sound(path: Path) -> None:
    """Write an MP4 that holds a second of silence and no picture."""
    with av.open(str(path), "w", format="mp4") as output:
        stream = output.add_stream("aac", rate=16000, layout="mono")
        silence = av.AudioFrame.from_ndarray(np.zeros((1, 1024), np.float32), format="fltp", layout="mono")
        silence.rate = 16000
        for _ in range(16):
            silence.pts = None
            output.mux(stream.encode(silence))
        output.mux(stream.encode())
