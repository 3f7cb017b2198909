"""The cards of a look, each with its owner and its area."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lucca_pi.games.citta.table.areas import Place, place_of
from lucca_pi.games.citta.table.pieces import BACK_CODE, COAT_CODES, QUARTER_CODES
from lucca_pi.table.axes import Pose, in_axes
from lucca_pi.table.sighting import Alike, Look, Sighting


@dataclass(frozen=True, slots=True)
class Laid:
    """A card with its place; `pose` is in its owner's axes, in the centre in the first quarter's."""

    sighting: Sighting
    place: Place
    pose: Pose


def quarters_in(look: Look) -> dict[int, Sighting]:
    """The quarters seen in a look, by code."""
    return {seen.code: seen for seen in sorted(look.sightings, key=lambda one: one.code) if seen.code in QUARTER_CODES}


def lay_out(look: Look, swap: bool = False) -> tuple[tuple[Sighting, ...], tuple[Laid, ...]]:
    """
    The quarters by code, and the cards by code and place; of a code seen twice only the surest, of backs all.

    Raises ValueError when the look holds no quarter.
    """
    quarters = _surest(sighting for sighting in look.sightings if sighting.code in QUARTER_CODES)
    if not quarters:
        raise ValueError("A look without a quarter cannot be read: it has no axes.")
    others = [sighting for sighting in look.sightings if sighting.code not in (*QUARTER_CODES, *COAT_CODES)]
    faces = _surest(card for card in others if card.code != BACK_CODE)
    backs = sorted((card for card in others if card.code == BACK_CODE), key=_steady)
    return quarters, tuple(_laid(card, quarters, swap) for card in (*faces, *backs))


def laid_open(look: Look, swap: bool = False) -> tuple[tuple[Alike, Laid], ...]:
    """The cards of which it is open which they are, each with the place where it lies, as of its likeliest."""
    quarters = _surest(sighting for sighting in look.sightings if sighting.code in QUARTER_CODES)
    cards = [Sighting((*one.codes, 0)[0], one.x_mm, one.y_mm, one.heading_deg) for one in look.alike]
    return tuple((one, _laid(card, quarters, swap)) for one, card in zip(look.alike, cards, strict=True))


def _surest(sightings: Iterable[Sighting]) -> tuple[Sighting, ...]:
    by_code = {sighting.code: sighting for sighting in sorted(sightings, key=_steady)}
    return tuple(by_code[code] for code in sorted(by_code))


def _steady(sighting: Sighting) -> tuple[float, ...]:
    """An order that does not depend on the order of the sightings; the surest of a code comes last."""
    return sighting.code, sighting.margin, sighting.x_mm, sighting.y_mm


def _laid(card: Sighting, quarters: Sequence[Sighting], swap: bool) -> Laid:
    place = place_of(card, quarters, swap)
    axes = next((quarter for quarter in quarters if quarter.code == place.owner), quarters[0])
    return Laid(card, place, in_axes(card, axes))
