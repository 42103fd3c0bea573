"""Make the demo workspace, in a folder that is empty or holds an earlier demo, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import msgspec

from evalcore.batch import Progress
from evalcore.demo import judged, review, rollout, scene
from evalcore.demo.judged_readme import describe as describe_judged
from evalcore.demo.review_readme import describe as describe_review
from evalcore.demo.scene_readme import describe as describe_scene
from evalcore.errors import InputError
from evalcore.files import replacing
from evalcore.workspace import Workspace

__all__ = ["MARKER", "make"]

MARKER = ".evalcore-demo.json"
_README = "README.md"


class _Marker(msgspec.Struct):
    """The files that the demo wrote: these and no others may be replaced."""

    demo: int
    files: list[str]


def make(folder: Path, *, progress: Progress | None = None) -> None:
    """Make the demo workspace in ``folder``: clips, scenes, made models with planted faults, and a README of them.

    The same bytes each time on one machine, but for the times of saving in the database of answers; nothing is
    downloaded. Made again in the same place, it replaces its own files and leaves everything else there as it is.

    Parameters
    ----------
    folder
        A folder that does not exist, is empty, or holds a demo workspace.
    progress
        Called with (pictures and clips done, all of them) from the calling thread.

    Raises
    ------
    InputError
        ``folder`` is a file, holds something else, or cannot be written to.
    """
    try:
        workspace = _claim(folder)
        clips, scenes = len(rollout.SHOTS), len(scene.SAMPLES)
        before_judged = clips + scenes + review.STEPS
        total = before_judged + judged.STEPS
        rollout.write_rollout(workspace, progress=_part(progress, 0, total))
        scene.write_scene(workspace, progress=_part(progress, clips, total))
        review.write_review(workspace, progress=_part(progress, clips + scenes, total))
        published = judged.write_judged(workspace, progress=_part(progress, before_judged, total))
        _write(workspace.path(_README), _readme(published).encode())
    except OSError as error:
        raise InputError(
            f"the demo cannot be written ({error.strerror}).", where=folder, fix="Choose another folder."
        ) from None


def _claim(folder: Path) -> Workspace:
    """Mark ``folder`` as a demo before anything is written, so that an interrupted make can be made again."""
    if folder.exists() and not folder.is_dir():
        raise InputError("this is a file; a folder was expected.", where=folder, fix="Choose another place.")
    folder.mkdir(parents=True, exist_ok=True)
    workspace = Workspace(folder)
    files = [_README, *rollout.paths(), *judged.paths(), *review.paths(), *scene.paths()]
    if any(folder.iterdir()):
        for stale in set(_earlier(workspace, folder)) - set(files):
            workspace.path(stale).unlink(missing_ok=True)
    _write(workspace.path(MARKER), msgspec.json.encode(_Marker(1, files)))
    return workspace


def _earlier(workspace: Workspace, folder: Path) -> list[str]:
    try:
        return msgspec.json.decode(workspace.path(MARKER).read_bytes(), type=_Marker).files
    except (FileNotFoundError, msgspec.DecodeError):
        raise InputError(
            "the folder is not empty and is not a demo workspace; nothing was written.",
            where=folder,
            fix="Choose an empty or a new folder.",
        ) from None


def _part(progress: Progress | None, before: int, total: int) -> Progress | None:
    """Progress of one part, of which ``before`` steps of ``total`` precede."""
    return progress and (lambda done, _: progress(before + done, total))


def _readme(published: judged.Table) -> str:
    return f"""# Demo workspace

Made by `evalcore demo`: simulated clips, small scenes, and made models with known faults, so that every figure of the
workbench can be checked against what was planted. Making it again gives the same files (on one machine, with the same
libraries; times of saving in the database of answers differ). Files and answers that you add are left alone.

{rollout.describe()}
{describe_judged(published)}
{describe_scene()}
{describe_review()}"""


def _write(path: Path, content: bytes) -> None:
    with replacing(path) as partial:
        partial.write_bytes(content)
