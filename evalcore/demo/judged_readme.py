"""What was planted in the judged demo, and what each page should therefore show, in words."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from evalcore.demo.judged import Table
from evalcore.demo.judged_clips import CLIPS, GENERATED, SHORT_SECONDS
from evalcore.demo.judged_conditions import MADE, SPLITS, Made, filmed
from evalcore.demo.judged_judges import (
    CHANGED_EVERY,
    CONFUSED,
    FIRST,
    FORGIVEN,
    MISSING_EVERY,
    ODD,
    OUTSIDE,
    SECOND,
    UNUSUAL,
    WIDELY_JUDGED,
)
from evalcore.demo.judged_models import MISSING, MODELS, SHORT, seen
from evalcore.demo.judged_motion import BREAKS_AT
from evalcore.demo.judged_tasks import FAMILIES, TASKS
from evalcore.judged import verdict

__all__ = ["describe"]


def describe(table: Table) -> str:
    """The part of the workspace's README on this protocol (Markdown); ``table`` is the published one."""
    main = len(SPLITS["paper-main"])
    return f"""## Judged

Drawn setups in which one property decides what happens: a slope, an overhang, a gap. {len(TASKS)} tasks in \
{len(FAMILIES)} families, {len(MADE)} conditions, and judgments of {len(MODELS)} made models by two made judges, \
`{FIRST}` and `{SECOND}`. The members of a pair differ in that property alone. No video model and no judge was run.

{_table(("family", "tasks"), ((f"`{family}`", _codes(tasks)) for family, tasks in FAMILIES.items()))}

{_table(("subset", "conditions", "pairs", "controls"), map(_scope, SPLITS))}

The first pair of three tasks and one control have a reference future and clips of {_codes(GENERATED)}: subset
`with-clips`, the one to choose for `geoflip sample`, `judge` and `similarity`.

### Planted in the models

On `paper-main`, by `{FIRST}`. PSNR and SSIM are made up; in the protocol they come from other clips.

{_table(("model", "Event", "Structure", "PSNR", "SSIM", "what it does"), map(_model, table.items()))}

### Planted in the judgments of `{FIRST}`

* `hazel`: every {_ordinal(MISSING_EVERY)} judgment is missing, {main // MISSING_EVERY} of {main}.
* `juniper`: {UNUSUAL["other"]} events are `other`, {UNUSUAL["uncertain"]} `uncertain`, and \
{UNUSUAL["another case"] + UNUSUAL["nothing happens"]} are no label of their task: {UNUSUAL["nothing happens"]} times \
"nothing happens", and {UNUSUAL["another case"]} labels written like "Rolls left" (case and spaces matter).
* `larch`: {sum(count for _, count in ODD)} odd values of `violation`, beside "clear" and "flagged":

{_table(("value", "times", "counts as"), (_odd(*each) for each in ODD))}

* `pine`: {OUTSIDE} judgments outside `paper-main`, which are counted and not scored.
* `aspen`: no clip of `{MISSING[1]}` (`{_task(MISSING[1])}`), hence no judgment of it.
* `spruce`: the clip of `{SHORT[1]}` (`{_task(SHORT[1])}`) ends after {SHORT_SECONDS} s, before the observation time: \
event and violation are `uncertain`, and nobody was asked.

### Planted in the judgments of `{SECOND}`

It sees the same clips: all of `paper-main` for {_codes(WIDELY_JUDGED)}, of the others those of `cross-judge` only.

{_confusions()}
* Elsewhere every {_ordinal(CHANGED_EVERY)} event is another label than what the clip shows.
* Of the scenes that do not stay whole it calls {FORGIVEN[0]} of {FORGIVEN[1]} clear, so that Structure is higher for
  every model. None that stays whole is flagged.

### Planted in the clips

{_table(("condition", "task", "right", "observed at", *GENERATED), map(_clip, filmed()))}

{len(CLIPS)} clips of 5.5 s; references have 30 frames a second, {_rates()}. A scene that is "not whole" gets a second
body {BREAKS_AT} s after the start. `aspen` generates at the reference's rate: where it is right and whole, its clip \
is the reference itself.

### What each page should show

* **Scoring** on `paper-main` by `{FIRST}`: the values above, all of which agree with the published table. `aspen`:
  high Event, low Structure; `linden` the reverse. `elm`: above 90 in `rolling`, about 40 elsewhere. `fir`: recall 1 of
  the first label of every task and 0 of all others, so Event is 43.4, as for any constant answer. `rowan`: low where a
  task has more than two outcomes. Pairs with both members right: 0 of 136 for `spruce` and `fir`, although `spruce` has
  half of its events right. Misses: as planted above.
* **Ranking** of the published table: `alder` 1; `linden` and `pine` share 2 with a mean rank of 16/3, and nobody is 3.
  Components with ties: `birch` and `cedar` 3.5 in Event and 7.5 in PSNR, `maple` and `oak` 11.5 in Structure, `larch`,
  `maple` and `oak` 12 in SSIM. The rank intervals of `birch` and `cedar` overlap, and the intervals of
  their differences contain 0; the rank intervals of `alder` and `willow` do not overlap.
* **Judge frames**: the ball of `gap_ball` comes to the gap 4.05 s after the start. `paper-prefix-8` ends before that,
  at 119/30 s, so that no frame shows the event; `observation-8` goes on to 5 s and shows it. For `tilted_plank_ball`
  both profiles end at 119/30 s, after its observation time of 3 s; a control has none. The clip of `spruce` for
  `{SHORT[1]}` does not reach the observation time, and that of `aspen` for `{MISSING[1]}` is missing.
* **Judges** on `cross-judge`: they agree on nine of ten events, except in the two confused tasks, where two labels are
  exchanged, and except for `hazel` and `juniper`, because of what was planted there. In every verdict that differs,
  `{SECOND}` is the one that says clear, except for `larch`. On `paper-main` the second judge lacks judgments of ten
  models; the published table is not of this judge, and the check against it says so for nearly every value.
* **Similarity**: `alder` is above 40 dB except on the clip that is not whole; `spruce` is below 25 dB where something
  else happens than in the reference; `aspen` has 99 dB, the cap, on the two clips that equal their references, and no
  means, because one clip is missing.
"""


def _table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    lines = [tuple(head)]
    lines += [("---",) * len(lines[0]), *(tuple(map(str, row)) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _codes(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _ordinal(number: int) -> str:
    return {5: "fifth", 10: "tenth"}[number]


def _task(condition_id: str) -> str:
    return next(made.task for made in MADE if made.condition_id == condition_id)


def _scope(subset: str) -> tuple[object, ...]:
    members = [made for made in MADE if made.condition_id in set(SPLITS[subset])]
    pairs = {made.pair_id for made in members if made.pair_id}
    return f"`{subset}`", len(members), len(pairs), len([made for made in members if not made.pair_id])


def _model(row: tuple[str, dict[str, float]]) -> tuple[object, ...]:
    name, value = row
    return (
        f"`{name}`",
        value["event"],
        value["structure"],
        f"{value['psnr']:.2f}",
        f"{value['ssim']:.3f}",
        MODELS[name].trait,
    )


def _odd(value: object, count: int) -> tuple[object, ...]:
    return f"`{msgspec.json.encode(value).decode()}`", count, verdict(value)


def _confusions() -> str:
    return "\n".join(
        f"* In `{task}` it takes `{one}` for `{other}` and the reverse, always."
        for task, (one, other) in CONFUSED.items()
    )


def _rates() -> str:
    return ", ".join(f"`{model}` {fps}" for model, fps in GENERATED.items())


def _clip(made: Made) -> tuple[object, ...]:
    time = "-" if made.observation_time is None else f"{made.observation_time} s"
    return made.condition_id, f"`{made.task}`", f"`{made.label}`", time, *(_shown(made, model) for model in GENERATED)


def _shown(made: Made, model: str) -> str:
    clip = seen(model).get(made.condition_id)
    if clip is None:
        return "no clip"
    if clip.event is None:
        return "too short"
    return f"`{clip.event}`" + ("" if clip.whole else ", not whole")
