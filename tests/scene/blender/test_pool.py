"""Workers that die, hang or never were: with programs that only speak the protocol, and with Blender itself."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from evalcore.errors import InputError
from evalcore.scene import RELEASE, FrameMode, SceneError
from evalcore.scene.blender import Blender, RenderView
from tests.scene.made import box_file

CURRENT = FrameMode("current")
FOUND = '{"objects": [], "cameras": [], "animated": false}'
Fake = Callable[..., Path]


@pytest.fixture
def fake(tmp_path: Path) -> Fake:
    """A program that answers each command by ``body``, which sees ``starts`` (how many there were) and ``command``."""

    def make(body: str, name: str = "python-fake") -> Path:
        program = tmp_path / name
        program.write_text(
            textwrap.dedent(f"""\
            #!{sys.executable}
            import json, os, sys, time, zipfile
            from pathlib import Path
            log = Path({str(tmp_path / "starts")!r})
            log.write_text((log.read_text() if log.exists() else "") + f"{{os.getpid()}}\\n")
            starts = len(log.read_text().splitlines())
            if "python" not in sys.argv[0]:
                print("Blender 5.9 (hash 0123)")
                assert "--python" in sys.argv and "--disable-autoexec" in sys.argv
            print(json.dumps({{"version": "5.9"}}), flush=True)
            def found():
                zipfile.ZipFile(command["arrays"], "w").close()
                print({FOUND!r}, flush=True)
            for line in sys.stdin:
                command = json.loads(line)
            """)
            + textwrap.indent(textwrap.dedent(body), "    ")
        )
        program.chmod(0o755)
        return program

    return make


@pytest.fixture
def scenes(tmp_path: Path) -> list[Path]:
    return [box_file().write(tmp_path / f"scene_{k}" / "scene.glb") for k in range(3)]


def starts(tmp_path: Path) -> list[int]:
    return [int(line) for line in (tmp_path / "starts").read_text().splitlines()]


def gone(pid: int) -> bool:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        if not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
            return True
        time.sleep(0.05)
    return False


def test_a_blender_program_may_say_its_name_first(fake: Fake, scenes: list[Path]) -> None:
    with Blender(fake("found()", name="blender")) as pool:
        assert pool(scenes[0], CURRENT).objects == ()


def test_a_worker_that_dies_is_replaced_and_the_scene_tried_once_more(
    fake: Fake, scenes: list[Path], tmp_path: Path
) -> None:
    with Blender(fake("os.abort() if starts == 1 else found()")) as pool:
        assert pool.version == "5.9"
        assert pool(scenes[0], CURRENT).objects == ()
        assert pool(scenes[1], CURRENT).objects == ()
    assert len(starts(tmp_path)) == 2


def test_a_scene_that_kills_two_workers_fails_alone(fake: Fake, scenes: list[Path], tmp_path: Path) -> None:
    program = fake("""
        if starts <= 2:
            print("the last words", file=sys.stderr)
            sys.exit(7)
        found()
    """)
    with Blender(program) as pool:
        with pytest.raises(
            SceneError, match=r"ended twice at scene\.glb: .* code 7; its last words: the last words"
        ) as error:
            pool(scenes[0], CURRENT)
        assert error.value.kind == "crash"
        assert pool(scenes[1], CURRENT).objects == ()
    assert len(starts(tmp_path)) == 3


def test_a_scene_that_takes_too_long_is_ended_and_not_tried_again(
    fake: Fake, scenes: list[Path], tmp_path: Path
) -> None:
    with Blender(fake("time.sleep(60) if starts == 1 else found()"), timeout=2) as pool:
        with pytest.raises(SceneError, match=r"no answer within 2 seconds") as error:
            pool(scenes[0], CURRENT)
        assert error.value.kind == "timeout"
        assert gone(starts(tmp_path)[0])
        assert pool(scenes[1], CURRENT).objects == ()


def test_workers_are_replaced_after_so_many_scenes_and_end_with_the_pool(
    fake: Fake, scenes: list[Path], tmp_path: Path
) -> None:
    with Blender(fake("found()"), recycle=2) as pool:
        for path in scenes:
            pool(path, CURRENT)
        first, second = starts(tmp_path)
        assert gone(first)
        assert psutil.pid_exists(second)
        assert pickle.loads(pickle.dumps(pool)).recycle == 2
    assert gone(second)


def test_threads_share_the_workers(fake: Fake, scenes: list[Path], tmp_path: Path) -> None:
    with Blender(fake("time.sleep(0.2)\nfound()"), workers=2) as pool, ThreadPoolExecutor(6) as threads:
        list(threads.map(lambda path: pool(path, CURRENT), scenes * 2))
    assert len(starts(tmp_path)) == 2


def test_workers_end_when_their_parent_is_killed(program: Path, tmp_path: Path) -> None:
    code = f"""if True:
        from pathlib import Path
        from evalcore.scene.blender import Blender
        pool = Blender(Path({str(program)!r}))
        pool.version
        print(*(worker.pid for worker in pool._all), flush=True)
        input()
    """
    parent = subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"TMPDIR": str(tmp_path)},
    )
    with parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        assert psutil.pid_exists(worker)
        parent.kill()
    assert gone(worker)


def test_blender_killed_in_the_middle_of_a_render_gives_the_same_picture(
    program: Path, blender: Blender, blends: Path, scenes: list[Path]
) -> None:
    path = blends / "room/scene.blend"
    view = RenderView(path, CURRENT, path, CURRENT, lights="own")
    settings = replace(RELEASE.rendering, width=64, height=36, samples=64)
    with Blender(program, timeout=120) as pool, ThreadPoolExecutor(1) as thread:
        pool.render(view, replace(settings, samples=1))  # camera and lights are known, the worker is up
        (worker,) = pool._all
        before = worker.scenes
        picture = thread.submit(pool.render, view, settings)
        while worker.scenes == before:
            time.sleep(0.01)
        time.sleep(0.05)
        assert not picture.done()
        os.kill(worker.pid, signal.SIGKILL)
        assert (picture.result() == blender.render(view, settings)).all()
        assert worker not in pool._all


def test_a_program_that_is_no_blender_is_named(tmp_path: Path, scenes: list[Path]) -> None:
    for program, reason in (
        (Path(sys.executable), "No module named 'bpy'"),
        (Path("/bin/true"), "ended with code 0"),
        (tmp_path / "absent", "No such file"),
    ):
        with Blender(program) as pool, pytest.raises(InputError, match=f"{reason}.*make blender"):
            pool(scenes[0], CURRENT)


def test_a_scene_is_checked_before_any_worker_starts(fake: Fake, tmp_path: Path) -> None:
    file = box_file()
    (tmp_path / "outside.bin").write_bytes(file.data)
    file.tree["buffers"] = [{"byteLength": len(file.data), "uri": "../outside.bin"}]
    path = file.write(tmp_path / "inside" / "scene.gltf")
    with Blender(fake("found()")) as pool, pytest.raises(SceneError, match="leads out"):
        pool(path, CURRENT)
    assert not (tmp_path / "starts").exists()
