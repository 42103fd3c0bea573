"""From a judge's reply to an answer: the JSON asked for, with one repair where it is something else."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import msgspec

from evalcore.judged.config import UNCERTAIN
from evalcore.judged.judge_rows import RawReply
from evalcore.judged.prompts import FORM
from evalcore.vlm import Message, Reply, Usage

__all__ = ["Answer", "Answered", "ask_judge", "read_answer"]

_FENCED = re.compile(r"\s*```(?:json)?[ \t]*\n(?P<inside>.*?)\n?[ \t]*```\s*", re.DOTALL | re.IGNORECASE)


class Answer(msgspec.Struct, frozen=True):
    """The JSON asked for; further fields are ignored. What ``event`` and ``violation`` count as is up to scoring."""

    event: str
    violation: str | bool
    reason: str | None = None


NO_ANSWER = Answer(UNCERTAIN, UNCERTAIN)


@dataclass(frozen=True)
class Answered:
    """An answer with all that led to it; ``judge`` is the model that the endpoint reports, None where it does not."""

    answer: Answer
    raw: tuple[RawReply, ...]
    judge: str | None
    system_fingerprint: str | None
    usage: Usage
    attempts: int
    latency_s: float


class _Asks(Protocol):
    def ask(self, messages: list[Message]) -> Reply: ...


def read_answer(text: str) -> Answer:
    """The answer that a reply holds.

    The reply is the JSON object alone, or that in one Markdown code fence: models add it out of habit, and nothing is
    left to interpret. Anything else beside the object is not.

    Raises
    ------
    ValueError
        The reply is something else; the message says what.

    >>> read_answer('```json\\n{"event": "Left", "violation": false}\\n```')
    Answer(event='Left', violation=False, reason=None)
    """
    fenced = _FENCED.fullmatch(text)
    try:
        return msgspec.json.decode(fenced["inside"] if fenced else text, type=Answer)
    except msgspec.ValidationError as error:
        raise ValueError(f"the JSON is not of the form asked for ({error})") from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise ValueError(f"it is not JSON ({error})") from None


def ask_judge(client: _Asks, request: Message, *, check: Callable[[str], None]) -> Answered:
    """Ask for a judgment; a reply that is not the JSON asked for gets one repair, then event and violation uncertain.

    Parameters
    ----------
    client
        A :class:`evalcore.vlm.Client`; its errors pass through, so that no lost request becomes a judgment.
    request
        Prompt and pictures.
    check
        Told of the model that each reply reports; may refuse it by raising.
    """
    replies: list[Reply] = []
    raw: list[RawReply] = []
    answer, messages = None, [request]
    while answer is None and len(replies) < 2:
        reply = client.ask(messages)
        if reply.model:
            check(reply.model)
        problem = None
        try:
            answer = read_answer(reply.text)
        except ValueError as error:
            problem = str(error)
            said = reply.text or reply.refusal or "(no answer)"
            messages = [
                request,
                Message("assistant", said),
                Message("user", f"This cannot be read: {problem}. {FORM}"),
            ]
        replies.append(reply)
        raw.append(RawReply(text=reply.text, finish_reason=reply.finish_reason, refusal=reply.refusal, problem=problem))
    return Answered(
        answer=answer or NO_ANSWER,
        raw=tuple(raw),
        judge=replies[-1].model,
        system_fingerprint=replies[-1].system_fingerprint,
        usage=sum((reply.usage for reply in replies), Usage()),
        attempts=sum(reply.attempts for reply in replies),
        latency_s=round(sum(reply.latency_s for reply in replies), 3),
    )
