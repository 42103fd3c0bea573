"""The rollout scores as a plain cv2 + skimage + numpy script: what one writes without a workbench.

It reads the same workspace and gives the same numbers, in one process and one clip after another. Ground truth is
decoded once a clip, everything is vectorised, nothing is cached.

    python benchmarks/plain_script.py WORKSPACE [--split S] [--models a,b] [--no-baselines] --out F.json
"""

from __future__ import annotations

import argparse
import itertools
import json
from pathlib import Path

import cv2
import numpy as np
from skimage.metrics import structural_similarity

CONDITIONING, HORIZON = 9, 8


def read_video(path, expected):
    capture = cv2.VideoCapture(str(path))
    frames = []
    while True:
        ok, frame = capture.read()
        if not ok:
            break
        frames.append(cv2.cvtColor(frame, cv2.COLOR_BGR2RGB))
    capture.release()
    if len(frames) != expected:
        raise SystemExit(f"{path}: {len(frames)} frames, expected {expected}")
    return np.stack(frames)


def bilinear(field, x, y):
    height, width = field.shape[:2]
    x0, y0 = np.floor(x).astype(np.intp), np.floor(y).astype(np.intp)
    x1, y1 = np.minimum(x0 + 1, width - 1), np.minimum(y0 + 1, height - 1)
    wx, wy = (x - x0)[:, None], (y - y0)[:, None]
    top = field[y0, x0] * (1 - wx) + field[y0, x1] * wx
    bottom = field[y1, x0] * (1 - wx) + field[y1, x1] * wx
    return top * (1 - wy) + bottom * wy


def splat(values, x, y, height, width):
    x0, y0 = np.floor(x).astype(np.intp), np.floor(y).astype(np.intp)
    x1, y1 = np.minimum(x0 + 1, width - 1), np.minimum(y0 + 1, height - 1)
    wx, wy = x - x0, y - y0
    index = np.concatenate([y0 * width + x0, y0 * width + x1, y1 * width + x0, y1 * width + x1])
    weight = np.concatenate([(1 - wx) * (1 - wy), wx * (1 - wy), (1 - wx) * wy, wx * wy])
    total = np.bincount(index, weight, height * width)
    velocity = np.full((height * width, 2), np.nan)
    valid = total > 1e-6
    for component in range(2):
        summed = np.bincount(index, weight * np.tile(values[:, component], 4), height * width)
        velocity[valid, component] = summed[valid] / total[valid]
    return velocity.reshape(height, width, 2)


def history_farneback(frames):
    grey = [cv2.cvtColor(frame, cv2.COLOR_RGB2GRAY) for frame in frames]
    flows = [cv2.calcOpticalFlowFarneback(a, b, None, 0.5, 3, 15, 3, 5, 1.2, 0) for a, b in itertools.pairwise(grey)]
    height, width = grey[0].shape
    grid_y, grid_x = np.mgrid[:height, :width].astype(np.float64)
    candidates = []
    for i, flow in enumerate(flows):
        start = flow.reshape(-1, 2).astype(np.float64)
        x, y, values = grid_x.ravel() + start[:, 0], grid_y.ravel() + start[:, 1], start
        for later in [*flows[i + 1 :], None]:
            inside = (x >= 0) & (x <= width - 1) & (y >= 0) & (y <= height - 1)
            x, y, values = x[inside], y[inside], values[inside]
            if later is not None:
                step = bilinear(later, x, y)
                x, y = x + step[:, 0], y + step[:, 1]
        candidates.append(splat(values, x, y, height, width))
    stack = np.stack(candidates)
    stack[:, np.isnan(stack).all(axis=0)] = 0
    velocity = np.nanmedian(stack, axis=0)
    predicted = []
    for k in range(1, HORIZON + 1):
        map_x = (grid_x - k * velocity[..., 0]).astype(np.float32)
        map_y = (grid_y - k * velocity[..., 1]).astype(np.float32)
        maps = cv2.convertMaps(map_x, map_y, cv2.CV_16SC2)
        predicted.append(cv2.remap(frames[-1], *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
    return np.stack(predicted)


def compare(clip_id, method, predicted, truth):
    pairs = list(zip(predicted, truth, strict=True))
    mad = [float(np.abs(p.astype(np.float64) - t).mean()) for p, t in pairs]
    ssim = [float(structural_similarity(t, p, channel_axis=-1, data_range=255)) for p, t in pairs]
    return {
        "clip_id": clip_id,
        "method": method,
        "rollout_mad": float(np.mean(mad)),
        "rollout_ssim": float(np.mean(ssim)),
        "per_step_mad": mad,
        "per_step_ssim": ssim,
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("workspace", type=Path)
    parser.add_argument("--split")
    parser.add_argument("--models")
    parser.add_argument("--no-baselines", action="store_true")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()

    root = args.workspace / "rollout"
    models = args.models.split(",") if args.models else sorted(p.name for p in (root / "models").iterdir())
    rows = [json.loads(line) for line in (root / "clips.jsonl").read_text().splitlines()]
    clips = []
    for clip_id in [row["clip_id"] for row in rows if args.split is None or args.split in row["splits"]]:
        truth = read_video(root / "future" / f"{clip_id}.mp4", HORIZON)
        for model in models:
            generated = read_video(root / "models" / model / f"{clip_id}.mp4", CONDITIONING + HORIZON)
            clips.append(compare(clip_id, model, generated[CONDITIONING:], truth))
        if not args.no_baselines:
            history = read_video(root / "conditioning" / f"{clip_id}.mp4", CONDITIONING)
            clips.append(compare(clip_id, "persistence", np.stack([history[-1]] * HORIZON), truth))
            clips.append(compare(clip_id, "history_farneback", history_farneback(history), truth))

    methods = {}
    for name in dict.fromkeys(row["method"] for row in clips):
        own = [row for row in clips if row["method"] == name]
        methods[name] = {"n": len(own)}
        for metric in ("rollout_mad", "rollout_ssim"):
            methods[name][metric] = float(np.mean([row[metric] for row in own]))
    args.out.write_text(json.dumps({"methods": methods, "clips": clips}, indent=1))


if __name__ == "__main__":
    main()
