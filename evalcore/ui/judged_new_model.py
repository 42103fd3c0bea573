"""A model that a reader adds to the ranking from a file of theirs: scored for this visit, never saved."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import streamlit as st

from evalcore.errors import EvalcoreError, InputError
from evalcore.judged import BaselinesResult, JudgedData, JudgedResult, RankTable, read_judgments, read_table, score
from evalcore.judged.config import DIAGNOSTIC_WORD, PUBLISHED_SUBSET
from evalcore.metrics import METRICS
from evalcore.ui.notices import notice, show_error
from evalcore.workspace import check_name

__all__ = ["NewModel", "new_model", "warn_of_settings", "with_model"]

LARGEST_MB = 32  # some 200 000 judgments


@dataclass(frozen=True)
class NewModel:
    """A model that is not in the table: its score, and PSNR and SSIM over the published 40 clips where known."""

    name: str
    score: JudgedResult
    psnr: float | None = None
    ssim: float | None = None


def new_model(data: JudgedData) -> NewModel | None:
    """Let the reader give a file of judgments or a result of ``geoflip score``; None until there is a sound one.

    Judgments are scored on the scope of the published table. All that is written is a temporary file, gone at once.
    """
    given = st.file_uploader(
        "Judgments (.jsonl), or a result of `geoflip score` (.json)",
        type=["jsonl", "json"],
        max_upload_size=LARGEST_MB,
        key="new_model",
    )
    if given is None:
        return None
    with st.container(horizontal=True, vertical_alignment="bottom"):
        stem = PurePath(given.name).stem
        name = st.text_input("Name in the ranking", placeholder=stem, key="new_model.name") or stem
        psnr, ssim = (_published_figure(component) for component in ("psnr", "ssim"))
    raw = given.getvalue()
    try:
        check_name(name, what="the name in the ranking")
        result = _scored(tuple(data.files.items()), given.name, hashlib.sha256(raw).hexdigest(), data, raw)
    except EvalcoreError as error:
        show_error(error, title="This file cannot be ranked")
        return None
    return NewModel(name, result, psnr, ssim)


def with_model(table: RankTable, new: NewModel) -> RankTable | None:
    """The table with the new model; None, and why on the page, where it has one of that name."""
    try:
        return table.add(new.name, new.score, psnr=new.psnr, ssim=new.ssim)
    except EvalcoreError as error:
        show_error(error, title="This model cannot be ranked")
        return None


def warn_of_settings(new: NewModel, scores: BaselinesResult | None) -> None:
    """Name what of the new model's judge is not as in the released judgments: such scores are not interchangeable."""
    if scores is None:
        return
    released = [score.settings for score in scores.models.values()]
    lines = []
    for what, field in (("judge", "judges"), ("judge version", "judge_versions"), ("sampling profile", "profiles")):
        mine = getattr(new.score.settings, field)
        known = {value for one in released for value in getattr(one, field)}
        if not set(mine) <= known or (known and not mine):
            said, theirs = (", ".join(sorted(values)) or "not recorded" for values in (mine, known))
            lines.append(f"{what}: {said}; of the released judgments: {theirs}")
    if lines:
        notice(
            "These judgments were not made as the released ones; ranks between them mean little",
            "\n".join(lines),
            kind="warning",
        )


def _published_figure(component: str) -> float | None:
    """PSNR or SSIM over the published 40 clips, which no file of judgments holds."""
    spec = METRICS[component]
    low, high = spec.bounds
    unit = f" ({spec.unit})" if spec.unit else ""
    return st.number_input(
        f"{spec.label}{unit} of the published 40 clips",
        min_value=low,
        max_value=high,
        value=None,
        step=10.0**-spec.digits,
        format=f"%.{spec.digits}f",
        placeholder="not known",
        key=f"new_model.{component}",
    )


@st.cache_resource(max_entries=8, show_spinner="Scoring the new model")
def _scored(truth: tuple[tuple[str, str], ...], name: str, sha256: str, _data: JudgedData, _raw: bytes) -> JudgedResult:
    file_name = check_name(PurePath(name).name, what="the file name")
    with TemporaryDirectory(prefix="evalcore-") as folder:
        path = Path(folder, file_name)
        path.write_bytes(_raw)
        try:
            if path.suffix.lower() == ".json":
                return _read_score(path, _data)
            return score(_data, PUBLISHED_SUBSET, judgments=read_judgments(path, _data))
        except InputError as error:
            where = (error.where or "").removeprefix(f"{folder}/")
            raise InputError(error.what, where=where, fix=error.fix) from None


def _read_score(path: Path, data: JudgedData) -> JudgedResult:
    scope = data.scope(PUBLISHED_SUBSET)
    if _is_diagnostic(path):
        read_table(path)  # refuses it, and says why
    result = JudgedResult.read(path)
    found = result.record.get("scope_sha256", scope.sha256)
    if (result.subset, found) != (scope.subset, scope.sha256):
        other = f"scope {result.subset!r}" if result.subset != scope.subset else "other conditions under the same name"
        raise InputError(
            f"the result is of {other}; the table is of the {scope.n} conditions of {scope.subset!r} here.",
            where=path,
            fix=f"Score the judgments with --subset {scope.subset}, or give the judgments themselves.",
        )
    return result


def _is_diagnostic(path: Path) -> bool:
    try:
        content: Any = msgspec.json.decode(path.read_bytes())
    except (msgspec.DecodeError, RecursionError):
        return False
    return isinstance(content, dict) and content.get(DIAGNOSTIC_WORD) is True
