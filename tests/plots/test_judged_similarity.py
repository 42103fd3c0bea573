from __future__ import annotations

from evalcore.plots import similarity_strip
from tests.tables.judged_similarities import clip_similarity, similarity_result


def test_conditions_from_the_highest_with_mean_and_interval() -> None:
    figure = similarity_strip(similarity_result())
    (dots,) = figure.data
    assert (list(dots.x), list(dots.y)) == ([99.0, 21.0], [0, 1])
    assert list(dots.marker.symbol) == ["diamond-open", "circle"]
    assert list(figure.layout.yaxis.ticktext) == ["b1", "a1"]
    assert tuple(dots.customdata[0]) == ("b1",)
    assert dots.hovertext[0] == "<b>b1</b><br>PSNR 99.00 dB, at its cap<br>SSIM 0.5000<br>overlap 4.200 s"
    band, line = figure.layout.shapes
    assert (band.x0, band.x1, line.x0) == (10.0, 70.0, 60.0)
    assert figure.layout.title.text == "PSNR of best against the references (diagnostic)"
    assert figure.layout.annotations[0].text == (
        "Mean 60.00, t-based 95% interval [10.00, 70.00]; 2 conditions; 3 without a reference"
    )


def test_ssim_has_its_own_order_and_no_cap() -> None:
    dots = similarity_strip(similarity_result(), "ssim").data[0]
    assert (list(dots.x), list(dots.marker.symbol)) == ([1.0, 0.5], ["circle", "circle"])


def test_a_mean_or_interval_that_is_not_defined_says_why() -> None:
    one = similarity_result(ci95={"psnr": None, "ssim": None}, ci95_reason="needs 2 conditions", without_reference=0)
    figure = similarity_strip(one)
    assert figure.layout.annotations[0].text == "Mean 60.00, no interval: needs 2 conditions; 2 conditions"
    assert len(figure.layout.shapes) == 1
    none = similarity_result(mean={"psnr": None, "ssim": None}, mean_reason="1 of 3 failed")
    assert similarity_strip(none).layout.annotations[0].text.startswith("No mean: 1 of 3 failed; 2 conditions")
    assert len(similarity_strip(none).layout.shapes) == 0
    nothing = similarity_result(conditions=(), mean={"psnr": None, "ssim": None}, mean_reason="no <reference>")
    assert similarity_strip(nothing).layout.annotations[-1].text == "Nothing to show: no &lt;reference&gt;"


def test_many_conditions_are_named_by_the_hover_text_only() -> None:
    rows = tuple(clip_similarity(f"c{i}", 20.0 + i / 10, 0.5) for i in range(61))
    figure = similarity_strip(similarity_result(conditions=rows))
    assert len(figure.layout.yaxis.ticktext or ()) == 0
    assert figure.layout.yaxis.title.text == "Conditions, the highest on top"
