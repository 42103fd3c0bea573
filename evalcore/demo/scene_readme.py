"""What is planted in the scene part of the demo, and what each page should therefore show, in words."""

from __future__ import annotations

from evalcore.demo.scene_models import MODELS, RESCALED
from evalcore.demo.scene_samples import SAMPLES, Sample

__all__ = ["describe"]


def describe() -> str:
    """The part of the workspace's README on this protocol (Markdown)."""
    return f"""## Scene

{len(SAMPLES)} small scenes as binary glTF, each with its ground, a camera and lights, and what {len(MODELS)} made
models hand in for them. Nothing moves: the track asks for `rest`. Metres; no model was run.

| sample | what it shows | ground | objects |
|---|---|---|---|
{chr(10).join(map(_sample, SAMPLES))}

### Planted in the models

| model | what it does |
|---|---|
{chr(10).join(f"| `{name}` | {model.fault} |" for name, model in MODELS.items())}

| sample | `rescaled`: times | then moved by (m) | `miscounted` lacks | and adds |
|---|---|---|---|---|
{chr(10).join(map(_planted, SAMPLES))}

`floor lamp`, which `miscounted` adds to `reading_room`, is called ground and is not: it counts, and a warning says so.
The poster in `reading_room` has no thickness: boxes without volume count 1 only where they agree to 1e-9 of the scene,
so it counts for `rescaled` and not for `close`.

### What each page should show

* **Scene table**: `rescaled` is at 100 in all four figures, because the default alignment takes scale and place out of
  the score. `close` has nearly the right box around everything, above 85 in every sample, and less for its objects.
  `miscounted` is last by far in the object figures, although seven of eight objects, or eight of nine, are exactly
  right: the object too many changes the box around all, and with it the scale.
* **Scene table, alignment**: without any alignment (`identity`), `rescaled` falls to 0, and `miscounted` rises to 7/8
  of every object figure (8/9 on `book_shelf`). The depth of the picture tells the two apart as well: `depth_camera`
  leaves `rescaled` at 1.
* **Scene inspection**: the 4x4 of `rescaled` holds the inverse of the factor above on its diagonal.

Pictures and their distance (PL) need Blender: `evalcore demo FOLDER --render` makes them. Otherwise only geometry is
asked for, and PL and N-CLIP are null with that reason.
"""


def _sample(sample: Sample) -> str:
    ground, *others = sample.things
    return f"| `{sample.sample_id}` | {sample.description} | `{ground.name}` | {len(others)} |"


def _planted(sample: Sample) -> str:
    scale, shift = RESCALED[sample.sample_id]
    moved = ", ".join(f"{value:g}" for value in shift)
    return f"| `{sample.sample_id}` | {scale:g} | {moved} | `{sample.missing}` | `{sample.extra.name}` |"
