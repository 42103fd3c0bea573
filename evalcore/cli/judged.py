"""``geoflip`` and ``evalcore judged``: scores, ranking and agreement from judgments, and the runs that make them."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from evalcore.judged import JudgedData

__all__ = ["app"]

app = typer.Typer(
    help="Event correctness and structural integrity by a vision-language judge, over frozen scopes.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class Profile(StrEnum):
    """Which frames of a clip a judge sees."""

    observation = "observation-8"
    paper = "paper-prefix-8"


class Component(StrEnum):
    """What judgments give."""

    event = "event"
    structure = "structure"


Data = Annotated[Path, typer.Option("--data", "-d", help="The data folder; its layout is in data/README.md.")]
Subset = Annotated[str, typer.Option(help="The frozen scope: a name of splits/, for example paper-main.")]
Scope = Annotated[str | None, typer.Option(help="Only the conditions of this scope; default all.")]
Judge = Annotated[str, typer.Option(help="A folder of baselines/judgments.")]
Model = Annotated[str, typer.Option(help="A folder of generated clips.")]
Videos = Annotated[
    Path | None, typer.Option(help="Folder with the model's clips, <condition_id>.mp4; default generated/<model>.")
]
ProfileOption = Annotated[
    Profile, typer.Option(help="paper-prefix-8: the first 119/30 s. observation-8: on to the observation time.")
]
Jobs = Annotated[int | None, typer.Option(help="Clips at a time; default one a core.", min=1)]
NoCache = Annotated[bool, typer.Option("--no-cache", help="Compute every unit anew and keep none.")]
Mixed = Annotated[
    bool, typer.Option("--mixed", help="Allow judgments of several judge versions, prompts or profiles in one file.")
]
Seed = Annotated[int, typer.Option(help="Seed of the bootstrap's resamples.", min=0)]
Out = Annotated[Path | None, typer.Option(help="Write the result here as JSON.")]
Json = Annotated[bool, typer.Option("--json", help="Print the JSON to stdout instead of a table.")]


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

    loaded = _load(data)
    result = compute(loaded, subset, judgments=read_judgments(predictions, loaded, mixed=mixed), seed=seed)
    if out:
        keep_source(predictions, out)
        result.write(out)
    print_failures(result.failures)
    report(result, lambda: judged_score(result), out, as_json=as_json)


@app.command()
def baselines(
    data: Data, subset: Subset, judge: Judge, mixed: Mixed = False, seed: Seed = 0, out: Out = None, as_json: Json = False
) -> None:
    """Score all released models of a judge again, and check them against the published table.

    Each published value is compared at its printed rounding; one that differs ends the command with exit code 3.

    Example: geoflip baselines --data data/demo/judged --subset paper-main --judge judge-a --out main.json
    """
    from evalcore.cli.show import print_failures, print_table, report
    from evalcore.judged import baselines as compute
    from evalcore.tables import judged_published, judged_scores

    result = compute(_load(data), subset, judge=judge, mixed=mixed, seed=seed)
    if out:
        result.write(out)
    print_failures(result.failures)
    if not as_json and result.published.checked:
        print_table(judged_published(result))
    report(result, lambda: judged_scores(result), out, as_json=as_json)
    if result.published.differences:
        raise typer.Exit(3)


def _load(folder: Path) -> JudgedData:
    from evalcore.judged import load
    from evalcore.workspace import Workspace

    return load(Workspace(folder))
