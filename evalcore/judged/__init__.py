"""The judged-event protocol: a vision-language model says what happens in a clip and whether the scene stays whole."""

from evalcore.judged.conditions import ConditionScore, ConditionScores, Outcome, Verdict
from evalcore.judged.config import COMPONENTS, DEFAULT_PROFILE, PROFILES, RunConfig, SamplingProfile, SimilarityConfig
from evalcore.judged.data import Condition, JudgedData, ManifestRow, Scope, TaskDefinition
from evalcore.judged.judgments import Judgments, read_judgments, verdict
from evalcore.judged.loading import load
from evalcore.judged.problems import Problem
from evalcore.judged.result import (
    BaselinesResult,
    ClassRecall,
    Counts,
    Difference,
    JudgedResult,
    JudgeSettings,
    ModelScore,
    PairScore,
    Published,
    TaskScore,
)
from evalcore.judged.score import score

__all__ = [
    "COMPONENTS",
    "DEFAULT_PROFILE",
    "PROFILES",
    "BaselinesResult",
    "ClassRecall",
    "Condition",
    "ConditionScore",
    "ConditionScores",
    "Counts",
    "Difference",
    "JudgeSettings",
    "JudgedData",
    "JudgedResult",
    "Judgments",
    "ManifestRow",
    "ModelScore",
    "Outcome",
    "PairScore",
    "Problem",
    "Published",
    "RunConfig",
    "SamplingProfile",
    "Scope",
    "SimilarityConfig",
    "TaskDefinition",
    "TaskScore",
    "Verdict",
    "load",
    "read_judgments",
    "score",
    "verdict",
]
