from __future__ import annotations

import hashlib
import json

from evalcore.batch import record
from evalcore.rollout import RunConfig


def test_a_record_is_what_its_json_gives_back() -> None:
    made = record(config=RunConfig(models=("a", "b")), inputs={"z": "2", "a": "1"}, packages=("numpy",), more=1)
    assert made["config"]["models"] == ["a", "b"]
    assert json.loads(json.dumps(made)) == made
    assert list(made["inputs"]["files"]) == ["a", "z"]
    assert made["inputs"]["sha256"] == hashlib.sha256(b"a 1\nz 2\n").hexdigest()
