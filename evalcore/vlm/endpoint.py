"""Where requests go, and the secrets that must not come back."""

from __future__ import annotations

import math
import os
import re
from dataclasses import dataclass, field
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from evalcore.errors import InputError

__all__ = ["KEY_VARIABLE", "Endpoint", "Secrets"]

KEY_VARIABLE = "OPENAI_API_KEY"
SHORTEST = 8  # characters; below that a key is a placeholder such as EMPTY, and its letters are in any text
LONG = 16  # characters of a piece of a URL that may be a token
HIDDEN = "[hidden]"
_URL = re.compile(r"[^\x00-\x20\x7f\\]+")
_HOST = re.compile(r"[A-Za-z0-9._-]+")


@dataclass(frozen=True)
class Endpoint:
    """An OpenAI-compatible endpoint and how it is asked.

    Parameters
    ----------
    base_url
        What comes before ``/chat/completions``, such as ``https://api.openai.com/v1``; a query is kept. Only its host
        is ever recorded.
    model
        The model to ask for.
    key_variable
        The environment variable that holds the key; it is sent to ``base_url`` and nowhere else. None: send no key.
    timeout_s
        Seconds without an answer after which a request has failed.
    temperature, max_tokens
        Sent if given; otherwise the endpoint's own defaults hold.

    Raises
    ------
    InputError
        A URL that is none, or that holds a user or password; a setting out of its range.

    >>> Endpoint("https://api.example.org/v1/", "judge-1").host
    'api.example.org'
    """

    base_url: str = field(repr=False)
    model: str
    key_variable: str | None = KEY_VARIABLE
    timeout_s: float = 120.0
    temperature: float | None = None
    max_tokens: int | None = None

    def __post_init__(self) -> None:
        _ = self.host
        if not self.model.strip():
            raise InputError("no model is named.", where="model", fix="Name the model that the endpoint should run.")
        if not (math.isfinite(self.timeout_s) and self.timeout_s > 0):
            raise InputError(f"a timeout of {self.timeout_s} s is not possible.", fix="Give seconds above 0.")
        if self.temperature is not None and not (math.isfinite(self.temperature) and self.temperature >= 0):
            raise InputError(f"a temperature of {self.temperature} is not possible.", fix="Give 0 or more.")
        if self.max_tokens is not None and self.max_tokens < 1:
            raise InputError(f"{self.max_tokens} tokens leave no room for an answer.", fix="Give 1 or more.")

    @property
    def host(self) -> str:
        """Host, and port where one is given: the only part of the URL that results name."""
        parts = self._parts
        name = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
        return f"{name}:{parts.port}" if parts.port else str(name)

    @property
    def url(self) -> str:
        """``base_url`` without its query."""
        return self._parts._replace(query="", fragment="").geturl().rstrip("/")

    @property
    def query(self) -> dict[str, str]:
        """The query of ``base_url``, sent with each request."""
        return dict(parse_qsl(self._parts.query, keep_blank_values=True))

    @property
    def _parts(self) -> SplitResult:
        """The parts of the URL; messages never show it, because it may hold what is secret."""
        fix = "Give a URL such as https://api.openai.com/v1 or http://127.0.0.1:8000/v1."
        try:
            parts = urlsplit(self.base_url)
            port, host = parts.port, parts.hostname or ""
            named = _HOST.fullmatch(host.encode("idna").decode()) or ":" in host
        except ValueError:
            raise InputError("this is not the URL of an endpoint.", where="base URL", fix=fix) from None
        if parts.scheme not in ("http", "https") or not named or port == 0 or not _URL.fullmatch(self.base_url):
            raise InputError("this is not the http or https URL of an endpoint.", where="base URL", fix=fix)
        if "@" in parts.netloc:
            raise InputError(
                "a user or password stands in the URL.",
                where="base URL",
                fix=f"Take it out; the key comes from the environment ({KEY_VARIABLE}).",
            )
        return parts

    def key(self) -> str | None:
        """The key from the environment, or None where there is none.

        Raises
        ------
        InputError
            A variable other than the usual one is named and not set, or the key cannot be sent in a header.
        """
        if self.key_variable is None:
            return None
        key = os.environ.get(self.key_variable, "").strip()
        if not key and self.key_variable != KEY_VARIABLE:
            raise InputError(
                f"the environment variable {self.key_variable} is not set.",
                where="key",
                fix="Set it to the endpoint's key.",
            )
        if not re.fullmatch(r"[!-~]*", key):
            raise InputError(
                "the key holds a character that cannot be sent.",
                where=self.key_variable,
                fix="A key is ASCII without spaces.",
            )
        return key or None

    def secrets(self) -> Secrets:
        """What must be taken out of texts that come from the endpoint."""
        pieces = [*(unquote(piece) for piece in self._parts.path.split("/")), *self.query.values()]
        # A long piece with digits may be a token; "deployments" or a date is none and may stand in any text.
        tokens = [piece for piece in pieces if len(piece) >= LONG and re.search(r"\d", piece)]
        return Secrets(self.key(), tuple(tokens))


class Secrets:
    """The key of an endpoint and what else in its URL could be one; takes them out of texts.

    >>> Secrets("sk-0123456789")("Bad header: Bearer sk-0123456789")
    'Bad header: Bearer [hidden]'
    """

    def __init__(self, key: str | None, more: tuple[str, ...] = ()) -> None:
        found = {text for text in (key, *more) if text and len(text) >= SHORTEST}
        self._hidden = sorted(found, key=len, reverse=True)
        self._bearer = f"Bearer {key}" if key else None

    def __repr__(self) -> str:
        return f"Secrets({HIDDEN})"

    def __call__(self, text: str) -> str:
        """``text`` without them."""
        for secret in self._hidden:
            text = text.replace(secret, HIDDEN)
        return text.replace(self._bearer, f"Bearer {HIDDEN}") if self._bearer else text
