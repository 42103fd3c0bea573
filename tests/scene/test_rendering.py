from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from evalcore.errors import InputError
from evalcore.scene import RELEASE


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"engine": "EEVEE"}, "engine is 'EEVEE'. There are: CYCLES."),
        ({"lights": "gt"}, "lights is 'gt'. There are: gt_all, gt_world, own."),
        ({"width": 0}, "a picture of 0 x 432 pixels is not possible"),
        ({"height": 20000}, "a picture of 768 x 20000 pixels is not possible"),
        ({"samples": 0}, "samples is 0"),
        ({"exposure": float("nan")}, "exposure is nan"),
    ],
)
def test_what_cannot_be_rendered_is_an_error(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        replace(RELEASE.rendering, **change)
    assert message in str(error.value)
