"""The session's one function: a state and an input give the next state and what is to be done about it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from lucca_pi.citta.referee.case import Case
from lucca_pi.citta.referee.deal import explain_deal
from lucca_pi.citta.referee.verdict import Doubt, Explained, Unexplained, explain
from lucca_pi.citta.rules.turn import Turn
from lucca_pi.citta.session.journal import Asked, DealtOut, Event, Played, TakenBack
from lucca_pi.citta.session.snapshot import Snapshot
from lucca_pi.citta.session.state import Question, Seen, State, Waiting, after_event, noted
from lucca_pi.citta.session.views import after_confirming, pages, snapshot, sticker_notice, taken_back
from lucca_pi.table.reading import read
from lucca_pi.table.sighting import Look

FAMILIES = {101: "Guinigi", 102: "Buonvisi", 103: "Burlamacchi", 104: "Cenami", 105: "Arnolfini"}
"""Noble families of Lucca, by quarter code: players whose names nobody typed."""


MOST_RESTED = 8
"""So many looks at rest between two presses are kept as evidence: who fiddles longer is judged by the last ones."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button was pressed. `date` is ISO 8601."""

    button: Literal["ok", "back", "up", "down", "undo"]
    date: str


@dataclass(frozen=True, slots=True)
class Rested:
    """The table came to rest and looked so; nobody has pressed yet."""

    look: Look


@dataclass(frozen=True, slots=True)
class Looked:
    """The look that was asked for; `more` pictures can be taken at once, should it leave a doubt."""

    look: Look
    date: str
    more: bool = False


@dataclass(frozen=True, slots=True)
class NotSeen:
    """The look that was asked for showed no table: `reason` is a sentence for players."""

    reason: str


Input = Pressed | Rested | Looked | NotSeen


@dataclass(frozen=True, slots=True)
class Keep:
    """Add the event to the journal, before anything that follows is shown."""

    event: Event


@dataclass(frozen=True, slots=True)
class Show:
    """Show these screens one after another; the last stays."""

    snapshots: tuple[Snapshot, ...]


@dataclass(frozen=True, slots=True)
class TakeLook:
    """Look at the table; `number` looks are confirmed before."""

    number: int


@dataclass(frozen=True, slots=True)
class LookCloser:
    """The look leaves a doubt, or light blinds it: take more pictures at once, and give them joined with it."""

    number: int
    look: Look


@dataclass(frozen=True, slots=True)
class Finish:
    """The game is over and its end was seen."""


Effect = Keep | Show | TakeLook | LookCloser | Finish
Stepped = tuple[State, Sequence[Effect]]


def step(state: State, given: Input) -> Stepped:
    """The state after an input, and the effects to be carried out in their order."""
    match given:
        case Pressed():
            return _pressed(state, given)
        case Rested():
            return replace(state, rested=(*state.rested, given.look)[-MOST_RESTED:]), ()
        case Looked():
            return _looked(state, given)
        case NotSeen():
            return _shown(replace(state, mode=Unexplained((given.reason,), "Then press OK.")))


def _shown(state: State) -> Stepped:
    return state, (Show((snapshot(state),)),)


def _pressed(state: State, press: Pressed) -> Stepped:
    match press.button:
        case "ok":
            return _ok(state, press.date)
        case "undo":
            return _take_back(state, press.date)
        case "back":
            return _shown(replace(state, mode=Waiting, page=0))
        case "up":
            return _moved(state, -1)
        case "down":
            return _moved(state, 1)


def _ok(state: State, date: str) -> Stepped:
    if isinstance(state.mode, Question):
        return _answered(state, state.mode, date)
    if state.course.is_over:
        return state, (Finish(),)
    return state, (TakeLook(state.course.looks),)


def _moved(state: State, by: int) -> Stepped:
    """Up and down go through the answers of a question, else through the screens."""
    if isinstance(state.mode, Question):
        chosen = (state.mode.chosen + by) % len(state.mode.doubt.answers)
        return _shown(replace(state, mode=replace(state.mode, chosen=chosen)))
    return _shown(replace(state, mode=Waiting, page=(state.page + by) % len(pages(state))))


def _take_back(state: State, date: str) -> Stepped:
    """Undo takes back a question first, then confirmed looks, one by one."""
    if state.mode is not Waiting or not state.past:
        return _shown(replace(state, mode=Waiting, page=0))
    event = TakenBack(date)
    after = after_event(state, event)
    return after, (Keep(event), Show((taken_back(state, after), snapshot(after))))


def _looked(state: State, looked: Looked) -> Stepped:
    looks = (*state.rested, looked.look)
    knowing = noted(state, looks)
    stepped = (_dealt if state.game is None else _played)(knowing, looks, looked.date)
    if looked.more and (stepped[0].mode is not Waiting or looked.look.blinded):
        return state, (LookCloser(state.course.looks, looked.look),)
    new = [code for code in knowing.miscoloured if code not in state.miscoloured]
    return _telling(new, stepped) if new else stepped


def _telling(codes: Sequence[int], stepped: Stepped) -> Stepped:
    """Before all other screens, so that no press comes too early, those cards' doubtful stickers are told."""
    state, effects = stepped
    told = sticker_notice(state, codes)
    return state, [Show((told, *one.snapshots)) if isinstance(one, Show) else one for one in effects]


def _dealt(state: State, looks: tuple[Look, ...], date: str) -> Stepped:
    verdict = explain_deal(read(looks[-1], state.pieces, state.begun.swap), state.begun.players)
    if isinstance(verdict, Unexplained):
        return _shown(replace(state, mode=verdict))
    names = FAMILIES | dict(state.begun.names)
    seats = {names[quarter]: quarter for quarter in verdict.cards}
    deal = {names[quarter]: cards for quarter, cards in verdict.cards.items()}
    return _confirm(state, DealtOut(seats, deal, looks, date))


def _played(state: State, looks: tuple[Look, ...], date: str) -> Stepped:
    game = state.game
    if game is None or game.player_in_turn is None:
        return _shown(state)
    seen = state.seen(looks)
    verdict = explain(Case(game, state.course.seats, seen.ground, seen.evidence, state.pieces))
    match verdict:
        case Explained(turn):
            return _confirm(state, Played(turn, looks, None, date), seen)
        case Doubt():
            return _shown(replace(state, mode=Question(verdict, looks)))
        case Unexplained():
            return _shown(replace(state, mode=verdict, rested=looks if _teaches(state, looks) else state.rested))


def _teaches(state: State, looks: tuple[Look, ...]) -> bool:
    """Whether the last of the looks shows triplets that were not known before, as those at rest do."""
    known, after = state.seen(looks).ground, state.seen((*looks, looks[-1])).ground
    return len(after.offered) > len(known.offered)


def _answered(state: State, question: Question, date: str) -> Stepped:
    doubt, chosen = question.doubt, question.chosen
    turn: Turn = doubt.turns[chosen]
    return _confirm(state, Played(turn, question.looks, Asked(doubt.question, doubt.answers, chosen), date))


def _confirm(state: State, event: Event, seen: Seen | None = None) -> Stepped:
    after = after_event(state, event, seen)
    return after, (Keep(event), Show(after_confirming(state, after)))
