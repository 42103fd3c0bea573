"""The ``evalcore`` command: sub-commands, exit codes, and one message for each error."""

from __future__ import annotations

import logging
import os
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated

import typer

import evalcore
from evalcore.cli import judged, review, rollout, scene
from evalcore.cli.scene_options import need_blender
from evalcore.errors import EvalcoreError

__all__ = ["app", "geoflip", "main", "run"]

app = typer.Typer(
    help="Evaluate world models and generated video by published protocols.\n\n"
    "Exit codes: 0 done and complete, 1 internal error, 2 bad usage or bad input, 3 incomplete or a check failed.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(rollout.app, name="rollout")
app.add_typer(judged.app, name="judged")
app.add_typer(scene.app, name="scene")
app.add_typer(review.app, name="review")


def _version(asked: bool) -> None:
    if asked:
        typer.echo(evalcore.__version__)
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version.", callback=_version, is_eager=True)
    ] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Log details to stderr.")] = False,
) -> None:
    logging.basicConfig(
        level=logging.DEBUG if verbose else logging.WARNING, format="%(levelname)s %(name)s: %(message)s"
    )


@app.command()
def demo(
    folder: Annotated[Path, typer.Argument(help="Where to make the workspace, for example data/demo.")],
    score: Annotated[bool, typer.Option(help="Also score it, so that the app has results to show.")] = True,
    render: Annotated[
        bool, typer.Option("--render", help="Also render the scenes; needs Blender and some minutes.")
    ] = False,
) -> None:
    """Make the demo workspace: small simulated clips and made models with planted, documented faults.

    Nothing is downloaded. FOLDER/README.md says what was planted where, so that every page can be checked against it.

    Example: evalcore demo data/demo && evalcore app --workspace data/demo
    """
    from evalcore import demo as maker
    from evalcore.batch import terminal_progress

    if render:
        need_blender().close()  # said before anything is made
    with terminal_progress("making clips") as progress:
        maker.make(folder, progress=progress)
    typer.echo(f"made {folder}")
    if score:
        rollout.score_demo(folder)
        scene.score_demo(folder, render=render)


@app.command("app")
def open_app(
    workspace: Annotated[Path, typer.Option("--workspace", "-w", help="The workspace folder to show.")],
    port: Annotated[int, typer.Option(envvar="PORT", help="Port to listen on.", min=1, max=65535)] = 8501,
    host: Annotated[
        str, typer.Option(help="Address to listen on; anything but 127.0.0.1 is open to others.")
    ] = "127.0.0.1",
    browser: Annotated[bool, typer.Option(help="Open a browser window.")] = False,
    reviewer: Annotated[
        bool, typer.Option("--reviewer", help="Serve the Mark page alone, for reviewers who must stay blind.")
    ] = False,
) -> None:
    """Open the app on a workspace. It listens on this computer only, unless --host says otherwise.

    Example: evalcore app --workspace data/demo
    """
    from evalcore.ui.launch import serve
    from evalcore.workspace import Workspace

    serve(Workspace(workspace), port=port, host=host, open_browser=browser, reviewer=reviewer)


def main() -> None:
    """Run ``evalcore``."""
    run(app)


def geoflip() -> None:
    """Run ``geoflip``, the judged-event commands under the name that their protocol gives them."""
    run(judged.app)


def run(commands: typer.Typer) -> None:
    """Run a command line; an error of the user's is one message on stderr and an exit code, never a traceback."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # an arrow that a terminal cannot show is no reason to fail
        elif stream is None:  # closed by the caller, who wants to hear nothing
            setattr(sys, name, Path(os.devnull).open("w"))  # noqa: SIM115  (for as long as the process lives)
    try:
        commands()
    except EvalcoreError as error:
        typer.secho(f"error: {error}", fg="red", err=True)
        sys.exit(error.exit_code)
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        typer.secho(f"error: {place}{error.strerror or error}.", fg="red", err=True)
        sys.exit(EvalcoreError.exit_code)


if __name__ == "__main__":
    main()
