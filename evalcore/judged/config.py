"""The constants of the judged-event protocol, each with its source; this is the only place where they stand."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from evalcore.metrics import METRICS
from evalcore.stats.bootstrap import RESAMPLES

__all__ = [
    "CLEAR",
    "COMPONENTS",
    "CONDITION_ALIASES",
    "DEFAULT_PROFILE",
    "DIAGNOSTIC_WORD",
    "EVALUATOR_FIELDS",
    "FLAGGED",
    "JUDGED_COMPONENTS",
    "JUDGMENT_ALIASES",
    "MANIFEST_ALIASES",
    "MOST_PAIR_UNITS",
    "OTHER",
    "PREFIX_END",
    "PROFILES",
    "PUBLISHED_JUDGE",
    "PUBLISHED_SUBSET",
    "RANK_INTERVAL_TOLERANCE",
    "SIMILARITY",
    "SIMILARITY_COMPONENTS",
    "UNCERTAIN",
    "Component",
    "JudgedComponent",
    "Profile",
    "RankConfig",
    "RunConfig",
    "SamplingProfile",
    "SimilarityComponent",
    "SimilarityConfig",
]

Component = Literal["event", "structure", "psnr", "ssim"]
JudgedComponent = Literal["event", "structure"]
SimilarityComponent = Literal["psnr", "ssim"]
COMPONENTS: tuple[Component, ...] = get_args(Component)  # reference text, "overall ranking"
JUDGED_COMPONENTS: tuple[JudgedComponent, ...] = get_args(JudgedComponent)  # those that judgments give
SIMILARITY_COMPONENTS: tuple[SimilarityComponent, ...] = get_args(SimilarityComponent)  # those that clips give

# What a judge may answer for an event beside the task's labels; both count as incorrect under their own name.
OTHER = "other"
UNCERTAIN = "uncertain"

# How `violation` is read, trimmed and case-blind; JSON true and false count as the words, anything else is uncertain.
CLEAR = frozenset({"false", "no", "none", "clear"})
FLAGGED = frozenset({"true", "yes", "flagged"})

# Judge frames (reference text, "Judge prompt and frame sampling").
Profile = Literal["paper-prefix-8", "observation-8"]
PREFIX_END = Fraction(119, 30)  # seconds


@dataclass(frozen=True)
class SamplingProfile:
    """Which frames of a clip a judge sees: up to ``frames`` of them up to ``prefix_end`` seconds, to fit the size.

    ``waits_for_observation`` extends the prefix to the condition's observation time where that is later.
    """

    name: Profile
    waits_for_observation: bool
    prefix_end: Fraction = PREFIX_END
    frames: int = 8
    width: int = 832
    height: int = 480


PROFILES: dict[str, SamplingProfile] = {
    "paper-prefix-8": SamplingProfile("paper-prefix-8", waits_for_observation=False),
    "observation-8": SamplingProfile("observation-8", waits_for_observation=True),
}
DEFAULT_PROFILE: Profile = "observation-8"


@dataclass(frozen=True)
class SimilarityConfig:
    """The similarity diagnostic (reference text, "Reference similarity"): 11 x 11 Gaussian SSIM and capped PSNR."""

    times: int = 16
    size: int = 256
    cap_db: float = METRICS["psnr"].bounds[1]


SIMILARITY = SimilarityConfig()

PUBLISHED_SUBSET = "paper-main"  # the scope of the published table
PUBLISHED_JUDGE = "gpt-6-astra"  # its judge, in the reference release

# Names that fields have in other releases; the first one present counts, the canonical name before all aliases.
CONDITION_ALIASES: dict[str, tuple[str, ...]] = {
    "condition_id": ("id", "sample_id"),
    "pair_id": ("pair",),
    "task": ("category", "task_id"),
    "label": ("reference_label", "reference_class"),
    "observation_time": ("observation_time_s", "observe_at"),
    "reference": ("reference_video", "reference_future"),
    "partition": ("original_partition",),
}
JUDGMENT_ALIASES: dict[str, tuple[str, ...]] = {
    "condition_id": ("id", "sample_id"),
    "event": ("predicted_event", "prediction"),
    "violation": ("structure_violation",),
    "reason": ("explanation",),
    "judge": ("judge_model",),
    "judge_version": ("model_version",),
    "profile": ("sampling_profile",),
}
MANIFEST_ALIASES: dict[str, tuple[str, ...]] = {
    "condition_id": ("id", "sample_id"),
    "first_frame": ("first_frame_path", "image"),
    "prompt": ("text_prompt",),
}

# Fields of the evaluator that must never stand in the model-facing manifest, with their aliases.
EVALUATOR_FIELDS = frozenset(
    name
    for canonical, aliases in CONDITION_ALIASES.items()
    if canonical != "condition_id"
    for name in (canonical, *aliases)
)

DIAGNOSTIC_WORD = "diagnostic"  # marks what must not enter the ranking's PSNR and SSIM columns
RANK_INTERVAL_TOLERANCE = 0.5  # percent; a table farther than its rounding from the scores is not made of them
MOST_PAIR_UNITS = 20_000  # above this, intervals over pairs are not computed


@dataclass(frozen=True)
class RunConfig:
    """The settings of one run, as its record keeps them: what was asked for, and how it was resampled."""

    subset: str
    judge: str | None = None
    other: str | None = None
    model: str | None = None
    mixed: bool = False
    seed: int = 0
    resamples: int = RESAMPLES


@dataclass(frozen=True)
class RankConfig:
    """The settings of a ranking, as its record keeps them: the table's file, and the scores that give intervals."""

    table: str
    subset: str | None = None
    judge: str | None = None
    seed: int = 0
    resamples: int = RESAMPLES
