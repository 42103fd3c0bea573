"""Starting the app as a process of its own. Nothing here imports Streamlit, so that the command line stays quick."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import NoReturn

from evalcore.errors import InputError
from evalcore.workspace import Workspace

__all__ = ["REVIEWER_VARIABLE", "app_script", "command", "reviewers_only", "serve"]

REVIEWER_VARIABLE = "EVALCORE_REVIEWER"  # set: the app serves the Mark page and nothing else


def app_script() -> Path:
    """The app's script: inside of the installed package, or beside the package in a checkout.

    Raises
    ------
    InputError
        The script is in neither place.
    """
    package = Path(__file__).resolve().parents[1]
    places = (package / "_app" / "app.py", package.parent / "app.py")
    for place in places:
        if place.is_file():
            return place
    raise InputError("the app's script is missing.", where=places[0], fix="Install evalcore again.")


def command(script: Path, *, port: int, host: str = "127.0.0.1", open_browser: bool = False) -> list[str]:
    """The command line that serves ``script``, to be run with ``EVALCORE_WORKSPACE`` in its environment."""
    settings = {
        "server.port": port,
        "server.address": host,
        "server.headless": str(not open_browser).lower(),
        "server.showEmailPrompt": "false",
        "server.fileWatcherType": "none",
        "browser.gatherUsageStats": "false",
        "client.toolbarMode": "viewer",
    }
    # -P: a file called like a library in the folder where the command is given must not be imported in its place.
    return [
        *(sys.executable, "-P", "-m", "streamlit", "run", str(script)),
        *(f"--{name}={value}" for name, value in settings.items()),
    ]


def serve(
    workspace: Workspace,
    *,
    port: int = 8501,
    host: str = "127.0.0.1",
    open_browser: bool = True,
    reviewer: bool = False,
) -> NoReturn:
    """Replace this process by the app's server.

    Parameters
    ----------
    workspace
        The one to open.
    port, host
        Where to listen. The app has no login: on another host than this machine everybody who reaches it sees the
        workspace.
    open_browser
        Whether to open the app in a browser as well.
    reviewer
        Whether to serve the Mark page alone.

    Raises
    ------
    InputError
        The port cannot be used.
    """
    _check_port(host, port)
    arguments = command(app_script(), port=port, host=host, open_browser=open_browser)
    sys.stdout.flush()
    sys.stderr.flush()
    environment = {**os.environ, "EVALCORE_WORKSPACE": str(workspace.root), REVIEWER_VARIABLE: "1" if reviewer else ""}
    os.execve(arguments[0], arguments, environment)


def _check_port(host: str, port: int) -> None:
    if not host:
        raise InputError("the address to listen on is empty.", where="--host", fix="Leave --host out, or name one.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        if not 0 < port < 2**16:
            raise OSError(None, "ports are 1 to 65535")
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        raise InputError(
            f"port {port} cannot be used ({error.strerror}).", where=host, fix="Choose another one with --port."
        ) from None


def reviewers_only() -> bool:
    """Whether this process of the app was started for reviewers, and serves the Mark page alone."""
    return bool(os.environ.get(REVIEWER_VARIABLE))
