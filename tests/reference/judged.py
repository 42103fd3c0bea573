"""The judged-event scores once more, as plainly as possible: slow, and written from the protocol's text alone.

Nothing here imports evalcore. A condition is a dict with ``condition_id``, ``pair_id``, ``task`` and ``label``; a
judgment one with ``condition_id``, ``event`` and ``violation``; ``labels`` maps a task to its allowed labels.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

Row = Mapping[str, Any]
COMPONENTS = ("event", "structure", "psnr", "ssim")


def verdict(value: object) -> str:
    """``clear``, ``flagged`` or ``uncertain``."""
    if value is True or value is False:
        return "flagged" if value else "clear"
    if isinstance(value, str):
        word = value.strip().lower()
        if word in ("false", "no", "none", "clear"):
            return "clear"
        if word in ("true", "yes", "flagged"):
            return "flagged"
    return "uncertain"


def outcome(condition: Row, judgment: Row | None, labels: Mapping[str, Sequence[str]]) -> str:
    """What the event of a condition counts as."""
    if judgment is None:
        return "missing"
    event = judgment.get("event")
    if not isinstance(event, str):
        return "unknown_label"
    event = event.strip()
    if event in ("other", "uncertain"):
        return event
    if event == condition["label"]:
        return "correct"
    return "wrong" if event in labels[condition["task"]] else "unknown_label"


def score(conditions: Sequence[Row], judgments: Sequence[Row], labels: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Scores in percent as exact fractions, and counts."""
    by_id = {row["condition_id"]: row for row in judgments}
    found = {one["condition_id"]: outcome(one, by_id.get(one["condition_id"]), labels) for one in conditions}
    correct = {condition_id for condition_id, what in found.items() if what == "correct"}
    tasks: dict[str, dict[str, Any]] = {}
    for task in {one["task"] for one in conditions}:
        members = [one for one in conditions if one["task"] == task]
        recalls = {}
        for label in {one["label"] for one in members}:
            ids = [one["condition_id"] for one in members if one["label"] == label]
            recalls[label] = Fraction(sum(one in correct for one in ids), len(ids))
        clear = 0
        for one in members:
            row = by_id.get(one["condition_id"])
            if row is not None and verdict(row.get("violation")) == "clear":
                clear += 1
        tasks[task] = {
            "event": 100 * sum(recalls.values()) / len(recalls),
            "structure": Fraction(100 * clear, len(members)),
            "n": len(members),
            "recalls": recalls,
        }
    pairs: dict[str, list[str]] = {}
    for one in conditions:
        if one["pair_id"] is not None:
            pairs.setdefault(one["pair_id"], []).append(one["condition_id"])
    complete = [ids for ids in pairs.values() if len(ids) == 2]
    counts = Counter(found.values())
    inside = {one["condition_id"] for one in conditions}
    return {
        "event": sum(task["event"] for task in tasks.values()) / len(tasks),
        "structure": sum(task["structure"] for task in tasks.values()) / len(tasks),
        "tasks": tasks,
        "pairs": len(complete),
        "pairs_correct": sum(all(one in correct for one in ids) for ids in complete),
        "outcomes": found,
        "judged": len(conditions) - counts["missing"],
        "missing": counts["missing"],
        "outside": sum(row["condition_id"] not in inside for row in judgments),
        "unknown_label": counts["unknown_label"],
        "other": counts["other"],
        "uncertain": counts["uncertain"],
    }


def ranks(scores: Sequence[float]) -> list[float]:
    """Average ranks, 1 for the highest, after rounding to 9 decimals."""
    rounded = [round(score, 9) for score in scores]
    return [
        sum(other > mine for other in rounded) + (1 + sum(other == mine for other in rounded)) / 2 for mine in rounded
    ]


def ranking(table: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
    """Every rank of every model that has the four components."""
    names = [name for name, row in table.items() if all(row.get(key) is not None for key in COMPONENTS)]
    by_component = {key: ranks([table[name][key] for name in names]) for key in COMPONENTS}
    similarity = [(p + s) / 2 for p, s in zip(by_component["psnr"], by_component["ssim"], strict=True)]
    mean = [
        (e + s + both) / 3
        for e, s, both in zip(by_component["event"], by_component["structure"], similarity, strict=True)
    ]
    return {
        name: {
            **{f"{key}_rank": by_component[key][i] for key in COMPONENTS},
            "similarity_rank": similarity[i],
            "mean_rank": mean[i],
            "overall_rank": 1 + sum(round(other, 9) < round(mean[i], 9) for other in mean),
        }
        for i, name in enumerate(names)
    }


def kappa(pairs: Sequence[tuple[str, str]]) -> Fraction:
    """Cohen's kappa."""
    n = len(pairs)
    observed = Fraction(sum(a == b for a, b in pairs), n)
    answers = {answer for pair in pairs for answer in pair}
    expected = sum(
        Fraction(sum(a == answer for a, _ in pairs), n) * Fraction(sum(b == answer for _, b in pairs), n)
        for answer in answers
    )
    return (observed - expected) / (1 - expected)
