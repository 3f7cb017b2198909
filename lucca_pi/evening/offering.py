"""What phones are offered: all that may be done now, as data. Buttons reach the same by other ways."""

from collections.abc import Iterator
from dataclasses import asdict

from lucca_pi.evening.arranging import arrangements
from lucca_pi.evening.asking import unsettled_question
from lucca_pi.evening.menus import menu, ways_out
from lucca_pi.evening.modes import Examining, Waiting
from lucca_pi.evening.state import State
from lucca_pi.games.contract.overview import Asks, Does, Offer, Seat
from lucca_pi.games.contract.questions import Ask, Browse, Choice, Disagreed, Spell, Way
from lucca_pi.language import Text, _


def offered(state: State, what: Does) -> Choice | None:
    """The choice whose answers phones give: the question put, what is offered besides, or an earlier turn's doubt."""
    match what, state.mode:
        case "answer", Choice() as choice:
            return choice
        case "more", None:
            return menu(state) if state.game else arrangements(state)
        case "more", Disagreed(paused=False) as disagreed if state.game or disagreed.instead:
            return ways_out(disagreed)
        case "doubt", None if state.course.open_turn:
            return unsettled_question(state, state.course.open_turn)
        case _:
            return None


def asks(game: str, state: State) -> Asks:
    """What is put to the players; `game` is what it is kept as."""
    doubt = offered(state, "doubt")
    shown = state.mode.game if isinstance(state.mode, Browse) else None
    past = {"day": shown.day, "standings": [asdict(one) for one in shown.standings]} if shown else None
    answered = {"by": state.answered[0], "words": state.answered[1]} if state.answered else None
    return {
        "id": state.prompt,
        "game": game,
        "offers": [*_offers(state)],
        "doubt": doubt.text if doubt else "",
        "seats": [*_seats(state)] if game else [],
        "past": past,
        "answered": answered,
        "photograph": False,
    }


def words_of(state: State, do: Does, number: int) -> str:
    """What is offered under that number, in words; "" where it is not."""
    return next((one["words"] for one in _offers(state) if (one["do"], one["number"]) == (do, number)), "")


def _offers(state: State) -> Iterator[Offer]:
    answer, more = offered(state, "answer"), offered(state, "more")
    yield from _answers("answer", answer)
    if answer is None:
        yield from _presses(state)
    elif not any(option.lead is Way.BACK for option in answer.options):
        yield {"do": "back", "number": 0, "words": _("Back")}
    yield from _answers("doubt", offered(state, "doubt"))
    yield from _answers("more", more, back=False)


def _answers(do: Does, choice: Choice | None, *, back: bool = True) -> Iterator[Offer]:
    """Each answer; those that spell a name letter by letter are left out, as phones type names."""
    for number, option in enumerate(choice.options if choice else ()):
        spells = isinstance(option.lead, Spell) or option.lead == Ask("names")
        if not spells and (back or option.lead not in (Way.BACK, Way.LOOK)):
            yield {"do": do, "number": number, "words": option.words}


def _presses(state: State) -> Iterator[Offer]:
    if not isinstance(state.mode, Examining):
        yield {"do": "ok", "number": 0, "words": _ok(state)}
    if state.mode is not Waiting:
        yield {"do": "back", "number": 0, "words": _("Stop") if isinstance(state.mode, Examining) else _("Back")}
    elif state.past:
        yield {"do": "undo", "number": 0, "words": _("Take back what was confirmed last")}


def _ok(state: State) -> Text:
    match state.mode:
        case Browse():
            return _("Back to the list")
        case Disagreed(paused=True):
            return _("All is back in its place")
        case Disagreed():
            return _("Look again")
        case _ if state.course.is_over:
            return _("Finish")
        case _:
            return _("OK: look at the table")


def _seats(state: State) -> Iterator[Seat]:
    if state.game is None:
        for seat, called in state.kind.rules.seats(state.begun.setup).items():
            yield {"seat": seat, "called": called, "name": state.begun.names.get(seat, "")}
