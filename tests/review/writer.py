"""One writer of the concurrency tests: a process of its own that opens the database and saves."""

from __future__ import annotations

import sys

from evalcore.review import Answer, Mark, Shown, Store


def main(database: str, name: str, saves: int) -> None:
    """Save to the writer's own items and, each time, to one that all writers share."""
    with Store(database) as store:
        for k in range(saves):
            marks = (Mark(stream="gen", t=k / 25, note=name),)
            shared = k % 2
            item, reviewer = ("shared", "everybody") if shared else (f"item{k % 10}", name)
            store.save(
                Answer(item=item, reviewer=reviewer, violations=marks), schema="review", shown=Shown("h", origin=name)
            )
            if k % 25 == 0:
                assert store.get(schema="review", item=item, reviewer=reviewer) is not None


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
