"""
People before the machine: they place, press, do what it asks for, answer truly, and tell by hand what it cannot see.

What they do wrong they put right once the machine says that something is wrong.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import combinations
from random import Random

from lucca_pi.contract.questions import Among, Choice, Describe, Disagreed, EnterTurn, Lead, Option, Settle, Take
from lucca_pi.errors import RuleError
from lucca_pi.evening.journal import Begun
from lucca_pi.evening.menus import game_menu
from lucca_pi.evening.questions import entering
from lucca_pi.evening.state import State, begin_evening
from lucca_pi.games.chessboard.game import GAME
from lucca_pi.games.chessboard.referee.turns import marked
from lucca_pi.games.chessboard.rules.game import Game, begin, play_turn
from lucca_pi.games.chessboard.rules.placing import houses
from lucca_pi.games.chessboard.rules.position import Position
from lucca_pi.games.chessboard.rules.struggle import Fight, begin_struggle, take_step
from lucca_pi.games.chessboard.rules.turn import Turn, settled_brick
from lucca_pi.games.chessboard.session.by_hand import TowerEntry
from lucca_pi.games.chessboard.session.setup import Setup, seat_of
from lucca_pi.outside import Node
from lucca_pi.table.sighting import Look
from tests.chessboard.playing import random_game, random_turn
from tests.chessboard.sim.answers import is_true
from tests.chessboard.sim.lying import LOT_MM, PER_FLOOR, Eye, Table, look_at, seen, table_of
from tests.sim.machine import BEGUN, AtTheMachine, Notes


@dataclass(frozen=True, slots=True)
class Habits:
    """How often people do something in a turn, or in a struggle, that they should not."""

    forgets_press: float = 0.0
    presses_early: float = 0.0
    lays_between: float = 0.0
    squares_up: float = 0.0
    pushes: float = 0.0
    forgets_prisoner: float = 0.0
    takes_wrong: float = 0.0
    forgets_again: float = 0.0
    undoes: float = 0.0
    plays_otherwise: float = 0.0
    tells_again: float = 0.0
    one_colour_twice: float = 0.0


CAREFUL = Habits()
ORDINARY = Habits(0.01, 0.02, 0.01, 0.01, 0.01, 0.1, 0.05)


@dataclass(frozen=True, slots=True)
class Condition:
    """What is played with, by whom, and before which eye. `sigma` is the true error of heights in floors."""

    setup: Setup = field(default_factory=Setup)
    habits: Habits = CAREFUL
    eye: Eye = field(default_factory=Eye)
    mat: bool = False
    press_a_brick: bool = False
    sigma: float | None = None
    styles: tuple[str, ...] = ("scattered", "builder", "fighter")

    @property
    def looks_through(self) -> Eye:
        return replace(self.eye, noise=self.sigma * PER_FLOOR / 2**0.5) if self.sigma else self.eye


def slips() -> tuple[str, ...]:
    """The names of all that people do wrong."""
    return tuple(one.name for one in fields(Habits))


def pairs(rate: float) -> Iterator[Habits]:
    """Every two of them together, each as often as `rate` says."""
    return (Habits(**dict.fromkeys(two, rate)) for two in combinations(slips(), 2))


class Players(AtTheMachine):
    """The players of one evening, and the machine's state."""

    def __init__(self, seed: int, players: int, condition: Condition, *, turns: int | None = None) -> None:
        setup = condition.setup
        played = random_game(seed, players, setup.size, styles=condition.styles, switching=setup.switch, turns=turns)
        self._turns, people = played.record.turns, played.record.players
        names = {seat_of(one.colour): one.name for one in people}
        setup = replace(setup, colours=tuple(one.colour for one in people))
        self.state: State = begin_evening(Begun(GAME, setup, None, names, BEGUN))
        self.notes, self.condition = Notes(), condition
        self._seed, self._random = seed, Random(f"people {seed}")
        self._games: list[Game] = [begin(setup.size, people, switching=setup.switch)]
        self._table = self._laid(self._games[0].position)

    def _laid(self, position: Position) -> Table:
        return table_of(position, stairs=self.condition.setup.stairs, mat=self.condition.mat, seed=self._seed)

    def play(self) -> Notes:
        """Plays until the game is over or the machine can go no further."""
        self._confirm()
        for turn in self._turns:
            if not isinstance(turn, Turn) or self.notes.stuck or self.notes.wrong:
                break
            self._play(turn)
            self.notes.turns += 1
        return self.notes

    def _play(self, turn: Turn) -> None:
        before = self._games[-1]
        self._games.append(play_turn(before, turn))
        last = turn is self._turns[-1]
        for position in self._half_way(before, turn):
            self._table = self._laid(position)
            self._look()
            self._answer_questions()
        self._table = self._with_slips(self._laid(self._games[-1].position), before, turn)
        if not last and not self.condition.press_a_brick and self._forgets():
            return
        self._misplaced_first(before, turn)
        self._confirm()
        self._after_turn()

    def _forgets(self) -> bool:
        """Whether the press is forgotten: now and then once more after one that was."""
        habits, waiting = self.condition.habits, len(self._games) - 1 - len(self.state.course.turns)
        return self._happens(habits.forgets_press if waiting <= 1 else habits.forgets_again)

    def _misplaced_first(self, before: Game, turn: Turn) -> None:
        """Before the turn itself lies there, and is confirmed, something else does: another turn, or no legal one."""
        habits, table, number = self.condition.habits, self._table, len(self._games) - 1
        if len(self.state.course.turns) != number - 1 or self.state.course.open_turn is not None:
            return
        if self._happens(habits.one_colour_twice):
            colour, *lots = turn.bricks[0].colour, *before.position.city.empty[:2]
            city = replace(
                before.position.city, stacks={**before.position.city.stacks, **dict.fromkeys(lots, (colour,))}
            )
            self._look_at(before.position.with_city(city))
        if self._happens(habits.plays_otherwise):
            self._look_at(random_turn(before, self._random)[0].position)
            if len(self.state.course.turns) == number:
                self.press("undo")
        self._table = table

    def _look_at(self, position: Position) -> None:
        """Somebody presses while this lies there, and answers nothing."""
        self._table = self._laid(position)
        self._look()
        if isinstance(self.state.mode, Choice):
            self.press("back")

    def _after_turn(self) -> None:
        """What people do once a turn is taken: take it back and confirm it again, or tell one again as it was."""
        course, habits = self.state.course, self.condition.habits
        if self.notes.stuck or not course.turns or course.is_over or course.open_turn is not None:
            return
        if self._happens(habits.undoes):
            self.press("undo")
            self._confirm()
        if self._happens(habits.tells_again):
            number = self._random.randint(1, len(course.turns))
            self.state = replace(self.state, mode=entering(self.state, EnterTurn(number)))
            self._answer_questions()
            self._compare()

    def _happens(self, rate: float) -> bool:
        return self._random.random() < rate

    def _half_way(self, before: Game, turn: Turn) -> Iterator[Position]:
        """The positions at which somebody presses before the turn is whole."""
        habits, first = self.condition.habits, turn.bricks[0]
        after_first = settled_brick(before.position, first)[0]
        if len(turn.bricks) == 2 and (self.condition.press_a_brick or self._happens(habits.presses_early)):
            yield after_first
        position = before.position
        for brick in turn.bricks:
            struggle = None
            if brick.at not in position.city.stacks:
                struggle = begin_struggle(position, brick.colour, brick.at)
            rest = list(brick.prisoners)
            while struggle and (action := struggle.step):
                if isinstance(action, Fight) and self._happens(habits.presses_early * 5):
                    yield struggle.position
                chosen = rest.pop(0) if isinstance(action, Fight) and action.choices else None
                if chosen and self._happens(habits.forgets_prisoner):
                    city = struggle.position.city
                    yield struggle.position.with_city(city.with_stack(action.at, city.stacks[action.at][1:]))
                if chosen and self._happens(habits.takes_wrong):
                    yield from _wrongly_taken(struggle.position, action, struggle.at)
                struggle = take_step(struggle, chosen)
            position = settled_brick(position, brick)[0]

    def _with_slips(self, table: Table, before: Game, turn: Turn) -> Table:
        habits, stacks = self.condition.habits, table.stacks
        new = [brick.at for brick in turn.bricks if stacks.get(brick.at) == (brick.colour,)]
        if new and self._happens(habits.lays_between):
            table = replace(table, moved={**table.moved, new[0]: complex(LOT_MM / 2 - 3, 0)})
        towers = [lot for lot, stack in stacks.items() if len(stack) > 1]
        if towers and self._happens(habits.squares_up):
            table = replace(table, squared={self._random.choice(sorted(towers)): frozenset({0, 1, 2})})
        if stacks and self._happens(habits.pushes):
            table = replace(
                table, moved={**table.moved, self._random.choice(sorted(stacks)): complex(LOT_MM / 2 - 4, 0)}
            )
        return table

    def _heed(self, complaint: Disagreed) -> None:
        self._table = self._laid(self._games[-1].position)

    # what is done at the machine
    def _has_all(self) -> bool:
        course = self.state.course
        return bool(course.game) and len(course.turns) == len(self._games) - 1

    def _compare(self) -> None:
        if self.state.course.open_turn is not None:
            return
        games = [self.state.course.start.game, *(moment.game for moment in self.state.course.moments)]  # type: ignore[union-attr]
        for number, (one, true) in enumerate(zip(games, self._games, strict=False)):
            if one.position != true.position:
                self.notes.wrong = f"turn {number}: {self.state.course.turns[number - 1].bricks}"
                return

    def _see(self, closer: int | None, *, heeded: bool) -> Look:
        return seen(look_at(self._table), self.condition.looks_through, self._random)

    # what is answered
    def _rank(self, choice: Choice) -> int | None:
        """The answer that is true: by its words where a fact is asked, as people answer; else by what it leads to."""
        by_words = [self._is_true_in_words(choice, option) for option in choice.options]
        if True in by_words:
            return by_words.index(True)
        others = [rank for rank, is_said in enumerate(by_words) if is_said is None]
        return next((rank for rank in others if self._is_true(choice, choice.options[rank].lead)), None)

    def _is_true_in_words(self, choice: Choice, option: Option) -> bool | None:
        """Whether what the option says is true; None where it says nothing about a fact."""
        if option.given is None or not isinstance(option.lead, Among | Take | Settle):
            return None
        number = None if isinstance(option.lead, Take) else option.lead.number
        after = len(self.state.course.turns) if number is None else number - 1
        turns = [turn for turn in map(self._played, range(after + 1, len(self._games))) if turn]
        return is_true(choice.text, option.words, turns)

    def _is_so(self, choice: Choice, lead: Lead) -> bool:
        if not isinstance(lead, Describe) or not isinstance(lead.draft, TowerEntry):
            return False
        lies, told = self._table.stacks.get(lead.draft.at, ()), lead.draft.bricks or ()
        return told == lies if lead.draft.whole else told == lies[: len(told)]

    def _played(self, number: int) -> Turn | None:
        if number >= len(self._games):
            return None
        turn = self._turns[number - 1]
        assert isinstance(turn, Turn)
        return replace(turn, bricks=marked(self._games[number - 1].position, turn.bricks))

    def _are_true(self, turns: Sequence[Turn], after: int, *, all_of_them: bool, literally: bool) -> bool:
        game = self._games[after]
        for number, turn in enumerate(turns, start=after + 1):
            try:
                game = play_turn(game, turn)
            except RuleError:
                return False
            if number >= len(self._games) or game.position != self._games[number].position:
                return False
        return True


def _wrongly_taken(position: Position, step: Fight, joined_at: str) -> Iterator[Position]:
    """Another house of that colour is taken, out of the other tower's part or farther away."""
    city = position.city
    own = {*houses(city, step.tower, joined_at)}
    others = [
        lot for lot, stack in city.stacks.items() if stack == (step.colour,) and lot not in own and lot != joined_at
    ]
    if others:
        city = city.with_stack(step.at, city.stacks[step.at][1:]).with_stack(sorted(others)[0], ())
        yield position.with_city(city)


class Changing(Players):
    """Players who say after a turn that they switch colours; every `nth` turn, from 1, is changed wrongly at once."""

    nth = 0

    def _compare(self) -> None:
        self._switch()
        super()._compare()

    def _switch(self) -> None:
        """What the menu offers for the last turn."""
        course, turn = self.state.course, self._turns[len(self._games) - 2] if len(self._games) > 1 else None
        if not isinstance(turn, Turn) or course.turns[-1].switch == turn.switch:
            return
        choice = game_menu(self.state)
        leads = [option.lead for option in choice.options]
        rank = next(at for at, one in enumerate(leads) if isinstance(one, Settle) and one.turn.switch == turn.switch)
        self.state = replace(self.state, mode=replace(choice, chosen=rank))
        self.press("ok")

    def _confirm(self) -> None:
        """With the turn before changed wrongly, the machine must not take this one without a word."""
        course, number = self.state.course, len(self._games) - 1
        is_wrong = self.nth and number > 1 and number % self.nth == 0 and len(course.turns) == number - 1
        if is_wrong and course.open_turn is None and not course.is_over:
            right = course.turns[-1]
            wrong = random_turn(self._games[-3], self._random)[1]
            self._change(number - 1, wrong)
            self._look()
            if self.state.mode is None and len(self.state.course.turns) == number:
                self.notes.wrong = f"turn {number}: taken after {wrong.bricks}"
                return
            self.press("back")
            self._change(number - 1, right)
        super()._confirm()

    def _change(self, number: int, turn: Turn) -> None:
        """Somebody changes an earlier turn, whatever the table looks like."""
        turn = GAME.rules.turn.read(Node(GAME.rules.turn.write(turn)))
        self.state = replace(self.state, mode=Choice("", "", (Option("", Settle(number, turn, sure=True)),)))
        self.press("ok")
