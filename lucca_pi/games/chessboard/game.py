"""The game Lucca on a chess board as a value. Facts: a brick's colour with its place, and the prisoners it took."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import partial

from lucca_pi.contract.game import Game as TheGame
from lucca_pi.contract.game import Referee, Rules, Show, Words
from lucca_pi.contract.history import Looks, Match
from lucca_pi.contract.verdict import Turns
from lucca_pi.errors import RuleError
from lucca_pi.games import how_to_play
from lucca_pi.games.chessboard.page import page
from lucca_pi.games.chessboard.referee.audit import audit
from lucca_pi.games.chessboard.referee.evidence import MARGIN, differences, unreadable
from lucca_pi.games.chessboard.referee.explaining import explained
from lucca_pi.games.chessboard.referee.search import other_turns, split, turns_otherwise
from lucca_pi.games.chessboard.referee.turns import disputed, facts_of, question, turn_line, turn_words, ways_words
from lucca_pi.games.chessboard.referee.verdict import explain
from lucca_pi.games.chessboard.report import advice, advice_text, scored
from lucca_pi.games.chessboard.rules.game import Game, play_turn
from lucca_pi.games.chessboard.rules.record import ADJUSTMENT, PLAYED, record_json
from lucca_pi.games.chessboard.rules.turn import Turn
from lucca_pi.games.chessboard.session import by_hand, memory, show
from lucca_pi.games.chessboard.session.setup import Setup, colour_seats, setup_words
from lucca_pi.games.chessboard.table.board import CORNERS, FEWEST_CORNERS, MAT_CODES, board_pieces, called
from lucca_pi.games.chessboard.table.reading import bricks
from lucca_pi.language import _


def _is_shown_by(codes: Collection[int]) -> bool:
    """True if two of the codes beside board and mat are in sight: a single one may be a misread."""
    return len({*codes} & {*CORNERS, *MAT_CODES}) >= FEWEST_CORNERS


def what_counts(game: Game, turn: Turn) -> object:
    """The position after a turn; the turn itself if it is not legal."""
    try:
        return play_turn(game, turn).position
    except RuleError:
        return turn


def _informs_later(match: Match, looks: Looks) -> bool:
    """True if a look at part of a turn shows which brick came first, or where a floor of a straight stack went."""
    if match.game is None or not match.setup.stairs:
        return match.game is not None
    case = memory.case_of(match, looks[-1:])
    if case.now.told:
        return True
    return not case.now.stacks.keys() <= case.position.city.stacks.keys()


def misplaced(match: Match, looks: Looks) -> Iterator[str]:
    """Sentences on bricks that are not where the game says."""
    case = memory.case_of(match, looks[-1:], checking=True)
    wrong = unreadable(case)
    yield from wrong.problems if wrong else ()
    if case.now.has_board:
        yield from (one.problem for one in differences(case, case.now, case.position))


def _may_wait(game: Game, turns: Turns) -> bool:
    """
    True if play can go on before it is known which of the turns was played.

    False if the game may be over, and after a struggle. A refusal or a strength that depends on the turn is found when
    the next turn is compared with each of them. Who has won is asked first, because a doubt waits for one look only.
    """
    for turn in turns:
        after = play_turn(game, turn)
        struggled = any(event.kind == "struggle" for event in after.told[-1].events)
        if after.is_over or struggled:
            return False
    return not game.switching


RULES = Rules(
    seats=colour_seats,
    setup=Setup,
    pieces=lambda _setup: replace(board_pieces(), tokens=bricks()),
    start=memory.started,
    advance=memory.advanced,
    turn=PLAYED,
    adjustment=ADJUSTMENT,
    record_of=memory.record_of,
    record_json=record_json,
    scored=scored,
    advice=lambda match: ([{"text": line} for line in advice(match.game)], advice_text(match.game)),
)
REFEREE = Referee(
    margin=MARGIN,
    sure=1.0,
    is_shown_by=_is_shown_by,
    judge_start=memory.judge_start,
    explain=lambda match, looks: explain(memory.case_of(match, looks)),
    split=lambda match, looks: split(memory.case_of(match, looks)),
    explanation=lambda match, looks, judged, taken: explained(memory.case_of(match, looks), judged, taken),
    alternatives=lambda match, looks, turn, facts: turns_otherwise(memory.case_of(match, looks), turn, facts),
    corrections=lambda match, looks, turn: other_turns(memory.case_of(match, looks), turn),
    audit=lambda match, turns, looks: audit(memory.case_of(match, looks), turns),
    what_counts=what_counts,
    is_same=lambda game, one, other: one == other or bool(what_counts(game, one) == what_counts(game, other)),
    may_wait=_may_wait,
    informs_later=_informs_later,
    finished_later=memory.finished_later,
    misplaced=misplaced,
    complaint=by_hand.complaint,
    described=by_hand.describe_tower,
)
WORDS = Words(
    called=lambda setup: called(setup.size),
    turn_words=lambda _setup, turn: turn_words(turn),
    turn_line=turn_line,
    ways_words=lambda _setup, ways: ways_words(ways),
    question=lambda _setup, ways, _unseen: question(ways),
    facts_of=lambda turn: frozenset(facts_of(turn)),
    facts_answered=lambda _match, ways: disputed(ways),
    next_part=by_hand.next_part,
    is_part=by_hand.is_part,
    settlement_question=by_hand.next_of_settlement,
    settlement_decision=by_hand.left_as_it_lies,
    settled_words=lambda _adjustment: _("City and prisoners count as they lie now."),
    taken_back=show.taken_back,
)


SHOW = Show(
    before_words=_("Before the start:"),
    to_start=show.TO_START,
    setup_words=setup_words,
    menu=lambda match: tuple(by_hand.switch_menu(match)),
    before_start=show.before_start,
    screens=show.game_screens,
    last_turn=show.last_turn,
    final_steps=show.ending,
    standings=show.standings,
    tally=show.tally,
    tally_words=show.TALLY_WORDS,
    overview=show.overview,
    page=page,
    how_to_play=partial(how_to_play, "chessboard"),
)
GAME = TheGame("chessboard", _("Lucca on a chess board"), RULES, REFEREE, WORDS, SHOW, short_title=_("Chess board"))
