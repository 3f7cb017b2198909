"""The game Lucco as a value. Facts are cells of the figure."""

from collections.abc import Collection, Sequence
from functools import partial

from lucca_pi.contract.game import Game as TheGame
from lucca_pi.contract.game import Referee, Rules, Show, Words
from lucca_pi.contract.history import Match
from lucca_pi.games import how_to_play
from lucca_pi.games.lucco import report
from lucca_pi.games.lucco.auditor import audit
from lucca_pi.games.lucco.page import page
from lucca_pi.games.lucco.referee import cell_of, explain, explained, question, split, turn_line, turn_words, ways_words
from lucca_pi.games.lucco.rules.advice import advice_json
from lucca_pi.games.lucco.rules.game import Game
from lucca_pi.games.lucco.rules.record import ADJUSTMENT, PLAYED, record_json
from lucca_pi.games.lucco.rules.table import in_laying_order
from lucca_pi.games.lucco.rules.tiles import Adjustment, Turn
from lucca_pi.games.lucco.session import by_hand, memory, show
from lucca_pi.games.lucco.session.setup import Setup, colour_seats, setup_words
from lucca_pi.games.lucco.table.pieces import FACES, TILES, called, lucco_pieces
from lucca_pi.language import _
from lucca_pi.table.sighting import Look, Sighting

_NO_TURN = "no turn: OK was pressed once too often"
"""Note on a turn in which nothing was done and that was not a turn."""


def no_turn(match: Match, turn: Turn) -> Adjustment:
    """
    The adjustment without effect that replaces a turn in which nothing was done. Raises ValueError for another turn.
    """
    if turn.action:
        raise ValueError("something was done in that turn")
    return Adjustment(in_laying_order(match.game.position.table), _NO_TURN)


def _is_shown_by(codes: Collection[int]) -> bool:
    """True if a tile is in sight, and no codes but those of tiles and the die: cards have the same codes."""
    return {*codes} <= {*TILES, *FACES} and not {*codes}.isdisjoint(TILES)


def what_counts(_game: Game | None, turn: Turn) -> object:
    """Everything in a turn that matters: player, tile laid and tile taken away; the throw does not."""
    lay, remove = turn.lay, turn.remove
    return turn.player, (lay.colour, lay.at) if lay else None, remove.at if remove else None


def _named(match: Match, look: Look, names: Collection[str]) -> Sequence[Sighting]:
    """The tiles in a look that players call by these names."""
    known = memory.known_of(match)
    return [seen for seen in look.sightings if seen.code in TILES and str(known.text(seen.code)) in names]


RULES = Rules(
    seats=colour_seats,
    setup=Setup,
    pieces=lambda setup: lucco_pieces(setup.tiles),
    start=memory.started,
    advance=memory.advanced,
    turn=PLAYED,
    adjustment=ADJUSTMENT,
    no_turn=no_turn,
    record_of=memory.record_of,
    record_json=record_json,
    scored=report.scored,
    advice=lambda match: (
        advice_json(match.game, show.thrown(match)),
        report.advice_text(match.game, show.thrown(match)),
    ),
)
REFEREE = Referee(
    has_own_codes=False,
    is_shown_by=_is_shown_by,
    judge_start=memory.judge_start,
    explain=lambda match, looks: explain(memory.case_of(match, looks)),
    split=lambda match, looks: split(memory.case_of(match, looks)),
    explanation=lambda match, looks, judged, taken: explained(memory.case_of(match, looks), judged, taken),
    alternatives=memory.alternatives,
    corrections=memory.corrections,
    audit=lambda match, turns, looks: audit(memory.case_of(match, looks), turns),
    what_counts=what_counts,
    is_same=lambda game, one, other: what_counts(game, one) == what_counts(game, other),
    is_nothing=lambda turn: turn.action is None,
    unproved_passes=memory.unproved_passes,
    may_end=memory.may_win,
    misplaced=memory.misplaced,
    named=_named,
    unseen=memory.unseen_places,
    lost=memory.lost_codes,
    shows_more=lambda before, after: before.game is not None and show.thrown(before) != show.thrown(after),
)
WORDS = Words(
    called=lambda setup: called(setup.tiles, setup.colours),
    turn_words=lambda setup, turn: turn_words(turn, setup.colours),
    turn_line=turn_line,
    ways_words=lambda setup, ways: ways_words(ways, setup.colours),
    question=lambda setup, ways, _unseen: question(ways, setup.colours),
    facts_of=lambda turn: frozenset({cell_of(turn.action)} if turn.action else ()),
    facts_answered=lambda _match, ways: frozenset(cell_of(turn.action) for way in ways for turn in way if turn.action),
    next_part=by_hand.next_part,
    is_part=lambda entered, turn: what_counts(None, entered) == what_counts(None, turn),
    settlement_question=by_hand.next_of_settlement,
    settlement_decision=by_hand.left_as_it_lies,
    settled_words=lambda _adjustment: _("The table counts as it lies now."),
    taken_back=show.taken_back,
)


SHOW = Show(
    before_words=_("Before the start:"),
    to_start=memory.TO_START,
    setup_words=setup_words,
    before_start=show.before_start,
    screens=show.game_screens,
    last_turn=show.last_turn,
    final_steps=show.final_steps,
    standings=show.standings,
    tally=show.tally,
    tally_words=show.TALLY_WORDS,
    overview=show.overview,
    page=page,
    how_to_play=partial(how_to_play, "lucco"),
)
GAME = TheGame("lucco", _("Lucco"), RULES, REFEREE, WORDS, SHOW)
