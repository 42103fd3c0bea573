"""Image features of CLIP, by open_clip: the only place that needs torch, and only once it is asked for pictures."""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from zipfile import ZipFile, is_zipfile

import numpy as np
import numpy.typing as npt

from evalcore.batch import file_sha256
from evalcore.errors import EvalcoreError, InputError
from evalcore.scene.config import RELEASE
from evalcore.scene.pictures import Pixels
from evalcore.scene.rendering import ClipSettings

__all__ = ["ClipEncoder", "ClipError", "Encoder", "Features", "open_encoder"]

VARIABLE = "EVALCORE_CLIP_WEIGHTS"
PACKAGES = ("open-clip-torch", "torch", "torchvision")
MODULES = ("open_clip", "torch", "torchvision")
PATIENCE_S = 10  # to wait for a sign of the network
BATCH = 64  # pictures at a time: 40 MB of pixels for the release's model

Features = npt.NDArray[np.float32]  # (N, D)


class ClipError(EvalcoreError):
    """There is no CLIP to be had: packages, weights or the network are missing."""


class Encoder(Protocol):
    """Gives pictures their features; :class:`ClipEncoder` is the protocol's."""

    @property
    def identity(self) -> Mapping[str, str]:
        """Everything that can change a feature."""
        ...

    def encode(self, pictures: Sequence[Pixels]) -> Features:
        """Features (N, D) of N pictures."""
        ...


@dataclass(frozen=True)
class ClipEncoder:
    """The image encoder of an open_clip model with the weights of one file; loaded by the first pictures.

    ``device`` is what torch calls it. Pictures are prepared by the model's own transform.
    """

    settings: ClipSettings
    weights: Path
    device: str

    @cached_property
    def identity(self) -> dict[str, str]:
        """Model, SHA-256 of the weights, versions and kind of device."""
        return {
            "model": self.settings.model,
            "weights_sha256": file_sha256(self.weights),
            "device": self.device.partition(":")[0],
            **{name: version(name) for name in PACKAGES},
        }

    def encode(self, pictures: Sequence[Pixels]) -> Features:
        """Features (N, D) of N pictures (height, width, 3), not normalised.

        Raises
        ------
        ClipError
            The weights cannot be read, or are of another model.
        """
        import torch
        from PIL import Image

        model, prepare = self._loaded
        parts = []
        with torch.inference_mode():
            for start in range(0, len(pictures), BATCH):
                batch = [prepare(Image.fromarray(one)) for one in pictures[start : start + BATCH]]
                parts.append(model.encode_image(torch.stack(batch).to(self.device)).float().cpu().numpy())
        return np.concatenate(parts)

    @cached_property
    def _loaded(self) -> tuple[Any, Any]:
        import open_clip

        archive = _is_torchscript(self.weights)
        try:
            with warnings.catch_warnings():
                if archive:
                    warnings.simplefilter("ignore")  # torch would have its users write such files no longer
                model, prepare = open_clip.create_model_from_pretrained(
                    self.settings.model, pretrained=str(self.weights), device=self.device, weights_only=not archive
                )
        except Exception as error:  # torch, pickle and safetensors each have their own for a file that is damaged
            reason = str(error).partition("\n")[0] or type(error).__name__
            raise ClipError(
                f"{self.weights}: these are no weights of {self.settings.model} ({reason}). {_both_ways(self.settings)}"
            ) from None
        return model.eval(), prepare


def open_encoder(settings: ClipSettings = RELEASE.clip, *, device: str | None = None) -> ClipEncoder:
    """Find the weights, and check that the packages are there; nothing is loaded yet.

    ``EVALCORE_CLIP_WEIGHTS`` names a file; else they are looked for in the Hugging Face cache, and only where they are
    not there, downloaded as open_clip does (never with ``HF_HUB_OFFLINE=1``).

    Parameters
    ----------
    device
        ``cpu``, ``cuda``, ``cuda:1``, ``mps``; default the first GPU where there is one.

    Raises
    ------
    InputError
        ``EVALCORE_CLIP_WEIGHTS`` names no file, or torch does not have this device.
    ClipError
        A package is missing, open_clip knows no such model or weights, or they are not here and cannot be had.
    """
    if missing := [name for name, module in zip(PACKAGES, MODULES, strict=True) if find_spec(module) is None]:
        raise ClipError(f"N-CLIP needs {', '.join(missing)}: pip install 'evalcore[clip]'.")
    return ClipEncoder(settings, _weights(settings), _device(device))


def _is_torchscript(path: Path) -> bool:
    """Whether torch takes a file for a TorchScript archive, as which OpenAI published CLIP, and not for a pickle."""
    if not is_zipfile(path):
        return False
    with ZipFile(path) as archive:
        return any(name.endswith("/constants.pkl") for name in archive.namelist())


def _weights(settings: ClipSettings) -> Path:
    if named := os.environ.get(VARIABLE):
        path = Path(named).expanduser()
        if not path.is_file():
            raise InputError(f"{VARIABLE} names no file.", where=named, fix=_both_ways(settings))
        return path
    import open_clip

    source = open_clip.get_pretrained_cfg(settings.model, settings.pretrained)
    if not source:
        raise ClipError(f"open_clip has no weights {settings.pretrained!r} of a model {settings.model!r}.")
    return _cached(source) or _downloaded(source, settings)


def _cached(source: Mapping[str, Any]) -> Path | None:
    """The file in the hub's cache, found without the network."""
    from huggingface_hub import try_to_load_from_cache
    from open_clip.constants import HF_SAFE_WEIGHTS_NAME, HF_WEIGHTS_NAME

    repository, _, named = source.get("hf_hub", "").rpartition("/")
    for name in (named,) if named else (HF_SAFE_WEIGHTS_NAME, HF_WEIGHTS_NAME):
        found = try_to_load_from_cache(repository, name) if repository else None
        if isinstance(found, str):
            return Path(found)
    return None


def _downloaded(source: Mapping[str, Any], settings: ClipSettings) -> Path:
    from huggingface_hub import constants
    from open_clip.pretrained import download_pretrained

    what = f"the weights {settings.pretrained!r} of {settings.model} are not in the Hugging Face cache"
    if constants.HF_HUB_OFFLINE:
        raise ClipError(f"{what}, and HF_HUB_OFFLINE forbids to download them. {_both_ways(settings)}")
    try:
        _reach(constants.ENDPOINT)
        return Path(download_pretrained(dict(source)))
    except Exception as error:  # whatever the network, the disk and the hub may raise
        reason = str(error).strip().partition("\n")[0] or type(error).__name__
        raise ClipError(f"{what} and cannot be downloaded ({reason}). {_both_ways(settings)}") from None


def _reach(address: str) -> None:
    """Ask once for an answer of any kind: without a network, the hub's own library would try again for a minute."""
    with suppress(HTTPError), urlopen(Request(address, method="HEAD"), timeout=PATIENCE_S):
        pass


def _both_ways(settings: ClipSettings) -> str:
    return (
        f'Put them into the cache where there is a network (python -c "import open_clip; open_clip.create_model('
        f"'{settings.model}', '{settings.pretrained}')\"), or name a file with {VARIABLE}."
    )


def _device(device: str | None) -> str:
    import torch

    if device is None:
        return "cuda" if torch.cuda.is_available() else "cpu"
    try:
        torch.empty(1, device=device)
    except (RuntimeError, AssertionError, NotImplementedError) as error:
        raise InputError(
            f"torch cannot use the device {device!r} ({str(error).partition(chr(10))[0]}).", fix="Use cpu or cuda."
        ) from None
    return device
