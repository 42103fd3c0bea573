"""Ask an OpenAI-compatible vision endpoint, again where that can help, and never show the key."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Sequence
from threading import Event
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec

from evalcore.errors import InputError
from evalcore.vlm.endpoint import Endpoint
from evalcore.vlm.faults import EndpointError, RequestError, Stopped
from evalcore.vlm.reply import Message, Reply, Usage
from evalcore.vlm.retries import Retries, retry_after

if TYPE_CHECKING:
    from openai import APIStatusError

__all__ = ["Client", "request_body"]

_AGAIN = {408: "timeout", 409: "server", 429: "rate_limit", 500: "server", 502: "server", 503: "server", 504: "server"}
_USED_UP = "insufficient_quota"  # a 429 that no waiting ends
_QUIET = ("openai", "httpx", "httpx2", "httpcore", "httpcore2")  # at debug level they log URLs, headers and pictures
LONGEST_TEXT = 300  # characters of an endpoint's own words in a message


class _Said(msgspec.Struct):
    content: str | None = None
    refusal: str | None = None


class _Choice(msgspec.Struct):
    message: _Said
    finish_reason: str | None = None


class _Tokens(msgspec.Struct):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class _Completion(msgspec.Struct):
    choices: list[_Choice]
    model: str | None = None
    system_fingerprint: str | None = None
    usage: _Tokens | None = None


def request_body(endpoint: Endpoint, messages: Sequence[Message]) -> dict[str, Any]:
    """The JSON body of a request, as :meth:`Client.ask` sends it.

    >>> request_body(Endpoint("http://127.0.0.1/v1", "judge-1", temperature=0), [Message("user", "Hello")])
    {'model': 'judge-1', 'messages': [{'role': 'user', 'content': 'Hello'}], 'temperature': 0}
    """
    own = {"temperature": endpoint.temperature, "max_tokens": endpoint.max_tokens}
    return {
        "model": endpoint.model,
        "messages": [message.to_dict() for message in messages],
        **{name: value for name, value in own.items() if value is not None},
    }


class Client:
    """One endpoint, asked by any number of threads.

    Parameters
    ----------
    endpoint
        Where to ask; the key is read from the environment here, and is in no message, log or result.
    retries
        How often to ask again after a rate limit, a server's fault, a timeout or a lost connection.
    seed
        Seed of the random part of waits; it changes no reply.

    Raises
    ------
    InputError
        The ``openai`` package is not installed, or the key cannot be used.
    """

    def __init__(self, endpoint: Endpoint, *, retries: Retries | None = None, seed: int = 0) -> None:
        try:
            import openai
        except ImportError:
            raise InputError(
                "asking a model needs the package openai, which is not installed.",
                fix="Install it with: pip install 'evalcore[judge]'.",
            ) from None
        for name in _QUIET:
            logging.getLogger(name).setLevel(logging.WARNING)
        self.endpoint, self.retries = endpoint, retries or Retries()
        self._secrets, self._rng, self._stopped = endpoint.secrets(), random.Random(seed), Event()
        key = endpoint.key()
        self._headers: dict[str, Any] = {} if key else {"Authorization": openai.Omit()}
        self._openai = openai.OpenAI(
            base_url=endpoint.url,
            api_key=key or "none",
            default_query=endpoint.query,
            timeout=endpoint.timeout_s,
            max_retries=0,  # attempts are counted and waits are bounded here
        )

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Client({self.endpoint!r})"

    def stop(self) -> None:
        """Make no further attempt: waits end, and :meth:`ask` raises :class:`Stopped` instead of asking."""
        self._stopped.set()

    def close(self) -> None:
        """Stop, and drop the connections."""
        self.stop()
        self._openai.close()

    def ask(self, messages: Sequence[Message]) -> Reply:
        """Send a conversation and return the model's next turn, whatever it says.

        Raises
        ------
        EndpointError
            No request can succeed: 401, 403, 404, or a quota that is used up.
        RequestError
            This one did not succeed within its attempts, or the endpoint says that the request is at fault.
        Stopped
            :meth:`stop` was called before there was a reply.
        """
        from openai import APIConnectionError, APIStatusError, APITimeoutError

        body = request_body(self.endpoint, messages)
        attempt = 0
        while True:
            if self._stopped.is_set():
                raise Stopped
            attempt, asked_s, start = attempt + 1, None, time.perf_counter()
            try:
                raw = self._openai.chat.completions.with_raw_response.create(**body, extra_headers=self._headers)
                return self._reply(raw.http_response.content, attempt, time.perf_counter() - start)
            except APIStatusError as error:
                fault = self._status_fault(error)
                asked_s = retry_after(error.response.headers)
            except APITimeoutError:
                fault = RequestError("timeout", f"{self.endpoint.host} gave no answer in {self.endpoint.timeout_s:g} s")
            except APIConnectionError as error:
                fault = RequestError("connection", f"no connection to {self.endpoint.host} ({self._cause(error)})")
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                fault = RequestError(
                    "malformed", f"{self.endpoint.host} did not answer with the JSON of a chat completion ({error})"
                )
            wait_s = self.retries.wait_s(attempt, self._rng, asked_s=asked_s)
            if wait_s is None:
                self._give_up(fault, attempt, asked_s)
            if self._stopped.wait(wait_s):
                raise Stopped

    def _reply(self, content: bytes, attempt: int, latency_s: float) -> Reply:
        completion = msgspec.json.decode(content, type=_Completion)
        if not completion.choices:
            raise msgspec.ValidationError("there is no choice in it")
        choice, usage = completion.choices[0], completion.usage or _Tokens()
        return Reply(
            text=self._secrets(choice.message.content or ""),
            finish_reason=self._clean(choice.finish_reason),
            refusal=self._clean(choice.message.refusal),
            model=self._clean(completion.model),
            system_fingerprint=self._clean(completion.system_fingerprint),
            usage=Usage(usage.prompt_tokens or 0, usage.completion_tokens or 0),
            attempts=attempt,
            latency_s=round(latency_s, 3),
        )

    def _clean(self, text: str | None) -> str | None:
        return self._secrets(text) if text else None

    def _status_fault(self, error: APIStatusError) -> RequestError:
        """A fault that another attempt may end; raises where none can."""
        host, status, said = self.endpoint.host, error.status_code, self._words(error)
        if status in (401, 403):
            name = self.endpoint.key_variable or "a key variable"
            held = f"No key was sent; set {name}." if self._headers else f"Check the key in {name}."
            raise EndpointError(f"{host} refuses the key (HTTP {status}{said}). {held}") from None
        if status == 404:
            raise EndpointError(
                f"{host} does not know the model {self.endpoint.model!r}, or there is no such address "
                f"(HTTP 404{said}). Check the model's name and the base URL."
            ) from None
        if _USED_UP in (error.code, error.type):
            raise EndpointError(f"the quota at {host} is used up (HTTP {status}{said}).") from None
        if status not in _AGAIN:
            raise RequestError("refused", f"{host} does not accept the request (HTTP {status}{said})") from None
        return RequestError(_AGAIN[status], f"{host} answered with HTTP {status}{said}")

    def _words(self, error: APIStatusError) -> str:
        """What the endpoint says about it, in one line and without secrets."""
        body = error.body
        said = body.get("message") if isinstance(body, dict) else None
        # Secrets first: a cut could leave the beginning of one.
        text = " ".join(self._secrets(said if isinstance(said, str) else error.response.text).split())
        return f": {text[:LONGEST_TEXT]}" if text else ""

    def _cause(self, error: BaseException) -> str:
        return self._secrets(str(error.__cause__ or error)) or "connection lost"

    def _give_up(self, fault: RequestError, attempts: int, asked_s: float | None) -> NoReturn:
        if attempts < self.retries.attempts:
            raise RequestError(fault.kind, f"{fault}; it asks to wait {asked_s:.0f} s, which is too long") from None
        tried = f" ({attempts} attempts)" if attempts > 1 else ""
        raise RequestError(fault.kind, f"{fault}{tried}") from None
