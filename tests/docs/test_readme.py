"""The README is executed: its commands, its Python, its links, its pictures."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest
from typer.main import get_command

from evalcore.cli import geoflip, main
from evalcore.cli.main import app

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")
COMMANDS = re.findall(r"^    ((?:evalcore|geoflip) .+)$", README, flags=re.MULTILINE)
DOCUMENTS = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "data/README.md")]


def leaves(command: object = None, name: str = "evalcore") -> list[str]:
    command = command or get_command(app)
    commands = getattr(command, "commands", None)
    if not commands:
        return [name]
    return [leaf for key, child in commands.items() for leaf in leaves(child, f"{name} {key}")]


def test_every_command_is_documented() -> None:
    named = [leaf.replace("evalcore judged", "geoflip") for leaf in leaves()]
    assert [leaf for leaf in named if leaf not in README] == []


@pytest.mark.slow
def test_the_commands_run_in_order(
    scored_demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(scored_demo, tmp_path / "data" / "demo")  # made again below, and scored from the cache
    monkeypatch.chdir(tmp_path)
    ran = 0
    for line in COMMANDS:
        arguments = shlex.split(line)
        if arguments[1] == "app":  # a server: the browser tests start it
            continue
        monkeypatch.setattr(sys, "argv", arguments)
        with pytest.raises(SystemExit) as end:
            {"evalcore": main, "geoflip": geoflip}[arguments[0]]()
        assert not end.value.code, (line, capsys.readouterr().err)
        ran += 1
    assert ran >= 12
    named = set(re.findall(r"--out (\S+\.json)$", "\n".join(COMMANDS), flags=re.MULTILINE))
    assert len(named) >= 10
    assert {path.name for path in tmp_path.glob("*.json")} == named
    assert (tmp_path / "frames" / "manifest.jsonl").exists()
    assert not (tmp_path / "my-judgments.jsonl").exists()


def test_the_python_runs(
    scored_demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "demo").symlink_to(scored_demo)
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```$", README, flags=re.MULTILINE | re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, "README.md", "exec"), {})
    assert "5 wins of 5" in capsys.readouterr().out


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(document: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", document.read_text("utf-8"))
    local = [target for target in targets if "://" not in target]
    assert [target for target in local if not (document.parent / target).exists()] == []


def test_make_has_the_targets_that_the_documents_name() -> None:
    named = set(
        re.findall(r"make ([a-z]+)\b", "".join(re.findall(r"`make [a-z]+`|^    make [a-z]+", README, re.MULTILINE)))
    )
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), flags=re.MULTILINE))
    assert named
    assert named <= targets
