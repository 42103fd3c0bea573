from __future__ import annotations

from fractions import Fraction

import av
import numpy as np

from evalcore.video.plane import plane_lines


def test_lines_keep_their_padding_and_are_not_copied() -> None:
    plane = av.VideoFrame(10, 4, "gray").planes[0]
    lines = plane_lines(plane)
    assert lines.shape == (4, plane.line_size)
    assert lines.flags.c_contiguous
    lines[2, 3] = 99
    assert plane_lines(plane)[2, 3] == 99


def test_a_negative_line_size_is_bottom_up() -> None:
    stored = np.arange(12, dtype=np.uint8).reshape(4, 3)
    graph = av.filter.Graph()
    graph.link_nodes(
        graph.add_buffer(width=3, height=4, format="gray", time_base=Fraction(1, 15)),
        graph.add("vflip"),
        graph.add("buffersink"),
    ).configure()
    graph.push(av.VideoFrame.from_ndarray(stored, format="gray"))
    plane = graph.pull().planes[0]
    assert plane.line_size < 0
    np.testing.assert_array_equal(plane_lines(plane)[:, :3], stored[::-1])
