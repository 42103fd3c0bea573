from __future__ import annotations

import pytest

from evalcore.rollout import RolloutResult, load_result
from evalcore.workspace import Workspace
from tests.joined.space import make_joined


@pytest.fixture(scope="session")
def joined(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """Six clips of two models, scored and reviewed; shared, so a test that writes to it takes a copy."""
    return make_joined(tmp_path_factory.mktemp("joined"))


@pytest.fixture(scope="session")
def run(joined: Workspace) -> RolloutResult:
    """The rollout run of it."""
    return load_result(joined.path("results", "rollout", "all"))
