"""The writers of the concurrency tests: processes of their own that open the database and save, all at once."""

from __future__ import annotations

import os
import sys
import traceback

from evalcore.review import Answer, Mark, Shown, Store
from evalcore.review.migrations import migrate  # imported once, before the processes part

__all__ = ["main", "migrate"]


def write(database: str, name: str, saves: int) -> None:
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


def main(database: str, writers: int, saves: int) -> int:
    """Fork all writers, which is cheaper than as many interpreters; how many of them failed."""
    children = []
    for k in range(writers):
        child = os.fork()
        if child == 0:
            try:
                write(database, f"writer{k}", saves)
            except BaseException:
                traceback.print_exc()
                os._exit(1)
            os._exit(0)  # without the interpreter's own end, which takes longer than the saves
        children.append(child)
    return sum(os.waitpid(child, 0)[1] != 0 for child in children)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
