"""``evalcore review``: agreement, consensus and alignment of reviewers, and what they are computed from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evalcore.cli import review_answers, review_joined, review_judge
from evalcore.cli.review_options import (
    AnswersFile,
    DatabaseUrl,
    Fps,
    Headline,
    Items,
    Json,
    Method,
    MethodOption,
    Out,
    Resamples,
    Seed,
    Tolerances,
    open_answers,
    open_data,
    parse_tolerances,
)

if TYPE_CHECKING:
    from evalcore.review import AgreementResult, PotatoResult

__all__ = ["app"]

app = typer.Typer(
    help="Human break-points on frame-locked rollouts: do reviewers agree, and does a judge see what they see.",
    no_args_is_help=True,
)


@app.command()
def agreement(
    answers: AnswersFile = None,
    workspace: Items = None,
    schema: Annotated[
        Path | None, typer.Option(help="schema.yaml, where there is no workspace: which panels were shown, and rates.")
    ] = None,
    tolerances: Tolerances = None,
    headline: Headline = None,
    method: MethodOption = Method.default,
    fps: Fps = None,
    resamples: Resamples = 2000,
    seed: Seed = 0,
    database: DatabaseUrl = None,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """How well reviewers agree: that a stream breaks, when, why and how badly, over a sweep of tolerances.

    The moment (kappa_loc) is corrected for chance with the lengths of the clips, so it needs --workspace. With
    --answers alone, coverage is over the panels that somebody mentions.

    Example: evalcore review agreement --workspace data/demo --out agreement.json

    Example: evalcore review agreement --answers data/demo/review/answers.jsonl --method potato
    """
    from evalcore.batch import terminal_progress
    from evalcore.cli.show import keep_source, print_table, report
    from evalcore.review import PotatoResult, load_schema
    from evalcore.review import agreement as compute
    from evalcore.review.config import HEADLINE
    from evalcore.tables import review_sweep

    if schema is not None and workspace is not None:
        raise typer.BadParameter("--schema is for answers without a workspace, which has its own.")
    data = None if workspace is None else open_data(workspace)
    given = open_answers(answers, data, database)
    with terminal_progress("comparing") as progress:
        result: AgreementResult | PotatoResult = compute(
            given,
            method=method.value,
            data=data,
            schema=None if schema is None else load_schema(schema),
            fps=fps,
            tolerances=parse_tolerances(tolerances),
            headline=HEADLINE if headline is None else headline,
            resamples=resamples,
            seed=seed,
            progress=progress,
        )
    if out:
        for source in (answers, schema):
            if source:
                keep_source(source, out)
        result.write(out)
    if isinstance(result, PotatoResult):
        from evalcore.tables import review_potato, review_potato_coefficients

        if not as_json:
            print_table(review_potato_coefficients(result))
        report(result, lambda: review_potato(result), out, as_json=as_json)
        return
    if not as_json:
        _print_parts(result)
    report(result, lambda: review_sweep(result), out, as_json=as_json)


def _print_parts(result: AgreementResult) -> None:
    """What stands beside the sweep."""
    from evalcore.cli.show import print_table
    from evalcore.tables import review_by_reviewer, review_by_stream, review_coefficients, review_coverage

    print_table(review_coverage(result.coverage))
    for table in (review_by_stream, review_by_reviewer, review_coefficients):
        print_table(table(result))


@app.command()
def consensus(
    answers: AnswersFile = None,
    workspace: Items = None,
    method: MethodOption = Method.default,
    database: DatabaseUrl = None,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """What the reviewers of each stream say together: where it breaks and why, or that it does not.

    Each reviewer counts with the earliest mark. More with a mark than without: a break at the lower median of marks.

    Example: evalcore review consensus --workspace data/demo --out consensus.json
    """
    from evalcore.cli.show import keep_source, report
    from evalcore.review import consensus as compute
    from evalcore.tables import review_consensus

    data = None if workspace is None else open_data(workspace)
    given = open_answers(answers, data, database)
    if data is not None:
        data.check(given)
    result = compute(given, method=method.value)
    if out:
        if answers:
            keep_source(answers, out)
        result.write(out)
    report(result, lambda: review_consensus(result), out, as_json=as_json)


@app.command()
def align(
    predictions: Annotated[Path, typer.Option(help="A judge's predictions as JSON lines, one a stream.")],
    answers: AnswersFile = None,
    workspace: Items = None,
    judge: Annotated[
        str | None, typer.Option(help="Whose rows to read, where the file has those of several judges.")
    ] = None,
    tolerances: Tolerances = None,
    method: MethodOption = Method.default,
    fps: Fps = None,
    resamples: Resamples = 2000,
    seed: Seed = 0,
    database: DatabaseUrl = None,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Whether a judge sees the breaks that the reviewers see, over a sweep of tolerances.

    A failed call is no verdict, and makes the result incomplete (exit code 3). A prediction that is coarser than a
    tolerance is left out of that row, and counted.

    Example: evalcore review align --workspace data/demo
    --predictions data/demo/review/predictions/judge-a.jsonl --out align.json
    """
    from evalcore.cli.show import keep_source, print_failures, print_table, report
    from evalcore.review import align as compare
    from evalcore.review import consensus as compute
    from evalcore.review import read_predictions
    from evalcore.tables import review_alignment, review_alignment_counts, review_alignment_scope

    data = None if workspace is None else open_data(workspace)
    given = open_answers(answers, data, database)
    if data is not None:
        data.check(given)
    result = compare(
        compute(given, method=method.value),
        read_predictions(predictions, judge=judge),
        data=data,
        fps=fps,
        tolerances=parse_tolerances(tolerances),
        resamples=resamples,
        seed=seed,
    )
    if out:
        for source in (predictions, answers):
            if source:
                keep_source(source, out)
        result.write(out)
    print_failures(result.failures)
    if not as_json:
        print_table(review_alignment_scope(result))
        print_table(review_alignment_counts(result))
    report(result, lambda: review_alignment(result), out, as_json=as_json)


app.command()(review_joined.survival)
app.command()(review_joined.preference)
app.command()(review_joined.breaks)
app.command()(review_judge.judge)
app.command("import")(review_answers.import_file)
app.command()(review_answers.export)
app.command()(review_answers.assign)
app.command()(review_answers.progress)
