from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep

import pytest

from evalcore.scene import RELEASE, FrameMode, SceneError
from evalcore.scene.blender import Blender, RenderView
from evalcore.scene.blender.process import Ended, Worker
from tests.scene.made import make_workspace


def test_what_is_under_way_ends_at_once_and_nothing_begins_again(program: Path, tmp_path: Path) -> None:
    scene = make_workspace(tmp_path, samples=("a",), models=(), camera=True) / "gt/a/scene.glb"
    view = RenderView(scene=scene, mode=FrameMode("rest"), camera_from=scene, camera_mode=FrameMode("rest"))
    with Blender(program) as blender, ThreadPoolExecutor(1) as pool:
        blender(scene, FrameMode("rest"))
        endless = pool.submit(blender.render, view, replace(RELEASE.rendering, samples=10**6))
        sleep(1)
        begun = monotonic()
        blender.stop()
        with pytest.raises(SceneError, match=r"Blender was stopped before scene\.glb was done"):
            endless.result(60)
        assert monotonic() - begun < 30
        with pytest.raises(SceneError, match="Blender was stopped"):
            blender(scene, FrameMode("rest"))


def test_a_worker_that_is_closed_while_it_is_asked_ends_and_is_no_fault(program: Path, tmp_path: Path) -> None:
    def ask(worker: Worker) -> None:
        while True:
            worker.ask({"do": "nothing"}, 10)

    with ThreadPoolExecutor(1) as pool:
        for wait in (0, 0.01, 0.02):
            worker = Worker(program, tmp_path)
            asking = pool.submit(ask, worker)
            sleep(wait)
            worker.close()
            with pytest.raises(Ended, match=r"closed|ended with code"):
                asking.result(20)
