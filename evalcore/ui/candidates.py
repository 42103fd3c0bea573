"""The clip that a rule picks, or a runner-up of it, and the figure of its frames."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from evalcore.errors import InputError
from evalcore.metrics import METRICS
from evalcore.plots import Theme, candidate_frames
from evalcore.rollout import RULES, CandidatesResult, RolloutData
from evalcore.rollout.frames import observed, prediction, truth
from evalcore.tables import incompleteness
from evalcore.ui.permalinks import choose, choose_many, move_choice
from evalcore.ui.rollout_clip import readable, sample_of

__all__ = ["Pick", "choose_pick", "choose_steps", "frames_picture"]

RANK = "rank"
_PICKED_FROM = "candidates.picked_from"


@dataclass(frozen=True)
class Pick:
    """A clip and its place in the order of a rule: 0 is the clip that the rule chose, k its k-th runner-up."""

    choice: CandidatesResult
    rule: str
    rank: int

    @property
    def clip_id(self) -> str:
        """The clip at this place."""
        return _ranked(self.choice, self.rule)[self.rank]

    @property
    def title(self) -> str:
        """What a figure of the clip says about how it was picked."""
        place = f"runner-up {self.rank} of rule {self.rule}" if self.rank else f"chosen by rule {self.rule}"
        label = METRICS[self.choice.metric].label
        return f"{self.clip_id}: {place}, {label} of {self.choice.method} - {self.choice.baseline}"

    @property
    def file_name(self) -> str:
        """The title as the name of a file, without an ending."""
        place = f"{self.rule}-runner-up-{self.rank}" if self.rank else self.rule
        return f"{self.choice.method}-{self.choice.baseline}-{self.choice.metric}-{place}-{self.clip_id}"


def choose_pick(choice: CandidatesResult) -> Pick:
    """Let the reader choose a rule (``?rule=``) and a place in its order (``?rank=``).

    The place goes back to the rule's own choice when the comparison or the rule changes: a clip that stays on the page
    must not pass for the choice of another rule.
    """
    rule = choose("Rule", list(RULES), query="rule", default="q25", style="buttons")
    picked_from = (choice.method, choice.baseline, choice.metric, rule)
    if st.session_state.get(_PICKED_FROM, picked_from) != picked_from:
        move_choice(RANK, "0")
    st.session_state[_PICKED_FROM] = picked_from
    ranks = {
        str(rank): f"{clip_id} ({f'runner-up {rank}' if rank else 'chosen'})"
        for rank, clip_id in enumerate(_ranked(choice, rule))
    }
    return Pick(choice, rule, int(choose("Clip", list(ranks), query=RANK, labels=ranks)))


def choose_steps(horizon: int) -> list[int]:
    """Which predicted steps a figure shows (``?steps=``); the first, the middle and the last at first."""
    names = {f"t+{step}": step for step in range(1, horizon + 1)}
    default = [f"t+{step}" for step in sorted({1, horizon // 2 + 1, horizon})]
    return [names[name] for name in choose_many("Steps", list(names), query="steps", default=default)]


def frames_picture(
    data: RolloutData, pick: Pick, methods: Sequence[str], *, steps: Sequence[int], sample: int, theme: Theme
) -> bytes:
    """The PNG of :func:`evalcore.plots.candidate_frames` for a picked clip.

    Raises
    ------
    InputError, VideoError
        A file is missing, cannot be read, or does not hold what the protocol expects.
    """
    predictions = {}
    try:
        last, future = observed(data, pick.clip_id)[-1], truth(data, pick.clip_id)
        for name in methods:
            index = sample_of(data, name, sample)
            label = f"{name}, sample {index}" if data.samples.get(name, 0) > 1 else name
            predictions[label] = prediction(data, pick.clip_id, name, sample=index)
    except OSError as error:
        raise readable(error, data) from None
    for label, frames in {"the last conditioning frame": last[None], **predictions}.items():
        if frames.shape[1:] != future.shape[1:]:
            found, expected = (f"{width} x {height}" for height, width in (frames.shape[1:3], future.shape[1:3]))
            raise InputError(f"{label} has {found} pixels, the truth {expected}.", where=pick.clip_id)
    return candidate_frames(
        last,
        future,
        predictions,
        steps=steps,
        title=pick.title,
        incomplete=incompleteness(pick.choice),
        fps=data.config.fps,
        theme=theme,
    )


def _ranked(choice: CandidatesResult, rule: str) -> list[str]:
    chosen = choice.rules[rule]
    return [chosen.clip_id, *(one.clip_id for one in chosen.runners_up)]
