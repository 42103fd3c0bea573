from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from skimage.metrics import structural_similarity

from evalcore.batch import Cache, file_sha256
from evalcore.errors import InputError
from evalcore.judged.config import SIMILARITY
from evalcore.judged.data import JudgedData
from evalcore.judged.similarity import similarity
from evalcore.judged.similarity_result import ClipSimilarity, SimilarityResult
from evalcore.metrics import METRICS
from evalcore.stats import mean_interval
from evalcore.video import decode, write
from tests.judged.clip_files import MODEL, clip_path, make_data, numbered, write_clip
from tests.video.conftest import encode_file

Frames = NDArray[np.uint8]


def nearest(times: Sequence[Fraction], wanted: Fraction) -> int:
    return min(range(len(times)), key=lambda i: (abs(times[i] - wanted), i))


def plain(generated: Path, reference: Path) -> dict[str, Any]:
    """The protocol's text, step by step, on whole decodes: PSNR from RGB / 255, SSIM by scikit-image."""
    clips = [decode(generated), decode(reference)]
    times = [clip.info.exact_times for clip in clips]
    overlap = min(times[0][-1], times[1][-1])
    common = [overlap * Fraction(k, 15) for k in range(16)]
    indices = [[nearest(of_clip, time) for time in common] for of_clip in times]
    errors, similarities = [], []
    for mine, theirs in zip(*indices, strict=True):
        a, b = (
            cv2.resize(clip.frames[index], (256, 256), interpolation=cv2.INTER_AREA) / 255
            for clip, index in zip(clips, (mine, theirs), strict=True)
        )
        errors.append(np.mean((a - b) ** 2))
        similarities.append(
            structural_similarity(
                a,
                b,
                channel_axis=-1,
                data_range=1.0,
                gaussian_weights=True,
                sigma=1.5,
                use_sample_covariance=False,
                K1=0.01,
                K2=0.03,
            )
        )
    mse = float(np.mean(errors))
    return {
        "psnr": min(99.0, 10 * math.log10(1 / mse)) if mse else 99.0,
        "ssim": float(np.mean(similarities)),
        "overlap_s": float(overlap),
        "times": tuple(map(float, common)),
        "frames": tuple(indices[0]),
        "reference_frames": tuple(indices[1]),
    }


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


def reference(root: Path, name: str, frames: Frames, *, fps: int = 10) -> str:
    """Write a reference future; returns its path as a condition gives it."""
    write(root / "references" / f"{name}.mp4", frames, fps=fps)
    return f"references/{name}.mp4"


def only(root: Path, frames: Frames, *, fps: int = 10) -> ClipSimilarity:
    """The row of the one condition ``a``, whose generated clip is there, against these frames."""
    data = make_data(root, {"a": {"reference": reference(root, "a", frames, fps=fps)}})
    result = similarity(data, MODEL)
    assert result.complete, result.failures
    return result.conditions[0]


def test_agrees_with_a_plain_reading_of_the_protocol(root: Path) -> None:
    names = {"same_rate": (30, 10), "other_rate": (40, 24), "longer": (90, 15), "short": (5, 30)}
    conditions = {
        name: {"reference": reference(root, name, numbered(n, step=3), fps=fps)} for name, (n, fps) in names.items()
    }
    data = make_data(root, conditions)
    for name in names:
        write_clip(root, name, 30)
    result = similarity(data, MODEL)
    assert [row.condition_id for row in result.conditions] == list(names)
    for row in result.conditions:
        expected = plain(clip_path(root, row.condition_id), root / "references" / f"{row.condition_id}.mp4")
        assert row.psnr == pytest.approx(expected.pop("psnr"), abs=1e-9)
        assert row.ssim == pytest.approx(expected.pop("ssim"), abs=1e-9)
        assert {name: getattr(row, name) for name in expected} == expected
        assert 10 < row.psnr < 60


def test_the_sixteen_times_by_hand(root: Path) -> None:
    # 0 to 1.5 s in steps of 0.1 s: every frame at 10 a second, and of 20 a second each second one.
    write_clip(root, "a", 16)
    row = only(root, numbered(40), fps=20)
    assert row.overlap_s == 1.5
    assert row.times == tuple(k / 10 for k in range(16))
    assert row.frames == tuple(range(16))
    assert row.reference_frames == tuple(range(0, 32, 2))
    assert row.video_sha256 == file_sha256(clip_path(root, "a"))
    assert row.reference_sha256 == file_sha256(root / "references/a.mp4")


def test_a_tie_goes_to_the_earlier_frame(root: Path) -> None:
    # 0 to 1.5 s in steps of 0.1 s, seen by frames 0.2 s apart: 0.1, 0.3, ... lie halfway.
    write_clip(root, "a", 16)
    assert only(root, numbered(9), fps=5).reference_frames == (0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7)


def test_equal_clips_have_the_cap(root: Path) -> None:
    write_clip(root, "a", 20)
    row = only(root, numbered(20))
    assert (row.psnr, row.ssim, row.psnr_capped) == (99.0, 1.0, True)
    assert SIMILARITY.cap_db == METRICS["psnr"].bounds[1]


def test_the_error_is_pooled_over_the_frames(root: Path) -> None:
    # Only frame 15 of 16 differs, by 40 grey levels everywhere: MSE = 40^2 / 16, as if from 10 levels everywhere.
    flat = np.full((16, 48, 64, 3), 100, np.uint8)
    changed = flat.copy()
    changed[15] = 140
    write(clip_path(make_data(root, {"a": {}}).workspace.root, "a"), changed, fps=10)
    row = only(root, flat)
    assert row.psnr == pytest.approx(20 * math.log10(255 / 10), abs=0.3)  # the codec moves levels by one or so
    assert not row.psnr_capped


def test_every_clip_counts_from_its_own_first_frame(root: Path) -> None:
    data = make_data(root, {"a": {"reference": reference(root, "a", numbered(20), fps=15)}})
    encode_file(clip_path(root, "a"), numbered(20), options={"crf": "18"}, ticks=[k + 15 for k in range(20)])
    row = similarity(data, MODEL).conditions[0]
    assert row.frames == row.reference_frames
    assert row.psnr > 30


def test_a_single_frame_is_compared_with_the_first(root: Path) -> None:
    write_clip(root, "a", 1)
    row = only(root, numbered(20))
    assert row.overlap_s == 0
    assert row.times == (0.0,) * 16
    assert row.frames == row.reference_frames == (0,) * 16
    assert row.note is not None
    assert "only the first frames were compared" in row.note
    expected = plain(clip_path(root, "a"), root / "references/a.mp4")
    assert row.psnr == pytest.approx(expected["psnr"], abs=1e-9)


def test_rotation_is_applied_and_the_aspect_needs_no_step(root: Path) -> None:
    def turn(stream: Any) -> None:
        stream.set_display_rotation(90)

    def stretch(stream: Any) -> None:
        stream.codec_context.sample_aspect_ratio = Fraction(2)

    upright = numbered(20)
    data = make_data(root, {name: {"reference": reference(root, name, upright, fps=15)} for name in ("a", "b", "c")})
    stored = np.ascontiguousarray(np.rot90(upright, -1, axes=(1, 2)))
    encode_file(clip_path(root, "a"), stored, prepare=turn, options={"crf": "10"})
    encode_file(clip_path(root, "b"), upright, prepare=stretch, options={"crf": "10"})
    encode_file(clip_path(root, "c"), upright, options={"crf": "10"})
    rotated, stretched, upright_row = similarity(data, MODEL).conditions
    assert (rotated.rotation, rotated.reference_rotation) == (90, 0)
    assert rotated.psnr > 30
    assert (stretched.psnr, stretched.ssim) == (upright_row.psnr, upright_row.ssim)


def test_a_container_that_announces_other_times(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_clip(root, "a", 30)
    expected = only(root, numbered(20))
    for wrong in ([], [0], [0, 100_000_000]):
        monkeypatch.setattr("evalcore.video.source.Source.announced", lambda _, ticks=wrong: ticks)
        assert only(root, numbered(20)) == expected


@pytest.fixture
def data(root: Path) -> JudgedData:
    """Six conditions: two comparable, two without a reference, one without a clip, one whose reference is missing."""
    conditions: dict[str, dict[str, Any]] = {"a": {}, "b": {}, "no_clip": {}, "no_reference": {}}
    for name in ("a", "b", "no_clip"):
        conditions[name] = {"reference": reference(root, name, numbered(20, step=3))}
    conditions["no_reference"] = {"reference": "references/gone.mp4"}
    data = make_data(root, conditions | {"y": {}, "z": {}})
    write_clip(root, "a", 20)
    write_clip(root, "b", 20, step=4)
    write_clip(root, "no_reference", 20)
    return data


def test_failures_are_named_and_take_the_means(data: JudgedData) -> None:
    result = similarity(data, MODEL)
    assert not result.complete
    assert (result.coverage.requested, result.coverage.done, result.coverage.failed) == (4, 2, 2)
    assert result.without_reference == 2
    assert [(one.unit, one.kind) for one in result.failures] == [("no_clip", "missing"), ("no_reference", "missing")]
    assert result.failures[0].message.startswith("generated/made/no_clip.mp4: ")
    assert result.failures[1].message.startswith("reference references/gone.mp4: ")
    assert result.mean == {"psnr": None, "ssim": None}
    assert result.mean_reason == "2 of 4 conditions failed; see failures, or allow a partial run"
    assert "generated/made/no_reference.mp4" in result.record["inputs"]["files"]


def test_a_partial_run_says_so(data: JudgedData) -> None:
    result = similarity(data, MODEL, allow_partial=True)
    assert not result.complete
    assert result.n == 2
    for name in ("psnr", "ssim"):
        interval = mean_interval([getattr(row, name) for row in result.conditions])
        assert (result.mean[name], result.ci95[name]) == (interval.mean, interval.ci95)


def test_a_truncated_reference_fails(data: JudgedData) -> None:
    path = data.workspace.root / "references/a.mp4"
    path.write_bytes(path.read_bytes()[:-300])
    failure = similarity(data, MODEL, subset="first").failures[0]
    assert (failure.unit, failure.kind) == ("a", "truncated")
    assert failure.message.startswith("reference references/a.mp4: the file is cut off")


def test_a_reference_linked_out_of_the_data_folder_fails(root: Path) -> None:
    data = make_data(root, {"a": {"reference": "references/a.mp4"}})
    write_clip(root, "a", 5)
    write(root.parent / "outside.mp4", numbered(5), fps=10)
    (root / "references").mkdir()
    (root / "references/a.mp4").symlink_to(root.parent / "outside.mp4")
    failure = similarity(data, MODEL).failures[0]
    assert failure.kind == "input"
    assert "leads out of the workspace" in failure.message


def test_one_value_has_no_interval(data: JudgedData) -> None:
    result = similarity(data, MODEL, subset="first")
    assert result.complete
    assert result.mean["psnr"] == result.conditions[0].psnr
    assert result.ci95 == {"psnr": None, "ssim": None}
    assert result.ci95_reason == "an interval needs at least 2 values"


def test_no_reference_at_all(root: Path) -> None:
    data = make_data(root, {"a": {}})
    result = similarity(data, MODEL)
    assert (result.coverage.requested, result.without_reference, result.n) == (0, 1, 0)
    assert result.mean_reason == result.ci95_reason == "no condition has a reference"


def test_it_is_marked_as_a_diagnostic_and_reads_back(data: JudgedData, tmp_path: Path) -> None:
    result = similarity(data, MODEL, allow_partial=True)
    assert result.to_dict()["diagnostic"] is True
    result.write(tmp_path / "s.json")
    assert SimilarityResult.read(tmp_path / "s.json") == result
    assert (result.config.times, result.config.size, result.config.model) == (16, 256, MODEL)
    row = result.scores.iloc[0]
    assert bool(row["diagnostic"])
    assert (row["n"], row["psnr"]) == (2, result.mean["psnr"])
    assert result.rows["condition_id"].tolist() == ["a", "b"]
    assert similarity(data, MODEL).scores.iloc[0]["psnr"] is None


def test_the_cache_and_the_number_of_workers_change_nothing(data: JudgedData, tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    first = similarity(data, MODEL, cache=cache, jobs=1)
    assert similarity(data, MODEL, cache=cache, jobs=3).conditions == first.conditions
    write_clip(data.workspace.root, "a", 20, step=5)
    assert similarity(data, MODEL, cache=cache).conditions[0].psnr != first.conditions[0].psnr


def test_a_model_that_does_not_exist(data: JudgedData) -> None:
    with pytest.raises(InputError, match="Did you mean 'made'"):
        similarity(data, "mode")


@pytest.mark.cases
def test_real_clips(cases: Path, root: Path) -> None:
    pairs = {"vfr": "made/vfr.mp4", "late": "made/start_offset_1s.mp4", "webm": "real/vp9_1080sq_100f.webm"}
    target = cases / "video/made/18f.mp4"
    (root / "references").mkdir()
    (root / "references/r.mp4").write_bytes(target.read_bytes())
    data = make_data(root, {name: {"reference": "references/r.mp4"} for name in pairs})
    for name, path in pairs.items():
        clip_path(root, name).write_bytes((cases / "video" / path).read_bytes())
    result = similarity(data, MODEL)
    assert result.complete
    for row in result.conditions:
        expected = plain(cases / "video" / pairs[row.condition_id], target)
        assert row.psnr == pytest.approx(expected.pop("psnr"), abs=1e-9)
        assert row.ssim == pytest.approx(expected.pop("ssim"), abs=1e-9)
        assert {name: getattr(row, name) for name in expected} == expected
