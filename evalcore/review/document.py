"""YAML documents with the line of every value, so that an error can say where it is."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

import yaml

from evalcore.errors import InputError, nearest

__all__ = ["Document", "Entry", "Key", "parse"]

Key = tuple[str | int, ...]


@dataclass(frozen=True)
class Document:
    """A parsed document: plain ``content``, and the line of each value by its path of keys and positions."""

    name: str
    content: Any
    lines: Mapping[Key, int]

    def where(self, key: Key) -> str:
        """``file:line`` of a value, or of the nearest one around it."""
        while key and key not in self.lines:
            key = key[:-1]
        return f"{self.name}:{self.lines.get(key, 1)}"


def parse(text: str, *, name: str) -> Document:
    """Read one YAML document of plain values.

    Raises
    ------
    InputError
        Not YAML, a key twice in one mapping, an alias, a tag that stands for a program's object, or endless nesting.
    """
    try:
        for event in yaml.parse(text, Loader=yaml.SafeLoader):
            if isinstance(event, yaml.AliasEvent):  # a few of them can stand for more than any memory holds
                where = f"{name}:{event.start_mark.line + 1}" if event.start_mark else name
                raise InputError(f"the alias *{event.anchor} is not allowed.", where=where, fix="Write the value out.")
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        content = yaml.safe_load(text)
        lines: dict[Key, int] = {}
        if node is not None:
            _walk(node, (), lines, name)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or str(error).splitlines()[0]
        raise InputError(f"this is not YAML ({problem}).", where=f"{name}:{mark.line + 1}" if mark else name) from None
    except (RecursionError, ValueError) as error:  # PyYAML converts dates and numbers by itself
        raise InputError(f"this YAML cannot be read ({error}).", where=name) from None
    return Document(name, content, lines)


def _walk(node: yaml.Node, key: Key, lines: dict[Key, int], name: str) -> None:
    lines.setdefault(key, node.start_mark.line + 1)
    if isinstance(node, yaml.SequenceNode):
        for position, part in enumerate(node.value):
            _walk(part, (*key, position), lines, name)
    elif isinstance(node, yaml.MappingNode):
        for name_node, value in node.value:
            word, line = str(name_node.value), name_node.start_mark.line + 1
            if (*key, word) in lines:
                raise InputError(
                    f"the key {word!r} stands twice in one mapping.", where=f"{name}:{line}", fix="Keep one of them."
                )
            lines[*key, word] = line
            _walk(value, (*key, word), lines, name)


class Entry:
    """One mapping of a document, read key by key; what does not fit is an error with file and line."""

    def __init__(self, document: Document, key: Key) -> None:
        content = document.content
        for part in key:
            content = content[part]
        self.document, self.key = document, key
        if not isinstance(content, dict):
            raise InputError(
                f"a mapping was expected, not {content!r:.60}.", where=document.where(key), fix="See data/README.md."
            )
        self.content: dict[str, Any] = content

    def fail(self, name: str, message: str, fix: str = "See data/README.md for the keys.") -> NoReturn:
        """Raise an :class:`~evalcore.errors.InputError` at the line of a key."""
        raise InputError(f"{name}: {message}", where=self.document.where((*self.key, name)), fix=fix)

    def known(self, names: Sequence[str]) -> None:
        """Refuse keys that are not among ``names``."""
        for name in self.content:
            if name not in names:
                self.fail(str(name), "this key is not known.", nearest(str(name), names))

    def text(self, name: str, default: str | None) -> str:
        """The text under a key, trimmed; without a ``default`` the key must be there."""
        value = self.content.get(name)
        if value is None:
            return self.fail(name, "this key is missing.") if default is None else default
        if not isinstance(value, str) or not value.strip():
            self.fail(name, "a text was expected.")
        return value.strip()

    def flag(self, name: str) -> bool:
        """True or false under a key, true where it is absent."""
        value = self.content.get(name, True)
        if not isinstance(value, bool):
            self.fail(name, f"true or false was expected, not {value!r}.")
        return value

    def rate(self, name: str) -> float | None:
        """Frames a second under a key, None where it is absent."""
        value = self.content.get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not (0 < value < math.inf):
            self.fail(name, f"frames a second, above 0, were expected, not {value!r}.")
        return float(value)

    def entries(self, name: str) -> list[Any] | None:
        """The list under a key, None where the key is absent; an empty list is an error."""
        value = self.content.get(name)
        if value is None and name not in self.content:
            return None
        if not isinstance(value, list) or not value:
            self.fail(name, "a list with entries was expected.")
        return value

    def words(self, name: str, default: tuple[str, ...]) -> tuple[str, ...]:
        """The list of different names under a key."""
        found = self.entries(name)
        if found is None:
            return default
        for word in found:
            if not isinstance(word, str) or not word.strip():
                self.fail(name, f"a list of names was expected, not {word!r}.")
        return self.once(name, [word.strip() for word in found])

    def once(self, name: str, names: Sequence[Any]) -> tuple[Any, ...]:
        """``names``, of which none may stand there twice."""
        for position, one in enumerate(names):
            if one in names[:position]:
                self.fail(name, f"{one!r} stands there twice.", "Keep one of them.")
        return tuple(names)

    def parts(self, name: str, known: Sequence[str], plain: str) -> list[Entry] | None:
        """The mappings of a list; where an entry is a plain text or number it stands for its key ``plain``."""
        found = self.entries(name)
        if found is None:
            return None
        parts = []
        for position, value in enumerate(found):
            if isinstance(value, str | int) and not isinstance(value, bool):
                found[position] = {plain: value}
            part = Entry(self.document, (*self.key, name, position))
            part.known(known)
            parts.append(part)
        return parts
