"""Review: human break-points on frame-locked rollouts, their agreement, consensus, and a judge against them.

``load`` reads the schema and the items of a workspace, :class:`Store` keeps the answers of many reviewers,
``read_answers`` and ``write_answers`` exchange them. ``agreement`` says how well reviewers agree, ``consensus`` what
they say together, and ``align`` whether a judge sees the same.
"""

from evalcore.review.agreement import agreement, load_agreement
from evalcore.review.alignment import align
from evalcore.review.alignment_result import AlignmentResult, AlignmentRow, StreamAlignment, load_alignment
from evalcore.review.answers import Answer, Answers, Counterfactual, Mark, Preference, read_answers, write_answers
from evalcore.review.assignment import Progress, assign, progress, read_assignments, write_assignments
from evalcore.review.blobs import BlobProblem, read_blobs, read_foreign
from evalcore.review.config import TIE, AgreementConfig, AlignmentConfig, ConsensusConfig
from evalcore.review.consensus import ConsensusResult, StreamConsensus, consensus, load_consensus
from evalcore.review.data import ReviewData, load
from evalcore.review.exchange import import_answers
from evalcore.review.gold import GoldScore, GoldStream, gold_scores, read_gold
from evalcore.review.items import Item, ItemStream, Note
from evalcore.review.judge_result import JudgeResult
from evalcore.review.judging import judge
from evalcore.review.matching import match_marks
from evalcore.review.media import ItemClock, StreamMedia, clock_of
from evalcore.review.potato_result import PotatoAlpha, PotatoLocalization, PotatoResult, PotatoRow
from evalcore.review.predictions import Prediction, Predictions, read_predictions
from evalcore.review.result import (
    AgreementResult,
    Coefficient,
    ItemAgreement,
    Localization,
    Matching,
    PanelCoverage,
    PanelShare,
    ReviewerBreakdown,
    StreamBreakdown,
    SweepRow,
)
from evalcore.review.schema import Schema, Severity, Stream, ViolationType, load_schema, parse_schema
from evalcore.review.store import Imported, Shown, StaleAnswerError, Store, Stored

__all__ = [
    "TIE",
    "AgreementConfig",
    "AgreementResult",
    "AlignmentConfig",
    "AlignmentResult",
    "AlignmentRow",
    "Answer",
    "Answers",
    "BlobProblem",
    "Coefficient",
    "ConsensusConfig",
    "ConsensusResult",
    "Counterfactual",
    "GoldScore",
    "GoldStream",
    "Imported",
    "Item",
    "ItemAgreement",
    "ItemClock",
    "ItemStream",
    "JudgeResult",
    "Localization",
    "Mark",
    "Matching",
    "Note",
    "PanelCoverage",
    "PanelShare",
    "PotatoAlpha",
    "PotatoLocalization",
    "PotatoResult",
    "PotatoRow",
    "Prediction",
    "Predictions",
    "Preference",
    "Progress",
    "ReviewData",
    "ReviewerBreakdown",
    "Schema",
    "Severity",
    "Shown",
    "StaleAnswerError",
    "Store",
    "Stored",
    "Stream",
    "StreamAlignment",
    "StreamBreakdown",
    "StreamConsensus",
    "StreamMedia",
    "SweepRow",
    "ViolationType",
    "agreement",
    "align",
    "assign",
    "clock_of",
    "consensus",
    "gold_scores",
    "import_answers",
    "judge",
    "load",
    "load_agreement",
    "load_alignment",
    "load_consensus",
    "load_schema",
    "match_marks",
    "parse_schema",
    "progress",
    "read_answers",
    "read_assignments",
    "read_blobs",
    "read_foreign",
    "read_gold",
    "read_predictions",
    "write_answers",
    "write_assignments",
]
