"""The families' arms: two colours, one of them the figure on the other. Ours, not the historical ones."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from lucca_pi.games.citta.table.pieces import QUARTER_CODES

_GOLD, _SILVER = "#d8a93a", "#e9e4d6"
_Box = tuple[float, float, float, float]
_Corners = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Arms:
    """
    A family's arms: the colours of `field` and `figure`.

    The figure is made of `boxes` (left, top, width and height) and of `shapes` with these corners, as shares of the
    shield's width and height, from its upper left; what lies outside the shield is cut off.
    """

    field: str
    figure: str
    boxes: tuple[_Box, ...] = ()
    shapes: tuple[_Corners, ...] = ()


def _chevron(peak: float) -> _Corners:
    upper = ((0.0, peak + 0.2), (0.5, peak), (1.0, peak + 0.2))
    return (*upper, *((x, y + 0.16) for x, y in reversed(upper)))


_HALF = ((0.5, 0.0, 0.5, 1.0),)
_FIELDS = ((0.0, 0.0, 0.5, 0.5), (0.5, 0.5, 0.5, 0.5))
_BARS = tuple((0.0, row / 6, 1.0, 1 / 6) for row in (1, 3, 5))
_CHEVRONS = tuple(map(_chevron, (0.12, 0.5, 0.88)))
_BAND = (((-0.34, 0.0), (0.34, 0.0), (1.34, 1.0), (0.66, 1.0)),)

ARMS: Mapping[int, Arms] = MappingProxyType(
    dict(
        zip(
            QUARTER_CODES,
            (
                Arms("#7d1f2e", _GOLD, shapes=_CHEVRONS),
                Arms("#1f3d66", _SILVER, _HALF),
                Arms("#2c5a3c", _GOLD, shapes=_BAND),
                Arms("#4a2f5c", _SILVER, _FIELDS),
                Arms("#2b2b2e", "#c9622b", _BARS),
            ),
            strict=True,
        )
    )
)
"""The arms by the code of the family's quarter."""
