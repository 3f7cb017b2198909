"""The outcome of an answer that players have chosen."""

from dataclasses import replace
from functools import reduce

from lucca_pi.contract.history import BY_HAND, CORRECTED, Looks, Played
from lucca_pi.contract.questions import (
    Among,
    Arrange,
    Ask,
    BeginAnew,
    Browse,
    Choice,
    CopyPast,
    Disagreed,
    EnterTurn,
    GoOver,
    Lead,
    Leave,
    ListPast,
    NoTurn,
    PlayGame,
    Review,
    Settle,
    Speak,
    Spell,
    Stays,
    Take,
    ToStick,
    Way,
)
from lucca_pi.contract.verdict import Turns
from lucca_pi.evening.corrections import (
    begin_correction,
    correction_choices,
    examine_moment,
    no_turn_event,
    turn_to_change,
)
from lucca_pi.evening.journal import Begun, GivenUp, TakenBack
from lucca_pi.evening.judging import judge, to_confirm
from lucca_pi.evening.menus import arrangement_choice, arrangements, beginning_of, copy_list, give_up, spelling
from lucca_pi.evening.questions import decided, entering, next_question, unsettled_question
from lucca_pi.evening.state import (
    Begin,
    CheckTable,
    Examining,
    Finish,
    Mode,
    Outcome,
    State,
    TakeLook,
    Waiting,
    after_event,
    decided_by,
)
from lucca_pi.language import _

SPLIT = "two or more turns seen at once"
"""Note on turns that were read together from one look."""
_MOST_AT_ONCE = 3
"""Most moments replayed by a correction that runs at once; a longer one shows its progress."""
_PAUSED = Disagreed((_("Pause: you may move anything"),), _("Then put everything back and press OK."), paused=True)


def answer_outcome(state: State, choice: Choice, date: str) -> Outcome:  # noqa: PLR0911, PLR0912 - one for each way
    """The events that follow from the chosen answer, and the next question, wait or errand."""
    match decided(state, choice.option.lead):
        case (Take() as take) | Stays(take=take):
            unsure = to_confirm(state, take, choice.looks)
            return Outcome(mode=unsure) if unsure else Outcome(_played(take.turns, choice, date))
        case Settle() as settle:
            return _settled(state, settle, choice, date)
        case NoTurn(number):
            event = no_turn_event(state, number, date, choice.answered)
            return _then_judged(state, Outcome((event,) if event else ()), choice.looks, date)
        case Arrange(arrangement):
            return _arranged(state, state.begun.arranged(arrangement, date))
        case PlayGame(name):
            return _arranged(state, replace(beginning_of(state, name), date=date))
        case Leave(draft, sure=True):
            decision = state.plugin.words.settlement_decision(state.match, draft, choice.looks, date)
            return _then_judged(state, decided_by(state, decision, date), decision.then, date)
        case BeginAnew(sure=True):
            given_up = () if state.course.is_over else (GivenUp(date),)
            return Outcome(given_up, errand=Begin())
        case Way.LOOK:
            return Outcome(errand=TakeLook())
        case Way.OVER:
            return Outcome(errand=Finish())
        case Way.CHECK:
            return Outcome(mode=choice, errand=CheckTable())
        case Way.UNDO:
            return Outcome((TakenBack(date),))
        case (ListPast() | ToStick() | GoOver()) as errand:
            return Outcome(mode=choice, errand=errand)
        case Speak() as speak:
            return Outcome(mode=arrangements(state, speak.language), errand=speak)
        case lead:
            return Outcome(mode=_next(state, lead, choice))


def _arranged(state: State, begun: Begun) -> Outcome:
    """The outcome of an arrangement: the list of things to arrange, at the next place if a name was given."""
    after = after_event(state, begun)
    if begun.plugin is not state.plugin:
        return Outcome((begun,), arrangements(after))
    was, now = state.begun.names, begun.names
    seats = enumerate(state.plugin.rules.seats(begun.setup), start=1)
    named = next((place for place, code in seats if was.get(code) != now.get(code)), 0)
    return Outcome(
        (begun,), replace(arrangement_choice(after, "names"), chosen=named) if named else arrangements(after)
    )


def _next(state: State, lead: Lead, choice: Choice) -> Mode:  # noqa: PLR0911, PLR0912 - one for each way
    """The mode after an answer that settles nothing yet."""
    match lead:
        case Among() as among:
            return next_question(state, among, choice.looks)
        case EnterTurn() as entry:
            return _entering(state, entry, choice)
        case Review(number):
            return correction_choices(state, number)
        case Leave(draft):
            return state.plugin.words.settlement_question(state.match, draft, choice.looks)
        case BeginAnew():
            return give_up()
        case Ask(what):
            return arrangement_choice(state, what)
        case Spell() as spell:
            return spelling(state, spell)
        case Browse() | Disagreed():
            return lead
        case CopyPast(games):
            return copy_list(games)
        case Way.ENTER:
            return _entering(state, EnterTurn(), choice)
        case Way.REVIEW:
            return turn_to_change(state)
        case Way.PAUSE:
            return _PAUSED
        case _:
            return Waiting


def _entering(state: State, entry: EnterTurn, choice: Choice) -> Choice:
    """
    The next question about a turn entered by hand; all of them keep the looks and the question of the first.

    An earlier turn that is not settled yet comes first, since the player in turn may depend on it.
    """
    unsettled = state.course.open_turn
    if entry == EnterTurn() and unsettled:
        return unsettled_question(state, unsettled, choice.looks)
    return replace(entering(state, entry), looks=choice.looks, asked=choice.asked)


def _played(turns: Turns, choice: Choice, date: str) -> tuple[Played, ...]:
    """The event of each turn; the looks show the table after the last of them."""
    *earlier, last = turns
    note = SPLIT if earlier else "" if choice.option.given is not None else BY_HAND
    seen = Played(last, choice.looks, choice.answered, date, note=note)
    return (*(Played(turn, (), None, date, note=note) for turn in earlier), seen)


def _settled(state: State, settle: Settle, choice: Choice, date: str) -> Outcome:
    """The outcome of a correction: at once, or moment by moment if it replays many."""
    note = "" if choice.option.given is not None else CORRECTED
    so_far = begin_correction(state, settle, date, looks=choice.looks, asked=choice.answered, note=note)
    if len(state.course.since(settle.number)) > _MOST_AT_ONCE:
        return Outcome(mode=so_far)
    return finish_correction(state, so_far)


def _then_judged(state: State, outcome: Outcome, looks: Looks, date: str) -> Outcome:
    """The outcome, and then that of the looks that waited for its events."""
    if not outcome.events or not looks:
        return outcome
    then = judge(reduce(after_event, outcome.events, state), looks, date)
    return Outcome((*outcome.events, *then.events), then.mode)


def finish_correction(state: State, so_far: Examining) -> Outcome:
    """The outcome of a correction, worked out at once."""
    reached: Examining | Outcome = so_far
    while isinstance(reached, Examining):
        reached = continue_correction(state, reached)
    return reached


def continue_correction(state: State, so_far: Examining) -> Examining | Outcome:
    """The correction one moment further; at its end its outcome, with that of the looks that waited for it."""
    reached = examine_moment(state, so_far)
    return reached if isinstance(reached, Examining) else _then_judged(state, reached, so_far.looks, so_far.date)
