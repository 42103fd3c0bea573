"""How far two judges agree on one scope: on the event, on the structure, and in the scores that they give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from evalcore.errors import InputError, nearest
from evalcore.judged.agreement_result import Agreement, AgreementResult, ModelAgreement
from evalcore.judged.columns import encode
from evalcore.judged.config import JUDGED_COMPONENTS, RunConfig
from evalcore.judged.data import JUDGMENTS, JudgedData
from evalcore.judged.judgments import Judgments, read_judgments
from evalcore.judged.result import ModelScore
from evalcore.judged.score import coverage, model_scores, problems, run_record
from evalcore.stats import krippendorff_alpha

__all__ = ["agreement", "agreement_of"]

NO_TEXT = "(no text)"  # the category of an event that is null or not a text
Pairs = list[tuple[str, str]]


def agreement(
    data: JudgedData,
    subset: str,
    *,
    judge: str | Judgments,
    other: str | Judgments,
    model: str | None = None,
    mixed: bool = False,
) -> AgreementResult:
    """Compare two judges on the conditions of a scope that both judged.

    Parameters
    ----------
    data, subset
        As in :func:`evalcore.judged.score`.
    judge, other
        Two folders of ``baselines/judgments`` (human labels in the same form are one more judge), or two files of
        judgments of one model as read, of two judges or of one judge that was asked twice.
    model
        Only this model; default all that both judged. For two files, the name that the result gives them.
    mixed
        As in :func:`evalcore.judged.read_judgments`.

    Raises
    ------
    InputError
        An unknown subset, judge or model, the same folder twice, a folder beside a file, no model in common, judgments
        at fault.
    """
    scope = data.scope(subset)
    if isinstance(judge, Judgments) and isinstance(other, Judgments):
        sets = {model or "judgments": (judge, other)}
        names = [" + ".join(one.settings.judges) or one.settings.file for one in (judge, other)]
    elif isinstance(judge, str) and isinstance(other, str):
        sets = _of_folders(data, judge, other, model, mixed)
        names = [judge, other]
    else:
        raise InputError("a judge's folder and a file of judgments were given.", fix="Give two folders, or two files.")
    given = [one for both in sets.values() for one in both]
    scored = iter(model_scores(data, scope, given, seed=0, resamples=0))
    answers = {name: _Answers(next(scored), next(scored)) for name in sets}
    return AgreementResult(
        coverage=coverage(len(sets)),
        failures=problems(data),
        record=run_record(
            data,
            RunConfig(subset=subset, judge=names[0], other=names[1], model=model, mixed=mixed, resamples=0),
            _hashes(given),
        ),
        subset=subset,
        judge=names[0],
        other=names[1],
        repeated=all(a.settings.judges == b.settings.judges != () for a, b in sets.values()),
        event=agreement_of([pair for one in answers.values() for pair in one.events]),
        structure=agreement_of([pair for one in answers.values() for pair in one.verdicts]),
        models={name: one.agreement() for name, one in answers.items()},
    )


def _hashes(given: Sequence[Judgments]) -> dict[str, str]:
    """File -> SHA-256; files of one name that lie elsewhere stay apart."""
    hashes: dict[str, str] = {}
    for settings in (one.settings for one in given):
        apart = hashes.get(settings.file, settings.sha256) != settings.sha256
        hashes[f"{settings.file} ({settings.sha256[:8]})" if apart else settings.file] = settings.sha256
    return hashes


def _of_folders(
    data: JudgedData, judge: str, other: str, model: str | None, mixed: bool
) -> dict[str, tuple[Judgments, Judgments]]:
    if judge == other:
        raise InputError(f"both judges are {judge!r}.", fix="Compare two folders, or two files of one judge.")
    theirs = data.models(other)
    common = [name for name in data.models(judge) if name in theirs]
    if model is not None and model not in common:
        raise InputError(f"the judges have no model {model!r} in common.", fix=nearest(model, common))
    if not common:
        raise InputError(
            f"{judge!r} and {other!r} judged no model in common.",
            where=JUDGMENTS,
            fix="Name two judges of the same models.",
        )
    chosen = common if model is None else [model]
    return {
        name: (
            read_judgments(data.judgments_path(judge, name), data, mixed=mixed),
            read_judgments(data.judgments_path(other, name), data, mixed=mixed),
        )
        for name in chosen
    }


class _Answers:
    """What two judges said about one model."""

    def __init__(self, judge: ModelScore, other: ModelScore) -> None:
        self.judge, self.other = judge, other
        mine, theirs = (list(zip(*_columns(one), strict=True)) for one in (judge, other))
        self.judged = [(a != "missing", b != "missing") for (_, a), (_, b) in zip(mine, theirs, strict=True)]
        both = [pair for pair, judged in zip(zip(mine, theirs, strict=True), self.judged, strict=True) if all(judged)]
        self.events: Pairs = [(a, b) for (a, _), (b, _) in both]
        self.verdicts: Pairs = [(a, b) for (_, a), (_, b) in both]

    def agreement(self) -> ModelAgreement:
        """Counts, agreement and scores."""
        return ModelAgreement(
            both=self.judged.count((True, True)),
            only_judge=self.judged.count((True, False)),
            only_other=self.judged.count((False, True)),
            neither=self.judged.count((False, False)),
            event=agreement_of(self.events),
            structure=agreement_of(self.verdicts),
            judge_score={name: getattr(self.judge, name) for name in JUDGED_COMPONENTS},
            other_score={name: getattr(self.other, name) for name in JUDGED_COMPONENTS},
            judge_settings=self.judge.settings,
            other_settings=self.other.settings,
        )


def _columns(score: ModelScore) -> tuple[list[str], list[str]]:
    """The event and the verdict of every condition of the scope."""
    columns = score.table.columns
    events = [NO_TEXT if event is None else event for event in columns["event"].to_list()]
    return events, columns["verdict"].to_list()


def agreement_of(answers: Sequence[tuple[str, str]]) -> Agreement:
    """Agreement of two judges from their answers, one pair of texts a unit.

    Cohen's kappa is (observed - expected) / (1 - expected) with the agreement expected from the share of each answer
    (J. Cohen: A coefficient of agreement for nominal scales, 1960, https://doi.org/10.1177/001316446002000104); alpha
    as :func:`evalcore.stats.krippendorff_alpha`.

    >>> found = agreement_of([("a", "a"), ("a", "b"), ("b", "b"), ("b", "b")])
    >>> found.raw, found.kappa, found.confusion
    (0.75, 0.5, {'a': {'a': 1, 'b': 1}, 'b': {'b': 2}})
    """
    n = len(answers)
    if not n:
        reason = "there is nothing that both judged"
        return Agreement(0, None, None, None, reason, reason, reason, {})
    counts = Counter(answers)
    confusion: dict[str, dict[str, int]] = {}
    for (one, other), times in sorted(counts.items()):
        confusion.setdefault(one, {})[other] = times
    same = sum(times for (one, other), times in counts.items() if one == other)
    mine, theirs = (Counter(side) for side in zip(*answers, strict=True))
    by_chance = sum(mine[answer] * theirs[answer] for answer in mine)  # of n * n
    # Where both always give one and the same answer, chance explains everything.
    constant = "both always give one and the same answer" if by_chance == n * n else None
    codes = encode(text for pair in answers for text in pair).codes.reshape(n, 2).T
    return Agreement(
        n=n,
        raw=same / n,
        kappa=None if constant else (n * same - by_chance) / (n * n - by_chance),
        alpha=None if constant else krippendorff_alpha(codes, level="nominal"),
        raw_reason=None,
        kappa_reason=constant,
        alpha_reason=constant,
        confusion=confusion,
    )
