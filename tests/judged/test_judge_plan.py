from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from evalcore.errors import InputError
from evalcore.judged import JudgedData, JudgePlan, judge, plan, read_prompts
from evalcore.judged.judge_plan import REPLY_TOKENS, REQUEST_S
from evalcore.vlm import Endpoint
from tests.judged.judge_folder import MODEL, clip_path, make_folder, write_clip
from tests.vlm.server import Answer, serving

NOWHERE = Endpoint("http://127.0.0.1:9/v1", "judge-1")


@pytest.fixture
def data(tmp_path: Path) -> JudgedData:
    return make_folder(tmp_path / "data")


def planned(data: JudgedData, out: Path, **options: Any) -> JudgePlan:
    return plan(data, MODEL, endpoint=options.pop("endpoint", NOWHERE), out=out, **options)


def test_a_plan_counts_requests_pictures_and_tokens_and_writes_nothing(data: JudgedData, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    out = tmp_path / "new" / "j.jsonl"
    found = planned(data, out, repeat=2, jobs=3, progress=lambda *now: seen.append(now))
    assert (found.conditions, found.repeat, found.requests, found.pictures) == (4, 2, 8, 64)
    times = tuple(frame / 5 for frame in (0, 3, 5, 8, 11, 14, 16, 19))
    texts = [-(-len(read_prompts(data).text(task, times)) // 4) for task in ("roll", "drop")]
    assert found.prompt_tokens == 64 * 3 * 2 + 4 * sum(texts)  # 96 x 64 pixels are 3 x 2 patches
    assert found.completion_tokens == 8 * REPLY_TOKENS
    assert (found.seconds, found.measured) == (3 * REQUEST_S, False)
    assert (found.kept, found.replaced, found.not_reached, found.failures) == ((), (), (), ())
    assert seen == [(n, 4) for n in range(1, 5)]
    assert not out.parent.exists()


def test_a_plan_says_what_the_run_then_does(tmp_path: Path) -> None:
    root, out = tmp_path / "data", tmp_path / "j.jsonl"
    data = make_folder(root, 6, observation_time=3.9)
    with serving(Answer(delay_s=0.05)) as server:
        endpoint = Endpoint(server.url, "judge-1")
        judge(data, MODEL, endpoint=endpoint, out=out, subset="half")
        write_clip(clip_path(root, "c001"), shade=9)
        write_clip(clip_path(root, "c003"), frames=10)
        clip_path(root, "c004").unlink()
        before = out.read_bytes(), len(server.requests)
        found = planned(data, out, endpoint=endpoint, jobs=1)
        assert (out.read_bytes(), len(server.requests)) == before
        result = judge(data, MODEL, endpoint=endpoint, out=out)
        assert len(server.requests) - 3 == found.requests == 2
    assert (found.kept, found.replaced, found.not_reached) == (("c000", "c002"), ("c001",), ("c003",))
    assert [failure.unit for failure in found.failures] == ["c004"]
    assert found.failures == result.failures
    assert found.measured
    assert 0.1 <= found.seconds < 2 * REQUEST_S
    states = {unit.condition_id: unit.state for unit in result.units}
    assert [name for name, state in states.items() if state == "kept"] == ["c000", "c002"]
    assert [name for name, state in states.items() if state == "not_reached"] == ["c003"]


def test_a_plan_refuses_what_the_run_would_refuse(data: JudgedData, tmp_path: Path) -> None:
    out = tmp_path / "j.jsonl"
    with serving(Answer()) as server:
        judge(data, MODEL, endpoint=Endpoint(server.url, "judge-1"), out=out)
    with pytest.raises(InputError, match="requested_model is 'judge-1' here, and 'judge-2' in this run"):
        planned(data, out, endpoint=Endpoint("http://127.0.0.1:9/v1", "judge-2"))
    assert planned(data, out).requests == 0


def test_a_plan_needs_no_key(data: JudgedData, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert planned(data, tmp_path / "j.jsonl").requests == 4
