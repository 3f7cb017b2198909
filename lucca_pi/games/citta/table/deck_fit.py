"""
How well a deck explains the cards in a look: their colours, the size of their codes, and whether they bear any.

The colours of a picture are compared with one another; with a usual word, such as "red", only as far as that no other
colour of the deck fits clearly better.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from statistics import median

from lucca_pi.games.citta.rules.deck import REFERENCE, DeckFile
from lucca_pi.games.citta.table.colour_words import shade_of
from lucca_pi.games.citta.table.pieces import TOWER_OF_CODE
from lucca_pi.table.shades import Shade, apart
from lucca_pi.table.sighting import Look, Mark

_ALIKE = 22.0
"""Most distance of two shades of one colour."""
_CLEARLY, _QUITE_OTHER = 12.0, 50.0
"""
Least lead of other words over those of the deck, for one colour or for two that change places; and least distance from
the own word where no other one is near.
"""
_FEWEST, _SHARE = 3, 1 / 10
"""Fewest cards that do not fit, and least share of those in sight: two stickers may be on each other's card."""
_WHOLE = 2
"""Fewest cards if they are all that are in sight of their colours."""
_OFF = 0.07
"""Least difference of the codes' size: a sticker of 16 mm is a seventh larger than one of 14 mm."""
_PRINTED_IN = 12 / 14, 1.0, 16 / 14
"""Sizes in which people print our own deck for their camera, as shares of its usual size."""
_UNREAD, _TIMES_UNREAD = 6, 4
"""
Fewest places that look like a card and are not recognised, and their least multiple of the cards that are, by which a
deck without codes is another one: 17 to 21 of another box, and 1 card.
"""
_SIZED = 4
"""Fewest codes by which their size is judged."""


@dataclass(frozen=True)
class DeckFit:
    """
    The cards of a look as one deck explains them.

    `cards` are all in sight. `recoloured`: codes of those with another colour than in the deck. `coded`: those that
    bear a code, although the deck's do not; `uncoded`: those without one, although the deck's bear one; `strange`:
    those like none of the deck. `whole`: of `recoloured`, those whose colour is seen on none of its cards. `off`: by
    how much their codes are larger than the deck's, as a share.
    """

    cards: int
    recoloured: tuple[int, ...] = ()
    coded: int = 0
    uncoded: int = 0
    strange: int = 0
    whole: int = 0
    off: float = 0.0

    @property
    def is_of_size(self) -> bool:
        """True if the codes have the size that the deck gives."""
        return abs(self.off) <= _OFF

    @property
    def unlike(self) -> int:
        """The number of cards that the deck does not explain."""
        return len(self.recoloured) + self.coded + self.uncoded + self.strange

    @cached_property
    def fits(self) -> bool:
        """True if the cards may be those of the deck."""
        is_other = self.unlike >= _FEWEST and self.unlike >= _SHARE * self.cards
        return self.is_of_size and not is_other and self.whole < _WHOLE

    @property
    def rank(self) -> tuple[int, float]:
        """The better the deck explains the cards, the less."""
        return self.unlike + (0 if self.is_of_size else self.cards), abs(self.off)


def deck_fit(look: Look, deck_file: DeckFile, read_as: DeckFile) -> DeckFit:
    """How the deck explains the look, which was read with the pieces of the deck `read_as`."""
    marks = [one for one in look.marks if one.code in deck_file.codes]
    named = {*read_as.codes, *TOWER_OF_CODE} - {one.code for one in marks}
    faces = sum(one.code in named for one in look.sightings) + sum(bool(one.codes) for one in look.alike)
    strangers = sum(not one.codes for one in look.alike)
    if read_as.photographs and len(look.blinded) >= max(_UNREAD, _TIMES_UNREAD * (faces + strangers)):
        strangers += len(look.blinded)
    cards = len(marks) + faces + strangers
    if deck_file.photographs and len(marks) > faces:  # a few may bear one to be told from others
        return DeckFit(cards, coded=len(marks))
    fit = replace(_by_colours(marks, deck_file), cards=cards)
    if deck_file.photographs:
        return replace(fit, strange=strangers if strangers > faces else 0)
    uncoded = faces + strangers if read_as.photographs else 0
    return replace(fit, uncoded=uncoded, off=_off(marks, deck_file))


def _off(marks: Sequence[Mark], deck_file: DeckFile) -> float:
    """By how much the codes are larger than the deck's, as a share; 0 if too few are in sight."""
    if len(marks) < _SIZED:
        return 0.0
    times = median(one.side_mm for one in marks) / deck_file.square_mm
    usual = min(_PRINTED_IN, key=lambda one: abs(times / one - 1)) if deck_file.name == REFERENCE else 1.0
    return times / usual - 1


def _by_colours(marks: Sequence[Mark], deck_file: DeckFile) -> DeckFit:
    """How the deck explains the colours beside the codes."""
    of_colour: dict[str, dict[int, Shade]] = {}
    for one in marks:
        if one.shade:
            of_colour.setdefault(deck_file.deck[deck_file.codes[one.code]].colour, {})[one.code] = one.shade
    middles = {colour: _commonest([*seen.values()]) for colour, seen in of_colour.items()}
    misnamed = {*_misnamed(middles, {name: known for name in deck_file.deck.colours if (known := shade_of(name))})}
    unlike = {
        colour: [code for code, shade in seen.items() if colour in misnamed or apart(shade, middles[colour]) > _ALIKE]
        for colour, seen in of_colour.items()
    }
    whole = sum(len(codes) for colour, codes in unlike.items() if len(codes) == len(of_colour[colour]))
    return DeckFit(0, tuple(code for codes in unlike.values() for code in codes), whole=whole)


def _commonest(shades: Sequence[Shade]) -> Shade:
    """The shade to which most of them are alike."""
    near = {one: sum(apart(one, other) <= _ALIKE for other in shades) for one in shades}
    return max(shades, key=lambda one: near[one])


def _misnamed(middles: Mapping[str, Shade], words: Mapping[str, Shade]) -> Iterator[str]:
    """
    The colours for which another word of the deck fits clearly better, or their own one does not fit at all; and pairs
    that fit clearly better with each other's word.
    """
    off = {one: {word: apart(seen, shade) for word, shade in words.items()} for one, seen in middles.items()}
    named = [one for one in middles if one in words]
    for one in named:
        if off[one][one] > min(off[one].values()) + _CLEARLY or off[one][one] > _QUITE_OTHER:
            yield one
    for one, other in combinations(named, 2):
        if off[one][one] + off[other][other] > off[one][other] + off[other][one] + _CLEARLY:
            yield from (one, other)
