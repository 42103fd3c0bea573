"""Makes the .blend files of these tests; run by a python that has bpy, with the folder to fill."""

from __future__ import annotations

import sys
from math import radians
from pathlib import Path
from typing import Any

import bpy
from mathutils import Matrix, Vector

FOLDER = Path(sys.argv[-1])
TRANSFORM = (
    Matrix.Translation((1, 2, -0.5))
    @ Matrix.Rotation(radians(40), 4, "Z")
    @ Matrix.Rotation(radians(10), 4, "X")
    @ Matrix.Scale(3, 4)
)


def start() -> Any:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.resolution_x, bpy.context.scene.render.resolution_y = 768, 432
    return bpy.context.scene


def save(name: str, file: str = "scene.blend", **options: Any) -> str:
    path = FOLDER / name / file
    path.parent.mkdir(parents=True, exist_ok=True)
    bpy.ops.wm.save_as_mainfile(filepath=str(path), relative_remap=False, **options)
    return str(path)


def cube(name: str, at: tuple[float, float, float] = (0, 0, 0), **options: Any) -> Any:
    bpy.ops.mesh.primitive_cube_add(size=1, location=at, **options)
    bpy.context.object.name = name
    return bpy.context.object


def coloured(thing: Any, rgb: tuple[float, float, float]) -> None:
    material = bpy.data.materials.new(thing.name)
    material.use_nodes = True
    material.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = (*rgb, 1)
    thing.data.materials.append(material)


def looking(scene: Any, at: tuple[float, float, float], to: tuple[float, float, float], name: str = "view") -> Any:
    camera = bpy.data.objects.new(name, bpy.data.cameras.new(name))
    scene.collection.objects.link(camera)
    camera.location = at
    camera.rotation_euler = (Vector(to) - camera.location).to_track_quat("-Z", "Y").to_euler()
    scene.camera = camera
    return camera


def lamp(scene: Any, kind: str, at: tuple[float, float, float], energy: float) -> Any:
    light = bpy.data.objects.new(kind, bpy.data.lights.new(kind, kind))
    scene.collection.objects.link(light)
    light.location, light.data.energy = at, energy
    return light


def sky(scene: Any) -> None:
    """A world that is bright towards +X and dark towards -X."""
    scene.world = bpy.data.worlds.new("sky")
    scene.world.use_nodes = True
    tree = scene.world.node_tree
    place, parts = tree.nodes.new("ShaderNodeTexCoord"), tree.nodes.new("ShaderNodeSeparateXYZ")
    ramp = tree.nodes.new("ShaderNodeMapRange")
    ramp.inputs["From Min"].default_value = -1
    tree.links.new(place.outputs["Generated"], parts.inputs[0])
    tree.links.new(parts.outputs["X"], ramp.inputs["Value"])
    tree.links.new(ramp.outputs[0], tree.nodes["Background"].inputs["Color"])
    # By itself Blender works out where this smooth sky is bright on a map of half a million points.
    scene.world.cycles.sampling_method, scene.world.cycles.sample_map_resolution = "MANUAL", 16


def room() -> None:
    """The same scene as .blend and .glb, and once more shrunk and turned: TRANSFORM takes it back."""
    scene = start()
    bpy.ops.mesh.primitive_plane_add(size=8)
    bpy.context.object.name = "floor"
    coloured(bpy.context.object, (0.5, 0.5, 0.5))
    coloured(cube("red", (0, 0, 0.5), rotation=(0, 0, 0.3)), (0.8, 0.1, 0.1))
    coloured(cube("blue", (-1.5, 0.7, 0.75), rotation=(0.2, 0.1, 0.7), scale=(0.5, 0.7, 1.5)), (0.1, 0.2, 0.8))
    looking(scene, (5, -5, 3.5), (0, 0, 0.5))
    lamp(scene, "SUN", (0, 0, 5), 2).rotation_euler = (0.6, 0.3, 0.2)
    lamp(scene, "POINT", (2, -2, 3), 150)
    lamp(scene, "AREA", (-2, -2, 3), 80).data.size = 1.5
    sky(scene)
    # Whatever these say must not reach the picture.
    scene.view_settings.exposure, scene.render.film_transparent, scene.cycles.samples = 3, True, 1
    scene.render.use_border, scene.render.border_max_x = True, 0.5
    save("room")
    bpy.ops.export_scene.gltf(
        filepath=str(FOLDER / "room_glb" / "scene.glb"),
        export_cameras=True,
        export_lights=True,
        export_animations=False,
    )
    back = TRANSFORM.inverted()
    for one in scene.objects:
        if one.type == "MESH":
            one.matrix_world = back @ one.matrix_world
        elif one.type == "LIGHT":
            one.data.energy = 1e5  # its own light must not count
    scene.world = None
    save("moved")


def shown() -> None:
    """What a render shows, and what it does not."""
    scene = start()
    lines = cube("lines", (0, 0, 0)).modifiers.new("array", "ARRAY")
    lines.count, lines.use_relative_offset, lines.use_constant_offset = 3, False, True
    lines.constant_offset_displace, lines.show_viewport = (2, 0, 0), False
    cube("unseen_in_the_viewport", (0, 10, 0)).hide_viewport = True
    cube("unseen_in_the_render", (0, 20, 0)).hide_render = True
    cube("shadow_only", (0, 25, 0)).visible_camera = False
    bpy.ops.mesh.primitive_plane_add(size=2, location=(0, 30, 0))
    flat = bpy.context.object
    flat.name = "flat"
    flat.data.vertices.add(1)
    flat.data.vertices[4].co = (50, 50, 50)
    bpy.data.meshes["Plane"].name = "plane"
    group = bpy.data.collections.new("group")
    part = cube("part", (1, 0, 0))
    scene.collection.objects.unlink(part)
    group.objects.link(part)
    for name, y in (("first", 40), ("second", 50)):
        copy = bpy.data.objects.new(name, None)
        copy.instance_type, copy.instance_collection, copy.location = "COLLECTION", group, (0, y, 0)
        scene.collection.objects.link(copy)
    scattered = cube("scattered", (0, 60, 0))
    nodes = bpy.data.node_groups.new("scatter", "GeometryNodeTree")
    nodes.interface.new_socket("out", in_out="OUTPUT", socket_type="NodeSocketGeometry")
    line, instance = nodes.nodes.new("GeometryNodeMeshLine"), nodes.nodes.new("GeometryNodeInstanceOnPoints")
    shape, end = nodes.nodes.new("GeometryNodeMeshCube"), nodes.nodes.new("NodeGroupOutput")
    line.inputs["Count"].default_value = 2
    line.inputs["Offset"].default_value = (4, 0, 0)
    nodes.links.new(line.outputs[0], instance.inputs["Points"])
    nodes.links.new(shape.outputs[0], instance.inputs["Instance"])
    nodes.links.new(instance.outputs[0], end.inputs[0])
    scattered.modifiers.new("scatter", "NODES").node_group = nodes
    other = bpy.data.scenes.new("other")
    elsewhere = bpy.data.objects.new("elsewhere", part.data)
    other.collection.objects.link(elsewhere)
    looking(scene, (0, 0, 9), (0, 0, 0), "b").data.type = "ORTHO"
    looking(scene, (0, 0, 9), (0, 0, 0), "a")
    scene.camera = bpy.data.objects["b"]
    save("shown", compress=True)


def moving() -> None:
    """The x of a cube and of a camera goes from 0 to 10 between frames 1 and 11; the file is stored at frame 3."""
    scene = start()
    scene.frame_start, scene.frame_end = 1, 11
    for thing in (cube("thing"), looking(scene, (0, -5, 0), (0, 0, 0))):
        for frame, x in ((1, 0), (11, 10)):
            thing.location.x = x
            thing.keyframe_insert("location", index=0, frame=frame)
        for layer in thing.animation_data.action.layers:
            for curve in layer.strips[0].channelbag(thing.animation_data.action_slot).fcurves:
                for key in curve.keyframe_points:
                    key.interpolation = "LINEAR"
    scene.frame_set(3)
    save("moving")


def scripted() -> None:
    """A script that registers itself and a driver that runs code: both would write a file."""
    scene = start()
    thing = cube("thing")
    written = FOLDER / "scripted" / "it_ran"
    text = bpy.data.texts.new("run.py")
    text.write(f"open({str(written)!r}, 'w')\nimport bpy\nbpy.data.objects['thing'].location.x = 99\n")
    text.use_module = True
    driver = thing.driver_add("location", 2).driver
    driver.expression = f"len([open({str(written)!r}, 'w')])"
    looking(scene, (0, -5, 1), (0, 0, 0))
    save("scripted")
    written.unlink(missing_ok=True)


def linked() -> None:
    """Files that name others: beside them, outside, packed, and not there."""
    start()
    cube("from_library", (3, 0, 0))
    save("linked", "library.blend")
    save(".", "outside.blend")
    for name, source in (("linked", "//library.blend"), ("linked_outside", "//../outside.blend")):
        scene = start()
        save(name)
        with bpy.data.libraries.load(bpy.path.abspath(source), link=True) as (_, chosen):
            chosen.objects = ["from_library"]
        scene.collection.objects.link(chosen.objects[0])
        bpy.data.libraries[0].filepath = source
        save(name)
    for name, path, packed in (
        ("picture_outside", str(FOLDER / "outside.png"), False),
        ("picture_packed", str(FOLDER / "outside.png"), True),
        ("picture_missing", "//beside.png", False),
    ):
        scene = start()
        picture = bpy.data.images.new("picture", 4, 4)
        picture.filepath_raw, picture.file_format = str(FOLDER / "outside.png"), "PNG"
        picture.save()
        picture.source = "FILE"
        if packed:
            picture.pack()
        picture.filepath_raw = path
        thing = cube("thing")
        coloured(thing, (1, 1, 1))
        thing.active_material.node_tree.nodes.new("ShaderNodeTexImage").image = picture
        looking(scene, (0, -5, 1), (0, 0, 0))
        save(name)
    start()
    nodes = bpy.data.node_groups.new("import", "GeometryNodeTree")
    nodes.nodes.new("GeometryNodeImportSTL")
    cube("thing").modifiers.new("import", "NODES").node_group = nodes
    save("reads_files")


def skies() -> None:
    """Only the world is seen, from a camera that looks along +Y."""
    scene = start()
    looking(scene, (0, 0, 0), (0, 1, 0))
    sky(scene)
    save("sky")


for make in (room, shown, moving, scripted, linked, skies):
    make()
