"""
A deck without stickers before the eye: what a recogniser of printed faces would say of each card in sight.

The rates are shares of cards that were measured on drawn views and tables (docs/measured/faces.md); if a recogniser is
measured anew, they are renewed here and nowhere else.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from math import dist
from random import Random

from lucca_pi.drawn.things import moved_point
from lucca_pi.games.citta.drawn.scenes import DrawnCard
from lucca_pi.games.citta.rules.deck import DeckFile
from lucca_pi.games.citta.table.pieces import QUARTER_CODES, TOWER_OF_CODE
from lucca_pi.table.sighting import Alike, Look, Sighting, wrapped
from tests.sim.eye import Glance, Laid, above_it, is_on


@dataclass(frozen=True, slots=True)
class Rates:
    """Shares of the cards in sight that are known alone, and as one of several; the others are not known at all."""

    alone: float
    several: float


NUMBER, FEW = "number", "few"
"""Decks: four cards each differ by the number on the door alone; few look alike, as in the deck without codes."""
EVEN, DIM, BLUR, LAMP, GLARE = "even", "dim", "blur", "lamp", "glare"
"""Lights. `lamp`: a lamp or a window is mirrored somewhere on the table; `glare`: a reflex lies on every card."""
WHOLE, UPPER = "whole face", "upper half"
"""What is in sight of a card."""
TABLE, STRICT = "table", "strict"
"""Gates: as play asks where cards lie on a table, and as of a card that may be any."""


def _in_lights(*percent: tuple[int, int] | None) -> Mapping[str, Rates]:
    """Rates alone and as one of several, %, in each light; None where that was not measured."""
    shares = zip((EVEN, DIM, BLUR, LAMP, GLARE), percent, strict=True)
    return {light: Rates(two[0] / 100, two[1] / 100) for light, two in shares if two}


RATES: Mapping[tuple[str, str, str], Mapping[str, Rates]] = {
    (FEW, WHOLE, TABLE): _in_lights((97, 1), (99, 1), (98, 1), (92, 1), (63, 1)),
    (FEW, UPPER, TABLE): _in_lights((97, 1), (99, 1), (98, 1), (92, 1), (24, 1)),
    (NUMBER, WHOLE, TABLE): _in_lights((89, 11), (95, 5), (98, 2), (71, 24), (44, 9)),
    (NUMBER, UPPER, TABLE): _in_lights((0, 99), (0, 99), (0, 99), (0, 95), (0, 15)),
    (FEW, WHOLE, STRICT): _in_lights((97, 1), (98, 1), (98, 1), None, (53, 1)),
    (FEW, UPPER, STRICT): _in_lights((97, 1), (98, 1), (98, 1), None, (20, 1)),
    (NUMBER, WHOLE, STRICT): _in_lights((89, 11), (95, 5), (96, 1), None, (40, 8)),
    (NUMBER, UPPER, STRICT): _in_lights((0, 99), (0, 99), (0, 98), None, (0, 11)),
}
"""
By deck, what is in sight and gates: the worse of single views and whole tables in each light, 0.99 at most
(docs/measured/faces.md).

Single views: `bench uncoded --views 25`, 75 of each, the worse of `--seed 20264` and `20266`. Whole tables: `bench
tables --looks 5`, gates of the table, about 100 cards of each, the worse of with and without a look at the bare
table; `even` is the cloth, `lamp` the worse of lamp and window, which single views do not have. Blur and glare are of
single views alone.

Few: no card of 1964 on tables and none in 600 views was one of several; 1 % is taken all the same. Number: tables
count whole faces and upper halves together, and remember; here they stand for whole faces, and a covered card is
always one of several.
"""
UPPER_MM = 40.0
"""The upper part of a card that is looked at."""
IN_VIEW = 0.6
"""As much of it at least is in sight of a card that is known."""
TAKEN_FOR_STRANGE = 0.03
"""Of the cards that are not known at all, the share taken for none of the deck's, not measured; others are not seen."""
PAIRS = 6
"""Twos of cards that look alike in a deck with few of them."""
KEPT_MM, KEPT_DEG = 2.0, 2.0
"""A card so near to where one like it lay at the look before is not noticed: the reader keeps that one's name."""
ACROSS = (-0.4, -0.2, 0.0, 0.2, 0.4)
UPPER_SPOTS = tuple(product(ACROSS, (4.0, UPPER_MM / 2, UPPER_MM)))
LOWER_SPOTS = tuple(product(ACROSS, (50.0, 65.0, 80.0)))
"""Where a card is looked at: shares of its width from the middle, and millimetres from its upper edge."""


@dataclass(frozen=True, slots=True)
class Faces:
    """What is printed on the cards, the light on them, and the gates that what is seen of one must reach."""

    deck: str
    light: str
    gates: str = TABLE

    def seen(self, look: Look, lying: Laid, glance: Glance, deck_file: DeckFile) -> Look:
        """What is known of a look that shows every card alone; `lying`: all that lies there."""
        whole = {card.code for card in lying if _is_in_view(card, lying, deck_file, LOWER_SPOTS)}
        sure: list[Sighting] = []
        several: list[Alike] = []
        for one in look.sightings:
            if one.code >= QUARTER_CODES.start:
                sure.append(one)
                continue
            codes = self._known_as(one.code, WHOLE if one.code in whole else UPPER, glance, deck_file)
            sure += [one] if codes == (one.code,) else []
            several += [Alike(codes, one.x_mm, one.y_mm, one.heading_deg)] if codes and len(codes) > 1 else []
            several += [Alike((), one.x_mm, one.y_mm, one.heading_deg)] if codes == () else []
        return replace(look, sightings=tuple(sure), alike=tuple(several))

    def remembered(self, look: Look, before: Look, deck_file: DeckFile) -> Look:
        """The look, in the axes of the one before, with cards that lie just where one like them lay taken for that."""
        like = twins(self.deck, deck_file)
        lay = {one.code: one for one in before.sightings if one.code in like}
        now = {one.code for one in look.sightings}
        names = {
            one: replace(one, code=other)
            for one in look.sightings
            for other in like.get(one.code, ())
            if other in lay and other not in now and _is_there(one, lay[other])
        }
        return replace(look, sightings=tuple(names.get(one, one) for one in look.sightings))

    def _known_as(self, code: int, part: str, glance: Glance, deck_file: DeckFile) -> tuple[int, ...] | None:
        """The card alone, or those that it may be; none of the deck's; None where it is not seen."""
        rates = RATES[self.deck, part, self.gates][self.light]
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


def _is_there(one: Sighting, was: Sighting) -> bool:
    near = dist((one.x_mm, one.y_mm), (was.x_mm, was.y_mm)) < KEPT_MM
    return near and abs(wrapped(one.heading_deg - was.heading_deg)) < KEPT_DEG


def twins(deck: str, deck_file: DeckFile) -> Mapping[int, tuple[int, ...]]:
    """The cards that look like each card, by code."""
    groups = four_alike(deck_file)
    groups = groups if deck == NUMBER else [group[:2] for group in groups[:PAIRS]]
    return {code: tuple(one for one in group if one != code) for group in groups for code in group}


def four_alike(deck_file: DeckFile) -> list[list[int]]:
    """The cards that differ by the number alone, by code."""
    alike: dict[object, list[int]] = {}
    for code, number in deck_file.codes.items():
        card = deck_file.deck[number]
        alike.setdefault((card.colour, card.windows, card.shields), []).append(code)
    return [*alike.values()]


def told_apart(left: Look, whole: Look, lying: Laid) -> Look:
    """The look with what it leaves open in the centre told by players; `whole` shows every card alone."""
    centre, places = {card.code for card in lying if card.owner is None}, {(one.x_mm, one.y_mm) for one in left.alike}
    told = [one for one in whole.sightings if one.code in centre and (one.x_mm, one.y_mm) in places]
    there = {(one.x_mm, one.y_mm) for one in told}
    alike = tuple(one for one in left.alike if (one.x_mm, one.y_mm) not in there)
    return replace(left, sightings=(*left.sightings, *told), alike=alike)


NAMES = {
    "-".join((deck, light, *([] if gates == TABLE else [gates]))): Faces(deck, light, gates)
    for (deck, part, gates), lights in RATES.items()
    for light in lights
    if part == WHOLE
}
"""Decks without stickers in each light, by name."""


def in_view(seen: Laid, lying: Laid, deck_file: DeckFile) -> Iterator[DrawnCard]:
    """Of the cards whose codes would be seen, those of whose upper part enough is in sight."""
    return (
        card for card in seen if card.code >= QUARTER_CODES.start or _is_in_view(card, lying, deck_file, UPPER_SPOTS)
    )


def _is_in_view(card: DrawnCard, lying: Laid, deck_file: DeckFile, spots: Iterable[tuple[float, float]]) -> bool:
    """Whether enough of a part of the card is in sight."""
    width, height = deck_file.card_mm
    above = above_it(card, lying)
    if not above:
        return True
    points = [(x * width, y - height / 2) for x, y in spots]
    places = [moved_point((card.x_mm, card.y_mm), card.heading_deg, x, y) for x, y in points]
    free = [place for place in places if not any(is_on(place, other, deck_file) for other in above)]
    return len(free) >= IN_VIEW * len(places)
