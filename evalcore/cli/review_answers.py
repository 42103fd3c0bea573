"""The review commands around answers: import, export, assignment and progress."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from evalcore.cli.review_options import DatabaseUrl, Json, Seed, open_data, open_store, parse_names
from evalcore.errors import InputError

__all__ = ["assign", "export", "import_file", "progress"]

Items = Annotated[Path, typer.Option("--workspace", "-w", help="The workspace folder.")]


def import_file(
    file: Annotated[
        Path, typer.Argument(help="JSON lines of answers, or what the reference implementation (Potato) stored.")
    ],
    into: Annotated[Path, typer.Option("--into", help="The workspace whose items were answered.")],
    schema: Annotated[
        str | None, typer.Option(help="Of stored answers: the name of the scheme there, where it has several.")
    ] = None,
    database: DatabaseUrl = None,
) -> None:
    """Read answers into the database of a workspace: all of them, or none where one does not fit the items.

    An answer that is there as it is stays; one that differs gets a new revision, and the earlier ones are kept. Stored
    marks without a time or a stream cannot be used: they are listed, and the exit code is 3.

    Example: evalcore review import data/demo/review/answers.jsonl --into data/demo

    Example: evalcore review import potato/annotation_output --into data/mine
    """
    from evalcore.batch import Failure
    from evalcore.cli.show import print_failures
    from evalcore.review import import_answers

    data = open_data(into)
    with open_store(data.workspace, database, make=True) as store:
        imported, problems = import_answers(data, store, file, schema=schema)
        typer.echo(f"{store.url}: {imported.added} new, {imported.changed} changed, {imported.unchanged} as before")
    print_failures([Failure(one.where, "unusable", one.message) for one in problems], listed="")
    if problems:
        raise typer.Exit(3)


def export(
    workspace: Items,
    out: Annotated[Path, typer.Option(help="The answers, A.jsonl: one row a reviewer and item.")],
    reviewer: Annotated[str | None, typer.Option(help="Only the answers of this reviewer.")] = None,
    database: DatabaseUrl = None,
) -> None:
    """Write the latest answers as JSON lines, which `agreement` and `import` read.

    Example: evalcore review export --workspace data/demo --out answers.jsonl
    """
    from evalcore.errors import nearest
    from evalcore.review import write_answers

    data = open_data(workspace)
    with open_store(data.workspace, database) as store:
        found = store.answers(schema=data.schema.name)
    chosen = [answer for answer in found if reviewer in (None, answer.reviewer)]
    if not chosen:
        raise InputError(
            f"there is no answer of {reviewer!r}." if reviewer else "there is no answer.",
            where=f"schema {data.schema.name!r}",
            fix=nearest(reviewer or "", found.reviewers) if reviewer else "Mark in the app first.",
        )
    write_answers(out, chosen)
    typer.echo(f"{len(chosen)} answers written to {out}", err=True)


def assign(
    workspace: Items,
    reviewers: Annotated[str, typer.Option(help="Names of the reviewers, separated by commas.")],
    per_item: Annotated[int, typer.Option(help="How many reviewers each item gets.", min=1)] = 3,
    seed: Seed = 0,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace assignments that are there; answers stay.")
    ] = False,
) -> None:
    """Share the items among reviewers: nobody gets more than one item more than another, pairs are drawn.

    Writes review/assignments.jsonl. Without that file everybody is shown every item.

    Example: evalcore review assign --workspace data/mine --reviewers ann,bob,eve --per-item 2
    """
    from evalcore.review import assign as share
    from evalcore.review import read_assignments, write_assignments
    from evalcore.review.answers import check_key

    data = open_data(workspace)
    names = [check_key(name, what="reviewer", where="--reviewers") for name in parse_names(reviewers)]
    if not replace and read_assignments(data) is not None:
        raise InputError(
            "items are assigned already.", where="review/assignments.jsonl", fix="Give --replace to assign them anew."
        )
    assigned = share([item.item for item in data.items], names, per_item=per_item, seed=seed)
    write_assignments(data, assigned)
    for name, items in assigned.items():
        typer.echo(f"{name}: {len(items)} of {len(data.items)} items")


def progress(
    workspace: Items,
    tolerance: Annotated[
        float | None, typer.Option(help="Seconds within which a known break counts as found; default 0.5.")
    ] = None,
    database: DatabaseUrl = None,
    as_json: Json = False,
) -> None:
    """How far each reviewer is, and how he or she does on items with known answers (review/gold.jsonl).

    Example: evalcore review progress --workspace data/demo
    """
    import msgspec

    from evalcore.cli.show import print_table
    from evalcore.review import gold_scores, read_assignments, read_gold
    from evalcore.review import progress as compute
    from evalcore.review.config import HEADLINE
    from evalcore.tables import review_gold, review_progress

    data = open_data(workspace)
    with open_store(data.workspace, database, make=True) as store:
        found = store.answers(schema=data.schema.name)
    within = HEADLINE if tolerance is None else tolerance
    rows = compute(data, found, read_assignments(data))
    gold = gold_scores(found, read_gold(data), tolerance=within)
    if as_json:
        content = msgspec.json.encode({"reviewers": rows, "gold": gold, "tolerance": within})
        sys.stdout.buffer.write(msgspec.json.format(content) + b"\n")
        return
    print_table(review_progress(rows))
    if gold:
        print_table(review_gold(gold, tolerance=within))
