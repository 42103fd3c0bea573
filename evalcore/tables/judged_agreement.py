"""Tables of two judges on one scope."""

from __future__ import annotations

from collections.abc import Callable

from evalcore.errors import InputError, nearest
from evalcore.judged.agreement_result import Agreement, AgreementResult
from evalcore.judged.config import JUDGED_COMPONENTS, JudgedComponent
from evalcore.metrics import METRICS
from evalcore.tables.coverage import incompleteness
from evalcore.tables.layout import Column
from evalcore.tables.table import Table, frame_of

__all__ = [
    "POOLED",
    "VALUES",
    "agreement_on",
    "judge_names",
    "judged_agreement",
    "judged_by_judge",
    "judged_confusion",
    "judges_line",
]

POOLED = "all models"
VALUES = {"raw": "same answer", "kappa": "kappa", "alpha": "alpha"}


def judge_names(result: AgreementResult) -> tuple[str, str]:
    """Names of the two judges, apart also where one was asked twice."""
    same = result.judge == result.other
    return result.judge, f"{result.other} (again)" if same else result.other


def judges_line(result: AgreementResult, *, shown: Callable[[str], str] = str) -> str:
    """``Scope cross-judge; judge A against B``; ``shown`` makes names fit for where they stand, as figures need it."""
    first, second = map(shown, judge_names(result))
    return f"Scope {shown(result.subset)}; judge {first} against {second}"


def agreement_on(result: AgreementResult, component: JudgedComponent, model: str | None = None) -> Agreement:
    """The agreement on ``component`` over all models, or over the clips of one.

    Raises
    ------
    InputError
        A model that the result does not have.
    """
    if model is not None and model not in result.models:
        raise InputError(f"the result has no model {model!r}.", fix=nearest(model, result.models))
    found: Agreement = getattr(result if model is None else result.models[model], component)
    return found


def judged_agreement(result: AgreementResult) -> Table:
    """One row a model, and one for all of them: how often both judges say the same, and beyond chance."""
    names, numbers, columns = ["model"], [], [Column("model", "Model")]
    for component in JUDGED_COMPONENTS:
        keys = [f"{component}_{name}" for name in ("n", *VALUES)]
        names += [*keys, *(f"{key}_reason" for key in keys[1:])]
        numbers += keys
        label = METRICS[component].label
        columns.append(Column(keys[0], f"{label} n", digits=0))
        columns += [Column(f"{component}_{name}", f"{label} {word}", digits=3) for name, word in VALUES.items()]
    counts = {"only_judge": judge_names(result)[0], "only_other": judge_names(result)[1]}
    columns += [Column(key, f"Only {judge}", digits=0) for key, judge in counts.items()]
    models = [(model, one.event, one.structure, one.only_judge, one.only_other) for model, one in result.models.items()]
    only = [sum(getattr(one, key) for one in result.models.values()) for key in counts]
    rows = [
        [model, *_cells(event), *_cells(structure), *alone]
        for model, event, structure, *alone in [(POOLED, result.event, result.structure, *only), *models]
    ]
    notes = (
        f"{judges_line(result)}. n: conditions that both judged.",
        "Kappa: Cohen's; alpha: Krippendorff's, nominal. 1 is agreement everywhere, 0 what chance gives. No interval "
        "is computed.",
    )
    frame = frame_of(rows, [*names, *counts], numbers=[*numbers, *counts])
    return Table("Agreement of two judges", frame, tuple(columns), notes, incompleteness(result))


def _cells(one: Agreement) -> list[float | str | None]:
    return [one.n, *(getattr(one, name) for name in VALUES), *(getattr(one, f"{name}_reason") for name in VALUES)]


def judged_by_judge(result: AgreementResult) -> Table:
    """One row a model: event and structure under each judge, over the whole scope, and their differences."""
    first, second = judge_names(result)
    names = ["model"]
    columns = [Column("model", "Model")]
    for component in JUDGED_COMPONENTS:
        spec = METRICS[component]
        keys = [f"{component}_judge", f"{component}_other", f"{component}_difference"]
        names += keys
        columns += [
            Column.of(component, keys[0], label=f"{spec.label}, {first}", best=True),
            Column.of(component, keys[1], label=f"{spec.label}, {second}", best=True),
            Column(keys[2], f"{spec.label} difference", unit="points", digits=spec.digits),
        ]
    rows = []
    for model, one in result.models.items():
        row: list[float | str] = [model]
        for component in JUDGED_COMPONENTS:
            mine, theirs = one.judge_score[component], one.other_score[component]
            row += [mine, theirs, theirs - mine]
        rows.append(row)
    notes = (f"{judges_line(result)}. Difference: {second} - {first}; missing judgments count as incorrect.",)
    frame = frame_of(rows, names, numbers=names[1:])
    return Table("Scores under two judges", frame, tuple(columns), notes, incompleteness(result))


def judged_confusion(result: AgreementResult, component: JudgedComponent, model: str | None = None) -> Table:
    """One row a pair of answers of the two judges with its number of conditions, first those that differ, by frequency.

    Raises
    ------
    InputError
        A model that the result does not have.
    """
    found = agreement_on(result, component, model)
    rows = [
        (said, other, n, said == other)
        for said, by_other in found.confusion.items()
        for other, n in by_other.items()
        if n
    ]
    rows.sort(key=lambda row: (row[3], -row[2], row[0], row[1]))
    first, second = judge_names(result)
    columns = (
        Column("judge", f"{first} says"),
        Column("other", f"{second} says"),
        Column("n", "Conditions", digits=0),
        Column("same", "Same answer"),
    )
    names = [column.key for column in columns]
    title = f"{METRICS[component].label}: answers of two judges on {model or POOLED}"
    notes = (f"{judges_line(result)}; {found.n} conditions that both judged.",)
    return Table(title, frame_of(rows, names, numbers=["n"]), columns, notes, incompleteness(result))
