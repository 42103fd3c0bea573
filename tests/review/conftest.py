from __future__ import annotations

import os
from collections.abc import Iterator
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import create_engine, text

from tests.review.servers import postgres

# In memory, where there is such a folder: the tests are of who waits for whom, and of killed programs, not of disks.
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a PostgreSQL server's first database."""
    with postgres() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> Iterator[str]:
    """The URL of an empty database of either kind."""
    if request.param == "sqlite":
        with TemporaryDirectory(prefix="evalcore-", dir=MEMORY) as folder:
            yield f"sqlite:///{folder}/answers.sqlite"
        return
    server = request.getfixturevalue("postgres_server")
    name = f"test_{abs(hash(request.node.nodeid))}"
    engine = create_engine(server.replace("postgresql:", "postgresql+psycopg:"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    yield server.replace("/postgres?", f"/{name}?")
    with engine.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    engine.dispose()
