"""3D scenes against ground truth: one list of objects from every reader, alignment, matching, and exact box IoU.

``load`` reads a data folder, ``score`` makes a :class:`SceneResult`, ``load_result`` reads one back; ``read_scene``,
``prepare`` and ``compare`` are the steps for one pair of scenes.
"""

from evalcore.scene.boxes import OrientedBox, fitted_box, object_box
from evalcore.scene.clip import ClipEncoder, ClipError, Encoder, open_encoder
from evalcore.scene.comparison import Comparison, compare
from evalcore.scene.config import GEOMETRY, METRICS, RELEASE, RENDERED, RunConfig, SceneConfig, read_config
from evalcore.scene.data import Sample, SceneData, load
from evalcore.scene.errors import SceneError
from evalcore.scene.frame_mode import FrameMode
from evalcore.scene.listing import BoxesResult, ListedObject, boxes, list_objects
from evalcore.scene.objects import Camera, Scene, SceneObject
from evalcore.scene.paired import PairedResult, SamplePair, paired
from evalcore.scene.pictures import picture_path, read_picture, renders_folder
from evalcore.scene.readers import Reader, Renderer, read_scene
from evalcore.scene.rendering import ClipSettings, Lights, RenderSettings
from evalcore.scene.result import (
    Degenerate,
    Match,
    ModelScore,
    Note,
    SampleScore,
    SceneResult,
    Sides,
    default_folder,
    load_result,
)
from evalcore.scene.score import score
from evalcore.scene.sensitivity import AlignmentRow, alignments, compare_alignments
from evalcore.scene.side import Side, prepare
from evalcore.scene.single import RenderResult, render
from evalcore.scene.unit import open_side

__all__ = [
    "GEOMETRY",
    "METRICS",
    "RELEASE",
    "RENDERED",
    "AlignmentRow",
    "BoxesResult",
    "Camera",
    "ClipEncoder",
    "ClipError",
    "ClipSettings",
    "Comparison",
    "Degenerate",
    "Encoder",
    "FrameMode",
    "Lights",
    "ListedObject",
    "Match",
    "ModelScore",
    "Note",
    "OrientedBox",
    "PairedResult",
    "Reader",
    "RenderResult",
    "RenderSettings",
    "Renderer",
    "RunConfig",
    "Sample",
    "SamplePair",
    "SampleScore",
    "Scene",
    "SceneConfig",
    "SceneData",
    "SceneError",
    "SceneObject",
    "SceneResult",
    "Side",
    "Sides",
    "alignments",
    "boxes",
    "compare",
    "compare_alignments",
    "default_folder",
    "fitted_box",
    "list_objects",
    "load",
    "load_result",
    "object_box",
    "open_encoder",
    "open_side",
    "paired",
    "picture_path",
    "prepare",
    "read_config",
    "read_picture",
    "read_scene",
    "render",
    "renders_folder",
    "score",
]
