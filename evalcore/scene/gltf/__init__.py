"""glTF 2.0 without Blender: checks of a file before any reader touches it, and the reader of scenes at rest."""

from __future__ import annotations

from evalcore.scene.gltf.document import Document
from evalcore.scene.gltf.opening import OpenFile, open_gltf
from evalcore.scene.gltf.reading import read_gltf

__all__ = ["Document", "OpenFile", "open_gltf", "read_gltf"]
