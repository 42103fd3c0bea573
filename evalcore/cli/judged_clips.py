"""The judged-event commands that open clips: frame sampling, judge runs, the similarity diagnostic."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from evalcore.cli.judged_options import (
    Data,
    Jobs,
    Json,
    Mixed,
    Model,
    NoCache,
    Out,
    Profile,
    ProfileOption,
    Scope,
    Videos,
    open_data,
)

__all__ = ["judge", "sample", "similarity"]


def sample(
    data: Data,
    model: Model,
    out: Annotated[
        Path, typer.Option(help="Folder for the pictures and manifest.jsonl: new, empty, or of a run before.")
    ],
    profile: ProfileOption = Profile.observation,
    subset: Scope = None,
    videos: Videos = None,
    jobs: Jobs = None,
    no_cache: NoCache = False,
) -> None:
    """Write the frames that a judge would see, as PNG, with a manifest of times, indices, sizes and hashes.

    A clip that is missing, damaged or short has no row; it is named, and the exit code is 3.

    Example: geoflip sample --data data/demo/judged --model alder --profile observation-8 --out frames
    """
    from evalcore.batch import Cache, terminal_progress
    from evalcore.cli.show import print_failures, report, stoppable
    from evalcore.judged import sample as run
    from evalcore.tables import judged_samples

    loaded = open_data(data)
    with stoppable(), terminal_progress("sampling") as progress:
        result = run(
            loaded,
            model,
            out=out,
            profile=profile.value,
            subset=subset,
            videos=videos,
            jobs=jobs,
            cache=None if no_cache else Cache(loaded.workspace.cache),
            progress=progress,
        )
    print_failures(result.failures)
    report(result, lambda: judged_samples(result), out, as_json=False)


def judge(
    data: Data,
    model: Model,
    base_url: Annotated[str, typer.Option(help="An OpenAI-compatible endpoint: what comes before /chat/completions.")],
    judge_model: Annotated[str, typer.Option(help="The model to ask for at the endpoint.")],
    out: Annotated[Path, typer.Option(help="The judgments, J.jsonl; a run that was stopped goes on in it.")],
    profile: ProfileOption = Profile.observation,
    subset: Scope = None,
    videos: Videos = None,
    jobs: Annotated[int, typer.Option(help="Requests at a time.", min=1)] = 4,
    repeat: Annotated[
        int, typer.Option(help="Passes; the second is written to J.repeat-2.jsonl, and so on.", min=1)
    ] = 1,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be sent, and send nothing.")] = False,
    mixed: Mixed = False,
    key_variable: Annotated[
        str, typer.Option(help="The environment variable that holds the key; empty: send none.")
    ] = "OPENAI_API_KEY",
    timeout: Annotated[float, typer.Option(help="Seconds to wait for an answer.", min=0.1)] = 120.0,
    temperature: Annotated[
        float | None, typer.Option(help="Sent if given; otherwise the endpoint's own default holds.", min=0)
    ] = None,
    max_tokens: Annotated[int | None, typer.Option(help="Longest answer in tokens; sent if given.", min=1)] = None,
) -> None:
    """Show a model's clips to a judge and keep its judgments, one row a condition, as they come.

    Every condition is judged once: a row is skipped when video, prompts, profile and judge agree. A request that gets
    no answer is a failure, never a verdict (exit code 3). The key is read from the environment and stored nowhere.
    J.run.json beside the judgments says what was asked of whom.

    Example: geoflip judge --data data/demo/judged --model alder --base-url http://127.0.0.1:8000/v1
    --judge-model my-judge --dry-run --out my.jsonl
    """
    from evalcore.batch import terminal_progress
    from evalcore.cli.show import print_failures, print_table, report, stoppable
    from evalcore.judged import judge as run
    from evalcore.judged import plan
    from evalcore.tables import judged_plan, judged_run
    from evalcore.vlm import Endpoint

    loaded = open_data(data)
    endpoint = Endpoint(
        base_url,
        judge_model,
        key_variable=key_variable or None,
        timeout_s=timeout,
        temperature=temperature,
        max_tokens=max_tokens,
    )
    asked: dict[str, Any] = {
        "endpoint": endpoint,
        "out": out,
        "profile": profile.value,
        "subset": subset,
        "videos": videos,
        "jobs": jobs,
        "repeat": repeat,
        "mixed": mixed,
    }
    if dry_run:
        with stoppable(), terminal_progress("reading clips") as progress:
            planned = plan(loaded, model, progress=progress, **asked)
        print_failures(planned.failures, listed="")
        print_table(judged_plan(planned))
        raise typer.Exit(3 if planned.failures else 0)
    with stoppable(), terminal_progress("judging") as progress:
        result = run(loaded, model, progress=progress, **asked)
    for note in result.notes:
        typer.echo(note, err=True)
    print_failures(result.failures)
    report(result, lambda: judged_run(result), out, as_json=False)


def similarity(
    data: Data,
    model: Model,
    subset: Scope = None,
    videos: Videos = None,
    jobs: Jobs = None,
    no_cache: NoCache = False,
    allow_partial: Annotated[
        bool, typer.Option("--allow-partial", help="Average over what succeeded; the result says complete: false.")
    ] = False,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Compare generated clips with the reference futures: PSNR and SSIM at 16 common times. A diagnostic.

    These are other clips than the 40 of the published table: the numbers cannot be ranked with its PSNR and SSIM.

    Example: geoflip similarity --data data/demo/judged --model alder --out similarity.json
    """
    from evalcore.batch import Cache, terminal_progress
    from evalcore.cli.show import print_failures, report, stoppable
    from evalcore.judged import similarity as run
    from evalcore.tables import judged_similarity

    loaded = open_data(data)
    with stoppable(), terminal_progress("comparing") as progress:
        result = run(
            loaded,
            model,
            subset=subset,
            videos=videos,
            allow_partial=allow_partial,
            jobs=jobs,
            cache=None if no_cache else Cache(loaded.workspace.cache),
            progress=progress,
        )
    if out:
        result.write(out)
    print_failures(result.failures)
    report(result, lambda: judged_similarity([result]), out, as_json=as_json)
