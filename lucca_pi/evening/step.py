"""The one function of an evening: a state and an input give the next state and its effects."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from lucca_pi.contract.history import Arrangement, Course
from lucca_pi.contract.overview import PhoneInput
from lucca_pi.contract.questions import (
    BeginAnew,
    Browse,
    Choice,
    Describe,
    Disagreed,
    Speak,
    ThesePieces,
    ThisCard,
    ThisIsThere,
    Way,
)
from lucca_pi.contract.screens import Snapshot
from lucca_pi.evening.answers import answer_outcome, continue_correction
from lucca_pi.evening.journal import Event, TakenBack
from lucca_pi.evening.judging import at_the_end, is_it_over, judge, pressed_twice
from lucca_pi.evening.menus import arrangements, give_up, past_list, phone_choice, undo_question, ways_out
from lucca_pi.evening.people import Typed, may_be_named, with_names
from lucca_pi.evening.questions import unsettled_question
from lucca_pi.evening.resting import came_to_rest, check_pause, made_final
from lucca_pi.evening.state import (
    Begin,
    Errand,
    Examining,
    Identified,
    Mode,
    Outcome,
    State,
    TakeLook,
    Waiting,
    after_event,
    at_rest,
    decided_by,
    noted,
    with_questions,
)
from lucca_pi.evening.views import (
    SEVERAL,
    current_page,
    other_deck,
    screen_pages,
    screens_of_event,
    snapshot,
    sticker_notice,
)
from lucca_pi.language import _
from lucca_pi.table.sighting import Look, Sighting, Told

_MOST_RESTED = 8
"""Most looks at rest between two presses used as evidence; of more, the last ones."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """
    A button was pressed. `date` is ISO 8601.

    `afar`: on a phone, which shows the current question whatever screen the display shows.
    """

    button: Literal["ok", "back", "up", "down", "undo"]
    date: str
    afar: bool = False


@dataclass(frozen=True, slots=True)
class Chosen:
    """An answer picked by its number, from 0, among those of `what` (`menus.phone_choice`). `date` is ISO 8601."""

    what: PhoneInput
    number: int
    date: str


@dataclass(frozen=True, slots=True)
class SeatsNamed:
    """The people at places have these names from now on; `typed` as in `people.with_names`. `date` is ISO 8601."""

    typed: Typed
    date: str


@dataclass(frozen=True, slots=True)
class Rested:
    """
    The table came to rest, as `look` shows it; nobody has pressed yet. `date` is ISO 8601.

    `takes`: in a hands-free game, it has been at rest long enough to take a whole turn.
    """

    look: Look
    date: str = ""
    takes: bool = False


@dataclass(frozen=True, slots=True)
class Looked:
    """
    The requested look; `more` pictures can be taken at once if it leaves a doubt.

    `soon`: OK came so soon after the last turn was confirmed that it may have been pressed twice.
    """

    look: Look
    date: str
    more: bool = False
    soon: bool = False


@dataclass(frozen=True, slots=True)
class NotSeen:
    """The requested look showed no table: `reason` is a sentence for players."""

    reason: str


@dataclass(frozen=True, slots=True)
class NoMoreLooks:
    """No further look can come: what was deferred to the next look must be asked now."""


@dataclass(frozen=True, slots=True)
class PastListed:
    """The requested past games."""

    past: Browse


@dataclass(frozen=True, slots=True)
class Continue:
    """A correction goes on: its next part. It is given for as long as the mode is `Examining`."""


@dataclass(frozen=True, slots=True)
class Commanded:
    """
    A command card was laid on the table; `gone`: it was taken away, and not laid again. `date` is ISO 8601.

    Laid again while its question is open, it answers yes; taken away, no.
    """

    command: Literal["pause", "undo", "new game"]
    date: str
    gone: bool = False


Input = (
    Pressed | Chosen | SeatsNamed | Speak | Rested | Looked | NotSeen | NoMoreLooks | PastListed | Continue | Commanded
)


@dataclass(frozen=True, slots=True)
class Keep:
    """Add the event to the journal, before anything that follows is shown; `before` is the course before it."""

    event: Event
    before: Course = field(default_factory=Course)


@dataclass(frozen=True, slots=True)
class NamePeople:
    """Call the people at these places, by code, so from the start of the game on."""

    names: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class ShowScreens:
    """Show these screens one after another; the last stays."""

    snapshots: tuple[Snapshot, ...]


@dataclass(frozen=True, slots=True)
class LookCloser:
    """
    The look leaves a doubt, or glare hides part of it: take more pictures at once, and return them joined with it.
    """

    look: Look


Effect = Keep | NamePeople | ShowScreens | LookCloser | Errand
Stepped = tuple[State, Sequence[Effect]]


def step(state: State, new_input: Input) -> Stepped:  # noqa: PLR0911 - one for each input
    """The state after an input, and the effects to be carried out in their order."""
    match new_input:
        case Pressed():
            return _pressed(state, new_input)
        case Chosen(what, at, date):
            put = phone_choice(state, what)
            known = put is not None and at < len(put.options)
            return _choose(state, replace(put, chosen=at), date) if put and known else (state, ())
        case SeatsNamed():
            return _named(state, new_input)
        case Commanded():
            return _commanded(state, new_input)
        case Speak():
            return state, (new_input,)
        case Rested():
            return _rested(state, new_input)
        case Looked():
            return _looked(state, new_input)
        case NotSeen():
            ends = state.course.is_over and state.mode is Waiting
            mode = is_it_over(state) if ends else Disagreed((new_input.reason,), _("Then press OK."))
            return _shown(replace(state, mode=mode))
        case PastListed(past):
            return _shown(replace(state, mode=past_list(past)))
        case Continue():
            return _continued(state)
        case NoMoreLooks():
            number = state.course.open_turn
            return _shown(replace(state, mode=unsettled_question(state, number))) if number else (state, ())


def _shown(state: State) -> Stepped:
    return state, (ShowScreens((snapshot(state),)),)


def _carried(state: State, outcome: Outcome) -> Stepped:
    """The state after an outcome: every event is recorded before anything of it is shown."""
    kept: list[Keep] = []
    screens: list[Snapshot] = []
    for event in with_questions(outcome.events, state.identified):
        after = after_event(state, event)
        kept.append(Keep(event, state.course))
        screens += screens_of_event(state, event, after)
        state = after
    page = 0 if outcome.mode is Waiting and state.mode is not Waiting else state.page  # back to the current screen
    state = replace(state, mode=outcome.mode, page=page)
    if outcome.errand:
        return state, (*kept, outcome.errand)
    return state, (*kept, ShowScreens((*screens, snapshot(state))))


def _continued(state: State) -> Stepped:
    """The next part of a correction, unless somebody has gone back from it."""
    if not isinstance(state.mode, Examining):
        return state, ()
    reached = continue_correction(state, state.mode)
    return _carried(state, Outcome(mode=reached) if isinstance(reached, Examining) else reached)


_YES = {"undo": Way.UNDO, "new game": BeginAnew(sure=True)}
"""The leads of the answers that command cards give when they are laid again."""
_PAUSED = Disagreed(
    (_("Pause: you may move anything"),), _("Then put everything back, and take the card away."), paused=True
)


def _commanded(state: State, given: Commanded) -> Stepped:
    """Does what a command card says, or answers the question that it asked before."""
    asks = state.mode if isinstance(state.mode, Choice) else None
    answers = (at for at, one in enumerate(asks.options) if one.lead == _YES.get(given.command)) if asks else ()
    yes = next(iter(answers), None)
    if given.gone:
        return (state, ()) if yes is None else _shown(replace(state, mode=Waiting, page=0))
    if asks and yes is not None:
        return _choose(state, replace(asks, chosen=yes), given.date)
    is_over = state.course.is_over
    if isinstance(state.mode, Examining) or state.game is None or (is_over and given.command == "pause"):
        return state, ()
    if is_over and given.command == "new game":
        return _carried(state, Outcome(errand=Begin()))
    modes: Mapping[str, Mode] = {"pause": _PAUSED, "undo": undo_question(), "new game": give_up()}
    return _shown(replace(state, mode=modes[given.command]))


def _named(state: State, named: SeatsNamed) -> Stepped:
    """Names places; an open menu is opened anew, since its answers would undo the names."""
    names = with_names(state, named.typed)
    if names is None or not may_be_named(state):
        return state, ()
    if state.game is not None:
        return state, (NamePeople(names),)
    begun = state.begun.arranged(replace(state.begun.arrangement, names=names), named.date)
    mode = arrangements(after_event(state, begun)) if isinstance(state.mode, Choice) else state.mode
    return _carried(state, Outcome((begun,), mode))


def _pressed(state: State, press: Pressed) -> Stepped:
    state = replace(state, page=0) if press.afar else state
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
    if isinstance(state.mode, Examining):
        return state, ()
    if isinstance(state.mode, Choice):
        return _choose(state, state.mode, date)
    if isinstance(state.mode, Browse):
        return _shown(replace(state, mode=past_list(state.mode)))
    choice = current_page(state).choice if state.mode is Waiting else None
    if choice:
        return _shown(replace(state, mode=choice()))
    return state, (TakeLook(),)


def _choose(state: State, choice: Choice, date: str) -> Stepped:
    state = replace(state, page=0)
    match choice.option.lead:
        case ThisCard() as card:
            return _card_identified(state, choice, card, date)
        case ThisIsThere(card):
            return _seen(_with_identified_card(state, choice, card), choice.looks, date)
        case ThesePieces(arrangement):
            return _pieces_told(state, choice, arrangement, date)
        case Describe(draft):
            described = state.plugin.referee.described(state.match, draft, choice.looks)
            if isinstance(described, Choice):
                return _shown(replace(state, mode=described))
            return _seen(replace(state, mode=Waiting), described, date)
    return _carried(state, answer_outcome(state, choice, date))


def _pieces_told(state: State, choice: Choice, arrangement: Arrangement | None, date: str) -> Stepped:
    """Judges the looks again as the pieces that are set; as those of another arrangement the table is looked at."""
    told = tuple(Identified(choice.looks[-1], None, one) for one in (choice.answered,) if one)
    state = replace(state, identified=(*state.identified, *told), mode=Waiting)
    if arrangement is None:
        return _seen(replace(state, pieces_told=True), choice.looks, date)
    return _carried(state, Outcome((state.begun.arranged(arrangement, date),), errand=TakeLook()))


def _card_identified(state: State, choice: Choice, card: ThisCard, date: str) -> Stepped:
    """Judges a look again after players have identified an ambiguous card in it."""
    state, look = _with_identified_card(state, choice, card.seen), choice.looks[-1]
    if card.rests:
        rested = state.rested[:-1] if state.rested[-1:] == (look,) else state.rested
        after, effects = _rested(replace(state, rested=rested), Rested(look, date, card.takes))
        return (after, effects) if effects else _shown(after)
    return _seen(state, choice.looks, date)


def _with_identified_card(state: State, choice: Choice, card: Sighting | Told) -> State:
    identified = (Identified(choice.looks[-1], card, choice.answered),) if choice.answered else ()
    return replace(state, identified=(*state.identified, *identified), mode=Waiting)


def _moved(state: State, by: int) -> Stepped:
    """
    Moves by up and down: through the answers of a question, past games, the ways out of a complaint, or the screens.
    """
    if isinstance(state.mode, Examining):
        return state, ()
    if isinstance(state.mode, Choice | Browse):
        return _shown(replace(state, mode=state.mode.moved(by)))
    if isinstance(state.mode, Disagreed) and (state.game or state.mode.instead) and not state.mode.paused:
        return _shown(replace(state, mode=ways_out(state.plugin.words, state.mode)))
    return _shown(replace(state, mode=Waiting, page=(state.page + by) % len(screen_pages(state))))


def _take_back(state: State, date: str) -> Stepped:
    """Takes back the open question, else the last confirmed event."""
    if state.mode is not Waiting or not state.past:
        return _shown(replace(state, mode=Waiting, page=0))
    return _carried(state, Outcome((TakenBack(date),)))


def _looked(state: State, looked: Looked) -> Stepped:
    looks = (*state.rested, looked.look)
    knowing = noted(state, looks)
    stepped = _seen(knowing, looks, looked.date, soon=looked.soon)
    is_unsure = stepped[0].mode is not Waiting or stepped[0].course.open_turn is not None
    if looked.more and (is_unsure or looked.look.blinded):
        return state, (LookCloser(looked.look),)
    new = [code for code in knowing.miscoloured if code not in state.miscoloured]
    if not new or state.pieces_told or _is_about_pieces(stepped[0]):
        return stepped
    is_first = len(state.miscoloured) < SEVERAL <= len(knowing.miscoloured)
    return _with_sticker_notice(new, _asking_for_deck(stepped) if is_first else stepped)


def _seen(state: State, looks: tuple[Look, ...], date: str, *, soon: bool = False) -> Stepped:
    """Judges looks, with the cards that players have identified; `soon` as in `Looked`."""
    looks = tuple(map(state.with_identified, looks))
    outcome = _outcome(state, looks, date)
    outcome = pressed_twice(state, outcome, looks) or outcome if soon else outcome
    rested = (
        looks
        if isinstance(outcome.mode, Disagreed) and state.plugin.referee.informs_later(state.match, looks)
        else state.rested
    )
    return _carried(replace(state, rested=rested), outcome)


def _asking_for_deck(stepped: Stepped) -> Stepped:
    """Asks whether another deck is on the table, unless there is another question or the game is over."""
    state, _effects = stepped
    if state.mode is not Waiting or state.course.is_over:
        return stepped
    return with_mode(stepped, other_deck(state))


def with_mode(stepped: Stepped, mode: Mode) -> Stepped:
    """State and effects with another mode: its screen is the one that stays."""
    state, effects = replace(stepped[0], mode=mode), stepped[1]
    last = snapshot(state)
    return state, [ShowScreens((*one.snapshots[:-1], last)) if isinstance(one, ShowScreens) else one for one in effects]


def _outcome(state: State, looks: tuple[Look, ...], date: str) -> Outcome:
    if isinstance(state.mode, Disagreed) and state.mode.paused:
        return check_pause(state, looks)
    if state.game is None:
        return decided_by(state, state.plugin.referee.judge_start(state.match, looks, date), date)
    if state.course.is_over:
        return at_the_end(state, looks, date) if state.mode is Waiting else Outcome()
    if state.game.player_in_turn is None:
        return Outcome()
    unidentified = state.plugin.referee.unidentified(state.match, looks, False)
    if unidentified:
        return Outcome(mode=unidentified)
    outcome = judge(state, looks, date)
    final = made_final(state, looks[-1], date) if isinstance(outcome.mode, Disagreed) else None
    return final or outcome


def _is_about_pieces(state: State) -> bool:
    """True if the question is which pieces are on the table."""
    options = state.mode.options if isinstance(state.mode, Choice) else ()
    return any(isinstance(option.lead, ThesePieces) for option in options)


def _rested(state: State, rested: Rested) -> Stepped:
    """
    Adds a look at rest to the evidence for the next look, unless it settles something itself.

    A question about an ambiguous card is asked before another card covers it.
    """
    rested = replace(rested, look=state.with_identified(rested.look))
    looks = (*state.rested, rested.look)
    unidentified = state.plugin.referee.unidentified(state.match, looks, True) if state.mode is Waiting else None
    if isinstance(unidentified, Choice):
        looks = (*state.rested, rested.look)[-_MOST_RESTED:]
        return _shown(replace(state, rested=looks, mode=at_rest(unidentified, takes=rested.takes)))
    outcome = came_to_rest(state, rested.look, rested.date, takes=rested.takes)
    if outcome:
        return _carried(noted(state, [rested.look]), outcome)
    after = replace(state, rested=(*state.rested, rested.look)[-_MOST_RESTED:])
    shows_more = after.mode is Waiting and state.plugin.referee.shows_more(state.match, after.match)
    return _shown(after) if shows_more else (after, ())


def _with_sticker_notice(codes: Sequence[int], stepped: Stepped) -> Stepped:
    """Shows the doubtful stickers before all other screens, so that no press comes before players have read of them."""
    state, effects = stepped
    notice = sticker_notice(state, codes)
    return state, [ShowScreens((notice, *one.snapshots)) if isinstance(one, ShowScreens) else one for one in effects]
