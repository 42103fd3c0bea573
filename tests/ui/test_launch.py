from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from evalcore.errors import InputError
from evalcore.ui import launch
from evalcore.workspace import Workspace


def test_script_is_the_one_beside_the_package_in_a_checkout():
    assert launch.app_script() == Path(launch.__file__).resolve().parents[2] / "app.py"


def test_script_of_an_installed_package_comes_first(tmp_path, monkeypatch):
    package = tmp_path / "site" / "evalcore"
    (package / "ui").mkdir(parents=True)
    monkeypatch.setattr(launch, "__file__", str(package / "ui" / "launch.py"))
    with pytest.raises(InputError, match="the app's script is missing"):
        launch.app_script()
    (tmp_path / "site" / "app.py").touch()
    assert launch.app_script() == tmp_path / "site" / "app.py"
    (package / "_app").mkdir()
    (package / "_app" / "app.py").touch()
    assert launch.app_script() == package / "_app" / "app.py"


def test_command_keeps_to_this_machine_and_sends_nothing_home():
    line = launch.command(Path("app.py"), port=8600)
    assert line[0] == sys.executable
    assert {"--server.port=8600", "--server.address=127.0.0.1", "--browser.gatherUsageStats=false"} <= set(line)
    assert "--server.headless=true" in line
    assert "--server.headless=false" in launch.command(Path("app.py"), port=1, open_browser=True)


def test_serve_becomes_the_server_with_the_workspace_in_its_environment(tmp_path, monkeypatch):
    calls = []
    monkeypatch.setattr(os, "execve", lambda *arguments: calls.append(arguments))
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    launch.serve(Workspace(tmp_path), port=port, open_browser=False)
    [(program, line, environment)] = calls
    assert program == sys.executable
    assert line == launch.command(launch.app_script(), port=port)
    assert environment["EVALCORE_WORKSPACE"] == str(tmp_path.resolve())
    assert not environment[launch.REVIEWER_VARIABLE]
    launch.serve(Workspace(tmp_path), port=port, open_browser=False, reviewer=True)
    assert calls[-1][2][launch.REVIEWER_VARIABLE]


def test_an_app_for_reviewers_knows_that_it_is_one(monkeypatch):
    monkeypatch.delenv(launch.REVIEWER_VARIABLE, raising=False)
    assert not launch.reviewers_only()
    monkeypatch.setenv(launch.REVIEWER_VARIABLE, "1")
    assert launch.reviewers_only()


def test_a_port_in_use_is_an_error_that_says_how_to_choose_another(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(InputError, match=rf"127.0.0.1: port {port} cannot be used .* --port"):
            launch.serve(Workspace(tmp_path), port=port)


def test_a_port_that_does_not_exist_is_an_error(tmp_path):
    with pytest.raises(InputError, match="port 99999 cannot be used"):
        launch.serve(Workspace(tmp_path), port=99999)


def test_starting_the_app_does_not_import_streamlit_first():
    code = "import sys, evalcore.ui.launch; print([m for m in ('streamlit', 'pandas', 'numba') if m in sys.modules])"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.strip() == "[]"
