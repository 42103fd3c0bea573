"""The review protocol's figures in plain Python: one definition after the other, for small inputs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, pairwise

import numpy as np

from evalcore.review import Answer

EPSILON = 1e-9
Pairs = tuple[tuple[int, int], ...]
Panel = tuple[str, str, str]  # item, stream, reviewer


def similarity(a: float, b: float, tolerance: float) -> float:
    return 1 - abs(a - b) / tolerance if abs(a - b) < tolerance - EPSILON else 0.0


def assignments(n: int, m: int) -> Iterable[Pairs]:
    """Every way to pair some of n marks with some of m."""

    def extend(i: int, taken: Pairs) -> Iterable[Pairs]:
        if i == n:
            yield taken
            return
        yield from extend(i + 1, taken)
        for j in range(m):
            if all(j != other for _, other in taken):
                yield from extend(i + 1, (*taken, (i, j)))

    yield from extend(0, ())


def best_matching(a: Sequence[float], b: Sequence[float], tolerance: float) -> tuple[float, int]:
    """The greatest sum of similarities, and the most pairs with that sum."""
    found = []
    for pairs in assignments(len(a), len(b)):
        alike = [similarity(a[i], b[j], tolerance) for i, j in pairs]
        if all(value > 0 for value in alike):
            found.append((sum(alike), len(pairs)))
    greatest = max(total for total, _ in found)
    return greatest, max(count for total, count in found if total >= greatest - EPSILON)


def match(a: Sequence[float], b: Sequence[float], tolerance: float) -> list[tuple[int, int]]:
    """The best matching in order of time, with the earliest marks: ascending ``a`` and ``b``."""
    total, count = best_matching(a, b, tolerance)
    best = [
        pairs
        for pairs in assignments(len(a), len(b))
        if len(pairs) == count
        and all(similarity(a[i], b[j], tolerance) > 0 for i, j in pairs)
        and sum(similarity(a[i], b[j], tolerance) for i, j in pairs) >= total - EPSILON
        and all(j < other for (_, j), (_, other) in pairwise(pairs))
    ]
    return list(min(best, key=lambda pairs: sorted([a[i] for i, _ in pairs] + [b[j] for _, j in pairs])))


def marks_of(answers: Sequence[Answer]) -> dict[Panel, list[tuple[float, str | None, int | None]]]:
    """Answered panels with their marks by time."""
    panels: dict[Panel, list[tuple[float, str | None, int | None]]] = {}
    for answer in answers:
        for stream in answer.answered:
            marks = [(m.t, m.type, m.severity) for m in answer.violations if m.stream == stream]
            panels[answer.item, stream, answer.reviewer] = sorted(marks, key=lambda mark: mark[0])
    return panels


def units(panels: Mapping[Panel, object]) -> dict[tuple[str, str], list[Panel]]:
    """The panels of each item and stream, in the order of their content (number of marks, times, types, severities)."""

    def content(panel: Panel) -> tuple[object, ...]:
        marks = panels[panel]
        return len(marks), [(t, kind or "", -1 if level is None else level) for t, kind, level in marks]

    found: dict[tuple[str, str], list[Panel]] = {}
    for panel in sorted(panels):
        found.setdefault(panel[:2], []).append(panel)
    return {unit: sorted(members, key=content) for unit, members in found.items()}


def f1(answers: Sequence[Answer], tolerance: float) -> float | None:
    """2 x matched / marks of both, over all pairs of reviewers and streams."""
    panels, matched, marks = marks_of(answers), 0, 0
    for members in units(panels).values():
        for one, other in combinations(members, 2):
            a, b = ([t for t, *_ in panels[panel]] for panel in (one, other))
            matched += best_matching(a, b, tolerance)[1]
            marks += len(a) + len(b)
    return 2 * matched / marks if marks else None


def kappa_loc(
    answers: Sequence[Answer],
    tolerance: float,
    *,
    lengths: Mapping[str, Mapping[str, float]],
    frame: float,
    draws: int = 20,
    fewest: int = 5,
    seed: int = 0,
) -> tuple[float, float] | None:
    """F1 and the F1 of the null over the pairs that have one, with the same random numbers as the product."""
    panels = marks_of(answers)
    ordered = [panel for members in units(panels).values() for panel in members]

    def pool(panel: Panel) -> list[Panel]:
        length = lengths[panel[0]][panel[1]]
        return sorted(
            (
                other
                for other in ordered
                if other[0] != panel[0]
                and len(panels[other]) == len(panels[panel])
                and abs(lengths[other[0]][other[1]] - length) <= frame + EPSILON
            ),
            key=lambda other: (lengths[other[0]][other[1]], ordered.index(other)),
        )

    sides, matched, marks = [], 0, 0
    for members in units(panels).values():
        for one, other in combinations(members, 2):
            a, b = ([t for t, *_ in panels[panel]] for panel in (one, other))
            if not (a or b) or len(pool(one)) < fewest or len(pool(other)) < fewest:
                continue
            matched += best_matching(a, b, tolerance)[1]
            marks += len(a) + len(b)
            if a and b:
                sides += [(a, pool(other)), (b, pool(one))]
    if not marks:
        return None
    uniform = np.random.default_rng(seed).random((len(sides), draws))
    by_chance = 0.0
    for (kept, candidates), row in zip(sides, uniform, strict=True):
        for number in row:
            drawn = [t for t, *_ in panels[candidates[int(number * len(candidates))]]]
            by_chance += best_matching(kept, drawn, tolerance)[1] / (2 * draws)
    return 2 * matched / marks, 2 * by_chance / marks


def breaks(answers: Sequence[Answer], tolerance: float) -> list[dict[str, tuple[str | None, int | None]]]:
    """Connected components of matched marks: reviewer -> type and severity of the mark nearest the median time."""
    panels, found = marks_of(answers), []
    for members in units(panels).values():
        nodes = [(panel, k) for panel in members for k in range(len(panels[panel]))]
        group = {node: {node} for node in nodes}
        for one, other in combinations(members, 2):
            a, b = ([t for t, *_ in panels[panel]] for panel in (one, other))
            for i, j in match(a, b, tolerance):
                joined = group[one, i] | group[other, j]
                for node in joined:
                    group[node] = joined
        seen: set[tuple[Panel, int]] = set()
        for node in nodes:
            if node in seen or len(group[node]) < 2:
                continue
            seen |= group[node]
            median = float(np.median([panels[panel][k][0] for panel, k in group[node]]))
            judged: dict[str, tuple[float, float, int]] = {}
            for panel, k in group[node]:
                t = panels[panel][k][0]
                judged[panel[2]] = min(judged.get(panel[2], (math.inf, 0.0, 0)), (abs(t - median), t, k))
            item, stream, _ = node[0]
            found.append({who: panels[item, stream, who][k][1:] for who, (_, _, k) in judged.items()})
    return found


def detection(answers: Sequence[Answer]) -> list[dict[str, bool]]:
    """For each item and stream, who saw a break."""
    panels = marks_of(answers)
    return [{panel[2]: bool(panels[panel]) for panel in members} for members in units(panels).values()]


def table(judgements: Sequence[Mapping[str, object]]) -> np.ndarray:
    """(raters, units) codes of judgements, not-a-number where there is none; values ascend with their codes."""
    raters = sorted({who for unit in judgements for who in unit})
    values = sorted({value for unit in judgements for value in unit.values() if value is not None})
    ratings = np.full((len(raters), len(judgements)), np.nan)
    for column, unit in enumerate(judgements):
        for who, value in unit.items():
            if value is not None:
                ratings[raters.index(who), column] = values.index(value)
    return ratings
