"""Structures that decode rows alike at once: which names their fields have, and which values are the same in all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import msgspec

__all__ = ["REQUIRED", "Alike", "Field"]

REQUIRED = msgspec.NODEFAULT


@dataclass(frozen=True)
class Field:
    """One field of a row: its type as msgspec takes it, its other names, its value where it is absent.

    The canonical name counts before the aliases, and these in their order. ``usual`` is a narrower type that most rows
    fit. ``constant`` is for texts that are expected to be the same in every row: their values are collected, and there
    is no column. ``rare`` is for fields that a file has in every row or in none.
    """

    type: Any = Any
    aliases: tuple[str, ...] = ()
    default: Any = REQUIRED
    usual: Any = None
    constant: bool = False
    rare: bool = False

    def names_in(self, row: Mapping[str, Any], canonical: str) -> tuple[str, ...]:
        """The names of the field that a row has; the first one counts."""
        return tuple(name for name in (canonical, *self.aliases) if name in row)


@dataclass(frozen=True)
class Alike:
    """What rows must share with the first one to be decoded with it.

    ``fields`` are canonical names with their fields, ``names`` the names of each that the first row has; where it has
    several, only the first is read. ``constants`` are the values that every row must have, or null. ``forbidden`` are
    names that no row may have.
    """

    fields: tuple[tuple[str, Field], ...]
    names: tuple[tuple[str, ...], ...]
    constants: tuple[tuple[str, str | None], ...]
    forbidden: frozenset[str]

    @classmethod
    def as_in(cls, first: Mapping[str, Any], fields: Mapping[str, Field], forbidden: frozenset[str]) -> Alike:
        """What the first row decides."""
        names = tuple(one.names_in(first, canonical) for canonical, one in fields.items())
        constants = tuple(
            (canonical, first.get(found[0]) if found else None)
            for (canonical, one), found in zip(fields.items(), names, strict=True)
            if one.constant
        )
        return cls(tuple(fields.items()), names, constants, forbidden)

    @property
    def used(self) -> dict[str, str]:
        """Canonical name -> the name that is read, for the fields that the first row has."""
        return {canonical: found[0] for (canonical, _), found in zip(self.fields, self.names, strict=True) if found}

    @lru_cache(maxsize=32)  # noqa: B019  (few and small)
    def uniform(self) -> type[msgspec.Struct]:
        """For rows with no other fields than the first one has, and usual values; the fastest to decode."""
        return self._structure([], usual=True, forbid_unknown_fields=True)

    @lru_cache(maxsize=32)  # noqa: B019
    def tolerant(self) -> type[msgspec.Struct]:
        """For rows with any further fields, but under no other name of a field that is read, nor a forbidden one."""
        unfit = set(self.forbidden)
        for (canonical, one), found in zip(self.fields, self.names, strict=True):
            unfit |= {canonical, *one.aliases} - {*found}
            if not found and not one.rare:
                unfit.remove(canonical)
        return self._structure(sorted(unfit), usual=False, forbid_unknown_fields=False)

    def _structure(self, unfit: list[str], *, usual: bool, forbid_unknown_fields: bool) -> type[msgspec.Struct]:
        constants = dict(self.constants)
        members: list[tuple[str, Any, Any]] = []
        renamed: dict[str, str] = {}
        for (canonical, one), found in zip(self.fields, self.names, strict=True):
            if not found and (one.rare or forbid_unknown_fields) and one.default is not REQUIRED:
                continue
            kind = Literal[constants[canonical], None] if one.constant else (usual and one.usual) or one.type
            # Where an alias stands beside the name that is read, a row without that name has to be looked at.
            members.append((canonical, kind, REQUIRED if len(found) > 1 else one.default))
            renamed[canonical] = found[0] if found else canonical
        for place, name in enumerate(unfit):
            members.append((f"unfit_{place}", msgspec.UnsetType, msgspec.UNSET))
            renamed[f"unfit_{place}"] = name
        return msgspec.defstruct(
            "Row", members, gc=False, kw_only=True, rename=renamed, forbid_unknown_fields=forbid_unknown_fields
        )
