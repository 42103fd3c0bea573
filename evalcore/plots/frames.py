"""The qualitative figure: frames of one clip with each method's absolute difference from the truth, pixel for pixel."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from evalcore.errors import InputError
from evalcore.metrics import METRICS
from evalcore.plots.theme import Palette, Theme, palette
from evalcore.rollout.config import PAPER

__all__ = ["absolute_difference", "candidate_frames", "colour_map", "scale_labels"]

Frames = NDArray[np.uint8]

SMALLEST_CELL = 200  # pixels; smaller frames are enlarged by whole factors
CLIPPED = 99.5  # percentile of the differences that the colour scale ends at: single pixels must not darken the rest


def absolute_difference(prediction: Frames, truth: Frames) -> NDArray[np.float64]:
    """Mean over RGB of |prediction - truth|: (..., H, W, 3) uint8 -> (..., H, W) grey levels; its mean is the MAD."""
    difference: NDArray[np.float64] = np.abs(prediction.astype(np.int16) - truth).mean(axis=-1)
    return difference


def colour_map(values: NDArray[np.float64], *, limit: float) -> Frames:
    """Values 0..``limit`` (larger ones are clipped) as RGB of the perceptually uniform map "inferno".

    (..., H, W) float -> (..., H, W, 3) uint8.
    """
    ramp = cv2.applyColorMap(np.arange(256, dtype=np.uint8)[:, None], cv2.COLORMAP_INFERNO)[:, 0, ::-1]
    level = np.minimum(values / limit, 1.0) * 255
    colours: Frames = ramp[np.rint(level).astype(np.uint8)]
    return colours


def scale_labels(limit: float, largest: float) -> tuple[str, str, str]:
    """Both ends and the middle of the colour scale; its end says so where larger differences share its colour.

    >>> scale_labels(64, 80.5), scale_labels(9, 9)
    (('0', '32', 'from 64'), ('0', '4.5', '9'))
    """
    return "0", f"{limit / 2:g}", f"{'from ' if largest > limit else ''}{limit:g}"


def candidate_frames(
    last_conditioning: Frames,
    truth: Frames,
    predictions: Mapping[str, Frames],
    *,
    steps: Sequence[int],
    title: str = "",
    incomplete: str | None = None,
    limit: float | None = None,
    fps: float = PAPER.fps,
    theme: Theme = "evalcore_light",
) -> bytes:
    """Draw the last conditioning frame, the truth, and for each method its frames and their difference from the truth.

    Frames stand pixel for pixel, enlarged only by a whole factor (nearest neighbour) where they are narrower than 200
    pixels. All differences share one colour scale; the MAD of each step stands below its difference.

    Text is drawn in the font that Pillow carries, which has hardly more than ASCII: accents are left out, and each
    letter of another script becomes a question mark. The file's name or a caption beside the figure can hold the rest.

    Parameters
    ----------
    last_conditioning
        (H, W, 3) uint8 RGB.
    truth
        (K, H, W, 3) uint8 RGB.
    predictions
        Row label -> (K, H, W, 3) uint8 RGB, in the order of the rows. The label is the method's name; where the clip
        has several samples it also has to name the one shown (``good, sample 0``), because a score, and so the rule
        that chose the clip, takes the mean over samples while the figure shows one.
    steps
        The prediction steps to show as columns, from 1.
    title
        Line above the figure, such as the clip and the rule that chose it.
    incomplete
        What :func:`evalcore.tables.incompleteness` says of the result behind the figure; drawn below the title.
    limit
        End of the colour scale in grey levels; default the 99.5th percentile of the differences shown, rounded up.
    fps
        Frames a second, for the time of each step.
    theme
        ``evalcore_light`` or ``evalcore_dark``.

    Returns
    -------
    bytes
        A PNG, the same on each run.

    Raises
    ------
    InputError
        No step or no method, or a step that the truth does not have.
    ValueError
        Arrays that do not fit together.
    """
    if not predictions or not steps:
        raise InputError("a figure of candidates needs at least one method and one step.")
    if unknown := [step for step in steps if not 1 <= step <= len(truth)]:
        raise InputError(f"there is no step {unknown[0]}.", fix=f"Choose from 1 to {len(truth)}.")
    for name, frames in {"last_conditioning": last_conditioning[None], **predictions}.items():
        if frames.shape[1:] != truth.shape[1:] or frames.dtype != np.uint8:
            raise ValueError(f"{name}: found {frames.dtype} {frames.shape}, expected uint8 frames {truth.shape[1:]}")
    shown = [step - 1 for step in steps]
    differences = {name: absolute_difference(frames[shown], truth[shown]) for name, frames in predictions.items()}
    largest = max(float(difference.max()) for difference in differences.values())
    if limit is None:
        limit = max(1.0, ceil(max(float(np.percentile(d, CLIPPED)) for d in differences.values())))
    height, width = truth.shape[1:3]
    sheet = _Sheet(height, width, 1 + 2 * len(predictions), len(steps), theme=theme, incomplete=incomplete)
    sheet.head(title, [f"t+{step}  ({1000 * step / fps:.0f} ms)" for step in steps])
    sheet.frame(0, 0, last_conditioning)
    sheet.label(0, "truth")
    for column, step in enumerate(shown, start=1):
        sheet.frame(0, column, truth[step])
    for place, (name, frames) in enumerate(predictions.items()):
        row = 1 + 2 * place
        sheet.label(row, name)
        sheet.label(row + 1, "difference")
        for column, step in enumerate(shown, start=1):
            difference = differences[name][column - 1]
            sheet.frame(row, column, frames[step])
            sheet.frame(row + 1, column, colour_map(difference, limit=limit))
            sheet.caption(row + 1, column, f"MAD {difference.mean():.{METRICS['mad'].digits}f}")
    sheet.scale_bar(1, limit, scale_labels(limit, largest))
    return sheet.png()


def _drawable(text: str) -> str:
    """``text`` in the letters that Pillow's own font has: accents go, other letters become question marks."""
    letters = unicodedata.normalize("NFKD", " ".join(text.split()).replace("−", "-"))
    return "".join(char if char.isascii() else "?" for char in letters if not unicodedata.combining(char))


@dataclass(frozen=True)
class _Sheet:
    """A page of cells: column 0 for the conditioning frame, a strip for row labels, then one column a step."""

    height: int
    width: int
    rows: int
    columns: int
    theme: Theme
    incomplete: str | None

    @cached_property
    def colours(self) -> Palette:
        return palette(self.theme)

    @cached_property
    def factor(self) -> int:
        return max(1, ceil(SMALLEST_CELL / self.width))

    @property
    def cell(self) -> tuple[int, int]:
        return self.width * self.factor, self.height * self.factor

    @cached_property
    def size(self) -> int:
        """Font size: readable when the whole sheet is fitted to a page."""
        return max(14, self.cell[0] // 20)

    @cached_property
    def font(self) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
        return ImageFont.load_default(self.size)

    @property
    def gap(self) -> int:
        return max(6, self.size // 2)

    @property
    def line(self) -> int:
        return round(1.5 * self.size)

    @property
    def top(self) -> int:
        return self.gap + (3 if self.incomplete else 2) * self.line + self.gap

    @property
    def strip(self) -> int:
        return self.line

    def at(self, row: int, column: int) -> tuple[int, int]:
        """Top left pixel of a cell; below each row there is room for a caption."""
        x = self.gap + column * (self.cell[0] + self.gap) + (self.strip + self.gap if column else 0)
        captions = sum(1 for above in range(row) if above and above % 2 == 0)
        return x, self.top + row * (self.cell[1] + self.gap) + captions * self.line

    @cached_property
    def image(self) -> Image.Image:
        x, y = self.at(self.rows, self.columns + 1)
        return Image.new("RGB", (x, y), self.colours.paper)

    @cached_property
    def draw(self) -> ImageDraw.ImageDraw:
        return ImageDraw.Draw(self.image)

    def frame(self, row: int, column: int, pixels: Frames) -> None:
        enlarged = pixels.repeat(self.factor, axis=0).repeat(self.factor, axis=1)
        self.image.paste(Image.fromarray(enlarged), self.at(row, column))

    def head(self, title: str, names: Sequence[str]) -> None:
        for place, (text, colour) in enumerate(((title, self.colours.ink), (self.incomplete, self.colours.alert))):
            if text:
                fitted = self.fit(text, self.image.width - 2 * self.gap)
                self.draw.text((self.gap, self.gap + place * self.line), fitted, colour, font=self.font)
        y = self.top - self.line
        for column, name in enumerate(("last conditioning frame", *names)):
            fitted = self.fit(name, self.cell[0])
            self.draw.text((self.at(0, column)[0], y), fitted, self.colours.muted, font=self.font)

    def caption(self, row: int, column: int, text: str) -> None:
        x, y = self.at(row, column)
        fitted = self.fit(text, self.cell[0])
        self.draw.text((x, y + self.cell[1] + self.gap // 2), fitted, self.colours.muted, font=self.font)

    def label(self, row: int, text: str) -> None:
        """The name of a row, turned, in the strip left of the steps."""
        strip = Image.new("RGB", (self.cell[1], self.strip), self.colours.paper)
        middle = (self.cell[1] / 2, self.strip / 2)
        fitted = self.fit(text, self.cell[1])
        ImageDraw.Draw(strip).text(middle, fitted, self.colours.ink, font=self.font, anchor="mm")
        x, y = self.at(row, 1)
        self.image.paste(strip.rotate(90, expand=True), (x - self.gap // 2 - self.strip, y))

    def scale_bar(self, row: int, limit: float, labels: tuple[str, str, str]) -> None:
        """The colours of the differences with their values, below the conditioning frame."""
        x, y = self.at(row, 0)
        width, height = self.cell[0], self.size
        ramp = np.tile(np.linspace(0.0, limit, width), (height, 1))
        lines = ["absolute difference,", f"mean over RGB ({METRICS['mad'].unit})"]
        for text in lines:
            self.draw.text((x, y), self.fit(text, width), self.colours.ink, font=self.font)
            y += self.line
        self.image.paste(Image.fromarray(colour_map(ramp, limit=limit)), (x, y))
        self.draw.rectangle((x, y, x + width - 1, y + height - 1), outline=self.colours.muted)
        y += height + self.gap // 2
        for share, anchor, text in zip((0.0, 0.5, 1.0), ("la", "ma", "ra"), labels, strict=True):
            self.draw.text((x + share * width, y), text, self.colours.muted, font=self.font, anchor=anchor)

    def fit(self, text: str, width: int) -> str:
        """``text`` on one line, shortened in the middle until it is at most ``width`` pixels wide."""
        text = _drawable(text)
        kept = len(text)
        fitted = text
        while kept > 2 and self.font.getlength(fitted) > width:
            kept -= 1
            fitted = f"{text[: ceil(kept / 2)]}…{text[len(text) - kept // 2 :]}"
        return fitted

    def png(self) -> bytes:
        buffer = io.BytesIO()
        self.image.save(buffer, "PNG")
        return buffer.getvalue()
