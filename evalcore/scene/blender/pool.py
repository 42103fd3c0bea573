"""A pool of Blender workers that reads scenes and renders them."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
import threading
import weakref
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any
from uuid import uuid4

import numpy as np
import numpy.typing as npt

from evalcore.scene.blender.answers import cameras_of, objects_of, upright
from evalcore.scene.blender.process import Ended, Worker
from evalcore.scene.blender.sources import Source, source_of
from evalcore.scene.blender.view import RenderView, inverse
from evalcore.scene.config import LIMITS
from evalcore.scene.errors import SceneError
from evalcore.scene.frame_mode import FrameMode
from evalcore.scene.objects import Scene
from evalcore.scene.rendering import RenderSettings

__all__ = ["Blender"]

READER = "blender"
KEPT_RIGS = 16  # cameras and lights of ground truths, beside those in use


class Blender:
    """Worker processes that read scenes and render them; a context manager that ends them all.

    May be used from several threads, and pickled (the copy starts its own workers). ``workers`` run at the same time,
    each is replaced after ``recycle`` scenes, and ended where a scene takes longer than ``timeout`` seconds. A scene at
    which a worker dies is tried once more with another.
    """

    def __init__(self, program: Path, *, workers: int = 1, timeout: float = 1800.0, recycle: int = 50) -> None:
        self.program, self.workers, self.timeout, self.recycle = program, workers, timeout, recycle
        self._free = threading.Semaphore(workers)
        self._lock = threading.Lock()
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._rigs: dict[Any, dict[str, Any]] = {}
        self._stopped = False
        self._version: str | None = None
        self._folder = Path(tempfile.mkdtemp(prefix="evalcore-blender-"))
        self._finalizer = weakref.finalize(self, _end, self._all, self._folder)

    @property
    def version(self) -> str:
        """Blender's version, such as "5.0.1"; InputError where the program is no Blender."""
        if self._version is None:
            with self._worker() as worker:
                self._version = worker.version
        return self._version

    def __call__(self, path: Path, mode: FrameMode) -> Scene:
        """Read a .blend, .glb or .gltf file as it is at ``mode``; it is checked before Blender sees it.

        Raises
        ------
        SceneError
            ``uri``: the file leads out of its folder. ``crash``, ``timeout``: the worker died twice, or was ended.
            Other kinds as :func:`evalcore.scene.gltf.open_gltf`, and ``format`` for what Blender refuses.
        InputError
            The program is no Blender.
        """
        with self._scratch() as folder:
            arrays = folder / "meshes.npz"
            scene = source_of(path, mode, folder, looks=False)
            answer = self._ask(
                scene,
                {
                    "do": "read",
                    "arrays": str(arrays),
                    "objects": LIMITS.objects,
                    "vertices": LIMITS.vertices,
                },
            )
            rows, names = scene.named(answer["objects"])
            objects = objects_of(rows, names, arrays)
        cameras = scene.cameras(answer["cameras"])
        return Scene(objects, cameras_of(cameras), scene.files, READER, scene.moves(answer))

    def render(self, view: RenderView, settings: RenderSettings) -> npt.NDArray[np.uint8]:
        """The picture (height, width, 3) of ``view``, the same at each call.

        Camera and lights are taken out of the ground truth once and kept as long as its file stays the same, so that
        pictures of several models do not open it again.

        Raises
        ------
        SceneError
            ``camera``: no camera to look by. Other kinds as for reading.
        """
        from PIL import Image

        there = self._rig(view.camera_from, view.camera_mode)
        if there["camera"] is None:
            raise SceneError("camera", f"{view.camera_from.name} has no camera to render from")
        rig = None
        if view.lights != "own":
            rig = there if view.lights_from is None else self._rig(view.lights_from, view.camera_mode)
        with self._scratch() as folder:
            picture = folder / "picture.png"
            self._ask(
                source_of(view.scene, view.mode, folder, looks=True),
                {
                    "do": "render",
                    "camera": there["camera"],
                    "rig": rig,
                    "lights": view.lights,
                    "settings": {name: getattr(settings, name) for name in settings.__dataclass_fields__},
                    "picture": str(picture),
                    "threads": _threads(self.workers),
                    **inverse(view.transform),
                },
            )
            if not picture.exists():
                raise SceneError("format", "Blender made no picture of the scene")
            with Image.open(picture) as opened:
                return np.array(opened.convert("RGB"))

    def close(self) -> None:
        """End all workers; the next use starts new ones."""
        with self._lock:
            for worker in self._all:
                worker.close()
            self._all.clear()
            self._idle.clear()

    def stop(self) -> None:
        """End all workers for good: what is under way or asked for afterwards fails, and is not tried again."""
        self._stopped = True
        self.close()

    def __enter__(self) -> Blender:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.program, self.workers, self.timeout, self.recycle)

    def _rig(self, path: Path, mode: FrameMode) -> dict[str, Any]:
        """The first camera (None where there is none), the lights and the world of a scene."""
        try:
            status = path.stat()
        except OSError as error:
            raise SceneError("missing", f"{path.name} cannot be read ({error.strerror or error})") from None
        key = path, mode, status.st_size, status.st_mtime_ns
        with self._lock:
            if key in self._rigs:
                self._rigs[key] = self._rigs.pop(key)  # the last one used is the last one dropped
                return self._rigs[key]
        library = self._folder / f"rig-{uuid4().hex}.blend"
        with self._scratch() as folder:
            scene = source_of(path, mode, folder, looks=True)
            answer = self._ask(scene, {"do": "rig", "library": str(library)})
        camera = next(iter(scene.cameras(answer.pop("cameras"))), None)
        if camera is not None:
            camera = {**camera, "matrix": upright(camera["matrix"]).tolist()}
        with self._lock:
            self._rigs[key] = answer | {"camera": camera}
            while len(self._rigs) > KEPT_RIGS + self.workers:
                dropped = self._rigs.pop(next(iter(self._rigs)))
                if dropped["library"] is not None:
                    Path(dropped["library"]).unlink(missing_ok=True)
            return self._rigs[key]

    def _ask(self, scene: Source, command: Mapping[str, Any]) -> dict[str, Any]:
        """The answer of a worker; one that dies is replaced, and asked once more."""
        asked = {**command, "scene": scene.job}
        name, path = scene.files[0].name, str(scene.job["path"])
        for attempt in (1, 2):
            if self._stopped:
                raise SceneError("crash", f"Blender was stopped before {name} was done")
            try:
                with self._worker() as worker:
                    answer = worker.ask(asked, self.timeout)
            except Ended as ended:
                reason = str(ended).replace(path, name)
                if ended.late:
                    raise SceneError("timeout", f"Blender was ended at {name}: {reason}") from None
                if attempt == 2:
                    raise SceneError("crash", f"Blender ended twice at {name}: {reason}") from None
                continue
            if error := answer.get("error"):
                raise SceneError(error["kind"], error["message"].replace(path, name))
            return answer
        raise AssertionError("the second attempt returns or raises")

    @contextlib.contextmanager
    def _worker(self) -> Iterator[Worker]:
        """A worker for one command; one that fails is ended."""
        with self._free:
            with self._lock:
                worker = self._idle.pop() if self._idle else None
            if worker is None:
                self._folder.mkdir(exist_ok=True)
                worker = Worker(self.program, self._folder)
                with self._lock:
                    self._all.add(worker)
                    self._version = worker.version
            try:
                if self._stopped:  # while this worker came up
                    raise Ended("it was stopped")
                yield worker
            except BaseException:
                self._discard(worker)
                raise
            if worker.scenes >= self.recycle:
                self._discard(worker)
                return
            with self._lock:
                if worker in self._all:
                    self._idle.append(worker)

    def _discard(self, worker: Worker) -> None:
        with self._lock:
            self._all.discard(worker)
        worker.close()

    @contextlib.contextmanager
    def _scratch(self) -> Iterator[Path]:
        """A folder for the files of one command."""
        folder = self._folder / uuid4().hex
        folder.mkdir(parents=True)
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def _threads(workers: int) -> int:
    """Threads of one worker's render."""
    import joblib

    return max(1, int(joblib.cpu_count()) // workers)


def _again(program: Path, workers: int, timeout: float, recycle: int) -> Blender:
    return Blender(program, workers=workers, timeout=timeout, recycle=recycle)


def _end(workers: set[Worker], folder: Path) -> None:
    for worker in workers:
        worker.close()
    shutil.rmtree(folder, ignore_errors=True)
