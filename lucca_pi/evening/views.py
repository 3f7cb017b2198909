"""The state as snapshots for the displays."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from lucca_pi.contract.history import Adjusted, Played, Started
from lucca_pi.contract.questions import BeginAnew, Browse, Choice, Disagreed, Option, Way
from lucca_pi.contract.screens import Disagreement, Notice, Question, Ranking, Result, Screen, Snapshot
from lucca_pi.evening.corrections import correction_progress, points_changed
from lucca_pi.evening.journal import Begun, Corrected, Event, TakenBack
from lucca_pi.evening.menus import arrangements, game_menu
from lucca_pi.evening.questions import unsettled_question
from lucca_pi.evening.state import Examining, State
from lucca_pi.language import _, addressed, listed, ngettext

SEVERAL = 4
"""Fewest cards of colours that the deck does not have at which it may be another deck."""
_NAMED = 3
"""Most of these cards that the notice names."""
_TAKEN_BACK = _("Undone")
_A_MOMENT = _("One moment")
_LAST_TURN = Notice(_("The last turn"), _("Leave everything in place until the score has come. Then OK ends the game."))
_SET_UP = Notice(_("Set up"), _("OK: game, names, rules, past games."))
_MORE = Notice(_("More"), _("OK: change a turn, enter one, pause, new game."))


def snapshot(state: State) -> Snapshot:
    """The snapshot to be shown now."""
    return _around(state, _screen(state))


def _around(state: State, screen: Screen) -> Snapshot:
    game, address = state.game, state.page_address
    invites = address if address and address.is_awaited else None
    if game is None:
        return Snapshot(screen, game=state.plugin.heading, invites=invites)
    return Snapshot(
        screen,
        game=state.plugin.heading,
        invites=invites,
        round=None if game.is_over else game.round,
        rounds=game.rounds,
        turn=None if game.is_over else game.turns + 1,
        totals=state.plugin.show.standings(state.match),
        finished=game.is_over,
    )


def _screen(state: State) -> Screen:
    match state.mode:
        case Choice() as choice:
            return Question(choice.player, choice.text, tuple(one.words for one in choice.options), choice.chosen)
        case Disagreed() as disagreed:
            return Disagreement(
                state.game.player_in_turn if state.game else None, disagreed.sentences, disagreed.advice
            )
        case Examining() as so_far:
            return Notice(_A_MOMENT, correction_progress(state, so_far))
        case Browse() as browse:
            return Ranking(browse.game.standings, browse.game.finished, browse.game.day)
        case _:
            return current_page(state).screen()


@dataclass(frozen=True, slots=True)
class _Page:
    """A screen that up and down lead to; `choice`: the question that OK opens there, instead of a look."""

    screen: Callable[[], Screen]
    choice: Callable[[], Choice] | None = None


def current_page(state: State) -> _Page:
    """The screen chosen with up and down."""
    all_pages = screen_pages(state)
    return all_pages[state.page % len(all_pages)]


def screen_pages(state: State) -> tuple[_Page, ...]:
    """The screens that up and down lead to, the current one first, the menu last, so that up reaches it at once."""
    address = state.page_address
    phones = (_Page(lambda: address),) if address else ()
    other = partial(other_deck, state)
    doubted = _Page(lambda: _stickers(state, state.miscoloured), other if len(state.miscoloured) >= SEVERAL else None)
    stickers = (doubted,) if state.miscoloured else ()
    menu = (
        _Page(lambda: _MORE, lambda: game_menu(state))
        if state.game
        else _Page(lambda: _SET_UP, lambda: arrangements(state))
    )
    return (*_of_the_game(state), *stickers, *phones, *_unsettled_page(state), menu)


def _of_the_game(state: State) -> Iterator[_Page]:
    if state.game is None:
        yield _Page(lambda: state.plugin.show.before_start(state.match))
        return
    ranking = _Page(lambda: Ranking(state.plugin.show.standings(state.match), state.course.is_over))
    if state.course.is_over:
        yield ranking
        yield from (_Page(partial(_as_it_is, screen)) for screen in state.plugin.show.final_steps(state.match))
        return
    yield from (_Page(partial(_with_doubt, state, screen)) for screen in state.plugin.show.screens(state.match))
    yield ranking


def _as_it_is(screen: Screen) -> Screen:
    return screen


def _with_doubt(state: State, drawn: Callable[[], Screen]) -> Screen:
    """The screen of the last turn, with the question that a later look has to answer."""
    screen, number = drawn(), state.course.open_turn
    if not isinstance(screen, Result) or number is None or number != len(state.course.turns):
        return screen
    return replace(screen, unsure=unsettled_question(state, number).text)


def _unsettled_page(state: State) -> tuple[_Page, ...]:
    """The page on which players can settle an unsettled turn at once."""
    number = state.course.open_turn
    if number is None:
        return ()
    choice = unsettled_question(state, number)
    asked = addressed(choice.player, choice.text)
    text = listed([asked, _("The next look may settle it."), _("OK: answer now.")], " ")
    screen = Notice(_("Not sure yet"), text)
    return (_Page(lambda: screen, lambda: choice),)


def screens_of_event(before: State, event: Event, after: State) -> tuple[Snapshot, ...]:  # noqa: PLR0911 - one for each event
    """Snapshots shown for an event after it is recorded, before the next instruction."""
    show = after.plugin.show
    match event:
        case Begun() if not isinstance(before.mode, Choice):  # a menu shows the new arrangement itself
            return (_names(before, event),)
        case Started():
            return _all_around(after, show.news(before.match, after.match))
        case Played():
            is_over = after.course.is_over
            news = (
                (_LAST_TURN, *(show.ending or show.final_steps)(after.match))
                if is_over
                else show.news(before.match, after.match)
            )
            return (
                _around(before, _with_doubt(after, partial(show.last_turn, after.match))),
                *_all_around(after, news),
            )
        case Adjusted():
            return (_around(after, Notice(_("Settled"), after.plugin.words.settled_words(event.adjustment))),)
        case Corrected():
            return (
                *_correction(before, event, after),
                *_all_around(after, show.news(before.match, after.match)),
            )
        case TakenBack():
            return (_taken_back(before, after),)
        case _:
            return ()


def _all_around(state: State, screens: Sequence[Screen]) -> tuple[Snapshot, ...]:
    return tuple(_around(state, screen) for screen in screens)


def _names(before: State, begun: Begun) -> Snapshot:
    """The notice of the new names."""
    seats, were = begun.plugin.rules.seats(begun.setup), before.begun.names
    new = [(seats[code], name) for code, name in begun.names.items() if were.get(code) != name and code in seats]
    lines = [listed([called, listed([name, "."], "")], ": ") for called, name in new]
    return Snapshot(Notice(_("Names"), listed(lines, " ")))


def _correction(before: State, event: Corrected, after: State) -> tuple[Snapshot, ...]:
    """The notice of a correction with the changed points; empty if the turns stay as they were taken."""
    was, now = before.course.turns[event.number - 1 :], event.turns
    if was == now:
        return ()
    if len(now) < len(was):
        lines = (_("{turn}.", turn=before.plugin.words.turn_line(turn)) for turn in now)
        none = _("No turn: {turn}.", turn=before.plugin.words.turn_line(was[0]))
        return (_around(after, Notice(_("Corrected"), listed([none, *lines], " "))),)
    moves = before.plugin.words.turn_words(before.begun.setup, now[0])
    sentences = [_("{player}: {moves}.", player=now[0].player, moves=moves), *points_changed(before, after)]
    sentences += [_("Later turns changed as well.")] if was[1:] != now[1:] else []
    return (_around(after, Notice(_("Corrected"), listed(sentences, " "))),)


def _taken_back(before: State, after: State) -> Snapshot:
    """The notice of what was taken back, and of what to put back on the table."""
    if after.game is None:
        return _around(after, Notice(_TAKEN_BACK, after.plugin.words.taken_back(None)))
    if len(before.course.moments) == len(after.course.moments):
        text = listed([_("The correction."), *points_changed(before, after)], " ")
        return _around(after, Notice(_TAKEN_BACK, text))
    last = before.course.moments[-1]
    return _around(after, Notice(_TAKEN_BACK, after.plugin.words.taken_back(last.entry)))


def sticker_notice(state: State, codes: Collection[int]) -> Snapshot:
    """The notice that these pieces have unexpected colours, so that their codes may be wrong."""
    return _around(state, _stickers(state, codes))


def doubted_stickers(state: State) -> tuple[str, ...]:
    """A sentence for each piece of the game whose colour was unexpected; none before the deal counts."""
    if (
        state.game is None
    ):  # with another deck on the table most colours are unexpected, and which deck it is comes first
        return ()
    return tuple(
        _("{doubt}: is its sticker on the wrong card?", doubt=_sticker(state, code))
        for code in sorted(state.miscoloured)
    )


def _stickers(state: State, codes: Collection[int]) -> Notice:
    sentences = [_("{doubt}.", doubt=_sticker(state, code)) for code in sorted(codes)]
    if len(codes) < SEVERAL:
        return Notice(_("Wrong sticker?"), listed(sentences, " "))
    more = ngettext("And {number} more.", "And {number} more.", len(sentences) - _NAMED)
    return Notice(_("Another deck?"), listed([*sentences[:_NAMED], more], " "))


def other_deck(state: State) -> Choice:
    """The question whether another deck than the set one is on the table, since several cards have other colours."""
    unlike = len(state.miscoloured)
    text = ngettext(
        "{number} card has a different colour than in this deck. Is this another deck?",
        "{number} cards have different colours than in this deck. Is this another deck?",
        unlike,
    )
    anew = Option(_("Yes: new game, then Set up"), BeginAnew(sure=True))
    return Choice("", text, (Option(_("No, go on"), Way.BACK), anew))


def _sticker(state: State, code: int) -> str:
    return state.plugin.show.miscoloured(state.pieces, code, state.miscoloured[code])
