from __future__ import annotations

from evalcore.tables import provenance


def test_nested_entries_get_dotted_keys() -> None:
    record = {"config": {"fps": 15, "farneback": {"levels": 3}}, "models": ["a", "b"], "empty": {}, "split": None}
    assert provenance(record).frame.to_numpy().tolist() == [
        ["config.fps", "15"],
        ["config.farneback.levels", "3"],
        ["models", '["a", "b"]'],
        ["empty", "{}"],
        ["split", "null"],
    ]
