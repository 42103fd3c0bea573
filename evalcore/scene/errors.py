"""The one exception of the scene protocol."""

from __future__ import annotations

from evalcore.errors import EvalcoreError

__all__ = ["SceneError"]


class SceneError(EvalcoreError):
    """A scene that cannot be read, aligned or scored as asked; it fails its own sample and no other.

    Parameters
    ----------
    kind
        One word for tables and filters: ``missing``, ``ambiguous``, ``layout``, ``format``, ``truncated``, ``uri``,
        ``reference``, ``nodes``, ``vertices``, ``extension``, ``decoder``, ``blender``, ``limit``, ``empty``,
        ``size``, ``match``, ``camera``, ``crash``, ``timeout`` or ``render``.
    message
        What was found, what was expected, and what to do.
    """

    def __init__(self, kind: str, message: str) -> None:
        self.kind = kind
        super().__init__(message)

    def within(self, name: str) -> SceneError:
        """The same error with the file's name before it."""
        return SceneError(self.kind, f"{name}: {self}")
