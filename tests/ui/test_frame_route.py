from __future__ import annotations

import asyncio
import io
import logging

import numpy as np
import pytest
from PIL import Image
from starlette.applications import Starlette

from evalcore.ui.frame_route import drawn_address, frame_folder, frame_routes
from evalcore.ui.frame_store import STORE, FrameSource

FRAMES = np.random.default_rng(0).integers(0, 256, (3, 4, 5, 3), dtype=np.uint8)


def get(path, method="GET"):
    """Status, headers and body of a request, without a server between."""
    sent = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        sent.append(message)

    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [],
    }
    asyncio.run(Starlette(routes=frame_routes())(scope, receive, send))
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], headers, b"".join(message.get("body", b"") for message in sent[1:])


@pytest.fixture
def folder():
    return frame_folder(STORE.register(FrameSource("route-test", lambda: FRAMES)))


def test_a_frame_comes_as_lossless_webp_that_browsers_may_keep(folder):
    status, headers, body = get(f"{folder}/2.webp")
    assert status == 200
    assert headers["content-type"] == "image/webp"
    assert headers["cache-control"] == "private, max-age=31536000, immutable"
    assert np.array_equal(np.asarray(Image.open(io.BytesIO(body)).convert("RGB")), FRAMES[2])


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/frames/0123/0.webp", b"this stream is not known to the running app"),
        ("{folder}/3.webp", b"this stream has frames 0 to 2, there is no frame 3"),
        ("{folder}/-1.webp", b"there is nothing at this address"),
        ("{folder}/0.png", b"there is nothing at this address"),
        ("/frames/", b"there is nothing at this address"),
    ],
)
def test_unknown_frames_are_plain_404_that_nobody_keeps(folder, path, text):
    status, headers, body = get(path.format(folder=folder))
    assert (status, body) == (404, text)
    assert headers["content-type"].startswith("text/plain")
    assert headers["cache-control"] == "no-store"


def test_a_browser_tells_that_it_has_drawn(monkeypatch):
    told = []
    monkeypatch.setattr("evalcore.ui.frame_route.drawn", told.append)
    status, headers, body = get(drawn_address("0123"), method="POST")
    assert (status, body, headers["cache-control"]) == (204, b"", "no-store")
    assert told == ["0123"]
    assert get(drawn_address("0123"))[0] == 404
    assert told == ["0123"]


def test_a_clip_that_cannot_be_read_again_tells_the_log_alone_why(caplog):
    def load():
        raise OSError("secret_model/clip.mp4 is gone")

    folder = frame_folder(STORE.register(FrameSource("route-test-broken", load)))
    with caplog.at_level(logging.ERROR, logger="evalcore.ui.frame_route"):
        status, _, body = get(f"{folder}/0.webp")
    assert status == 500
    assert b"secret_model" not in body
    assert "secret_model" in caplog.text
