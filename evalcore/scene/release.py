"""The file with the release's settings, ``configs/release_protocol.json``, and others of the same form."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from evalcore.errors import InputError, nearest
from evalcore.jsonl import read_json

__all__ = ["PROTOCOL", "VERSION", "read_sections", "release_file"]

PROTOCOL, VERSION = "scene", "1"
HEAD = {"protocol": PROTOCOL, "protocol_version": VERSION}
SECTIONS = ("geometry", "rendering", "clip")


def release_file() -> Path:
    """The release's own file: inside of the installed package, or beside the package in a checkout.

    Raises
    ------
    InputError
        It is in neither place.
    """
    package = Path(__file__).resolve().parents[1]
    places = (package / "_configs", package.parent / "configs")
    for place in places:
        if (place / "release_protocol.json").is_file():
            return place / "release_protocol.json"
    raise InputError("release_protocol.json is missing.", where=places[0], fix="Install evalcore again.")


def read_sections(path: Path) -> dict[str, dict[str, Any]]:
    """The settings of a protocol file, by section and name; one that leaves out a section has it empty.

    Raises
    ------
    InputError
        No such file, not JSON, another protocol or version, an unknown section, a section that is no object.
    """
    content = read_json(path, dict[str, Any], what="the settings of the scene protocol")
    for name, expected in HEAD.items():
        if content.get(name, expected) != expected:
            raise InputError(f"{name} is {content[name]!r}; {expected!r} was expected.", where=path)
    for name, section in content.items():
        if name in HEAD:
            continue
        if name not in SECTIONS:
            raise InputError(f"there is no section {name!r}.", where=path, fix=nearest(name, SECTIONS))
        if not isinstance(section, dict):
            raise InputError(f"section {name} is no object.", where=path, fix='Write it as {"setting": value}.')
    return {name: content.get(name, {}) for name in SECTIONS}
