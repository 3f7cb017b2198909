"""The state as data for phones and other programs: the overview, the glance, and the possible inputs."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, cast

from lucca_pi.contract.overview import (
    Common,
    End,
    Figure,
    LastSeen,
    Now,
    Offer,
    PhoneInput,
    PhoneQuestion,
    Placed,
    Unsettled,
    WaitsFor,
)
from lucca_pi.contract.questions import Ask, Browse, Choice, Disagreed, GoOver, ListPast, Spell, ThisCard, Way
from lucca_pi.contract.screens import Result, Standing
from lucca_pi.evening.corrections import correction_progress
from lucca_pi.evening.menus import phone_choice
from lucca_pi.evening.people import again, seats_to_name
from lucca_pi.evening.questions import pieces_named, unsettled_question
from lucca_pi.evening.state import Examining, State, Waiting
from lucca_pi.evening.views import doubted_stickers
from lucca_pi.language import Text, _


def state_overview(state: State) -> dict[str, Any]:
    """The overview of the current game: what is told of any game, with the game's own."""
    game, show = state.game, state.plugin.show
    played = game if game and not game.is_over else None
    common: Common = {
        "round": played.round if played else None,
        "rounds": game.rounds if game else None,
        "turn": played.turns + 1 if played else None,
        "finished": state.course.is_over,
        "now": {**_now(state), "marked": pieces_named(state)},
        "unsettled": _unsettled(state),
        "ranking": [_placed(one) for one in show.standings(state.match)],
        "last_seen": _last_seen(state),
        "stickers": doubted_stickers(state),
        "ended": _ended(state) if state.course.is_over else None,
    }
    return dict(show.overview(state.match, common))


_MOST_DECIDING = 3


def _ended(state: State) -> End:
    """The figures of a finished game."""
    show = state.plugin.show
    tally, ranking = show.tally(state.match), [one.player for one in show.standings(state.match)]
    kinds = tally.points or tally.bests
    table: list[Figure] = [{"title": show.tally_words[kind], "figures": figures} for kind, figures in kinds.items()]

    def lead(one: Figure) -> int:
        first, second = (one["figures"].get(player, 0) for player in ranking[:2])
        return first - second

    ahead = sorted((one for one in table if lead(one) > 0), key=lead, reverse=True)
    return {"deciding": ahead[:_MOST_DECIDING], "table": table, "news": []}


def _placed(one: Standing) -> Placed:
    return {"rank": one.rank, "player": one.player, "total": one.total, "note": one.note_in_words}


def _now(state: State) -> Now:
    game = state.game
    in_turn = game.player_in_turn if game else None
    match state.mode:
        case Choice() as choice:
            answers = [option.words for option in choice.options]
            faces = [option.lead.seen.code if isinstance(option.lead, ThisCard) else None for option in choice.options]
            more = {"answers": answers, "chosen": choice.chosen, "faces": faces if any(faces) else []}
            return _waits("question", choice.player or None, choice.text, **more)
        case Disagreed() as disagreed:
            kind: WaitsFor = "pause" if disagreed.paused else "disagreement"
            return _waits(kind, in_turn, disagreed.advice, problems=disagreed.sentences)
        case Examining() as so_far:
            return _waits("correction", in_turn, correction_progress(state, so_far))
        case _ if game is None:
            return _waits("deal", None, state.plugin.show.to_start)
        case _ if in_turn is None:
            return _waits("over", None)
        case _:
            return _waits("turn", in_turn)


def _waits(kind: WaitsFor, player: str | None, text: str = "", **more: Any) -> Now:
    nothing: dict[str, Any] = {"problems": [], "answers": [], "chosen": None, "faces": [], "marked": []}
    return cast(Now, {"kind": kind, "player": player, "text": text, **nothing, **more})


def _unsettled(state: State) -> Unsettled | None:
    number = state.course.open_turn
    if number is None:
        return None
    before, choice = state.course.game_before(number), unsettled_question(state, number)
    return {"round": before.round, "turn": before.turns + 1, "player": choice.player, "text": choice.text}


def _last_seen(state: State) -> LastSeen | None:
    """The last turn with its points and reasons; without points, its moves. None before the first."""
    screen = state.plugin.show.last_turn(state.match) if state.course.turns else None
    if not isinstance(screen, Result):
        return None
    points = None if screen.total is None else sum(gain.points for gain in screen.gains)
    reasons = [gain.reason for gain in screen.gains] or [*screen.moves]
    return {"player": screen.player, "points": points, "reasons": reasons}


def phone_question(game: str, state: State) -> PhoneQuestion:
    """The question and the offers for phones; `game` is the name under which the game is stored."""
    doubt = phone_choice(state, "doubt")
    shown = state.mode.game if isinstance(state.mode, Browse) else None
    past = {"day": shown.day, "standings": [asdict(one) for one in shown.standings]} if shown else None
    answered = {"by": state.answered[0], "words": state.answered[1]} if state.answered else None
    return {
        "id": state.prompt,
        "game": game,
        "offers": [*_offers(state)],
        "doubt": doubt.text if doubt else "",
        "seats": [*seats_to_name(state)] if game else [],
        "people": state.people,
        "again": again(state) if game else {},
        "past": past,
        "answered": answered,
        "photograph": False,
    }


def words_of(state: State, do: PhoneInput, number: int) -> str:
    """The words of an offer by its number; "" if there is none."""
    return next((one["words"] for one in _offers(state) if (one["do"], one["number"]) == (do, number)), "")


def _offers(state: State) -> Iterator[Offer]:
    answer, more = phone_choice(state, "answer"), phone_choice(state, "more")
    yield from _answers("answer", answer)
    if answer is None:
        yield from _presses(state)
    elif not any(option.lead is Way.BACK for option in answer.options):
        yield {"do": "back", "number": 0, "words": _("Back")}
    yield from _answers("doubt", phone_choice(state, "doubt"))
    yield from _answers("more", more, back=False)


def _answers(do: PhoneInput, choice: Choice | None, *, back: bool = True) -> Iterator[Offer]:
    """
    An offer for each answer, without those that phones do otherwise: they type names, and have pages of past games.

    An update is for somebody at the machine alone.
    """
    for number, option in enumerate(choice.options if choice else ()):
        is_otherwise = isinstance(option.lead, Spell | ListPast | GoOver) or option.lead == Ask("names")
        if not is_otherwise and (back or option.lead not in (Way.BACK, Way.LOOK)):
            yield {"do": do, "number": number, "words": option.words}


def _presses(state: State) -> Iterator[Offer]:
    if not isinstance(state.mode, Examining):
        yield {"do": "ok", "number": 0, "words": _ok(state)}
    if state.mode is not Waiting:
        yield {"do": "back", "number": 0, "words": _("Stop") if isinstance(state.mode, Examining) else _("Back")}
    elif state.past:
        yield {"do": "undo", "number": 0, "words": _("Undo the last confirmed step")}


def _ok(state: State) -> Text:
    match state.mode:
        case Browse():
            return _("Back to the list")
        case Disagreed(paused=True):
            return _("Everything is back in place")
        case Disagreed():
            return _("Look again")
        case _ if state.course.is_over:
            return _("Finish")
        case _:
            return _("OK: look at the table")
