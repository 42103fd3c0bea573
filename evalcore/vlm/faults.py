"""What can go wrong with an endpoint: with one request, or with all of them."""

from __future__ import annotations

from evalcore.errors import EvalcoreError

__all__ = ["EndpointError", "RequestError", "Stopped"]


class EndpointError(EvalcoreError):
    """No request to this endpoint can succeed: the key is refused, the model is unknown, the quota is used up."""


class RequestError(EvalcoreError):
    """One request has no reply, after all its attempts; another one may have.

    Parameters
    ----------
    kind
        One word for tables and filters: ``timeout``, ``connection``, ``rate_limit``, ``server``, ``malformed`` (the
        answer is not the JSON of a chat completion) or ``refused`` (the endpoint says that the request is at fault).
    message
        What happened, without the key.
    """

    def __init__(self, kind: str, message: str) -> None:
        self.kind = kind
        super().__init__(message)


class Stopped(Exception):
    """The run ends: an attempt that would be made later is not made any more."""
