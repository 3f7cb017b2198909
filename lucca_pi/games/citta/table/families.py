"""The families at the quarters: their names, for players whom nobody has named, and their arms."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

FAMILIES = {101: "Guinigi", 102: "Buonvisi", 103: "Burlamacchi", 104: "Cenami", 105: "Arnolfini"}
"""Noble families of Lucca, by quarter code."""


def called(names: Mapping[int, str]) -> dict[int, str]:
    """
    Every player's name, by quarter code; `names`: those entered by players.

    >>> called({102: "Ada"})[102], called({})[101]
    ('Ada', 'Guinigi')
    """
    return FAMILIES | dict(names)


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
    {
        101: Arms("#7d1f2e", _GOLD, shapes=_CHEVRONS),
        102: Arms("#1f3d66", _SILVER, _HALF),
        103: Arms("#2c5a3c", _GOLD, shapes=_BAND),
        104: Arms("#4a2f5c", _SILVER, _FIELDS),
        105: Arms("#2b2b2e", "#c9622b", _BARS),
    }
)
"""The arms by the code of the family's quarter; two colours, one of them the figure. Ours, not the historical ones."""
