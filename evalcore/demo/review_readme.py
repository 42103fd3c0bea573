"""What was planted in the review demo, and what each page should therefore show, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from evalcore.demo.review import DATABASE, GOLD_ITEMS
from evalcore.demo.review_judges import JUDGES, Judge
from evalcore.demo.review_reviewers import GUEST, GUEST_ITEMS, REVIEWERS, Panel, Reviewer
from evalcore.demo.review_scenarios import (
    BLUR,
    BLUR_GROWTH,
    DRIFT_AFTER,
    FPS,
    LONG,
    SCENARIOS,
    STREAMS,
    VANISH,
    Break,
    Scenario,
)
from evalcore.rollout.config import PAPER

__all__ = ["describe"]


def describe() -> str:
    """The part of the workspace's README on this protocol (Markdown)."""
    made = [scenario for scenario in SCENARIOS if not scenario.rollout]
    broken = {name: sum(name in one.breaks for one in SCENARIOS) for name in (VANISH, BLUR)}
    return f"""## Review

Reading this un-blinds you: mark first, then compare. {len(SCENARIOS)} scenarios of three streams at {FPS} FPS: a
recording (`real`) and two made models, `{VANISH}` and `{BLUR}`. {len(SCENARIOS) - len(made)} are clips of the rollout
part with its own models ({PAPER.length} frames; `clip_id` names the clip), {len(made)} are made for the review
({LONG} frames, five of them in slow motion). No recording breaks.

### Planted in the streams

Frames count from 0; a mark on frame f stands at (f + 0.5) / {FPS} s. `{VANISH}` breaks in {broken[VANISH]} scenarios,
`{BLUR}` in {broken[BLUR]}: {sum(broken.values())} of {len(SCENARIOS) * len(STREAMS)} streams.

{_table(("item", f"`{VANISH}`", f"`{BLUR}`", "intervention"), map(_scenario, SCENARIOS))}

`{VANISH}`: the main object is missing from that frame on (a second frame: it is there again); in `slow_bounce` it
rises by itself instead. `{BLUR}`: a blur that grows by {BLUR_GROWTH} px of standard deviation a frame, and counts as a
break at its {_ordinal(DRIFT_AFTER)} frame.

### Planted in the answers

Four simulated reviewers; the answers are in `{DATABASE}` and, the same, in `review/answers.jsonl`. `{GUEST}` is
assigned {len(GUEST_ITEMS)} items and has answered none: give that name on the page *Mark* and go on.

{_table(("reviewer", "lag in frames, drawn from", "habit"), map(_reviewer, REVIEWERS.items()))}

* Missed by `bruno`: {_panels(REVIEWERS["bruno"].misses)}. Marked though not there: \
{_alarms(REVIEWERS["bruno"].false_alarms)}. Left open: {_panels(REVIEWERS["bruno"].unanswered)}.
* A mark is never past the last frame, so that `chen` is only 3 frames late on `{VANISH}` in the rollout clips.
* Preference: the stream that holds longest in the reviewer's eyes. Among equals `alba` and `chen` prefer a model,
  `dana` the recording, and `bruno` says tie.
* Counterfactual: right is {_verdicts()}; otherwise: {_other_verdicts()}.
* Severity: 3 for an object that is gone or rises, 2 for blur; by `bruno` one less.

### Planted in the judges

Two simulated judges in `review/predictions/`, who see a few frames of each clip, as `evalcore review judge --tiles`
shows them, and name the first on which the break is to be seen. No model was asked.

{_table(("judge", "frames", "resolution of the rollout clips, of the others"), map(_judge, JUDGES.items()))}

{chr(10).join(map(_habits, JUDGES.items()))}

### Known answers

All streams of {_codes(GOLD_ITEMS)} are gold items: 6 of their 12 streams break. Within 0.5 s `alba` and `chen` find 6
of 6, `bruno` 4, `dana` 3. Mean lags: `alba` 0.03 s, `bruno` 0.12 s, `dana` 0.13 s, `chen` 0.31 s. False alarms: `bruno`
1 of 6 unbroken streams, the others none.

### What each page should show

* **Mark**: panels in another order for each reviewer; the counterfactual question in `slow_pendulum` and `long_pan`
  only; progress of the four (`bruno` has one open panel, `chen` one open item) and of `{GUEST}`.
* **Agreement**: 47 answers, 140 of 141 panels answered. Detection: alpha 0.64, raw agreement 0.82, and higher (0.81)
  without `dana`. F1 at 0.25 s 0.60, from 0.5 s on 0.83: the pairs with `chen` match only there. Without `chen`, the
  mean offset at 0.5 s falls from 0.16 s to 0.05 s. `{VANISH}` agrees well (F1 0.97), `{BLUR}` less (0.61), because of
  `dana`; its category alpha is below 0, because `chen` calls every one by another name. Worst items: `fall_01` and
  `slow_roll`. At 2 s nearly everything matches by chance in clips this short: F1 by chance is as high as F1.
* **Judge alignment**: the consensus has 18 broken streams of the 20 planted: `pan_01/{BLUR}` and `slow_fall/{BLUR}`
  end 2 to 2, and a draw means no break. At half a frame every verdict is left out. `judge-a`: both 16, judge only 2,
  reviewers only 2, neither 16; hits 14 of 16 at 0.25 s, 15 at 0.5 s, 16 at 1 s. `judge-b` is incomplete, as one of its
  36 calls failed; at 0.25 s the 18 verdicts on the long clips are left out; from 0.5 s on 14, 2, 3 and 16.
"""


def _table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    lines = [tuple(head)]
    lines += [("---",) * len(lines[0]), *(tuple(map(str, row)) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _codes(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _ordinal(number: int) -> str:
    return {3: "third"}[number]


def _panels(panels: Iterable[Panel]) -> str:
    return _codes("/".join(panel) for panel in panels)


def _alarms(alarms: Mapping[Panel, Break]) -> str:
    return ", ".join(f"`{'/'.join(panel)}` ({one.type}, frame {one.frame})" for panel, one in alarms.items())


def _judge(row: tuple[str, Judge]) -> tuple[object, ...]:
    name, judge = row
    return f"`{name}`", judge.tiles, f"{judge.resolution(PAPER.length):.3f} s, {judge.resolution(LONG):.3f} s"


def _habits(row: tuple[str, Judge]) -> str:
    name, judge = row
    late = ", ".join(f"`{'/'.join(panel)}` by {tiles} of its frames" for panel, tiles in judge.late.items())
    parts = [f"misses {_panels(judge.misses)}", f"sees what is not there: {_alarms(judge.false_alarms)}"]
    parts += [f"later than its frames explain: {late}"] if late else []
    parts += (
        [f"calls {', '.join(f'`{one}` `{other}`' for one, other in judge.renames.items())}"] if judge.renames else []
    )
    parts += [f"no reply, hence no verdict, to {_panels(judge.failed)}"] if judge.failed else []
    return f"* `{name}`: {'; '.join(parts)}."


def _scenario(scenario: Scenario) -> tuple[object, ...]:
    change = scenario.intervention
    told = f'"{change.text}" at frame {change.frame}, shown by {_codes(change.followed_by)}' if change else ""
    return f"`{scenario.item}`", *(_breaks(scenario.breaks.get(name, ())) for name in (VANISH, BLUR)), told


def _breaks(breaks: Iterable[Break]) -> str:
    return ", ".join(f"{one.frame} ({one.type})" for one in breaks) or "none"


def _reviewer(row: tuple[str, Reviewer]) -> tuple[object, ...]:
    name, reviewer = row
    return f"`{name}`", ", ".join(map(str, reviewer.lags)), reviewer.habit


def _verdicts() -> str:
    return ", ".join(f"{one.intervention.verdict} in `{one.item}`" for one in SCENARIOS if one.intervention)


def _other_verdicts() -> str:
    return ", ".join(
        f"{verdict} by `{name}` in `{item}`"
        for name, reviewer in REVIEWERS.items()
        for item, verdict in reviewer.verdicts.items()
    )
