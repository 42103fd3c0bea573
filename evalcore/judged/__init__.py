"""The judged-event protocol: a vision-language model says what happens in a clip and whether the scene stays whole."""

from evalcore.judged.agreement import agreement
from evalcore.judged.agreement_result import Agreement, AgreementResult, ModelAgreement
from evalcore.judged.baselines import baselines
from evalcore.judged.comparison import ComparisonResult, TaskDifference, compare
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
from evalcore.judged.rank_table import Added, RankTable, read_table
from evalcore.judged.ranking import ModelRank, RankResult, Unranked, rank
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
    "Added",
    "Agreement",
    "AgreementResult",
    "BaselinesResult",
    "ClassRecall",
    "ClipSample",
    "ClipSimilarity",
    "ClipTimeline",
    "ComparisonResult",
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
    "ModelAgreement",
    "ModelRank",
    "ModelScore",
    "Outcome",
    "PairScore",
    "Problem",
    "Prompts",
    "Published",
    "RankResult",
    "RankTable",
    "RunConfig",
    "SampleResult",
    "SampledClip",
    "SamplingProfile",
    "Scope",
    "SimilarityConfig",
    "SimilarityResult",
    "TaskDefinition",
    "TaskDifference",
    "TaskScore",
    "Unranked",
    "Verdict",
    "agreement",
    "baselines",
    "choose_frames",
    "clip_timeline",
    "compare",
    "judge",
    "judge_request",
    "load",
    "plan",
    "rank",
    "read_judgments",
    "read_prompts",
    "read_table",
    "run_file",
    "sample",
    "sample_clip",
    "score",
    "similarity",
    "verdict",
]
