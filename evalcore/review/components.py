"""Breaks that several reviewers saw: the connected components of their matched marks."""

from __future__ import annotations

import numpy as np

from evalcore.review import _components
from evalcore.review.matching import Matched
from evalcore.review.panels import Index, Panels

__all__ = ["judged_breaks"]


def judged_breaks(panels: Panels, matched: Matched) -> tuple[Index, Index]:
    """(K,) marks, and (K,) the break that each judges.

    A break is a connected component of the matched marks of one item and stream. Each reviewer judges it by one mark:
    of several in a component the nearest to the component's median time (the earlier of two that are equally near).
    """
    root, counts = _components.components(
        panels.time, panels.panel_of_mark, panels.first, panels.unit_first, matched.left, matched.right
    )
    marks = np.flatnonzero(counts)
    return marks, root[marks]
