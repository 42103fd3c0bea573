"""The reference implementation's own reports, where somebody has them beside the project."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evalcore.review import Prediction, Predictions, agreement, align, consensus
from evalcore.review.blobs import read_blobs

# The reference draws these at random, or prints a sentence that is its own.
DRAWN = {"n_chance_pairs", "mean_chance_offset", "sigma", "ks", "note"}


@pytest.fixture(scope="module")
def reports(cases: Path) -> list[dict[str, Any]]:
    return json.loads((cases / "review" / "reports.json").read_text())["cases"]


def equal(expected: object, found: object, where: str) -> None:
    if isinstance(expected, dict):
        for name in expected.keys() - DRAWN:
            equal(expected[name], found[name], f"{where}.{name}")
    elif isinstance(expected, list):
        assert len(expected) == len(found), where
        for position, pair in enumerate(zip(expected, found, strict=True)):
            equal(*pair, f"{where}[{position}]")
    elif isinstance(expected, float):
        assert found == pytest.approx(expected, rel=0, abs=1e-9), where
    else:
        assert found == expected, where


def answers_of(case: dict[str, Any], folder: Path):
    """The case's stored blobs, read as a file of the reference implementation."""
    path = folder / f"{case['id']}.json"
    path.write_text(json.dumps(case["rows"]))
    answers, problems = read_blobs(path)
    assert problems == ()
    return answers


@pytest.mark.cases
def test_every_deterministic_figure_of_the_report(reports, tmp_path):
    assert len(reports) == 28
    for case in reports:
        result = agreement(answers_of(case, tmp_path), method="potato", fps=case["fps"])
        equal(case["expected_report"], json.loads(result.to_json()), case["id"])


@pytest.mark.cases
def test_sigma_and_ks_over_all_pairs(reports, tmp_path):
    for case in reports:
        result, expected = agreement(answers_of(case, tmp_path), method="potato"), case["exhaustive_chance"]
        assert len(expected["by_tolerance"]) in (0, len(result.sweep))
        for row, exact in zip(result.sweep, expected["by_tolerance"], strict=False):
            found = row.localization
            assert found.n_chance_pairs == expected["n_pairs"]
            equal(expected["mean"], found.mean_chance_offset, case["id"])
            equal(exact["sigma_exact"], found.sigma, case["id"])
            equal(exact["ks_exact_tie_correct"], found.ks, case["id"])


@pytest.mark.cases
def test_the_consensus(reports, tmp_path):
    for case in reports:
        result = consensus(answers_of(case, tmp_path), method="potato")
        found = {
            f"{row.item}::{row.stream}": {
                "t": row.t,
                "type": row.type or "",
                "n_marked": row.marked,
                "n_clean": row.clean,
            }
            for row in result.streams
        }
        assert found.keys() == case["expected_consensus"].keys()
        equal(case["expected_consensus"], found, case["id"])


@pytest.mark.cases
def test_the_alignment(reports, tmp_path):
    for case in reports:
        rows = [
            Prediction(
                item=row["instance_id"],
                stream=row["stream_id"],
                t=row["t"],
                type=row["violation_type"],
                resolution=row["resolution"],
                error=row["error"] or None,
            )
            for row in case["judge_predictions"]
        ]
        human = consensus(answers_of(case, tmp_path), method="potato")
        tolerances = [float(tolerance) for tolerance in case["expected_alignment"]]
        result = align(human, Predictions(tuple(rows)), tolerances=tolerances, resamples=0)
        for row, expected in zip(result.sweep, case["expected_alignment"].values(), strict=True):
            assert result.n_predictions == expected["n_predictions"]
            assert result.n_failed == expected["n_excluded_errors"]
            if "error" in expected:  # the reference refuses the whole tolerance
                assert row.left_out > 0
                continue
            equal(
                expected,
                {
                    "tolerance": row.tolerance,
                    "judge_resolution": expected["judge_resolution"],
                    "n_predictions": result.n_predictions,
                    "n_excluded_errors": result.n_failed,
                    "n_compared": row.n,
                    "detection": {
                        "both_found": row.both,
                        "judge_only": row.judge_only,
                        "human_only": row.human_only,
                        "neither_found": row.neither,
                        "agreement_rate": row.agreement,
                    },
                    "localization": {
                        "n_pairs": row.both,
                        "mean_offset": row.mean_offset,
                        "within_tolerance": row.hits,
                        "hit_rate": row.hit_rate,
                    },
                    "category": {
                        "n_compared": row.n_categories,
                        "matched": round((row.category_agreement or 0) * row.n_categories),
                        "match_rate": row.category_agreement,
                    },
                },
                case["id"],
            )
