"""Mark: the frame where each stream of an item stops making sense, and why."""

from evalcore.ui.marking import mark_items

mark_items()
