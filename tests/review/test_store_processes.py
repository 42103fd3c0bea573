from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import sqlalchemy as sa

from evalcore.review import Store
from evalcore.review.migrations import REVISIONS

ROOT = Path(__file__).resolve().parents[2]
WRITERS, SAVES = 8, 200
KILLED = """
import sys
from evalcore.review import Answer, Mark, Shown, Store
store = Store(sys.argv[1])
for k in range(10_000):
    store.save(Answer(item="ball", reviewer="ann", violations=(Mark(stream="gen", t=float(k)),)), schema="r",
               shown=Shown("h"))
    print(k, flush=True)
"""


def started(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *arguments], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_eight_writers_lose_nothing_and_see_no_error(database):
    # The database is empty: all of them make its tables.
    writers = started("-m", "tests.review.writer", database, str(WRITERS), str(SAVES))
    _, errors = writers.communicate(timeout=300)
    assert (writers.returncode, errors) == (0, "")
    with Store(database) as store:
        rows = store.answers(schema="review").rows
        assert len(rows) == WRITERS * 5 + 1
        with store._engine.connect() as connection:
            found = connection.execute(sa.select(REVISIONS.c.item, REVISIONS.c.reviewer, REVISIONS.c.origin)).all()
        assert len(found) == WRITERS * SAVES
        assert Counter(row.origin for row in found) == {f"writer{k}": SAVES for k in range(WRITERS)}
        # Numbers without a gap: no revision of the shared answer took another's place.
        shared = store.history(schema="review", item="shared", reviewer="everybody")
        assert [one.revision for one in shared] == list(range(1, WRITERS * SAVES // 2 + 1))
        last = store.get(schema="review", item="shared", reviewer="everybody")
        assert last.answer in rows
        for k in range(WRITERS):
            own = [row for row in rows if row.reviewer == f"writer{k}"]
            assert sorted(row.item for row in own) == [f"item{i}" for i in range(0, 10, 2)]
            assert sorted(row.violations[0].t for row in own) == [k / 25 for k in range(190, 200, 2)]


def test_what_was_saved_is_there_after_a_kill(database):
    writer = started("-c", KILLED, database)
    assert writer.stdout is not None
    said = -1
    while said < 20:
        said = int(writer.stdout.readline())
    os.kill(writer.pid, signal.SIGKILL)
    writer.communicate()
    with Store(database) as store:
        history = store.history(schema="r", item="ball", reviewer="ann")
        assert len(history) > said
        assert [one.answer.violations[0].t for one in history] == [float(k) for k in range(len(history))]
        assert store.get(schema="r", item="ball", reviewer="ann") == history[-1]
        store.save(history[0].answer, schema="r", shown=history[0].shown)
