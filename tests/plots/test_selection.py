from __future__ import annotations

import pytest

from evalcore.errors import InputError
from evalcore.plots.selection import choose


def test_choice_keeps_the_order_of_the_result() -> None:
    assert choose(["b", "a"], ["a", "c", "b"], what="method") == ["a", "b"]
    assert choose(None, ["a", "c", "a"], what="method") == ["a", "c"]
    assert choose([], ["a"], what="method") == []
    with pytest.raises(InputError, match=r"no method 'x'\. It has: a, c\."):
        choose(["a", "x"], ["a", "c"], what="method")
