"""The 34 tasks of the judged demo: what is asked, what may be answered, and what is seen when an answer is right."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["FAMILIES", "TASKS", "Task"]


@dataclass(frozen=True)
class Task:
    """One task.

    ``prompt`` is what a generative model is told. ``labels`` maps each answer to what is then seen. The first ``flips``
    labels are the outcomes of pairs; a further one is that of controls, or never right. ``observed`` is the observation
    time in seconds.
    """

    name: str
    question: str
    prompt: str
    labels: dict[str, str]
    observed: float = 3.0
    flips: int = 2


def _either_way(verb: str, subject: str, *, still: str | None = None) -> dict[str, str]:
    labels = {f"{verb}_{side}": f"{subject} {verb} to the {side}." for side in ("left", "right")}
    return labels | ({"stays": still} if still else {})


def _one_side(label: str, thing: str, *, level: str) -> dict[str, str]:
    labels = {f"{side}_{label}": f"The {side} {thing} goes down." for side in ("left", "right")}
    return labels | {"stays_level": level}


_TASKS: dict[str, tuple[Task, ...]] = {
    "rolling": (
        Task(
            "tilted_plank_ball",
            "Which way does the ball move on the plank?",
            "A ball on a plank is let go.",
            _either_way("rolls", "The ball", still="The ball keeps its place on the plank."),
        ),
        Task(
            "tilted_plank_drum",
            "Which way does the drum move on the plank?",
            "A striped drum on a plank is let go.",
            _either_way("rolls", "The drum"),
        ),
        Task(
            "tilted_plank_box",
            "Which way does the box move on the plank?",
            "A box on a smooth plank is let go.",
            _either_way("slides", "The box", still="The box keeps its place on the plank."),
            observed=3.5,
        ),
        Task(
            "tilted_tray_balls",
            "Where do the two balls go?",
            "Two balls on a tray are let go at the same time.",
            {
                "both_left": "Both balls roll to the left.",
                "both_right": "Both balls roll to the right.",
                "stay": "Both balls keep their places.",
            },
        ),
        Task(
            "crest_ball",
            "On which side does the ball come down?",
            "A ball near the top of a hill is let go.",
            {"down_left": "The ball comes down the left side.", "down_right": "The ball comes down the right side."},
            observed=4.0,
        ),
        Task(
            "crest_drum",
            "On which side does the drum come down?",
            "A striped drum near the top of a hill is let go.",
            {"down_left": "The drum comes down the left side.", "down_right": "The drum comes down the right side."},
            observed=4.0,
        ),
        Task(
            "curve_ball",
            "Does the ball stay in the middle of the curved track?",
            "A ball is placed near the middle of a curved track and let go.",
            {
                "stays_inside": "The ball rocks and comes to rest near the middle.",
                "rolls_off": "The ball leaves the track.",
            },
            observed=4.5,
        ),
    ),
    "balance": (
        Task(
            "ledge_block",
            "Does the block fall off the table?",
            "A block is placed on the edge of a table and let go.",
            {"tips_over": "The block turns over the edge and falls.", "stays": "The block rests on the table."},
            observed=4.2,
        ),
        Task(
            "ledge_plank",
            "Does the plank fall off the table?",
            "A plank is placed across the edge of a table and let go.",
            {"tips_over": "The plank turns over the edge and falls.", "stays": "The plank rests on the table."},
        ),
        Task(
            "ledge_stack",
            "What becomes of the two blocks?",
            "Two blocks are placed one on the other at the edge of a table.",
            {
                "both_fall": "Both blocks fall off the table.",
                "top_falls": "The upper block falls, the lower one rests.",
                "both_stay": "Both blocks rest.",
            },
            observed=3.5,
            flips=3,
        ),
        Task(
            "seesaw_weights",
            "Which end of the seesaw goes down?",
            "Two blocks stand on a seesaw that is let go.",
            _one_side("end_drops", "end", level="The seesaw stays level."),
            observed=2.5,
        ),
        Task(
            "seesaw_distance",
            "Which end of the seesaw goes down?",
            "Two equal blocks stand on a seesaw that is let go.",
            _one_side("end_drops", "end", level="The seesaw stays level."),
            observed=2.5,
        ),
        Task(
            "tall_box",
            "What does the tall box do?",
            "A tall box on a board is let go.",
            {
                "stays_upright": "The box stays upright.",
                "topples_left": "The box topples to the left.",
                "topples_right": "The box topples to the right.",
            },
            flips=3,
        ),
    ),
    "passage": (
        Task(
            "gap_ball",
            "Does the ball get across the gap?",
            "A ball rolls slowly along a track towards a gap.",
            {"crosses": "The ball rolls on beyond the gap.", "falls_in": "The ball falls into the gap."},
            observed=5.0,
        ),
        Task(
            "gap_drum",
            "What does the drum do at the gap?",
            "A striped drum rolls slowly along a track towards a gap.",
            {
                "crosses": "The drum rolls on beyond the gap.",
                "falls_in": "The drum falls into the gap.",
                "stops_before": "The drum comes to rest before the gap.",
            },
            observed=5.0,
            flips=3,
        ),
        Task(
            "slot_ball",
            "Does the ball get through the opening?",
            "A ball rolls towards an opening in a wall.",
            {"passes": "The ball goes through the opening.", "is_blocked": "The wall holds the ball back."},
            observed=3.5,
        ),
        Task(
            "slot_box",
            "Does the box get through the opening?",
            "A box slides towards an opening in a wall.",
            {"passes": "The box goes through the opening.", "is_blocked": "The wall holds the box back."},
            observed=3.5,
        ),
        Task(
            "funnel_ball",
            "Does the ball get through the funnel?",
            "A ball is dropped into a funnel.",
            {"drops_through": "The ball leaves the funnel below.", "gets_stuck": "The ball stays in the funnel."},
        ),
        Task(
            "step_ball",
            "What does the ball do at the step?",
            "A ball rolls towards a step.",
            {
                "rolls_over": "The ball climbs the step and rolls on.",
                "rolls_back": "The ball meets the step and rolls back.",
                "stops": "The ball comes to rest at the step.",
            },
            observed=3.5,
            flips=3,
        ),
    ),
    "collision": (
        Task(
            "domino_row",
            "How far does the row of dominoes fall?",
            "The first domino of a row is pushed to the right.",
            {"all_fall": "Every domino falls.", "chain_stops": "Some fall, and the others stay upright."},
            observed=4.5,
        ),
        Task(
            "domino_heights",
            "How far does the row of dominoes fall?",
            "The first domino of a row is pushed to the right.",
            {
                "all_fall": "Every domino falls.",
                "chain_stops": "Some fall, and the others stay upright.",
                "first_only": "Only the first domino falls.",
            },
            observed=4.5,
            flips=3,
        ),
        Task(
            "ball_hits_box",
            "What does the box do when the ball hits it?",
            "A ball rolls towards a box.",
            {
                "topples": "The box topples.",
                "slides": "The box slides and stays upright.",
                "stays": "The box does not move.",
            },
            observed=3.5,
            flips=3,
        ),
        Task(
            "head_on_balls",
            "Which ball is thrown back?",
            "Two balls roll towards each other.",
            {
                "left_rebounds": "Only the left ball is thrown back.",
                "right_rebounds": "Only the right ball is thrown back.",
                "both_rebound": "Both balls are thrown back.",
            },
            flips=3,
        ),
        Task(
            "hammer_box",
            "Is the box hit by the swinging ball?",
            "A ball on a rod is let go and swings towards a box.",
            {"box_falls": "The ball hits the box, which falls.", "box_stays": "The ball swings past above the box."},
        ),
    ),
    "containment": (
        Task(
            "drop_over_cup",
            "Where does the ball land?",
            "A ball above a cup is let go.",
            {
                "lands_inside": "The ball lands in the cup.",
                "misses_left": "The ball lands to the left of the cup.",
                "misses_right": "The ball lands to the right of the cup.",
            },
            observed=2.5,
            flips=3,
        ),
        Task(
            "drop_over_crate",
            "Does the block land in the crate?",
            "A block above a crate is let go.",
            {"lands_inside": "The block lands in the crate.", "misses": "The block lands beside the crate."},
            observed=2.5,
        ),
        Task(
            "lid_ball",
            "Does the ball get into the jar?",
            "A ball above a jar is let go.",
            {"falls_in": "The ball falls into the jar.", "is_held": "The ball is held above the jar."},
            observed=2.5,
        ),
        Task(
            "tilted_cup",
            "Does the ball stay in the cup?",
            "A cup with a ball in it is let go.",
            {"stays_inside": "The ball stays in the cup.", "rolls_out": "The ball leaves the cup."},
        ),
        Task(
            "shelf_ball",
            "Does the ball stay on the shelf?",
            "A ball on a shelf is let go.",
            {"stays_on": "The ball stays on the shelf.", "falls_off": "The ball falls off the shelf."},
            observed=3.5,
        ),
    ),
    "suspension": (
        Task(
            "pulley_weights",
            "Which weight goes down?",
            "Two weights hang on a rope over a pulley that is let go.",
            _one_side("drops", "weight", level="Both weights keep their height."),
            observed=2.5,
        ),
        Task(
            "pulley_boxes",
            "Which box goes down?",
            "Two boxes hang on a rope over a pulley that is let go.",
            _one_side("drops", "box", level="Both boxes keep their height."),
            observed=2.5,
        ),
        Task(
            "pendulum_start",
            "Which way does the ball swing first?",
            "A ball on a rod is let go.",
            _either_way("swings", "The ball first"),
            observed=2.0,
        ),
        Task(
            "pendulum_wall",
            "Does the ball reach the wall?",
            "A ball on a rod is let go and swings towards a wall.",
            {"hits_wall": "The ball touches the wall.", "swings_free": "The ball turns back before the wall."},
        ),
        Task(
            "beam_cables",
            "What does the hanging beam do?",
            "A beam on cables is let go.",
            {
                "left_end_drops": "The left end goes down.",
                "right_end_drops": "The right end goes down.",
                "both_ends_drop": "The whole beam falls.",
                "stays_level": "The beam stays level.",
            },
            observed=2.5,
            flips=4,
        ),
    ),
}

FAMILIES: dict[str, tuple[str, ...]] = {family: tuple(task.name for task in tasks) for family, tasks in _TASKS.items()}
TASKS: dict[str, Task] = {task.name: task for tasks in _TASKS.values() for task in tasks}
