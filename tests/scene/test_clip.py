from __future__ import annotations

import logging
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

from evalcore.errors import InputError
from evalcore.metrics import n_clip
from evalcore.scene import clip
from evalcore.scene.clip import ClipEncoder, ClipError, open_encoder
from evalcore.scene.config import RELEASE
from evalcore.scene.rendering import ClipSettings
from tests.scene import small_clip

torch = pytest.importorskip("torch", reason="needs the extra evalcore[clip]")
open_clip = pytest.importorskip("open_clip", reason="needs the extra evalcore[clip]")


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_clip.write(tmp_path_factory.mktemp("clip"))


@pytest.fixture
def encoder(weights: Path, monkeypatch: pytest.MonkeyPatch) -> ClipEncoder:
    monkeypatch.setenv("EVALCORE_CLIP_WEIGHTS", str(weights))
    return open_encoder(small_clip.SETTINGS, device="cpu")


@pytest.fixture
def no_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty hub cache, and no file named."""
    from huggingface_hub import constants

    monkeypatch.delenv("EVALCORE_CLIP_WEIGHTS", raising=False)
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    return tmp_path


def pictures(count: int, *, size: tuple[int, int] = (48, 27)) -> list[np.ndarray]:
    rng = np.random.default_rng(3)
    return [rng.integers(0, 256, (size[1], size[0], 3), dtype=np.uint8) for _ in range(count)]


def by_hand(weights: Path, picture: np.ndarray) -> np.ndarray:
    """The features by the steps of the paper's preprocessing, written out: shorter side to 32, middle, normalise."""
    from PIL import Image

    height, width = picture.shape[:2]
    image = Image.fromarray(picture).resize((int(32 * width / height), 32), Image.Resampling.BICUBIC)
    left = round((image.width - 32) / 2)
    values = np.asarray(image.crop((left, 0, left + 32, 32)), np.float32) / 255
    values = (values - [0.48145466, 0.4578275, 0.40821073]) / [0.26862954, 0.26130258, 0.27577711]
    model = open_clip.create_model(small_clip.NAME)
    model.load_state_dict(torch.load(weights, weights_only=True)["state_dict"])
    with torch.no_grad():
        return model.eval().visual(torch.tensor(values.transpose(2, 0, 1)[None], dtype=torch.float32)).numpy()[0]


def test_features_are_those_of_the_checkpoint_after_the_models_own_preprocessing(
    encoder: ClipEncoder, weights: Path
) -> None:
    shown = pictures(2)
    found = encoder.encode(shown)
    assert (found.shape, found.dtype) == ((2, 16), np.float32)
    for features, picture in zip(found, shown, strict=True):
        np.testing.assert_allclose(features, by_hand(weights, picture), rtol=0, atol=1e-5)
    assert not np.allclose(np.linalg.norm(found, axis=1), 1)  # the metric normalises, not the encoder


def test_a_file_as_openai_published_it_gives_the_same_features(
    encoder: ClipEncoder, weights: Path, tmp_path: Path
) -> None:
    class Named(torch.nn.Module):
        def forward(self, x):
            return x

    root = Named()
    for name, values in torch.load(weights, weights_only=True)["state_dict"].items():
        *folders, leaf = name.split(".")
        place = root
        for folder in folders:
            if not hasattr(place, folder):
                place.add_module(folder, Named())
            place = getattr(place, folder)
        place.register_parameter(leaf, torch.nn.Parameter(values))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        torch.jit.script(root).save(str(tmp_path / "small.pt"))
    shown = pictures(2)
    found = ClipEncoder(small_clip.SETTINGS, tmp_path / "small.pt", "cpu").encode(shown)
    np.testing.assert_array_equal(found, encoder.encode(shown))


def test_a_batch_equals_one_by_one(encoder: ClipEncoder, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = pictures(5)
    together = encoder.encode(shown)
    alone = np.concatenate([encoder.encode([one]) for one in shown])
    np.testing.assert_allclose(together, alone, rtol=0, atol=1e-5)
    monkeypatch.setattr(clip, "BATCH", 2)
    np.testing.assert_allclose(encoder.encode(shown), together, rtol=0, atol=1e-5)


def test_the_distance_end_to_end(encoder: ClipEncoder) -> None:
    one, other = pictures(2)
    a, b, again = encoder.encode([one, other, one]).astype(np.float64)
    assert n_clip(a, again) == pytest.approx(0, abs=1e-9)
    cosine = a @ b / np.linalg.norm(a) / np.linalg.norm(b)
    assert n_clip(a, b) == pytest.approx(10 * (1 - cosine), abs=1e-9)
    assert n_clip(a, b) > 0.01


def test_the_device_is_a_gpu_where_there_is_one(weights: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALCORE_CLIP_WEIGHTS", str(weights))
    for there, expected in ((True, "cuda"), (False, "cpu")):
        monkeypatch.setattr(torch.cuda, "is_available", lambda there=there: there)
        assert open_encoder(small_clip.SETTINGS).device == expected
    with pytest.raises(InputError, match="torch cannot use the device 'banana'"):
        open_encoder(small_clip.SETTINGS, device="banana")


@pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no GPU here")
def test_a_gpu_gives_the_same_features(encoder: ClipEncoder) -> None:
    there = open_encoder(small_clip.SETTINGS, device="cuda")
    shown = pictures(3)
    np.testing.assert_allclose(there.encode(shown), encoder.encode(shown), rtol=0, atol=1e-3)


def test_the_identity_names_all_that_can_change_a_feature(encoder: ClipEncoder, weights: Path, tmp_path: Path) -> None:
    assert encoder.identity["model"] == small_clip.NAME
    assert encoder.identity["device"] == "cpu"
    assert {"open-clip-torch", "torch", "torchvision"} <= encoder.identity.keys()
    other = tmp_path / "other.bin"
    other.write_bytes(weights.read_bytes() + b"\0")
    assert ClipEncoder(small_clip.SETTINGS, other, "cpu").identity != encoder.identity


def test_the_hubs_cache_is_found_without_the_network(no_weights: Path) -> None:
    source = open_clip.get_pretrained_cfg(RELEASE.clip.model, RELEASE.clip.pretrained)
    folder = no_weights / f"models--{source['hf_hub'].strip('/').replace('/', '--')}"
    snapshot = folder / "snapshots" / "0123"
    snapshot.mkdir(parents=True)
    (folder / "refs").mkdir()
    (folder / "refs" / "main").write_text("0123")
    (snapshot / "open_clip_model.safetensors").write_bytes(b"weights")
    assert open_encoder(RELEASE.clip, device="cpu").weights == snapshot / "open_clip_model.safetensors"


@pytest.mark.parametrize("offline", [True, False])
def test_missing_weights_are_one_error_that_names_both_ways(
    no_weights: Path, offline: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", offline)  # where it is allowed, the tests' own block is in the way
    with caplog.at_level(logging.CRITICAL), pytest.raises(ClipError) as error:
        open_encoder(RELEASE.clip, device="cpu")
    message = str(error.value)
    assert "EVALCORE_CLIP_WEIGHTS" in message
    assert "create_model('ViT-B-32-quickgelu', 'openai')" in message
    assert ("HF_HUB_OFFLINE forbids" if offline else "cannot be downloaded (") in message
    assert "\n" not in message


def test_a_model_or_tag_that_open_clip_does_not_have(no_weights: Path) -> None:
    with pytest.raises(ClipError, match="open_clip has no weights 'openai' of a model 'ViT-B-999'"):
        open_encoder(ClipSettings("ViT-B-999", "openai"), device="cpu")


def test_a_file_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALCORE_CLIP_WEIGHTS", str(tmp_path / "gone.pt"))
    with pytest.raises(InputError, match=r"gone.pt: EVALCORE_CLIP_WEIGHTS names no file"):
        open_encoder(small_clip.SETTINGS)


def test_a_file_that_holds_no_weights_or_others(
    weights: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    damaged = tmp_path / "damaged.bin"
    damaged.write_bytes(b"<html>404</html>")
    other = tmp_path / "other.bin"
    torch.save({"state_dict": {"visual.proj": torch.zeros(2, 2)}}, other)
    for path in (damaged, other):
        with pytest.raises(ClipError, match=rf"{path.name}: these are no weights of small-test-clip \("):
            ClipEncoder(small_clip.SETTINGS, path, "cpu").encode(pictures(1))


def test_torch_is_loaded_by_nothing_before_pictures_are_encoded() -> None:
    code = "import sys, evalcore.scene.score, evalcore.cli.scene; print({'torch', 'open_clip'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "set()\n"


def test_missing_packages_are_one_error_that_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clip, "find_spec", lambda name: None if name == "open_clip" else name)
    with pytest.raises(ClipError, match=r"N-CLIP needs open-clip-torch: pip install 'evalcore\[clip\]'"):
        open_encoder()
