"""The judged-event protocol: a vision-language model says what happens in a clip and whether the scene stays whole."""

from evalcore.judged.conditions import ConditionScore, ConditionScores, Outcome, Verdict
from evalcore.judged.config import COMPONENTS, DEFAULT_PROFILE, PROFILES, RunConfig, SamplingProfile, SimilarityConfig
from evalcore.judged.data import Condition, JudgedData, ManifestRow, Scope, TaskDefinition
from evalcore.judged.frames import ClipSample, ClipTimeline, clip_timeline, sample_clip
from evalcore.judged.judge_plan import JudgePlan, plan
from evalcore.judged.judge_result import JudgeRunConfig, JudgeRunResult
from evalcore.judged.judge_setup import judge_request
from evalcore.judged.judging import judge, run_file
from evalcore.judged.judgments import Judgments, read_judgments, verdict
from evalcore.judged.loading import load
from evalcore.judged.problems import Problem
from evalcore.judged.prompts import Prompts, read_prompts
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
from evalcore.judged.sample import sample
from evalcore.judged.sample_result import SampledClip, SampleResult
from evalcore.judged.sampling import FrameChoice, choose_frames
from evalcore.judged.score import score
from evalcore.judged.similarity import similarity
from evalcore.judged.similarity_result import ClipSimilarity, SimilarityResult

__all__ = [
    "COMPONENTS",
    "DEFAULT_PROFILE",
    "PROFILES",
    "BaselinesResult",
    "ClassRecall",
    "ClipSample",
    "ClipSimilarity",
    "ClipTimeline",
    "Condition",
    "ConditionScore",
    "ConditionScores",
    "Counts",
    "Difference",
    "FrameChoice",
    "JudgePlan",
    "JudgeRunConfig",
    "JudgeRunResult",
    "JudgeSettings",
    "JudgedData",
    "JudgedResult",
    "Judgments",
    "ManifestRow",
    "ModelScore",
    "Outcome",
    "PairScore",
    "Problem",
    "Prompts",
    "Published",
    "RunConfig",
    "SampleResult",
    "SampledClip",
    "SamplingProfile",
    "Scope",
    "SimilarityConfig",
    "SimilarityResult",
    "TaskDefinition",
    "TaskScore",
    "Verdict",
    "choose_frames",
    "clip_timeline",
    "judge",
    "judge_request",
    "load",
    "plan",
    "read_judgments",
    "read_prompts",
    "run_file",
    "sample",
    "sample_clip",
    "score",
    "similarity",
    "verdict",
]
