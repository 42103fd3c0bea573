"""Options that the review commands share, and what they name: answers of a file or of a database, and the items."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evalcore.errors import InputError

if TYPE_CHECKING:
    from evalcore.review import Answers, ReviewData, Store
    from evalcore.workspace import Workspace

__all__ = [
    "AnswersFile",
    "DatabaseUrl",
    "Fps",
    "Headline",
    "Items",
    "Json",
    "Method",
    "MethodOption",
    "Out",
    "Resamples",
    "Seed",
    "Tolerances",
    "open_answers",
    "open_data",
    "open_store",
    "parse_names",
    "parse_tolerances",
]

VARIABLE = "EVALCORE_DATABASE_URL"


class Method(StrEnum):
    """The corrected default, or the reference implementation's own figures."""

    default = "default"
    potato = "potato"


AnswersFile = Annotated[
    Path | None, typer.Option(help="Answers as JSON lines, one a reviewer and item; default those of the workspace.")
]
Items = Annotated[
    Path | None,
    typer.Option("--workspace", "-w", help="The workspace: items, clip lengths, and answers where none are given."),
]
DatabaseUrl = Annotated[
    str | None,
    typer.Option(
        "--database",
        envvar=VARIABLE,
        help="URL of the PostgreSQL or SQLite database with the answers; default review/answers.sqlite.",
        show_default=False,
    ),
]
MethodOption = Annotated[
    Method, typer.Option(help="potato: the reference implementation's own figures, with their known faults.")
]
Tolerances = Annotated[
    str | None,
    typer.Option(help="Seconds, separated by commas; default half a frame of each stream, then 0.25, 0.5, 1 and 2."),
]
Headline = Annotated[
    float | None, typer.Option(help="The tolerance that breakdowns are at, in seconds; default 0.5.", min=0)
]
Fps = Annotated[float | None, typer.Option(help="Frames a second of streams whose rate is not declared.")]
Resamples = Annotated[int, typer.Option(help="Resamples of the bootstrap over items; 0: no intervals.", min=0)]
Seed = Annotated[int, typer.Option(help="Seed of everything that is drawn.", min=0)]
Out = Annotated[Path | None, typer.Option(help="Write the result here as JSON.")]
Json = Annotated[bool, typer.Option("--json", help="Print the JSON to stdout instead of tables.")]


def parse_tolerances(text: str | None) -> list[float] | None:
    """``0.25,0.5`` as numbers; what they may be is checked where they are used."""
    if text is None:
        return None
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise InputError(
            f"{text!r} are no tolerances.", where="--tolerances", fix="Give seconds separated by commas: 0.25,0.5,1."
        ) from None


def parse_names(text: str) -> list[str]:
    """``ann, bob`` as names."""
    return [name.strip() for name in text.split(",")]


def open_data(folder: Path) -> ReviewData:
    """Read schema and items of a workspace."""
    from evalcore.review import load
    from evalcore.workspace import Workspace

    return load(Workspace(folder))


def open_store(workspace: Workspace, database: str | None, *, make: bool = False) -> Store:
    """The database of ``--database``, else the workspace's own file, which only ``make`` makes.

    Raises
    ------
    InputError
        There is no such file, or the database does not work.
    """
    from evalcore.review import Store

    if database:
        return Store(database)
    path = workspace.path("review", "answers.sqlite")
    if not make and not path.exists():
        raise InputError(
            "the workspace has no answers.",
            where=workspace.relative(path),
            fix=f"Mark in the app, use `evalcore review import`, or name a database with --database or {VARIABLE}.",
        )
    return Store(path)


def open_answers(answers: Path | None, data: ReviewData | None, database: str | None) -> Answers:
    """Answers of a file, or where none is given of the workspace's database.

    Raises
    ------
    InputError
        Neither is given, the file is at fault, or nobody has answered.
    """
    from evalcore.review import read_answers

    if answers is not None:
        return read_answers(answers)
    if data is None:
        raise typer.BadParameter("give --answers, or --workspace for the answers that were marked there.")
    with open_store(data.workspace, database) as store:
        found = store.answers(schema=data.schema.name)
        if not len(found):
            others = ", ".join(store.schemas())
            raise InputError(
                f"nobody has answered under the schema's name {data.schema.name!r}.",
                where=store.url,
                fix=f"There are answers under: {others}." if others else "Mark in the app first.",
            )
    return found
