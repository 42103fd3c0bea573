"""Two judges on one scope: the scores that each gives, and what they answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import plotly.graph_objects as go

from evalcore.judged.agreement_result import Agreement, AgreementResult
from evalcore.judged.config import JudgedComponent
from evalcore.metrics import METRICS
from evalcore.plots.cells import MOST_COLUMNS, cell_height, column_axis, heat_map
from evalcore.plots.forest import beside_rows, padded, row_axis
from evalcore.plots.style import OKABE_ITO
from evalcore.plots.text import axis_title, label, literal, number
from evalcore.plots.theme import Theme, blank, empty, palette
from evalcore.stats import competition_rank
from evalcore.tables import incompleteness
from evalcore.tables.judged_agreement import POOLED, VALUES, agreement_on, judge_names, judges_line
from evalcore.tables.wording import counted

__all__ = ["confusion_plot", "score_by_judge"]


def score_by_judge(
    result: AgreementResult, component: JudgedComponent = "event", *, theme: Theme = "evalcore_light"
) -> go.Figure:
    """One row a model, by the first judge's score: the score that each judge gives, over the whole scope, joined.

    Beside each row stand the difference, second - first, and the model's place under either judge.

    Returns
    -------
    plotly.graph_objects.Figure
        The ``customdata`` of each point is (model, judge).
    """
    spec, (first, second) = METRICS[component], judge_names(result)
    pairs = {name: (one.judge_score[component], one.other_score[component]) for name, one in result.models.items()}
    models = sorted(pairs, key=lambda name: (-pairs[name][0], name))
    figure = blank(
        theme,
        title=f"{spec.label} of each model under two judges",
        subtitle=judges_line(result, shown=label),
        detail="Over the whole scope, missing judgments count as incorrect; no interval is computed",
        height=68 + 30 * len(models),
        above=66,
        incomplete=incompleteness(result),
    )
    if not models:
        return empty(figure, "There is no model that both judged")
    ranks = [competition_rank([pairs[name][side] for name in models], higher_is_better=True) for side in (0, 1)]
    for place, name in enumerate(models):
        line = {"color": palette(theme).muted, "width": 2}
        figure.add_shape(
            type="line", x0=pairs[name][0], x1=pairs[name][1], y0=place, y1=place, line=line, layer="below"
        )
    looks = ((first, OKABE_ITO[0], "circle"), (second, OKABE_ITO[1], "square-open"))
    for side, (judge, colour, symbol) in enumerate(looks):
        figure.add_scatter(
            x=[pairs[name][side] for name in models],
            y=list(range(len(models))),
            name=label(judge),
            mode="markers",
            marker={"symbol": symbol, "size": 12, "color": colour, "line": {"width": 2.5, "color": colour}},
            customdata=[(name, (result.judge, result.other)[side]) for name in models],
            hovertext=[_score_hover(result, name, component) for name in models],
            hoverinfo="text",
        )
    differences = [number(pairs[name][1] - pairs[name][0], spec.digits) for name in models]
    beside_rows(figure, differences, head="difference", shift=18, theme=theme)
    places = [f"{int(mine)} → {int(theirs)}" for mine, theirs in zip(*ranks, strict=True)]
    beside_rows(figure, places, head="place", shift=110, theme=theme)
    reach = [value for pair in pairs.values() for value in pair]
    figure.update_xaxes(title={"text": axis_title(component, along="x")}, range=padded(reach))
    figure.update_yaxes(**row_axis([label(name) for name in models]))
    figure.update_layout(
        margin={"r": 180},
        legend={"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom"},
        showlegend=True,
    )
    return figure


def _score_hover(result: AgreementResult, name: str, component: JudgedComponent) -> str:
    one, spec = result.models[name], METRICS[component]
    found: Agreement = getattr(one, component)
    values = zip(judge_names(result), (one.judge_score, one.other_score), strict=True)
    lines = [f"<b>{literal(name)}</b>"]
    lines += [f"{literal(judge)}: {number(score[component], spec.digits)} {spec.unit}" for judge, score in values]
    lines.append(f"{counted(found.n, 'condition')} judged by both")
    return "<br>".join(lines if found.kappa is None else [*lines, f"kappa {number(found.kappa, 3)}"])


def confusion_plot(
    result: AgreementResult,
    component: JudgedComponent = "structure",
    *,
    model: str | None = None,
    theme: Theme = "evalcore_light",
) -> go.Figure:
    """What the second judge says (columns) where the first says something (rows), as numbers and shares of the row.

    Answers are in the order of how often both judges give them; the rarest share one row and column where there are
    more than 40.

    Returns
    -------
    plotly.graph_objects.Figure
        The ``customdata`` of each cell is (answer of the first judge, answer of the second).

    Raises
    ------
    InputError
        A model that the result does not have.
    """
    found, (first, second) = agreement_on(result, component, model), judge_names(result)
    table, answers = _gathered(found.confusion)
    names = [label(answer) for answer in answers]
    figure = blank(
        theme,
        title=f"{METRICS[component].label}: answers of two judges on {label(model or POOLED)}",
        subtitle=judges_line(result, shown=label),
        detail=_agreement_line(found),
        height=cell_height(len(answers), names, title=True),
        above=16,
        incomplete=incompleteness(result),
    )
    if not answers:
        return empty(figure, "No condition was judged by both")
    totals = {said: sum(table[said, other] for other in answers) for said in answers}
    cells = [[table[said, other] for other in answers] for said in answers]
    heat_map(
        figure,
        [[n / totals[said] if totals[said] else None for n in row] for said, row in zip(answers, cells, strict=True)],
        texts=[[str(n) if n else "" for n in row] for row in cells],
        customdata=[[(said, other) for other in answers] for said in answers],
        hover=[
            [
                f"{literal(first)}: <b>{literal(said)}</b><br>{literal(second)}: <b>{literal(other)}</b><br>"
                f"{table[said, other]} of {counted(totals[said], 'condition')}"
                for other in answers
            ]
            for said in answers
        ],
        limit=1.0,
        title="Share of the row",
        theme=theme,
    )
    figure.update_xaxes(**column_axis(names, title=f"{label(second)} says"))
    figure.update_yaxes(title={"text": f"{label(first)} says"}, **row_axis(names), showline=False)
    return figure


def _gathered(confusion: Mapping[str, Mapping[str, int]]) -> tuple[Counter[tuple[str, str]], list[str]]:
    """Numbers by pair of answers, and the answers from the most frequent to the rarest, these gathered."""
    totals: Counter[str] = Counter()
    for said, by_other in confusion.items():
        for other, n in by_other.items():
            totals[said] += n
            totals[other] += n
    answers = sorted((answer for answer in totals if totals[answer]), key=lambda answer: (-totals[answer], answer))
    kept = answers if len(answers) <= MOST_COLUMNS else answers[: MOST_COLUMNS - 1]
    rest = f"{len(answers) - len(kept)} more"
    table: Counter[tuple[str, str]] = Counter()
    for said, by_other in confusion.items():
        for other, n in by_other.items():
            table[said if said in kept else rest, other if other in kept else rest] += n
    return table, kept if len(kept) == len(answers) else [*kept, rest]


def _agreement_line(found: Agreement) -> str:
    said = [f"{counted(found.n, 'condition')} judged by both"]
    for name, word in VALUES.items():
        value, reason = getattr(found, name), getattr(found, f"{name}_reason")
        said.append(f"{word} {number(value, 3)}" if value is not None else f"no {word} ({literal(reason or '')})")
    return ", ".join(said)
