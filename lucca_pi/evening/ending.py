"""The look that ends a game: its last turn stands if the table still lies as that turn has left it."""

from lucca_pi.evening.journal import TakenBack
from lucca_pi.evening.judging import judge
from lucca_pi.evening.outcome import Errand, Outcome
from lucca_pi.evening.state import State
from lucca_pi.games.contract.history import Looks, Moment
from lucca_pi.games.contract.questions import Choice, Option, Review, Way
from lucca_pi.games.contract.verdict import Doubt, Explained
from lucca_pi.language import _

OVER = Outcome(errand=Errand.FINISH)


def at_the_end(state: State, looks: Looks, date: str) -> Outcome:
    """
    What a look after the last turn comes to: the game is over, or its last turn is open again.

    The looks at that turn count as seen at rest before this one. Nobody has moved since: what the look shows is what
    that turn was.
    """
    number, moment = len(state.course.turns), state.course.moments[-1]
    if not moment.is_turn:  # the players have settled how the table lies
        return OVER
    before, seen = state.before(number), (*moment.looks, *looks)
    if _shows(before, moment, seen):
        is_sure = moment.is_told or before.kind.audit(before.match, (moment.entry,), seen).is_signed
        return OVER if is_sure else Outcome(mode=is_it_over(state))
    again = judge(before, seen, date)
    is_open = bool(again.events) or isinstance(again.mode, Choice)
    if is_open and not moment.is_told and state.past[-1] == before.course:
        return Outcome((TakenBack(date), *again.events), again.mode)
    return Outcome(mode=is_it_over(state))


def _shows(before: State, moment: Moment, seen: Looks) -> bool:
    """Whether the looks show the turn that was taken; of one that players have told, whether they leave it possible."""
    verdict = before.kind.explain(before.match, seen)
    match verdict:
        case Explained(fits_badly=False):
            turns = (verdict.turn,)
        case Doubt() if moment.is_told:
            turns = verdict.turns
        case _:
            return False
    return any(before.kind.referee.is_same(before.game, turn, moment.entry) for turn in turns)


def is_it_over(state: State) -> Choice:
    """Whether the last turn is right as it was scored, though the table does not show it, or not any more."""
    turn, number = state.course.turns[-1], len(state.course.turns)
    moves = state.kind.words.turn_words(state.begun.setup, turn)
    text = _("the table does not show the last turn any more: {moves}. Is that right?", moves=moves)
    options = Option(_("Yes, the game is over"), Way.OVER), Option(_("No"), Review(number))
    return Choice(turn.player, text, options)
