"""Distance of what a camera sees, along its axis: the depth that two alignments compare."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from evalcore.scene._raster import nearest_depth
from evalcore.scene.errors import SceneError
from evalcore.scene.objects import Array, Camera, SceneObject

__all__ = ["depth_picture", "median_depth"]


def depth_picture(objects: Sequence[SceneObject], camera: Camera, *, width: int, height: int) -> Array:
    """Depth (height, width) in metres along the camera's axis through the middle of each pixel; inf where it hits
    nothing.

    The picture has square pixels and the camera's vertical angle of view, whatever aspect the camera was stored with.
    """
    picture = np.full((height, width), np.inf)
    turn, place = camera.matrix[:3, :3], camera.matrix[:3, 3]
    tall = math.tan(camera.yfov / 2) if camera.yfov is not None else (camera.span or 0.0) / 2
    wide = tall * width / height
    for one in objects:
        points = (one.world - place) @ turn
        depth = -points[:, 2]
        # Homogeneous pixel coordinates: the last one is the depth for a perspective, 1 for a parallel projection.
        last = depth if camera.yfov is not None else np.ones_like(depth)
        plane = np.stack([points[:, 0] / wide, points[:, 1] / tall, last], axis=1)
        nearest_depth(picture, plane, depth, one.faces, camera.near, camera.far)
    return picture


def median_depth(
    objects: Sequence[SceneObject], cameras: Sequence[Camera], *, width: int, height: int, whose: str
) -> float:
    """Median depth, in metres, over the pixels of the first camera that hit geometry.

    Raises
    ------
    SceneError
        ``camera``: the scene has none, or it sees nothing, or what it sees lies at depth 0.
    """
    if not cameras:
        raise SceneError("camera", f"the {whose} has no camera; an alignment by depth needs its first one")
    picture = depth_picture(objects, cameras[0], width=width, height=height)
    seen = picture[np.isfinite(picture)]
    if not len(seen) or not np.median(seen) > 0:
        raise SceneError("camera", f"the first camera of the {whose} sees no geometry; there is no depth to compare")
    return float(np.median(seen))
