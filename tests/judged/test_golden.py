"""The result files that other programs read: their form is held to the letter, and only grows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from evalcore.batch import Result
from evalcore.judged import (
    agreement,
    baselines,
    compare,
    load,
    rank,
    read_judgments,
    read_table,
    score,
)
from tests.judged.made import make_data
from tests.rollout.made import RECORD

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
INTERVAL = {"event": (10.0, 62.5), "structure": None}
REASON = {"event": None, "structure": "undefined in 200 of 2000 resamples (at most 5% are allowed)"}
NAMES = ("score", "baselines", "comparison", "rank", "agreement")


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Result]:
    """One of each kind on five conditions, with every field in use."""
    folder = tmp_path_factory.mktemp("judged")
    scope = ["ball-1a", "ball-1b", "ball-2a", "block-2a", "control-1"]
    published = '{"sharp": {"event": 100.0, "structure": 99.9}, "absent": {"event": 1.0}}'
    data = load(make_data(folder, splits={"paper-main": scope}, published=published))
    one = score(data, "paper-main", judgments=read_judgments(data.judgments_path("judge-a", "weak"), data), resamples=0)
    released = baselines(data, "paper-main", judge="judge-a", resamples=0)
    table = folder / "table.csv"
    table.write_text("model,event,structure,psnr,ssim\na,90.5,50,20,0.9\nb,80,60,20,0.7\nc,80,40,25,\n")
    ranked = rank(read_table(table).add("new", one, psnr=18.5, ssim=0.7))
    first = replace(
        ranked.models["a"],
        mean_rank_ci95=(1.0, 2.0),
        mean_rank_ci95_reason=None,
        overall_rank_ci95=(1.0, 3.0),
        overall_rank_ci95_reason=None,
    )
    made: dict[str, Result] = {
        "score": replace(one, ci95=INTERVAL, ci95_reason=REASON, ci95_pairs=INTERVAL, ci95_pairs_reason=REASON),
        "baselines": released,
        "comparison": compare(released, "sharp", "weak", component="structure"),
        "rank": replace(ranked, models={**ranked.models, "a": first}),
        "agreement": agreement(data, "paper-main", judge="judge-a", other="judge-b", model="sharp"),
    }
    return {name: replace(result, record=RECORD) for name, result in made.items()}


@pytest.mark.parametrize("name", NAMES)
def test_the_file_has_exactly_this_form(results: dict[str, Result], name: str) -> None:
    assert results[name].to_json().decode() == (GOLDEN / f"judged-{name}.json").read_text()


@pytest.mark.parametrize("name", NAMES)
def test_a_file_of_this_form_is_read_back(
    results: dict[str, Result], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    kind = type(results[name])
    monkeypatch.setattr(kind, "config", None)  # the made record has no settings
    assert kind.read(GOLDEN / f"judged-{name}.json") == results[name]
