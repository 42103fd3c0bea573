"""At which moment of a scene its geometry is taken."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from evalcore.errors import InputError

__all__ = ["FrameMode"]

Kind = Literal["exact", "first", "last", "middle", "current", "rest"]
NAMED: tuple[Kind, ...] = ("first", "last", "middle", "current", "rest")


@dataclass(frozen=True)
class FrameMode:
    """``exact`` frame number, ``first``, ``last`` or ``middle`` of the scene's range, ``current`` or ``rest``.

    ``current`` is the scene as the file opens, ``rest`` the nodes' stored transforms without any animation. ``frame``
    is the number of an ``exact`` mode (fractions allowed), None otherwise.

    >>> str(FrameMode.parse("exact:12.5")), FrameMode.exact(3).frame
    ('exact:12.5', 3.0)
    """

    kind: Kind
    frame: float | None = None

    @classmethod
    def exact(cls, frame: float, *, where: object = None) -> FrameMode:
        """The mode of one frame number; InputError where it is not finite."""
        if not math.isfinite(frame):
            raise InputError(f"the frame is {frame}; a finite number was expected.", where=where)
        return cls("exact", float(frame))

    @classmethod
    def parse(cls, text: str, *, where: object = None) -> FrameMode:
        """Read a mode as manifests write it.

        Raises
        ------
        InputError
            Not one of ``exact:<number>``, ``first``, ``last``, ``middle``, ``current``, ``rest``.
        """
        for kind in NAMED:
            if text == kind:
                return cls(kind)
        prefix, _, number = text.partition(":")
        try:
            if prefix == "exact":
                return cls.exact(float(number), where=where)
        except ValueError:
            pass
        raise InputError(
            f"there is no frame mode {text!r}.", where=where, fix=f"Use exact:<number>, {', '.join(NAMED)}."
        )

    def __str__(self) -> str:
        if self.frame is None:
            return self.kind
        return f"exact:{int(self.frame) if self.frame.is_integer() else self.frame}"
