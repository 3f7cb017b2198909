"""What looks show of a game, by the referee's word and nobody else's."""

from collections.abc import Mapping

from lucca_pi.errors import RuleError
from lucca_pi.evening.journal import Adjusted, Begun, Played, Started
from lucca_pi.evening.state import State, after_event, begin_evening
from lucca_pi.evening.verdict import Unexplained
from lucca_pi.games.citta.kind import KIND
from lucca_pi.games.citta.referee.deal import explain_deal
from lucca_pi.games.citta.rules.adjustment import Adjustment
from lucca_pi.games.citta.rules.deck import Card, CardName
from lucca_pi.games.citta.rules.game import Game, begin, play_turn
from lucca_pi.games.citta.rules.palace import Palace
from lucca_pi.games.citta.rules.scoring import Line
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.session.setup import Setup
from lucca_pi.games.citta.table.reading import read
from lucca_pi.proof.game_file import ToldGame
from lucca_pi.proof.seeing import Looks

Deal = Mapping[str, tuple[CardName, ...]]
"""The cards dealt to each player."""


def beginning(told: ToldGame) -> State:
    """The state before the deal."""
    names = {quarter: player for player, quarter in told.seats.items()}
    record = told.record
    setup = Setup(record.edition, told.deck_file, told.manifest.swap)
    return begin_evening(Begun(KIND, setup, len(record.players), names, date=""))


def deal_seen(state: State, looks: Looks) -> Deal | Unexplained:
    """Who was dealt what, as the last look shows it."""
    begun = state.begun
    verdict = explain_deal(read(looks[-1], state.pieces, begun.setup.swap), begun.players)
    if isinstance(verdict, Unexplained):
        return verdict
    if set(verdict.cards) != set(begun.names):
        return Unexplained((f"the quarters in sight are {', '.join(map(str, sorted(verdict.cards)))}",), "")
    return {name: verdict.cards[quarter] for quarter, name in begun.names.items()}


def same_deal(state: State, one: Deal, other: Deal) -> bool:
    """Whether two deals lay the same cards before everyone; one that breaks a rule is like none."""
    try:
        first, second = (
            begin(state.begun.setup.edition, state.begun.setup.deck_file.deck, tuple(one), deal)
            for deal in (one, other)
        )
    except RuleError:
        return False
    return first.position == second.position


def after_deal(state: State, seats: Mapping[str, int], deal: Deal, looks: Looks) -> State:
    """The state after the deal. Raises RuleError."""
    return after_event(state, Started(seats, deal, looks, date=""))


def after_turn(state: State, turn: Turn, looks: Looks) -> State:
    """The state after a turn. Raises RuleError."""
    return after_event(state, Played(turn, looks, None, date=""))


def after_adjustment(state: State, adjustment: Adjustment, looks: Looks) -> State:
    """The state after players settled something by hand. Raises RuleError."""
    return after_event(state, Adjusted(adjustment, looks, date=""))


def lines_of(game: Game, turn: Turn) -> tuple[Line, ...]:
    """The points of a turn. Raises RuleError."""
    return play_turn(game, turn).lines[len(game.lines) :]


def alike(game: Game, one: Turn, other: Turn) -> bool:
    """Whether two turns play the same cards to the same end, in whatever order; one that breaks a rule is like none."""
    try:
        return _end(game, one) == _end(game, other)
    except RuleError:
        return False


def _end(game: Game, turn: Turn) -> tuple[object, ...]:
    """What a turn leads to; of a palace only which card is the newest."""
    after = play_turn(game, turn)
    quarter = after.position.quarters[turn.player]
    points = sorted((line.kind, line.points, line.reason) for line in after.lines[len(game.lines) :])
    areas = [_palaces(area) for area in (quarter.construction, quarter.completed, quarter.opened)]
    return turn.player, areas, quarter.walls, sorted(quarter.towers), points, after.out


def _palaces(area: Mapping[str, Palace]) -> dict[str, tuple[int, frozenset[Card]]]:
    return {colour: (palace.number, frozenset(palace.cards)) for colour, palace in area.items()}
