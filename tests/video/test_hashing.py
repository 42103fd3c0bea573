from __future__ import annotations

import hashlib
import platform
import socket

import numpy as np
import pytest

from evalcore.video import decode_signature, frame_sha256


def test_hash_of_the_bytes_row_by_row() -> None:
    frame = np.arange(24, dtype=np.uint8).reshape(2, 4, 3)
    assert frame_sha256(frame) == hashlib.sha256(bytes(range(24))).hexdigest()


def test_hash_does_not_depend_on_memory_layout() -> None:
    wide = np.arange(48, dtype=np.uint8).reshape(2, 8, 3)
    view = wide[:, ::2]
    assert frame_sha256(view) == frame_sha256(view.copy())
    assert frame_sha256(view) != frame_sha256(view[::-1])


@pytest.mark.parametrize("frame", [np.zeros((2, 2), np.uint8), np.zeros((2, 2, 3)), np.zeros((2, 2, 4), np.uint8)])
def test_other_arrays_are_refused(frame: np.ndarray) -> None:
    with pytest.raises(ValueError, match=r"expected uint8 \(H, W, 3\)"):
        frame_sha256(frame)


def test_signature_names_the_libraries_and_no_host() -> None:
    signature = decode_signature("default")
    assert {"method", "pyav", "libavcodec", "libswscale", "converter", "cpu"} <= signature.keys()
    assert all(isinstance(value, str) and value for value in signature.values())
    text = " ".join(signature.values())
    assert socket.gethostname() not in text
    assert platform.node() not in text


def test_exact_conversion_depends_on_no_cpu() -> None:
    signature = decode_signature("exact")
    assert signature["cpu"] == "any"
    assert "libswscale" not in signature
    assert signature != decode_signature("default")


def test_signature_cannot_be_changed_by_a_caller() -> None:
    decode_signature("default")["cpu"] = "other"
    assert decode_signature("default")["cpu"] != "other"
