"""What a look shows of the turn being played: the turn, a question, or what is wrong."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from lucca_pi.errors import RuleError
from lucca_pi.games.citta.referee.candidates import MARGIN
from lucca_pi.games.citta.referee.deal import explain_deal
from lucca_pi.games.citta.referee.forgotten import several
from lucca_pi.games.citta.referee.kinds import what_counts
from lucca_pi.games.citta.referee.verdict import Doubt, Explained, Unexplained, explain
from lucca_pi.games.citta.rules.game import Game, going_on, play_turn
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.session.asking import (
    Looks,
    are_alike,
    is_it_right,
    told_by,
    unsettled_question,
    which_earlier,
    which_turn_it_was,
    which_turns_they_were,
)
from lucca_pi.games.citta.session.complaining import complaint, half_a_turn, still_to_play
from lucca_pi.games.citta.session.families import FAMILIES
from lucca_pi.games.citta.session.journal import Corrected, DealtOut, Played
from lucca_pi.games.citta.session.looking_back import thought_again
from lucca_pi.games.citta.session.modes import Among, Disagreed, Waiting
from lucca_pi.games.citta.session.naming import named_by_cards
from lucca_pi.games.citta.session.outcome import Outcome
from lucca_pi.games.citta.session.signing import certificate, put_in_sight, taken_if_signed
from lucca_pi.games.citta.session.state import State, after_event, corrected
from lucca_pi.table.reading import read

SETTLED = "settled by a later look"


def judge_deal(state: State, looks: Looks, date: str) -> Outcome:
    """Who sits where by the name cards of the last look; and the deal, if it shows one."""
    named = named_by_cards(state, looks[-1], date)
    if named.mode is not Waiting:
        return named
    for event in named.events:
        state = after_event(state, event)
    dealt = _judge_deal(state, looks, date)
    return Outcome((*named.events, *dealt.events), dealt.mode)


def _judge_deal(state: State, looks: Looks, date: str) -> Outcome:
    verdict = explain_deal(read(looks[-1], state.pieces, state.begun.swap), state.begun.players)
    if isinstance(verdict, Unexplained):
        return Outcome(mode=Disagreed(verdict.problems, verdict.advice, looks))
    names = FAMILIES | dict(state.begun.names)
    seats = {names[quarter]: quarter for quarter in verdict.cards}
    deal = {names[quarter]: cards for quarter, cards in verdict.cards.items()}
    return Outcome((DealtOut(seats, deal, looks, date),))


def judge(state: State, looks: Looks, date: str) -> Outcome:
    """
    What looks show, the last being the latest.

    A turn that is not settled yet is judged first, by what is seen now: one look later it is settled or asked about.
    """
    number = state.course.open_turn
    if number is None:
        return _judge_turn(state, looks, date)
    left = still_likely(state, number, looks)
    if not left:
        finished = thought_again(state, number, looks) if number == len(state.course.turns) else None
        return Outcome((settle(state, number, finished, date),)) if finished else _judge_turn(state, looks, date)
    if not are_alike(state, Among(tuple((one.turn,) for one in left), number)):
        return Outcome(mode=which_earlier(state, number, [one.turn for one in left], looks))
    settled = settle(state, number, left[0].turn, date)
    turn = _judge_turn(replace(after_event(state, settled), mode=state.mode), looks, date)
    if turn.events and _are_signed(state, settled, turn, looks):
        return Outcome((settled, *turn.events), turn.mode)
    if isinstance(turn.mode, Disagreed):
        return turn
    return Outcome(mode=unsettled_question(state, number, looks))


def _are_signed(state: State, settled: Corrected, now: Outcome, looks: Looks) -> bool:
    """Whether all looks since an unsettled turn together prove what it was, and the turn after it."""
    if not all(isinstance(moment.entry, Turn) for moment in state.course.since(settled.number)):
        return False  # what was settled between the turns is no part of what they would leave
    turns = (*settled.turns, *(event.turn for event in now.events if isinstance(event, Played)))
    before = state.at(state.course.until(settled.number))
    since = tuple(look for moment in state.course.since(settled.number) for look in moment.looks)
    return certificate(before, turns, (*since, *looks)).is_signed


def teaches(state: State, looks: Looks) -> bool:
    """Whether the last of the looks shows triplets that were not known before, as those at rest do."""
    if state.game is None:
        return False
    known, after = state.seen(looks).ground, state.seen((*looks, looks[-1])).ground
    return len(after.offered) > len(known.offered)


def _judge_turn(state: State, looks: Looks, date: str) -> Outcome:
    case = state.case(looks)
    verdict = explain(case)
    found = several(case, verdict)
    if found:
        return Outcome(mode=which_turns_they_were(state, found, looks))
    match verdict:
        case Explained() | Doubt() if left := still_to_play(case, verdict):
            return Outcome(mode=half_a_turn(case, left, looks))
        case Explained(fits_badly=True):
            return Outcome(mode=is_it_right(state, (verdict.turn,), looks))
        case Explained():
            return taken_if_signed(state, verdict.turn, looks, date)
        case Doubt():
            return _in_doubt(state, verdict, looks, date)
        case Unexplained():
            return Outcome(mode=complaint(state, case, verdict, looks))


def _in_doubt(state: State, doubt: Doubt, looks: Looks, date: str) -> Outcome:
    """The next look may settle it, if all else is certain; else people lay in sight what is not, or are asked."""
    signed, in_doubt = certificate(state, doubt.turns[:1], looks), Among(tuple((turn,) for turn in doubt.turns))
    may_go_on = doubt.may_wait and state.game and may_wait(state.game, doubt.turns)
    if may_go_on and not signed.without(told_by(state, in_doubt)):
        best, *others = doubt.turns
        return Outcome((Played(best, looks, None, date, tuple(others)),))
    return Outcome(mode=put_in_sight(state, signed, looks) or which_turn_it_was(state, doubt, looks))


def may_wait(game: Game, turns: Sequence[Turn]) -> bool:
    """Whether play can go on before it is known which of the turns it was: the same player comes next in any case."""
    return len({_next_player(game, turn) for turn in turns} - {None}) == 1 and not ends_the_game(game)


def ends_the_game(game: Game) -> bool:
    return game.round == game.rounds and game.turns + 1 == len(game.players)


def _next_player(game: Game, turn: Turn) -> str | None:
    return going_on(play_turn(game, turn)).player_in_turn


@dataclass(frozen=True, slots=True)
class Likely:
    """What an earlier turn may have been, and how badly all that was seen since fits it."""

    turn: Turn
    cost: float


def still_likely(state: State, number: int, looks: Looks) -> list[Likely]:
    """What an unsettled turn may have been after further looks, likeliest first; none where nothing explains them."""
    found = [*_likely(state, number, looks)]
    best = min((one.cost for one in found), default=0.0)
    return sorted((one for one in found if one.cost <= best + MARGIN), key=lambda one: one.cost)


def _likely(state: State, number: int, looks: Looks) -> Iterator[Likely]:
    """What explains them at all; turns that count alike leave the same behind, so one of them tells for all."""
    before, date = state.course.game_before(number), state.course.moment(number).date
    now: dict[object, float | None] = {}
    for turn, cost in _possible(state, number):
        kind = what_counts(before, turn) if before else turn
        if kind not in now:
            now[kind] = _cost_now(state, settle(state, number, turn, date), looks)
        more = now[kind]
        if more is not None:
            yield Likely(turn, cost + more)


def _possible(state: State, number: int) -> list[tuple[Turn, float]]:
    """What the turn may have been, each with how badly its own looks fit it."""
    moment = state.course.moment(number)
    verdict = explain(state.at(state.course.until(number)).case(moment.looks))
    costs = dict(zip(verdict.turns, verdict.costs, strict=True)) if isinstance(verdict, Doubt) else {}
    turns = [entry for entry in (moment.entry, *moment.others) if isinstance(entry, Turn)]
    return [(turn, costs.get(turn, 0.0)) for turn in turns]


def _cost_now(state: State, event: Corrected, looks: Looks) -> float | None:
    """How badly the looks fit if the event is true; None where no turn explains them, or those since cannot be."""
    try:
        verdict = explain(state.at(corrected(state, event)).case(looks))
    except RuleError:
        return None
    match verdict:
        case Explained():
            return verdict.cost
        case Doubt():
            return verdict.costs[0]
        case Unexplained():
            return None


def settle(state: State, number: int, turn: Turn, date: str) -> Corrected:
    """The event that says which turn it was; those after it stay."""
    later = (moment.entry for moment in state.course.since(number)[1:])
    return Corrected(number, (turn, *(entry for entry in later if isinstance(entry, Turn))), None, SETTLED, date)
