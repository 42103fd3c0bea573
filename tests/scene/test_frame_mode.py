from __future__ import annotations

import pytest

from evalcore.errors import InputError
from evalcore.scene import FrameMode


@pytest.mark.parametrize("text", ["first", "last", "middle", "current", "rest", "exact:12", "exact:-3", "exact:0.1"])
def test_a_mode_is_written_as_it_is_read(text: str) -> None:
    assert str(FrameMode.parse(text)) == text


def test_a_frame_number_has_one_spelling() -> None:
    assert FrameMode.parse("exact:12.0") == FrameMode.exact(12) == FrameMode.parse("exact:12")
    assert str(FrameMode.exact(1 / 3)) == "exact:0.3333333333333333"


@pytest.mark.parametrize(
    "text", ["", "Rest", "exact", "exact:", "exact:two", "exact:nan", "exact:inf", "frame:3", "kind"]
)
def test_an_unknown_mode_is_an_error(text: str) -> None:
    with pytest.raises(InputError) as error:
        FrameMode.parse(text, where="track.jsonl:3")
    assert error.value.where == "track.jsonl:3"
