"""
Simulated evenings of Lucco: people play a random game before the machine, and answer truly.

What people do that they should not are habits: some are met once in an evening, others by chance in each turn. A habit
acts at a moment of a turn that suits it: before it, instead of it, at the press, or after it. Tiles that lie amiss are
put right once the machine says so. A game is judged by what the machine's record says of who did what with which tile,
by which tiles touch which, and by who wins. Blind habits are those after which no look tells who did what; there what
lies and who wins has to be right.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from lucca_pi.contract.questions import Choice, Disagreed, EnterTurn, Lead, NoTurn
from lucca_pi.evening.corrections import no_turn_event
from lucca_pi.evening.journal import Begun, Event
from lucca_pi.evening.state import Waiting, after_event, begin_evening, resumed
from lucca_pi.evening.step import Effect, Input, Keep, Rested
from lucca_pi.games.lucco.game import GAME
from lucca_pi.games.lucco.rules.table import Table as Figure
from lucca_pi.games.lucco.rules.table import places_to_lay
from lucca_pi.games.lucco.rules.tiles import Cell, Lay, Remove, Turn, tiles_called
from lucca_pi.games.lucco.session.setup import Setup
from lucca_pi.table.sighting import Look
from tests.lucco.playing import Style, random_game
from tests.lucco.sim_table import DIE_AT, Cover, Table, look_at
from tests.sim.machine import BEGUN, AtTheMachine, Notes, Teller

MISSED, HAND = 0.02, 0.1
"""Of codes at each look so many are not read; in so many looks a hand is in the way."""
RESTS = 0.7
"""So often the machine sees the table at rest before anybody presses, where habits are met once."""
FIRST_TURNS = 3, 16
"""Between these turns the first habit begins to wait for a moment that suits it."""
TURNS_AFTER = 12
"""Turns played after the last habit."""
COVERED = 4
"""Turns for which a cup or a hand stays where it is, unless the machine complains."""
BY_DIE = ("early", "twice")
"""With the die in sight no press too many may be taken for a turn: then these are not blind."""
Deed = tuple[str, str, int]
"""Who did what with which tile; of a pass the tile is 0, and -1 of a tile whose number nobody has seen."""
Moment = Literal["before", "do", "press", "after"]


class NotNowError(Exception):
    """A turn does not suit a habit."""


@dataclass(frozen=True)
class Habit:
    """`act` does it, or raises NotNowError. `is_blind`: no look tells who did what after it."""

    name: str
    moment: Moment
    act: "Callable[[Evening, Turn], None]"
    is_blind: bool = False


class Evening(AtTheMachine):
    """
    One game before the machine, with habits that are met `once`, the second at the turn of the first or just after it.

    Others are met `often`, each at its rate. `sees`: what else is done at this table: "missed" codes, a "hand" in the
    way, the "die" thrown in sight in every second evening, passes "unpressed".
    """

    MOST_ANSWERS = 12

    def __init__(
        self,
        seed: int,
        once: Sequence[Habit] = (),
        *,
        often: Mapping[Habit, float] | None = None,
        sees: Collection[str] = (),
        tiles: str = "hexagon",
        tell: Teller | None = None,
    ) -> None:
        self.random, self.sees, self.often = Random(f"{seed} lucco"), sees, often or {}
        style = Style(skill=0.5, hidden=0.0, unwritten=1.0)
        self.game = random_game(seed, 2 + seed % 4, tiles=tiles, turns=120, style=style)
        record = self.game.record
        self.turns = [turn for turn in record.turns if isinstance(turn, Turn)]
        seats = tuple(record.colours.index(player.colour) + 1 for player in record.players)
        self.setup = Setup(seats, tiles, record.colours, passes="unpressed" not in sees)
        names = dict(zip(seats, (player.name for player in record.players), strict=True))
        self.state = begin_evening(Begun(GAME, self.setup, None, names, BEGUN))
        self.table = Table(tiles_called(tiles), record.colours, self.random)
        self.notes, self.deeds, self.events = Notes(tell_line=tell), list[Deed](), list[Event]([self.state.begun])
        self.changes, self.number = 0, 0
        # what lies amiss, and how it is put right
        self.covers, self.covered_until, self.flipped = list[Cover](), 0, set[int]()
        self.calls: list[Callable[[], object]] = []
        # the die
        self.has_die, self.face, self.face_until, self.dieless = bool(seed % 2) and self._has("die"), "", -1, -1
        self.has_die |= bool(once and seed % 2)
        # habits
        self.waiting, self.happened, self.met = [*once], list[str](), 0
        self.begins = self.random.randint(*FIRST_TURNS) if once else 0
        self.is_short = bool(once)
        blind = [one.name for one in (*once, *self.often) if one.is_blind]
        self.is_blind = any(not (self.has_die and name in BY_DIE) for name in blind)
        self.skips, self.is_alert, self.is_pressed, self.done_already = 0, False, False, -1

    def _has(self, what: str) -> bool:
        return what in self.sees

    # the evening
    def play(self) -> Notes:
        """The whole game, or as far as the machine goes, or until some turns after the last habit."""
        try:
            self._look()
            for number, turn in enumerate(self.turns):
                self.number = number
                self._turn(turn, last=self.number + 1 == len(self.turns))
                self.notes.turns += 1
                is_past = self.is_short and not self.waiting and self.number > self.met + TURNS_AFTER
                if self.notes.stuck or self.state.course.is_over or is_past:
                    break
        except Exception as error:  # whatever it is, it would have ended the evening
            self.notes.crash(error)
        return self.notes

    def _turn(self, turn: Turn, *, last: bool) -> None:
        if self.number == self.done_already:
            return
        self.is_pressed = False
        if self.covered_until <= self.number:
            self.covers = []
        self._meet("before", turn)
        if not self._meet("do", turn):
            self.do(turn)
        self.rest()
        self._meet("press", turn)
        is_left_out = self.skips or not (turn.action or self.setup.passes)
        self.skips = max(0, self.skips - 1)
        if is_left_out and not last:
            return
        if not self.is_pressed:
            self.confirm()
        self._compare()
        if self._meet("after", turn) and not self._is_taken():
            self.confirm()

    def _meet(self, moment: Moment, turn: Turn) -> bool:
        """Habits of that moment are met; true if the turn is done by one. Of those that wait one is met at a time."""
        due = [one for one, rate in self.often.items() if one.moment == moment and self.random.random() < rate]
        waiting = [one for one in self.waiting if one.moment == moment and self.number >= self.begins]
        for habit in (*due, *waiting):
            with suppress(NotNowError):
                habit.act(self, turn)
                self.happened.append(habit.name)
                self.notes.tell(f"{self.number + 1}: {habit.name}")
                if habit in self.waiting:
                    self.waiting.remove(habit)
                    self.met = self.number
                if moment != "before":
                    return moment != "press"
                if habit in waiting:
                    break
        return False

    def do(self, turn: Turn) -> None:
        """The turn as it was played."""
        self.table.throw(turn.die)
        if turn.lay:
            self.deeds.append((turn.player, "lay", self.table.lay(turn.lay.colour, _cell(turn.lay))))
        elif turn.remove:
            code = self.table.code_at(_cell(turn.remove))
            self.table.take(code)
            self.deeds.append((turn.player, "remove", code))
        elif self.setup.passes:
            self.deeds.append((turn.player, "pass", 0))
        self.changes += turn.action is not None

    # what people see of the table, for their habits
    def some(self, fewest: int = 3) -> list[int]:
        """The tiles that lie there, if there are so many."""
        if len(self.table.lying) < fewest:
            raise NotNowError
        return [*self.table.lying]

    def one_of(self, some: Sequence[Any]) -> Any:
        """Any of these, if there is one."""
        if not some:
            raise NotNowError
        return self.random.choice(some)

    def free(self) -> list[Cell]:
        """Where a tile may be laid beside others; else NotNowError."""
        if not self.table.lying or not self.state.game:
            raise NotNowError
        return [at for at in places_to_lay(self.figure()) if not isinstance(at, str)]

    def figure(self) -> Figure:
        """The figure by the table's own cells, as the machine counts from elsewhere."""
        colours = {tile.cell: self.setup.colours[(code - 1) // 10] for code, tile in self.table.lying.items()}
        return Figure(self.table.tiles, colours)

    def spare(self) -> list[str]:
        """Colours that do not all lie."""
        lying = [(code - 1) // 10 for code in self.table.lying]
        return [colour for at, colour in enumerate(self.setup.colours) if lying.count(at) < 10]

    def covered(self, *covers: Cover) -> None:
        """A hand or a cup hides some of it for some turns, or until the machine says something."""
        self.covers, self.covered_until = [*covers], self.number + COVERED

    def mend(self, call: Callable[[], object]) -> None:
        """What is done once the machine has said that something is wrong."""
        self.calls.append(call)

    def shows(self, face: str, *, for_turns: int = 1) -> None:
        """The die shows a face that nobody has thrown."""
        self.has_die, self.face, self.face_until = True, face, self.number + for_turns - 1

    # what they do at the machine
    def confirm(self) -> None:
        """Presses OK until the machine has taken all that was done; turns that nobody played are taken back."""
        self._back_to_truth()
        self._confirm()
        if self.notes.stuck and self._notice():
            self.notes.stuck = ""
            self._confirm()

    def press_once(self) -> None:
        """A press and its look, and nothing said after it."""
        self._look(heeded=True)

    def menu(self, *words: str) -> None:
        """Opens the menu between two turns, and goes where words lead by which answers begin; else NotNowError."""
        self.press("up", "ok")
        for begin in words:
            mode = self.state.mode
            options = mode.options if isinstance(mode, Choice) else ()
            at = next((n for n, one in enumerate(options) if str(one.words).startswith(begin)), None)
            if at is None or not isinstance(mode, Choice):
                self._back()
                raise NotNowError
            self._choose(mode, at)

    def rest(self, often: float = RESTS) -> None:
        """Now and then the machine sees the table at rest before anybody presses."""
        if self.is_short and self.state.game and self.random.random() < often:
            self._give(Rested(self._see(None, heeded=True), ""))

    def restart(self) -> None:
        """The machine is switched off and on."""
        self.state = resumed(self.events)

    def put_right(self) -> None:
        """What is wrong is put right, and what is in the way taken away; a die that shows what nobody threw, too."""
        self.covers = []
        self.dieless = self.number if self.number <= self.face_until else self.dieless
        self.flipped.clear()
        for call in reversed(self.calls):
            call()
        self.calls.clear()

    def _heed(self, complaint: Disagreed) -> None:
        if any(words in str(complaint.advice) for words in ("ush the", "side to side")):
            self.table.tidy()
        self.put_right()

    def _notice(self) -> bool:
        """People see that the machine has taken turns that nobody played, and take them back."""
        self.is_alert = True
        return self._back_to_truth()

    def _back_to_truth(self) -> bool:
        """Undo, until what the machine has taken is how the evening went."""
        undone = False
        while self.is_alert and self.state.past and not self._is_truth():
            self.press("back", "undo")
            undone = True
        self.is_alert = False
        return undone

    def _give(self, given: Input) -> Sequence[Effect]:
        effects = super()._give(given)
        self.events += [effect.event for effect in effects if isinstance(effect, Keep)]
        return effects

    def _see(self, closer: int | None, *, heeded: bool) -> Look:
        covers = [*self.covers, *(Cover(self.table.lying[one].at, 5.0) for one in self.flipped & {*self.table.lying})]
        if self._has("hand") and self.table.lying and not heeded and self.random.random() < HAND:
            at = self.table.lying[self.random.choice([*self.table.lying])].at
            covers.append(Cover(at + complex(self.random.gauss(0, 25), self.random.gauss(0, 25)), 45.0))
        if self.number <= self.face_until:
            self.table.die, self.table.die_at, self.table.die_heading_deg = self.face, DIE_AT, 0.0
        die = self.has_die and self.number != self.dieless
        return look_at(self.table, self.random, self.state, covers, MISSED * self._has("missed"), die=die)

    # what they know of what the machine has taken
    def _counted(self, turns: Sequence[Turn]) -> list[Turn]:
        """Where passes are not pressed nobody can tell how many there were: changes alone count."""
        return [turn for turn in turns if turn.action or self.setup.passes]

    def _has_all(self) -> bool:
        return len(self._counted(self.state.course.turns)) >= len(self.deeds)

    def _is_truth(self) -> bool:
        turns = self._counted(self.state.course.turns)
        return self._are(turns, self.deeds[: len(turns)])

    def _compare(self) -> None:
        """What the machine has taken beside what was done; not while it waits for something."""
        if self.notes.stuck or self.notes.wrong or not self._is_taken():
            return
        found = [deed_of(turn) for turn in self._counted(self.state.course.turns)]
        known = zip(found, self.deeds, strict=False)
        found[: len(self.deeds)] = [one if one[2] != -1 else (*one[:2], deed[2]) for one, deed in known]
        if self.is_blind and sorted(found) == sorted(self.deeds):
            self.deeds[:] = found  # after presses were forgotten the order that the machine has told is right as well
        pairs = enumerate(zip(found, self.deeds, strict=False))
        at = next((at for at, (one, deed) in pairs if one != deed), min(len(found), len(self.deeds)))
        wrong = f"turn {at + 1}: {found[at : at + 2]} not {self.deeds[at : at + 2]}" if found != self.deeds else ""
        if self.is_blind:
            self.notes.untold, wrong = self.notes.untold or wrong, ""
        self.notes.wrong = self._wrong_table() or wrong

    def _wrong_table(self) -> str:
        """Where the figure, or who wins, is not as the machine has it."""
        cells, lying, winner = self.state.course.memory.cells, self.table.lying, self.game.game.end
        if len(self.state.game.position.table) != len(lying) or cells.keys() - lying.keys():
            return f"tiles {sorted(cells.keys() ^ lying.keys())}"
        codes = {cell: code for code, cell in cells.items()}
        for code, cell in cells.items():
            around = {codes[one] for one in self.table.tiles.neighbours(cell) if one in codes}
            if around != self.table.neighbours(code) & cells.keys():  # nobody may have seen a tile told by hand yet
                return f"tile {code}: {sorted(around)}"
        if self.state.course.is_over and winner and self.state.game.end.winner != winner.winner:
            return f"{self.state.game.end.winner} has won, not {winner.winner}"
        return ""

    # what they answer
    def _answer_questions(self, *, telling: bool = False) -> None:
        """People who are asked what is not so see what they did, and what the machine has taken before."""
        asked = len(self.notes.ranks)
        super()._answer_questions(telling=telling)
        if None in self.notes.ranks[asked:] and self.state.mode is Waiting:
            self.put_right()
            self._notice()

    def _answer_to(self, choice: Choice) -> int | None:
        was_telling, rank = self.is_telling, super()._answer_to(choice)
        return self._rank(choice) if rank is None and not was_telling else rank

    def _note_question(self, choice: Choice, rank: int | None) -> None:
        """A question counts until the turn is told by hand: that begins where no answer is true."""
        if not self.is_telling:
            self.notes.asked_in.add(self.notes.turns)
            self.notes.ranks.append(rank)
            self.is_telling = rank is None

    def _is_true(self, choice: Choice, lead: Lead) -> bool:
        is_for_now = not isinstance(lead, EnterTurn) or (self.is_telling and lead.number is None)
        return is_for_now and super()._is_true(choice, lead)

    def _is_so(self, choice: Choice, lead: Lead) -> bool:
        event = no_turn_event(self.state, lead.number, "") if isinstance(lead, NoTurn) else None
        turns = self._counted(after_event(self.state, event).course.turns) if event else []
        return event is not None and self._are(turns, self.deeds[: len(turns)])

    def _are_true(self, turns: Sequence[Turn], after: int, *, all_of_them: bool, literally: bool) -> bool:
        turns = self._counted(turns)
        due = self.deeds[len(self._counted(self.state.course.turns[:after])) :]
        return self._are(turns, due if all_of_them else due[: len(turns)])

    def _are(self, turns: Sequence[Turn], due: Sequence[Deed]) -> bool:
        """Of turns pressed together nobody minds the order, as the table is the same."""
        left = [*due]
        for turn in turns:
            same = next((deed for deed in left if self._is(turn, deed)), None)
            if same is None:
                return False
            left.remove(same)
        return not left

    def _is(self, turn: Turn, deed: Deed) -> bool:
        """Whether it was so; of a tile whose number nobody saw, whether it lies where it was told."""
        found = deed_of(turn)
        if found[2] == -1 and found[:2] == deed[:2] and turn.lay:
            return self._fits(_cell(turn.lay), deed[2])
        return found == deed

    def _played(self, number: int) -> Turn | None:
        """The first turn that the machine has not, in its own cells."""
        due = self.deeds[len(self._counted(self.state.course.turns)) :]
        if not due:
            return None
        (player, did, code), *_ = due
        if did == "pass":
            return Turn(player)
        if did == "remove":
            at = self.state.course.memory.cells.get(code)
            return Turn(player, remove=Remove(at)) if at else None
        places = (at for at in places_to_lay(self.state.game.position.table) if not isinstance(at, str))
        at = next((at for at in places if self._fits(at, code)), None)
        return Turn(player, lay=Lay(self.table.colours[(code - 1) // 10], at)) if at else None

    def _fits(self, at: Cell, code: int) -> bool:
        """Whether a place of the machine has the tiles around it that a tile has."""
        cells = {*self.table.tiles.neighbours(at)}
        around = frozenset(one for one, cell in self.state.course.memory.cells.items() if cell in cells)
        return code in self.table.lying and around == self.table.neighbours(code)


def deed_of(turn: Turn) -> Deed:
    """What the machine has taken."""
    if turn.action is None:
        return turn.player, "pass", 0
    return turn.player, "lay" if turn.lay else "remove", int(turn.action.extra.get("tile", -1))


def _cell(action: Lay | Remove) -> Cell:
    assert not isinstance(action.at, str)
    return action.at
