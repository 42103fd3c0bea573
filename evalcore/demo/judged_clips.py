"""The pictures and clips of the judged demo: first frames, reference futures, and what three made models generated."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evalcore.demo.judged_conditions import Made, filmed
from evalcore.demo.judged_models import MISSING, SHORT, seen
from evalcore.demo.judged_motion import frames
from evalcore.demo.judged_setups import draw
from evalcore.files import replacing
from evalcore.judged import data as layout
from evalcore.video import write
from evalcore.vlm import encode
from evalcore.workspace import Workspace

__all__ = ["CLIPS", "GENERATED", "SHORT_SECONDS", "Clip", "write_clip", "write_first_frame"]

GENERATED = {"alder": 24, "aspen": 30, "spruce": 16}  # models with clips, and their frames a second
_REFERENCE_FPS = 30
_SECONDS, SHORT_SECONDS = 5.5, 3.5
_CRF = 20


@dataclass(frozen=True)
class Clip:
    """A clip to be written to ``path``, in the data folder; ``model`` is None for a reference future."""

    made: Made
    model: str | None

    @property
    def path(self) -> str:
        """Where the clip is."""
        if self.model is None:
            assert self.made.reference
            return self.made.reference
        return f"{layout.GENERATED}/{self.model}/{self.made.condition_id}.mp4"


CLIPS: tuple[Clip, ...] = tuple(
    Clip(made, model) for made in filmed() for model in (None, *GENERATED) if (model, made.condition_id) != MISSING
)


def write_first_frame(data: Workspace, made: Made) -> None:
    """Write the picture that a generative model starts from."""
    start = made.setup()
    with replacing(data.path("inputs", made.first_frame)) as partial:
        partial.write_bytes(encode(draw(start.backdrop, start.bodies)).png)


def write_clip(data: Workspace, clip: Clip) -> None:
    """Write the clip: the reference shows what is right, a model's clip what its judgments say that it shows."""
    event, whole, fps, seconds = clip.made.label, True, _REFERENCE_FPS, _SECONDS
    if clip.model:
        shown = seen(clip.model)[clip.made.condition_id]
        # A clip that ends before its event can be seen begins like one that shows the right event.
        event, whole = shown.event or clip.made.label, shown.whole is not False
        fps = GENERATED[clip.model]
        seconds = SHORT_SECONDS if (clip.model, clip.made.condition_id) == SHORT else _SECONDS
    pictures = np.stack(list(frames(clip.made.setup(), event, fps=fps, seconds=seconds, whole=whole)))
    write(data.path(clip.path), pictures, fps=fps, crf=_CRF)
