from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from evalcore.judged.judge_replies import Answer, Answered, ask_judge, read_answer
from evalcore.judged.judge_rows import RawReply
from evalcore.vlm import Client, Endpoint, Message, RequestError, Retries, Usage, encode
from tests.vlm.server import JUDGMENT, serving
from tests.vlm.server import Answer as Served

GOOD = '{"event": "left", "violation": "clear"}'


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (GOOD, Answer("left", "clear")),
        (f"\n {GOOD}\n", Answer("left", "clear")),
        (f"```json\n{GOOD}\n```", Answer("left", "clear")),
        (f"```\n{GOOD}```\n", Answer("left", "clear")),
        ('{"event": "LEFT ", "violation": true, "reason": null, "score": 1}', Answer("LEFT ", True)),
        ('{"event": "", "violation": "maybe", "reason": "r"}', Answer("", "maybe", "r")),
    ],
)
def test_the_json_asked_for_is_taken_as_it_stands(text: str, answer: Answer) -> None:
    assert read_answer(text) == answer


@pytest.mark.parametrize(
    "text",
    [
        "",
        "left",
        f"Here it is: {GOOD}",
        f"```json\n{GOOD}\n```\nThe ball rolls left.",
        f"```json\n{GOOD}\n```\n```json\n{GOOD}\n```",
        GOOD[:-1],
        f"[{GOOD}]",
        "null",
        "{}",
        '{"event": "left"}',
        '{"violation": "clear"}',
        '{"event": null, "violation": "clear"}',
        '{"event": ["left"], "violation": "clear"}',
        '{"event": "left", "violation": 0}',
        '{"event": "left", "violation": null}',
        '{"event": "left", "violation": "clear", "reason": 3}',
        "[" * 100_000,
    ],
)
def test_anything_else_is_not_an_answer(text: str) -> None:
    with pytest.raises(ValueError, match=r"not JSON|not of the form"):
        read_answer(text)


def ask(*served: Served, judges: list[str] | None = None) -> tuple[list[Any], Answered]:
    check = (judges if judges is not None else []).append
    request = Message("user", "What happens?", (encode(np.zeros((2, 2, 3), np.uint8)),))
    with serving(served) as server, Client(Endpoint(server.url, "judge-1"), retries=Retries(attempts=1)) as client:
        return server.requests, ask_judge(client, request, check=check)


def test_a_good_reply_is_asked_for_once() -> None:
    requests, answered = ask(Served())
    assert len(requests) == 1
    assert answered.answer == Answer("left", "clear", "it rolls left")
    assert answered.raw == (RawReply(text=JUDGMENT, finish_reason="stop"),)
    assert (answered.judge, answered.system_fingerprint) == ("judge-1-0401", "fp_1")
    assert (answered.usage, answered.attempts) == (Usage(100, 20), 1)


def test_a_bad_reply_is_sent_back_once_with_what_is_wrong() -> None:
    requests, answered = ask(Served(text="It rolls left."), Served())
    assert answered.answer.event == "left"
    assert [reply.text for reply in answered.raw] == ["It rolls left.", JUDGMENT]
    assert [reply.problem is None for reply in answered.raw] == [False, True]
    assert (answered.usage, answered.attempts) == (Usage(200, 40), 2)
    first, second = (body["messages"] for body in requests)
    assert second[:2] == [*first, {"role": "assistant", "content": "It rolls left."}]
    assert "it is not JSON" in second[2]["content"]
    assert '{"event":' in second[2]["content"]
    assert len(second) == 3


@pytest.mark.parametrize(
    ("served", "kept"),
    [
        (Served(text="It rolls."), ("It rolls.", "stop", None)),
        (Served(text='{"event": "left", "viol', finish_reason="length"), ('{"event": "left", "viol', "length", None)),
        (Served(text=None, refusal="I cannot help with that."), ("", "stop", "I cannot help with that.")),
        (Served(text=None, finish_reason="content_filter"), ("", "content_filter", None)),
        (Served(text='{"event": 1, "violation": 2}'), ('{"event": 1, "violation": 2}', "stop", None)),
    ],
)
def test_two_bad_replies_are_uncertain_and_both_are_kept(served: Served, kept: tuple[Any, ...]) -> None:
    requests, answered = ask(served)
    assert len(requests) == 2
    assert answered.answer == Answer("uncertain", "uncertain")
    assert [(reply.text, reply.finish_reason, reply.refusal) for reply in answered.raw] == [kept, kept]
    assert all(reply.problem for reply in answered.raw)


def test_a_lost_request_is_no_verdict_even_where_it_was_the_repair() -> None:
    for served in ([Served(status=500)], [Served(text="prose"), Served(status=500)]):
        with pytest.raises(RequestError, match="HTTP 500"):
            ask(*served)


def test_every_reply_says_which_model_it_is_by() -> None:
    judges: list[str] = []
    ask(Served(text="prose", model="v1"), Served(model="v2"), judges=judges)
    assert judges == ["v1", "v2"]
    assert ask(Served(model=None))[1].judge is None
