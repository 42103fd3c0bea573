"""Time agreement between reviewers against plain Python on the same answers, in one run.

    python benchmarks/review.py [--items 500,1000,2000] [--rounds 3] [--quick]

Five reviewers on three streams an item, about eleven marks an item. Prints Markdown: the reference implementation's
method and the default with its null, each against a plain loop (`benchmarks/plain_review.py`; the default's has no
category and no severity, and none has intervals), the default with 2000 resamples and all breakdowns, and how each
grows with the items. The plain loops run at the largest size, once. Stops with a message if the figures differ.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Callable
from functools import partial

from plain_review import plain_default, plain_potato

from evalcore.review import Answer, Answers, Mark, Preference, agreement
from evalcore.review.config import POTATO_TOLERANCES, TOLERANCES

FPS, LENGTH = 25, 5.0
REVIEWERS, STREAMS = 5, 3
TYPES = ("object_permanence", "rigid_body_violation", "interpenetration", "gravity_violation", "identity_flicker")
BREAKS = (0, 1, 1, 2)  # of a stream, equally often
SEEN, RENAMED, OTHER_SEVERITY, FALSE_ALARMS = 0.7, 0.2, 0.3, 0.05
APART = 0.25
TOLERANCE = 1e-9
TWENTIETH = 33 / 20  # seconds: the reference implementation takes 33 at 2000 items, on two cores like these


def make(items: int) -> Answers:
    """Answers of reviewers who miss breaks, see some late or elsewhere, and do not always agree why."""
    chance = random.Random(0)
    last = int(LENGTH * FPS) - 1
    answers = []
    for item in range(items):
        breaks = [
            [(chance.randrange(last), chance.choice(TYPES), chance.randint(1, 3)) for _ in range(chance.choice(BREAKS))]
            for _ in range(STREAMS)
        ]
        for reviewer in range(REVIEWERS):
            marks: list[Mark] = []
            clean = []
            for stream, planted in enumerate(breaks):
                found = seen(planted, last, chance)
                marks += [
                    Mark(stream=f"s{stream}", t=(frame + 0.5) / FPS, type=kind, severity=level)
                    for frame, kind, level in found
                ]
                clean += [] if found else [f"s{stream}"]
            winner = chance.choice(clean or [f"s{stream}" for stream in range(STREAMS)])
            answers.append(
                Answer(
                    item=f"i{item:05}",
                    reviewer=f"r{reviewer}",
                    violations=tuple(marks),
                    clean=tuple(clean),
                    preference=Preference(winner=winner),
                )
            )
    return Answers.of(answers)


def seen(planted: list[tuple[int, str, int]], last: int, chance: random.Random) -> list[tuple[int, str, int]]:
    """What one reviewer marks on one stream: frame, type and severity, no two within the merge window."""
    marks: dict[int, tuple[str, int]] = {}
    for frame, kind, level in planted:
        if chance.random() < SEEN:
            at = min(last, max(0, frame + round(chance.gauss(2, 4))))
            kind = chance.choice(TYPES) if chance.random() < RENAMED else kind
            marks[at] = kind, chance.randint(1, 3) if chance.random() < OTHER_SEVERITY else level
    if chance.random() < FALSE_ALARMS:
        marks[chance.randrange(last)] = chance.choice(TYPES), chance.randint(1, 3)
    kept: list[int] = []
    for frame in sorted(marks):
        if not kept or (frame - kept[-1]) / FPS > APART:
            kept.append(frame)
    return [(frame, *marks[frame]) for frame in kept]


def lengths_of(answers: Answers) -> dict[str, dict[str, float]]:
    streams = {f"s{stream}": LENGTH for stream in range(STREAMS)}
    return {answer.item: streams for answer in answers}


def seconds(function: Callable[[], object], rounds: int) -> float:
    """The shortest wall time of a call."""
    shortest = math.inf
    for _ in range(rounds):
        start = time.perf_counter()
        made = function()
        shortest = min(shortest, time.perf_counter() - start)
        del made
    return shortest


def ways(answers: Answers) -> dict[str, Callable[[], object]]:
    default = partial(agreement, answers, lengths=lengths_of(answers), fps=FPS)
    return {
        "potato": partial(agreement, answers, method="potato", fps=FPS),
        "default": partial(default, resamples=0, breakdowns=False),
        "with intervals": partial(default, resamples=2000, breakdowns=True),
    }


def check(name: str, own: list[float | None], plain: list[float]) -> None:
    if any(a is None or abs(a - b) > TOLERANCE for a, b in zip(own, plain, strict=True)):
        raise SystemExit(f"the figures of {name} differ: {own} and {plain}")


def compare(answers: Answers) -> dict[str, float]:
    """Seconds of the plain loops, once they give the same figures."""
    rows = list(answers)
    start = time.perf_counter()
    potato = plain_potato(rows, POTATO_TOLERANCES)
    middle = time.perf_counter()
    detection, default = plain_default(rows, (0.5 / FPS, *TOLERANCES))
    end = time.perf_counter()
    for row, plain in zip(agreement(answers, method="potato", fps=FPS).sweep, potato, strict=True):
        where = row.localization
        own = [row.detection.alpha, row.category.alpha, row.severity.alpha, where.mean_offset, where.median_offset]
        check(f"potato at {row.tolerance} s", own, [value for key, value in plain.items() if key != "sigma"])
    result = agreement(answers, lengths=lengths_of(answers), fps=FPS, resamples=0, breakdowns=False)
    check("detection", [result.detection.alpha], [detection])
    for row, (f1, null) in zip(result.sweep, default, strict=True):
        check(f"the default at {row.tolerance} s", [row.localization.f1, row.localization.f1_null], [f1, null])
    return {"potato": middle - start, "default": end - middle}


def report(taken: dict[int, dict[str, float]], plain: dict[str, float], marks: int) -> str:
    """The Markdown text."""
    largest = max(taken)
    lines = [
        f"{largest:,} items x {REVIEWERS} reviewers x {STREAMS} streams ({marks:,} marks):",
        "",
        "| method | plain loop | `agreement` | ratio |",
        "|---|--:|--:|--:|",
    ]
    for name in ("potato", "default"):
        own = taken[largest][name]
        lines.append(f"| {name} | {plain[name]:.1f} s | {own:.2f} s | {plain[name] / own:.0f} x |")
    lines += [
        "",
        f"The default with 2000 resamples and breakdowns: {taken[largest]['with intervals']:.1f} s.",
        "",
        *(
            f"Milliseconds an item, {name}: "
            + ", ".join(f"{1e3 * t[name] / items:.2f} at {items:,}" for items, t in taken.items())
            + "."
            for name in taken[largest]
        ),
    ]
    slowest = max(taken[largest]["potato"], taken[largest]["default"])
    if largest == 2000:
        said = "at least" if slowest <= TWENTIETH else "less than"
        lines += ["", f"Either is {said} 20 times as fast as the reference implementation's 33 s."]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", default="500,1000,2000", help="sizes, rising")
    parser.add_argument("--rounds", type=int, default=3, help="the shortest counts")
    parser.add_argument("--quick", action="store_true", help="30 and 60 items: does it run, not how fast")
    args = parser.parse_args()
    sizes = (30, 60) if args.quick else tuple(sorted({int(size) for size in args.items.split(",")}))
    for way in ways(make(20)).values():
        way()  # compiles
    taken: dict[int, dict[str, float]] = {}
    for items in sizes:
        answers = make(items)
        taken[items] = {name: seconds(way, args.rounds) for name, way in ways(answers).items()}
    print(report(taken, compare(answers), sum(len(answer.violations) for answer in answers)))


if __name__ == "__main__":
    main()
