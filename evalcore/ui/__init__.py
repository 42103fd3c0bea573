"""What pages are built from; the only part of the package that knows Streamlit.

Names are looked up when they are first used: the command line starts the app through ``evalcore.ui.launch`` and must
not wait for Streamlit to be imported.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evalcore.ui.candidates import Pick, choose_pick, choose_steps, frames_picture
    from evalcore.ui.charts import clicked_point, show_figure, show_table, theme
    from evalcore.ui.exports import downloads
    from evalcore.ui.first_picture import pictures_first
    from evalcore.ui.frame_store import FrameSource
    from evalcore.ui.joined import (
        breaks_of,
        choose_breaks,
        choose_preference,
        human_breaks,
        preference_of,
        survival_of,
    )
    from evalcore.ui.judged import (
        choose_judge,
        choose_model,
        choose_one_or_all,
        choose_subset,
        follow_click,
        judged_data,
        score_judge,
        show_judged_contents,
    )
    from evalcore.ui.judged_clip import (
        FRAMES_BELOW,
        choose_generated_clip,
        choose_profile,
        follow_frame,
        generated_models,
        look_at,
        show_every_frame,
        show_judge_frames,
    )
    from evalcore.ui.judged_conditions import (
        FILTERS,
        choose_conditions,
        frames_link,
        pick_row,
        scores_link,
        show_condition,
    )
    from evalcore.ui.judged_judges import choose_judges, compare_judges
    from evalcore.ui.judged_new_model import new_model, warn_of_settings, with_model
    from evalcore.ui.judged_ranking import published_table, table_scores
    from evalcore.ui.judged_request import (
        hash_table,
        open_prompts,
        released_judgments,
        show_request,
        show_truth,
    )
    from evalcore.ui.judged_scores import (
        choose_component,
        choose_score,
        compare_with_all,
        published_values,
        show_published,
    )
    from evalcore.ui.judged_similarity import (
        choose_scope,
        choose_similarity_metric,
        clip_link,
        compare_with_references,
        show_failures,
    )
    from evalcore.ui.literal import literal_heading, literal_remarks
    from evalcore.ui.notices import empty_state, incomplete_banner, notice, show_error, show_errors
    from evalcore.ui.pages import PAGES, PageSpec
    from evalcore.ui.permalinks import choose, choose_many
    from evalcore.ui.review import current_answers, review_data, review_media, show_review_contents, stream_names
    from evalcore.ui.review_figures import (
        GOLD_TOLERANCE,
        agree,
        agree_as_reference,
        choose_review_method,
        consensus_of,
        download_consensus,
        gold_of,
        panel_coverage,
        reviewer_progress,
        show_faults,
    )
    from evalcore.ui.review_item import (
        agreement_link,
        mark_link,
        show_item,
    )
    from evalcore.ui.review_judge import (
        align_judge,
        choose_outcome,
        choose_predictions,
        choose_tolerance,
        pick_stream,
        predictions_on,
        show_prediction,
    )
    from evalcore.ui.rollout import (
        choose_clip,
        choose_comparison,
        choose_method,
        choose_metric,
        choose_panels,
        choose_sample,
        clip_ids_of,
        frame_of_step,
        show_contents,
    )
    from evalcore.ui.rollout_clip import open_data, show_clip
    from evalcore.ui.scene import (
        choose_scene_metric,
        choose_scene_model,
        choose_scene_result,
        choose_scene_sample,
        inspection_link,
        read_scene_results,
        scene_data,
        show_scene_contents,
    )
    from evalcore.ui.scene_inspection import choose_settings, inspect_sample
    from evalcore.ui.scene_objects import show_objects
    from evalcore.ui.scene_overview import show_scene_overview
    from evalcore.ui.scene_renders import show_renders
    from evalcore.ui.scene_sample import open_scene_run, show_refusals, show_sample_details, show_sample_figures
    from evalcore.ui.scene_table import align_every_way, compare_with, show_scene_samples
    from evalcore.ui.session import choose_protocol, choose_result, read_results, result_files, workspace
    from evalcore.ui.viewer import Stream, frame_viewer

__all__ = [
    "FILTERS",
    "FRAMES_BELOW",
    "GOLD_TOLERANCE",
    "PAGES",
    "FrameSource",
    "PageSpec",
    "Pick",
    "Stream",
    "agree",
    "agree_as_reference",
    "agreement_link",
    "align_every_way",
    "align_judge",
    "breaks_of",
    "choose",
    "choose_breaks",
    "choose_clip",
    "choose_comparison",
    "choose_component",
    "choose_conditions",
    "choose_generated_clip",
    "choose_judge",
    "choose_judges",
    "choose_many",
    "choose_method",
    "choose_metric",
    "choose_model",
    "choose_one_or_all",
    "choose_outcome",
    "choose_panels",
    "choose_pick",
    "choose_predictions",
    "choose_preference",
    "choose_profile",
    "choose_protocol",
    "choose_result",
    "choose_review_method",
    "choose_sample",
    "choose_scene_metric",
    "choose_scene_model",
    "choose_scene_result",
    "choose_scene_sample",
    "choose_scope",
    "choose_score",
    "choose_settings",
    "choose_similarity_metric",
    "choose_steps",
    "choose_subset",
    "choose_tolerance",
    "clicked_point",
    "clip_ids_of",
    "clip_link",
    "compare_judges",
    "compare_with",
    "compare_with_all",
    "compare_with_references",
    "consensus_of",
    "current_answers",
    "download_consensus",
    "downloads",
    "empty_state",
    "follow_click",
    "follow_frame",
    "frame_of_step",
    "frame_viewer",
    "frames_link",
    "frames_picture",
    "generated_models",
    "gold_of",
    "hash_table",
    "human_breaks",
    "incomplete_banner",
    "inspect_sample",
    "inspection_link",
    "judged_data",
    "literal_heading",
    "literal_remarks",
    "look_at",
    "mark_link",
    "new_model",
    "notice",
    "open_data",
    "open_prompts",
    "open_scene_run",
    "panel_coverage",
    "pick_row",
    "pick_stream",
    "pictures_first",
    "predictions_on",
    "preference_of",
    "published_table",
    "published_values",
    "read_results",
    "read_scene_results",
    "released_judgments",
    "result_files",
    "review_data",
    "review_media",
    "reviewer_progress",
    "scene_data",
    "score_judge",
    "scores_link",
    "show_clip",
    "show_condition",
    "show_contents",
    "show_error",
    "show_errors",
    "show_every_frame",
    "show_failures",
    "show_faults",
    "show_figure",
    "show_item",
    "show_judge_frames",
    "show_judged_contents",
    "show_objects",
    "show_prediction",
    "show_published",
    "show_refusals",
    "show_renders",
    "show_request",
    "show_review_contents",
    "show_sample_details",
    "show_sample_figures",
    "show_scene_contents",
    "show_scene_overview",
    "show_scene_samples",
    "show_table",
    "show_truth",
    "stream_names",
    "survival_of",
    "table_scores",
    "theme",
    "warn_of_settings",
    "with_model",
    "workspace",
]

_HOMES = {
    "candidates": ("Pick", "choose_pick", "choose_steps", "frames_picture"),
    "charts": ("clicked_point", "show_figure", "show_table", "theme"),
    "exports": ("downloads",),
    "first_picture": ("pictures_first",),
    "frame_store": ("FrameSource",),
    "joined": (
        "breaks_of",
        "choose_breaks",
        "choose_preference",
        "human_breaks",
        "preference_of",
        "survival_of",
    ),
    "judged": (
        "choose_judge",
        "choose_model",
        "choose_one_or_all",
        "choose_subset",
        "follow_click",
        "judged_data",
        "score_judge",
        "show_judged_contents",
    ),
    "judged_clip": (
        "FRAMES_BELOW",
        "choose_generated_clip",
        "choose_profile",
        "follow_frame",
        "generated_models",
        "look_at",
        "show_every_frame",
        "show_judge_frames",
    ),
    "judged_request": (
        "hash_table",
        "open_prompts",
        "released_judgments",
        "show_request",
        "show_truth",
    ),
    "judged_similarity": (
        "choose_scope",
        "choose_similarity_metric",
        "clip_link",
        "compare_with_references",
        "show_failures",
    ),
    "judged_conditions": ("FILTERS", "choose_conditions", "frames_link", "pick_row", "scores_link", "show_condition"),
    "judged_judges": ("choose_judges", "compare_judges"),
    "judged_new_model": ("new_model", "warn_of_settings", "with_model"),
    "judged_ranking": ("published_table", "table_scores"),
    "judged_scores": ("choose_component", "choose_score", "compare_with_all", "published_values", "show_published"),
    "literal": ("literal_heading", "literal_remarks"),
    "notices": ("empty_state", "incomplete_banner", "notice", "show_error", "show_errors"),
    "pages": ("PAGES", "PageSpec"),
    "permalinks": ("choose", "choose_many"),
    "review": ("current_answers", "review_data", "review_media", "show_review_contents", "stream_names"),
    "review_figures": (
        "GOLD_TOLERANCE",
        "agree",
        "agree_as_reference",
        "choose_review_method",
        "consensus_of",
        "download_consensus",
        "gold_of",
        "panel_coverage",
        "reviewer_progress",
        "show_faults",
    ),
    "review_item": (
        "agreement_link",
        "mark_link",
        "show_item",
    ),
    "review_judge": (
        "align_judge",
        "choose_outcome",
        "choose_predictions",
        "choose_tolerance",
        "pick_stream",
        "predictions_on",
        "show_prediction",
    ),
    "rollout": (
        "choose_clip",
        "choose_comparison",
        "choose_method",
        "choose_metric",
        "choose_panels",
        "choose_sample",
        "clip_ids_of",
        "frame_of_step",
        "show_contents",
    ),
    "rollout_clip": ("open_data", "show_clip"),
    "scene": (
        "choose_scene_metric",
        "choose_scene_model",
        "choose_scene_result",
        "choose_scene_sample",
        "inspection_link",
        "read_scene_results",
        "scene_data",
        "show_scene_contents",
    ),
    "scene_inspection": ("choose_settings", "inspect_sample"),
    "scene_objects": ("show_objects",),
    "scene_renders": ("show_renders",),
    "scene_sample": ("open_scene_run", "show_refusals", "show_sample_details", "show_sample_figures"),
    "scene_overview": ("show_scene_overview",),
    "scene_table": ("align_every_way", "compare_with", "show_scene_samples"),
    "session": ("choose_protocol", "choose_result", "read_results", "result_files", "workspace"),
    "viewer": ("Stream", "frame_viewer"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
