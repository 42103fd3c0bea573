"""The blocks of a .blend file, and the fields of the structs in them."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from evalcore.scene.errors import SceneError

__all__ = ["Block", "Blocks", "read_blocks"]

MAGIC = b"BLENDER"
POINTER_SIZES = {b"_": 4, b"-": 8}
SMALL = {4: struct.Struct("<4siIii"), 8: struct.Struct("<4siQii")}  # code, length, address, struct, count
LARGE = struct.Struct("<4siQqq")  # code, struct, address, length, count
LAYOUT, END = b"DNA1", b"ENDB"
PLAIN = {1: "<B", 2: "<H", 4: "<I", 8: "<Q"}


@dataclass(frozen=True)
class Field:
    """Where a field lies in its struct: offset and length in bytes."""

    offset: int
    size: int


Layout = tuple[int, int, Mapping[str, Field]]  # of a struct: its number, its size, its fields


@dataclass(frozen=True, eq=False)
class Block:
    """One struct: its bytes and its fields; ``texts`` maps addresses to what is stored there."""

    content: memoryview
    fields: Mapping[str, Field]
    texts: Mapping[int, memoryview]

    def has(self, name: str) -> bool:
        """Whether the struct has a field of this name; a pointer's begins with ``*``."""
        return name in self.fields

    def number(self, name: str) -> int:
        """The field as an unsigned number: of a list or pointer, 0 says that there is nothing. 0 where it is absent."""
        field = self.fields.get(name) or self.fields.get(f"*{name}")
        if field is None:
            return 0
        kind = PLAIN.get(field.size, PLAIN[8])
        return int(struct.unpack_from(kind, self.content, field.offset)[0])

    def text(self, name: str) -> str:
        """The text in the field, or behind it where it is a pointer."""
        field = self.fields[name]
        content: memoryview | bytes = self.content[field.offset : field.offset + field.size]
        if name.startswith("*"):
            content = self.texts.get(self.number(name), memoryview(b""))
        return bytes(content).partition(b"\0")[0].decode("utf-8", errors="surrogateescape")


@dataclass(frozen=True, eq=False)
class Blocks:
    """All blocks of a file: ``layout`` maps a struct's name to its number, size and fields, ``stored`` the number to
    what is stored of it (count, content), ``texts`` addresses to contents.
    """

    layout: Mapping[str, Layout]
    stored: Mapping[int, Sequence[tuple[int, memoryview]]]
    texts: Mapping[int, memoryview]

    def of(self, name: str) -> Iterator[Block]:
        """The structs of this name."""
        if name not in self.layout:
            return
        number, size, fields = self.layout[name]
        for count, content in self.stored.get(number, ()):
            for k in range(min(count, len(content) // size if size else 0)):
                yield Block(content[k * size : (k + 1) * size], fields, self.texts)


def read_blocks(content: bytes) -> Blocks:
    """The blocks of a file that is not compressed.

    Raises
    ------
    SceneError
        ``truncated``: it ends within a block, or without its layout. ``format``: it is no .blend file, or one of a
        machine with the other order of bytes.
    """
    if not content:
        raise SceneError("truncated", "the file is empty; a .blend file was expected")
    if not content.startswith(MAGIC):
        raise SceneError("format", "this is no .blend file")
    pointer, header, start = _header(content[:17])
    view, layout = memoryview(content), None
    stored: dict[int, list[tuple[int, memoryview]]] = {}
    texts: dict[int, memoryview] = {}
    while True:
        if content[start : start + 4] == END:
            break
        if start + header.size > len(content):
            raise SceneError("truncated", f"the file ends without its last block, after {len(content):,} bytes")
        if header is LARGE:
            code, kind, address, length, count = header.unpack_from(content, start)
        else:
            code, length, address, kind, count = header.unpack_from(content, start)
        start += header.size
        if length < 0 or start + length > len(content):
            raise SceneError("truncated", f"a block promises {length:,} bytes and {len(content) - start:,} are left")
        body = view[start : start + length]
        if code == LAYOUT and layout is None:
            layout = _layout(bytes(body), pointer)
        else:
            stored.setdefault(kind, []).append((count, body))
            texts[address] = body
        start += length
    if layout is None:
        raise SceneError("format", "the file does not say how its blocks are laid out")
    return Blocks(layout, stored, texts)


def _header(head: bytes) -> tuple[int, struct.Struct, int]:
    """Bytes of a pointer, the header of a block, and where the first one starts."""
    if (pointer := POINTER_SIZES.get(head[7:8])) and len(head) >= 12:
        if head[8:9] == b"V":
            raise SceneError("format", "the file was saved on a big-endian machine; Blender 5 does not read it")
        return pointer, SMALL[pointer], 12
    if re.fullmatch(rb"17-01v\d{4}", head[7:]):
        return 8, LARGE, 17
    raise SceneError("format", f"this kind of .blend file is not known (it begins with {head!r})")


def _layout(content: bytes, pointer: int) -> dict[str, Layout]:
    """Struct -> its number, its size, and its fields."""
    try:
        names, start = _texts(content, 4, b"NAME")
        types, start = _texts(content, start, b"TYPE")
        lengths = struct.unpack_from(f"<{len(types)}H", content, start + 4)
        start += 4 + 2 * len(types)
        start += -start % 4
        (count,) = struct.unpack_from("<I", content, start + 4)
        start += 8
        layout: dict[str, Layout] = {}
        for number in range(count):
            kind, width = struct.unpack_from("<HH", content, start)
            pairs = struct.unpack_from(f"<{2 * width}H", content, start + 4)
            start += 4 + 4 * width
            fields: dict[str, Field] = {}
            offset = 0
            for of, name in zip(pairs[::2], pairs[1::2], strict=True):
                text = names[name]
                size = pointer if text[0] in "*(" else lengths[of]
                for several in re.findall(r"\[(\d+)\]", text):
                    size *= int(several)
                fields[text.partition("[")[0]] = Field(offset, size)
                offset += size
            layout[types[kind]] = number, lengths[kind], fields
    except (struct.error, IndexError, ValueError) as error:
        raise SceneError("format", f"the layout of the file's blocks cannot be read ({error})") from None
    return layout


def _texts(content: bytes, start: int, label: bytes) -> tuple[list[str], int]:
    if content[start : start + 4] != label:
        raise ValueError(f"{label.decode()} is missing")
    (count,) = struct.unpack_from("<I", content, start + 4)
    texts, start = [], start + 8
    for _ in range(count):
        end = content.index(b"\0", start)
        texts.append(content[start:end].decode("latin-1"))
        start = end + 1
    return texts, start + -start % 4
