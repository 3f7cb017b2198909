"""The legal turns: which palaces are opened, which triplet is taken, and how its cards are played."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations, product

from lucca_pi.errors import RuleError
from lucca_pi.games.citta.rules.deck import TOWERS, CardName, Deck
from lucca_pi.games.citta.rules.editions import Edition
from lucca_pi.games.citta.rules.quarter import Quarter
from lucca_pi.games.citta.rules.turn import Play, Way, open_palace, play_card

FOR_PALACE_CARDS: tuple[Way, ...] = ("palace", "wall", "discard")
FOR_TOWERS: tuple[Way, ...] = ("tower", "wall", "discard")


@dataclass(frozen=True, slots=True)
class Played:
    """A legal way to play three cards, and the quarter it leaves."""

    play: tuple[Play, ...]
    quarter: Quarter


@dataclass(frozen=True, slots=True)
class TurnRules:
    """What of the rules a turn depends on: the deck, the edition, and how many cards complete a palace."""

    deck: Deck
    edition: Edition
    complete: int


def ways_to_open(quarter: Quarter) -> Iterator[tuple[tuple[str, ...], Quarter]]:
    """Every choice among the completed palaces, none first, with the quarter it leaves."""
    colours = tuple(quarter.completed)
    for count in range(len(colours) + 1):
        for chosen in combinations(colours, count):
            yield chosen, _opened(quarter, chosen)


def _opened(quarter: Quarter, colours: Iterable[str]) -> Quarter:
    for colour in colours:
        quarter = open_palace(quarter, colour)
    return quarter


def any_play(_: Play) -> bool:
    """Every play comes into question."""
    return True


def ways_to_play(
    quarter: Quarter, cards: Iterable[CardName], rules: TurnRules, may: Callable[[Play], bool] = any_play
) -> Iterator[Played]:
    """
    Every legal way to play the cards, once each; `may` tells which plays come into question.

    The order matters only among cards for palaces of one colour: the last is on top, and one may complete the palace.

    >>> from lucca_pi.games.citta.rules.deck import reference_deck
    >>> from lucca_pi.games.citta.rules.editions import GERMAN
    >>> rules = TurnRules(reference_deck(), GERMAN, 5)
    >>> len(list(ways_to_play(Quarter(), (1, 2, 3), rules))), len(list(ways_to_play(Quarter(), (1, 8, "T1"), rules)))
    (27, 10)
    """

    @cache
    def after_building(built: tuple[Play, ...]) -> Quarter | None:
        return _after(quarter, built, rules)

    for plays in product(*(filter(may, _plays(card)) for card in cards)):
        rest = tuple(play for play in plays if play.way != "palace")
        for built in _orders([play for play in plays if play.way == "palace"], rules.deck):
            before = after_building(built)
            after = before and _after(before, rest, rules)
            if after:
                yield Played((*built, *rest), after)


def _plays(card: CardName) -> list[Play]:
    return [Play(card, way) for way in (FOR_TOWERS if card in TOWERS else FOR_PALACE_CARDS)]


def _orders(built: Sequence[Play], deck: Deck) -> Iterator[tuple[Play, ...]]:
    """The orders that differ within a colour."""
    colours = [deck[int(play.card)].colour for play in built]
    for order in permutations(range(len(built))):
        moved = [colours[index] for index in order]
        if moved == colours:
            yield tuple(built[index] for index in order)


def _after(quarter: Quarter, play: Iterable[Play], rules: TurnRules) -> Quarter | None:
    """The quarter after the plays; None when one of them is against the rules."""
    try:
        for one in play:
            quarter = play_card(quarter, one, rules.deck, rules.edition, rules.complete)
    except RuleError:
        return None
    return quarter
