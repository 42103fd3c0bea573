"""Time the frame metrics against named peers, on one thread and in one run, so that the ratios are of one machine.

    python benchmarks/kernels.py [--rounds 15]

Prints Markdown: the median processor time a frame of every implementation, its ratio to evalcore's, and how far the
values are apart. Peers: scikit-image, numpy, and torchmetrics where it is installed. torchmetrics computes in float32,
pads its SSIM at the border and knows no sample covariance, so its values differ a little by definition.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from statistics import median

import cv2
import numpy as np
from moving_clips import texture
from skimage.metrics import peak_signal_noise_ratio, structural_similarity

from evalcore.metrics import mad, psnr, ssim

SIZES = ((640, 360), (1280, 704))
SHORTEST_S = 0.02  # a sample repeats a call until it has lasted this long: the fast kernels take microseconds

Metric = Callable[[np.ndarray, np.ndarray], float]


def numpy_mad(pred: np.ndarray, truth: np.ndarray) -> float:
    return float(np.abs(pred.astype(np.float64) - truth.astype(np.float64)).mean())


def skimage_ssim(pred: np.ndarray, truth: np.ndarray, **options: object) -> float:
    return float(structural_similarity(truth, pred, channel_axis=-1, data_range=255, **options))


def skimage_psnr(pred: np.ndarray, truth: np.ndarray) -> float:
    return float(peak_signal_noise_ratio(truth, pred, data_range=255))


def torchmetrics_peers() -> dict[str, Metric]:
    """torchmetrics on float32 NCHW tensors; the conversion is part of its time, as it is of every user's."""
    if find_spec("torchmetrics") is None:
        return {}
    import torch
    from torchmetrics.functional import mean_absolute_error
    from torchmetrics.functional.image import peak_signal_noise_ratio as psnr_of
    from torchmetrics.functional.image import structural_similarity_index_measure as ssim_of

    torch.set_num_threads(1)

    def tensor(frame: np.ndarray) -> torch.Tensor:
        return torch.from_numpy(frame).permute(2, 0, 1)[None].float().contiguous()

    def on_tensors(function: Callable[..., torch.Tensor], pred: np.ndarray, truth: np.ndarray) -> float:
        with torch.inference_mode():
            return float(function(tensor(pred), tensor(truth)))

    box = {"gaussian_kernel": False, "kernel_size": 7}
    return {
        "MAD": partial(on_tensors, mean_absolute_error),
        "PSNR": partial(on_tensors, partial(psnr_of, data_range=255.0)),
        "SSIM, uniform": partial(on_tensors, partial(ssim_of, data_range=255.0, **box)),
        "SSIM, Gaussian": partial(on_tensors, partial(ssim_of, data_range=255.0, sigma=1.5)),
    }


def contestants() -> dict[str, dict[str, Metric]]:
    """Metric -> implementation -> function; evalcore comes first."""
    gaussian = {"gaussian_weights": True, "sigma": 1.5, "use_sample_covariance": False}
    table: dict[str, dict[str, Metric]] = {
        "MAD": {"evalcore": mad, "numpy float64": numpy_mad},
        "PSNR": {"evalcore": psnr, "scikit-image": skimage_psnr},
        "SSIM, uniform": {"evalcore": ssim, "scikit-image": skimage_ssim},
        "SSIM, Gaussian": {
            "evalcore": partial(ssim, window="gaussian"),
            "scikit-image": partial(skimage_ssim, **gaussian),
        },
    }
    for metric, peer in torchmetrics_peers().items():
        table[metric]["torchmetrics"] = peer
    return table


def frames(width: int, height: int) -> tuple[np.ndarray, np.ndarray]:
    """A textured frame, and a prediction of it that is moved by a pixel, softer and noisier."""
    rng = np.random.default_rng(0)
    truth = texture(rng, width, height)
    pred = cv2.GaussianBlur(np.roll(truth, 1, axis=1), (0, 0), 0.7) + rng.normal(0, 2, truth.shape)
    return tuple(np.clip(frame, 0, 255).round().astype(np.uint8) for frame in (pred, truth))


def seconds(function: Metric, pred: np.ndarray, truth: np.ndarray) -> float:
    """Mean processor time of a call over one sample: other programs disturb it less than they do the clock."""
    calls, start = 0, time.process_time()
    while (elapsed := time.process_time() - start) < SHORTEST_S or not calls:
        function(pred, truth)
        calls += 1
    return elapsed / calls


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15, help="samples of each implementation (default: 15)")
    rounds = parser.parse_args().rounds
    cv2.setNumThreads(1)

    print("| metric | frame | implementation | ms a frame | evalcore is faster by | values apart by |")
    print("|---|---|---|---:|---:|---:|")
    for metric, functions in contestants().items():
        for width, height in SIZES:
            pred, truth = frames(width, height)
            values = {name: function(pred, truth) for name, function in functions.items()}  # compiles, and warms up
            samples: dict[str, list[float]] = {name: [] for name in functions}
            for _ in range(rounds):  # in turns, so that a busy moment of the machine meets all of them
                for name, function in functions.items():
                    samples[name].append(seconds(function, pred, truth))
            times = {name: median(sample) for name, sample in samples.items()}
            for name, taken in times.items():
                own = name == "evalcore"
                ratio = "" if own else f"{taken / times['evalcore']:.1f} x"
                apart = "" if own else f"{abs(values[name] - values['evalcore']):.1e}"
                print(
                    f"| {metric} | {width} x {height} | {name} | {1000 * taken:.3f} | {ratio} | {apart} |", flush=True
                )


if __name__ == "__main__":
    main()
