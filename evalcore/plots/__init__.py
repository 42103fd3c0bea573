"""Results as figures, with one look of their own in light and dark.

Plotly figures carry their template with them (in Streamlit: ``st.plotly_chart(figure, theme=None)``); the points'
``customdata`` names what can be clicked.
"""

from __future__ import annotations

from evalcore.plots.candidates import candidate_strip
from evalcore.plots.curves import step_curves
from evalcore.plots.export import export
from evalcore.plots.frames import candidate_frames
from evalcore.plots.gate import gate_plot
from evalcore.plots.joined_breaks import break_scatter, mark_breaks
from evalcore.plots.joined_preference import preference_forest
from evalcore.plots.joined_survival import survival_curves
from evalcore.plots.judged_agreement import confusion_plot, score_by_judge
from evalcore.plots.judged_frames import sampling_timeline
from evalcore.plots.judged_misses import miss_bars
from evalcore.plots.judged_ranks import rank_plot
from evalcore.plots.judged_scores import judged_forest
from evalcore.plots.judged_similarity import similarity_strip
from evalcore.plots.judged_tasks import class_recall, task_heatmap
from evalcore.plots.multiples import panel_pages, small_multiples
from evalcore.plots.paired import paired_dots, paired_forest
from evalcore.plots.review_agreement import agreement_rows, agreement_sweep, potato_sweep
from evalcore.plots.review_alignment import alignment_confusion, alignment_offsets, alignment_sweep
from evalcore.plots.review_marks import marks_timeline
from evalcore.plots.scene_paired import scene_paired_forest
from evalcore.plots.scene_scores import scene_forest, scene_strip
from evalcore.plots.scene_sensitivity import scene_sensitivity_plot
from evalcore.plots.scene_view import LAYERS, scene_view
from evalcore.plots.style import Style, method_styles
from evalcore.plots.theme import Theme, template

__all__ = [
    "LAYERS",
    "Style",
    "Theme",
    "agreement_rows",
    "agreement_sweep",
    "alignment_confusion",
    "alignment_offsets",
    "alignment_sweep",
    "break_scatter",
    "candidate_frames",
    "candidate_strip",
    "class_recall",
    "confusion_plot",
    "export",
    "gate_plot",
    "judged_forest",
    "mark_breaks",
    "marks_timeline",
    "method_styles",
    "miss_bars",
    "paired_dots",
    "paired_forest",
    "panel_pages",
    "potato_sweep",
    "preference_forest",
    "rank_plot",
    "sampling_timeline",
    "scene_forest",
    "scene_paired_forest",
    "scene_sensitivity_plot",
    "scene_strip",
    "scene_view",
    "score_by_judge",
    "similarity_strip",
    "small_multiples",
    "step_curves",
    "survival_curves",
    "task_heatmap",
    "template",
]
