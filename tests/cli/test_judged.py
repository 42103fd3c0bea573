from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from evalcore.judged import BaselinesResult, JudgedResult
from tests.judged.judge_folder import MODEL, make_folder
from tests.judged.made import PUBLISHED, make_data
from tests.vlm.server import Answer, serving

KEY = "sk-not-a-real-key-0123456789"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return make_data(tmp_path / "data").root


@pytest.fixture
def geoflip(run):
    return lambda *arguments: run(*arguments, program="geoflip")


def released(data: Path, judge: str, model: str) -> Path:
    return data / "baselines" / "judgments" / judge / f"{model}.jsonl"


def test_score_writes_the_documented_file(data: Path, tmp_path: Path, geoflip) -> None:
    out = tmp_path / "f.json"
    predictions = released(data, "judge-a", "plain")
    ended = geoflip("score", "--data", data, "--subset", "paper-main", "--predictions", predictions, "--out", out)
    assert ended.code == 0
    written = json.loads(out.read_text())
    assert written["event"] == pytest.approx(47.2222, abs=1e-4)
    assert written["structure"] == pytest.approx(50.5556, abs=1e-4)
    assert set(written["ci95"]) == {"event", "structure"}
    assert set(written["tasks"]["ball"]) >= {"event", "structure", "n"}
    assert set(written["pairs"]) >= {"n", "correct", "accuracy"}
    assert set(written["counts"]) == {"judged", "missing", "outside", "unknown_label", "other", "uncertain"}
    assert len(written["conditions"]) == 12
    assert JudgedResult.read(out).to_json() == out.read_bytes()
    assert "47.2" in ended.out


def test_both_programs_do_the_same(data: Path, run) -> None:
    arguments = ["baselines", "--data", data, "--subset", "paper-main", "--judge", "judge-a", "--json"]
    one = json.loads(run(*arguments, program="geoflip").out)
    other = json.loads(run("judged", *arguments).out)
    assert one["record"].pop("created")
    assert other["record"].pop("created")
    assert one == other


def test_all_published_values_agree(data: Path, tmp_path: Path, geoflip) -> None:
    out = tmp_path / "f.json"
    ended = geoflip("baselines", "--data", data, "--subset", "paper-main", "--judge", "judge-a", "--out", out)
    assert ended.code == 0
    assert "6 of 6 agree" in ended.out
    written = json.loads(out.read_text())
    assert set(written["models"]) == {"plain", "sharp", "weak"}
    assert written["published"]["agreed"] == 6


def test_a_changed_published_value_is_found(data: Path, geoflip) -> None:
    (data / "baselines" / "paper-results.json").write_text(PUBLISHED.replace("47.2", "47.3"))
    ended = geoflip("baselines", "--data", data, "--subset", "paper-main", "--judge", "judge-a")
    assert ended.code == 3
    assert "5 of 6 agree" in ended.out
    assert "47.3" in ended.out


def test_rank_reads_the_published_table_and_adds_a_model(data: Path, tmp_path: Path, geoflip) -> None:
    table, out, new = data / "baselines" / "paper-results.json", tmp_path / "ranks.json", tmp_path / "new.json"
    assert geoflip("rank", "--table", table, "--out", out).code == 0
    written = json.loads(out.read_text())
    assert {model: row["overall_rank"] for model, row in written["models"].items()} == {
        "sharp": 1,
        "plain": 2,
        "weak": 3,
    }
    assert written["models"]["sharp"]["psnr_rank"] == 1.5
    assert written["unranked"] == []
    predictions = released(data, "judge-b", "sharp")
    geoflip("score", "--data", data, "--subset", "paper-main", "--predictions", predictions, "--out", new)
    with_new = ["rank", "--table", table, "--add", new, "--name", "mine", "--out", out]
    assert geoflip(*with_new).code == 3
    assert [row["model"] for row in json.loads(out.read_text())["unranked"]] == ["mine"]
    assert geoflip(*with_new, "--psnr", 30, "--ssim", 0.9).code == 0
    assert json.loads(out.read_text())["models"]["mine"]["psnr_rank"] == 1
    assert json.loads(out.read_text())["pool_sha256"] != written["pool_sha256"]


def test_intervals_of_ranks_come_from_the_judgments(data: Path, tmp_path: Path, geoflip) -> None:
    main, out = tmp_path / "main.json", tmp_path / "ranks.json"
    geoflip("baselines", "--data", data, "--subset", "paper-main", "--judge", "judge-a", "--out", main)
    table = data / "baselines" / "paper-results.json"
    assert geoflip("rank", "--table", table, "--scores", main, "--out", out).code == 0
    ranked = json.loads(out.read_text())["models"]["sharp"]
    assert "needs at least 5 units" in json.dumps(ranked)  # three tasks are too few
    compared = geoflip("compare", "--results", main, "--model", "sharp", "--other", "weak", "--json")
    assert json.loads(compared.out)["difference"] == pytest.approx(86.1111, abs=1e-4)


def test_a_diagnostic_is_no_ranking_column(data: Path, tmp_path: Path, geoflip) -> None:
    table = tmp_path / "table.json"
    table.write_text('{"a": {"event": 1, "structure": 1, "diagnostic_psnr": 20, "ssim": 0.5}}')
    ended = geoflip("rank", "--table", table)
    assert ended.code == 2
    assert "diagnostic" in ended.err


def test_options_of_a_new_model_need_one(data: Path, geoflip) -> None:
    ended = geoflip("rank", "--table", data / "baselines" / "paper-results.json", "--psnr", 20)
    assert ended.code == 2
    assert "--add" in ended.err


def test_two_judges_are_compared(data: Path, geoflip) -> None:
    ended = geoflip("agree", "--data", data, "--subset", "paper-main", "--judge", "judge-a", "--other", "judge-b")
    assert ended.code == 0
    assert "kappa" in ended.out.lower()


def test_two_files_of_one_judge_are_compared(data: Path, tmp_path: Path, geoflip) -> None:
    one = released(data, "judge-a", "sharp")
    again = tmp_path / "again.jsonl"
    again.write_text(one.read_text().replace('"event": "tip"', '"event": "fall"'))
    ended = geoflip("agree", "--data", data, "--subset", "core", "--judge", one, "--other", again, "--json")
    assert ended.code == 0
    written = json.loads(ended.out)
    assert written["repeated"] is True
    assert written["event"]["raw"] == pytest.approx(11 / 12)
    assert geoflip("agree", "--data", data, "--subset", "core", "--judge", one, "--other", "judge-b").code == 2


@pytest.mark.parametrize(
    ("break_it", "message"),
    [
        (lambda data: (data / "splits" / "paper-main.txt").write_text("ball-1a\nnobody\n"), "paper-main.txt:2"),
        (lambda data: released(data, "judge-a", "plain").write_text("{\n"), "plain.jsonl:1"),
        (lambda data: released(data, "judge-a", "plain").write_bytes(b"\xff\xfe\n"), "plain.jsonl:1"),
        (
            lambda data: (data / "inputs" / "manifest.jsonl").write_text(
                '{"condition_id": "ball-1a", "first_frame": "a.png", "prompt": "go", "label": "left"}\n'
            ),
            "manifest.jsonl:1",
        ),
    ],
)
def test_bad_input_names_file_and_line(data: Path, geoflip, break_it, message: str) -> None:
    break_it(data)
    ended = geoflip("baselines", "--data", data, "--subset", "paper-main", "--judge", "judge-a")
    assert ended.code == 2
    assert message in ended.err
    assert ended.out == ""


def test_a_result_is_not_written_over_what_was_read(data: Path, geoflip) -> None:
    predictions = released(data, "judge-a", "plain")
    before = predictions.read_bytes()
    ended = geoflip("score", "--data", data, "--subset", "core", "--predictions", predictions, "--out", predictions)
    assert ended.code == 2
    assert predictions.read_bytes() == before


def test_clips_are_sampled_into_a_folder(tmp_path: Path, geoflip) -> None:
    root = make_folder(tmp_path / "data", n=2).workspace.root
    asked = ["sample", "--data", root, "--model", MODEL, "--profile", "paper-prefix-8", "--out", tmp_path / "frames"]
    assert geoflip(*asked).code == 0
    rows = [json.loads(line) for line in (tmp_path / "frames" / "manifest.jsonl").read_text().splitlines()]
    assert [row["condition_id"] for row in rows] == ["c000", "c001"]
    assert len(rows[0]["frames"]) == 8
    (root / "generated" / MODEL / "c001.mp4").unlink()
    ended = geoflip(*asked)
    assert ended.code == 3
    assert "c001" in ended.err


def test_similarity_says_that_it_is_a_diagnostic(tmp_path: Path, geoflip) -> None:
    root = make_folder(tmp_path / "data", n=2).workspace.root
    ended = geoflip("similarity", "--data", root, "--model", MODEL, "--out", tmp_path / "s.json")
    assert ended.code == 0
    assert json.loads((tmp_path / "s.json").read_text())["diagnostic"] is True
    assert "diagnostic" in ended.out


def test_a_judge_run_is_planned_made_and_gone_on_with(tmp_path: Path, geoflip, monkeypatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    root, out = make_folder(tmp_path / "data", n=4).workspace.root, tmp_path / "j.jsonl"
    with serving([]) as nobody:
        asked = ["judge", "--data", root, "--model", MODEL, "--base-url", nobody.url, "--judge-model", "judge-1"]
        ended = geoflip(*asked, "--dry-run", "--out", out)
        assert ended.code == 0
        assert "Requests" in ended.out
        assert nobody.requests == []
    assert not out.exists()
    with serving(Answer()) as server:
        asked[asked.index("--base-url") + 1] = server.url
        assert geoflip(*asked, "--subset", "half", "--out", out).code == 0
        assert geoflip(*asked, "--out", out).code == 0
        assert len(server.requests) == 4
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert sorted(row["condition_id"] for row in rows) == ["c000", "c001", "c002", "c003"]
    assert json.loads(out.with_suffix(".run.json").read_text())["complete"] is True
    scored = geoflip("score", "--data", root, "--subset", "half", "--predictions", out, "--json")
    assert json.loads(scored.out)["counts"]["judged"] == 2
    assert not any(KEY.encode() in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


def test_a_result_of_baselines_reads_back(data: Path, tmp_path: Path, geoflip) -> None:
    out = tmp_path / "f.json"
    geoflip("baselines", "--data", data, "--subset", "core", "--judge", "judge-b", "--out", out)
    assert BaselinesResult.read(out).to_json() == out.read_bytes()


def test_a_new_model_needs_a_name(data: Path, tmp_path: Path, geoflip) -> None:
    new = tmp_path / "new.json"
    predictions = released(data, "judge-b", "sharp")
    geoflip("score", "--data", data, "--subset", "paper-main", "--predictions", predictions, "--out", new)
    ended = geoflip("rank", "--table", data / "baselines" / "paper-results.json", "--add", new, "--name", " ")
    assert ended.code == 2
    assert "the new model has no name" in ended.err


def test_a_closed_output_is_no_fault(data: Path, tmp_path: Path) -> None:
    asked = ["judged", "baselines", "--data", data, "--subset", "core", "--judge", "judge-a"]
    command = shlex.join([sys.executable, "-m", "evalcore", *map(str, asked)])
    ended = subprocess.run(["sh", "-c", f"{command} >&-"], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
