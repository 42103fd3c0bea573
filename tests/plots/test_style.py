from __future__ import annotations

from evalcore.plots import method_styles
from evalcore.plots.style import OKABE_ITO


def test_a_model_keeps_its_style_whatever_the_theme_and_the_baselines() -> None:
    alone = method_styles(["a", "b"], "evalcore_light")
    mixed = method_styles(["persistence", "a", "history_farneback", "b"], "evalcore_dark")
    assert (alone["a"], alone["b"]) == (mixed["a"], mixed["b"])
    assert (alone["a"].colour, alone["b"].colour) == ("#0072b2", "#d55e00")


def test_no_two_of_many_models_look_the_same() -> None:
    styles = method_styles([f"m{i}" for i in range(210)], "evalcore_light")
    assert len(set(styles.values())) == 210 + 2
    first = [styles[f"m{i}"] for i in range(len(OKABE_ITO))]
    assert len({style.colour for style in first}) == len({style.symbol for style in first}) == 6


def test_baselines_are_grey_and_dashed() -> None:
    for theme in ("evalcore_light", "evalcore_dark"):
        styles = method_styles([], theme)
        assert (styles["persistence"].dash, styles["history_farneback"].dash) == ("dash", "dot")
        for style in styles.values():
            channels = [int(style.colour[i : i + 2], 16) for i in (1, 3, 5)]
            assert max(channels) - min(channels) <= 20
