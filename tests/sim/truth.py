"""
What was really played, whether what the machine says is the same, up to what no picture can tell; and notes of that.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from lucca_pi.contract.entering import Entered
from lucca_pi.contract.history import BY_HAND, CORRECTED
from lucca_pi.errors import RuleError
from lucca_pi.evening.judging import SETTLED
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.game import Game, adjust, begin, begin_round, going_on, play_turn, replay
from lucca_pi.games.citta.rules.position import Quarter, read_quarter
from lucca_pi.games.citta.rules.record import Adjustment, Entry, Record
from lucca_pi.games.citta.rules.score import score, score_json
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.session.by_hand import Settlement as Settled
from tests.sim import machine


@dataclass(slots=True)
class Notes(machine.Notes):
    """
    What happened at a table of the card game.

    `misread`: where what the machine had taken was not what was played, `righted` of them put right later.
    """

    mended: int = 0
    laid_out_again: int = 0
    settled: int = 0
    by_hand: int = 0
    corrected: int = 0
    misread: list[str] = field(default_factory=list)
    righted: int = 0
    _is_wrong: bool = False

    def compare(self, difference: str) -> None:
        """Notes where the machine's game begins to differ from the true one, and where it does no more."""
        if difference and not self._is_wrong:
            self.misread.append(difference)
            self.tell(f"  MISREAD {difference}")
        self.righted += self._is_wrong and not difference
        self._is_wrong = bool(difference)

    def count(self, notes: Iterable[str]) -> None:
        """Counts how turns were taken that were not taken as always."""
        notes = list(notes)
        self.settled, self.by_hand, self.corrected = (notes.count(note) for note in (SETTLED, BY_HAND, CORRECTED))


class Truth:
    """The game as it is really played; `done` counts the turns and adjustments made so far. Turns count from 1."""

    def __init__(self, record: Record) -> None:
        self.done = 0
        self._deck, self._deal = record.deck, record.deal
        self._entries = [entry for entries in record.rounds for entry in entries]
        self._games = [begin_round(begin(record.edition, record.deck, record.players, record.deal))]
        for entry in self._entries:
            self._games.append(_after(self._games[-1], entry))
        self._seeming: tuple[int, Entry, Game] | None = None

    def seems(self, turn: Turn | None) -> None:
        """The last turn done is this one for now; None: all turns are what they came to be."""
        if self._seeming:
            at, self._entries[at], self._games[at + 1] = self._seeming
            self._seeming = None
        if turn:
            at = self.done - 1
            self._seeming = at, self._entries[at], self._games[at + 1]
            self._entries[at], self._games[at + 1] = turn, _after(self._games[at], turn)

    def wrong_turns(self, record: Record) -> list[str]:
        """The turns of a record that are not as they were played, as far as anything depends on them."""
        turns = [entry for entries in record.rounds for entry in entries if isinstance(entry, Turn)]
        wrong = [
            f"turn {number}, {in_words(self._turn(number)[0])}: taken was {in_words(turn)}"
            for number, turn in enumerate(turns[: self.turns_done], start=1)
            if not self.is_same(number, turn) and not self._ends_the_same(number, turn)
        ]
        return wrong if len(turns) == self.turns_done else [*wrong, f"{len(turns)} turns of {self.turns_done}"]

    def _ends_the_same(self, number: int, turn: Turn) -> bool:
        """Whether that turn is the game's last, and all points are as they would be after this one."""
        true, before = self._games[-1], self._turn(number)[1]
        if not true.is_over or before is not self._games[-2]:
            return False
        try:
            after = _after(before, turn)
        except RuleError:
            return False
        return all(_in_the_end(player, after) == _in_the_end(player, true) for player in true.players)

    def _turn(self, number: int) -> tuple[Turn, Game]:
        """That turn, counting from 1, and the game before it."""
        turns = [(entry, self._games[at]) for at, entry in enumerate(self._entries) if isinstance(entry, Turn)]
        return turns[number - 1]

    @property
    def turns_done(self) -> int:
        """How many turns have been played."""
        return sum(isinstance(entry, Turn) for entry in self._entries[: self.done])

    @property
    def is_settled(self) -> bool:
        """Whether something has been settled among the players."""
        return self.turns_done < self.done

    def is_same(self, number: int, turn: Turn, *, literally: bool = False) -> bool:
        """Whether that turn of the game was this one, as far as anything depends on it; `literally`: card by card."""
        if number > sum(isinstance(entry, Turn) for entry in self._entries):
            return False
        true, game = self._turn(number)
        told = not literally or ({*turn.open}, {*turn.play}) == ({*true.open}, {*true.play})
        return told and what_counts(game, turn) == what_counts(game, true)

    def are_due(self, turns: Sequence[Turn], taken: int, *, all_of_them: bool, literally: bool = False) -> bool:
        """Whether the turns after the first `taken` were these; `all_of_them`: and no others have been played."""
        due = self.turns_done - taken
        same = (self.is_same(at, turn, literally=literally) for at, turn in enumerate(turns, start=taken + 1))
        return (len(turns) == due or not all_of_them) and all(same)

    def was_dealt(self, player: str, entered: Entered, in_sight: Collection[CardName]) -> bool:
        """Whether of two cards dealt to a player those that are not in sight are what has been told of them so far."""
        away = [card for cards in self._deal.values() for card in cards if card not in in_sight]
        if len(entered.told) > 1:
            return entered.told[1] in away
        if entered.told:
            return any(card in away and self._deck[int(card)].colour == entered.told[0] for card in self._deal[player])
        *before, last = entered.turn
        known = {*in_sight, *(one.card for one in before)}
        return last.card in away and (self._is_upper(last.card, known) == last.is_older)

    def _is_upper(self, card: CardName, known: Collection[CardName]) -> bool:
        """Whether it is the older of two in one colour, the other of which is known."""
        older, newer = next(cards for cards in self._deal.values() if card in cards)
        alike = self._deck[int(older)].colour == self._deck[int(newer)].colour
        return alike and card == older and newer in known

    def turn_done(self, number: int) -> Turn | None:
        """That turn, counting from 1; None if it has not been played."""
        return self._turn(number)[0] if number <= self.turns_done else None

    def is_as_settled(self, told: Settled) -> bool:
        """Whether what the players have told of what they settled last is true so far."""
        settled = [entry for entry in self._entries[: self.done] if isinstance(entry, Adjustment)]
        if not settled or told.player not in ("", settled[-1].player):
            return False
        cards = settled[-1].cards()
        counted = told.walls in (None, settled[-1].walls)
        return counted and set(told.there) <= {*cards} and not set(told.gone) & {*cards}

    def is_what_lies(self, player: str, text: str) -> bool:
        """Whether a player's quarter is as the text has it (`rules.position`)."""
        quarter = self._games[self.done].position.quarters[player]
        return _what_stands(read_quarter(text, self._deck)) == _what_stands(quarter)

    def difference(self, game: Game, last: Entry | None) -> str:
        """For whom a game is not as the true one is by now, and what was done and taken last; nothing if for nobody."""
        true = self._games[self.done]
        what = _in_the_end if true.is_over else _of
        wrong = [player for player in true.players if what(player, game) != what(player, true)]
        if not wrong:
            return ""
        done = in_words(self._entries[self.done - 1])
        return f"entry {self.done}, {done}: wrong for {', '.join(wrong)}, taken was {in_words(last)}"


def _of(player: str, game: Game) -> object:
    """What a player has, on the table and in points."""
    points = sum(line.points for line in game.lines if line.player == player)
    return points, _what_stands(game.position.quarters[player])


def _in_the_end(player: str, game: Game) -> object:
    """All that counts once nothing more is played."""
    return sorted((line.kind, line.points) for line in score(game).lines if line.player == player)


def _after(game: Game, entry: Entry) -> Game:
    return going_on(play_turn(game, entry) if isinstance(entry, Turn) else adjust(game, entry))


def in_words(entry: Entry | None) -> str:
    """What was done, on one line."""
    if isinstance(entry, Turn):
        opened = [f"opens {colour}" for colour in entry.open]
        return f"{entry.player} " + ", ".join([*opened, *(f"{play.card} {play.way}" for play in entry.play)])
    return f"{entry.player} settles {dict(entry.construction)}, {entry.walls} walls" if entry else "nothing is whole"


def what_counts(game: Game, turn: Turn) -> object:
    """
    All that points now and later depend on; None for a turn that breaks the rules.

    Which of two cards became the wall and which was discarded is no part of it, nor what lies under a completed pile.
    """
    try:
        after = play_turn(game, turn)
    except RuleError:
        return None
    lines = after.lines[len(game.lines) :]
    return (
        turn.player,
        sorted((line.kind, line.points, line.reason) for line in lines),
        _what_stands(after.position.quarters[turn.player]),
    )


def _what_stands(quarter: Quarter) -> object:
    building = sorted(
        (palace.number, sorted(card.number for card in palace.cards)) for palace in quarter.construction.values()
    )
    done = [sorted(palace.number for palace in area.values()) for area in (quarter.completed, quarter.opened)]
    return building, done, quarter.walls, sorted(quarter.towers)


def points(record: Record) -> object:
    """Every player's points by kind, and the ranks."""
    return score_json(score(replay(record)))["players"]
