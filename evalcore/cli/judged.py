"""``geoflip`` and ``evalcore judged``: scores, ranking and agreement from judgments."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evalcore.cli import judged_clips
from evalcore.cli.judged_options import Component, Data, Json, Judge, Mixed, Out, Seed, Subset, open_data

__all__ = ["app"]

app = typer.Typer(
    help="Event correctness and structural integrity by a vision-language judge, over frozen scopes.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.command()
def score(
    data: Data,
    subset: Subset,
    predictions: Annotated[Path, typer.Option(help="Judgments as JSON lines: condition_id, event, violation.")],
    mixed: Mixed = False,
    seed: Seed = 0,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Score one model's judgments: event, structure and complete pairs, with intervals.

    The scope alone sets every denominator. A missing judgment counts as incorrect, and is counted.

    Example: geoflip score --data data/demo/judged --subset paper-main --predictions my-judgments.jsonl --out my.json
    """
    from evalcore.cli.show import keep_source, print_failures, report
    from evalcore.judged import read_judgments
    from evalcore.judged import score as compute
    from evalcore.tables import judged_score

    loaded = open_data(data)
    result = compute(loaded, subset, judgments=read_judgments(predictions, loaded, mixed=mixed), seed=seed)
    if out:
        keep_source(predictions, out)
        result.write(out)
    print_failures(result.failures)
    report(result, lambda: judged_score(result), out, as_json=as_json)


@app.command()
def baselines(
    data: Data,
    subset: Subset,
    judge: Judge,
    mixed: Mixed = False,
    seed: Seed = 0,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Score all released models of a judge again, and check them against the published table.

    Each published value is compared at its printed rounding; one that differs ends the command with exit code 3.

    Example: geoflip baselines --data data/demo/judged --subset paper-main --judge judge-a-2026-05 --out main.json
    """
    from evalcore.cli.show import print_failures, print_table, report
    from evalcore.judged import baselines as compute
    from evalcore.tables import judged_published, judged_scores

    result = compute(open_data(data), subset, judge=judge, mixed=mixed, seed=seed)
    if out:
        result.write(out)
    print_failures(result.failures)
    if result.published.differences and not as_json:
        print_table(judged_published(result))
    report(result, lambda: judged_scores(result), out, as_json=as_json)
    if result.published.differences:
        raise typer.Exit(3)


@app.command()
def compare(
    results: Annotated[Path, typer.Option(help="A result of `geoflip baselines`.")],
    model: Annotated[str, typer.Option(help="The model whose scores are compared.")],
    other: Annotated[str, typer.Option(help="The model that it is compared with.")],
    component: Annotated[Component, typer.Option(help="event or structure.")] = Component.event,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Compare two models over the same resampled tasks: difference, 95% interval, tasks won and tied.

    Example: geoflip compare --results main.json --model birch --other cedar
    """
    from evalcore.cli.show import keep_source, report
    from evalcore.judged import BaselinesResult
    from evalcore.judged import compare as difference
    from evalcore.tables import judged_differences

    comparison = difference(BaselinesResult.read(results), model, other, component=component.value)
    if out:
        keep_source(results, out)
        comparison.write(out)
    report(comparison, lambda: judged_differences([comparison]), out, as_json=as_json)


@app.command()
def rank(
    table: Annotated[Path, typer.Option(help="{model: {event, structure, psnr, ssim}} as .json, or .csv.")],
    scores: Annotated[
        Path | None, typer.Option(help="A result of `geoflip baselines`: gives the ranks their intervals.")
    ] = None,
    add: Annotated[
        Path | None, typer.Option(help="A result of `geoflip score`: a new model, ranked beside those of the table.")
    ] = None,
    name: Annotated[str | None, typer.Option(help="The new model's name; default the name of its file.")] = None,
    psnr: Annotated[
        float | None, typer.Option(help="The new model's PSNR (dB) over the published table's 40 clips.")
    ] = None,
    ssim: Annotated[float | None, typer.Option(help="Its SSIM over the same clips.")] = None,
    seed: Seed = 0,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Rank models by event, structure and similarity, as the published table does.

    Ranks hold for this pool of models only. A model that lacks a component is listed without a rank. The numbers of
    `geoflip similarity` are a diagnostic of other clips, and cannot stand in for PSNR and SSIM.

    Example: geoflip rank --table data/demo/judged/baselines/paper-results.json --out ranks.json
    """
    from evalcore.cli.show import keep_source, report
    from evalcore.judged import BaselinesResult, JudgedResult, read_table
    from evalcore.judged import rank as compute
    from evalcore.tables import judged_ranks

    if add is None and (name, psnr, ssim) != (None, None, None):
        raise typer.BadParameter("--name, --psnr and --ssim describe the model of --add, which is missing.")
    pool = read_table(table)
    if add is not None:
        pool = pool.add(add.stem if name is None else name, JudgedResult.read(add), psnr=psnr, ssim=ssim)
    result = compute(pool, scores=None if scores is None else BaselinesResult.read(scores), seed=seed)
    if out:
        for source in (table, scores, add):
            if source:
                keep_source(source, out)
        result.write(out)
    report(result, lambda: judged_ranks(result), out, as_json=as_json)


@app.command()
def agree(
    data: Data,
    subset: Subset,
    judge: Annotated[
        str, typer.Option(help="A folder of baselines/judgments, or a file of judgments that ends in .jsonl.")
    ],
    other: Annotated[
        str, typer.Option(help="What it is compared with: another folder (people's labels as well), or file.")
    ],
    model: Annotated[
        str | None, typer.Option(help="Only the judgments of this model; default all that both judged.")
    ] = None,
    mixed: Mixed = False,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Compare two judges on one scope: Cohen's kappa, Krippendorff's alpha, confusion, and the score that each gives.

    Two files of one judge, as `judge --repeat 2` writes them, show how far the judge agrees with itself.

    Example: geoflip agree --data data/demo/judged --subset cross-judge --judge judge-a-2026-05
    --other judge-b-2026-03
    """
    from evalcore.cli.show import print_failures, report
    from evalcore.judged import agreement, read_judgments
    from evalcore.tables import judged_agreement

    loaded = open_data(data)
    one, two = (
        read_judgments(Path(name), loaded, mixed=mixed) if name.endswith(".jsonl") else name for name in (judge, other)
    )
    result = agreement(loaded, subset, judge=one, other=two, model=model, mixed=mixed)
    if out:
        result.write(out)
    print_failures(result.failures)
    report(result, lambda: judged_agreement(result), out, as_json=as_json)


app.command()(judged_clips.sample)
app.command()(judged_clips.judge)
app.command()(judged_clips.similarity)
