"""
Compares the picture of a card with prints in the picture's own light.

A picture shows the print times the light that falls on it, plus haze: light that sleeves and lenses add everywhere.
Light changes slowly over a card and has any colour; haze has the light's colour. So for each face the light and the
haze are fitted under which its print comes nearest to the picture; the share left unexplained distinguishes faces by
the lamp of any evening. Channels are linear in light: there haze and blur change a print's contrast and nothing else.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.faces.prints import Floats
from lucca_pi.vision.picture import Colour

_LINEAR = ((np.arange(256, dtype=np.float32) / 255) ** 2.2).astype(np.float32)
"""The light of each level of a channel, as cameras encode it."""
_HALVED = 2
"""Factor by which compared pixels, 4 mm, are coarser than given colours: prints are askew by less."""
_MOST_HAZE = 0.2
"""
Most haze, as a share of the picture's white; also the most below none, as a print's photograph may have haze itself.

With 0.3 a pale print passes for a dark one in haze, on real photographs.
"""
_POWERS = [(across, down) for across in range(4) for down in range(4 - across)]
"""Light over a card as a polynomial: of the third degree, for the soft edges of shadows."""
_STIFFNESS = np.array([1e-4 * (across + down) ** 2 for across, down in _POWERS], np.float32)
"""Ridge of the fit for each power, as a share: light bends only if the picture shows it."""
_WHITE = 0.95
"""Quantile of light that counts as white."""
NOISE = 0.01
"""Share of a print that noise alone leaves unexplained, about: smaller differences do not distinguish faces."""
_NEAREST = 0.01
"""Quantile that counts of the shares that faces that look alike leave of each other."""
_NEAR = 0.3
"""
Most share of a taught picture that its card leaves, as a part of what another face leaves of it.
Of 9700 pairs of photographs of different cards that are alike, each two of one session, none left less, and a third of
those of one card that were not recognised; with 0.4 four pairs did.
"""
CLEARLY = 1.5
"""
Factor by which a face must leave more of its print unexplained than another, and `NOISE` more, to be excluded.

Of 486 photographs of cards that differ in colour, shading, number or shape alone, from six sessions and several lamps,
no answer is wrong from 1.3 to 1.7. A picture is an example of its card only if every other face leaves so much more of
it.
"""
_ALL_OF_IT = 0.95
"""Least share of a card in view for its picture to teach."""


@dataclass(frozen=True, slots=True)
class Taught:
    """A picture of a face as it looked, (1, 3, pixels), and the most of it that a card `near` it leaves, as a share."""

    picture: Floats
    near: float


class Inks:
    """
    The colours of all faces of a box, for one part of the card, in both photographs of each.

    `colours`: (n, 2, rows, columns, 3), laid over each other. `frames`: for each face the one that it is laid over.
    """

    def __init__(self, colours: NDArray[np.uint8], frames: Sequence[int]) -> None:
        self._inside = np.zeros(colours.shape[2:4], np.float32)
        self._inside[1:-1, 1:-1] = 1
        flat = colours.reshape(-1, *colours.shape[2:])
        coarse = [_coarser(_LINEAR[one], self._inside)[0] for one in flat]
        self._prints = np.array(coarse).reshape(len(colours), 2, 3, -1)
        self._inks = _inks(self._prints)
        seen = _coarser(flat[0].astype(np.float32), self._inside)[1]
        self._in_view, self._light = seen.ravel(), _slow(*seen.shape)
        self._taught: dict[int, Taught] = {}
        self._frames = frames

    def unexplained(self, card: Colour, weight: Floats, faces: Sequence[int]) -> Floats:
        """
        The share of each face's print that the picture leaves unexplained, (len(faces),): 0 is as printed.

        For a taught face the share of the taught picture, if that is near and leaves less. `card`: (rows, columns, 3),
        the picture laid over the face. `weight`: (rows, columns), 0 for hidden pixels.
        """
        shown, seen = _coarser(_LINEAR[card], weight * self._inside)
        if seen.sum() < len(_STIFFNESS):
            return np.full(len(faces), np.inf, np.float32)
        left = self._left(shown, seen.ravel(), faces)
        taught = [(place, self._taught[which]) for place, which in enumerate(faces) if which in self._taught]
        if taught:
            pictures = np.concatenate([one.picture for _, one in taught])
            of_taught = _unexplained(shown[np.newaxis], seen.ravel(), _inks(pictures), self._light)
            for (place, one), share in zip(taught, of_taught[0], strict=True):
                left[place] = min(left[place], share) if share <= one.near else left[place]
        return left

    def taught_by(self, which: int, card: Colour, weight: Floats) -> Taught | None:
        """
        The lesson of a picture of a card that is certain to be that face; `card` and `weight` as in `unexplained`.

        None if a part of it is hidden, or its print explains the picture hardly better than another face does.
        """
        shown, seen = _coarser(_LINEAR[card], weight * self._inside)
        if seen.sum() < _ALL_OF_IT * self._in_view.sum():
            return None
        picture, every = shown[np.newaxis], range(len(self._prints))
        others = [one for one in every if one != which]
        left = self._left(picture[0], seen.ravel(), every)
        nearest = float(left[others].min(initial=np.inf))
        if left[which] * CLEARLY + NOISE > nearest:
            return None
        of_print = min(float(self._left(one, self._in_view, others).min(initial=np.inf)) for one in self._prints[which])
        return Taught(picture, _NEAR * min(nearest, of_print))

    def lead(self, card: Colour, weight: Floats, which: int) -> float:
        """
        The least lead of a face over another one that differs from it: 1 if the picture is as printed, 0 in between.

        Light that no face explains takes nothing from the lead. `card` and `weight` as in `unexplained`.
        """
        shown, seen = _coarser(_LINEAR[card], weight * self._inside)
        picture, weighed = shown[np.newaxis], seen.ravel()
        (own,), whole = _energies(picture, weighed, self._inks[which], self._light)
        best = int((own / whole).argmin())
        others = np.delete(self._inks, which, axis=0).reshape(-1, *picture.shape[1:])
        both = np.concatenate([picture, self._prints[which, best : best + 1]])
        (left, apart), _ = _energies(both, weighed, others, self._light)
        leads = (left - own.min()) / np.maximum(apart, 1e-6)
        return float(leads[apart > NOISE * whole[best]].min(initial=1.0))

    def remember(self, taught: Mapping[int, Taught]) -> None:
        """Replaces the third photographs of all faces by these, by their numbers."""
        self._taught = dict(taught)

    @cached_property
    def nearest(self) -> float:
        """The least share that another face over the same frame leaves of a print, more than noise alone."""
        seen = np.ones_like(self._in_view)
        nearest = [np.array([np.inf])]
        for frame in sorted(set(self._frames)):
            alike = np.flatnonzero(np.array(self._frames) == frame)
            inks = self._inks[alike].reshape(-1, *self._inks.shape[2:])
            for which in alike.tolist() if len(alike) > 1 else ():
                left = _unexplained(self._prints[which], seen, inks, self._light).reshape(2, -1, 2).min(axis=2)
                nearest.append(np.where((left > NOISE) & (alike != which), left, np.inf).min(axis=1))
        return float(np.quantile(np.concatenate(nearest), _NEAREST, method="lower"))

    def _left(self, shown: Floats, seen: Floats, faces: Sequence[int]) -> Floats:
        inks = self._inks[list(faces)]
        every = _unexplained(shown[np.newaxis], seen, inks.reshape(-1, *inks.shape[2:]), self._light)
        return np.asarray(every.reshape(len(faces), 2).min(axis=1), np.float32)


def _coarser(light: Floats, weight: Floats) -> tuple[Floats, Floats]:
    """Light, (rows, columns, 3), in coarser pixels, (3, pixels), and the weight of each, (rows, columns)."""
    size = max(1, weight.shape[1] // _HALVED), max(1, weight.shape[0] // _HALVED)
    seen = np.asarray(cv2.resize(weight, size, interpolation=cv2.INTER_AREA), np.float32)
    both = cv2.resize(light * weight[..., None], size, interpolation=cv2.INTER_AREA)
    coarse = np.asarray(both / np.maximum(seen, 1e-6)[..., None], np.float32)
    return np.ascontiguousarray(coarse.reshape(-1, 3).T), seen


def _slow(rows: int, columns: int) -> Floats:
    """The terms of light that changes slowly over a card: (len(_POWERS), pixels)."""
    down, across = np.mgrid[0:rows, 0:columns].astype(np.float32)
    down, across = 2 * down.ravel() / rows - 1, 2 * across.ravel() / columns - 1
    return np.stack([across**right * down**below for right, below in _POWERS])


def _inks(prints: Floats) -> Floats:
    """Prints, (..., pixels), as shares of their white."""
    return np.asarray(prints / _white(prints), np.float32)


def _unexplained(shown: Floats, seen: Floats, inks: Floats, light: Floats) -> Floats:
    """The share of the inks of each print, (m, 3, pixels), that each picture, (k, 3, pixels), leaves: (k, m)."""
    left, whole = _energies(shown, seen, inks, light)
    return left / whole


def _energies(shown: Floats, seen: Floats, inks: Floats, light: Floats) -> tuple[Floats, Floats]:
    """
    The contrast of each picture that each print leaves unexplained, (k, m), and that of each print, (m,).

    What is left is that of each channel, of the picture and of haze, without the print in the best light.
    """
    shown = shown / _white(shown[..., seen > 0])
    parts = inks[:, :, None] * light
    weighed = parts * seen
    square = weighed @ parts.swapaxes(-1, -2)
    diagonal = range(len(_POWERS))
    square[..., diagonal, diagonal] += square[..., 0, :1] * _STIFFNESS
    both = np.stack([*shown, np.ones_like(shown[0])], axis=1)
    rest = both - np.linalg.solve(square, weighed @ both.swapaxes(-1, -2)).swapaxes(-1, -2) @ parts
    pictures, haze = rest[:, :, :-1], rest[:, :, -1:]
    most = _energy(pictures * haze, seen) / (_energy(haze * haze, seen) + 1e-6)
    left = pictures - np.clip(most, -_MOST_HAZE, _MOST_HAZE)[:, None, :, None] * haze
    inks = (inks - np.average(inks, axis=2, weights=seen)[..., None])[:, :, None]
    return _energy(left * left, seen).T, np.maximum(_energy(inks * inks, seen)[:, 0], np.float32(1e-3))


def _white(light: Floats) -> Floats:
    """The white of each channel, over the last axis, which stays."""
    return np.maximum(np.quantile(light, _WHITE, axis=-1, keepdims=True), 1e-3).astype(np.float32)


def _energy(values: Floats, seen: Floats) -> Floats:
    """The sums over channels and pixels of values, (m, 3, k, pixels): (m, k)."""
    return np.asarray((values * seen).sum(axis=(1, 3)), np.float32)
