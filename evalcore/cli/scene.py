"""``evalcore scene``: score, paired, boxes, render."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from evalcore.cli.scene_options import (
    FOLDER,
    Align,
    Config,
    DataRoot,
    Frame,
    Ground,
    Json,
    Lights,
    Metric,
    Obb,
    Out,
    SceneObb,
    need_blender,
    open_blender,
    open_clip_encoder,
    open_home,
    read_settings,
)

__all__ = ["app", "score_demo"]

app = typer.Typer(
    help="3D scenes against ground truth: box IoU after alignment, and the distance of their renders (PL, N-CLIP).",
    no_args_is_help=True,
)


@app.command()
def score(
    data_root: DataRoot,
    track: Annotated[
        Path | None, typer.Option(help="The track manifest; default track.jsonl or track.json in the data folder.")
    ] = None,
    models: Annotated[str | None, typer.Option(help="Models to score, separated by commas; default all.")] = None,
    align: Annotated[Align | None, typer.Option(help="Alignment of a prediction; default bbox.")] = None,
    ground_policy: Annotated[Ground | None, typer.Option(help="exclude leaves the ground out of boxes.")] = None,
    obb: Annotated[Obb | None, typer.Option(help="Oriented box of an object; default local, its own axes.")] = None,
    scene_obb: Annotated[SceneObb | None, typer.Option(help="Oriented box of a scene; default yaw, upright.")] = None,
    frame_mode: Annotated[
        str | None, typer.Option(help="For rows of the track without one: exact:<number>, first, last, middle, ...")
    ] = None,
    lights: Annotated[
        Lights | None, typer.Option(help="Whose light renders: default gt_all. Published PL has own.")
    ] = None,
    config: Config = None,
    geometry_only: Annotated[
        bool, typer.Option("--geometry-only", help="Ask for no picture: neither Blender nor CLIP is needed for glTF.")
    ] = False,
    workers: Annotated[int | None, typer.Option(help="Samples at a time; default one a core.", min=1)] = None,
    device: Annotated[str | None, typer.Option(help="Where CLIP runs: cpu, cuda; default a GPU if any.")] = None,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Compute every unit anew and keep none.")] = False,
    hash_inputs: Annotated[
        bool, typer.Option("--hash-inputs", help="Compare cached samples by content, not only by size and time.")
    ] = False,
    allow_partial: Annotated[
        bool,
        typer.Option(
            "--allow-partial", "--allow_partial", help="Average over what succeeded; the result says complete: false."
        ),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Write the result here as JSON, pictures to <name>.renders; default: results/scene/all, for the app."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Score every model on every sample of the track.

    A run that was killed goes on where it stopped. Pictures are rendered once: the same command with CLIP weights that
    came later renders nothing again.

    One failed sample makes the run incomplete: failures are listed, there is no aggregate, and the exit code is 3.
    Without Blender or CLIP weights geometry is scored, PL or N-CLIP say why they are missing, and the exit code is 3.

    Example: evalcore scene score --data-root data/demo/scene --geometry-only --out scenes.json
    """
    from evalcore.batch import Cache, terminal_progress
    from evalcore.cli.show import print_failures, print_warnings, report, stoppable
    from evalcore.scene import default_folder, renders_folder
    from evalcore.scene import score as run_score
    from evalcore.tables import scene_scores
    from evalcore.workspace import Workspace

    settings = read_settings(
        config,
        lights=lights,
        align=align,
        ground_policy=ground_policy,
        obb=obb,
        scene_obb=scene_obb,
        default_frame_mode=frame_mode,
    )
    data = Workspace(data_root)
    home = open_home(data)
    folder = default_folder(home)
    with stoppable(), open_blender(workers) as blender:
        encoder, no_encoder = None, ""
        if blender and not geometry_only:
            encoder, no_encoder = open_clip_encoder(settings, device)
        with terminal_progress("scoring") as progress:
            result = run_score(
                data,
                track=track,
                models=None if models is None else [name.strip() for name in models.split(",")],
                config=settings,
                geometry_only=geometry_only,
                allow_partial=allow_partial,
                hash_inputs=hash_inputs,
                blender=blender,
                encoder=encoder,
                no_encoder=no_encoder,
                renders=renders_folder(out) if out else folder / "renders",
                jobs=workers,
                cache=None if no_cache else Cache(home.cache),
                progress=progress,
            )
    if out:
        result.write(out)
    else:
        out = result.save(folder)
    units, pictures = result.record["units"], result.record["pictures"]
    typer.echo(f"units: {units['computed']} computed, {units['from_cache']} from the cache", err=True)
    if pictures["pixels"]:
        typer.echo(f"pictures: {pictures['rendered']} rendered, {pictures['from_cache']} from the cache", err=True)
    print_warnings(result.notes)
    print_failures(result.failures)
    report(result, lambda: scene_scores(result), out, as_json=as_json)


def score_demo(folder: Path, *, render: bool = False) -> None:
    """Score the scenes of a demo workspace, if it has any; with ``render`` also what Blender and CLIP give."""
    from evalcore.batch import Cache, terminal_progress
    from evalcore.scene import RELEASE, default_folder
    from evalcore.scene import score as run_score
    from evalcore.workspace import Workspace

    space = Workspace(folder)
    if not space.path(FOLDER).is_dir():
        return
    encoder, no_encoder = open_clip_encoder(RELEASE, None) if render else (None, "")
    with need_blender() if render else nullcontext() as blender, terminal_progress("scoring scenes") as progress:
        result = run_score(
            Workspace(space.path(FOLDER)),
            geometry_only=not render,
            blender=blender,
            encoder=encoder,
            no_encoder=no_encoder,
            renders=default_folder(space) / "renders",
            cache=Cache(space.cache),
            progress=progress,
        )
    result.save(default_folder(space))
    typer.echo(f"scored scenes: {result.coverage.done} of {result.coverage.requested} units")


@app.command()
def paired(
    results: Annotated[
        Path, typer.Option(help="A result of `scene score`: its JSON file, or the folder it was saved in.")
    ],
    model: Annotated[str, typer.Option(help="The model whose figures are compared.")],
    other: Annotated[str, typer.Option(help="The model that it is compared with.")],
    metric: Annotated[
        Metric, typer.Option(help="An IoU: higher is better. pl, n_clip: lower is better.")
    ] = Metric.object_obb_iou,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Compare two models sample by sample: mean difference, 95% bootstrap interval, wins and ties.

    Differences are model - other, on the same resamples as the means. There is no p-value.

    Example: evalcore scene paired --results scenes.json --model close --other rescaled --metric object_aabb_iou
    """
    from evalcore.cli.show import keep_source, report
    from evalcore.scene import load_result
    from evalcore.scene import paired as compare
    from evalcore.tables import scene_paired

    comparison = compare(load_result(results), model, other, metric=metric.value)
    if out:
        keep_source(results, out)
        comparison.write(out)
    report(comparison, lambda: scene_paired([comparison]), out, as_json=as_json)


Scene = Annotated[Path, typer.Argument(help="A scene: .glb, .gltf or .blend.")]


@app.command()
def boxes(
    scene: Scene,
    frame: Frame = "current",
    ground_policy: Annotated[Ground | None, typer.Option(help="include marks no object as ground.")] = None,
    obb: Annotated[Obb | None, typer.Option(help="Oriented box of an object; default local, its own axes.")] = None,
    config: Config = None,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """List the objects of one scene with their boxes, as a score would count them. Metres, Z up.

    Example: evalcore scene boxes data/demo/scene/gt/work_desk/scene.glb --frame rest --out boxes.json
    """
    from evalcore.cli.show import keep_source, report
    from evalcore.scene import FrameMode
    from evalcore.scene import boxes as list_boxes
    from evalcore.tables import scene_listing

    settings = read_settings(config, ground_policy=ground_policy, obb=obb)
    mode = FrameMode.parse(frame, where="--frame")
    with open_blender(workers=1) as blender:
        result = list_boxes(scene, mode, config=settings, blender=blender)
    if out:
        keep_source(scene, out)
        result.write(out)
    report(result, lambda: scene_listing(result), out, as_json=as_json)


@app.command()
def render(
    scene: Scene,
    out: Annotated[Path, typer.Option(help="The picture, P.png; beside it P.json has every setting.")],
    camera_from: Annotated[
        Path | None, typer.Option(help="The scene whose first camera looks, and whose light it is; default SCENE.")
    ] = None,
    frame: Frame = "current",
    lights: Annotated[Lights | None, typer.Option(help="Whose light renders; default gt_all.")] = None,
    config: Config = None,
    as_json: Json = False,
) -> None:
    """Render one scene as a score would, as it stands (not aligned). Needs Blender; some seconds a picture.

    The same scene, settings and version of Blender give the same pixels each time.

    Example: evalcore scene render mine/scene.glb --camera-from gt/scene.glb --frame rest --out mine.png
    """
    from evalcore.cli.show import keep_source, report
    from evalcore.scene import FrameMode
    from evalcore.scene import render as draw
    from evalcore.tables import scene_render

    settings = read_settings(config, lights=lights)
    mode = FrameMode.parse(frame, where="--frame")
    keep_source(scene, out)
    with need_blender(workers=1) as blender:
        result = draw(scene, mode, camera_from=camera_from or scene, out=out, blender=blender, config=settings)
    result.write(out.with_suffix(".json"))
    report(result, lambda: scene_render(result), out, as_json=as_json)
