"""A program that Blender runs: reads scenes and renders them, one JSON command a line, until its input ends.

Runs under a python that has bpy, or as ``blender -b -P worker.py``; it knows nothing of the rest of the project.
Commands come on standard input, answers leave on what standard output was at the start; all that Blender prints goes
to standard error. Arrays are handed over as files.

``{"do": "read", "scene": {...}, "arrays": PATH, "objects": N, "vertices": N}``: objects, cameras, whether it moves.
``{"do": "rig", "scene": {...}, "library": PATH}``: the camera, lights and world of a scene, kept for other scenes.
``{"do": "render", "scene": {...}, "camera": {...}, "rig": {...} or null, ...}``: a picture.

A scene is ``{"path", "gltf", "kind", "frame"}``: its file, whether that is glTF, and the frame mode.
"""

from __future__ import annotations

import json
import logging
import os
import queue
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from typing import Any

# Filled by main: what imports this file need not have them.
bpy: Any = None
np: Any = None
Matrix: Any = None

Job = dict[str, Any]
ENGINE = "EVALCORE_LISTING"
LENT = "evalcore lent"  # a camera for scenes that have none: Blender renders nothing without
FRAMES = 1_048_574  # the first and last frames that Blender knows
SHAPES = {"MESH", "CURVE", "SURFACE", "META", "FONT"}
RAYS = ("camera", "diffuse", "glossy", "transmission", "volume_scatter", "shadow")
LENS = ("type", "lens", "sensor_width", "sensor_height", "sensor_fit", "shift_x", "shift_y", "ortho_scale")
# These decide what the scene is, not how it is drawn.
KEPT = {"frame_map_old", "frame_map_new", "fps", "fps_base", "engine", "use"}
SIMULATED = {"CLOTH", "DYNAMIC_PAINT", "FLUID", "OCEAN", "PARTICLE_SYSTEM", "SOFT_BODY"}
TIMED = SIMULATED | {"MESH_CACHE", "MESH_SEQUENCE_CACHE"}
TIMED_NODES = {"GeometryNodeInputSceneTime", "GeometryNodeSimulationInput"}
EVEN_LIGHT = 0.5  # radiance all around, where a scene has no light of its own: a black picture would tell nothing


class Faults(logging.Handler):
    """Keeps what the glTF importer logs and goes on after."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:  # noqa: D102
        self.messages.append(record.getMessage())


FAULTS = Faults()


class Refused(Exception):
    """A scene that cannot be read or shown; ``kind`` is one word for it."""

    def __init__(self, kind: str, message: str) -> None:
        self.kind = kind
        super().__init__(message)


# ---------------------------------------------------------------------------------------------------------------------
# Opening


def open_scene(job: Job) -> tuple[Any, bool]:
    """Open the file alone, in a Blender as from the factory, at the moment that is asked for.

    Gives the scene, and whether it may look different at another frame.
    """
    bpy.ops.wm.read_factory_settings(use_empty=True)
    try:
        if job["gltf"]:
            FAULTS.messages.clear()
            bpy.ops.import_scene.gltf(filepath=job["path"], disable_bone_shape=True, import_scene_extras=False)
            if undecoded := next((one for one in FAULTS.messages if "Draco" in one), None):
                raise Refused("decoder", f"Blender cannot decode the file ({undecoded})")
            for camera in bpy.data.cameras:
                camera.sensor_fit = "VERTICAL"  # what glTF gives is the height, in parallel projections too
        else:
            bpy.ops.wm.open_mainfile(filepath=job["path"], load_ui=False, use_scripts=False)
    except RuntimeError as error:
        lines = [line.removeprefix("Error: ") for line in str(error).splitlines() if line.strip()]
        raise Refused("format", f"Blender cannot open the file ({'; '.join(lines[-2:])})") from None
    scene = bpy.context.scene
    settle(scene)
    animated = moves(scene)
    if not job["gltf"] and job["kind"] == "rest":
        stop_animation()
    start, end = frame_range(scene, job["gltf"])
    current = scene.frame_current + scene.frame_subframe
    frame = {
        "first": start,
        "last": end,
        "middle": (start + end) / 2,
        "exact": job["frame"],
        "current": current,
        "rest": current,
    }[job["kind"]]
    if not abs(frame) < FRAMES:
        raise Refused("format", f"frame {frame:g} is beyond what Blender knows (+-{FRAMES:,})")
    whole = int(frame // 1)
    scene.frame_set(whole, subframe=frame - whole)
    return scene, animated


def settle(scene: Any) -> None:
    """One view layer, and every setting of the picture as from the factory, whatever the file says."""
    layers = [layer for layer in scene.view_layers if layer.use] or list(scene.view_layers)
    for layer in scene.view_layers:
        layer.use = layer == layers[0]
    fresh = bpy.data.scenes.new("factory")
    pairs = [(getattr(scene, name), getattr(fresh, name)) for name in ("view_settings", "display_settings", "cycles")]
    pairs += [(scene.render, fresh.render), (scene.render.image_settings, fresh.render.image_settings)]
    pairs += [(layers[0], fresh.view_layers[0]), (layers[0].cycles, fresh.view_layers[0].cycles)]
    for mine, factory in pairs:
        for one in mine.bl_rna.properties:
            name = one.identifier
            if one.is_readonly or one.type in ("POINTER", "COLLECTION", "STRING") or name in KEPT:
                continue
            if "simplify" not in name and not name.startswith("preview"):
                with suppress(AttributeError, TypeError, ValueError, RuntimeError):
                    setattr(mine, name, getattr(factory, name))
    layers[0].material_override = layers[0].world_override = None
    bpy.data.scenes.remove(fresh)
    scene.timeline_markers.clear()  # they may change the camera
    scene.render.use_sequencer = scene.render.use_compositing = False


def with_animation() -> Iterator[tuple[Any, Any]]:
    """Every data-block that has animation data, node trees and shape keys included."""
    for blocks in (getattr(bpy.data, one.identifier) for one in bpy.data.bl_rna.properties if one.type == "COLLECTION"):
        for block in blocks:
            for one in (block, getattr(block, "node_tree", None)):
                if one is not None and getattr(one, "animation_data", None):
                    yield one, one.animation_data


def stop_animation() -> None:
    """Leave every value as it is stored."""
    for _, data in with_animation():
        data.action = None
        for track in data.nla_tracks:
            track.mute = True


def moves(scene: Any) -> bool:
    """Whether the scene may look different at another frame."""
    return (
        any(data.action or data.nla_tracks or data.drivers for _, data in with_animation())
        or scene.rigidbody_world is not None
        or any(one.type in TIMED for thing in scene.objects for one in thing.modifiers)
        or any(node.bl_idname in TIMED_NODES for tree in bpy.data.node_groups for node in tree.nodes)
    )


def frame_range(scene: Any, gltf: bool) -> tuple[float, float]:
    """The first and last frame that the scene plays."""
    if not gltf:
        return float(scene.frame_start), float(scene.frame_end)
    ranges = [action.frame_range for action in bpy.data.actions]  # the importer leaves the scene's own range alone
    return (min(one[0] for one in ranges), max(one[1] for one in ranges)) if ranges else (0.0, 0.0)


def evaluated(scene: Any, look: Callable[[Any], Any]) -> Any:
    """What ``look`` finds in the scene as a render sees it: modifiers, visibility and instances of the render."""
    answers: list[Any] = []

    class Listing(bpy.types.RenderEngine):  # type: ignore[misc]
        bl_idname = ENGINE
        bl_label = "Listing"

        def render(self, depsgraph: Any) -> None:
            try:
                answers.append(look(depsgraph))
            except Exception as error:  # Blender would print it and go on
                answers.append(error)

    lent = None
    if scene.camera is None:
        lent = bpy.data.objects.new(LENT, bpy.data.cameras.new(LENT))
        lent[LENT] = True
        scene.collection.objects.link(lent)
        scene.camera = lent
    bpy.utils.register_class(Listing)
    try:
        scene.render.engine = ENGINE
        bpy.ops.render.render()
    finally:
        bpy.utils.unregister_class(Listing)
        if lent is not None:
            bpy.data.cameras.remove(lent.data)
    if not answers:
        raise Refused("format", "Blender has nothing to render in this file")
    if isinstance(answers[0], Exception):
        raise answers[0]
    return answers[0]


# ---------------------------------------------------------------------------------------------------------------------
# Reading


def read(job: Job) -> Job:
    """Objects that the render shows, with their triangles; the cameras; whether anything moves."""
    scene, animated = open_scene(job["scene"])
    arrays: dict[str, Any] = {}
    rows: list[Job] = []

    def look(depsgraph: Any) -> list[Job]:
        known: dict[Any, Any] = {}
        count = 0
        for instance in depsgraph.object_instances:
            thing = instance.object
            if thing.type not in SHAPES or not instance.show_self or not thing.visible_camera:
                continue
            # Instances share evaluated meshes; what becomes a mesh only now belongs to its own object.
            key = thing.data.as_pointer() if thing.type == "MESH" else ("object", thing.original.as_pointer())
            if key not in known:
                known[key] = triangles(thing)
                if known[key] is not None:
                    arrays[f"v{len(known)}"], arrays[f"f{len(known)}"] = known[key]
                    known[key] = len(known), len(known[key][0])
            if known[key] is None:
                continue
            number, vertices = known[key]
            count += vertices
            if len(rows) >= job["objects"]:
                raise Refused("limit", f"the scene has more than {job['objects']:,} objects")
            if count > job["vertices"]:
                raise Refused("limit", f"the objects have more than {job['vertices']:,} vertices")
            rows.append(
                {
                    "name": thing.original.name,
                    "data": getattr(thing.original.data, "name", ""),
                    "parent": parent_name(instance, thing),
                    "instance": instance.is_instance,
                    "mesh": number,
                    "matrix": table(instance.matrix_world),
                }
            )
        return cameras(scene, depsgraph)

    seen = evaluated(scene, look)
    np.savez(job["arrays"], **arrays)
    return {"objects": rows, "cameras": seen, "animated": animated}


def parent_name(instance: Any, thing: Any) -> str | None:
    """What shows an instance, or what an object hangs on."""
    above = instance.parent if instance.is_instance else thing.original.parent
    return None if above is None else above.original.name


def triangles(thing: Any) -> Any:
    """The vertices that a face uses (V, 3) float32 and the triangles (F, 3); None where there is no face."""
    try:
        mesh = thing.to_mesh()
    except RuntimeError:  # a metaball that is part of another one
        return None
    try:
        if mesh is None or not len(mesh.polygons):
            return None
        mesh.calc_loop_triangles()
        faces = np.empty(len(mesh.loop_triangles) * 3, np.int32)
        mesh.loop_triangles.foreach_get("vertices", faces)
        vertices = np.empty(len(mesh.vertices) * 3, np.float32)
        mesh.vertices.foreach_get("co", vertices)
    finally:
        thing.to_mesh_clear()
    used, faces = np.unique(faces, return_inverse=True)
    return vertices.reshape(-1, 3)[used], faces.reshape(-1, 3).astype(np.int32)


def cameras(scene: Any, depsgraph: Any) -> list[Job]:
    """All cameras, the active one first, the rest by name."""
    there = [one for one in scene.objects if one.type == "CAMERA" and LENT not in one]
    rows = []
    for one in sorted(there, key=lambda one: (one != scene.camera, one.name)):
        seen = one.evaluated_get(depsgraph)
        lens = {name: getattr(seen.data, name) for name in (*LENS, "clip_start", "clip_end")}
        rows.append({"name": one.name, "data": one.data.name, "matrix": table(seen.matrix_world), **lens})
    return rows


def table(matrix: Any) -> list[list[float]]:
    """Rows of numbers that JSON can hold."""
    return [list(row) for row in matrix]


# ---------------------------------------------------------------------------------------------------------------------
# Rendering


def rig(job: Job) -> Job:
    """Put the lights and the world into a library, and say where the lights stand; also gives the cameras."""
    scene, _ = open_scene(job["scene"])

    def look(depsgraph: Any) -> Any:
        lights = []
        for instance in depsgraph.object_instances:
            thing = instance.object
            if thing.type == "LIGHT" and instance.show_self:
                rays = {name: getattr(thing, f"visible_{name}") for name in RAYS}
                lights.append((thing.original.data.name, table(instance.matrix_world), rays))
        return lights, cameras(scene, depsgraph)

    lights, there = evaluated(scene, look)
    kept: set[Any] = set()
    rows: list[Job] = []
    for name, matrix, rays in lights:
        copy = still(bpy.data.lights[name], f"evalcore light {len(rows)}")
        kept.add(copy)
        rows.append({"name": copy.name, "matrix": matrix, "rays": rays})
    world = None
    if scene.world is not None:
        world = still(scene.world, "evalcore world")
        kept.add(world)
    if kept:
        bpy.data.libraries.write(job["library"], kept, path_remap="ABSOLUTE", fake_user=True)
    return {
        "cameras": there,
        "lights": rows,
        "world": world.name if world else None,
        "library": job["library"] if kept else None,
    }


def still(block: Any, name: str) -> Any:
    """A copy of a light or world as it is now, without animation and without ties to objects."""
    copy = block.copy()
    copy.name = name
    for one in (copy, copy.node_tree):
        if one is not None:
            one.animation_data_clear()
    for node in copy.node_tree.nodes if copy.node_tree else ():
        if hasattr(node, "object"):
            node.object = None
    return copy


def render(job: Job) -> Job:
    """One picture. The scene stays as it is; the camera and the lights of others come to it by ``inverse``."""
    scene, _ = open_scene(job["scene"])
    # From the coordinates of camera and rig to the scene's: a rotation, a scale, and where the origin comes to lie.
    turn, scale, shift = np.array(job["turn"]), job["scale"], np.array(job["shift"])

    def place(name: str, data: Any, matrix: Any) -> Any:
        placed = np.array(matrix)
        placed[:3, :3] = turn @ placed[:3, :3]
        placed[:3, 3] = scale * (turn @ placed[:3, 3]) + shift
        thing = bpy.data.objects.new(name, data)
        scene.collection.objects.link(thing)
        thing.matrix_world = Matrix(placed.tolist())
        return thing

    if job["rig"] is not None:
        light(scene, job["rig"], place, job)
    if scene.world is None and not any(one.type == "LIGHT" for one in bpy.data.objects):
        scene.world = even_world()
    camera, seen = bpy.data.cameras.new("evalcore camera"), job["camera"]
    if seen["type"] == "PANO":
        raise Refused("camera", "the first camera of the ground truth takes panoramas; those are not compared")
    for name in LENS:
        setattr(camera, name, seen[name])
    camera.ortho_scale = seen["ortho_scale"] * scale
    camera.clip_start, camera.clip_end = seen["clip_start"] * scale, seen["clip_end"] * scale
    scene.camera = place("evalcore camera", camera, seen["matrix"])
    draw(scene, job)
    return {}


def light(scene: Any, rig: Job, place: Callable[[str, Any, Any], Any], job: Job) -> None:
    """Take the world, and the lights as well, of a rig instead of the scene's own."""
    turn, scale, replace_lights = np.array(job["turn"]), job["scale"], job["lights"] == "gt_all"
    wanted = [row["name"] for row in rig["lights"]] if replace_lights else []
    world: Any = None
    lights: list[Any] = []
    if rig["library"] is not None:
        with bpy.data.libraries.load(rig["library"], link=False) as (_, chosen):
            chosen.lights = wanted
            chosen.worlds = [rig["world"]] if rig["world"] else []
        world, lights = (chosen.worlds or [None])[0], chosen.lights
    scene.world = world
    if world is not None:
        turn_world(world.node_tree, turn)
    if not replace_lights:
        return
    for own in list(bpy.data.objects):
        if own.type == "LIGHT":
            bpy.data.objects.remove(own)  # instances of it go with it
    for row, data in zip(rig["lights"], lights, strict=True):
        thing = place(row["name"], data, row["matrix"])
        for name in RAYS:
            setattr(thing, f"visible_{name}", row["rays"][name])
        resize(data, scale)


def resize(data: Any, scale: float) -> None:
    """The same light in a scene of another size: lengths by the scale, power by its square."""
    if data.type == "SUN":
        return
    if getattr(data, "normalize", True):
        data.energy *= scale * scale
    for name in ("shadow_soft_size", "size", "size_y"):
        if hasattr(data, name):
            setattr(data, name, getattr(data, name) * scale)


def turn_world(tree: Any, turn: Any) -> None:
    """Turn what a world shows: every direction that its nodes start from is turned back before they see it."""
    if tree is None or np.allclose(turn, np.eye(3), rtol=0, atol=1e-6):
        return
    back = Matrix(turn.T.tolist()).to_euler()

    def turned(source: Any) -> Any:
        node = tree.nodes.new("ShaderNodeVectorRotate")
        node.rotation_type = "EULER_XYZ"
        node.inputs["Rotation"].default_value = back
        tree.links.new(source, node.inputs["Vector"])
        return node.outputs["Vector"]

    plain = tree.nodes.new("ShaderNodeTexCoord")
    for node in list(tree.nodes):
        if node.type == "GROUP" and node.node_tree is not None:
            node.node_tree = node.node_tree.copy()
            turn_world(node.node_tree, turn)
        elif node.type in ("TEX_COORD", "NEW_GEOMETRY") and node != plain:
            for output in node.outputs:
                targets = [link.to_socket for link in output.links]
                if targets and output.name not in ("UV", "Window", "Camera", "Backfacing", "Pointiness"):
                    changed = turned(output)
                    for target in targets:
                        tree.links.new(changed, target)
        elif node.type.startswith("TEX_") and "Vector" in node.inputs and not node.inputs["Vector"].is_linked:
            tree.links.new(turned(plain.outputs["Generated"]), node.inputs["Vector"])


def even_world() -> Any:
    """Grey light from everywhere."""
    world = bpy.data.worlds.new("evalcore even light")
    world.use_nodes = True
    tree = world.node_tree
    tree.nodes.clear()
    back, out = tree.nodes.new("ShaderNodeBackground"), tree.nodes.new("ShaderNodeOutputWorld")
    back.inputs["Color"].default_value = (EVEN_LIGHT, EVEN_LIGHT, EVEN_LIGHT, 1.0)
    tree.links.new(back.outputs["Background"], out.inputs["Surface"])
    return world


def draw(scene: Any, job: Job) -> None:
    """Render to a PNG file of 8 bits a channel."""
    settings = job["settings"]
    target, cycles, view = scene.render, scene.cycles, scene.view_settings
    target.engine = settings["engine"]
    target.resolution_x, target.resolution_y = settings["width"], settings["height"]
    target.resolution_percentage = 100
    target.dither_intensity = settings["dither"]
    target.use_persistent_data = False
    target.threads_mode, target.threads = "FIXED", job["threads"]
    cycles.device = "CPU"
    cycles.samples, cycles.seed = settings["samples"], settings["seed"]
    cycles.use_adaptive_sampling, cycles.use_denoising = settings["adaptive_sampling"], settings["denoise"]
    scene.display_settings.display_device = "sRGB"
    try:
        view.view_transform, view.look = settings["view_transform"], settings["look"]
    except TypeError as error:
        raise Refused("blender", f"this Blender has no such view transform or look ({error})") from None
    view.exposure, view.gamma = settings["exposure"], settings["gamma"]
    target.use_stamp = False
    stored = target.image_settings
    if hasattr(stored, "media_type"):
        stored.media_type = "IMAGE"
    stored.file_format, stored.color_mode, stored.color_depth = "PNG", "RGB", "8"
    target.filepath, target.use_file_extension = job["picture"], False
    bpy.ops.render.render(write_still=True)


# ---------------------------------------------------------------------------------------------------------------------
# The line


def commands() -> Iterator[Job]:
    """Lines of standard input; when it ends, so does this process, in the midst of a render too."""
    waiting: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def listen() -> None:
        for line in sys.stdin.buffer:
            waiting.put(line)
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        yield json.loads(waiting.get())


def main() -> None:
    """Answer commands until there are no more."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def say(answer: Job) -> None:
        answers.write(json.dumps(answer) + "\n")
        answers.flush()

    global bpy, np, Matrix
    try:
        bpy, np, Matrix = import_module("bpy"), import_module("numpy"), import_module("mathutils").Matrix
    except ImportError as error:
        say({"error": {"kind": "start", "message": str(error)}})
        return
    for name in ("glTFImporter", "glTFImporter_errors"):
        logging.getLogger(name).addHandler(FAULTS)
    say({"version": bpy.app.version_string.split()[0]})
    bpy.context.preferences.filepaths.use_scripts_auto_execute = False
    verbs = {"read": read, "rig": rig, "render": render}
    for command in commands():
        try:
            say(verbs[command["do"]](command))
        except Refused as error:
            say({"error": {"kind": error.kind, "message": str(error)}})
        except Exception as error:
            traceback.print_exc()
            say({"error": {"kind": "format", "message": f"Blender failed ({type(error).__name__}: {error})"}})


if __name__ == "__main__":
    main()
