"""Results as tables for people: raw numbers inside; CSV, Markdown, LaTeX and HTML outside."""

from __future__ import annotations

from evalcore.tables.checks import (
    rollout_gate,
    rollout_prefixes,
    rollout_timings,
    rollout_warnings,
)
from evalcore.tables.coverage import failures, incompleteness
from evalcore.tables.joined_breaks import joined_breaks, joined_correlations
from evalcore.tables.joined_preference import joined_pairs, joined_preference
from evalcore.tables.joined_survival import joined_rollouts, joined_survival
from evalcore.tables.judged_agreement import judged_agreement, judged_by_judge, judged_confusion
from evalcore.tables.judged_contents import judged_files, judged_scopes
from evalcore.tables.judged_disagreements import judged_disagreements
from evalcore.tables.judged_frames import judged_sampling
from evalcore.tables.judged_ranks import judged_components, judged_differences, judged_rank_changes, judged_ranks
from evalcore.tables.judged_runs import judged_plan, judged_run, judged_samples
from evalcore.tables.judged_scores import judged_published, judged_score, judged_scores
from evalcore.tables.judged_similarity import judged_similarity, judged_similarity_clips
from evalcore.tables.judged_tasks import judged_classes, judged_conditions, judged_counts, judged_tasks
from evalcore.tables.layout import Column
from evalcore.tables.paired import rollout_candidates, rollout_paired, rollout_pairs
from evalcore.tables.provenance import provenance
from evalcore.tables.review_agreement import review_coefficients, review_offsets, review_sweep
from evalcore.tables.review_alignment import (
    review_alignment,
    review_alignment_counts,
    review_alignment_scope,
    review_alignment_streams,
)
from evalcore.tables.review_breakdown import review_by_reviewer, review_by_stream, review_worst_items
from evalcore.tables.review_consensus import review_answers, review_consensus, review_marks
from evalcore.tables.review_contents import review_items, review_schema, review_warnings
from evalcore.tables.review_coverage import review_coverage, review_gold, review_progress
from evalcore.tables.review_potato import review_potato, review_potato_coefficients
from evalcore.tables.review_runs import review_judge_run
from evalcore.tables.scene_coverage import scene_coverage, scene_notes, scene_runs, scene_sample_list
from evalcore.tables.scene_listing import scene_listing, scene_render
from evalcore.tables.scene_matches import scene_matches
from evalcore.tables.scene_objects import scene_degenerate, scene_objects, scene_warnings
from evalcore.tables.scene_paired import scene_paired, scene_pairs
from evalcore.tables.scene_sample import scene_boxes, scene_figures
from evalcore.tables.scene_scores import scene_by_sample, scene_samples, scene_scores
from evalcore.tables.scene_sensitivity import scene_sensitivity
from evalcore.tables.scores import rollout_clips, rollout_samples, rollout_scores
from evalcore.tables.table import Table
from evalcore.tables.workspace import rollout_clip_list, rollout_coverage, rollout_runs

__all__ = [
    "Column",
    "Table",
    "failures",
    "incompleteness",
    "joined_breaks",
    "joined_correlations",
    "joined_pairs",
    "joined_preference",
    "joined_rollouts",
    "joined_survival",
    "judged_agreement",
    "judged_by_judge",
    "judged_classes",
    "judged_components",
    "judged_conditions",
    "judged_confusion",
    "judged_counts",
    "judged_differences",
    "judged_disagreements",
    "judged_files",
    "judged_plan",
    "judged_published",
    "judged_rank_changes",
    "judged_ranks",
    "judged_run",
    "judged_samples",
    "judged_sampling",
    "judged_scopes",
    "judged_score",
    "judged_scores",
    "judged_similarity",
    "judged_similarity_clips",
    "judged_tasks",
    "provenance",
    "review_alignment",
    "review_alignment_counts",
    "review_alignment_scope",
    "review_alignment_streams",
    "review_answers",
    "review_by_reviewer",
    "review_by_stream",
    "review_coefficients",
    "review_consensus",
    "review_coverage",
    "review_gold",
    "review_items",
    "review_judge_run",
    "review_marks",
    "review_offsets",
    "review_potato",
    "review_potato_coefficients",
    "review_progress",
    "review_schema",
    "review_sweep",
    "review_warnings",
    "review_worst_items",
    "rollout_candidates",
    "rollout_clip_list",
    "rollout_clips",
    "rollout_coverage",
    "rollout_gate",
    "rollout_paired",
    "rollout_pairs",
    "rollout_prefixes",
    "rollout_runs",
    "rollout_samples",
    "rollout_scores",
    "rollout_timings",
    "rollout_warnings",
    "scene_boxes",
    "scene_by_sample",
    "scene_coverage",
    "scene_degenerate",
    "scene_figures",
    "scene_listing",
    "scene_matches",
    "scene_notes",
    "scene_objects",
    "scene_paired",
    "scene_pairs",
    "scene_render",
    "scene_runs",
    "scene_sample_list",
    "scene_samples",
    "scene_scores",
    "scene_sensitivity",
    "scene_warnings",
]
