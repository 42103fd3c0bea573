from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.review.names import arrange, blind_label, panel_order, stream_id


@given(name=st.text())
def test_an_id_is_one_safe_word_and_stays_itself(name):
    slug = stream_id(name)
    assert slug
    assert set(slug) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._:-")
    assert stream_id(slug) == slug


def test_labels_are_all_different():
    assert len({blind_label(k) for k in range(2000)}) == 2000
    assert [blind_label(k) for k in (0, 25, 26, 27, 51, 52, 701, 702)] == [
        "A",
        "Z",
        "AA",
        "AB",
        "AZ",
        "BA",
        "ZZ",
        "AAA",
    ]
    with pytest.raises(ValueError, match="0 or more"):
        blind_label(-1)


def test_the_order_is_by_hash():
    streams = ["real", "gen_a", "gen_b", "gen_c"]
    expected = sorted(streams, key=lambda s: hashlib.sha256(b"alice\0item1\0" + s.encode()).hexdigest())
    assert list(panel_order("alice", "item1", streams)) == expected


@given(streams=st.lists(st.text(max_size=3), unique=True, max_size=6), random=st.randoms())
def test_the_order_returns_and_is_of_all_streams(streams, random):
    shuffled = random.sample(streams, len(streams))
    assert panel_order("ann", "ball", streams) == panel_order("ann", "ball", shuffled)
    assert sorted(panel_order("ann", "ball", streams)) == sorted(streams)


def test_the_order_differs_between_reviewers_and_items():
    streams = [f"s{k}" for k in range(6)]
    orders = {panel_order(who, item, streams) for who in ("ann", "bob", "eve") for item in ("x", "y")}
    assert len(orders) == 6


def test_a_stored_order_may_name_other_streams():
    assert arrange(["a", "b", "c"], ["c", "gone", "a", "c"]) == ("c", "a", "b")
