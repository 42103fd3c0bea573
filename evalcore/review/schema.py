"""What reviewers are asked: the streams of an item, the layers of an answer, types, severities and verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from evalcore.batch import fingerprint
from evalcore.errors import InputError, nearest
from evalcore.review.config import ANNOTATION_TYPE, CF_VERDICTS, LAYERS, SEVERITIES, VIOLATION_TYPES
from evalcore.review.document import Entry, parse
from evalcore.review.names import stream_id

__all__ = ["Schema", "Severity", "Stream", "ViolationType", "load_schema", "parse_schema"]

_KEYS = (
    "annotation_type",
    "name",
    "description",
    "streams",
    "manifest_field",
    "prompt_field",
    "intervention_field",
    "intervention_time_field",
    "fps",
    "layers",
    "violation_types",
    "severities",
    "cf_verdicts",
    "rubric",
    "blind",
    "shuffle",
    "require_clean",
    "max_violations",
)
_STREAM_KEYS = ("field", "name", "role", "id", "fps")


@dataclass(frozen=True)
class Stream:
    """One stream of every item: ``field`` of the item's row holds its media path; ``stream`` is its id in answers."""

    field: str
    stream: str
    name: str
    role: str = "model"
    fps: float | None = None


@dataclass(frozen=True)
class ViolationType:
    """Why a stream stops making sense, and the definition that the reviewer reads."""

    name: str
    description: str = ""


@dataclass(frozen=True)
class Severity:
    """How badly: an ordinal ``value``."""

    value: int
    name: str
    description: str = ""


@dataclass(frozen=True)
class Schema:
    """One ``annotation_schemes`` entry of type ``rollout_evaluation``, with defaults for what it does not say.

    ``fps`` is None where no rate is declared: then frame numbers are left out everywhere. ``sha256`` is over the
    meaning of the entry, not over its layout.
    """

    name: str
    description: str = ""
    streams: tuple[Stream, ...] = ()
    manifest_field: str | None = None
    prompt_field: str = "prompt"
    intervention_field: str = "intervention"
    intervention_time_field: str = "intervention_t"
    fps: float | None = None
    layers: tuple[str, ...] = LAYERS
    violation_types: tuple[ViolationType, ...] = tuple(ViolationType(*pair) for pair in VIOLATION_TYPES.items())
    severities: tuple[Severity, ...] = tuple(Severity(value, *words) for value, words in SEVERITIES.items())
    cf_verdicts: tuple[str, ...] = CF_VERDICTS
    rubric: Mapping[str, str] = field(default_factory=dict)
    blind: bool = True
    shuffle: bool = True
    require_clean: bool = True
    max_violations: int | None = None

    @property
    def sha256(self) -> str:
        """Hash of the schema, in hex."""
        return fingerprint(msgspec.to_builtins(self))

    @property
    def default_severity(self) -> int:
        """What a new mark has: the middle of the scale, the lower one of two."""
        return self.severities[(len(self.severities) - 1) // 2].value


def load_schema(path: Path) -> Schema:
    """Read ``schema.yaml``: the entry itself, or a document whose ``annotation_schemes`` holds it alone.

    Raises
    ------
    InputError
        No such file, not YAML, an unknown key, layer or type, no streams, a name twice; with file and line.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise InputError(
            "the file is missing.", where=path, fix="It holds the review's annotation scheme; see data/README.md."
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        reason = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else error.strerror
        raise InputError(f"the file cannot be read ({reason}).", where=path) from None
    return parse_schema(text, name=str(path))


def parse_schema(text: str, *, name: str = "schema.yaml") -> Schema:
    """A schema from the text of its YAML; ``name`` is the file in messages. Errors as in :func:`load_schema`."""
    document = parse(text, name=name)
    entry = Entry(document, ())
    if isinstance(document.content, dict) and "annotation_schemes" in document.content:
        entry.known(("annotation_schemes",))
        schemes = document.content["annotation_schemes"]
        if not isinstance(schemes, list) or len(schemes) != 1:
            entry.fail("annotation_schemes", f"one entry of type {ANNOTATION_TYPE} was expected.")
        entry = Entry(document, ("annotation_schemes", 0))
    return _schema(entry)


def _schema(entry: Entry) -> Schema:
    entry.known(_KEYS)
    if (kind := entry.text("annotation_type", ANNOTATION_TYPE)) != ANNOTATION_TYPE:
        entry.fail("annotation_type", f"{ANNOTATION_TYPE} was expected, not {kind}.")
    fps = entry.rate("fps")
    layers = entry.words("layers", LAYERS)
    for layer in layers:
        if layer not in LAYERS:
            entry.fail("layers", f"there is no layer {layer!r}.", nearest(layer, LAYERS))
    most = entry.content.get("max_violations")
    if most is not None and (isinstance(most, bool) or not isinstance(most, int) or most < 1):
        entry.fail("max_violations", f"a whole number above 0 was expected, not {most!r}.")
    return Schema(
        name=entry.text("name", None),
        description=entry.text("description", ""),
        streams=_streams(entry, fps),
        manifest_field=entry.text("manifest_field", "") or None,
        prompt_field=entry.text("prompt_field", "prompt"),
        intervention_field=entry.text("intervention_field", "intervention"),
        intervention_time_field=entry.text("intervention_time_field", "intervention_t"),
        fps=fps,
        layers=layers,
        violation_types=_violation_types(entry),
        severities=_severities(entry),
        cf_verdicts=entry.words("cf_verdicts", CF_VERDICTS),
        rubric=_rubric(entry),
        blind=entry.flag("blind"),
        shuffle=entry.flag("shuffle"),
        require_clean=entry.flag("require_clean"),
        max_violations=most,
    )


def _streams(entry: Entry, fps: float | None) -> tuple[Stream, ...]:
    parts = entry.parts("streams", _STREAM_KEYS, "field")
    if parts is None:
        if "manifest_field" not in entry.content:
            entry.fail("streams", "this key is missing.", "Name the items' fields, or give manifest_field.")
        return ()
    if "manifest_field" in entry.content:
        entry.fail("manifest_field", "streams are given as well.", "Keep one of the two.")
    streams = []
    for part in parts:
        name = part.text("field", None)
        streams.append(
            Stream(
                field=name,
                stream=stream_id(part.text("id", name)),
                name=part.text("name", name),
                role=part.text("role", "model"),
                fps=part.rate("fps") or fps,
            )
        )
    entry.once("streams", [stream.stream for stream in streams])
    entry.once("streams", [stream.field for stream in streams])
    return tuple(streams)


def _violation_types(entry: Entry) -> tuple[ViolationType, ...]:
    parts = entry.parts("violation_types", ("name", "description"), "name")
    if parts is None:
        return Schema.violation_types
    types = [ViolationType(part.text("name", None), part.text("description", "")) for part in parts]
    entry.once("violation_types", [one.name for one in types])
    return tuple(types)


def _severities(entry: Entry) -> tuple[Severity, ...]:
    parts = entry.parts("severities", ("value", "name", "description"), "value")
    if parts is None:
        return Schema.severities
    levels = []
    for part in parts:
        value = part.content.get("value")
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            return part.fail("value", f"a whole number, 0 or more, was expected, not {value!r}.")
        levels.append(Severity(value, part.text("name", str(value)), part.text("description", "")))
    entry.once("severities", [level.value for level in levels])
    return tuple(sorted(levels, key=lambda level: level.value))


def _rubric(entry: Entry) -> dict[str, str]:
    rubric = entry.content.get("rubric")
    if rubric is None:
        return {}
    if not isinstance(rubric, dict) or not all(isinstance(part, str) for pair in rubric.items() for part in pair):
        entry.fail("rubric", "a mapping of dimension to text was expected.")
    return dict(rubric)
