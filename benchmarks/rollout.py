"""Time `evalcore rollout score` against a plain cv2 + skimage script on the same files, both as whole processes.

    python benchmarks/rollout.py [--clips 30,120] [--repeats 1] [--workspace DIR] [--quick]

Prints Markdown: seconds, ratios, the slope between the sizes, how close the slope comes to the flow calls alone, peak
memory and linearity. Stops with a message if the two do not give the same numbers. Needs psutil.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import psutil
from moving_clips import CONDITIONING, MODELS, make_workspace

PLAIN = Path(__file__).with_name("plain_script.py")
EVALCORE = Path(sys.executable).with_name("evalcore")
SAMPLING_S = 0.05
TOLERANCE = 1e-6


def commands(workspace: Path, size: int, baselines: bool, out: Path) -> dict[str, list[str]]:
    """The two command lines for the first ``size`` clips."""
    shared = ["--split", f"n{size}", "--models", ",".join(MODELS), "--out", str(out)]
    if not baselines:
        shared.append("--no-baselines")
    return {
        "plain": [sys.executable, str(PLAIN), str(workspace), *shared],
        "evalcore": [str(EVALCORE), "rollout", "score", "--workspace", str(workspace), "--no-cache", *shared],
    }


def seconds(command: list[str]) -> float:
    """Wall time of a whole process."""
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True)
    taken = time.perf_counter() - start
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} ended with exit code {done.returncode}:\n{done.stderr}")
    return taken


def peak_megabytes(command: list[str]) -> float:
    """Largest sum of resident memory over the process and its descendants (shared pages count in each)."""
    peak = 0
    process = psutil.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None:
        total = 0
        try:
            for member in (process, *process.children(recursive=True)):
                total += member.memory_info().rss
        except psutil.NoSuchProcess:
            continue
        peak = max(peak, total)
        time.sleep(SAMPLING_S)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with exit code {process.returncode}")
    return peak / 2**20


def largest_difference(one: Path, other: Path) -> float:
    """Largest difference of any per-step value between two result files that must hold the same clips and methods."""
    values = []
    for path in (one, other):
        clips = json.loads(path.read_text())["clips"]
        values.append({(c["clip_id"], c["method"]): (c["per_step_mad"], c["per_step_ssim"]) for c in clips})
    if values[0].keys() != values[1].keys():
        raise SystemExit(f"not the same clips and methods: {sorted(values[0].keys() ^ values[1].keys())[:5]} ...")
    return max(float(np.abs(np.subtract(values[0][key], values[1][key])).max()) for key in values[0])


def flow_seconds(workspace: Path, clips: int) -> float:
    """Wall time a clip of the eight Farneback calls alone, all cores busy, one clip a thread or one after another."""
    sequences = []
    for path in sorted((workspace / "rollout" / "conditioning").glob("*.mp4"))[:clips]:
        capture = cv2.VideoCapture(str(path))
        sequences.append([cv2.cvtColor(capture.read()[1], cv2.COLOR_BGR2GRAY) for _ in range(CONDITIONING)])
        capture.release()

    def flows(grey: list[np.ndarray]) -> None:
        for i in range(CONDITIONING - 1):
            cv2.calcOpticalFlowFarneback(grey[i], grey[i + 1], None, 0.5, 3, 15, 3, 5, 1.2, 0)

    taken = []
    for inner, outer in ((cv2.getNumThreads(), 1), (1, cores())):
        cv2.setNumThreads(inner)
        with ThreadPoolExecutor(outer) as pool:
            start = time.perf_counter()
            list(pool.map(flows, sequences))
            taken.append((time.perf_counter() - start) / len(sequences))
    return min(taken)


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def measure(workspace: Path, sizes: tuple[int, ...], repeats: int) -> dict[tuple[str, bool, int], float]:
    """Seconds by (program, with baselines, clips); the shortest of the repeats. Checks that the numbers agree."""
    taken: dict[tuple[str, bool, int], float] = {}
    for baselines in (False, True):
        for size in sizes:
            outs = {}
            for program in ("plain", "evalcore"):
                outs[program] = workspace / f"{program}.json"
                command = commands(workspace, size, baselines, outs[program])[program]
                taken[program, baselines, size] = min(seconds(command) for _ in range(repeats))
                print(f"{program}, {size} clips: {taken[program, baselines, size]:.2f} s", file=sys.stderr)
            difference = largest_difference(*outs.values())
            if difference > TOLERANCE:
                raise SystemExit(f"the two programs differ by {difference:.2e} at {size} clips")
            print(f"largest difference of any step's value: {difference:.1e}", file=sys.stderr)
    return taken


def report(
    taken: dict[tuple[str, bool, int], float], sizes: tuple[int, ...], bound: float, memory: dict[int, float]
) -> str:
    """The Markdown text."""
    small, large = min(sizes), max(sizes)

    def slope(program: str, baselines: bool) -> float:
        return (taken[program, baselines, large] - taken[program, baselines, small]) / (large - small)

    lines = [
        f"640x360, {len(MODELS)} models, {cores()} cores, no cache; the same numbers within {TOLERANCE:g}.",
        "",
        "| | clips | plain cv2 + skimage script | evalcore | ratio |",
        "|---|--:|--:|--:|--:|",
    ]
    for baselines in (False, True):
        label = "models and both baselines" if baselines else "models only"
        for size in sizes:
            plain, own = taken["plain", baselines, size], taken["evalcore", baselines, size]
            lines.append(f"| {label}, whole process | {size} | {plain:.1f} s | {own:.2f} s | {plain / own:.1f} x |")
        plain, own = slope("plain", baselines), slope("evalcore", baselines)
        lines.append(
            f"| {label}, each further clip | {small} to {large} | {1000 * plain:.0f} ms | {1000 * own:.1f} ms "
            f"| {plain / own:.1f} x |"
        )
    own = slope("evalcore", True)
    lines += [
        "",
        f"The eight Farneback calls alone take {1000 * bound:.1f} ms a clip on all cores: "
        f"{100 * bound / own:.0f}% of the {1000 * own:.1f} ms that a further clip with baselines takes, "
        f"so no ratio above {slope('plain', True) / bound:.1f} x is possible there.",
        "",
        "Peak memory of evalcore's process tree, with baselines: "
        + ", ".join(f"{peak:.0f} MB at {size} clips" for size, peak in memory.items())
        + ".",
    ]
    if len(sizes) > 2:
        lines += ["", f"Time against a straight line between {small} and {large} clips: {bends(taken, sizes)}."]
    return "\n".join(lines)


def bends(taken: dict[tuple[str, bool, int], float], sizes: tuple[int, ...]) -> str:
    """How far the sizes in between lie off the straight line, for evalcore with baselines."""
    ends = (min(sizes), max(sizes))
    own = {size: taken["evalcore", True, size] for size in sizes}
    off = {size: own[size] / float(np.interp(size, ends, [own[end] for end in ends])) - 1 for size in sizes[1:-1]}
    return ", ".join(f"{100 * share:+.1f}% at {size}" for size, share in off.items())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clips", default="30,60,120", help="sizes, rising, two or more")
    parser.add_argument("--repeats", type=int, default=1, help="runs of each command; the shortest counts")
    parser.add_argument("--workspace", type=Path, help="keep the clips here and use them again")
    parser.add_argument("--quick", action="store_true", help="3 and 6 clips: does it run, not how fast")
    args = parser.parse_args()
    sizes = (3, 6) if args.quick else tuple(sorted({int(size) for size in args.clips.split(",")}))
    if len(sizes) < 2:
        parser.error("--clips needs at least two sizes for the slope")
    if (busy := psutil.cpu_percent(interval=1)) > 10:
        print(f"other programs use {busy:.0f}% of this machine: the figures will be wrong", file=sys.stderr)

    with tempfile.TemporaryDirectory() as scratch:
        workspace = args.workspace or Path(scratch)
        make_workspace(workspace, sizes)
        # One run before the clock starts: compiled kernels are kept on disk from then on, and the files are in memory.
        first = seconds(commands(workspace, min(sizes), True, workspace / "first.json")["evalcore"])
        print(f"first run of evalcore, {min(sizes)} clips: {first:.2f} s", file=sys.stderr)
        taken = measure(workspace, sizes, args.repeats)
        ends = (min(sizes), max(sizes))
        memory = {
            size: peak_megabytes(commands(workspace, size, True, workspace / "memory.json")["evalcore"])
            for size in ends
        }
        print(report(taken, sizes, flow_seconds(workspace, min(16, *sizes)), memory))


if __name__ == "__main__":
    main()
