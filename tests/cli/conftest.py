"""Run a command as the terminal does, and see what it printed and returned."""

from __future__ import annotations

import sys

import pytest

from evalcore.cli import geoflip, main


class Run:
    """What a command printed and returned."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """``run("rollout", "score", ...)``; another program than evalcore: ``run(..., program="geoflip")``."""

    def call(*arguments: object, program: str = "evalcore") -> Run:
        monkeypatch.setattr(sys, "argv", [program, *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            {"evalcore": main, "geoflip": geoflip}[program]()
        captured = capsys.readouterr()
        code = end.value.code
        assert isinstance(code, int | None)
        return Run(code or 0, captured.out, captured.err)

    return call
