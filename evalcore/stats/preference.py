"""Win rates and strengths of models from choices between them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

__all__ = ["bradley_terry", "win_rate", "wins_both_ways"]

Array = npt.NDArray[np.float64]
MOST_STEPS, MOST_HALVINGS = 100, 40
CONVERGED = 1e-10


def win_rate(wins: npt.ArrayLike) -> Array:
    """The share of its comparisons that each model wins.

    Parameters
    ----------
    wins
        (..., K, K): how often the model of the row was preferred to that of the column; a tie is half a win of each.

    Returns
    -------
    (..., K) float64
        0..1, nan for a model that was not compared.

    Examples
    --------
    >>> win_rate([[0, 3], [1, 0]])
    array([0.75, 0.25])
    """
    won = _off_diagonal(wins)
    mine, all_ = won.sum(axis=-1), (won + np.swapaxes(won, -1, -2)).sum(axis=-1)
    return np.where(all_ == 0, np.nan, mine / np.where(all_ == 0, 1, all_))


def wins_both_ways(wins: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """(K,) groups of models that are connected by wins in both directions, the largest first (0, 1, ...).

    Strengths within a group can be estimated: from each model a chain of "preferred to" leads to each other one, and
    back. Between two groups they cannot: all wins go one way, or there is no comparison (Ford 1957,
    https://doi.org/10.2307/2308513).

    Examples
    --------
    >>> wins_both_ways([[0, 5, 5], [0, 0, 2], [0, 1, 0]])
    array([1, 0, 0])
    """
    reached = _reached(_off_diagonal(wins))
    mutual = reached & reached.T
    first = mutual.argmax(axis=1)  # the first model of each one's group
    heads = sorted(set(first.tolist()), key=lambda head: (-int((first == head).sum()), head))
    return np.array([heads.index(head) for head in first.tolist()], np.int64)


def bradley_terry(wins: npt.ArrayLike) -> Array:
    """Strengths that make the choices most likely: P(i is preferred to j) = 1 / (1 + exp(s_j - s_i)).

    Parameters
    ----------
    wins
        (..., K, K) as for :func:`win_rate`, of any number of resamples.

    Returns
    -------
    (..., K) float64
        Log-odds with mean 0; all nan where wins do not connect all K models in both directions, as then there is no
        most likely value: a model that always wins would be infinitely strong.

    References
    ----------
    R. A. Bradley, M. E. Terry (1952), https://doi.org/10.2307/2334029.

    Examples
    --------
    >>> import numpy as np
    >>> bradley_terry([[0, 3], [1, 0]]).round(4), round(float(np.log(3) / 2), 4)
    (array([ 0.5493, -0.5493]), 0.5493)
    """
    won = _off_diagonal(wins)
    shape, k = won.shape[:-1], won.shape[-1]
    flat = won.reshape(-1, k, k)
    connected = _reached(flat).all(axis=(-1, -2))
    out = np.full((len(flat), k), np.nan)
    out[connected] = _most_likely(flat[connected])
    return out.reshape(shape)


def _off_diagonal(wins: npt.ArrayLike) -> Array:
    won = np.asarray(wins, np.float64)
    if won.ndim < 2 or won.shape[-1] != won.shape[-2] or not won.shape[-1]:
        raise ValueError(f"wins has shape {won.shape}; (..., K, K) was expected")
    if not np.isfinite(won).all() or (won < 0).any():
        raise ValueError("wins holds a number that is negative or not finite")
    return np.where(np.eye(won.shape[-1], dtype=bool), 0.0, won)


def _reached(won: Array) -> npt.NDArray[np.bool_]:
    """(..., K, K) whether a chain of wins leads from the row's model to the column's, itself included."""
    k = won.shape[-1]
    reached = (won > 0) | np.eye(k, dtype=bool)
    for _ in range(max(k - 1, 1).bit_length()):  # each squaring doubles the length of the chains
        chains = reached.astype(np.float64)
        reached = chains @ chains > 0
    return reached


def _most_likely(won: Array) -> Array:
    """Newton's method with halved steps on all resamples at once; the likelihood is concave, mean 0 makes it strict."""
    n, k = won.shape[0], won.shape[-1]
    played = won + np.swapaxes(won, -1, -2)
    strength = np.zeros((n, k))
    value = _likelihood(won, strength)
    for _ in range(MOST_STEPS):
        p = 1 / (1 + np.exp(strength[:, None, :] - strength[:, :, None]))
        slope = (won - played * p).sum(axis=-1)
        weight = played * p * np.swapaxes(p, -1, -2)
        curvature = -weight + 1 / k  # 1 / k holds the mean, which the likelihood leaves free
        diagonal = np.arange(k)
        curvature[:, diagonal, diagonal] += weight.sum(axis=-1)
        step = np.linalg.solve(curvature, slope[..., None])[..., 0]
        size = np.ones((n, 1))
        for _ in range(MOST_HALVINGS):
            tried = strength + size * step
            better = _likelihood(won, tried)
            worse = better < value - 1e-12 * np.abs(value)
            if not worse.any():
                break
            size[worse] /= 2
        strength, value = tried - tried.mean(axis=-1, keepdims=True), better
        if not n or np.abs(size * step).max() < CONVERGED:
            break
    return strength


def _likelihood(won: Array, strength: Array) -> Array:
    """(n,) log-likelihood."""
    behind = strength[:, None, :] - strength[:, :, None]
    value: Array = -(won * np.logaddexp(0.0, behind)).sum(axis=(-1, -2))
    return value
