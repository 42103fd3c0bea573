"""Make a rollout workspace of synthetic 640x360 clips that cost a decoder and a flow about as much as real ones.

Each clip is a textured background under a slowly panning, slightly rotating camera, textured discs that move on their
own, and sensor noise, encoded by libx264. Three models are made from it: one sharp but noisy, one a frame late, one
with a blur that grows with the step. The same seed gives the same files.
"""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import av
import cv2
import numpy as np

WIDTH, HEIGHT, FPS = 640, 360, 15
CONDITIONING, HORIZON = 9, 8
MODELS = ("blurring", "late", "noisy")
LAST = "models/late/{}.mp4"  # the file of a clip that is written last


def texture(rng: np.random.Generator, width: int, height: int) -> np.ndarray:
    """Noise with as much contrast in coarse as in fine detail, float32 RGB in 0..255."""
    picture = np.zeros((height, width, 3), np.float32)
    for cell in (4, 8, 16, 32, 64, 128):
        grid = rng.normal(0, 1, (height // cell + 3, width // cell + 3, 3)).astype(np.float32)
        picture += cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC) * (1 + cell / 32)
    return cv2.normalize(picture, None, 10, 245, cv2.NORM_MINMAX)


def scene(rng: np.random.Generator) -> list[np.ndarray]:
    """The conditioning and future frames of one clip, one more for the late model in front: float32 RGB."""
    background = texture(rng, WIDTH + 160, HEIGHT + 160)
    pan, turn = rng.uniform(-4, 4, 2), rng.uniform(-0.3, 0.3)
    discs = [
        (
            texture(rng, 2 * radius, 2 * radius),
            radius,
            rng.uniform(0.2, 0.8, 2) * (WIDTH, HEIGHT),
            rng.uniform(-9, 9, 2),
        )
        for radius in rng.integers(24, 72, 4).tolist()
    ]
    frames = []
    for t in range(-1, CONDITIONING + HORIZON):
        camera = cv2.getRotationMatrix2D((WIDTH / 2 + 80, HEIGHT / 2 + 80), turn * t, 1 + 0.002 * t)
        camera[:, 2] += pan * t - 80
        frame = cv2.warpAffine(background, camera, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT)
        for skin, radius, start, speed in discs:
            shift = np.array([[1, 0, 0], [0, 1, 0]], float)
            shift[:, 2] = start + speed * t + (0, 0.3 * t * t) - radius
            mask = np.zeros((2 * radius, 2 * radius), np.float32)
            cv2.circle(mask, (radius, radius), radius - 2, 1.0, -1, cv2.LINE_AA)
            alpha = cv2.warpAffine(mask, shift, (WIDTH, HEIGHT))[..., None]
            frame = frame * (1 - alpha) + cv2.warpAffine(skin, shift, (WIDTH, HEIGHT)) * alpha
        frames.append(frame)
    return frames


def with_noise(frames: list[np.ndarray], rng: np.random.Generator, sigma: float) -> np.ndarray:
    return np.stack(
        [
            np.clip(frame + rng.standard_normal(frame.shape, np.float32) * sigma, 0, 255).astype(np.uint8)
            for frame in frames
        ]
    )


def encode(path: Path, frames: np.ndarray) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=FPS, options={"crf": "23", "preset": "veryfast", "threads": "1"})
        stream.width, stream.height, stream.pix_fmt, stream.time_base = WIDTH, HEIGHT, "yuv420p", Fraction(1, FPS)
        for frame in frames:
            container.mux(stream.encode(av.VideoFrame.from_ndarray(frame, format="rgb24")))
        container.mux(stream.encode())


def make_clip(root: Path, clip_id: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    frames = scene(rng)
    true, past = frames[1:], CONDITIONING
    recorded = with_noise(true, rng, 2)
    blurring = [
        frame if step < past else cv2.GaussianBlur(frame, (0, 0), 0.4 * (step - past + 1))
        for step, frame in enumerate(true)
    ]
    encode(root / "conditioning" / f"{clip_id}.mp4", recorded[:past])
    encode(root / "future" / f"{clip_id}.mp4", recorded[past:])
    encode(root / "models" / "noisy" / f"{clip_id}.mp4", with_noise(true, rng, 4))
    encode(root / "models" / "blurring" / f"{clip_id}.mp4", with_noise(blurring, rng, 2))
    # Late in the prediction only: the prefix is still the conditioning.
    encode(root / LAST.format(clip_id), with_noise(true[:past] + frames[past:-1], rng, 2))


def make_workspace(folder: Path, sizes: tuple[int, ...]) -> None:
    """Write what is missing for the largest of ``sizes``; the split ``n<size>`` holds the first ``size`` clips."""
    root = folder / "rollout"
    names = [f"clip_{number:03d}" for number in range(max(sizes))]
    missing = [(seed, name) for seed, name in enumerate(names) if not (root / LAST.format(name)).exists()]
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda item: make_clip(root, item[1], seed=item[0]), missing))
    # Clips left from a larger run belong to no split.
    present = sorted(path.stem for path in (root / "conditioning").glob("*.mp4"))
    rows = [{"clip_id": name, "splits": [f"n{size}" for size in sizes if name in names[:size]]} for name in present]
    (root / "clips.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
