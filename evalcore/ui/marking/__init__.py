"""The page on which reviewers mark break-points, and who they are."""

from evalcore.ui.marking.page import mark_items

__all__ = ["mark_items"]
