"""Short-horizon prediction: pixel error of decoded clips against persistence and optical flow.

``load`` reads a workspace, ``score`` makes a :class:`RolloutResult`, ``paired`` and ``candidates`` compare two of its
methods, ``load_result`` reads one back.
"""

from evalcore.rollout.baselines import history_farneback, history_velocity, persistence
from evalcore.rollout.candidates import CandidatesResult, Choice, candidates, table_sha256
from evalcore.rollout.config import PAPER, RULES, RolloutConfig, RunConfig
from evalcore.rollout.data import BASELINES, Clip, RolloutData, load
from evalcore.rollout.paired import Pair, PairedResult, paired
from evalcore.rollout.result import (
    ClipScore,
    GateRow,
    MethodScore,
    Metric,
    Note,
    RolloutResult,
    Summary,
    default_folder,
    load_result,
)
from evalcore.rollout.score import score

__all__ = [
    "BASELINES",
    "PAPER",
    "RULES",
    "CandidatesResult",
    "Choice",
    "Clip",
    "ClipScore",
    "GateRow",
    "MethodScore",
    "Metric",
    "Note",
    "Pair",
    "PairedResult",
    "RolloutConfig",
    "RolloutData",
    "RolloutResult",
    "RunConfig",
    "Summary",
    "candidates",
    "default_folder",
    "history_farneback",
    "history_velocity",
    "load",
    "load_result",
    "paired",
    "persistence",
    "score",
    "table_sha256",
]
