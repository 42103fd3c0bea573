from __future__ import annotations

from evalcore.demo.scene_models import MODELS, RESCALED
from evalcore.demo.scene_readme import describe
from evalcore.demo.scene_samples import SAMPLES


def test_every_sample_and_model_and_fault_is_named() -> None:
    text = describe()
    for sample in SAMPLES:
        names = (sample.sample_id, sample.things[0].name, sample.missing, sample.extra.name)
        assert all(f"`{name}`" in text for name in names)
        assert f"| `{sample.sample_id}` | {RESCALED[sample.sample_id][0]:g} |" in text
    assert all(f"| `{name}` | {model.fault} |" in text for name, model in MODELS.items())
