from __future__ import annotations

import logging
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email.utils import formatdate
from typing import Any

import numpy as np
import pytest

from evalcore.errors import InputError
from evalcore.vlm import Client, Endpoint, EndpointError, Message, RequestError, Retries, Stopped, Usage, encode
from tests.vlm.server import JUDGMENT, Answer, Server, serving

KEY = "sk-test-0123456789abcdef"
HELLO = [Message("user", "Hello")]
QUICK = Retries(attempts=3, first_s=0.01, longest_s=0.02)


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    return KEY


@contextmanager
def client_of(server: Server, *, retries: Retries = QUICK, **settings: Any) -> Iterator[Client]:
    with Client(Endpoint(server.url, "judge-1", **settings), retries=retries) as client:
        yield client


def test_a_reply_holds_all_that_the_endpoint_says() -> None:
    with serving(Answer()) as server, client_of(server) as client:
        reply = client.ask(HELLO)
    assert (reply.text, reply.finish_reason, reply.refusal) == (JUDGMENT, "stop", None)
    assert (reply.model, reply.system_fingerprint) == ("judge-1-0401", "fp_1")
    assert (reply.usage, reply.attempts) == (Usage(100, 20), 1)
    assert reply.latency_s >= 0


def test_what_an_endpoint_does_not_say_is_absent() -> None:
    body = b'{"choices": [{"message": {"content": "x"}}], "usage": {"prompt_tokens": null}, "more": 1}'
    with serving(Answer(body=body)) as server, client_of(server) as client:
        reply = client.ask(HELLO)
    assert (reply.text, reply.finish_reason, reply.model, reply.usage) == ("x", None, None, Usage(0, 0))


def test_a_request_holds_text_pictures_and_the_settings_given() -> None:
    frame = np.zeros((2, 4, 3), np.uint8)
    frame[0, 0] = 255, 0, 0
    picture = encode(frame)
    with serving(Answer()) as server, client_of(server, temperature=0.0, max_tokens=300) as client:
        client.ask([Message("user", "What is it?", (picture,)), Message("assistant", "?"), Message("user", "Again")])
    (body,) = server.requests
    assert body == {
        "model": "judge-1",
        "messages": [
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": "What is it?"},
                    {"type": "image_url", "image_url": {"url": picture.data_url}},
                ],
            },
            {"role": "assistant", "content": "?"},
            {"role": "user", "content": "Again"},
        ],
        "temperature": 0.0,
        "max_tokens": 300,
    }
    assert server.paths == ["/v1/chat/completions"]
    assert server.authorizations == [f"Bearer {KEY}"]


def test_without_a_key_no_header_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(Answer()) as server:
        with client_of(server, key_variable=None) as client:
            client.ask(HELLO)
        monkeypatch.delenv("OPENAI_API_KEY")
        with client_of(server) as client:
            client.ask(HELLO)
    assert server.authorizations == [None, None]


def test_another_variable_holds_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOCAL_KEY", " other-0123456789\n")
    with serving(Answer()) as server, client_of(server, key_variable="LOCAL_KEY") as client:
        client.ask(HELLO)
    assert server.authorizations == ["Bearer other-0123456789"]


def test_the_query_of_the_url_is_sent_with_each_request() -> None:
    with (
        serving(Answer()) as server,
        Client(Endpoint(f"{server.url}/?api-version=2024-10-21", "judge-1"), retries=QUICK) as client,
    ):
        client.ask(HELLO)
    assert server.paths == ["/v1/chat/completions?api-version=2024-10-21"]


@pytest.mark.parametrize(
    "fault",
    [
        Answer(status=429),
        Answer(status=500),
        Answer(status=502, body=b"<html>bad gateway</html>"),
        Answer(status=503),
        Answer(status=504),
        Answer(status=408),
        Answer(cut_at=40),
        Answer(cut_at=0),
        Answer(body=b'{"choices": [{"message": {"content": "{'),
        Answer(body=b"it works"),
        Answer(body=b'{"choices": []}'),
        Answer(body=b'{"choices": [{"message": {"content": ["a"]}}]}'),
        Answer(body=b'{"object": "error"}'),
        Answer(body=b'{"choices": [{"message": {"content": "\xff"}}]}'),
        Answer(body=b'{"x": ' + b"[" * 100_000),
        Answer(delay_s=5),
    ],
    ids=lambda fault: f"{fault.status} {(fault.body or b'')[:40]!r} {fault.cut_at} {fault.delay_s}",
)
def test_a_passing_fault_is_tried_again(fault: Answer) -> None:
    with serving([fault, Answer()]) as server, client_of(server, timeout_s=0.3) as client:
        reply = client.ask(HELLO)
    assert (reply.text, reply.attempts) == (JUDGMENT, 2)
    assert len(server.requests) == 2


@pytest.mark.parametrize(
    ("fault", "kind", "message"),
    [
        (Answer(status=429), "rate_limit", "HTTP 429: planned 429 (3 attempts)"),
        (Answer(status=500), "server", "HTTP 500: planned 500 (3 attempts)"),
        (Answer(cut_at=40), "connection", "no connection to 127.0.0.1"),
        (Answer(body=b"{"), "malformed", "did not answer with the JSON of a chat completion"),
        (Answer(delay_s=5), "timeout", "gave no answer in 0.1 s (3 attempts)"),
    ],
)
def test_a_lasting_fault_is_given_up_after_all_attempts(fault: Answer, kind: str, message: str) -> None:
    with serving(fault) as server, client_of(server, timeout_s=0.1) as client, pytest.raises(RequestError) as error:
        client.ask(HELLO)
    assert error.value.kind == kind
    assert message in str(error.value)
    assert len(server.requests) == 3


def test_nobody_listening_is_a_lost_connection() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
        with Client(Endpoint(url, "judge-1"), retries=QUICK) as client, pytest.raises(RequestError) as error:
            client.ask(HELLO)
    assert error.value.kind == "connection"
    assert "refused" in str(error.value)


def test_a_request_at_fault_is_not_repeated_and_stops_nobody_else() -> None:
    with serving([Answer(status=400), Answer()]) as server, client_of(server) as client:
        with pytest.raises(RequestError, match="does not accept the request") as error:
            client.ask(HELLO)
        assert error.value.kind == "refused"
        assert client.ask(HELLO).text == JUDGMENT
    assert len(server.requests) == 2


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (Answer(status=401), "refuses the key .*Check the key in OPENAI_API_KEY"),
        (Answer(status=403), "refuses the key"),
        (Answer(status=404), "does not know the model 'judge-1'"),
        (Answer(status=429, text="insufficient_quota"), "quota .* is used up"),
    ],
)
def test_what_no_request_can_get_past_is_one_error_at_once(fault: Answer, message: str) -> None:
    with serving(fault) as server, client_of(server) as client, pytest.raises(EndpointError, match=message):
        client.ask(HELLO)
    assert len(server.requests) == 1


def test_a_missing_key_is_named_when_the_endpoint_wants_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    asked = pytest.raises(EndpointError, match="No key was sent; set OPENAI_API_KEY")
    with serving(Answer(status=401)) as server, client_of(server) as client, asked:
        client.ask(HELLO)


@pytest.mark.parametrize("header", [{"Retry-After": "0.2"}, {"Retry-After-Ms": "200"}])
def test_the_wait_that_the_endpoint_asks_for_is_kept(header: dict[str, str]) -> None:
    with serving([Answer(status=429, headers=header), Answer()]) as server, client_of(server) as client:
        client.ask(HELLO)
    first, second = server.times
    assert 0.2 <= second - first < 2


@pytest.mark.parametrize("form", ["seconds", "date"])
def test_a_wait_beyond_all_patience_is_given_up_at_once(form: str) -> None:
    later = "3600" if form == "seconds" else formatdate(time.time() + 3600, usegmt=True)
    answer = Answer(status=503, headers={"Retry-After": later})
    given_up = pytest.raises(RequestError, match=r"asks to wait 3[56]\d\d s, which is too long")
    with serving(answer) as server, client_of(server) as client, given_up:
        client.ask(HELLO)
    assert len(server.requests) == 1


def test_a_stopped_client_leaves_its_wait_and_asks_no_more() -> None:
    slow = Retries(attempts=3, first_s=60, longest_s=60)
    with serving(Answer(status=500)) as server, client_of(server, retries=slow) as client:
        timer = threading.Timer(0.1, client.stop)
        timer.start()
        start = time.monotonic()
        for _ in range(2):
            with pytest.raises(Stopped):
                client.ask(HELLO)
        timer.join()
    assert time.monotonic() - start < 10
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "answer",
    [
        Answer(status=401, echo_key=True),
        Answer(status=400, echo_key=True),
        Answer(status=500, body=f"<html>Authorization: Bearer {KEY}</html>".encode()),
        Answer(status=429, body=b"x" * 290 + KEY.encode()),
        Answer(text="fine", echo_key=True, headers={"X-Seen": f"Bearer {KEY}"}),
        Answer(body=f'{{"choices": [{{"message": "{KEY}"}}]}}'.encode()),
        Answer(body=f'{{"{KEY}'.encode()),
    ],
)
def test_a_key_that_the_endpoint_repeats_is_nowhere(
    answer: Answer, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("openai", "httpx", "httpx2", "httpcore", "httpcore2"):
        monkeypatch.setattr(logging.getLogger(name), "level", logging.DEBUG)
    with caplog.at_level(logging.DEBUG), serving(answer) as server, client_of(server) as client:
        try:
            shown = repr(client.ask(HELLO))
        except (EndpointError, RequestError) as error:
            shown = f"{error} {error!r}"
        shown += repr(client) + repr(client.endpoint) + repr(client._secrets)
    assert server.authorizations[0] == f"Bearer {KEY}"
    for text in (shown, caplog.text):
        assert KEY not in text
        assert KEY[:12] not in text
    if answer.status == 401 or answer.text == "fine":
        assert "Bearer [hidden]" in shown


def test_a_missing_package_is_one_error_that_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(InputError, match=r"pip install 'evalcore\[judge\]'"):
        Client(Endpoint("http://127.0.0.1/v1", "judge-1"))
