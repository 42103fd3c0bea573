"""The registry of pages: sections, files, titles and addresses."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath

__all__ = ["PAGES", "REVIEWERS_PAGE", "PageSpec"]


@dataclass(frozen=True)
class PageSpec:
    """One page of the app.

    ``path`` is relative to ``app.py`` and always in a sub-folder of ``pages/``: of files directly in ``pages/``
    Streamlit makes pages by itself, which a first visit could reach without ``app.py`` having run.

    >>> PageSpec("Rollout", "pages/rollout/per_step.py", "Per step", ":material/show_chart:").url
    'rollout-per-step'
    """

    section: str
    path: str
    title: str
    icon: str

    @property
    def url(self) -> str:
        """The page's address below the app's, stable for permalinks and unique across sections."""
        return f"{self.section}-{PurePosixPath(self.path).stem}".lower().replace("_", "-")


PAGES = (
    PageSpec("Workspace", "pages/workspace/overview.py", "Overview", ":material/dashboard:"),
    PageSpec("Rollout", "pages/rollout/per_step.py", "Per-step error", ":material/show_chart:"),
    PageSpec("Rollout", "pages/rollout/paired.py", "Paired intervals", ":material/compare_arrows:"),
    PageSpec("Rollout", "pages/rollout/candidates.py", "Candidates", ":material/filter_frames:"),
    PageSpec("Rollout", "pages/rollout/checks.py", "Gate and checks", ":material/fact_check:"),
    PageSpec("Judged", "pages/judged/scoring.py", "Scoring", ":material/target:"),
    PageSpec("Judged", "pages/judged/ranking.py", "Ranking", ":material/leaderboard:"),
    PageSpec("Judged", "pages/judged/judge_frames.py", "Judge frames", ":material/burst_mode:"),
    PageSpec("Judged", "pages/judged/judges.py", "Judges", ":material/balance:"),
    PageSpec("Judged", "pages/judged/similarity.py", "Similarity", ":material/difference:"),
    PageSpec("Scene", "pages/scene/table.py", "Scene table", ":material/table_chart:"),
    PageSpec("Scene", "pages/scene/inspection.py", "Scene inspection", ":material/view_in_ar:"),
    PageSpec("Review", "pages/review/mark.py", "Mark", ":material/flag:"),
    PageSpec("Review", "pages/review/agreement.py", "Agreement", ":material/group:"),
    PageSpec("Review", "pages/review/judge_alignment.py", "Judge alignment", ":material/smart_toy:"),
    PageSpec("Review", "pages/review/survival.py", "Survival", ":material/timelapse:"),
)

REVIEWERS_PAGE = next(page for page in PAGES if page.path == "pages/review/mark.py")
