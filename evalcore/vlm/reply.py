"""What is asked of a model, and what it answers."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from typing import Any, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

__all__ = ["Message", "Picture", "Reply", "Usage", "encode"]


@dataclass(frozen=True)
class Picture:
    """One picture as the bytes of a PNG file, and its size in pixels."""

    png: bytes = field(repr=False)
    width: int
    height: int

    @property
    def data_url(self) -> str:
        """The picture as a request holds it."""
        return f"data:image/png;base64,{base64.b64encode(self.png).decode('ascii')}"


def encode(frame: NDArray[np.uint8]) -> Picture:
    """One uint8 RGB frame (H, W, 3) as a lossless picture.

    Raises
    ------
    ValueError
        Another shape or dtype, or no pixel.

    >>> picture = encode(np.zeros((2, 3, 3), np.uint8))
    >>> picture.width, picture.height, picture.data_url[:30]
    (3, 2, 'data:image/png;base64,iVBORw0K')
    """
    if frame.ndim != 3 or frame.shape[-1] != 3 or frame.dtype != np.uint8 or not frame.size:
        raise ValueError(f"the frame is {frame.dtype} {frame.shape}, expected uint8 (H, W, 3)")
    _, png = cv2.imencode(".png", frame[..., ::-1])
    height, width = frame.shape[:2]
    return Picture(png.tobytes(), width, height)


@dataclass(frozen=True)
class Message:
    """One turn of a conversation: a text, and pictures after it."""

    role: Literal["user", "assistant"]
    text: str
    pictures: tuple[Picture, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The turn in the form of the chat completions API."""
        if not self.pictures:
            return {"role": self.role, "content": self.text}
        images = [{"type": "image_url", "image_url": {"url": picture.data_url}} for picture in self.pictures]
        return {"role": self.role, "content": [{"type": "text", "text": self.text}, *images]}


@dataclass(frozen=True)
class Usage:
    """Tokens as the endpoint counts them; 0 where it does not say."""

    prompt_tokens: int = 0
    completion_tokens: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
        )


@dataclass(frozen=True)
class Reply:
    """One answer of an endpoint.

    ``text`` is empty where there is none, such as beside a ``refusal``. ``model`` is what the endpoint says that it
    ran, None where it does not say. ``attempts`` counts requests until this answer, ``latency_s`` is the wall time of
    the last.
    """

    text: str
    finish_reason: str | None
    refusal: str | None
    model: str | None
    system_fingerprint: str | None
    usage: Usage
    attempts: int
    latency_s: float
