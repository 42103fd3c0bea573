"""A real HTTP server on loopback that behaves like an OpenAI-compatible endpoint, and misbehaves on plan."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

JUDGMENT = '{"event": "left", "violation": "clear", "reason": "it rolls left"}'


@dataclass
class Answer:
    """What the server does with one request."""

    text: str | None = JUDGMENT
    status: int = 200
    model: str | None = "judge-1-0401"
    finish_reason: str = "stop"
    refusal: str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    before: Callable[[], object] | None = None  # called before the answer, in the request's own thread
    body: bytes | None = None  # instead of the JSON
    cut_at: int | None = None  # bytes of the body after which the connection ends
    echo_key: bool = False  # repeats the Authorization header, as a badly kept proxy would

    def content(self, authorization: str) -> bytes:
        if self.body is not None:
            return self.body
        if self.status != 200:
            said = f"planned {self.status}" + (f"; headers: {authorization}" if self.echo_key else "")
            return json.dumps({"error": {"message": said, "code": self.text}}).encode()
        text = f"{self.text} {authorization}" if self.echo_key else self.text
        message = {"role": "assistant", "content": text, "refusal": self.refusal}
        return json.dumps(
            {
                "id": "chatcmpl-1",
                "object": "chat.completion",
                "created": 1,
                "model": self.model,
                "system_fingerprint": "fp_1",
                "choices": [{"index": 0, "finish_reason": self.finish_reason, "message": message}],
                "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
            }
        ).encode()


Plan = Callable[[dict[str, Any], int], Answer]


class Server(ThreadingHTTPServer):
    """``plan(request body, how often this very body came before)`` decides about each answer."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, plan: Plan) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.plan, self.lock, self.closing = plan, threading.Lock(), threading.Event()
        self.requests: list[dict[str, Any]] = []
        self.authorizations: list[str | None] = []
        self.paths: list[str] = []
        self.times: list[float] = []
        self._seen: Counter[str] = Counter()

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), OSError):  # a client that was killed is planned
            super().handle_error(request, client_address)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def take(self, handler: BaseHTTPRequestHandler, body: dict[str, Any]) -> Answer:
        text = json.dumps(body)
        with self.lock:
            self.times.append(time.monotonic())
            self.requests.append(body)
            self.paths.append(handler.path)
            self.authorizations.append(handler.headers.get("Authorization"))
            self._seen[text] += 1
            return self.plan(body, self._seen[text] - 1)


class _Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = self.server.take(self, body)
        if answer.before:
            answer.before()
        if answer.delay_s:
            self.server.closing.wait(answer.delay_s)
        content = answer.content(self.headers.get("Authorization", ""))
        with suppress(OSError):  # the client has gone
            self.send_response(answer.status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content[: answer.cut_at])
            self.wfile.flush()
        if answer.cut_at is not None:
            self.close_connection = True

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def serving(plan: Plan | Sequence[Answer] | Answer) -> Iterator[Server]:
    """A server with a plan: a function, one answer for all requests, or answers in order (the last one repeats)."""
    if isinstance(plan, Answer):
        plan = [plan]
    if not callable(plan):
        answers = list(plan)
        plan = lambda _body, _before: answers.pop(0) if len(answers) > 1 else answers[0]  # noqa: E731
    server = Server(plan)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.closing.set()
        server.shutdown()
        server.server_close()
        thread.join()
