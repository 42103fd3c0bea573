from __future__ import annotations

import io
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PIL import Image

from evalcore.ui.frame_store import FrameSource, FrameStore, UnknownFrameError


def noise(seed, count=2, height=4, width=6):
    return np.random.default_rng(seed).integers(0, 256, (count, height, width, 3), dtype=np.uint8)


def decoded(webp):
    return np.asarray(Image.open(io.BytesIO(webp)).convert("RGB"))


@given(arrays(np.uint8, st.tuples(st.just(1), st.integers(1, 9), st.integers(1, 9), st.just(3))))
def test_webp_holds_every_value_of_the_frame(frames):
    store = FrameStore()
    token = store.register(FrameSource("clip", lambda: frames))
    assert np.array_equal(decoded(store.webp(token, 0)), frames[0])


def test_one_content_has_one_token_that_says_nothing_and_differs_between_processes():
    store = FrameStore()
    token = store.register(FrameSource("model-a/clip", lambda: noise(0)))
    assert token == store.register(FrameSource("model-a/clip", lambda: noise(1)))
    assert len(token) == 32
    assert set(token) <= set("0123456789abcdef")
    assert token != FrameStore().register(FrameSource("model-a/clip", lambda: noise(0)))
    assert token != store.register(FrameSource("model-b/clip", lambda: noise(0)))


def test_frames_are_loaded_once_and_cannot_be_written_to():
    calls = []
    store = FrameStore()
    token = store.register(FrameSource("clip", lambda: calls.append(1) or noise(0)))
    assert np.array_equal(store.frames(token), noise(0))
    store.webp(token, 1)
    assert len(calls) == 1
    with pytest.raises(ValueError, match="read-only"):
        store.frames(token)[0] = 0


def test_many_threads_load_a_source_once():
    started, go = [], threading.Event()

    def load():
        started.append(1)
        go.wait(5)
        return noise(0)

    store = FrameStore()
    token = store.register(FrameSource("clip", load))
    seen = []
    threads = [threading.Thread(target=lambda: seen.append(store.webp(token, 0))) for _ in range(8)]
    for thread in threads:
        thread.start()
    go.set()
    for thread in threads:
        thread.join()
    assert len(started) == 1
    assert len(seen) == 8
    assert len(set(seen)) == 1


def test_decoded_frames_are_kept_up_to_the_bound_and_loaded_again_after():
    calls = []

    def load(name):
        calls.append(name)
        return noise(0)  # 144 bytes

    store = FrameStore(decoded_bytes=300)
    tokens = {name: store.register(FrameSource(name, lambda name=name: load(name))) for name in "abc"}
    for name in "ab":
        store.frames(tokens[name])
    store.frames(tokens["a"])
    store.frames(tokens["c"])  # pushes b out, which was used least recently
    store.frames(tokens["a"])
    store.frames(tokens["b"])
    assert calls == ["a", "b", "c", "b"]


def test_a_clip_larger_than_the_bound_is_still_decoded_once():
    calls = []
    store = FrameStore(decoded_bytes=10, encoded_bytes=10)
    token = store.register(FrameSource("clip", lambda: calls.append(1) or noise(0)))
    store.webp(token, 0)
    store.webp(token, 1)
    assert len(calls) == 1


def test_forgotten_sources_are_unknown_until_they_are_registered_again():
    store = FrameStore(sources=1)
    source = FrameSource("a", lambda: noise(0))
    token = store.register(source)
    store.register(FrameSource("b", lambda: noise(1)))
    with pytest.raises(UnknownFrameError, match="not known"):
        store.frames(token)
    assert store.register(source) == token
    assert np.array_equal(store.frames(token), noise(0))


@pytest.mark.parametrize("index", [-1, 2])
def test_a_frame_outside_of_the_clip_is_an_error_that_says_which_there_are(index):
    store = FrameStore()
    token = store.register(FrameSource("clip", lambda: noise(0)))
    with pytest.raises(UnknownFrameError, match=f"frames 0 to 1, there is no frame {index}"):
        store.webp(token, index)


def test_a_failure_to_load_is_passed_on_and_tried_again():
    answers = [OSError("gone"), noise(0)]

    def load():
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    store = FrameStore()
    token = store.register(FrameSource("clip", load))
    with pytest.raises(OSError, match="gone"):
        store.frames(token)
    assert np.array_equal(store.frames(token), noise(0))


@pytest.mark.parametrize("frames", [noise(0)[0], noise(0).astype(np.float32), noise(0)[..., :1], noise(0)[:0]])
def test_arrays_that_are_not_frames_are_refused(frames):
    store = FrameStore()
    token = store.register(FrameSource("clip", lambda: frames))
    with pytest.raises(ValueError, match=r"frames must be \(T, H, W, 3\) uint8"):
        store.frames(token)
