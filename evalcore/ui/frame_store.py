"""Decoded frames for the browser: opaque tokens, one decode a clip, lossless WebP, both caches bounded by bytes."""

from __future__ import annotations

import hashlib
import hmac
import io
import os
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt
from PIL import Image

__all__ = ["STORE", "FrameSource", "FrameStore", "UnknownFrameError", "decoded_room"]

Frames = npt.NDArray[np.uint8]
_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")


@dataclass(frozen=True)
class FrameSource:
    """Where the frames of one stream come from.

    Parameters
    ----------
    key
        Identity of the content, for example the file's SHA-256 and the decode method. Equal keys mean equal pixels:
        browsers keep a frame of a key for good, so a key must change when the pixels do.
    load
        Returns the decoded frames, (T, H, W, 3) uint8 RGB. It is kept for as long as the process may need to decode
        again, so it should hold a path and not the frames.
    """

    key: str
    load: Callable[[], Frames] = field(compare=False)


class UnknownFrameError(LookupError):
    """No source was registered under a token, or the source has no such frame."""


class FrameStore:
    """Registry and caches behind the frame route; safe to use from many threads.

    Parameters
    ----------
    decoded_bytes, encoded_bytes
        Bounds of the two caches. The newest entry always stays, even if it alone is larger.
    sources
        How many sources are remembered; the least recently used are forgotten first.
    """

    def __init__(
        self, *, decoded_bytes: int = 384 * 2**20, encoded_bytes: int = 128 * 2**20, sources: int = 4096
    ) -> None:
        # A secret of this process makes tokens impossible to guess and meaningless outside of it, while one key keeps
        # one token, so that the browser's own cache still serves a clip that is opened again.
        self._secret = secrets.token_bytes(32)
        self._sources: _Recent[str, _Registered] = _Recent(sources, size=lambda _: 1)
        self._decoded: _Recent[str, Frames] = _Recent(decoded_bytes, size=lambda frames: frames.nbytes)
        self._encoded: _Recent[tuple[str, int], bytes] = _Recent(encoded_bytes, size=len)

    def register(self, source: FrameSource) -> str:
        """Return the opaque token under which the route serves ``source`` (32 hexadecimal digits)."""
        token = hmac.new(self._secret, source.key.encode(), hashlib.sha256).hexdigest()[:32]
        if self._sources.get(token) is None:
            self._sources.put(token, _Registered(source))
        return token

    def frames(self, token: str) -> Frames:
        """Return the decoded frames, (T, H, W, 3) uint8, read-only; a source is loaded once at a time.

        Raises
        ------
        UnknownFrameError
            The token is unknown, or was forgotten.
        Exception
            Whatever the source's ``load`` raises. Failures are not remembered: the next call tries again.
        """
        registered = self._sources.get(token)
        if registered is None:
            raise UnknownFrameError("this stream is not known to the running app")
        with registered.loading:
            frames = self._decoded.get(token)
            if frames is None:
                frames = _checked(registered.source.load())
                self._decoded.put(token, frames)
        return frames

    def webp(self, token: str, index: int) -> bytes:
        """Return frame ``index`` as lossless WebP: the very bytes of RGB that the metrics read.

        Raises
        ------
        UnknownFrameError
            The token is unknown or the stream has no such frame.
        """
        encoded = self._encoded.get((token, index))
        if encoded is None:
            frames = self.frames(token)
            if not 0 <= index < len(frames):
                raise UnknownFrameError(f"this stream has frames 0 to {len(frames) - 1}, there is no frame {index}")
            encoded = _encode(frames[index])
            self._encoded.put((token, index), encoded)
        return encoded


@dataclass(frozen=True)
class _Registered:
    source: FrameSource
    loading: threading.Lock = field(default_factory=threading.Lock)


class _Recent(Generic[_Key, _Value]):
    """A mapping that drops the least recently used entries once their sizes add up to more than ``bound``."""

    def __init__(self, bound: int, *, size: Callable[[_Value], int]) -> None:
        self._bound, self._size, self._total = bound, size, 0
        self._entries: OrderedDict[_Key, _Value] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: _Key) -> _Value | None:
        with self._lock:
            value = self._entries.get(key)
            if value is not None:
                self._entries.move_to_end(key)
            return value

    def put(self, key: _Key, value: _Value) -> None:
        with self._lock:
            if (old := self._entries.pop(key, None)) is not None:
                self._total -= self._size(old)
            self._entries[key] = value
            self._total += self._size(value)
            while self._total > self._bound and len(self._entries) > 1:
                self._total -= self._size(self._entries.popitem(last=False)[1])


def _checked(frames: Frames) -> Frames:
    if frames.dtype != np.uint8 or frames.ndim != 4 or frames.shape[3] != 3 or not frames.size:
        raise ValueError(f"frames must be (T, H, W, 3) uint8 with T, H, W > 0, got {frames.shape} {frames.dtype}")
    view = frames.view()
    view.setflags(write=False)
    return view


def _encode(frame: Frames) -> bytes:
    # Method 0 is the fastest of libwebp's lossless modes; `exact` and `lossless` keep every value as it is.
    buffer = io.BytesIO()
    Image.fromarray(frame).save(buffer, "WEBP", lossless=True, exact=True, method=0, quality=20)
    return buffer.getvalue()


def decoded_room(physical: int, limit: str = "max") -> int:
    """Bytes for decoded clips: a quarter of the memory, 384 MB at least.

    Clips that stand side by side must fit together: where they push each other out, every step decodes them again.
    ``physical`` is the machine's memory, ``limit`` what its control group allows (``memory.max``).

    >>> decoded_room(16 * 2**30) // 2**20, decoded_room(16 * 2**30, "4294967296") // 2**20, decoded_room(2**30) // 2**20
    (4096, 1024, 384)
    """
    allowed = min(physical, int(limit)) if limit.strip().isdigit() else physical
    return max(384 * 2**20, allowed // 4)


def _room_here() -> int:
    group = Path("/sys/fs/cgroup/memory.max")
    limit = group.read_text() if group.is_file() else "max"
    try:
        return decoded_room(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"), limit)
    except (AttributeError, OSError, ValueError):  # a system that does not say
        return decoded_room(0)


STORE = FrameStore(decoded_bytes=_room_here())
