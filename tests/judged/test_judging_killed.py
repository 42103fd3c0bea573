"""A long run against an endpoint that misbehaves, killed twice: every condition is judged once, and none is lost."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np

from evalcore.judged import DEFAULT_PROFILE, JudgedData, JudgeRunResult, judge_request, read_judgments
from evalcore.judged.judge_rows import read_stored
from evalcore.judged.judge_setup import set_up
from evalcore.video import write
from evalcore.vlm import Endpoint
from tests.judged.judge_folder import MODEL, clip_path, make_folder
from tests.vlm.server import Answer, serving

N = 200
KEY = "sk-killed-0123456789abcdef"
PROGRAM = """
import logging, sys
from pathlib import Path
from evalcore.judged import judge, load
from evalcore.vlm import Endpoint, Retries
from evalcore.workspace import Workspace

logging.basicConfig(level=logging.DEBUG)
url, root, out = sys.argv[1:]
judge(
    load(Workspace(root)), "good", endpoint=Endpoint(url, "judge-1", timeout_s=0.5), out=Path(out), jobs=8,
    retries=Retries(attempts=3, first_s=0.02, longest_s=0.1),
)
"""


def name_of(body: dict[str, Any]) -> str:
    """A request's first picture stands for its condition."""
    url = body["messages"][0]["content"][1]["image_url"]["url"]
    return hashlib.sha256(url.encode()).hexdigest()


class Misbehaving:
    """By the number of the condition: one kind of misbehaviour each, mostly at the first request alone."""

    def __init__(self, conditions: dict[str, str]) -> None:
        self.conditions, self.healed = conditions, False
        self.asked: dict[str, int] = defaultdict(int)

    def __call__(self, body: dict[str, Any], _before: int) -> Answer:
        condition = self.conditions[name_of(body)]
        self.asked[condition] += 1
        number, repair = int(condition[1:]), len(body["messages"]) > 1
        good = Answer(text=json.dumps({"event": "left", "violation": "clear", "reason": condition}), delay_s=0.02)
        if number % 20 == 19 and not self.healed:
            return Answer(status=500, echo_key=True)
        if number % 20 == 7:
            return Answer(text=None, refusal=f"I will not look at {condition}.")
        first = {
            0: Answer(status=429, headers={"Retry-After": "0.1"}),
            1: Answer(status=500, echo_key=True),
            2: Answer(body=b'{"choices": [{"message": {"content": "{'),
            3: Answer(cut_at=30),
            4: Answer(delay_s=3),
            5: Answer(text=f"In {condition} it rolls left."),
            6: Answer(text='{"event": "left", "violation": "cl', finish_reason="length"),
            8: Answer(text="quiet", echo_key=True),
        }
        return first.get(number % 20, good) if self.asked[condition] == 1 and not repair else good


def start(url: str, root: Path, out: Path, log: Path) -> subprocess.Popen[bytes]:
    with log.open("ab") as file:
        return subprocess.Popen(
            [sys.executable, "-c", PROGRAM, url, str(root), str(out)],
            env={**os.environ, "OPENAI_API_KEY": KEY, "EVALCORE_CACHE_DIR": str(root / "cache"), "OPENAI_LOG": "debug"},
            cwd=root,
            stdout=file,
            stderr=file,
        )


def judged(out: Path) -> set[str]:
    return set(read_stored(out).rows)


def kill_at(process: subprocess.Popen[bytes], out: Path, n: int) -> set[str]:
    until = time.monotonic() + 60
    while process.poll() is None and len(judged(out)) < n and time.monotonic() < until:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    return judged(out)


def make_data(root: Path) -> JudgedData:
    data = make_folder(root, N)
    for k, condition in enumerate(data.conditions):
        frames = np.full((3, 32, 32, 3), 60, np.uint8)
        frames[:, 8:16, 8:24] = k, 255 - k, (7 * k) % 256
        write(clip_path(root, condition.condition_id), frames, fps=5)
    return data


def test_two_kills_and_a_bad_endpoint_cost_no_judgment_and_make_none(tmp_path: Path) -> None:
    root, out, log = tmp_path / "data", tmp_path / "out" / "j.jsonl", tmp_path / "log.txt"
    data = make_data(root)
    setup = set_up(
        data,
        MODEL,
        endpoint=Endpoint("http://127.0.0.1/v1", "judge-1"),
        out=out,
        profile=DEFAULT_PROFILE,
        subset=None,
        videos=None,
        jobs=1,
        repeat=1,
        mixed=False,
    )
    conditions = {
        name_of({"messages": [judge_request(setup.prompts, clip.condition.task, setup.sample(clip)).to_dict()]}): (
            clip.condition.condition_id
        )
        for clip in setup.clips
    }
    assert len(conditions) == N
    plan = Misbehaving(conditions)
    with serving(plan) as server:
        for n in (50, 110):
            kept = kill_at(start(server.url, root, out, log), out, n)
            assert n <= len(kept) < N
            assert not out.with_suffix(".run.json").exists()
            before = {name: plan.asked[name] for name in kept}
        third = start(server.url, root, out, log)
        assert third.wait(60) == 0, log.read_text()[-2000:]
        assert {name: plan.asked[name] for name in kept} == before  # what is judged is never asked again
        result = JudgeRunResult.read(out.with_suffix(".run.json"))
        lost = {f"c{k:03}" for k in range(19, N, 20)}
        assert {failure.unit for failure in result.failures} == lost
        assert {failure.kind for failure in result.failures} == {"server"}
        assert not result.complete
        assert judged(out) == {f"c{k:03}" for k in range(N)} - lost

        plan.healed = True
        assert start(server.url, root, out, log).wait(60) == 0
        assert {name: plan.asked[name] for name in kept} == before
        assert any(authorization == f"Bearer {KEY}" for authorization in server.authorizations)
    assert JudgeRunResult.read(out.with_suffix(".run.json")).complete

    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert sorted(line["condition_id"] for line in lines) == [f"c{k:03}" for k in range(N)]
    for line in lines:
        refused = int(line["condition_id"][1:]) % 20 == 7
        verdict = ("uncertain", None) if refused else ("left", line["condition_id"])
        assert (line["event"], line["reason"]) == verdict
    assert len(read_judgments(out, data)) == N
    holders = [path for path in tmp_path.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()]
    assert holders == []
    assert b"[hidden]" in out.read_bytes()
