"""Tables of what was done with clips: frames sampled, a judge run, and what one would do."""

from __future__ import annotations

from evalcore.judged.judge_plan import REQUEST_S, JudgePlan
from evalcore.judged.judge_result import JudgeRunResult
from evalcore.judged.sample_result import SampleResult
from evalcore.tables.coverage import incompleteness
from evalcore.tables.layout import Column
from evalcore.tables.table import Table, frame_of
from evalcore.tables.wording import counted

__all__ = ["judged_plan", "judged_run", "judged_samples"]

ESTIMATES = "Tokens and time are estimates; what an endpoint counts, and repairs of replies, are not known before."


def judged_samples(result: SampleResult) -> Table:
    """One row a condition: how many frames were sampled, over which time, and whether the clip reaches its end."""
    rows = [
        (
            row.condition_id,
            len(row.frames),
            row.times[-1],
            row.time_coverage,
            "yes" if row.reached else "no: uncertain without asking",
            f"{row.size[0]} x {row.size[1]}",
        )
        for row in result.conditions
    ]
    columns = (
        Column("condition_id", "Condition"),
        Column("frames", "Frames", digits=0),
        Column("last", "Last", unit="s", digits=3),
        Column("coverage", "Time covered", digits=3),
        Column("reached", "Reaches the observation time"),
        Column("size", "Size"),
    )
    names = [column.key for column in columns]
    notes = (f"Profile {result.profile}: up to {counted(result.config.frames, 'frame')} a clip.",)
    return Table(
        f"Frames sampled of {result.model}",
        frame_of(rows, names, numbers=names[1:4]),
        columns,
        notes,
        incompleteness(result),
    )


def judged_run(result: JudgeRunResult) -> Table:
    """One row a pass: conditions judged in it, kept from before, not reached, failed, and replies that were no JSON."""
    frame = result.scores
    columns = (
        Column("file", "Judgments"),
        Column("judged", "Judged", digits=0),
        Column("kept", "Kept from before", digits=0),
        Column("not_reached", "Not reached", digits=0),
        Column("failed", "Failed", digits=0),
        Column("repaired", "Repaired", digits=0),
        Column("unreadable", "Unreadable", digits=0),
    )
    usage = result.usage
    notes = (
        f"Judge: {', '.join(result.judges) or 'none replied'}. "
        f"Tokens of this run: {usage.prompt_tokens} sent, {usage.completion_tokens} received.",
        "Not reached: the clip ends before its observation time, so that it is uncertain without asking. "
        "Unreadable: no reply was the JSON asked for, so that it is uncertain; the replies are kept.",
    )
    return Table(f"Judge run over {result.model}", frame, columns, notes, incompleteness(result))


def judged_plan(plan: JudgePlan) -> Table:
    """What a judge run would do, one row a figure."""
    rows = [
        ("Conditions", plan.conditions),
        ("Passes", plan.repeat),
        ("Kept from before", len(plan.kept)),
        ("Judged anew: video or prompt changed", len(plan.replaced)),
        ("Not reached: uncertain without asking", len(plan.not_reached)),
        ("Unreadable clips", len(plan.failures)),
        ("Requests", plan.requests),
        ("Pictures", plan.pictures),
        ("Tokens sent, about", plan.prompt_tokens),
        ("Tokens received, about", plan.completion_tokens),
        ("Seconds, about", plan.seconds),
    ]
    columns = (Column("figure", "A judge run would take"), Column("value", "", digits=0))
    how = "as measured in the file" if plan.measured else f"assuming {REQUEST_S:g} s a request"
    return Table(
        "Dry run", frame_of(rows, ["figure", "value"], numbers=["value"]), columns, (ESTIMATES, f"Time {how}.")
    )
