"""The review protocol in plain Python, for `benchmarks/review.py`: one loop after the other over all answers."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from itertools import combinations
from statistics import mean, median

import numpy as np
from scipy.optimize import linear_sum_assignment

from evalcore.review import Answer

EPSILON = 1e-9
DRAWS, CHANCE_PAIRS = 20, 2000
Marks = list[tuple[float, str | None, int | None]]
Cluster = list[tuple[str, float, str | None, int | None]]
Ratings = Iterable[Sequence[float | str | bool]]


def panels_of(answers: Iterable[Answer]) -> dict[tuple[str, str], list[tuple[str, Marks]]]:
    """(item, stream) -> the reviewers who answered it, in order of name, with their marks in order of time."""
    units: dict[tuple[str, str], list[tuple[str, Marks]]] = {}
    for answer in sorted(answers, key=lambda one: (one.item, one.reviewer)):
        for stream in answer.answered:
            marks = [(mark.t, mark.type, mark.severity) for mark in answer.violations if mark.stream == stream]
            units.setdefault((answer.item, stream), []).append((answer.reviewer, sorted(marks, key=lambda m: m[0])))
    return dict(sorted(units.items()))


def alpha(units: Ratings, *, linear: bool = False) -> float:
    """Krippendorff's alpha of the ratings of each unit, with the distance 0 or 1, or the plain difference."""
    within, totals = Counter[tuple[Hashable, Hashable]](), Counter[Hashable]()
    for ratings in units:
        if len(ratings) < 2:
            continue
        for i, one in enumerate(ratings):
            totals[one] += 1
            for j, other in enumerate(ratings):
                if i != j:
                    within[one, other] += 1 / (len(ratings) - 1)
    n = sum(totals.values())

    def distance(a: float, b: float) -> float:
        return abs(a - b) if linear else float(a != b)

    observed = sum(count * distance(*pair) for pair, count in within.items())
    expected = sum(totals[a] * totals[b] * distance(a, b) for a in totals for b in totals)
    return 1 - (n - 1) * observed / expected


def clusters_of(unit: list[tuple[str, Marks]], tolerance: float) -> list[Cluster]:
    """A mark joins the first cluster without its reviewer whose first mark is near enough, else begins one."""
    clusters: list[Cluster] = []
    for reviewer, marks in unit:
        for mark in marks:
            for cluster in clusters:
                alike = 1.0 - abs(mark[0] - cluster[0][1]) / tolerance
                if alike > 0 and all(member[0] != reviewer for member in cluster):
                    cluster.append((reviewer, *mark))
                    break
            else:
                clusters.append([(reviewer, *mark)])
    return clusters


def plain_potato(answers: Sequence[Answer], tolerances: Sequence[float]) -> list[dict[str, float]]:
    """The reference implementation's figures at each tolerance, with its random pairs for chance."""
    units = panels_of(answers)
    times = [(item, t) for (item, _), unit in units.items() for _, marks in unit for t, *_ in marks]
    chance = random.Random(0)
    rows = []
    for tolerance in tolerances:
        presence, types, severities, offsets = [], [], [], []
        for unit in units.values():
            for cluster in clusters_of(unit, tolerance):
                who = {member[0] for member in cluster}
                presence.append([reviewer in who for reviewer, _ in unit])
                if len(cluster) > 1:
                    types.append([kind for _, _, kind, _ in cluster if kind is not None])
                    severities.append([level for *_, level in cluster if level is not None])
            for (_, one), (_, other) in combinations(unit, 2):
                if one and other:
                    apart = [[abs(a[0] - b[0]) for b in other] for a in one]
                    alike = [[1 - dt / tolerance if dt < tolerance - EPSILON else 0.0 for dt in row] for row in apart]
                    for i, j in zip(*linear_sum_assignment(alike, maximize=True), strict=True):
                        if alike[i][j] > 0:
                            offsets.append(apart[i][j])
        drawn = [(chance.choice(times), chance.choice(times)) for _ in range(CHANCE_PAIRS)]
        by_chance = [abs(a[1] - b[1]) for a, b in drawn if a[0] != b[0]]
        rows.append(
            {
                "detection": alpha(presence),
                "category": alpha(types),
                "severity": alpha(severities, linear=True),
                "mean_offset": mean(offsets),
                "median_offset": median(offsets),
                "sigma": 1 - mean(offsets) / mean(by_chance),
            }
        )
    return rows


def matched(one: Sequence[float], other: Sequence[float], tolerance: float) -> int:
    """How many marks the best assignment matches: greatest summed similarity, then most pairs."""
    if len(one) == 1 and len(other) == 1:
        return int(abs(one[0] - other[0]) < tolerance - EPSILON)
    best = [[(0.0, 0)] * (len(other) + 1) for _ in range(len(one) + 1)]
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            found = [best[i][j + 1], best[i + 1][j]]
            if abs(a - b) < tolerance - EPSILON:
                total, pairs = best[i][j]
                found.append((total + 1 - abs(a - b) / tolerance, pairs + 1))
            greatest = max(total for total, _ in found)
            pairs = max(pairs for total, pairs in found if total >= greatest - EPSILON)
            best[i + 1][j + 1] = (greatest, pairs)
    return best[-1][-1][1]


def plain_default(answers: Sequence[Answer], tolerances: Sequence[float]) -> tuple[float, list[tuple[float, float]]]:
    """Detection alpha, and F1 with the F1 of the null at each tolerance; all clips are equally long."""

    def content(panel: tuple[str, Marks]) -> tuple[object, ...]:
        return len(panel[1]), [(t, kind or "", -1 if level is None else level) for t, kind, level in panel[1]]

    units = {key: sorted(unit, key=content) for key, unit in panels_of(answers).items()}
    detection = alpha([[bool(marks) for _, marks in unit] for unit in units.values()])
    alike: dict[int, list[list[float]]] = {}  # all panels with so many marks, by item
    own: dict[tuple[str, int], list[int]] = {}  # where those of an item begin and end among them
    for (item, _), unit in units.items():
        for _, marks in unit:
            row = alike.setdefault(len(marks), [])
            own.setdefault((item, len(marks)), [len(row), 0])[1] = len(row) + 1
            row.append([t for t, *_ in marks])
    pairs = [
        (item, [t for t, *_ in one], [t for t, *_ in other])
        for (item, _), unit in units.items()
        for (_, one), (_, other) in combinations(unit, 2)
    ]
    sides = [(item, a, b) for item, one, other in pairs if one and other for a, b in ((one, other), (other, one))]
    uniform = np.random.default_rng(0).random((len(sides), DRAWS)).tolist()
    rows = []
    for tolerance in tolerances:
        marks = sum(len(one) + len(other) for _, one, other in pairs)
        found = sum(matched(one, other, tolerance) for _, one, other in pairs if one and other)
        by_chance = 0
        for (item, kept, replaced), numbers in zip(sides, uniform, strict=True):
            row, (begin, end) = alike[len(replaced)], own[item, len(replaced)]
            for number in numbers:
                place = int(number * (len(row) - (end - begin)))
                by_chance += matched(kept, row[place if place < begin else place + end - begin], tolerance)
        rows.append((2 * found / marks, 2 * by_chance / (2 * DRAWS) / marks))
    return detection, rows
