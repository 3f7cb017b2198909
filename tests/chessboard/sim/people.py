"""
People before the machine: they place, press, do what it asks for, answer truly, and tell by hand what it cannot see.

What they do wrong they put right once the machine says that something is wrong.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from random import Random
from time import process_time

from lucca_pi.contract.entering import agrees
from lucca_pi.contract.questions import Among, Choice, Describe, Disagreed, EnterTurn, Lead, Option, Settle, Take
from lucca_pi.errors import RuleError
from lucca_pi.evening.journal import Begun
from lucca_pi.evening.questions import entering
from lucca_pi.evening.state import State, TakeLook, Waiting, begin_evening
from lucca_pi.evening.step import Continue, Effect, Input, LookCloser, Looked, Pressed, step
from lucca_pi.games.chessboard.game import GAME
from lucca_pi.games.chessboard.referee.turns import marked
from lucca_pi.games.chessboard.rules.game import Game, begin, play_turn
from lucca_pi.games.chessboard.rules.placing import houses
from lucca_pi.games.chessboard.rules.position import Position
from lucca_pi.games.chessboard.rules.struggle import Fight, begin_struggle, take_step
from lucca_pi.games.chessboard.rules.turn import Turn, settled_brick
from lucca_pi.games.chessboard.session.by_hand import TowerEntry
from lucca_pi.games.chessboard.session.setup import seat_of
from lucca_pi.table.looks import joined
from lucca_pi.table.sighting import Look
from tests.chessboard.playing import random_game, random_turn
from tests.chessboard.sim.answers import is_true
from tests.chessboard.sim.camera import seen
from tests.chessboard.sim.habits import Condition, Notes
from tests.chessboard.sim.lying import LOT_MM, Table, look_at, table_of

MOST_TRIES = 6
MOST_ANSWERS = 40
CLOSER = 2


class Players:
    """The players of one evening, and the machine's state."""

    def __init__(self, seed: int, players: int, condition: Condition, *, turns: int | None = None) -> None:
        setup = condition.setup
        played = random_game(seed, players, setup.size, styles=condition.styles, switching=setup.switch, turns=turns)
        self._turns, people = played.record.turns, played.record.players
        names = {seat_of(one.colour): one.name for one in people}
        setup = replace(setup, colours=tuple(one.colour for one in people))
        self.state: State = begin_evening(Begun(GAME, setup, None, names, "2026-05-01T20:00:00"))
        self.notes, self.condition = Notes(), condition
        self._seed, self._random = seed, Random(f"people {seed}")
        self._games: list[Game] = [begin(setup.size, people, switching=setup.switch)]
        self._table = self._laid(self._games[0].position)

    def _laid(self, position: Position) -> Table:
        return table_of(position, stairs=self.condition.setup.stairs, mat=self.condition.mat, seed=self._seed)

    def play(self) -> Notes:
        """Plays until the game is over or the machine can go no further."""
        self._confirm(0)
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
            self._press()
            self._answer()
        self._table = self._with_slips(self._laid(self._games[-1].position), before, turn)
        if not last and not self.condition.press_a_brick and self._forgets():
            return
        self._misplaced_first(before, turn)
        self._confirm(len(self._games) - 1)
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
                self._give(Pressed("undo", ""))
        self._table = table

    def _look_at(self, position: Position) -> None:
        """Somebody presses while this lies there, and answers nothing."""
        self._table = self._laid(position)
        self._press()
        if isinstance(self.state.mode, Choice):
            self._give(Pressed("back", ""))

    def _after_turn(self) -> None:
        """What people do once a turn is taken: take it back and confirm it again, or tell one again as it was."""
        course, habits = self.state.course, self.condition.habits
        if self.notes.stuck or not course.turns or course.is_over or course.open_turn is not None:
            return
        if self._happens(habits.undoes):
            self._give(Pressed("undo", ""))
            self._confirm(len(self._games) - 1)
        if self._happens(habits.tells_again):
            number = self._random.randint(1, len(course.turns))
            self.state = replace(self.state, mode=entering(self.state, EnterTurn(number)))
            self._answer()
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

    def _put_right(self) -> None:
        self._table = self._laid(self._games[-1].position)

    # what is done at the machine
    def _confirm(self, number: int) -> None:
        """Presses OK and puts right what has to be, until the machine has taken all that was done."""
        for attempt in range(MOST_TRIES):
            self._press()
            self._answer()
            if self._is_taken():
                self._compare()
                return
            if isinstance(self.state.mode, Disagreed):
                self.notes.told += 1
                said = "; ".join(self.state.mode.problems)
                self._put_right()
                if attempt >= 2 and self.state.game:
                    self._tell()
                    if self._is_taken():
                        self._compare()
                        return
            else:
                said = "the machine waits for more turns"
        self.notes.stuck = f"turn {number}: {said}"

    def _is_taken(self) -> bool:
        course = self.state.course
        return self.state.mode is Waiting and bool(course.game) and len(course.turns) == len(self._games) - 1

    def _compare(self) -> None:
        if self.state.course.open_turn is not None:
            return
        games = [self.state.course.start.game, *(moment.game for moment in self.state.course.moments)]  # type: ignore[union-attr]
        for number, (one, true) in enumerate(zip(games, self._games, strict=False)):
            if one.position != true.position:
                self.notes.wrong = f"turn {number}: {self.state.course.turns[number - 1].bricks}"
                return

    def _tell(self) -> None:
        """Tells the turn by hand, from the ways out of a disagreement."""
        self._give(Pressed("down", ""))
        if isinstance(self.state.mode, Choice):
            words = [one.words for one in self.state.mode.options]
            if "Enter the turn" in words:
                self._choose(words.index("Enter the turn"))
                self._answer()

    def _press(self) -> None:
        """Presses OK; the camera looks, and closer if it is asked to."""
        if not any(isinstance(effect, TakeLook) for effect in self._give(Pressed("ok", ""))):
            return
        self.notes.looks += 1
        first = self._see()
        effects = self._give(Looked(first, "", more=True))
        if any(isinstance(effect, LookCloser) for effect in effects):
            self._give(Looked(joined([first, *(self._see() for _ in range(CLOSER))], self.state.pieces), ""))

    def _see(self) -> Look:
        return seen(look_at(self._table), self.condition.looks_through, self._random)

    def _give(self, given: Input) -> list[Effect]:
        start = process_time()
        self.state, effects = step(self.state, given)
        while effects and effects[-1] == Continue():
            self.state, effects = step(self.state, Continue())
        if isinstance(given, Looked):
            self.notes.seconds.append(process_time() - start)
        return list(effects)

    # what is answered
    def _answer(self) -> None:
        """Answers whatever is asked, truly; goes back from what has no true answer."""
        for _ in range(MOST_ANSWERS):
            choice = self.state.mode
            if not isinstance(choice, Choice):
                return
            rank = self._rank(choice)
            if any(option.given is not None for option in choice.options):
                offered = rank is not None and choice.options[rank].given is not None
                self.notes.ranks.append(rank if offered else None)
                self.notes.asked_in.add(self.notes.turns)
                self.notes.asked.append(f"{choice.text} {[one.words for one in choice.options]} {rank}")
            if rank is None:
                self._give(Pressed("back", ""))
                return
            if isinstance(choice.options[rank].lead, EnterTurn) and choice.asked:
                self.notes.by_hand += 1
            self._choose(rank)

    def _choose(self, rank: int) -> None:
        choice = self.state.mode
        assert isinstance(choice, Choice)
        for _ in range((rank - choice.chosen) % len(choice.options)):
            self._give(Pressed("down", ""))
        self._give(Pressed("ok", ""))

    def _rank(self, choice: Choice) -> int | None:
        """The answer that is true: by its words where a fact is asked, as people answer; else by what it leads to."""
        by_words = [self._is_true_in_words(choice, option) for option in choice.options]
        if True in by_words:
            return by_words.index(True)
        others = [(rank, option.lead) for rank, option in enumerate(choice.options) if by_words[rank] is None]
        return next((rank for rank, lead in others if self._is_true(lead)), None)

    def _is_true_in_words(self, choice: Choice, option: Option) -> bool | None:
        """Whether what the option says is true; None where it says nothing about a fact."""
        if option.given is None or not isinstance(option.lead, Among | Take | Settle):
            return None
        number = None if isinstance(option.lead, Take) else option.lead.number
        after = len(self.state.course.turns) if number is None else number - 1
        turns = [turn for turn in map(self._told_so, range(after, len(self._games) - 1)) if turn]
        return is_true(choice.text, option.words, turns)

    def _is_true(self, lead: Lead) -> bool:
        taken = len(self.state.course.turns)
        match lead:
            case Take(turns):
                return self._are_true(turns, taken)
            case Settle(number, turn):
                return self._are_true((turn,), number - 1)
            case Among(ways, number):
                return any(self._are_true(way, taken if number is None else number - 1) for way in ways)
            case EnterTurn(number, entered):
                wanted = self._told_so(taken if number is None else number - 1)
                before = self.state if number is None else self.state.before(number)
                next_part = partial(GAME.words.next_part, before.match)
                return wanted is not None and agrees(next_part, GAME.words.is_part, entered, wanted)
            case Describe(TowerEntry(at, bricks, whole)):
                lies, told = self._table.stacks.get(at, ()), bricks or ()
                return told == lies if whole else told == lies[: len(told)]
            case _:
                return False

    def _told_so(self, index: int) -> Turn | None:
        """The turn after so many, as it was really played."""
        if index >= len(self._games) - 1:
            return None
        turn = self._turns[index]
        assert isinstance(turn, Turn)
        return replace(turn, bricks=marked(self._games[index].position, turn.bricks))

    def _are_true(self, turns: tuple[Turn, ...], after: int) -> bool:
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
