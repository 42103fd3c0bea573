from __future__ import annotations

from evalcore.tables import scene_matches
from tests.tables.scenes import RICH


def test_pairs_then_what_is_alone_then_the_ground() -> None:
    table = scene_matches(RICH)
    rows = table.display().to_numpy().tolist()
    assert [row[1:3] for row in rows] == [
        ["cup", "mug"],
        ["poster", "n/a (a)"],
        ["n/a (b)", "spare"],
        ["n/a (b)", "lamp"],
        ["floor", "n/a (c)"],
        ["n/a (c)", "ground"],
    ]
    assert rows[0][3:] == ["50.0", "25.0"]
    assert table.title == "Objects of a, good"
    assert "Without volume: upright box of ground truth poster; it counts 0." in table.notes
    assert "Without volume: oriented box of the scene; it counts 1." in table.notes
