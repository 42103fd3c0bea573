"""``evalcore review survival``, ``preference`` and ``breaks``: what the answers say of the models."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evalcore.cli.review_options import (
    AnswersFile,
    DatabaseUrl,
    Items,
    Json,
    Out,
    Resamples,
    Seed,
    open_answers,
    open_data,
)
from evalcore.cli.rollout import Metric, MetricOption

__all__ = ["breaks", "preference", "survival"]

Partial = Annotated[
    bool,
    typer.Option("--allow-partial", help="Give figures over the rollouts that can be used; the result says so."),
]


def survival(
    workspace: Annotated[Path, typer.Option("--workspace", "-w", help="The workspace: items, clips and answers.")],
    answers: AnswersFile = None,
    allow_partial: Partial = False,
    database: DatabaseUrl = None,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """How long rollouts stay unbroken: one Kaplan-Meier curve a stream, and the median time to break.

    A rollout breaks where the reviewers' consensus says so; one without a break was unbroken up to its clip's end.

    Example: evalcore review survival --workspace data/demo --out survival.json
    """
    from evalcore.cli.show import keep_source, print_failures, report
    from evalcore.joined import survival as compute
    from evalcore.tables import joined_survival

    data = open_data(workspace)
    result = compute(open_answers(answers, data, database), data=data, allow_partial=allow_partial)
    if out:
        if answers:
            keep_source(answers, out)
        result.write(out)
    print_failures(result.failures)
    report(result, lambda: joined_survival(result), out, as_json=as_json)


def preference(
    answers: AnswersFile = None,
    workspace: Items = None,
    resamples: Resamples = 2000,
    seed: Seed = 0,
    database: DatabaseUrl = None,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Which streams reviewers prefer: win rates and Bradley-Terry strengths, with intervals over items.

    With --answers alone, the streams of an item are those that somebody mentions.

    Example: evalcore review preference --workspace data/demo --out preference.json
    """
    from evalcore.cli.show import keep_source, print_table, report
    from evalcore.joined import preference as compute
    from evalcore.tables import joined_pairs, joined_preference

    data = None if workspace is None else open_data(workspace)
    result = compute(open_answers(answers, data, database), data=data, resamples=resamples, seed=seed)
    if out:
        if answers:
            keep_source(answers, out)
        result.write(out)
    if not as_json:
        print_table(joined_pairs(result))
    report(result, lambda: joined_preference(result), out, as_json=as_json)


def breaks(
    results: Annotated[Path, typer.Option(help="A scored rollout run: its result.json, or the folder with it.")],
    workspace: Annotated[Path, typer.Option("--workspace", "-w", help="The workspace: items, clips and answers.")],
    answers: AnswersFile = None,
    metric: MetricOption = Metric.mad,
    allow_partial: Partial = False,
    resamples: Resamples = 2000,
    seed: Seed = 0,
    database: DatabaseUrl = None,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Human breaks on clips that are also scored, and how early their pixel error tells of them.

    No error stands in for a reviewer: the first difference of pixels is not a break.

    Example: evalcore review breaks --workspace data/demo --results data/demo/results/rollout/n5 --out breaks.json
    """
    from evalcore.cli.show import keep_source, print_failures, print_table, report
    from evalcore.joined import breaks as compute
    from evalcore.rollout import load_result
    from evalcore.tables import joined_breaks, joined_correlations

    data = open_data(workspace)
    result = compute(
        load_result(results),
        open_answers(answers, data, database),
        data=data,
        metric=metric.value,
        allow_partial=allow_partial,
        resamples=resamples,
        seed=seed,
    )
    if out:
        for source in (results, answers):
            if source:
                keep_source(source, out)
        result.write(out)
    print_failures(result.failures)
    if not as_json:
        print_table(joined_breaks(result))
    report(result, lambda: joined_correlations(result), out, as_json=as_json)
