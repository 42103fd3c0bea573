"""What the table page computes beside the saved run: comparisons of models, and every alignment of every sample."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import streamlit as st

from evalcore.errors import EvalcoreError
from evalcore.metrics import METRICS as DECLARED
from evalcore.scene import AlignmentRow, PairedResult, SceneConfig, SceneResult, compare_alignments, paired
from evalcore.scene.config import Alignment
from evalcore.scene.data import GROUND_TRUTH, SampleFiles
from evalcore.tables import scene_matches, scene_samples
from evalcore.tables.scene_scores import model_reason
from evalcore.ui.charts import show_table
from evalcore.ui.judged_conditions import pick_row
from evalcore.ui.literal import literal_remarks
from evalcore.ui.notices import notice
from evalcore.ui.permalinks import choose
from evalcore.ui.scene import inspection_link, scene_data
from evalcore.ui.scene_inspection import inspect_sample
from evalcore.ui.scene_sample import saved_score

__all__ = ["align_every_way", "compare_with", "show_scene_samples"]

AT_ONCE = 100  # pairs of scenes; more take long enough that a visit must not begin by itself
Rows = dict[tuple[str, str], tuple[AlignmentRow, ...]]


def compare_with(result: SceneResult, metric: str) -> list[PairedResult]:
    """Every model that can be compared with the chosen one (``?other=``) in ``metric``.

    What cannot be compared is named with the reason; where no comparison is left, so the page says.
    """
    reasons = dict.fromkeys(model_reason(score, metric) for score in result.models.values())
    if None not in reasons:
        notice(f"{DECLARED[metric].label} has no value in this run", "\n".join(map(str, reasons)))
        return []
    other = choose("Compared with", list(result.models), query="other")
    pairs, left_out = [], []
    for name in result.models:
        if name != other:
            try:
                pairs.append(paired(result, name, other, metric=metric))
            except EvalcoreError as error:
                left_out.append(str(error))
    if left_out:
        notice("Some models are not compared", "\n".join(dict.fromkeys(left_out)), kind="warning")
    elif not pairs:
        st.info("A comparison needs two models.", icon=":material/info:")
    return pairs


def align_every_way(result: SceneResult) -> Rows:
    """(model, sample) -> its figures after each alignment, with the run's other settings.

    What was computed once is kept for all readers until a scene changes. Where much is to be done the page asks first
    (``?align_all=``).
    """
    data = scene_data(result)
    kept: dict[tuple[str, str], list[tuple[AlignmentRow, ...]]] = {}
    files = {sample.sample_id: data.files(sample) for sample in data.samples}
    for sample_id, found in files.items():
        for model in data.models:
            kept[model, sample_id] = _kept(_stamp(found, model), str(found.sample.mode), model, result.config)
    waiting = [key for key, place in kept.items() if not place]
    if len(waiting) > AT_ONCE:
        st.info(
            f"{len(waiting)} pairs of scenes are to be aligned in each of {len(get_args(Alignment))} ways. That may "
            "take minutes, once: what is finished is kept, also when you leave the page.",
            icon=":material/hourglass:",
        )
        if not st.toggle("Align them", key="align_all", bind="query-params"):
            return {}
    if waiting:
        bar = st.progress(0.0)
        for done, (model, sample_id) in enumerate(sorted(waiting, key=lambda key: key[1]), start=1):
            kept[model, sample_id].append(_aligned(files[sample_id], model, result.config))
            bar.progress(done / len(waiting), text=f"{done} of {len(waiting)} pairs of scenes aligned")
        bar.empty()
    return {(model, sample_id): kept[model, sample_id][0] for model in data.models for sample_id in files}


def _aligned(files: SampleFiles, model: str, config: SceneConfig) -> tuple[AlignmentRow, ...]:
    plain = SceneConfig(**{name: getattr(config, name) for name in SceneConfig.__dataclass_fields__})
    inspection = inspect_sample(files, model, plain)
    reasons = [str(error) for error in inspection.unread.values()]
    if reasons:
        return tuple(AlignmentRow(align, reason=reasons[0]) for align in get_args(Alignment))
    return compare_alignments(inspection.truth, inspection.prediction)


@st.cache_resource(max_entries=4096, show_spinner=False)
def _kept(
    stamp: tuple[tuple[str, int, int], ...], mode: str, model: str, config: SceneConfig
) -> list[tuple[AlignmentRow, ...]]:
    """Where the one comparison of these files is kept, for all readers; empty until it is computed."""
    return []


def _stamp(files: SampleFiles, model: str) -> tuple[tuple[str, int, int], ...]:
    """Name, time of change and size of every file beside the two scenes, buffers included."""
    folders = [files.root / files.of(owner).folder for owner in (GROUND_TRUTH, model)]
    found: list[Path] = [path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file()]
    return tuple((str(path), stat.st_mtime_ns, stat.st_size) for path in found for stat in [path.stat()])


def show_scene_samples(result: SceneResult, model: str) -> None:
    """The samples of one model as a list; of the chosen one (``?sample=``) its objects, and the way to see it in 3D."""
    table = scene_samples(result, model)
    sample_ids = [str(name) for name in table.frame["sample_id"]]
    if not sample_ids:
        st.info("This run has no sample of that model.", icon=":material/info:")
        return
    sample_id = pick_row(table, sample_ids, label="Sample", query="sample", name=f"scene-samples-{model}")
    if sample_id is None:
        return
    inspection_link(sample_id, model)
    score = saved_score(result, sample_id, model)
    if score is None:
        literal_remarks("The sample failed; the failures say why.")
        return
    show_table(scene_matches(score), name=f"scene-objects-{sample_id}-{model}")
