from __future__ import annotations

import base64
import json

import cv2
import numpy as np
import pytest

from evalcore.errors import InputError
from evalcore.review import align, consensus, judge, load, read_predictions
from evalcore.review.judging import GIVE_UP_AFTER
from evalcore.vlm import Endpoint, EndpointError, Retries
from tests.review.made import clip, make_workspace, row
from tests.review.small import answer
from tests.vlm.server import Answer, serving

QUICK = Retries(attempts=1, first_s=0.01, longest_s=0.01)
BROKEN = Answer('{"break_tile": 2, "violation_type": "interpenetration", "confidence": 0.75}')
WHOLE = Answer('{"break_tile": 0}')


@pytest.fixture(autouse=True)
def _key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-0123456789")


@pytest.fixture
def data(tmp_path):
    for item in ("ball", "cup"):
        for name in ("real", "gen"):
            clip(tmp_path / f"media/{item}/{name}.mp4", 100)
    return load(make_workspace(tmp_path, row("ball", prompt="A ball falls."), row("cup")))


def run(data, server, **options):
    settings = {"tiles": 4, "jobs": 2, "retries": QUICK, "out": data.workspace.root / "p.jsonl", **options}
    return judge(data, endpoint=Endpoint(server.url, settings.pop("model", "judge-1")), **settings)


def predictions(data):
    return read_predictions(data.workspace.root / "p.jsonl")


def test_one_picture_and_one_call_a_stream(data):
    ticks = []
    with serving(BROKEN) as server:
        result = run(data, server, progress=lambda done, total: ticks.append((done, total)))
    assert result.complete
    assert (result.n_asked, result.n_kept, result.usage.prompt_tokens) == (4, 0, 400)
    assert (ticks[0], ticks[-1]) == ((0, 4), (4, 4))
    assert len(server.requests) == 4
    for body in server.requests:
        text, picture = body["messages"][0]["content"]
        assert "interpenetration: One solid body" in text["text"]
        assert not any(word in text["text"] for word in ("Recording", "Model", "mp4", "ball/"))
        png = base64.b64decode(picture["image_url"]["url"].partition(",")[2])
        assert cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR).shape == (112, 64, 3)
    rows = predictions(data)
    assert [(one.item, one.stream) for one in rows] == [(i, s) for i in ("ball", "cup") for s in ("gen", "real")]
    first = rows.rows[0]
    assert (first.t, first.type, first.confidence, first.resolution) == (1.5, "interpenetration", 0.75, 0.5)
    assert (first.judge, first.judge_version, rows.prompt_sha256) == ("judge-1", "judge-1-0401", result.prompt_sha256)
    assert json.loads((data.workspace.root / "p.run.json").read_text())["n_asked"] == 4


def test_a_run_goes_on_where_it_stopped(data):
    with serving([BROKEN, Answer(status=500), WHOLE]) as server:
        first = run(data, server, jobs=1)
        assert [failure.kind for failure in first.failures] == ["server"]
        assert len(server.requests) == 4
        second = run(data, server)
        assert second.complete
        assert (second.n_kept, second.n_asked, len(server.requests)) == (3, 1, 5)
        assert len(predictions(data)) == 4
        third = run(data, server)
        assert (third.n_kept, third.n_asked, len(server.requests)) == (4, 0, 5)


@pytest.mark.parametrize("change", ["media", "scenario", "tiles", "model"])
def test_what_the_judge_would_see_otherwise_is_asked_again(data, change, tmp_path):
    with serving(WHOLE) as server:
        run(data, server)
        options = {}
        asked = 1
        if change == "media":
            clip(tmp_path / "media/cup/gen.mp4", 90)
        elif change == "scenario":
            data = load(make_workspace(tmp_path, row("ball", prompt="A ball rises."), row("cup")))
            asked = 2
        else:
            options = {"tiles": 9} if change == "tiles" else {"model": "judge-2"}
            asked = 4
        result = run(data, server, **options)
    assert (result.n_asked, result.n_kept) == (asked, 4 - asked)
    assert len(predictions(data)) == 4


def test_a_reply_that_is_no_verdict_is_an_error_and_kept_as_it_was_said(data):
    with serving(Answer("I cannot tell.")) as server:
        result = run(data, server, streams=["gen"])
    assert [failure.message for failure in result.failures] == ["the reply holds no JSON object"] * 2
    assert result.usage.prompt_tokens == 200
    rows = predictions(data)
    assert [(one.t, one.error, one.raw) for one in rows] == [
        (None, "the reply holds no JSON object", "I cannot tell.")
    ] * 2
    human = consensus([answer("ball", "ann", clean=["gen"])])
    assert align(human, rows, resamples=0).sweep[-1].n == 0


def test_a_file_that_cannot_be_read_fails_alone(data, tmp_path):
    (tmp_path / "media/ball/gen.mp4").unlink()
    (tmp_path / "media/cup/gen.mp4").write_bytes(b"no video")
    with serving(WHOLE) as server:
        result = run(data, server)
    assert [(failure.unit, failure.kind) for failure in result.failures] == [
        ("ball/gen", "missing"),
        ("cup/gen", "not_video"),
    ]
    assert len(server.requests) == 2
    assert [bool(one.error) for one in predictions(data)] == [True, False, True, False]


def test_a_key_that_is_refused_ends_the_run(data):
    with serving(Answer(status=401)) as server, pytest.raises(EndpointError, match="refuses the key"):
        run(data, server)


def test_an_endpoint_that_is_gone_is_not_asked_without_end(tmp_path):
    names = [f"s{k}" for k in range(GIVE_UP_AFTER + 5)]
    for name in names:
        clip(tmp_path / f"media/ball/{name}.mp4", 2)
    schema = f"name: x\nfps: 25\nstreams: {json.dumps(names)}"
    data = load(make_workspace(tmp_path, row("ball", names), schema=schema))
    with serving(Answer(status=503)) as server:
        result = run(data, server, jobs=1)
    kinds = [failure.kind for failure in result.failures]
    assert kinds.count("server") >= GIVE_UP_AFTER
    assert kinds.count("not_asked") >= 1
    assert len(server.requests) == kinds.count("server")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"streams": ["gem"]}, "there is no stream 'gem'. Did you mean 'gen'"),
        ({"tiles": 0}, "0 tiles"),
        ({"jobs": 0}, "0 requests at a time"),
    ],
)
def test_what_is_refused(data, options, message):
    with serving(WHOLE) as server, pytest.raises(InputError, match=message):
        run(data, server, **options)


def test_the_name_of_the_predictions(data):
    with serving(WHOLE) as server, pytest.raises(InputError, match=r"ends in \.jsonl"):
        run(data, server, out=data.workspace.root / "p.json")
