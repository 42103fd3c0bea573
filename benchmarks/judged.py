"""Time reading and scoring judgments against plain Python on the same rows, in one run.

    python benchmarks/judged.py [--rows 10000,100000,1000000] [--rounds 3] [--quick]

Prints Markdown: loading and validating a file against `json.loads` line by line, scoring the loaded table against a
plain loop over its rows (dict lookups and nested counts, the same event and structure), with and without intervals,
how each grows with the rows, and peak memory (Linux). Stops with a message if the two scores differ.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import mean

from evalcore.judged import JudgedData, load, read_judgments, score
from evalcore.workspace import Workspace

TASKS = 34
LABELS = ("left", "right", "fall", "stay")
EVENTS = (*LABELS, "other", "uncertain", "banana", None)
VIOLATIONS = (False, False, False, True, "clear", "Yes", "maybe", 0, None)
REASON = "The ball rolls along the ramp, reaches the edge and then comes to rest beside the block."
TOLERANCE = 1e-9
STATUS = Path("/proc/self/status")
Row = dict[str, object]


def make(folder: Path, rows: int) -> Path:
    """A data folder with as many conditions as judgments, in pairs, and the file of judgments in another order."""
    chance = random.Random(0)
    for name in ("evaluation", "splits"):
        (folder / name).mkdir(parents=True)
    tasks = {f"task_{i:02}": {"labels": LABELS[: 2 + i % 3]} for i in range(TASKS)}
    (folder / "evaluation" / "tasks.json").write_text(json.dumps(tasks))
    ids, conditions = [], []
    for i in range(rows):
        task = f"task_{i // 2 % TASKS:02}"
        ids.append(f"{task}-p{i // 2:06}{'ab'[i % 2]}")
        label = chance.choice(tasks[task]["labels"])
        conditions.append({"condition_id": ids[-1], "pair_id": ids[-1][:-1], "task": task, "label": label})
    (folder / "evaluation" / "conditions.jsonl").write_text("".join(json.dumps(row) + "\n" for row in conditions))
    (folder / "splits" / "core.txt").write_text("\n".join(ids))
    chance.shuffle(ids)
    path = folder / "judgments.jsonl"
    with path.open("w") as file:
        for condition_id in ids:
            judged = {"event": chance.choice(EVENTS), "violation": chance.choice(VIOLATIONS), "reason": REASON}
            row = {"condition_id": condition_id, **judged, "judge": "judge-a", "profile": "observation-8"}
            file.write(json.dumps(row) + "\n")
    return path


def plain_load(path: Path) -> list[Row]:
    with path.open() as file:
        return [json.loads(line) for line in file]


def plain_score(rows: list[Row], truth: dict[str, tuple[str, str]]) -> tuple[float, float]:
    """Event and structure by one loop over the rows; the denominators are counted beforehand."""
    sizes: dict[str, dict[str, int]] = {}
    for task, label in truth.values():
        by_label = sizes.setdefault(task, {})
        by_label[label] = by_label.get(label, 0) + 1
    correct = {task: dict.fromkeys(by_label, 0) for task, by_label in sizes.items()}
    clear = dict.fromkeys(sizes, 0)
    for row in rows:
        if row["condition_id"] not in truth:
            continue
        task, label = truth[row["condition_id"]]
        event, violation = row["event"], row["violation"]
        if isinstance(event, str) and event.strip() == label:
            correct[task][label] += 1
        if violation is False or (
            isinstance(violation, str) and violation.strip().lower() in ("false", "no", "none", "clear")
        ):
            clear[task] += 1
    recalls = [mean(correct[task][label] / n for label, n in sizes[task].items()) for task in sizes]
    return 100 * mean(recalls), 100 * mean(clear[task] / sum(sizes[task].values()) for task in sizes)


def seconds(function: Callable[[], object]) -> float:
    """Wall time of a call; what it made is dropped outside that time."""
    start = time.perf_counter()
    made = function()
    taken = time.perf_counter() - start
    del made
    return taken


def measure(folder: Path, rows: int, rounds: int) -> dict[str, float]:
    path = make(folder, rows)
    start = time.perf_counter()
    data = load(Workspace(folder))
    taken = {"load": time.perf_counter() - start}
    for _ in range(rounds):  # in turns, so that both see the same machine
        for name, read in (("plain read", partial(plain_load, path)), ("read", partial(read_judgments, path, data))):
            taken[name] = min(taken.get(name, math.inf), seconds(read))
    table = read_judgments(path, data)
    plain = plain_load(path)
    truth = {one.condition_id: (one.task, one.label) for one in data.conditions}
    own = score(data, "core", judgments=table, resamples=0)
    theirs = plain_score(plain, truth)
    if max(abs(own.event - theirs[0]), abs(own.structure - theirs[1])) > TOLERANCE:
        raise SystemExit(f"the scores differ: {own.event}, {own.structure} and {theirs}")
    ways = {
        "plain score": partial(plain_score, plain, truth),
        "score": partial(score, data, "core", judgments=table, resamples=0),
        "score with intervals": partial(score, data, "core", judgments=table),
    }
    for _ in range(rounds):
        for name, way in ways.items():
            taken[name] = min(taken.get(name, math.inf), seconds(way))
    return taken


def peak_megabytes(folder: Path, what: str) -> float:
    """Peak resident memory of a process of its own that does one thing."""
    command = [sys.executable, __file__, "--peak", what, str(folder)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def print_peak(what: str, folder: Path) -> None:
    path = folder / "judgments.jsonl"
    if what == "plain":
        plain_load(path)
    else:
        data: JudgedData = load(Workspace(folder))
        if what != "data":
            table = read_judgments(path, data)
            if what == "score":
                score(data, "core", judgments=table)
    # The process's own high-water mark: that of getrusage starts with what the parent had when it forked.
    print(next(int(line.split()[1]) for line in STATUS.read_text().splitlines() if line.startswith("VmHWM")) / 2**10)


def report(taken: dict[int, dict[str, float]], memory: dict[str, float]) -> str:
    """The Markdown text."""
    lines = [
        "| rows | `json.loads` a line | `read_judgments` | ratio | plain loop | `score`, no intervals | ratio "
        "| `score` with intervals | the data itself |",
        "|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for rows, t in taken.items():
        lines.append(
            f"| {rows:,} | {t['plain read']:.3f} s | {t['read']:.3f} s | {t['plain read'] / t['read']:.1f} x "
            f"| {t['plain score']:.3f} s | {t['score']:.4f} s | {t['plain score'] / t['score']:.1f} x "
            f"| {t['score with intervals']:.3f} s | {t['load']:.2f} s |"
        )
    growth = {
        name: ", ".join(f"{1e9 * t[key] / rows:.0f} at {rows:,}" for rows, t in taken.items())
        for name, key in (("reading", "read"), ("scoring", "score"))
    }
    lines += ["", *(f"Nanoseconds a row, {name}: {text}." for name, text in growth.items())]
    lines += [
        "",
        f"Peak memory at {max(taken):,} rows: {memory['data']:.0f} MB for the data, {memory['read']:.0f} MB with the "
        f"judgments read, {memory['score']:.0f} MB with them scored; the rows as dicts alone take "
        f"{memory['plain']:.0f} MB. Intervals over pairs are left out above 20,000 of them.",
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", default="10000,100000,1000000", help="sizes, rising")
    parser.add_argument("--rounds", type=int, default=3, help="the shortest counts")
    parser.add_argument("--quick", action="store_true", help="1,000 and 2,000 rows: does it run, not how fast")
    parser.add_argument("--peak", nargs=2, metavar=("WHAT", "FOLDER"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.peak:
        print_peak(args.peak[0], Path(args.peak[1]))
        return
    sizes = (1000, 2000) if args.quick else tuple(sorted({int(size) for size in args.rows.split(",")}))
    with tempfile.TemporaryDirectory() as scratch:
        taken = {size: measure(Path(scratch) / str(size), size, args.rounds) for size in sizes}
        largest = Path(scratch) / str(max(sizes))
        print(report(taken, {what: peak_megabytes(largest, what) for what in ("plain", "data", "read", "score")}))


if __name__ == "__main__":
    main()
