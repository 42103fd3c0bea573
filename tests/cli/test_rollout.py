from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from evalcore.rollout import load_result
from evalcore.video import write
from tests.rollout.small import make_workspace, moving, write_sound, write_tagged


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_workspace(tmp_path_factory.mktemp("made"))


@pytest.fixture
def root(made: Path, tmp_path: Path) -> Path:
    return shutil.copytree(made, tmp_path / "space")


@pytest.mark.parametrize("verb", ["paired", "candidates"])
def test_a_result_is_not_written_over_its_source(made: Path, tmp_path: Path, run, verb: str) -> None:
    scores = tmp_path / "r.json"
    run("rollout", "score", "--workspace", made, "--no-baselines", "--out", scores)
    before = scores.read_bytes()
    chosen = ["--method", "late", "--baseline", "close"]
    ended = run("rollout", verb, "--results", scores, *chosen, "--out", scores)
    assert ended.code == 2
    assert "--out is the file that was read" in ended.err
    assert scores.read_bytes() == before


def test_score_writes_the_documented_file(made: Path, tmp_path: Path, run) -> None:
    out = tmp_path / "r.json"
    ended = run("rollout", "score", "--workspace", made, "--no-cache", "--out", out)
    assert ended.code == 0
    written = json.loads(out.read_text())
    assert written["complete"] is True
    assert written["coverage"] == {"requested": 12, "done": 12, "failed": 0}
    assert set(written["methods"]) == {"close", "late", "persistence", "history_farneback"}
    assert len(written["methods"]["late"]["per_step_mad"]) == 8
    assert set(written["methods"]["late"]["rollout_mad"]) >= {"mean", "sd", "ci95"}
    assert "late" in ended.out
    assert "off-by-one" in ended.err


def test_without_out_the_app_finds_the_result(root: Path, run) -> None:
    assert run("rollout", "score", "-w", root, "--split", "one").code == 0
    assert load_result(root / "results/rollout/one").coverage.requested == 4
    assert (root / "results/rollout/one/rows.parquet").stat().st_size > 0


def test_json_goes_to_stdout_and_nothing_else_does(made: Path, tmp_path: Path, run) -> None:
    ended = run("rollout", "score", "-w", made, "--json", "--models", "late", "--no-baselines", "--out", tmp_path / "r")
    assert list(json.loads(ended.out)["methods"]) == ["late"]


def test_paired_and_candidates(made: Path, tmp_path: Path, run) -> None:
    out = tmp_path / "r.json"
    run("rollout", "score", "-w", made, "--out", out)
    pair, picks = tmp_path / "pair.json", tmp_path / "picks.json"
    chosen = ("--results", out, "--method", "close", "--baseline", "persistence")
    assert run("rollout", "paired", *chosen, "--out", pair).code == 0
    written = json.loads(pair.read_text())
    assert (written["n"], written["wins"], written["ties"], written["metric"]) == (3, 3, 0, "mad")
    assert written["mean"] < 0
    assert len(written["pairs"]) == 3
    assert written["complete"] is True
    assert not any("p_value" in key or key == "p" for key in written)
    assert run("rollout", "candidates", *chosen, "--metric", "ssim", "--out", picks).code == 0
    rules = json.loads(picks.read_text())["rules"]
    assert list(rules) == ["min", "q25", "median", "q75", "max"]
    assert len(rules["q25"]["runners_up"]) == 2


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-400])


FAULTS = {
    "missing clip": (lambda root: (root / "rollout/models/late/b.mp4").unlink(), 3, "failed late/b:"),
    "16 frames": (
        lambda root: write(root / "rollout/models/late/b.mp4", moving(1, count=16), fps=15),
        3,
        "failed late/b:",
    ),
    "18 frames": (
        lambda root: write(root / "rollout/models/late/b.mp4", moving(1, count=18), fps=15),
        3,
        "failed late/b:",
    ),
    "truncated": (lambda root: cut(root / "rollout/models/late/b.mp4"), 3, "failed late/b:"),
    "wrong size": (
        lambda root: write(root / "rollout/models/late/b.mp4", moving(1, size=(112, 64)), fps=15),
        3,
        "failed late/b:",
    ),
    "no video stream": (lambda root: write_sound(root / "rollout/models/late/b.mp4"), 3, "failed late/b:"),
    "mixed colour tags": (
        lambda root: write_tagged(root / "rollout/models/late/b.mp4", moving(1), matrix=1),
        3,
        "failed late/b:",
    ),
    "empty file": (lambda root: (root / "rollout/models/late/b.mp4").write_bytes(b""), 3, "failed late/b:"),
    "html": (lambda root: (root / "rollout/models/late/b.mp4").write_bytes(b"<!doctype html>"), 3, "failed late/b:"),
    "duplicate clip_id": (
        lambda root: (root / "rollout/clips.jsonl").write_text('{"clip_id": "a"}\n{"clip_id": "a"}\n'),
        2,
        "clips.jsonl:2",
    ),
    "malformed line": (
        lambda root: (root / "rollout/clips.jsonl").write_text('{"clip_id": "a"}\n{"cl'),
        2,
        "clips.jsonl:2",
    ),
    "path outside": (
        lambda root: (root / "rollout/clips.jsonl").write_text('{"clip_id": "../a"}\n'),
        2,
        "clips.jsonl:1",
    ),
    "no table": (lambda root: (root / "rollout/clips.jsonl").unlink(), 2, "rollout/clips.jsonl"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_one_message_with_its_place(root: Path, tmp_path: Path, run, fault: str) -> None:
    damage, code, place = FAULTS[fault]
    damage(root)
    out = tmp_path / "r.json"
    ended = run("rollout", "score", "-w", root, "--no-cache", "--out", out)
    assert ended.code == code
    assert ended.err.count(place) == 1, ended.err
    assert "Traceback" not in ended.err + ended.out
    if code == 2:
        assert not out.exists()
        return
    written = json.loads(out.read_text())
    assert written["complete"] is False
    assert all(method["rollout_mad"] is None and method["reason"] for method in written["methods"].values())
    partial = run("rollout", "score", "-w", root, "--no-cache", "--allow-partial", "--out", out)
    assert partial.code == 3
    assert json.loads(out.read_text())["complete"] is False
    assert json.loads(out.read_text())["methods"]["late"]["rollout_mad"]["mean"] > 0
    assert "INCOMPLETE" in partial.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["rollout", "score", "-w", "absent"], "no such workspace"),
        (["rollout", "paired", "--results", "absent.json", "--method", "a", "--baseline", "b"], "absent.json"),
        (["rollout", "score"], "workspace"),
        (["rollout", "score", "-w", ".", "--metric", "mad"], "No such option"),
        (["app", "-w", "absent"], "no such workspace"),
        (["rollout", "score", "-w", "tests", "--gate-tolerance", "inf"], "tolerance is inf"),
    ],
)
def test_bad_usage_is_exit_code_2(run, arguments: list[str], words: str) -> None:
    ended = run(*arguments)
    assert ended.code == 2
    assert words in ended.err
    assert "Traceback" not in ended.err


def test_a_result_that_cannot_be_written_is_an_error(made: Path, run) -> None:
    ended = run("rollout", "score", "-w", made, "--no-baselines", "--out", made / "rollout/clips.jsonl/x.json")
    assert ended.code == 2
    assert "cannot be written" in ended.err


@pytest.mark.parametrize(("with_signal", "code"), [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)])
def test_a_stopped_run_goes_on_where_it_stopped(
    made: Path, tmp_path: Path, with_signal: signal.Signals, code: int
) -> None:
    clips, units = 250, 500
    root = shutil.copytree(made, tmp_path / "space", ignore=shutil.ignore_patterns(".evalcore"))
    rows, base = [], root / "rollout"
    for index in range(clips):
        rows.append(json.dumps({"clip_id": f"k{index:03}"}))
        for folder in ("future", "conditioning", "models/close", "models/late"):
            shutil.copy(base / folder / "a.mp4", base / folder / f"k{index:03}.mp4")
    (base / "clips.jsonl").write_text("\n".join(rows))
    command = [sys.executable, "-m", "evalcore", "rollout", "score", "-w", str(root), "--jobs", "1", "--no-baselines"]
    cache = root / ".evalcore" / "cache"
    process = subprocess.Popen(
        [*command, "--out", str(tmp_path / "stopped.json")],
        stderr=subprocess.PIPE,
        text=True,
        # A shell that runs the tests in the background makes them, and so the command, deaf to Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    deadline = time.monotonic() + 60
    while len(list(cache.rglob("*.json"))) < 6 and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.002)
    process.send_signal(with_signal)
    said = process.communicate()[1]
    assert process.returncode == code
    assert ("finished units are kept" in said) == (with_signal == signal.SIGINT)
    assert "Traceback" not in said
    kept = len(list(cache.rglob("[!.]*.json")))
    assert 6 <= kept < units
    assert not (tmp_path / "stopped.json").exists()
    subprocess.run([*command, "--out", str(tmp_path / "again.json")], check=True, capture_output=True)
    subprocess.run([*command, "--out", str(tmp_path / "fresh.json"), "--no-cache"], check=True, capture_output=True)
    again, fresh = load_result(tmp_path / "again.json"), load_result(tmp_path / "fresh.json")
    assert again.record["units"] == {"computed": units - kept, "from_cache": kept}
    assert again.methods == fresh.methods
    figures = [[(c.clip_id, c.method, c.per_step_mad, c.per_step_ssim) for c in run.clips] for run in (again, fresh)]
    assert figures[0] == figures[1]


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; sys.argv = ['evalcore', '--help']\n"
        "from evalcore.cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print(sorted({'numpy', 'pandas', 'cv2', 'av', 'numba', 'streamlit', 'scipy', 'torch'} & set(sys.modules)))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.splitlines()[-1] == "[]"
    assert "rollout" in shown
