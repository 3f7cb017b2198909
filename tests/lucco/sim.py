"""
Simulated evenings of Lucco: people play a random game before the machine, and answer truly.

A condition names what goes wrong, each at its rate: see `RATES`. A game is judged by what the machine's record says of
who did what with which tile, and by which tiles touch which.
"""

from cmath import rect
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from traceback import format_exc

from lucca_pi.contract.entering import NOTHING, Entered
from lucca_pi.contract.questions import Among, Choice, Disagreed, EnterTurn, Lead, NoTurn, Settle, Stays, Take, Way
from lucca_pi.evening.corrections import no_turn_event
from lucca_pi.evening.journal import Begun
from lucca_pi.evening.state import State, Waiting, after_event, begin_evening
from lucca_pi.evening.step import Effect, Input
from lucca_pi.games.lucco.game import GAME
from lucca_pi.games.lucco.rules.position import Position
from lucca_pi.games.lucco.rules.table import parts_without
from lucca_pi.games.lucco.rules.tiles import Cell, Lay, Remove, Turn, tiles_called
from lucca_pi.games.lucco.session.setup import Setup
from lucca_pi.table.sighting import Look
from tests.lucco.playing import Style, random_game
from tests.lucco.sim_table import Cover, Table, look_at
from tests.sim import machine
from tests.sim.machine import BEGUN

Deed = tuple[str, str, int]
"""Who did what with which tile; of a pass the tile is 0."""


@dataclass(slots=True)
class Notes(machine.Notes):
    """What happened in one game."""

    changes: int = 0
    wrong_table: str = ""
    wrong_deed: str = ""
    untold: str = ""
    lines: list[str] = field(default_factory=list)

    @property
    def silent(self) -> bool:
        return bool(self.wrong_table or self.wrong_deed) and not self.stuck


RATES = {
    "missed": 0.02,  # of codes at each look
    "hand": 0.1,  # of looks: a hand is in the way
    "cup": 0.05,  # of turns: a cup is put down beside the figure, or upon it, for some turns
    "pushed": 0.1,  # of turns: the whole figure is shifted and turned
    "knocked": 0.05,  # of turns: a tile is knocked aside by some mm
    "parted": 0.02,  # of turns: a part of the figure comes off
    "wrong": 0.05,  # of turns: a piece is taken that may not go, or another's colour is laid
    "forgotten": 0.05,  # of turns with a change: nobody presses
    "passes": 0.1,  # of passes: nobody presses
    "die": 0.5,  # of evenings: the die is thrown in sight
}
ORDINARY = "missed+hand+cup+pushed+knocked+die"
WORST = f"{ORDINARY}+parted+wrong+forgotten"
MOST_TRIES = 6


class Evening(machine.AtTheMachine):
    """One game before the machine: what its people do and have done, and what they say of it."""

    MOST_ANSWERS = 12
    tell = False

    def __init__(self, condition: str, seed: int, tiles: str = "hexagon", players: int | None = None) -> None:
        self.parts, self.random = {*condition.split("+")}, Random(f"{seed} lucco")
        count = players or 2 + seed % 4
        style = Style(skill=0.5, hidden=0.0, unwritten=1.0)
        self.game = random_game(seed, count, tiles=tiles, turns=120, style=style)
        record = self.game.record
        seats = tuple(record.colours.index(player.colour) + 1 for player in record.players)
        setup = Setup(seats, tiles, record.colours, passes="unpressed" not in self.parts)
        names = dict(zip(seats, (player.name for player in record.players), strict=True))
        self.state: State = begin_evening(Begun(GAME, setup, None, names, BEGUN))
        self.table = Table(tiles_called(tiles), record.colours, self.random)
        self.notes, self.deeds, self.setup = Notes(), list[Deed](), setup
        self.covers: list[Cover] = []
        self.cup_until = 0
        self.throws = Random(f"{seed} throws")
        self.has_die = Random(f"{seed} die").random() < self.rate("die")
        self.mends: list[tuple[str, object]] = []

    def rate(self, name: str) -> float:
        return RATES[name] if name in self.parts else 0.0

    def happens(self, name: str) -> bool:
        return self.random.random() < self.rate(name)

    # what people do
    def play(self) -> Notes:
        """The whole game, until it is over or the machine can go no further."""
        try:
            self._look()
            for number, turn in enumerate(self.game.record.turns):
                assert isinstance(turn, Turn)
                self._disturb(number)
                self._do(turn)
                last = number + 1 == len(self.game.record.turns)
                if last or self._presses(turn):
                    self._confirm()
                    self._compare()
                if self.notes.stuck or self.state.course.is_over:
                    break
        except Exception:  # whatever it is, it would have ended the evening
            self.notes.stuck = format_exc()
        return self.notes

    def _presses(self, turn: Turn) -> bool:
        if turn.action is None:
            return self.setup.passes and not self.happens("passes")
        return not self.happens("forgotten")

    def _disturb(self, number: int) -> None:
        table, lying = self.table, [*self.table.lying]
        if self.cup_until <= number:
            self.covers = []
            if lying and self.happens("cup"):
                at = table.lying[self.random.choice(lying)].at
                self.covers = [Cover(at + complex(self.random.gauss(0, 60), self.random.gauss(0, 60)), 40.0)]
                self.cup_until = number + 4
        if self.happens("pushed"):
            table.push(80.0, 40.0)
        if len(lying) > 1 and self.happens("knocked"):
            self._knock([self.random.choice(lying)], self.random.uniform(3, 14))
        if len(lying) > 3 and self.happens("parted"):
            self._knock(self.random.sample(lying, len(lying) // 3), self.random.uniform(10, 25))

    def _knock(self, codes: Sequence[int], by_mm: float) -> None:
        angle = self.random.uniform(-3.2, 3.2)
        by = rect(by_mm, angle)
        self.table.move(codes, by)
        self.mends.append(("move", (tuple(codes), -by)))

    def _do(self, turn: Turn) -> None:
        """The turn as it was played; now and then somebody errs before, and puts it right when told."""
        self.table.die = turn.die
        self.table.die_at = complex(self.random.uniform(300, 450), self.random.uniform(200, 320))
        self.table.die_heading_deg = self.throws.uniform(-180, 180)
        if isinstance(turn.action, Lay):
            code = self.table.lay(turn.action.colour, _cell(turn.action))
            self.deeds.append((turn.player, "lay", code))
        elif isinstance(turn.action, Remove):
            code = self.table.code_at(_cell(turn.action))
            if self.happens("wrong") and self._errs(code):
                self.deeds.append((turn.player, "remove", code))
                return
            self.table.take(code)
            self.deeds.append((turn.player, "remove", code))
        else:
            if self.setup.passes:
                self.deeds.append((turn.player, "pass", 0))
            return
        self.notes.changes += 1

    def _errs(self, code: int) -> bool:
        """A piece is taken instead that may not go; it is put back once that is said, and the right one taken."""
        others = [other for other in self.table.lying if other != code and self._splits(other)]
        if not others:
            return False
        other = self.random.choice(others)
        self.mends.append(("instead", (other, self.table.take(other), code)))
        return True

    def _splits(self, code: int) -> bool:
        position = self.state.game.position if self.state.game else None
        cell = self.state.course.memory.cells.get(code) if position else None
        if not isinstance(position, Position) or cell not in position.table.pieces:
            return False
        return parts_without(position.table, cell) > 1

    def _mend(self) -> None:
        """What is wrong is put right, and what is in the way taken away."""
        self.covers, self.cup_until = [], 0
        for what, how in self.mends:
            if what == "move":
                codes, by = how  # type: ignore[misc]
                self.table.move([code for code in codes if code in self.table.lying], by)
            else:
                other, tile, code = how  # type: ignore[misc]
                self.table.lying[other] = tile
                self.table.take(code)
                self.notes.changes += 1
        self.mends = []

    # the machine
    def _give(self, one: Input) -> Sequence[Effect]:
        effects = super()._give(one)
        if isinstance(self.state.mode, Disagreed):
            self.notes.lines.append(f"  says: {self.state.mode.problems} {self.state.mode.advice}")
        return effects

    def _see(self, *, heeded: bool) -> Look:
        covers = [*self.covers]
        if self.table.lying and not heeded and self.happens("hand"):
            at = self.table.lying[self.random.choice([*self.table.lying])].at
            covers.append(Cover(at + complex(self.random.gauss(0, 25), self.random.gauss(0, 25)), 45.0))
        return look_at(self.table, self.random, self.state, covers, self.rate("missed"), die=self.has_die)

    def _look(self, *, heeded: bool = False) -> None:
        self.notes.looks += 1
        self._take_look(lambda _closer: self._see(heeded=heeded))

    def _confirm(self) -> None:
        """Presses OK and puts right what has to be, until the machine has taken all that was done."""
        for attempt in range(MOST_TRIES):
            self._look(heeded=attempt > 0)
            asked = len(self.notes.ranks)
            self._answer(tell=False)
            if None in self.notes.ranks[asked:] and self.state.mode is Waiting:
                self._doubt()
            if isinstance(self.state.mode, Disagreed):
                self.notes.told += 1
                if attempt < 2:
                    if any(words in str(self.state.mode.advice) for words in ("ush the", "side to side")):
                        self.mends = [one for one in self.mends if one[0] != "move"]
                        self.table.tidy()
                    self._mend()
                else:
                    self._press("down")
                    self._answer(tell=True)
            if self._is_taken():
                return
        said = self.notes.lines[-1] if self.notes.lines else "nothing is taken"
        self.notes.stuck = f"{len(self.state.course.turns)} of {len(self.deeds)} turns; {said}"

    def _doubt(self) -> None:
        """People who are asked what is not so see what they did."""
        self._mend()

    def _is_taken(self) -> bool:
        return self.state.mode is Waiting and len(self._counted(self.state.course.turns)) >= len(self.deeds)

    def _compare(self) -> None:
        """What the machine has taken beside what was done; not while it waits for something."""
        if self.notes.stuck or self.notes.wrong_table or self.notes.wrong_deed or not self._is_taken():
            return
        found = [self._deed(turn) for turn in self._counted(self.state.course.turns)]
        found = [
            one if one[2] != -1 else (*one[:2], self.deeds[n][2]) for n, one in enumerate(found) if n < len(self.deeds)
        ]
        if found != self.deeds:
            at = next((n for n, both in enumerate(zip(found, self.deeds, strict=False)) if both[0] != both[1]), 0)
            self.notes.wrong_deed = f"turn {at + 1}: {found[at : at + 2]} not {self.deeds[at : at + 2]}"
        cells = self.state.course.memory.cells
        codes = {cell: code for code, cell in cells.items()}
        codes_seen = frozenset(cells)  # of a tile told by hand nobody may have seen the number yet
        for code, cell in cells.items():
            around = frozenset(codes[one] for one in self.table.tiles.neighbours(cell) if one in codes)
            if code not in self.table.lying or around != self.table.neighbours(code) & codes_seen:
                self.notes.wrong_table = f"tile {code}: {sorted(around)}"
        if len(self.state.game.position.table) != len(self.table.lying) or cells.keys() - self.table.lying.keys():
            self.notes.wrong_table = f"{sorted(cells.keys() ^ self.table.lying.keys())}"

    # what people answer
    def _counted(self, turns: Sequence[Turn]) -> list[Turn]:
        """Where passes are not pressed nobody can tell how many there were: changes alone count."""
        return [turn for turn in turns if turn.action or self.setup.passes]

    def _answer(self, *, tell: bool) -> None:
        self.tell = tell
        self._answer_questions()

    def _answer_to(self, mode: Choice) -> int | None:
        true = self._rank(mode)
        words = " | ".join(str(one.words) for one in mode.options)
        self.notes.lines.append(f"  asked: {mode.player} {mode.text} {words} (true: {true})")
        if not self.tell:
            self.notes.ranks.append(true)
            self.tell = true is None
        return self._rank(mode) if true is None else true

    def _rank(self, mode: Choice) -> int | None:
        return next((rank for rank, one in enumerate(mode.options) if self._is_true(mode, one.lead)), None)

    def _is_true(self, mode: Choice, lead: Lead) -> bool:  # noqa: PLR0911 - one for each way
        due = self.deeds[len(self._counted(self.state.course.turns)) :]
        match lead:
            case Take(turns):
                return self._are(turns, due) or (self.tell and self._are(turns, due[: len(turns)]))
            case Among(ways, None):
                return any(self._are(way, due) for way in ways)
            case Settle(number, turn):
                return self._deed(turn) == self.deeds[number - 1]
            case NoTurn(number):
                event = no_turn_event(self.state, number, "")
                turns = self._counted(after_event(self.state, event).course.turns) if event else []
                return event is not None and self._are(turns, self.deeds[: len(turns)])
            case Stays(number, _take):
                return self._deed(self.state.course.turns[number - 1]) == self.deeds[number - 1]
            case EnterTurn(None, entered):
                return self.tell and bool(due) and self._agrees(entered, due[0])
            case Way.ENTER:
                return self.tell
            case _:
                return False

    def _agrees(self, entered: Entered, deed: Deed) -> bool:
        if entered == NOTHING:
            return isinstance(self.state.mode, Choice) and str(self.state.mode.text)[-1] != "?"
        player, did, code = deed
        colour = self.table.colours[(code - 1) // 10] if code else None
        told = (player, {"pass": "nothing"}.get(did, did), colour)
        if any(said not in (None, true) for said, true in zip(entered.told, told, strict=False)):
            return False
        if len(entered.told) <= len(told):
            return True
        at = entered.told[len(told)]
        return self.state.course.memory.codes.get(at) == code if did == "remove" else self._fits(at, code)

    def _fits(self, at: Cell, code: int) -> bool:
        """Whether a place of the machine has the tiles around it that a tile has."""
        cells = {*self.table.tiles.neighbours(at)}
        around = frozenset(one for one, cell in self.state.course.memory.cells.items() if cell in cells)
        return code in self.table.lying and around == self.table.neighbours(code)

    def _are(self, turns: Sequence[Turn], due: Sequence[Deed]) -> bool:
        turns = self._counted(turns)
        return len(turns) == len(due) and all(self._is(turn, deed) for turn, deed in zip(turns, due, strict=True))

    def _is(self, turn: Turn, deed: Deed) -> bool:
        """Whether it was so; of a tile whose number nobody saw, whether it lies where it was told."""
        found = self._deed(turn)
        if found[2] != -1 or found[:2] != deed[:2]:
            return found == deed
        return turn.lay is not None and not isinstance(turn.lay.at, str) and self._fits(turn.lay.at, deed[2])

    def _deed(self, turn: Turn) -> Deed:
        action = turn.action
        if action is None:
            return turn.player, "pass", 0
        return turn.player, "lay" if turn.lay else "remove", int(action.extra.get("tile", -1))


def _cell(action: Lay | Remove) -> Cell:
    assert not isinstance(action.at, str)
    return action.at


def judge(condition: str, seed: int, tiles: str = "hexagon", players: int | None = None) -> Notes:
    """The game of that condition and seed, played and judged."""
    return Evening(condition, seed, tiles, players).play()
