"""
A deck without stickers before the eye: what a recogniser of printed faces would say of each card in sight.

The rates are shares of cards that were measured on drawn views (docs/eyes.md, "Cards by their printed faces"); where a
recogniser is measured anew, they are renewed here and nowhere else.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random

from lucca_pi.drawn.lying import moved
from lucca_pi.games.citta.drawn.lay import Lying
from lucca_pi.games.citta.rules.deckfile import DeckFile
from lucca_pi.games.citta.table.pieces import QUARTER_CODES, TOWER_OF_CODE
from lucca_pi.table.sighting import Alike, Look, Sighting
from tests.sim.evening import Laid
from tests.sim.occlusion import Glance


@dataclass(frozen=True, slots=True)
class Rates:
    """Shares of the cards in sight that are known alone, and as one of several; the others are not known at all."""

    alone: float
    several: float


NUMBER, FEW = "number", "few"
"""Decks: one in which four cards each differ by the number alone; and one in which few look alike, as in ours."""
EVEN, DIM, BLUR, GLARE = "even", "dim", "blur", "glare"

AMONG_ALL: Mapping[str, Mapping[str, Rates]] = {
    NUMBER: {EVEN: Rates(0.45, 0.55), DIM: Rates(0.45, 0.55), BLUR: Rates(0.33, 0.65), GLARE: Rates(0.23, 0.55)},
    FEW: {EVEN: Rates(0.98, 0.02), DIM: Rates(0.98, 0.02), BLUR: Rates(0.95, 0.05), GLARE: Rates(0.90, 0.06)},
}
"""A whole face in the centre, which may be any card of the deck: of 60 views each."""
AMONG_THREE: Mapping[str, Rates] = {
    EVEN: Rates(0.97, 0.03),
    DIM: Rates(0.94, 0.06),
    BLUR: Rates(0.95, 0.05),
    GLARE: Rates(0.94, 0.03),
}
"""The upper part of a face with a player, of three cards: the recogniser is told what has left the centre."""
UPPER: Mapping[str, Mapping[str, Rates]] = {
    NUMBER: {EVEN: Rates(0.0, 1.0), DIM: Rates(0.0, 1.0), BLUR: Rates(0.0, 0.97), GLARE: Rates(0.0, 0.78)},
    FEW: {EVEN: Rates(0.97, 0.03), DIM: Rates(0.97, 0.03), BLUR: Rates(0.92, 0.07), GLARE: Rates(0.72, 0.16)},
}
"""The same of all cards of the deck: it is not told."""
TAKEN_FOR_STRANGE = 0.03
"""Of the cards that are not known at all, the share taken for none of the deck's, not measured; others are not seen."""
UPPER_MM = 40.0
"""The upper part of a card that is looked at."""
IN_VIEW = 0.6
"""As much of it at least is in sight of a card that is known."""
PAIRS = 6
"""Twos of cards that look alike in a deck with few of them."""


@dataclass(frozen=True, slots=True)
class Faces:
    """What is printed on the cards, and the light on them; `told`: what has left the centre is known to the eye."""

    deck: str
    light: str
    told: bool = True

    def seen(self, look: Look, lying: Laid, glance: Glance, deck_file: DeckFile) -> Look:
        """What is known of a look that shows every card alone."""
        centre = {card.code for card in lying if card.owner is None}
        sure: list[Sighting] = []
        several: list[Alike] = []
        for one in look.sightings:
            if one.code >= QUARTER_CODES.start:
                sure.append(one)
                continue
            codes = self._known_as(one.code, one.code in centre, glance, deck_file)
            sure += [one] if codes == (one.code,) else []
            several += [Alike(codes, one.x_mm, one.y_mm, one.heading_deg)] if codes and len(codes) > 1 else []
            several += [Alike((), one.x_mm, one.y_mm, one.heading_deg)] if codes == () else []
        return replace(look, sightings=tuple(sure), alike=tuple(several))

    def _known_as(self, code: int, centre: bool, glance: Glance, deck_file: DeckFile) -> tuple[int, ...] | None:
        """The card alone, or those that it may be; none of the deck's; None where it is not seen."""
        upper = AMONG_THREE[self.light] if self.told else UPPER[self.deck][self.light]
        rates = AMONG_ALL[self.deck][self.light] if centre else upper
        told = Random(f"{glance.seed} told {glance.moment} {code}").random()
        if told < rates.several:
            return self._alike(code, deck_file, Random(f"{glance.seed} alike {glance.moment} {code}"))
        seen = Random(f"{glance.seed} faces {glance.moment} {glance.look} {code}").random() * (1 - rates.several)
        if seen < rates.alone:
            return (code,)
        return () if (seen - rates.alone) < TAKEN_FOR_STRANGE * (1 - rates.alone - rates.several) else None

    def _alike(self, code: int, deck_file: DeckFile, chance: Random) -> tuple[int, ...]:
        """The card among those that look like it, in any order; one that is like no other among two of its colour."""
        codes = [code, *twins(self.deck, deck_file).get(code, ())]
        if len(codes) == 1 and code not in TOWER_OF_CODE:
            colour = deck_file.deck[deck_file.codes[code]].colour
            others = [one for one, number in deck_file.codes.items() if deck_file.deck[number].colour == colour]
            codes.append(chance.choice([one for one in others if one != code]))
        chance.shuffle(codes)
        return tuple(codes)


def twins(deck: str, deck_file: DeckFile) -> Mapping[int, tuple[int, ...]]:
    """The cards that look like each card, by code."""
    alike: dict[object, list[int]] = {}
    for code, number in deck_file.codes.items():
        card = deck_file.deck[number]
        alike.setdefault((card.colour, card.windows, card.shields), []).append(code)
    groups = [*alike.values()]
    groups = groups if deck == NUMBER else [group[:2] for group in groups[:PAIRS]]
    return {code: tuple(one for one in group if one != code) for group in groups for code in group}


def told_apart(left: Look, whole: Look, lying: Laid) -> Look:
    """The look with what it leaves open in the centre told by players; `whole` shows every card alone."""
    centre, places = {card.code for card in lying if card.owner is None}, {(one.x_mm, one.y_mm) for one in left.alike}
    told = [one for one in whole.sightings if one.code in centre and (one.x_mm, one.y_mm) in places]
    there = {(one.x_mm, one.y_mm) for one in told}
    alike = tuple(one for one in left.alike if (one.x_mm, one.y_mm) not in there)
    return replace(left, sightings=(*left.sightings, *told), alike=alike)


NAMES = {f"{deck}-{light}": Faces(deck, light) for deck in AMONG_ALL for light in AMONG_ALL[deck]}
NAMES |= {f"{name}-untold": replace(faces, told=False) for name, faces in NAMES.items()}
"""Decks without stickers in each light, by name."""


def in_view(seen: Laid, lying: Laid, deck_file: DeckFile) -> Iterator[Lying]:
    """Of the cards whose codes would be seen, those of whose upper part enough is in sight."""
    return (card for card in seen if card.code >= QUARTER_CODES.start or _is_in_view(card, lying, deck_file))


def _is_in_view(card: Lying, lying: Laid, deck_file: DeckFile) -> bool:
    width, height = deck_file.card_mm
    above = [one for one in lying if one.level > card.level and not one.buried and one is not card]
    spots = [(x * width, y) for x in (-0.4, -0.2, 0.0, 0.2, 0.4) for y in (4.0, UPPER_MM / 2, UPPER_MM)]
    places = [moved((card.x_mm, card.y_mm), card.heading_deg, x, y - height / 2) for x, y in spots]
    free = [place for place in places if not any(_is_on(place, other, deck_file) for other in above)]
    return len(free) >= IN_VIEW * len(places)


def _is_on(point: tuple[float, float], card: Lying, deck_file: DeckFile) -> bool:
    off = point[0] - card.x_mm, point[1] - card.y_mm
    across, down = moved((0.0, 0.0), -card.heading_deg, *off)
    return abs(across) < deck_file.card_mm[0] / 2 and abs(down) < deck_file.card_mm[1] / 2
