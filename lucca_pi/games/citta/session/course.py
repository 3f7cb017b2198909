"""The course of a game: what has been confirmed so far, and what follows from it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from lucca_pi.games.citta.auditor.memory import Memory
from lucca_pi.games.citta.referee.ground import Ground
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.game import Game
from lucca_pi.games.citta.rules.record import Entry, Record
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.session.journal import Asked
from lucca_pi.table.sighting import Look


@dataclass(frozen=True, slots=True)
class Start:
    """The deal: who sits where and was dealt what, and what the looks at it taught."""

    seats: Mapping[str, int]
    deal: Mapping[str, tuple[CardName, ...]]
    date: str
    game: Game
    ground: Ground
    memory: Memory


@dataclass(frozen=True, slots=True)
class Moment:
    """
    A turn or an adjustment, as the journal tells it (`journal.Played`, `Adjusted`), and the game and ground after it.

    After a round's last turn, `game` has begun the next round.
    """

    entry: Entry
    looks: tuple[Look, ...]
    date: str
    game: Game
    ground: Ground
    memory: Memory
    asked: Asked | None = None
    others: tuple[Turn, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Course:
    """The deal, once it is confirmed, and every moment since."""

    start: Start | None = None
    moments: tuple[Moment, ...] = ()

    @property
    def seats(self) -> Mapping[str, int]:
        """Quarter codes by player; none before the deal."""
        return self.start.seats if self.start else {}

    @property
    def game(self) -> Game | None:
        """The game as it stands; None before the deal."""
        if self.moments:
            return self.moments[-1].game
        return self.start.game if self.start else None

    @property
    def round_began(self) -> Game | None:
        """The game as it stood when the order of play of its round was decided; None before the deal."""
        begun = (before for _, before in self.with_before() if self.game and before.round == self.game.round)
        return next(begun, self.game)

    @property
    def ground(self) -> Ground:
        if self.moments:
            return self.moments[-1].ground
        return self.start.ground if self.start else Ground()

    @property
    def memory(self) -> Memory:
        """What the auditor remembers of the table."""
        if self.moments:
            return self.moments[-1].memory
        return self.start.memory if self.start else Memory()

    @property
    def turns(self) -> tuple[Turn, ...]:
        return tuple(moment.entry for moment in self.moments if isinstance(moment.entry, Turn))

    @property
    def looks(self) -> int:
        """How many looks are confirmed: the deal's, and those that moments were read from, each counted once."""
        latest = [moment.looks[-1] for moment in self.moments if moment.looks]
        again = sum(one == other for one, other in pairwise(latest))
        return (self.start is not None) + len(latest) - again

    @property
    def is_over(self) -> bool:
        return self.game is not None and self.game.is_over

    @property
    def asked(self) -> tuple[tuple[int, int, Asked], ...]:
        """Round and turn of each question, both from 1, with its answer."""
        return tuple((game.round, game.turns + 1, moment.asked) for moment, game in self.with_before() if moment.asked)

    @property
    def notes(self) -> tuple[tuple[int, int, str], ...]:
        """Round and turn of each turn that was not taken as always, both from 1, with its note."""
        return tuple((game.round, game.turns + 1, moment.note) for moment, game in self.with_before() if moment.note)

    @property
    def open_turn(self) -> int | None:
        """The number, from 1, of the turn that is not settled yet; None where all are."""
        open_ones = (number for number, moment in self.numbered() if moment.others)
        return next(open_ones, None)

    def numbered(self) -> Iterator[tuple[int, Moment]]:
        """Each turn's moment with the turn's number, from 1."""
        played = (moment for moment in self.moments if isinstance(moment.entry, Turn))
        return enumerate(played, start=1)

    def moment(self, number: int) -> Moment:
        """The moment of a turn, counting from 1."""
        return self.moments[self._index(number)]

    def until(self, number: int) -> "Course":
        """The course before that turn."""
        return replace(self, moments=self.moments[: self._index(number)])

    def since(self, number: int) -> tuple[Moment, ...]:
        """That turn's moment and all after it."""
        return self.moments[self._index(number) :]

    def game_before(self, number: int) -> Game | None:
        """The game before that turn."""
        return self.until(number).game

    def _index(self, number: int) -> int:
        turns = [index for index, moment in enumerate(self.moments) if isinstance(moment.entry, Turn)]
        return turns[number - 1]

    def with_before(self) -> Iterator[tuple[Moment, Game]]:
        """Each moment with the game before it."""
        if self.start:
            games = (self.start.game, *(moment.game for moment in self.moments))
            yield from zip(self.moments, games, strict=False)


def record(course: Course) -> Record | None:
    """The game's record so far; None before the deal."""
    if course.start is None or course.game is None:
        return None
    extra: dict[str, object] = {"seats": dict(course.seats), "started": course.start.date}
    if course.is_over:
        extra["ended"] = next(moment.date for moment in course.moments if moment.game.is_over)
    if course.notes:
        extra["notes"] = [{"round": number, "turn": turn, "note": note} for number, turn, note in course.notes]
    players = tuple(course.seats)
    return Record(course.game.edition, course.game.deck, players, course.start.deal, _rounds(course), extra)


def _rounds(course: Course) -> tuple[tuple[Entry, ...], ...]:
    """
    The entries by rounds. An adjustment made between two rounds stands in the one to come.

    Its order of play was fixed before, as a round begins with the last turn before it.
    """
    rounds: list[list[Entry]] = []
    for moment, before in course.with_before():
        if len(rounds) < before.round:
            rounds.append([])
        rounds[-1].append(moment.entry)
    return tuple(tuple(entries) for entries in rounds)
