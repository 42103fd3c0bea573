"""When a request is made again, and after how long."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

from evalcore.errors import InputError

__all__ = ["Retries", "retry_after"]


@dataclass(frozen=True)
class Retries:
    """Attempts of one request, and the seconds between them.

    The wait doubles from ``first_s`` up to ``longest_s``, less a random part of up to a half, so that requests that
    failed together do not return together. An endpoint that asks for a longer wait (``Retry-After``) gets it; beyond
    ``patience_s`` the request is given up.
    """

    attempts: int = 6
    first_s: float = 1.0
    longest_s: float = 30.0
    patience_s: float = 300.0

    def __post_init__(self) -> None:
        if self.attempts < 1 or not 0 <= self.first_s <= self.longest_s:
            raise InputError(
                f"{self.attempts} attempts, waits from {self.first_s} to {self.longest_s} s: not possible.",
                fix="Give at least 1 attempt, and a first wait that is not above the longest.",
            )

    def wait_s(self, attempt: int, rng: random.Random, *, asked_s: float | None = None) -> float | None:
        """Seconds until the next attempt, or None: there is none.

        Parameters
        ----------
        attempt
            How many attempts have failed, 1 or more.
        rng
            Where the random part comes from.
        asked_s
            What the endpoint asked for, if it did.

        >>> [Retries(attempts=4, first_s=1, longest_s=3).wait_s(n, random.Random(), asked_s=9.5) for n in (1, 3, 4)]
        [9.5, 9.5, None]
        """
        if attempt >= self.attempts or (asked_s is not None and asked_s > self.patience_s):
            return None
        full: float = min(self.first_s * 2 ** (attempt - 1), self.longest_s)
        return max(full * (1 - rng.random() / 2), asked_s or 0.0)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that ``Retry-After`` (RFC 9110: seconds or a date) or ``Retry-After-Ms`` asks for; None: nothing usable.

    >>> retry_after({"retry-after": "7"}), retry_after({"retry-after": "soon"})
    (7.0, None)
    """
    for name, scale in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            seconds = float(headers.get(name, "")) / scale
        except ValueError:
            continue
        return seconds if math.isfinite(seconds) and seconds >= 0 else None
    try:
        moment = parsedate_to_datetime(headers.get("retry-after", "")).timestamp()
    except (TypeError, ValueError):
        return None
    return max(0.0, moment - time.time())
