"""The constants say what the protocol says."""

from __future__ import annotations

from fractions import Fraction

from evalcore.judged import config


def test_profiles() -> None:
    assert Fraction(119, 30) == config.PREFIX_END
    assert set(config.PROFILES) == {"paper-prefix-8", "observation-8"}
    assert config.DEFAULT_PROFILE == "observation-8"
    for name, profile in config.PROFILES.items():
        assert (profile.name, profile.waits_for_observation) == (name, name == "observation-8")
        assert (profile.frames, profile.width, profile.height) == (8, 832, 480)


def test_no_name_stands_for_two_fields() -> None:
    for table in (config.CONDITION_ALIASES, config.JUDGMENT_ALIASES, config.MANIFEST_ALIASES):
        names = [name for canonical, aliases in table.items() for name in (canonical, *aliases)]
        assert len(names) == len(set(names))


def test_what_must_not_reach_a_generative_model() -> None:
    assert {"pair_id", "task", "category", "label", "observation_time", "reference", "partition"} <= (
        config.EVALUATOR_FIELDS
    )
    allowed = {name for canonical, aliases in config.MANIFEST_ALIASES.items() for name in (canonical, *aliases)}
    assert not allowed & config.EVALUATOR_FIELDS


def test_words_are_compared_trimmed_and_case_blind() -> None:
    assert not config.CLEAR & config.FLAGGED
    assert all(word == word.strip().casefold() for word in config.CLEAR | config.FLAGGED)
