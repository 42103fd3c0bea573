"""Score every released model of a judge again, and check the published table at its printed rounding."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, NoReturn

from evalcore.errors import InputError
from evalcore.judged.config import JUDGED_COMPONENTS, PUBLISHED_JUDGE, PUBLISHED_SUBSET, JudgedComponent, RunConfig
from evalcore.judged.data import JUDGMENTS, PUBLISHED, JudgedData
from evalcore.judged.judgments import read_judgments
from evalcore.judged.rank_table import TABLE_FORM
from evalcore.judged.result import BaselinesResult, Difference, ModelScore, Published
from evalcore.judged.score import coverage, model_scores, problems, run_record
from evalcore.stats.bootstrap import RESAMPLES

__all__ = ["baselines"]

FORM = f"The table is {TABLE_FORM}."
NOISE = Decimal("1e-9")  # a recomputed value this close to half a printed digit agrees either way
Table = Mapping[str, Mapping[str, Decimal | None]]


def baselines(
    data: JudgedData,
    subset: str,
    *,
    judge: str,
    mixed: bool = False,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> BaselinesResult:
    """Score all models that a judge judged, on the same scope and the same resamples.

    Parameters
    ----------
    data, subset, seed, resamples
        As in :func:`evalcore.judged.score`.
    judge
        A folder of ``baselines/judgments``.
    mixed
        As in :func:`evalcore.judged.read_judgments`.

    Returns
    -------
    BaselinesResult
        ``agrees`` is false where a published value differs. The published table is of subset ``paper-main``, and of
        judge ``gpt-6-astra`` where the data has that one: nothing is checked for others, and ``published.reason`` says
        so.

    Raises
    ------
    InputError
        An unknown subset or judge, a judge without models, judgments or a published table at fault.
    """
    scope = data.scope(subset)
    models = data.models(judge)
    if not models:
        raise InputError(
            f"judge {judge!r} has no judgments.",
            where=f"{JUDGMENTS}/{judge}",
            fix="Put one <model>.jsonl a model there.",
        )
    judgments = [read_judgments(data.judgments_path(judge, model), data, mixed=mixed) for model in models]
    scores = dict(
        zip(models, model_scores(data, scope, judgments, seed=seed, resamples=resamples), strict=True),
    )
    return BaselinesResult(
        coverage=coverage(len(models)),
        failures=problems(data),
        record=run_record(
            data,
            RunConfig(subset=subset, judge=judge, mixed=mixed, seed=seed, resamples=resamples),
            {one.settings.file: one.settings.sha256 for one in judgments},
        ),
        subset=subset,
        judge=judge,
        models=scores,
        published=_check(data, subset, judge, scores),
    )


def _check(data: JudgedData, subset: str, judge: str, scores: Mapping[str, ModelScore]) -> Published:
    path = data.workspace.path(PUBLISHED)
    if not path.exists() and not path.is_symlink():
        return Published(0, 0, reason=f"there is no {PUBLISHED}")
    if subset != PUBLISHED_SUBSET:
        return Published(0, 0, reason=f"the published table is of subset {PUBLISHED_SUBSET}")
    if judge != PUBLISHED_JUDGE and PUBLISHED_JUDGE in data.judges:
        return Published(0, 0, reason=f"the published table is of judge {PUBLISHED_JUDGE}")
    table = _read_published(path)
    decimals = {name: _decimals(table, name) for name in JUDGED_COMPONENTS}
    differences: list[Difference] = []
    checked = 0
    for model in (name for name in table if name in scores):
        for component in JUDGED_COMPONENTS:
            published = table[model].get(component)
            if published is None:
                continue
            checked += 1
            recomputed: float = getattr(scores[model], component)
            if not _agree(published, recomputed, decimals[component]):
                differences.append(Difference(model, component, float(published), recomputed, decimals[component]))
    return Published(
        checked=checked,
        agreed=checked - len(differences),
        differences=tuple(differences),
        unpublished=tuple(name for name in scores if name not in table),
        unjudged=tuple(sorted(name for name in table if name not in scores)),
        reason=None if checked else "the published table and the judgments have no model in common",
    )


def _agree(published: Decimal, recomputed: float, decimals: int) -> bool:
    """Whether ``published`` is ``recomputed`` rounded to ``decimals``; exactly half-way, either neighbour will do.

    >>> _agree(Decimal("66.7"), 200 / 3, 1), _agree(Decimal("66.6"), 200 / 3, 1), _agree(Decimal("12.2"), 12.25, 1)
    (True, False, True)
    """
    return abs(Decimal(recomputed) - published) <= Decimal(5).scaleb(-decimals - 1) + NOISE


def _decimals(table: Table, component: JudgedComponent) -> int:
    """The most decimals that a value of the column is printed with."""
    exponents = [value.as_tuple().exponent for row in table.values() if (value := row.get(component)) is not None]
    return max((-one for one in exponents if isinstance(one, int) and one < 0), default=0)


def _read_published(path: Path) -> Table:
    """The table with its numbers as printed: ``84.40`` has two decimals."""

    def refuse(name: str) -> NoReturn:
        raise InputError(f"{name} is not a number of JSON.", where=PUBLISHED, fix="Write a number, or null.")

    try:
        text = path.read_bytes().decode("utf-8-sig")
        table: Any = json.loads(text, parse_float=Decimal, parse_int=Decimal, parse_constant=refuse)
    except OSError as error:
        raise InputError(f"the file cannot be read ({error.strerror}).", where=PUBLISHED, fix=FORM) from None
    except UnicodeDecodeError as error:
        raise InputError(f"byte {error.start + 1} is not UTF-8.", where=PUBLISHED, fix="Save it as UTF-8.") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"this is not JSON ({error}).", where=PUBLISHED, fix=FORM) from None
    rows = table.items() if isinstance(table, dict) else [("", None)]
    for model, row in rows:
        if not isinstance(row, dict) or not all(
            isinstance(row.get(name), Decimal | None) for name in JUDGED_COMPONENTS
        ):
            raise InputError(
                f"the row of {model!r} does not hold numbers." if isinstance(table, dict) else "this is not an object.",
                where=PUBLISHED,
                fix=FORM,
            )
    return dict(rows)
