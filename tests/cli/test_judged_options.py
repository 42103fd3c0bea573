"""What the commands offer and assume is what the library does: they repeat it only to start quickly."""

from __future__ import annotations

from inspect import signature

from evalcore import judged
from evalcore.cli import judged_clips
from evalcore.cli.judged_options import Component, Profile
from evalcore.judged.config import JUDGED_COMPONENTS
from evalcore.vlm import Endpoint


def test_choices_are_those_of_the_protocol() -> None:
    assert set(Profile) == judged.PROFILES.keys()
    assert tuple(Component) == JUDGED_COMPONENTS


def test_defaults_of_a_judge_run_are_those_of_the_library() -> None:
    command, run = (signature(one).parameters for one in (judged_clips.judge, judged.judge))
    for name in ("profile", "subset", "videos", "jobs", "repeat", "mixed"):
        assert command[name].default == run[name].default == signature(judged.plan).parameters[name].default, name
    endpoint = Endpoint("http://127.0.0.1/v1", "judge-1")
    assert command["key_variable"].default == endpoint.key_variable
    assert command["timeout"].default == endpoint.timeout_s
    assert command["temperature"].default == endpoint.temperature
    assert command["max_tokens"].default == endpoint.max_tokens


def test_defaults_of_sampling_are_those_of_the_library() -> None:
    command, run = (signature(one).parameters for one in (judged_clips.sample, judged.sample))
    for name in ("profile", "subset", "videos", "jobs"):
        assert command[name].default == run[name].default, name
