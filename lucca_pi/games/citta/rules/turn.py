"""
A turn: first open what was completed earlier, then take one triplet and play its three cards.

Messages of a RuleError from here begin with the verb; `game` puts the player's name before it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from lucca_pi.errors import RuleError
from lucca_pi.games.citta.rules.deck import TOWERS, Card, CardName, Deck
from lucca_pi.games.citta.rules.editions import Edition
from lucca_pi.games.citta.rules.position import Palace, Quarter
from lucca_pi.language import _, ngettext
from lucca_pi.outside import shown

Way = Literal["palace", "wall", "tower", "discard"]
WAYS: tuple[Way, ...] = ("palace", "wall", "tower", "discard")
CARDS_IN_A_TRIPLET = 3


@dataclass(frozen=True, slots=True)
class Play:
    """One card of the triplet and how it is played."""

    card: CardName
    way: Way


@dataclass(frozen=True, slots=True)
class Turn:
    """A player's turn: colours opened, in order, then three cards in the order played."""

    player: str
    open: tuple[str, ...]
    play: tuple[Play, ...]


def open_palace(quarter: Quarter, colour: str) -> Quarter:
    """
    A completed palace is opened and moves to the opened ones (Opening palaces).

    Opening comes before playing cards, so a palace completed in this turn cannot be opened in it (ruling 3).
    Raises RuleError "open-not-completed".

    >>> from lucca_pi.games.citta.rules.position import read_quarter, write_quarter
    >>> write_quarter(open_palace(read_quarter("completed red 1"), "red"))
    'opened red 1'
    """
    if colour not in quarter.completed:
        raise RuleError(
            "open-not-completed", _("opens {colour}, which was not completed before this turn", colour=shown(colour))
        )
    completed = {**quarter.completed}
    palace = completed.pop(colour)
    # Only players who settled it among themselves can have two palaces of a colour; neither may get lost.
    name = colour if colour not in quarter.opened else f"{colour} (2)"
    return replace(quarter, completed=completed, opened={**quarter.opened, name: palace})


def play_card(quarter: Quarter, play: Play, deck: Deck, edition: Edition, complete: int) -> Quarter:
    """
    One card of the triplet, in one of five ways (Playing a triplet).

    A palace of a new colour, or one more card for the palace of its colour under construction; a city wall (any
    card, face down, its colour forgotten); a tower (tower cards only); or discarded. `complete` is how many cards
    complete a palace. Raises RuleError.

    >>> from lucca_pi.games.citta.rules.deck import reference_deck
    >>> from lucca_pi.games.citta.rules.editions import ENGLISH
    >>> from lucca_pi.games.citta.rules.position import read_quarter, write_quarter
    >>> def after(text, play):
    ...     return write_quarter(play_card(read_quarter(text), play, reference_deck(), ENGLISH, 3))
    >>> after("red 1", Play(8, "palace"))
    'red 1+8'
    >>> after("red 1+8", Play(15, "palace"))
    'completed red 1+8+15'
    >>> after("red 1", Play(8, "wall")), after("red 1", Play("T2", "tower")), after("red 1", Play(8, "discard"))
    ('red 1; walls 1', 'red 1; towers T2', 'red 1')
    """
    _check_way(play, edition)
    match play.way:
        case "palace":
            return _build(quarter, deck[int(play.card)], complete)
        case "wall":
            return replace(quarter, walls=quarter.walls + 1)
        case "tower":
            return replace(quarter, towers=(*quarter.towers, str(play.card)))
        case _:
            return quarter


def _check_way(play: Play, edition: Edition) -> None:
    """Only tower cards become towers, and they are part of no palace (ruling 4); the German edition lays them all."""
    if play.way not in WAYS:
        raise RuleError("way-unknown", f"plays {play.card} as {shown(play.way)}; known are {', '.join(WAYS)}")
    if play.way == "tower" and play.card not in TOWERS:
        raise RuleError("tower-only-as-tower", _("lays {card} as a tower, but it is not a tower card", card=play.card))
    if play.card in TOWERS and play.way == "palace":
        raise RuleError("tower-only-as-tower", _("builds a palace with the tower {card}", card=play.card))
    if play.card in TOWERS and play.way != "tower" and edition.tower_must_be_laid:
        laid = _("plays tower {card} as {way}; in this edition it must be laid", card=play.card, way=play.way)
        raise RuleError("tower-only-as-tower", laid)


def _build(quarter: Quarter, card: Card, complete: int) -> Quarter:
    """Start a palace, or add to the one under construction; with its last card it moves to the completed ones."""
    must_not_have_the_colour(quarter, card)
    begun = quarter.construction.get(card.colour, Palace(card.colour, ()))
    palace = begun.with_card(card)
    if len(palace.cards) < complete:
        return replace(quarter, construction={**quarter.construction, card.colour: palace})
    construction = {colour: other for colour, other in quarter.construction.items() if colour != card.colour}
    return replace(quarter, construction=construction, completed={**quarter.completed, card.colour: palace})


def must_not_have_the_colour(quarter: Quarter, card: Card) -> None:
    """One palace of each colour for the whole game: none completed or opened may be begun again (Starting a palace)."""
    told = {"colour": card.colour, "card": card.number}
    if card.colour in quarter.completed:
        has = _("builds {colour} with {card}, but has a completed {colour} palace", **told)
        raise RuleError("one-palace-per-colour", has)
    if card.colour in quarter.opened:
        has = _("builds {colour} with {card}, but has an opened {colour} palace", **told)
        raise RuleError("one-palace-per-colour", has)


def newly_completed(before: Quarter, after: Quarter) -> Iterator[Palace]:
    """The palaces that one card completed: none, or one."""
    return (palace for colour, palace in after.completed.items() if colour not in before.completed)


def check_triplet(cards: Iterable[CardName]) -> None:
    """A turn plays the three cards of one triplet, all of them (You must choose 1 triplet)."""
    count = len(tuple(cards))
    if count != CARDS_IN_A_TRIPLET:
        played = ngettext(
            "plays {number} card; a triplet has three", "plays {number} cards; a triplet has three", count
        )
        raise RuleError("three-cards", played)
