"""Views that no protocol has alone: human breaks as survival curves, preferences as strengths, breaks on pixel error.

``survival`` says how many rollouts are still unbroken by time, ``preference`` which streams reviewers prefer, and
``breaks`` where they see a break on the clips of a rollout result, and whether its error tells beforehand.
"""

from evalcore.joined.breaks import breaks
from evalcore.joined.breaks_result import BreaksResult, ClipBreak, Correlation
from evalcore.joined.config import BreaksConfig, PreferenceConfig, SurvivalConfig
from evalcore.joined.preference import preference
from evalcore.joined.preference_result import PairWins, PreferenceResult, StreamPreference
from evalcore.joined.survival import survival
from evalcore.joined.survival_result import ReviewedRollout, StreamSurvival, SurvivalPoint, SurvivalResult

__all__ = [
    "BreaksConfig",
    "BreaksResult",
    "ClipBreak",
    "Correlation",
    "PairWins",
    "PreferenceConfig",
    "PreferenceResult",
    "ReviewedRollout",
    "StreamPreference",
    "StreamSurvival",
    "SurvivalConfig",
    "SurvivalPoint",
    "SurvivalResult",
    "breaks",
    "preference",
    "survival",
]
