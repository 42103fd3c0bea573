"""Provenance: what a result was made from and with, host-independent."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

import msgspec

import evalcore

__all__ = ["record"]


def record(
    *,
    config: object,
    inputs: Mapping[str, str],
    packages: tuple[str, ...],
    **more: Any,
) -> dict[str, Any]:
    """The provenance record of a result.

    Parameters
    ----------
    config
        The protocol's settings (a dataclass or dict).
    inputs
        Path relative to the workspace -> SHA-256 of the content, for every file that was read.
    packages
        Distributions whose versions can change a figure.
    more
        Further plain entries, such as the decode signature.

    Returns
    -------
    dict
        ``evalcore``, ``versions``, ``config``, ``inputs`` (``files`` by path, and one ``sha256`` over the sorted
        ``"path sha256"`` lines), ``created`` (UTC, ISO 8601) and ``more``.
    """
    files = dict(sorted(inputs.items()))
    listing = "".join(f"{path} {digest}\n" for path, digest in files.items())
    return {
        "evalcore": evalcore.__version__,
        "versions": {name: version(name) for name in packages},
        # By way of JSON, so that a result equals itself read back: tuples become lists.
        "config": msgspec.json.decode(msgspec.json.encode(config)),
        "inputs": {"sha256": hashlib.sha256(listing.encode()).hexdigest(), "files": files},
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        **more,
    }
