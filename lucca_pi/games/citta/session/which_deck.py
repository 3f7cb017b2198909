"""
The question which cards are on the table, asked at the deal if they do not fit the deck that is set.

How well a deck explains the cards of a look: by their colours, the size of their codes, and whether they bear any. The
colours of a picture are compared with one another; with a usual word, such as "red", only as far as that no other
colour of the deck fits clearly better.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from statistics import median

from lucca_pi.contract.history import Asked, Looks, Match
from lucca_pi.contract.questions import BeginAnew, Choice, Option, ThesePieces, Way
from lucca_pi.contract.verdict import Unexplained
from lucca_pi.games.citta.rules.deck import OTHER_CARDS, REFERENCE, DeckFile
from lucca_pi.games.citta.session.setup import cards_words, how_to_enrol, known_decks
from lucca_pi.games.citta.session.which_card import deal_in
from lucca_pi.games.citta.table.areas import quarters_in
from lucca_pi.games.citta.table.pieces import TOWER_OF_CODE
from lucca_pi.language import Text, _
from lucca_pi.table.shades import Shade, apart, shade_of
from lucca_pi.table.sighting import Look, Mark, Sighting, point_beside

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


_MOST_OFFERED = 4
"""Most other decks among the answers."""
_BELOW_MM = tuple((across, 105.0) for across in (-33.0, 0.0, 33.0))
"""Places below a quarter's middle, right and down from it, one or more of which a dealt card covers."""
_BESIDE_MM = ((-95.0, 0.0), (95.0, 0.0), (0.0, -95.0))
"""Places around a quarter where nothing lies at the deal."""


def which_deck(match: Match, looks: Looks) -> Choice | None:
    """
    The question which deck lies there, if the one that is set does not explain the cards; else None.

    It is asked once. First come the decks that explain the cards, the best first; play with the set one comes last.
    """
    if match.pieces_told:
        return None
    now: DeckFile = match.setup.deck_file
    fit = _fit(match, looks[-1])
    if not fit.cards and _lie_unread(match, looks[-1]):
        without_codes = [one for one in known_decks(match, ours=True) if one.photographs]
        return _asked(match, looks, _("no card has a code"), without_codes)
    return None if fit.fits else _asked(match, looks, _reason(fit, now), *_others(match, looks[-1]))


def which_deck_at_rest(match: Match, looks: Looks) -> Choice | None:
    """The same question before anybody has pressed, once the deal is complete or shows no card that is read."""
    if match.game is not None or match.pieces_told:
        return None
    is_complete = not isinstance(deal_in(match, looks[-1]), Unexplained)
    return which_deck(match, looks) if is_complete or not _fit(match, looks[-1]).cards else None


def unfit_at_first_turn(match: Match, looks: Looks) -> Choice | None:
    """The same question at the first look after the deal, which shows more cards: the game goes on, or begins anew."""
    if match.pieces_told or match.game is None or match.course.moments:
        return None
    now: DeckFile = match.setup.deck_file
    fit = _fit(match, looks[-1])
    if fit.fits:
        return None
    anew = Option(_("A new game: choose the cards"), BeginAnew(sure=True))
    return _choice(now, looks, _reason(fit, now), (Option(_("Look again"), Way.LOOK), anew))


def unread_places(match: Match, look: Look) -> Sequence[Sighting]:
    """Places below and around the quarters where the bare table is looked for at the deal, if no card is read."""
    now: DeckFile = match.setup.deck_file
    if match.game is not None or match.pieces_told or now.photographs or _fit(match, look).cards:
        return ()
    return [spot for quarter in quarters_in(look).values() for spot in _spots(quarter, (*_BELOW_MM, *_BESIDE_MM))]


def _fit(match: Match, look: Look) -> DeckFit:
    """How the deck that is set explains the look."""
    return deck_fit(look, match.setup.deck_file, match.setup.deck_file)


def _spots(quarter: Sighting, ways_mm: Sequence[tuple[float, float]]) -> Iterator[Sighting]:
    for way_mm in ways_mm:
        yield Sighting(quarter.code, *point_beside(quarter, way_mm), quarter.heading_deg)


def _lie_unread(match: Match, look: Look) -> bool:
    """True if something lies below nearly every quarter, where the deal belongs, and the table is bare beside it."""
    quarters = [*quarters_in(look).values()] if unread_places(match, look) else []
    bare = {*look.bare}

    def are_bare(quarter: Sighting, ways_mm: Sequence[tuple[float, float]]) -> list[bool]:
        return [(one.x_mm, one.y_mm) in bare for one in _spots(quarter, ways_mm)]

    lying = [any(are_bare(one, _BESIDE_MM)) and not all(are_bare(one, _BELOW_MM)) for one in quarters]
    return len(lying) > 1 and sum(lying) >= len(lying) - 1


def _reason(fit: DeckFit, deck_file: DeckFile) -> Text:
    """The chief way in which the cards differ from the deck, in a few words."""
    told = {"number": max(fit.coded, fit.strange, fit.uncoded, len(fit.recoloured)), "cards": fit.cards}
    if fit.coded:
        return _("{number} of {cards} bear a code", **told)
    if fit.uncoded:
        return _("{number} of {cards} bear no code", **told)
    if fit.strange:
        return _("{number} of {cards} are not in it", **told)
    if fit.is_of_size:
        return _("{number} of {cards} have another colour", **told)
    sizes = {"seen": f"{deck_file.square_mm * (1 + fit.off):.1f}", "given": f"{deck_file.square_mm:.1f}"}
    return _("their codes measure {seen} mm, not {given}", **sizes)


def _others(match: Match, look: Look) -> tuple[list[DeckFile], list[DeckFile]]:
    """
    The other decks that explain the cards, and those that do not, the best first.

    Codes in sight leave decks with codes, none in sight those without, which cannot be judged.
    """
    now: DeckFile = match.setup.deck_file
    is_bare = not look.marks
    others = [one for one in known_decks(match, ours=is_bare) if one is not now and is_bare == bool(one.photographs)]
    ranked = sorted(((one, deck_fit(look, one, now)) for one in others), key=lambda one: one[1].rank)
    fitting = [one for one, fit in ranked if is_bare or fit.fits]
    return fitting, [one for one, _fit in ranked if one not in fitting]


def _asked(
    match: Match, looks: Looks, reason: Text, fitting: Sequence[DeckFile], others: Sequence[DeckFile] = ()
) -> Choice:
    offered = (*fitting, *others)[:_MOST_OFFERED]
    setups = (replace(match.setup, deck_file=one) for one in offered)
    decks = [
        Option(cards_words(one.deck_file), ThesePieces(replace(match.arrangement, setup=one)), at)
        for at, one in enumerate(setups)
    ]
    split, again = len(fitting), Option(_("Look again"), Way.LOOK)
    options = (*decks[:split], again, *decks[split:], Option(OTHER_CARDS, how_to_enrol(looks)))
    return _choice(match.setup.deck_file, looks, reason, options)


def _choice(now: DeckFile, looks: Looks, reason: Text, options: Sequence[Option]) -> Choice:
    """The question with these answers, and last, lest it be the marked one, to play on with the deck that is set."""
    words = {"deck": cards_words(now), "reason": reason}
    text = _("These cards do not fit “{deck}”: {reason}. Which cards are on the table?", **words)
    recorded = [one for one in options if one.given is not None]
    stays = Option(_("“{deck}”, as set: play on", deck=cards_words(now)), ThesePieces(None), len(recorded))
    return Choice("", text, (*options, stays), looks, Asked(text, tuple(one.words for one in (*recorded, stays)), None))
