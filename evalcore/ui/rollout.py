"""What the rollout pages share: their choices, and the frames behind a clip in the exact viewer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from evalcore.batch import file_sha256
from evalcore.errors import EvalcoreError
from evalcore.metrics import METRICS
from evalcore.rollout import BASELINES, ClipScore, PairedResult, RolloutData, RolloutResult, Sample, paired
from evalcore.rollout import Metric as MetricName
from evalcore.rollout.frames import TRUTH, changed_files, clip_frames, data_of, source_files
from evalcore.ui.frame_store import FrameSource
from evalcore.ui.notices import notice, show_error, show_errors
from evalcore.ui.permalinks import choose, move_choice
from evalcore.ui.viewer import Stream, frame_viewer
from evalcore.workspace import Workspace

__all__ = ["choose_clip", "choose_comparison", "choose_metric", "open_data", "show_clip"]

FRAME = "frame"  # parameter of the address that holds the viewer's position


def choose_metric() -> MetricName:
    """MAD or SSIM, the same on all pages (``?metric=``)."""
    names: dict[str, MetricName] = {METRICS["mad"].label: "mad", METRICS["ssim"].label: "ssim"}
    return names[choose("Metric", list(names), query="metric", style="buttons")]


def choose_comparison(result: RolloutResult) -> list[PairedResult]:
    """Every method that can be compared with the chosen one (``?baseline=``) in the chosen metric, at least one.

    Methods without an aggregate, and those that lack a clip of the other, are named with the reason; where no
    comparison is left the page stops.
    """
    usable = [name for name, score in result.methods.items() if score.reason is None]
    if withheld := [f"{name}: {score.reason}" for name, score in result.methods.items() if score.reason]:
        notice("Methods without an aggregate are not compared", "\n".join(withheld), kind="warning")
    pairs: list[PairedResult] = []
    if len(usable) > 1:
        with st.container(horizontal=True, vertical_alignment="bottom"):
            metric = choose_metric()
            default = next((name for name in BASELINES if name in usable), usable[0])
            baseline = choose("Compared with", usable, query="baseline", default=default)
        for name in usable:
            if name != baseline:
                with show_errors("Two methods cannot be compared"):
                    pairs.append(paired(result, name, baseline, metric=metric))
    if not pairs:
        st.info("A comparison needs two methods with an aggregate over the same clips.", icon=":material/info:")
        st.stop()
    return pairs


def choose_clip(clip_ids: Sequence[str], *, clicked: str | None, page: str, frame: int | None = None) -> str:
    """The clip to look at (``?clip=``).

    A new click on a figure of ``page`` moves the choice to ``clicked`` and the viewer to ``frame``, where given.
    """
    click = (clicked, frame)
    if click != st.session_state.get(f"{page}.clicked", (None, None)):
        if clicked is not None:
            move_choice("clip", clicked)
        if frame is not None:
            st.query_params[FRAME] = str(frame)
    st.session_state[f"{page}.clicked"] = click
    return choose("Clip", clip_ids, query="clip", help="Or click a point of the figure above.")


def open_data(space: Workspace, result: RolloutResult) -> RolloutData:
    """The files of a run; the folders are listed once a run, not at each click. An error stops the page."""
    try:
        return _data(str(space.root), result.record["created"], result.record["inputs"]["sha256"], result)
    except EvalcoreError as error:
        show_error(error, title="The clips of this run cannot be found")
        st.stop()


@st.cache_resource(max_entries=4, ttl=60, show_spinner="Listing the clips")
def _data(root: str, created: str, inputs: str, _result: RolloutResult) -> RolloutData:
    return data_of(Workspace(root), _result)


def show_clip(data: RolloutData, result: RolloutResult, clip_id: str, methods: Sequence[str], *, key: str) -> None:
    """Show truth and ``methods`` of one clip side by side, beginning at the first predicted frame.

    The position is in the address as ``?frame=``. Files that changed since they were scored are named.
    """
    scored = {clip.method: clip for clip in result.clips if clip.clip_id == clip_id}
    most = max((len(scored[name].samples) for name in methods if name in scored), default=0)
    sample = 0
    if most:
        names = [f"s{index}" for index in range(most)]
        sample = names.index(choose("Sample", names, query="sample", style="buttons"))
    if changed := changed_files(data, result, clip_id):
        notice("Files of this clip are not those that were scored; score again", "\n".join(changed), kind="warning")
    lead, horizon = data.config.conditioning, data.config.horizon
    try:
        streams = [_stream(data, clip_id, TRUTH, "Truth", "recorded")]
        for name in methods:
            score = scored.get(name)
            streams.append(
                _stream(
                    data,
                    clip_id,
                    name,
                    name,
                    result.methods[name].kind,
                    sample=min(sample, max(0, len(score.samples) - 1)) if score else 0,
                    captions=_captions(score, sample, lead),
                )
            )
    except EvalcoreError as error:
        show_error(error, title="The frames cannot be shown")
        return
    frame_viewer(
        streams,
        key=key,
        times=[(k - lead + 1) / data.config.fps for k in range(lead + horizon)],  # zero at the last given frame
        start=lead,
        steps=[*(f"conditioning {k}" for k in range(1, lead + 1)), *(f"t+{k}" for k in range(1, horizon + 1))],
        boundary=lead,
        difference=(TRUTH, methods[0]) if methods else None,
        query=FRAME,
    )


def _stream(
    data: RolloutData,
    clip_id: str,
    method: str,
    label: str,
    note: str,
    *,
    sample: int = 0,
    captions: Sequence[str] = (),
) -> Stream:
    paths = source_files(data, clip_id, method, sample=sample)
    missing = [path for path in paths if not path.exists()]
    contents = ["missing" if path in missing else file_sha256(path) for path in paths]
    made_by = method if method in BASELINES else "file"
    source = FrameSource(
        key=f"rollout {made_by} {data.config} {' '.join(contents)}",
        load=partial(clip_frames, data, clip_id, method, sample=sample),
    )
    several = method not in BASELINES and data.samples.get(method, 0) > 1
    return Stream(
        id=method, label=label, source=source, note=f"{note}, s{sample}" if several else note, captions=captions
    )


def _captions(score: ClipScore | None, sample: int, lead: int) -> Sequence[str]:
    if score is None:
        return ()
    one: ClipScore | Sample = score.samples[min(sample, len(score.samples) - 1)] if score.samples else score
    mad, ssim = METRICS["mad"], METRICS["ssim"]
    shown = [
        f"{mad.label} {error:.{mad.digits}f} · {ssim.label} {likeness:.{ssim.digits}f}"
        for error, likeness in zip(one.per_step_mad, one.per_step_ssim, strict=True)
    ]
    return ["given"] * lead + shown
