"""Blender as a second program: reads what only it evaluates (.blend, animation, skins), and makes the pictures.

``find_blender`` says where it is; ``Blender`` is a pool of worker processes that is a
:class:`evalcore.scene.Reader` and renders :class:`RenderView` to pixels.
"""

from evalcore.scene.blender.finding import find_blender
from evalcore.scene.blender.pool import Blender
from evalcore.scene.blender.view import RenderView

__all__ = ["Blender", "RenderView", "find_blender"]
