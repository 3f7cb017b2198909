"""A game's history: how it is arranged, its start, its turns, and what follows from them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from lucca_pi.table.sighting import Look

Setup = Any
"""What is arranged before a game (edition, deck, size): a frozen value of the game's."""
Deal = Any
"""What lay on the table when the game started, as far as its record tells it."""
Memory = Any
"""What looks have taught the game's referee about the table."""
Looks = tuple[Look, ...]
"""What the camera saw of a turn: at rest before it, and last what the turn is read from."""
SETTLED_BY_PLAYERS = "settled by the players"
"""The note on what players settled among themselves."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """
    The arrangement of a game before its start.

    `players` None: as many as will be seen. `names` are by the code of the place where somebody sits.
    """

    setup: Setup
    players: int | None
    names: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that was put, and the number of the answer given, from 0; None: none of them was right."""

    question: str
    answers: tuple[str, ...]
    given: int | None


@dataclass(frozen=True, slots=True)
class Started:
    """
    The start was confirmed: who sits where, and what lay there.

    `identified`: the questions which card one of the looks' is; what was answered stands in the looks.
    """

    seats: Mapping[str, int]
    deal: Deal
    looks: tuple[Look, ...]
    date: str
    by: str = ""
    identified: tuple[Asked, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """
    A turn was confirmed.

    `looks`: those at rest before it, and last the one that it was read from; none for a turn that players told.
    `others`: what it may have been instead, likeliest first; a later look, or the players, will tell. `note`: how it
    was taken, where that was not as always. `signed`: what the auditor saw of it, a line for each piece.
    `identified` as in `Started`.
    """

    turn: Any
    looks: tuple[Look, ...]
    asked: Asked | None
    date: str
    others: tuple[Any, ...] = ()
    note: str = ""
    signed: tuple[str, ...] = ()
    by: str = ""
    identified: tuple[Asked, ...] = ()


@dataclass(frozen=True, slots=True)
class Adjusted:
    """
    The players settled that a player's pieces are these. `looks` show how the table lay, as those of a turn do.

    `identified` as in `Started`.
    """

    adjustment: Any
    looks: tuple[Look, ...]
    date: str
    by: str = ""
    identified: tuple[Asked, ...] = ()


BY_HAND = "told by hand"


CORRECTED = "corrected by the players"
"""Notes on turns that players have said."""


@dataclass(frozen=True, slots=True)
class Start:
    """
    The start of a game: who sits where, what lay there, and what the looks at it taught.

    `identified` as in `Started`.
    """

    seats: Mapping[str, int]
    deal: Deal
    date: str
    game: Any
    memory: Memory
    identified: tuple[Asked, ...] = ()


@dataclass(frozen=True, slots=True)
class Moment:
    """
    A turn or an adjustment, as the journal tells it (`Played`, `Adjusted`).

    `game` and `memory` are as after it; of a round's last turn `game` has begun the next round.
    """

    entry: Any
    looks: tuple[Look, ...]
    date: str
    game: Any
    memory: Memory
    is_turn: bool
    asked: Asked | None = None
    others: tuple[Any, ...] = ()
    note: str = ""
    identified: tuple[Asked, ...] = ()

    @property
    def is_told(self) -> bool:
        """Whether players have said what the turn was: a table that looks otherwise does not change it unasked."""
        return self.asked is not None or self.note in (BY_HAND, CORRECTED)


@dataclass(frozen=True, slots=True)
class Course:
    """The start, once it is confirmed, and every moment since."""

    start: Start | None = None
    moments: tuple[Moment, ...] = ()

    @property
    def seats(self) -> Mapping[str, int]:
        """The code of each player's place, by player; none before the start."""
        return self.start.seats if self.start else {}

    @property
    def game(self) -> Any:
        """The game as it stands; None before the start."""
        if self.moments:
            return self.moments[-1].game
        return self.start.game if self.start else None

    @property
    def memory(self) -> Memory:
        """Memory of the looks so far; None before the start."""
        if self.moments:
            return self.moments[-1].memory
        return self.start.memory if self.start else None

    @property
    def turns(self) -> tuple[Any, ...]:
        """The turns, without adjustments."""
        return tuple(moment.entry for moment in self.moments if moment.is_turn)

    @property
    def looks(self) -> int:
        """
        The number of confirmed looks: the start's, and those that moments were read from, each counted once.

        A turn and what was settled with it are read from one look; two turns never are, however alike the table lay.
        """
        seen = [moment for moment in self.moments if moment.looks]
        again = sum(
            one.looks[-1] == other.looks[-1] and not (one.is_turn and other.is_turn) for one, other in pairwise(seen)
        )
        return (self.start is not None) + len(seen) - again

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.game is not None and bool(self.game.is_over)

    @property
    def asked(self) -> tuple[tuple[int | None, int, Asked], ...]:
        """
        Round and turn of each question, both from 1, with its answer.

        Those of the start count with the first turn. Which card one of a look's is was asked before what was played.
        """
        found = [(self.start.game, self.start.identified)] if self.start else []
        for moment, game in self.with_before():
            found.append((game, (*moment.identified, *([moment.asked] if moment.asked else []))))
        return tuple((game.round, game.turns + 1, one) for game, asked in found for one in asked)

    @property
    def notes(self) -> tuple[tuple[int | None, int, str], ...]:
        """Round and turn of each turn that was not taken as always, both from 1, with its note."""
        return tuple((game.round, game.turns + 1, moment.note) for moment, game in self.with_before() if moment.note)

    def record_extra(self, *, rounds: bool = False) -> dict[str, Any]:
        """Keys that every record has besides the play: start, end, and notes on turns, maybe with rounds."""
        extra: dict[str, Any] = {"started": self.start.date} if self.start else {}
        if self.is_over:
            extra["ended"] = next(moment.date for moment in self.moments if moment.game.is_over)
        notes = [
            ({"round": number} if rounds else {}) | {"turn": turn, "note": note} for number, turn, note in self.notes
        ]
        return {**extra, "notes": notes} if notes else extra

    @property
    def open_turn(self) -> int | None:
        """The number, from 1, of the turn that is not settled yet; None where all are."""
        open_ones = (number for number, moment in self.numbered() if moment.others)
        return next(open_ones, None)

    def numbered(self) -> Iterator[tuple[int, Moment]]:
        """Each turn's moment with the turn's number, from 1."""
        return enumerate((moment for moment in self.moments if moment.is_turn), start=1)

    def moment(self, number: int) -> Moment:
        """The moment of a turn, counting from 1."""
        return self.moments[self._index(number)]

    def until(self, number: int) -> "Course":
        """The course before that turn."""
        return replace(self, moments=self.moments[: self._index(number)])

    def since(self, number: int) -> tuple[Moment, ...]:
        """The turn's moment and all after it."""
        return self.moments[self._index(number) :]

    def game_before(self, number: int) -> Any:
        """The game before that turn."""
        return self.until(number).game

    def _index(self, number: int) -> int:
        turns = [index for index, moment in enumerate(self.moments) if moment.is_turn]
        return turns[number - 1]

    def with_before(self) -> Iterator[tuple[Moment, Any]]:
        """Each moment with the game before it."""
        if self.start:
            games = (self.start.game, *(moment.game for moment in self.moments))
            yield from zip(self.moments, games, strict=False)

    def first(self, is_so: Callable[[Any], bool]) -> Any:
        """The first game of the course, from its start on, that is so; None where none is."""
        games = (self.start.game, *(moment.game for moment in self.moments)) if self.start else ()
        return next((game for game in games if is_so(game)), None)
