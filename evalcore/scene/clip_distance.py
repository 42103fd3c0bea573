"""N-CLIP of a run: each picture is encoded once, a sample's pictures at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from evalcore.batch import Cache, fingerprint
from evalcore.metrics import n_clip
from evalcore.scene.clip import Encoder
from evalcore.scene.errors import SceneError
from evalcore.scene.pictures import Picture, PictureStore, Pixels
from evalcore.scene.rendered import Rendered

__all__ = ["clip_distances"]


@dataclass(frozen=True)
class _Feature:
    values: tuple[float, ...]


def clip_distances(
    samples: Sequence[Mapping[str, Rendered]], encoder: Encoder, store: PictureStore, cache: Cache | None
) -> Iterator[dict[str, tuple[float, bool]]]:
    """For each sample in turn, unit -> its N-CLIP, and whether a picture of it had to be encoded.

    Raises
    ------
    ClipError
        The weights cannot be read.
    SceneError
        A picture has gone since it was rendered.
    """
    for units in samples:
        pictures = {one.sha256: one for pair in units.values() for one in (pair.truth, pair.prediction)}
        features = _kept(pictures, encoder, cache)
        wanted = [digest for digest in pictures if digest not in features]
        if wanted:
            found = encoder.encode([_pixels(store, pictures[digest]) for digest in wanted])
            for digest, values in zip(wanted, found, strict=True):
                features[digest] = _Feature(tuple(values.tolist()))
                if cache:
                    cache.put(_key(digest, encoder), features[digest])
        yield {
            unit: (
                n_clip(*(np.array(features[one.sha256].values) for one in (pair.prediction, pair.truth))),
                not {pair.prediction.sha256, pair.truth.sha256}.isdisjoint(wanted),
            )
            for unit, pair in units.items()
        }


def _kept(pictures: Mapping[str, Picture], encoder: Encoder, cache: Cache | None) -> dict[str, _Feature]:
    found = {digest: cache.get(_key(digest, encoder), _Feature) for digest in pictures} if cache else {}
    return {digest: feature for digest, feature in found.items() if feature}


def _key(digest: str, encoder: Encoder) -> str:
    return fingerprint({"pixels": digest, "encoder": encoder.identity})


def _pixels(store: PictureStore, picture: Picture) -> Pixels:
    kept = store.get(picture.key)
    if kept is None:
        raise SceneError("render", f"the picture {picture.key[:12]} has gone since it was rendered; score again")
    return kept[1]
