"""Arrays out of buffers, decoded by the rules of glTF 2.0 (sections 3.6.2 and 3.11 for integers as fractions)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from evalcore.scene.config import LIMITS
from evalcore.scene.errors import SceneError
from evalcore.scene.gltf.opening import DECODERS, OpenFile

__all__ = ["indices", "numbers"]

DTYPES = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}
UNSIGNED = frozenset({5121, 5123, 5125})


def numbers(file: OpenFile, index: int, *, kind: str) -> npt.NDArray[np.float64]:
    """An accessor of ``kind`` (such as VEC3) as (count, width) float64, normalised integers decoded.

    Raises
    ------
    SceneError
        ``format``: another type. ``reference``: beyond the buffer. ``vertices``: no data at all. ``decoder``:
        compressed data. ``limit``: too long.
    """
    accessor = file.document.accessors[index]
    if accessor.type != kind or accessor.component_type not in DTYPES:
        raise SceneError(
            "format", f"accessor {index} is {accessor.type} of type {accessor.component_type}; {kind} was expected"
        )
    values = _array(file, index).astype(np.float64)
    if accessor.normalized and accessor.component_type != 5126:
        largest = np.iinfo(DTYPES[accessor.component_type]).max
        values = np.maximum(values / largest, -1.0)
    return values


def indices(file: OpenFile, index: int) -> npt.NDArray[np.int64]:
    """An accessor of vertex indices, (count,); errors as in :func:`numbers`."""
    accessor = file.document.accessors[index]
    if accessor.type != "SCALAR" or accessor.component_type not in UNSIGNED or accessor.normalized:
        raise SceneError("format", f"accessor {index} holds no vertex indices; unsigned integers were expected")
    return _array(file, index)[:, 0].astype(np.int64)


def _array(file: OpenFile, index: int) -> npt.NDArray[Any]:
    accessor = file.document.accessors[index]
    # An array without a view takes no room in the file and all the more in memory.
    most = LIMITS.vertices if accessor.buffer_view is None else LIMITS.elements
    if accessor.count > most:
        raise SceneError("limit", f"accessor {index} has {accessor.count:,} elements; at most {most:,}")
    width, dtype = WIDTHS[accessor.type], np.dtype(DTYPES[accessor.component_type])
    if accessor.buffer_view is None and accessor.sparse is None:
        raise SceneError("vertices", f"accessor {index} holds no data")
    if accessor.buffer_view is None:
        values = np.zeros((accessor.count, width), dtype)
    else:
        values = _strided(file, accessor.buffer_view, accessor.byte_offset, (accessor.count, width), dtype)
    if accessor.sparse is None:
        return values
    sparse, values = accessor.sparse, values.copy()
    if sparse.indices.component_type not in UNSIGNED:
        raise SceneError("format", f"accessor {index} has no unsigned sparse indices")
    where = _strided(
        file,
        sparse.indices.buffer_view,
        sparse.indices.byte_offset,
        (sparse.count, 1),
        np.dtype(DTYPES[sparse.indices.component_type]),
    )[:, 0]
    if (where >= accessor.count).any():
        raise SceneError("reference", f"accessor {index} replaces element {where.max()} of {accessor.count}")
    values[where] = _strided(file, sparse.values.buffer_view, sparse.values.byte_offset, (sparse.count, width), dtype)
    return values


def _strided(
    file: OpenFile, view_index: int, offset: int, shape: tuple[int, int], dtype: np.dtype[Any]
) -> npt.NDArray[Any]:
    """Elements of a bufferView, without a copy."""
    view = file.document.buffer_views[view_index]
    content = file.buffers[view.buffer]
    compressed = sorted(DECODERS & view.extensions.keys())
    if content is None or any(name in file.document.extensions_required for name in compressed):
        name = compressed[0] if compressed else "an extension"
        raise SceneError("decoder", f"bufferView {view_index} is compressed by {name}; export without compression")
    count, width = shape
    size = width * dtype.itemsize
    stride = view.byte_stride or size
    if stride < size:
        raise SceneError("format", f"bufferView {view_index} steps {stride} bytes between elements of {size}")
    if count and offset + stride * (count - 1) + size > view.byte_length:
        raise SceneError(
            "reference",
            f"{count} elements reach beyond the end of bufferView {view_index} ({view.byte_length:,} bytes)",
        )
    strides = (stride, dtype.itemsize)
    return np.ndarray(shape, dtype, buffer=content, offset=view.byte_offset + offset if count else 0, strides=strides)
