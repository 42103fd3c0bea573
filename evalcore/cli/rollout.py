"""``evalcore rollout``: score, paired, candidates."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

__all__ = ["app", "score_demo"]

app = typer.Typer(
    help="Pixel error (MAD, SSIM) of short video predictions against persistence and optical flow.",
    no_args_is_help=True,
)


class Metric(StrEnum):
    """Metrics of the protocol."""

    mad = "mad"
    ssim = "ssim"


class Decode(StrEnum):
    """How YUV becomes RGB."""

    default = "default"
    exact = "exact"


Results = Annotated[
    Path, typer.Option(help="A result of `rollout score`: its JSON file, or the folder it was saved in.")
]
Method = Annotated[str, typer.Option(help="The method whose values are compared: a model or a baseline.")]
Baseline = Annotated[str, typer.Option(help="What it is compared with: any other method, often persistence.")]
MetricOption = Annotated[Metric, typer.Option(help="mad: grey levels, lower is better. ssim: higher is better.")]
Out = Annotated[Path | None, typer.Option(help="Write the result here as JSON.")]
Json = Annotated[bool, typer.Option("--json", help="Print the JSON to stdout instead of a table.")]


@app.command()
def score(
    workspace: Annotated[Path, typer.Option("--workspace", "-w", help="The workspace folder.")],
    split: Annotated[str | None, typer.Option(help="Only the clips of this split, for example n30.")] = None,
    models: Annotated[str | None, typer.Option(help="Models to score, separated by commas; default all.")] = None,
    jobs: Annotated[int | None, typer.Option(help="Clips at a time; default one a core.", min=1)] = None,
    no_baselines: Annotated[bool, typer.Option("--no-baselines", help="Leave out both baselines.")] = False,
    conditioning_from: Annotated[
        str | None,
        typer.Option(
            help="Model whose first frames stand in where conditioning/ lacks a clip; default the first by name."
        ),
    ] = None,
    decode: Annotated[
        Decode, typer.Option(help="exact: integer conversion, the same on every machine; 8-bit planar YUV only.")
    ] = Decode.default,
    gate_tolerance: Annotated[
        float | None, typer.Option(help="Grey levels by which a published MAD may differ; default 0.01.", min=0)
    ] = None,
    gate_per_model: Annotated[
        bool,
        typer.Option("--gate-per-model", help="A model that misses its published MAD loses only its own aggregate."),
    ] = False,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Compute every unit anew and keep none.")] = False,
    allow_partial: Annotated[
        bool, typer.Option("--allow-partial", help="Aggregate over what succeeded; the result says complete: false.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(help="Write the result here as JSON; default: into the workspace's results/, for the app."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Score every model and baseline on every clip.

    A run that was killed goes on where it stopped.

    One failed clip makes the run incomplete: failures are listed, there is no aggregate, and the exit code is 3.

    Example: evalcore rollout score --workspace data/demo --split n30 --out n30.json
    """
    from dataclasses import replace

    from evalcore.batch import Cache, terminal_progress
    from evalcore.cli.show import print_failures, print_warnings, report, stoppable
    from evalcore.rollout import BASELINES, PAPER, default_folder
    from evalcore.rollout import score as run_score
    from evalcore.tables import rollout_scores
    from evalcore.workspace import Workspace

    space = Workspace(workspace)
    config = replace(PAPER, decode=decode.value)
    if gate_tolerance is not None:
        config = replace(config, gate_tolerance=gate_tolerance)
    with stoppable(), terminal_progress("scoring") as progress:
        result = run_score(
            space,
            split=split,
            models=None if models is None else [name.strip() for name in models.split(",")],
            baselines=() if no_baselines else BASELINES,
            conditioning_from=conditioning_from,
            config=config,
            gate_per_model=gate_per_model,
            allow_partial=allow_partial,
            jobs=jobs,
            cache=None if no_cache else Cache(space.cache),
            progress=progress,
        )
    if out:
        result.write(out)
    else:
        out = result.save(default_folder(space, split))
    print_warnings(result.warnings)
    print_failures(result.failures)
    report(result, lambda: rollout_scores(result), out, as_json=as_json)


def score_demo(folder: Path) -> None:
    """Score both splits of a demo workspace; its planted gate failure stops one model only."""
    from evalcore.batch import Cache, terminal_progress
    from evalcore.rollout import default_folder
    from evalcore.rollout import score as run_score
    from evalcore.workspace import Workspace

    space = Workspace(folder)
    for split in ("n5", "n30"):
        with terminal_progress(f"scoring {split}") as progress:
            result = run_score(space, split=split, gate_per_model=True, cache=Cache(space.cache), progress=progress)
        result.save(default_folder(space, split))
        typer.echo(f"scored {split}: {result.coverage.done} of {result.coverage.requested} units")


@app.command()
def paired(
    results: Results,
    method: Method,
    baseline: Baseline,
    metric: MetricOption = Metric.mad,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Compare two methods clip by clip: mean difference, t-based 95% interval, wins and ties.

    Differences are method - baseline, so a negative MAD difference is better. There is no p-value.

    Example: evalcore rollout paired --results n30.json --method good --baseline persistence --out pair.json
    """
    from evalcore.cli.show import keep_source, report
    from evalcore.rollout import load_result
    from evalcore.rollout import paired as compare
    from evalcore.tables import rollout_paired

    comparison = compare(load_result(results), method, baseline, metric=metric.value)
    if out:
        keep_source(results, out)
        comparison.write(out)
    report(comparison, lambda: rollout_paired([comparison]), out, as_json=as_json)


@app.command()
def candidates(
    results: Results,
    method: Method,
    baseline: Baseline,
    metric: MetricOption = Metric.mad,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Choose clips to show by numeric rules: min, q25, median, q75 and max of the paired differences.

    Nobody's eye is involved; the hash of the table that it was computed from lets anybody repeat the choice.

    Example: evalcore rollout candidates --results n30.json --method good --baseline persistence --out picks.json
    """
    from evalcore.cli.show import keep_source, report
    from evalcore.rollout import candidates as choose
    from evalcore.rollout import load_result
    from evalcore.tables import rollout_candidates

    choice = choose(load_result(results), method, baseline, metric=metric.value)
    if out:
        keep_source(results, out)
        choice.write(out)
    report(choice, lambda: rollout_candidates(choice), out, as_json=as_json)
