"""
A position: each player's quarter with its palaces, what the number of players settles, and the order of play.

A position on one line, for tests, logs, and the message that says where a rule was broken:

    Ada: red 17+42, green 8; completed blue 55; opened violet 12; walls 2; towers T1 | Ben: orange 3
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from lucca_pi.errors import RuleError
from lucca_pi.games.citta.rules.deck import Card, CardName, Deck, reference_deck
from lucca_pi.language import _, listed
from lucca_pi.outside import is_plain, shown


@dataclass(frozen=True, slots=True)
class Palace:
    """
    The cards of one palace, oldest first.

    Of a palace that players set by hand as completed or opened only the newest card is known; no rule asks for more.
    """

    colour: str
    cards: tuple[Card, ...]

    @property
    def number(self) -> int:
        """
        The street number: that of the newest card, the only one left visible (Preparation; "Add a card").

        >>> Palace("red", (Card(12, "red", 1, 2), Card(7, "red", 3, 0))).number
        7
        """
        return self.cards[-1].number

    @property
    def shields(self) -> int:
        """The support shields on all its cards; they count while the palace is under construction."""
        return sum(card.shields for card in self.cards)

    @property
    def windows(self) -> int:
        """The windows on all its cards; they are the points of its completion."""
        return sum(card.windows for card in self.cards)

    def with_card(self, card: Card) -> "Palace":
        """The palace with one more card, laid over the lower half of the newest (Playing a triplet, 2)."""
        return Palace(self.colour, (*self.cards, card))


@dataclass(frozen=True, slots=True)
class Quarter:
    """
    A player's three areas, each palace under its colour; city walls and towers lie with the completed palaces.

    A player has one palace of each colour for the whole game, in whatever area it is (Starting a palace).
    """

    construction: Mapping[str, Palace] = field(default_factory=dict)
    completed: Mapping[str, Palace] = field(default_factory=dict)
    opened: Mapping[str, Palace] = field(default_factory=dict)
    walls: int = 0
    towers: tuple[str, ...] = ()

    def palaces(self) -> Iterator[Palace]:
        """All palaces, in whatever area."""
        for area in (self.construction, self.completed, self.opened):
            yield from area.values()

    def piles(self) -> Iterator[Palace]:
        """The completed palaces and the opened ones: of each only the newest card is visible."""
        yield from (*self.completed.values(), *self.opened.values())

    def names(self) -> Iterator[CardName]:
        """All cards that are face up, covered ones too, and towers."""
        yield from (card.number for palace in self.palaces() for card in palace.cards)
        yield from self.towers

    @property
    def shields(self) -> int:
        """
        The support shields that count: those on cards under construction.

        They decide the order of play and support the walls; shields of completed palaces count for nothing
        (Determine order of play; Points for the city walls).
        """
        return sum(palace.shields for palace in self.construction.values())

    @property
    def highest_number(self) -> int | None:
        """The highest visible street number on any palace, in whatever area; None without a palace."""
        return max((palace.number for palace in self.palaces()), default=None)


CARDS_TO_COMPLETE = {3: 5, 4: 4, 5: 3}
_ROUNDS_TO_PLAY = {3: 7, 4: 6, 5: 5}


def cards_to_complete(players: int) -> int:
    """
    The number of cards that complete a palace (Playing a triplet, 2).

    >>> [cards_to_complete(players) for players in (3, 4, 5)]
    [5, 4, 3]
    """
    return CARDS_TO_COMPLETE[players]


def rounds_to_play(players: int) -> int:
    """
    The number of rounds of a game (End of the game).

    >>> [rounds_to_play(players) for players in (3, 4, 5)]
    [7, 6, 5]
    """
    return _ROUNDS_TO_PLAY[players]


def triplets_laid_out(players: int) -> int:
    """One triplet more than players is laid out each round; the one left over goes out of the game."""
    return players + 1


def check_players(players: tuple[str, ...]) -> None:
    """Three to five play, each under a name of their own that fits on a line. Raises RuleError "players"."""
    if len(players) not in CARDS_TO_COMPLETE:
        raise RuleError("players", f"Lucca Città is for 3 to 5 players, not for {len(players)}")
    if len(set(players)) < len(players):
        raise RuleError("players", "two players have the same name")
    for number, name in enumerate(players, start=1):
        if not is_plain(name):
            raise RuleError("players", f'player {number} needs a name on one line, not "{shown(name)}"')


@dataclass(frozen=True, slots=True)
class Position:
    """Every player's quarter. `players` are in the record's order, which breaks the last ties (ruling 8)."""

    players: tuple[str, ...]
    quarters: Mapping[str, Quarter]

    def others(self, player: str) -> tuple[str, ...]:
        """All players but this one."""
        return tuple(other for other in self.players if other != player)

    def with_quarter(self, player: str, quarter: Quarter) -> "Position":
        """The position with this player's quarter replaced."""
        return Position(self.players, {**self.quarters, player: quarter})

    @property
    def cards_to_complete(self) -> int:
        """The number of cards that complete a palace, by the number of players."""
        return cards_to_complete(len(self.players))


def order_of_play(position: Position) -> tuple[str, ...]:
    """
    The players in their order in the round that begins (Determine order of play).

    Most support shields under construction first; among equals the highest visible street number on any palace, in
    whatever area. Shields count as they lie when the round begins (ruling 5). What even the numbers leave undecided
    goes by the order of the players in the record (ruling 8).

    Four shields each for Ann and Cid, who shows the higher number, and three for Ben:

    >>> order_of_play(read_position("Ann: red 1+15 | Ben: violet 6+7 | Cid: green 11+19"))
    ('Cid', 'Ann', 'Ben')
    """
    return tuple(sorted(position.players, key=lambda player: _most_first(position, player)))


def _most_first(position: Position, player: str) -> tuple[int, int]:
    quarter = position.quarters[player]
    return -quarter.shields, -(quarter.highest_number or 0)


def decided_by_number(position: Position, order: tuple[str, ...]) -> frozenset[str]:
    """Players in an order of play whose shields equal a neighbour's: their street numbers decided."""
    tied = [
        (one, two) for one, two in pairwise(order) if position.quarters[one].shields == position.quarters[two].shields
    ]
    return frozenset(player for pair in tied for player in pair)


def write_position(position: Position) -> str:
    """The position in the notation above; palaces under construction come first and without a word."""
    return " | ".join(f"{name}: {write_quarter(position.quarters[name])}" for name in position.players)


def write_quarter(quarter: Quarter) -> str:
    """
    One player's quarter; players are shown it as well.

    >>> write_quarter(read_quarter("red 1+8; walls 2"))
    'red 1+8; walls 2'
    """
    parts = [
        _write_palaces(quarter.construction),
        _("completed {palaces}", palaces=_write_palaces(quarter.completed)) if quarter.completed else "",
        _("opened {palaces}", palaces=_write_palaces(quarter.opened)) if quarter.opened else "",
        _("walls {number}", number=quarter.walls) if quarter.walls else "",
        _("towers {towers}", towers=", ".join(quarter.towers)) if quarter.towers else "",
    ]
    return listed([part for part in parts if part], "; ") or _("nothing")


def _write_palaces(area: Mapping[str, Palace]) -> str:
    return ", ".join(f"{one.colour} {'+'.join(str(card.number) for card in one.cards)}" for one in area.values())


def read_position(text: str) -> Position:
    """
    The position that a line in the notation describes, with the cards of the reference deck.

    A palace is written as its cards, oldest first, joined by "+"; the colour must be theirs. Raises ValueError.

    >>> read_position("Ada: red 1+8 | Ben: completed blue 5").quarters["Ada"].construction["red"].number
    8
    """
    named = [part.split(":", 1) for part in text.split("|")]
    quarters = {name.strip(): read_quarter(rest) for name, rest in named}
    return Position(tuple(quarters), quarters)


def read_quarter(text: str, deck: Deck | None = None) -> Quarter:
    """One player's quarter in the notation, with the cards of `deck` or the reference deck. Raises ValueError."""
    areas: dict[str, dict[str, Palace]] = {"construction": {}, "completed": {}, "opened": {}}
    walls, towers = 0, tuple[str, ...]()
    for part in (part.strip() for part in text.split(";")):
        word, _, rest = part.partition(" ")
        if word == "walls":
            walls = int(rest)
        elif word == "towers":
            towers = tuple(name.strip() for name in rest.split(","))
        elif word in ("completed", "opened"):
            areas[word] = _read_area(rest, deck)
        elif part and part != "nothing":
            areas["construction"] = _read_area(part, deck)
    return Quarter(**areas, walls=walls, towers=towers)


def _read_area(text: str, deck: Deck | None) -> dict[str, Palace]:
    palaces = {}
    for part in text.split(","):
        colour, numbers = part.split()
        cards = tuple((deck or reference_deck())[int(number)] for number in numbers.split("+"))
        if any(card.colour != colour for card in cards):
            raise ValueError(f"{part.strip()}: not all of these are {colour} cards")
        palaces[colour] = Palace(colour, cards)
    return palaces
