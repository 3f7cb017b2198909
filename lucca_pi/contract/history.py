"""A game being played: its arrangement, its start, its turns, and the match that the game's functions receive."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Protocol

from lucca_pi.language import say
from lucca_pi.table.sighting import Look

Setup = Any
"""The set-up of a game (edition, deck, size): a frozen value of the game's own."""
Deal = Any
"""The cards or pieces on the table at the start, as the record holds them."""
Memory = Any
"""The memory of a game's referee, from confirmed looks."""
Looks = tuple[Look, ...]
"""Looks at a turn: those at rest before it, and last the one from which it is read."""
SETTLED_BY_PLAYERS = "settled by the players"
"""Note on an adjustment that players settled among themselves."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """
    The arrangement of a game before its start.

    `players` None: as many as the first look shows. `names` are by the code of the person's place.
    """

    setup: Setup
    players: int | None
    names: Mapping[int, str]

    def seated(self, called: Mapping[int, str]) -> dict[str, int]:
        """The places by their players; one without a name is `called` as the place is, in the language in use."""
        return {self.names.get(code) or say(one).capitalize(): code for code, one in called.items()}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to the players, and the number of the answer given, from 0; None if none of the answers was right."""

    question: str
    answers: tuple[str, ...]
    given: int | None


@dataclass(frozen=True, slots=True)
class Started:
    """
    The start was confirmed: the players' places, and the deal.

    `identified`: the questions about ambiguous cards in the looks; their answers are part of the looks.
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

    `looks`: those at rest before it, and last the one from which it was read; empty for a turn entered by hand.
    `others`: other turns it may have been, likeliest first, until a later look or the players settle it. `note`: how it
    was taken, if not in the usual way. `signed`: the auditor's proofs, a line for each piece. `identified` as in
    `Started`.
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
    The players settled that a player's pieces are these. `looks` show the table then, as those of a turn do.

    `identified` as in `Started`.
    """

    adjustment: Any
    looks: tuple[Look, ...]
    date: str
    by: str = ""
    identified: tuple[Asked, ...] = ()


BY_HAND = "told by hand"


CORRECTED = "corrected by the players"
"""Notes on turns that players entered or corrected."""


@dataclass(frozen=True, slots=True)
class Start:
    """
    The start of a game: the players' places, the deal, and the memory after its looks.

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
    A turn or an adjustment, as recorded in the journal (`Played`, `Adjusted`).

    `game` and `memory` are those after it; after a round's last turn `game` has begun the next round.
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
    def is_by_players(self) -> bool:
        """True if players entered or answered what the turn was: then no look changes it without a question."""
        return self.asked is not None or self.note in (BY_HAND, CORRECTED)


@dataclass(frozen=True, slots=True)
class Course:
    """The confirmed start, and every moment since."""

    start: Start | None = None
    moments: tuple[Moment, ...] = ()

    @property
    def seats(self) -> Mapping[str, int]:
        """The code of each player's place, by player; empty before the start."""
        return self.start.seats if self.start else {}

    @property
    def game(self) -> Any:
        """The current game; None before the start."""
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
        The number of confirmed looks: that of the start, and those from which moments were read, each counted once.

        A turn and an adjustment settled with it share one look; two turns never do, even if the table looked the same.
        """
        seen = [moment for moment in self.moments if moment.looks]
        again = sum(
            one.looks[-1] == other.looks[-1] and not (one.is_turn and other.is_turn) for one, other in pairwise(seen)
        )
        return (self.start is not None) + len(seen) - again

    @property
    def is_over(self) -> bool:
        """True if the game is over."""
        return self.game is not None and bool(self.game.is_over)

    @property
    def asked(self) -> tuple[tuple[int | None, int | None, Asked], ...]:
        """
        Round and turn of each question, both from 1, with its answer; None for questions at the start.

        A question about a card comes before the question about its turn.
        """
        at_start = self.start.identified if self.start else ()
        found = [
            (game, (*moment.identified, *([moment.asked] if moment.asked else [])))
            for moment, game in self.with_before()
        ]
        later = ((game.round, game.turns + 1, one) for game, asked in found for one in asked)
        return (*((None, None, one) for one in at_start), *later)

    @property
    def notes(self) -> tuple[tuple[int | None, int, str], ...]:
        """Round and turn of each turn that was not taken in the usual way, both from 1, with its note."""
        return tuple((game.round, game.turns + 1, moment.note) for moment, game in self.with_before() if moment.note)

    def record_extra(self, *, rounds: bool = False) -> dict[str, Any]:
        """Keys that every record has besides the play: start, end, and notes on turns, with rounds if `rounds`."""
        extra: dict[str, Any] = {"started": self.start.date} if self.start else {}
        if self.is_over:
            extra["ended"] = next(moment.date for moment in self.moments if moment.game.is_over)
        notes = [
            ({"round": number} if rounds else {}) | {"turn": turn, "note": note} for number, turn, note in self.notes
        ]
        return {**extra, "notes": notes} if notes else extra

    @property
    def open_turn(self) -> int | None:
        """The number, from 1, of the turn that is not settled yet; None if all are settled."""
        open_ones = (number for number, moment in self.numbered() if moment.others)
        return next(open_ones, None)

    def numbered(self) -> Iterator[tuple[int, Moment]]:
        """Each turn's moment with the turn's number, from 1."""
        return enumerate((moment for moment in self.moments if moment.is_turn), start=1)

    def moment(self, number: int) -> Moment:
        """The moment of turn `number`, counting from 1."""
        return self.moments[self._index(number)]

    def until(self, number: int) -> "Course":
        """The course before turn `number`."""
        return replace(self, moments=self.moments[: self._index(number)])

    def since(self, number: int) -> tuple[Moment, ...]:
        """The moment of turn `number` and all later ones."""
        return self.moments[self._index(number) :]

    def game_before(self, number: int) -> Any:
        """The game before turn `number`."""
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
        """The first position for which the predicate holds; None if there is none."""
        games = (self.start.game, *(moment.game for moment in self.moments)) if self.start else ()
        return next((game for game in games if is_so(game)), None)


class Progress(Protocol):
    """A current game, a frozen value of its rules: everything an evening reads of it."""

    @property
    def players(self) -> Sequence[str]:
        """The names of all players."""

    @property
    def player_in_turn(self) -> str | None:
        """The player in turn; None if nobody can play."""

    @property
    def is_over(self) -> bool:
        """True if the game is over."""

    @property
    def round(self) -> int | None:
        """The round being played, from 1; None in a game without rounds."""

    @property
    def rounds(self) -> int | None:
        """The number of rounds; None if it is not known."""

    @property
    def turns(self) -> int:
        """Turns played: in this round, or in a game without rounds since its start."""


@dataclass(frozen=True, slots=True)
class Match:
    """
    A game being played: what is known of it, and what its players are asked.

    `pieces`: those that may be on the table (`Rules.pieces`). `rested`: looks at rest since the last confirmed one.
    `identified`: looks since then in which players identified cards. `mode`: what the machine waits for besides the
    next press: a `questions.Choice`, a `questions.Disagreed` or a mode of the evening's own; None for nothing else.
    `advice`: the player in turn gets advice. `setups`: set-ups of other evenings with the same game, the latest last.
    `pieces_told`: players have said that the pieces on the table are those that are set.
    """

    arrangement: Arrangement
    pieces: Any
    course: Course
    rested: Looks = ()
    identified: Looks = ()
    mode: object = None
    advice: bool = False
    setups: tuple[Setup, ...] = ()
    pieces_told: bool = False

    @property
    def setup(self) -> Setup:
        """The arranged set-up."""
        return self.arrangement.setup

    @property
    def game(self) -> Any:
        """The current game, a `Progress`; None before the start."""
        return self.course.game

    @property
    def memory(self) -> Memory:
        """Memory of the looks so far; None before the start."""
        return self.course.memory

    def at(self, course: Course) -> "Match":
        """The match with another course of turns, nothing at rest since, and no open question."""
        return replace(self, course=course, rested=(), identified=(), mode=None)

    def before(self, number: int) -> "Match":
        """The match before turn `number`, counting from 1."""
        return self.at(self.course.until(number))

    def with_moment(self, moment: Moment) -> "Match":
        """The match after one more turn or adjustment."""
        return self.at(replace(self.course, moments=(*self.course.moments, moment)))
