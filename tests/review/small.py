"""Small answers for tests: by hand, at random, and by reviewers with known habits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from evalcore.review import Answer, Mark

FPS = 25.0
unhurried = settings(deadline=None)  # the first example may compile a kernel


def answer(
    item: str,
    reviewer: str,
    marks: Mapping[str, Sequence[float]] | None = None,
    clean: Sequence[str] = (),
    types: Sequence[str] = (),
) -> Answer:
    """An answer with marks at the times of each stream; ``types`` name the marks in their order."""
    times = [(stream, t) for stream, of_stream in (marks or {}).items() for t in of_stream]
    names = [*types, *[None] * (len(times) - len(types))]
    return Answer(
        item=item,
        reviewer=reviewer,
        violations=tuple(Mark(stream=s, t=t, type=name) for (s, t), name in zip(times, names, strict=True)),
        clean=tuple(clean),
    )


def lengths_of(answers: Sequence[Answer], length: float = 5.0) -> dict[str, dict[str, float]]:
    """The same length for every answered stream."""
    return {one.item: {s: length for a in answers if a.item == one.item for s in a.answered} for one in answers}


def frame_times(fps: float = FPS, seconds: float = 2.0) -> st.SearchStrategy[float]:
    """Middles of frames."""
    return st.integers(0, int(seconds * fps) - 1).map(lambda frame: (frame + 0.5) / fps)


@st.composite
def answer_sets(
    draw: st.DrawFn, *, items: int = 3, reviewers: int = 3, streams: int = 2, most: int = 3
) -> tuple[Answer, ...]:
    """Answers of up to ``reviewers`` reviewers to up to ``items`` items; panels are marked, clean or not answered."""
    found = []
    for item in range(draw(st.integers(1, items))):
        for reviewer in range(draw(st.integers(1, reviewers))):
            marks, clean = [], []
            for stream in range(streams):
                state = draw(st.sampled_from(["marked", "marked", "clean", "unanswered"]))
                if state == "marked":
                    for t in draw(st.lists(frame_times(), min_size=1, max_size=most, unique=True)):
                        kind = draw(st.sampled_from([None, "flicker", "gravity", "drift"]))
                        level = draw(st.sampled_from([None, 1, 2, 3]))
                        marks.append(Mark(stream=f"s{stream}", t=t, type=kind, severity=level))
                elif state == "clean":
                    clean.append(f"s{stream}")
            found.append(
                Answer(item=f"item{item}", reviewer=f"r{reviewer}", violations=tuple(marks), clean=tuple(clean))
            )
    return tuple(found)


def random_answers(
    rng: np.random.Generator, *, items: int, reviewers: int, streams: int, length: float = 5.0, share: float = 0.6
) -> list[Answer]:
    """Answers that agree by chance alone: 1 to 3 marks anywhere, at least 0.25 s apart, on a share of the panels."""
    found = []
    for item in range(items):
        for reviewer in range(reviewers):
            marks: list[Mark] = []
            clean = []
            for stream in range(streams):
                if rng.random() >= share:
                    clean.append(f"s{stream}")
                    continue
                times: list[float] = []
                for frame in rng.integers(0, int(length * FPS), rng.integers(1, 4)).tolist():
                    t = (frame + 0.5) / FPS
                    if all(abs(t - other) > 0.25 for other in times):
                        times.append(t)
                marks += [Mark(stream=f"s{stream}", t=t) for t in times]
            found.append(
                Answer(item=f"i{item:03d}", reviewer=f"r{reviewer}", violations=tuple(marks), clean=tuple(clean))
            )
    return found
