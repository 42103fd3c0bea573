"""A small CLIP in open_clip's own form: a model config that is registered, and a checkpoint with its weights."""

from __future__ import annotations

import json
from pathlib import Path

from evalcore.scene.rendering import ClipSettings

NAME = "small-test-clip"
SETTINGS = ClipSettings(NAME, "made")
CONFIG = {
    "embed_dim": 16,
    "quick_gelu": True,
    "vision_cfg": {"image_size": 32, "layers": 2, "width": 16, "head_width": 8, "patch_size": 8},
    "text_cfg": {"context_length": 8, "vocab_size": 32, "width": 16, "heads": 2, "layers": 1},
}


def write(folder: Path) -> Path:
    """Register the model with open_clip, and save weights for it; the same on each call."""
    import open_clip
    import torch

    (folder / f"{NAME}.json").write_text(json.dumps(CONFIG))
    open_clip.add_model_config(folder / f"{NAME}.json")
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        model = open_clip.create_model(NAME)
        state = {name: 3 * values if values.ndim > 1 else values for name, values in model.state_dict().items()}
    path = folder / "open_clip_pytorch_model.bin"
    torch.save({"name": NAME, "epoch": 1, "state_dict": state}, path)
    return path
