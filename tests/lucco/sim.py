"""
Simulated evenings of Lucco: people play a random game before the machine, and answer truly.

A condition names what goes wrong, each at its rate: see `RATES`. A game is judged by what the machine's record says of
who did what with which tile, and by which tiles touch which.
"""

from cmath import rect
from collections.abc import Sequence
from random import Random
from time import process_time
from traceback import format_exc

from lucca_pi.contract.questions import Disagreed
from lucca_pi.evening.journal import Begun
from lucca_pi.evening.state import State, TakeLook, Waiting, begin_evening
from lucca_pi.evening.step import Continue, Effect, Input, LookCloser, Looked, Pressed, step
from lucca_pi.games.lucco.game import GAME
from lucca_pi.games.lucco.rules.position import Position
from lucca_pi.games.lucco.rules.table import parts_without
from lucca_pi.games.lucco.rules.tiles import Cell, Lay, Remove, Turn, tiles_called
from lucca_pi.games.lucco.session.setup import Setup
from lucca_pi.table.looks import joined
from tests.lucco.playing import Style, random_game
from tests.lucco.sim_answers import Answers, Deed, Notes
from tests.lucco.sim_table import Cover, Table, look_at

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
MOST_TRIES, CLOSER = 6, 2


class Evening(Answers):
    """One game before the machine."""

    def __init__(self, condition: str, seed: int, tiles: str = "hexagon", players: int | None = None) -> None:
        self.parts, self.random = {*condition.split("+")}, Random(f"{seed} lucco")
        count = players or 2 + seed % 4
        style = Style(skill=0.5, hidden=0.0, unwritten=1.0)
        self.game = random_game(seed, count, tiles=tiles, turns=120, style=style)
        record = self.game.record
        seats = tuple(record.colours.index(player.colour) + 1 for player in record.players)
        setup = Setup(seats, tiles, record.colours, passes="unpressed" not in self.parts)
        names = dict(zip(seats, (player.name for player in record.players), strict=True))
        self.state: State = begin_evening(Begun(GAME, setup, None, names, "2026-05-01T20:00:00"))
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
        start = process_time()
        self.state, effects = step(self.state, one)
        while effects and effects[-1] == Continue():
            self.state, effects = step(self.state, Continue())
        if isinstance(one, Looked):
            self.notes.decisions_s.append(process_time() - start)
        if isinstance(self.state.mode, Disagreed):
            self.notes.lines.append(f"  says: {self.state.mode.problems} {self.state.mode.advice}")
        return effects

    def _see(self, *, heeded: bool) -> object:
        covers = [*self.covers]
        if self.table.lying and not heeded and self.happens("hand"):
            at = self.table.lying[self.random.choice([*self.table.lying])].at
            covers.append(Cover(at + complex(self.random.gauss(0, 25), self.random.gauss(0, 25)), 45.0))
        return look_at(self.table, self.random, self.state, covers, self.rate("missed"), die=self.has_die)

    def _look(self, *, heeded: bool = False) -> None:
        self.notes.looks += 1
        if not any(isinstance(one, TakeLook) for one in self._give(Pressed("ok", ""))):
            return
        look = self._see(heeded=heeded)
        effects = self._give(Looked(look, "", more=True))  # type: ignore[arg-type]
        if any(isinstance(one, LookCloser) for one in effects):
            again = [look, *(self._see(heeded=heeded) for _ in range(CLOSER))]
            self._give(Looked(joined(again, self.state.pieces), ""))  # type: ignore[arg-type]

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
                    self._give(Pressed("down", ""))
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


def _cell(action: Lay | Remove) -> Cell:
    assert not isinstance(action.at, str)
    return action.at


def judge(condition: str, seed: int, tiles: str = "hexagon", players: int | None = None) -> Notes:
    """The game of that condition and seed, played and judged."""
    return Evening(condition, seed, tiles, players).play()
