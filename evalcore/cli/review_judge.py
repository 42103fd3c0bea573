"""``evalcore review judge``: show contact sheets of the rollouts to a vision-language judge."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evalcore.cli.review_options import open_data, parse_names

__all__ = ["judge"]


def judge(
    workspace: Annotated[Path, typer.Option("--workspace", "-w", help="The workspace with the items.")],
    base_url: Annotated[str, typer.Option(help="An OpenAI-compatible endpoint: what comes before /chat/completions.")],
    judge_model: Annotated[str, typer.Option(help="The model to ask for at the endpoint.")],
    out: Annotated[Path, typer.Option(help="The predictions, P.jsonl; a run that was stopped goes on in it.")],
    streams: Annotated[str | None, typer.Option(help="Ids of streams, separated by commas; default all.")] = None,
    tiles: Annotated[
        int, typer.Option(help="Frames on a sheet: more place a break more finely, each is smaller.", min=1)
    ] = 12,
    jobs: Annotated[int, typer.Option(help="Requests at a time.", min=1)] = 4,
    key_variable: Annotated[
        str, typer.Option(help="The environment variable that holds the key; empty: send none.")
    ] = "OPENAI_API_KEY",
    timeout: Annotated[float, typer.Option(help="Seconds to wait for an answer.", min=0.1)] = 120.0,
    temperature: Annotated[
        float | None, typer.Option(help="Sent if given; otherwise the endpoint's own default holds.", min=0)
    ] = None,
    max_tokens: Annotated[int | None, typer.Option(help="Longest answer in tokens; sent if given.", min=1)] = None,
) -> None:
    """Ask a judge where each rollout breaks: one numbered contact sheet and one request a stream.

    Predictions are kept as they come; the same command asks only for what is missing, has failed or has changed. A
    request that gets no answer, and a reply that is no verdict, are failures (exit code 3). The key is read from the
    environment and stored nowhere. P.run.json beside the predictions says what was asked of whom.

    Example: evalcore review judge --workspace data/demo --base-url http://127.0.0.1:8000/v1 --judge-model my-judge
    --out data/demo/review/predictions/my-judge.jsonl
    """
    from evalcore.batch import terminal_progress
    from evalcore.cli.show import print_failures, report, stoppable
    from evalcore.review import judge as run
    from evalcore.tables import review_judge_run
    from evalcore.vlm import Endpoint

    endpoint = Endpoint(
        base_url,
        judge_model,
        key_variable=key_variable or None,
        timeout_s=timeout,
        temperature=temperature,
        max_tokens=max_tokens,
    )
    data = open_data(workspace)
    with stoppable(), terminal_progress("judging") as progress:
        result = run(
            data,
            endpoint=endpoint,
            out=out,
            streams=None if streams is None else parse_names(streams),
            tiles=tiles,
            jobs=jobs,
            progress=progress,
        )
    print_failures(result.failures)
    report(result, lambda: review_judge_run(result), out, as_json=False)
