"""Lucco, as the machine knows a game."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from lucca_pi.evening.kind import GameKind
from lucca_pi.evening.outcome import Outcome
from lucca_pi.evening.state import State
from lucca_pi.games.contract.history import Looks, Started
from lucca_pi.games.contract.overview import Now, Unsettled
from lucca_pi.games.contract.questions import Choice, Disagreed, Draft, Option
from lucca_pi.games.contract.screens import Screen, Standing
from lucca_pi.games.contract.verdict import Certificate, Explanation, Fact, Question, Split, Turns, Verdict
from lucca_pi.games.lucco import report
from lucca_pi.games.lucco.auditor import audit
from lucca_pi.games.lucco.lying.figure import Figure
from lucca_pi.games.lucco.page.parts import page
from lucca_pi.games.lucco.pieces import FACES, TILES, pieces_of
from lucca_pi.games.lucco.referee import cell_of, explain, question, split, turn_line, turn_words, ways_words
from lucca_pi.games.lucco.rules.advice import advice_json
from lucca_pi.games.lucco.rules.game import Game, score_json
from lucca_pi.games.lucco.rules.record import entry_from_json, entry_json, record_json
from lucca_pi.games.lucco.rules.table import in_order
from lucca_pi.games.lucco.rules.tiles import Adjustment, Entry, Turn
from lucca_pi.games.lucco.session import arranging, leaving, screens, surveying, telling
from lucca_pi.games.lucco.session.explaining import explained
from lucca_pi.games.lucco.session.looking import misplaced, others, otherwise, unproved_passes
from lucca_pi.games.lucco.session.memory import advanced, case_of, first_game, lying_codes, unseen_places
from lucca_pi.games.lucco.session.overview import Overview
from lucca_pi.games.lucco.session.recording import record_of, whole_game
from lucca_pi.games.lucco.session.seats import seats_in
from lucca_pi.games.lucco.session.starting import TO_START, judge_start
from lucca_pi.games.lucco.session.winning import may_win
from lucca_pi.games.lucco.setup import Setup, read_setup, setup_from, setup_json
from lucca_pi.language import _, listed
from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Look, Sighting
from lucca_pi.web.markup import GamePage

TURN_KEYS = ("player", "die", "lay", "remove")
NO_TURN = "no turn: OK was pressed once too often"
"""The note on a turn in which nothing was done, and that was none."""


class Lucco(GameKind):
    """Lucco. Turns and adjustments are those of `rules`; facts are cells of the figure."""

    name = "lucco"
    before_words = _("Before the start:")
    has_own_codes = False

    # rules
    def seats_in(self, setup: Setup) -> Mapping[int, str]:
        return seats_in(setup)

    def setup_json(self, setup: Setup) -> dict[str, Any]:
        return setup_json(setup)

    def read_setup(self, data: Mapping[str, Any]) -> Setup:
        return read_setup(data)

    def setup_from(self, settings: Mapping[str, Any]) -> Setup:
        return setup_from(settings)

    def settings(self, setup: Setup) -> Mapping[str, Any]:
        told = {"tiles": setup.tiles, "colours": list(setup.colours), "passes": setup.passes}
        return {**told, "players": len(setup.seats)}

    def pieces(self, setup: Setup) -> Pieces:
        return pieces_of(setup.tiles)

    def start(self, state: State, event: Started) -> tuple[Game, Figure]:
        return first_game(state.begun.setup, tuple(event.seats)), Figure()

    def advance(self, state: State, entry: Entry, looks: Looks) -> tuple[Game, Figure]:
        return advanced(state, entry, looks)

    def turn_json(self, turn: Turn) -> dict[str, Any]:
        return entry_json(turn)

    def read_turn(self, data: Mapping[str, Any]) -> Turn:
        turn = entry_from_json({key: data[key] for key in TURN_KEYS if key in data}, "hexagon")
        if not isinstance(turn, Turn):
            raise TypeError("a turn, not an adjustment")
        return turn

    def adjustment_json(self, adjustment: Adjustment) -> dict[str, Any]:
        return dict(entry_json(adjustment)["adjust"])

    def read_adjustment(self, data: Mapping[str, Any]) -> Adjustment:
        adjustment = entry_from_json({"adjust": dict(data)}, "hexagon")
        if not isinstance(adjustment, Adjustment):
            raise TypeError("an adjustment, not a turn")
        return adjustment

    def no_turn(self, state: State, turn: Turn) -> Adjustment:
        if turn.action:
            raise ValueError("something was done in that turn")
        return Adjustment(in_order(state.game.position.table), NO_TURN)

    def record_json(self, state: State) -> dict[str, Any] | None:
        record = record_of(state)
        return record_json(record) if record else None

    def score_json(self, state: State) -> dict[str, Any] | None:
        game = whole_game(state)
        return score_json(game) if game else None

    def score_text(self, state: State) -> str:
        game = whole_game(state)
        return report.score_text(game) if game else ""

    def advice_json(self, state: State) -> list[dict[str, Any]]:
        return advice_json(state.game, screens.thrown(state))

    def advice_text(self, state: State) -> str:
        return report.advice_text(state.game, screens.thrown(state))

    # referee
    def is_shown_by(self, codes: Collection[int]) -> bool:
        """A tile, where nothing else is in sight than tiles and the die: cards bear the same codes."""
        return {*codes} <= {*TILES, *FACES} and not {*codes}.isdisjoint(TILES)

    def judge_start(self, state: State, looks: Looks, date: str) -> Outcome:
        return judge_start(state, looks, date)

    def explain(self, state: State, looks: Looks) -> Verdict:
        return explain(case_of(state, looks))

    def split(self, state: State, looks: Looks) -> Split | None:
        return split(case_of(state, looks))

    def explanation(self, state: State, looks: Looks, taken: Turns = ()) -> Explanation:
        return explained(state, looks, taken)

    def otherwise(self, state: State, looks: Looks, turn: Turn, facts: frozenset[Fact]) -> Turns:
        return otherwise(state, looks, turn, facts)

    def others(self, state: State, looks: Looks, turn: Turn) -> Turns:
        return others(state, looks, turn)

    def audit(self, state: State, turns: Turns, looks: Looks) -> Certificate:
        return audit(case_of(state, looks), turns)

    def what_counts(self, game: Game, turn: Turn) -> object:
        lay, remove = turn.lay, turn.remove
        return turn.player, (lay.colour, lay.at) if lay else None, remove.at if remove else None

    def is_same(self, game: Game, one: Turn, other: Turn) -> bool:
        return self.what_counts(game, one) == self.what_counts(game, other)

    def is_nothing(self, turn: Turn) -> bool:
        return turn.action is None

    def unproved_passes(self, state: State) -> Iterator[int]:
        return unproved_passes(state)

    def may_end(self, game: Game) -> bool:
        return may_win(game)

    def misplaced(self, state: State, looks: Looks) -> Iterator[str]:
        return misplaced(state, looks)

    def unseen(self, state: State, look: Look) -> tuple[Sighting, ...]:
        return unseen_places(state, look)

    def lost(self, state: State, look: Look) -> Collection[int] | None:
        in_sight = any(one.code in TILES for one in look.sightings)
        return None if state.game is None or in_sight else lying_codes(state)

    def tells(self, before: State, after: State) -> bool:
        return before.game is not None and screens.thrown(before) != screens.thrown(after)

    # words
    def turn_words(self, setup: Setup, turn: Turn) -> str:
        return turn_words(turn, setup.colours)

    def turn_line(self, turn: Turn) -> str:
        return turn_line(turn)

    def ways_words(self, setup: Setup, ways: Sequence[Turns]) -> tuple[str, ...]:
        return ways_words(ways, setup.colours)

    def question(self, setup: Setup, ways: Sequence[Turns], unseen: Sequence[Fact] = ()) -> Question:
        return question(ways, setup.colours)

    def facts_of(self, turn: Turn) -> frozenset[Fact]:
        return frozenset({cell_of(turn.action)} if turn.action else ())

    def told_by(self, state: State, ways: Sequence[Turns]) -> frozenset[Fact]:
        return frozenset(cell_of(turn.action) for way in ways for turn in way if turn.action)

    def tell(self, state: State, number: int | None, draft: Draft) -> Choice:
        return telling.next_question(state, number, draft or telling.Draft())

    def agrees(self, draft: Draft, turn: Turn) -> bool:
        return telling.agrees(draft or telling.Draft(), turn)

    def settle(self, state: State, draft: Draft, looks: Looks) -> Choice | Disagreed:
        return leaving.next_question(state, draft or leaving.Draft(), looks)

    def settled(self, state: State, draft: Draft, looks: Looks, date: str) -> Outcome:
        return leaving.left_as_it_lies(state, draft or leaving.Draft(), looks, date)

    def settled_words(self, adjustment: Adjustment) -> str:
        return _("The table counts as it lies now.")

    def settled_taken_back(self, adjustment: Adjustment) -> str:
        return _("What was settled about the table.")

    # contents
    def arrangements(self, state: State) -> tuple[Option, ...]:
        return arranging.arrangements(state)

    def arrange(self, state: State, what: str) -> Choice:
        return arranging.arrange(state, what)

    def setup_words(self, setup: Setup) -> str:
        told = {"tiles": arranging.TILES[setup.tiles], "colours": arranging.colours_in(setup)}
        return _("with {tiles}; {colours} play", **told)

    def to_start(self) -> str:
        return TO_START

    def before_start(self, state: State) -> Screen:
        return screens.before_start(state)

    def screens(self, state: State) -> Sequence[Callable[[], Screen]]:
        return screens.during(state)

    def last_turn(self, state: State) -> Screen:
        return screens.last_turn(state)

    def final_steps(self, state: State) -> Sequence[Screen]:
        return screens.final_steps(state)

    def standings(self, state: State) -> tuple[Standing, ...]:
        return screens.standings(state)

    def turn_taken_back(self, turn: Turn) -> str:
        return listed([turn_line(turn), _("Lay it as it was.")], ". ")

    def start_taken_back(self) -> str:
        return _("The start. {to_start}", to_start=TO_START)

    def overview(self, state: State, now: Now, unsettled: Unsettled | None) -> dict[str, Any]:
        return surveying.overview(state, now, unsettled)

    def page(self, overview: Overview) -> GamePage:
        return page(overview)


KIND = Lucco()
