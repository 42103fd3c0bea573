"""The constants of the review protocol, each with its source; this is the only place where they stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = [
    "ANNOTATION_TYPE",
    "CF_VERDICTS",
    "COARSEST_FRAME",
    "DRAWS",
    "EPSILON",
    "FEWEST_PANELS",
    "HEADLINE",
    "LAYERS",
    "MERGE_WINDOW",
    "METHODS",
    "POTATO_TOLERANCES",
    "RUBRIC_SCALE",
    "SEVERITIES",
    "TIE",
    "TILES",
    "TOLERANCES",
    "TOLERANCE_FRAMES",
    "VIOLATION_TYPES",
    "AgreementConfig",
    "AlignmentConfig",
    "ConsensusConfig",
    "Method",
]

Method = Literal["default", "potato"]
METHODS: tuple[Method, ...] = ("default", "potato")

ANNOTATION_TYPE = "rollout_evaluation"  # reference text, "設定"
LAYERS = ("violations", "preference", "counterfactual")
CF_VERDICTS = ("plausible", "implausible", "unchanged", "unclear")
RUBRIC_SCALE = (1, 5)  # the lowest and the highest mark of a rubric's dimension
TIE = "__tie__"  # the winner of a preference without one, as the reference implementation stores it

# The ten types of the protocol, with definitions of one line, since the category is only as good as they are.
VIOLATION_TYPES = {
    "object_permanence": "Something is gone, or is suddenly there, without a reason.",
    "rigid_body_violation": "What should be stiff bends, stretches or changes its size.",
    "interpenetration": "One solid body goes into or through another.",
    "gravity_violation": "A body hovers, rises by itself, or rests on nothing.",
    "causality_violation": "Something happens too early for what causes it, or without any cause.",
    "identity_flicker": "A thing turns into a different thing from one frame to the next.",
    "appearance_drift": "Surface, colour or shape change slowly although nothing happens.",
    "implausible_deformation": "A soft body gets a shape that its material does not allow.",
    "agent_intent_break": "Somebody gives up or undoes what they were plainly about to do.",
    "affordance_violation": "A thing is used for what its form makes impossible.",
}
SEVERITIES = {
    1: ("minor", "Seen only when looked for."),
    2: ("clear", "Seen at once, the scene stays readable."),
    3: ("severe", "The scene no longer makes sense."),
}

# Marks. Two marks of one reviewer on one stream within the window are one: the later act replaces the earlier.
MERGE_WINDOW = 0.25  # seconds, inclusive
EPSILON = 1e-9  # times and sums of similarities closer than this count as equal
COARSEST_FRAME = 0.04  # seconds; streams without a known rate differ in length when they differ by more

# Agreement, the corrected default: "the same frame", then seconds.
TOLERANCE_FRAMES = 0.5
TOLERANCES = (0.25, 0.5, 1.0, 2.0)
HEADLINE = 0.5
DRAWS = 20  # replacement panels for each of the two sides of a pair
FEWEST_PANELS = 5  # a side with fewer possible replacements has no null
POTATO_TOLERANCES = (0.04, 0.25, 0.5, 1.0, 2.0)  # of the reference implementation

TILES = 12  # frames on a judge's contact sheet


@dataclass(frozen=True)
class AgreementConfig:
    """The settings of one agreement run, as its record keeps them. ``tolerances`` and ``headline`` are seconds."""

    method: Method = "default"
    tolerances: tuple[float, ...] = TOLERANCES
    tolerance_frames: float | None = TOLERANCE_FRAMES
    headline: float = HEADLINE
    fps: float | None = None
    draws: int = DRAWS
    fewest_panels: int = FEWEST_PANELS
    resamples: int = 2000
    seed: int = 0
    breakdowns: bool = True


@dataclass(frozen=True)
class ConsensusConfig:
    """The settings of a consensus, as its record keeps them."""

    method: Method = "default"


@dataclass(frozen=True)
class AlignmentConfig:
    """The settings of an alignment, as its record keeps them. ``tolerances`` are seconds."""

    tolerances: tuple[float, ...] = TOLERANCES
    tolerance_frames: float | None = TOLERANCE_FRAMES
    fps: float | None = None
    judge: str | None = None
    resamples: int = 2000
    seed: int = 0
