"""Lucca on a chess board, as the machine knows a game."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from lucca_pi.errors import RuleError
from lucca_pi.evening.kind import GameKind
from lucca_pi.evening.outcome import Outcome
from lucca_pi.evening.state import State
from lucca_pi.games.chessboard.page.parts import page
from lucca_pi.games.chessboard.referee import questions
from lucca_pi.games.chessboard.referee import turns as facts
from lucca_pi.games.chessboard.referee import turns as turn_words
from lucca_pi.games.chessboard.referee.audit import audit
from lucca_pi.games.chessboard.referee.differences import differences
from lucca_pi.games.chessboard.referee.evidence import MARGIN
from lucca_pi.games.chessboard.referee.forgotten_presses import may_wait, other_turns, split, turns_otherwise
from lucca_pi.games.chessboard.referee.verdict import explain, unclear, unreadable, with_pushed
from lucca_pi.games.chessboard.report import advice, advice_text, score_text
from lucca_pi.games.chessboard.rules.game import play_turn, replay
from lucca_pi.games.chessboard.rules.position import Adjustment
from lucca_pi.games.chessboard.rules.record import (
    Entry,
    adjustment_from_json,
    adjustment_json,
    record_json,
    turn_from_json,
    turn_json,
)
from lucca_pi.games.chessboard.rules.score import score, score_json
from lucca_pi.games.chessboard.rules.turn import Turn
from lucca_pi.games.chessboard.session import arranging, as_it_lies, screens, surveying, telling
from lucca_pi.games.chessboard.session.explaining import explained
from lucca_pi.games.chessboard.session.looking_back import whole_by_now
from lucca_pi.games.chessboard.session.memory import Memory, TableGame, advanced, case_of, started
from lucca_pi.games.chessboard.session.overview import Overview
from lucca_pi.games.chessboard.session.recording import record_of
from lucca_pi.games.chessboard.session.setup import (
    NAMES,
    Setup,
    read_setup,
    settings_of,
    setup_from,
    setup_json,
)
from lucca_pi.games.chessboard.session.starting import judge_start
from lucca_pi.games.chessboard.table.board import CORNERS, FEWEST_CORNERS, MAT_CODES, board_pieces
from lucca_pi.games.chessboard.table.looking import bricks
from lucca_pi.games.contract.history import Looks, Started
from lucca_pi.games.contract.overview import Now, Unsettled
from lucca_pi.games.contract.questions import Choice, Disagreed, Draft, Option
from lucca_pi.games.contract.screens import Screen, Standing
from lucca_pi.games.contract.verdict import Certificate, Explanation, Fact, Question, Split, Turns, Unexplained, Verdict
from lucca_pi.language import _
from lucca_pi.table.pieces import Pieces
from lucca_pi.web.markup import GamePage


class ChessBoard(GameKind):
    """Lucca on a chess board. A fact is where a colour's brick went, and which prisoners it took."""

    name = "chessboard"
    heading = _("Chess board")
    before_words = _("Before the start:")
    seats = NAMES
    margin = MARGIN
    sure = 1.0

    # rules
    def setup_json(self, setup: Setup) -> dict[str, Any]:
        return setup_json(setup)

    def read_setup(self, data: Mapping[str, Any]) -> Setup:
        return read_setup(data)

    def setup_from(self, settings: Mapping[str, Any]) -> Setup:
        return setup_from(settings)

    def settings(self, setup: Setup) -> Mapping[str, Any]:
        return settings_of(setup)

    def pieces(self, setup: Setup) -> Pieces:
        return replace(board_pieces(), tokens=bricks())

    def start(self, state: State, event: Started) -> tuple[TableGame, Memory]:
        return started(state, event)

    def deal_json(self, deal: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
        return {lot: list(stack) for lot, stack in deal.items()}

    def read_deal(self, data: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
        return {lot: tuple(stack) for lot, stack in data.items()}

    def advance(self, state: State, entry: Entry, looks: Looks) -> tuple[TableGame, Memory]:
        return advanced(state, entry, looks)

    def turn_json(self, turn: Turn) -> dict[str, Any]:
        return turn_json(turn)

    def read_turn(self, data: Mapping[str, Any]) -> Turn:
        return turn_from_json({name: data[name] for name in ("player", "bricks", "switch") if name in data})

    def adjustment_json(self, adjustment: Adjustment) -> dict[str, Any]:
        return adjustment_json(adjustment)

    def read_adjustment(self, data: Mapping[str, Any]) -> Adjustment:
        return adjustment_from_json(dict(data))

    def record_json(self, state: State) -> dict[str, Any] | None:
        record = record_of(state)
        return record_json(record) if record else None

    def score_json(self, state: State) -> dict[str, Any] | None:
        record = record_of(state)
        return score_json(score(replay(record))) if record else None

    def score_text(self, state: State) -> str:
        record = record_of(state)
        return score_text(score(replay(record))) if record else ""

    def advice_json(self, state: State) -> list[dict[str, Any]]:
        return [{"text": line} for line in advice(state.game.game)] if state.game else []

    def advice_text(self, state: State) -> str:
        return advice_text(state.game.game)

    # referee
    def is_shown_by(self, codes: Collection[int]) -> bool:
        """Two of the codes beside board and mat: one alone may be a misread."""
        return len({*codes} & {*CORNERS, *MAT_CODES}) >= FEWEST_CORNERS

    def judge_start(self, state: State, looks: Looks, date: str) -> Outcome:
        return judge_start(state, looks, date)

    def explain(self, state: State, looks: Looks) -> Verdict:
        return explain(case_of(state, looks))

    def split(self, state: State, looks: Looks) -> Split | None:
        return split(case_of(state, looks))

    def explanation(self, state: State, looks: Looks, taken: Turns = ()) -> Explanation:
        return explained(state, looks, taken)

    def otherwise(self, state: State, looks: Looks, turn: Turn, facts: frozenset[Fact]) -> Turns:
        return turns_otherwise(case_of(state, looks), turn, facts)

    def others(self, state: State, looks: Looks, turn: Turn) -> Turns:
        return other_turns(case_of(state, looks), turn)

    def audit(self, state: State, turns: Turns, looks: Looks) -> Certificate:
        return audit(case_of(state, looks), turns)

    def what_counts(self, game: TableGame, turn: Turn) -> object:
        try:
            return play_turn(game.game, turn).position
        except RuleError:
            return turn

    def is_same(self, game: TableGame, one: Turn, other: Turn) -> bool:
        return one == other or bool(self.what_counts(game, one) == self.what_counts(game, other))

    def may_wait(self, game: TableGame, turns: Turns) -> bool:
        return may_wait(game.game, turns)

    def teaches(self, state: State, looks: Looks) -> bool:
        """A look at part of a turn tells which brick came first; of straight stacks, also where a floor went."""
        if state.game is None or not state.begun.setup.stairs:
            return state.game is not None
        case = with_pushed(case_of(state, looks[-1:]))
        if case.now.told:
            return True
        return not case.now.stacks.keys() <= case.position.city.stacks.keys()

    def whole_by_now(self, state: State, number: int, looks: Looks) -> Turns:
        return whole_by_now(state, number, looks)

    def misplaced(self, state: State, looks: Looks) -> Iterator[str]:
        case = with_pushed(case_of(state, looks[-1:], checking=True))
        wrong = unreadable(case.now) or unclear(case)
        yield from wrong.problems if wrong else ()
        if case.now.has_board:
            yield from (one.problem for one in differences(case, case.now, case.position))

    def complaint(self, state: State, verdict: Unexplained, looks: Looks) -> Choice | Disagreed:
        return as_it_lies.complaint(state, verdict, looks)

    def described(self, state: State, draft: Draft, looks: Looks) -> Choice | Looks:
        return as_it_lies.described(state, draft, looks)

    # words
    def turn_words(self, setup: Setup, turn: Turn) -> str:
        return turn_words.turn_words(turn)

    def turn_line(self, turn: Turn) -> str:
        return turn_words.turn_line(turn)

    def ways_words(self, setup: Setup, ways: Sequence[Turns]) -> tuple[str, ...]:
        return turn_words.ways_words(ways)

    def question(self, setup: Setup, ways: Sequence[Turns], unseen: Sequence[Fact] = ()) -> Question:
        return questions.question(ways)

    def answers(self, setup: Setup, turns: Turns) -> tuple[str, ...]:
        return questions.answers(turns)

    def facts_of(self, turn: Turn) -> frozenset[Fact]:
        return frozenset(facts.facts_of(turn))

    def told_by(self, state: State, ways: Sequence[Turns]) -> frozenset[Fact]:
        return facts.disputed(ways)

    def tell(self, state: State, number: int | None, draft: Draft) -> Choice:
        return telling.next_question(state, number, draft or telling.Draft())

    def agrees(self, draft: Draft, turn: Turn) -> bool:
        return telling.agrees(draft or telling.Draft(), turn)

    def settle(self, state: State, draft: Draft, looks: Looks) -> Choice | Disagreed:
        return as_it_lies.next_question(state, draft or as_it_lies.Draft(), looks)

    def settled(self, state: State, draft: Draft, looks: Looks, date: str) -> Outcome:
        return as_it_lies.left_as_it_lies(state, draft, looks, date)

    def settled_words(self, entry: Adjustment) -> str:
        return _("City and prisoners count as they lie now.")

    def settled_taken_back(self, entry: Adjustment) -> str:
        return _("What was settled about the city.")

    # contents
    def arrangements(self, state: State) -> tuple[Option, ...]:
        return arranging.arrangements(state)

    def arrange(self, state: State, what: str) -> Choice:
        return arranging.arrange(state, what)

    def menu(self, state: State) -> tuple[Option, ...]:
        return tuple(telling.switching(state))

    def setup_words(self, setup: Setup) -> str:
        told = {"size": setup.size, "colours": arranging.colours_words(setup.colours)}
        return _("on {size} × {size} lots with {colours}", **told)

    def to_start(self) -> str:
        return screens.TO_START

    def before_start(self, state: State) -> Screen:
        return screens.before_start(state)

    def screens(self, state: State) -> Sequence[Callable[[], Screen]]:
        return screens.during(state)

    def last_turn(self, state: State) -> Screen:
        return screens.last_turn(state)

    def final_steps(self, state: State) -> Sequence[Screen]:
        return screens.ending(state)

    def standings(self, state: State) -> tuple[Standing, ...]:
        return screens.standings(state.game.game) if state.game else ()

    def turn_taken_back(self, turn: Turn) -> str:
        return screens.turn_taken_back(turn)

    def start_taken_back(self) -> str:
        return _("The start. Lay the board right, then press OK.")

    def overview(self, state: State, now: Now, unsettled: Unsettled | None) -> dict[str, Any]:
        return surveying.overview(state, now, unsettled)

    def page(self, overview: Overview) -> GamePage:
        return page(overview)


KIND = ChessBoard()
