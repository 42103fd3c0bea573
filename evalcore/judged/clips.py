"""The generated clips of one model, condition by condition."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from evalcore.errors import InputError, nearest
from evalcore.judged.data import GENERATED, Condition, JudgedData

__all__ = ["GeneratedClip", "generated_clips"]


@dataclass(frozen=True, eq=False)
class GeneratedClip:
    """Where a model's clip of one condition is, and how results name it; the file may be missing."""

    data: JudgedData
    model: str
    condition: Condition
    videos: Path | None = None

    @property
    def path(self) -> Path:
        """The file.

        Raises
        ------
        InputError
            The condition's name cannot be a file name, or the path leads out of the data folder.
        """
        return self.data.clip(self.model, self.condition.condition_id, self.videos)

    @property
    def name(self) -> str:
        """Path relative to the data folder, or below the name of the folder given in its place."""
        if self.videos is not None:
            return f"{self.videos.resolve().name}/{self.condition.condition_id}.mp4"
        return self.data.workspace.relative(self.path)


def generated_clips(
    data: JudgedData, model: str, *, subset: str | None = None, videos: Path | None = None
) -> tuple[GeneratedClip, ...]:
    """One clip for each condition of ``subset``, or of the whole data.

    Parameters
    ----------
    model
        A folder of ``generated/``, or the name that results give to the clips of ``videos``.
    videos
        Another folder of ``<condition_id>.mp4``, anywhere.

    Raises
    ------
    InputError
        No such model, folder or subset.
    """
    if videos is not None:
        if not videos.is_dir():
            raise InputError("there is no such folder.", where=videos, fix="Give the folder with the generated clips.")
    elif model not in data.generated_models:
        raise InputError(
            f"there are no clips of a model {model!r}.", where=GENERATED, fix=nearest(model, data.generated_models)
        )
    conditions = data.conditions
    if subset is not None:
        conditions = tuple(data.conditions[position] for position in data.scope(subset).positions.tolist())
    return tuple(GeneratedClip(data, model, condition, videos) for condition in conditions)
