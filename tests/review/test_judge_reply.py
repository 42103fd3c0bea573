from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.review.judge_reply import Verdict, parse_verdict

TIMES = (0.25, 0.75, 1.25, 1.75)
TYPES = ("interpenetration", "drift")


def parsed(reply):
    return parse_verdict(reply, times=TIMES, types=TYPES)


@pytest.mark.parametrize(
    ("reply", "verdict"),
    [
        ({"break_tile": 3, "violation_type": "drift", "confidence": 0.8}, Verdict(1.25, "drift", 0.8)),
        ({"break_tile": 0, "violation_type": "drift", "confidence": 0.6}, Verdict(None, None, 0.6)),
        ({"break_tile": -2}, Verdict(None)),
        ({"break_frame": "2"}, Verdict(0.75)),
        ({"break_tile": 2.9, "confidence": 7}, Verdict(0.75, None, 1.0)),
        ({"break_tile": 1, "violation_type": " Drift ", "confidence": -1}, Verdict(0.25, "drift")),
        ({"break_tile": 1, "violation_type": "vibes"}, Verdict(0.25, None, 0.0, "vibes")),
        ('```json\n{"break_tile": 2, "confidence": "x"}\n```', Verdict(0.75)),
        ('{"thought": "{"} and then {"break_tile": 4, "more": {"a": 1}}', Verdict(1.75)),
        ('{broken} {"break_tile": 1}', Verdict(0.25)),
    ],
)
def test_a_verdict(reply, verdict):
    assert parsed(reply) == verdict


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        ({"break_tile": 5}, "tile 5 of 4"),
        ({}, "names no tile"),
        ({"break_tile": "soon"}, "names no tile"),
        ({"break_tile": True}, "names no tile"),
        ({"break_tile": float("inf")}, "names no tile"),
        ("no JSON", "no JSON object"),
        ("{", "no JSON object"),
        ([1], "no JSON object"),
        ("", "no JSON object"),
    ],
)
def test_what_is_no_verdict(reply, message):
    with pytest.raises(ValueError, match=message):
        parsed(reply)


@given(text=st.text(alphabet='{}"\\:,a1 ', max_size=30))
def test_no_text_is_more_than_a_fault(text):
    try:
        verdict = parsed(text)
    except ValueError:
        return
    assert verdict.t in (None, *TIMES)
