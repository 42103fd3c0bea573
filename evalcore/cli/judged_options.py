"""Options that the judged-event commands share, and the data folder that they name."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from evalcore.judged import JudgedData

__all__ = [
    "Component",
    "Data",
    "Jobs",
    "Json",
    "Judge",
    "Mixed",
    "Model",
    "NoCache",
    "Out",
    "Profile",
    "ProfileOption",
    "Scope",
    "Seed",
    "Subset",
    "Videos",
    "open_data",
]


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


def open_data(folder: Path) -> JudgedData:
    """Read the data folder of the protocol."""
    from evalcore.judged import load
    from evalcore.workspace import Workspace

    return load(Workspace(folder))
