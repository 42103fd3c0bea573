"""The HTTP route that hands exact frames to the browser; ``app.py`` mounts it beside Streamlit."""

from __future__ import annotations

import logging

import streamlit as st
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from evalcore.ui.first_picture import drawn
from evalcore.ui.frame_store import STORE, UnknownFrameError

__all__ = ["drawn_address", "frame_folder", "frame_routes"]

_LOG = logging.getLogger(__name__)
_PRIVATE = {"X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin"}
# A token stands for one content, so a frame never changes; `private` keeps it out of shared proxies.
_FRAME_HEADERS = {**_PRIVATE, "Cache-Control": "private, max-age=31536000, immutable"}
_ERROR_HEADERS = {**_PRIVATE, "Cache-Control": "no-store"}


def frame_folder(token: str) -> str:
    """The URL below which the frames of a registered source are served, as ``0.webp``, ``1.webp``, ..."""
    return f"{_prefix()}/{token}"


def drawn_address(name: str) -> str:
    """The URL that the browser posts to once it has drawn what :func:`evalcore.ui.first_picture.drawn` waits for."""
    return f"{_prefix()}/drawn/{name}"


def frame_routes() -> list[BaseRoute]:
    """The routes to mount: ``/frames/<token>/<index>.webp``, and plain 404 for anything else below ``/frames``.

    ``POST /frames/drawn/<name>`` tells that a viewer has drawn its first frame.
    """
    prefix = _prefix()
    return [
        Route(f"{prefix}/{{token}}/{{index:int}}.webp", _frame),
        Route(f"{prefix}/drawn/{{name}}", _drawn, methods=["POST"]),
        # Without this, Streamlit would answer an unknown path with its own page and status 200.
        Route(f"{prefix}/{{rest:path}}", _nothing),
    ]


def _prefix() -> str:
    base = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{base}/frames" if base else "/frames"


def _frame(request: Request) -> Response:
    token, index = request.path_params["token"], request.path_params["index"]
    try:
        body = STORE.webp(token, index)
    except UnknownFrameError as error:
        return PlainTextResponse(str(error), status_code=404, headers=_ERROR_HEADERS)
    except Exception:
        # The reason may name a model, which a blind page must not show: it goes to the log alone.
        _LOG.exception("a stream could not be decoded again")
        text = "the frames of this stream could not be decoded again; the server's log says why"
        return PlainTextResponse(text, status_code=500, headers=_ERROR_HEADERS)
    return Response(body, media_type="image/webp", headers=_FRAME_HEADERS)


async def _drawn(request: Request) -> Response:
    drawn(request.path_params["name"])
    return Response(status_code=204, headers=_ERROR_HEADERS)


def _nothing(request: Request) -> Response:
    return PlainTextResponse("there is nothing at this address", status_code=404, headers=_ERROR_HEADERS)
