"""The state as snapshots."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from lucca_pi.games.citta.referee.answers import moves_in_words, turn_in_words
from lucca_pi.games.citta.rules.advice import Hint, advice
from lucca_pi.games.citta.rules.game import Game
from lucca_pi.games.citta.rules.order import decided_by_number
from lucca_pi.games.citta.rules.score import Score, score
from lucca_pi.games.citta.rules.scoring import Kind, Line, opening
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.session.arranging import arrangements
from lucca_pi.games.citta.session.asking import unsettled_question
from lucca_pi.games.citta.session.families import FAMILIES
from lucca_pi.games.citta.session.journal import Adjusted, Begun, Corrected, DealtOut, Event, Played, TakenBack
from lucca_pi.games.citta.session.menus import menu
from lucca_pi.games.citta.session.modes import Browse, Choice, Disagreed, Examining
from lucca_pi.games.citta.session.reviewing import how_far, points_changed
from lucca_pi.games.citta.session.snapshot import (
    Advice,
    Deal,
    Disagreement,
    FinalStep,
    Gain,
    Notice,
    Order,
    Place,
    Prompt,
    Ranking,
    Result,
    Screen,
    Snapshot,
    Standing,
)
from lucca_pi.games.citta.session.snapshot import Question as QuestionScreen
from lucca_pi.games.citta.session.state import State
from lucca_pi.games.citta.table.doubts import against_the_deck
from lucca_pi.language import _, listed
from lucca_pi.table.sighting import Miscoloured

FINAL_STEPS: tuple[tuple[Kind, str], ...] = (
    ("final_opening", _("Final openings")),
    ("walls", _("Walls and towers")),
    ("street_number", _("Street numbers")),
)
TAKEN_BACK = _("Taken back")
A_MOMENT = _("A moment")
MORE = Notice(_("More"), _("OK: change a turn, tell one by hand, pause, new game."))


def snapshot(state: State) -> Snapshot:
    """What is to be shown now."""
    return _around(state, _screen(state))


def _around(state: State, screen: Screen) -> Snapshot:
    game = state.game
    if game is None:
        return Snapshot(screen)
    return Snapshot(
        screen,
        round=None if game.is_over else game.round,
        rounds=game.rounds,
        turn=None if game.is_over else game.turns + 1,
        totals=standings(score(game)),
        finished=game.is_over,
    )


def _screen(state: State) -> Screen:
    match state.mode:
        case Choice() as choice:
            return QuestionScreen(choice.player, choice.text, tuple(one.words for one in choice.options), choice.chosen)
        case Disagreed() as disagreed:
            return Disagreement(_player(state), disagreed.problems, disagreed.advice)
        case Examining() as so_far:
            return Notice(A_MOMENT, how_far(state, so_far))
        case Browse() as browse:
            return Ranking(browse.game.standings, browse.game.finished, browse.game.day)
        case _:
            return page(state).screen()


def _player(state: State) -> str | None:
    return state.game.player_in_turn if state.game else None


@dataclass(frozen=True, slots=True)
class Page:
    """One of the screens that up and down lead to; `choice`: what OK asks there, if it does not look at the table."""

    screen: Callable[[], Screen]
    choice: Callable[[], Choice] | None = None


def page(state: State) -> Page:
    """The screen that up and down have led to."""
    all_pages = pages(state)
    return all_pages[state.page % len(all_pages)]


def pages(state: State) -> tuple[Page, ...]:
    """The screens that up and down lead to, the one for now first, the menu last: up leads there at once."""
    address = state.page_address
    phones = (Page(lambda: address),) if address else ()
    return (*(Page(screen) for screen in _screens(state)), *phones, *_unsettled_page(state), *_menu_page(state))


def _screens(state: State) -> tuple[Callable[[], Screen], ...]:
    game = state.game
    stickers = (lambda: _stickers(state, state.miscoloured),) if state.miscoloured else ()
    if game is None:
        return (lambda: Deal(state.begun.players, state.begun.edition.name), *stickers)
    ranking = (lambda: _ranking(score(game)),)
    if game.is_over:
        last = score(game)
        return (*ranking, *(_calling(step) for step in final_steps(last)), *stickers)
    result = (lambda: last_turn(state),) if state.course.turns else ()
    advised = (lambda: _advice(game),) if state.advice else ()
    return (
        lambda: _prompt(game),
        *advised,
        *result,
        lambda: order_of(state.course.round_began or game, game.orders[-1], False),
        *ranking,
        *stickers,
    )


def _unsettled_page(state: State) -> tuple[Page, ...]:
    """Where a turn is not settled yet, players can say at once what it was."""
    number = state.course.open_turn
    if number is None:
        return ()
    choice = unsettled_question(state, number)
    asked = _("{player}: {question}", player=choice.player, question=choice.text)
    text = listed([asked, _("The next look may tell."), _("OK: say it now.")], " ")
    screen = Notice(_("Not sure yet"), text)
    return (Page(lambda: screen, lambda: choice),)


def _menu_page(state: State) -> tuple[Page, ...]:
    if state.game is None:
        return (Page(lambda: Notice(_("Set up"), _("OK: names, rules, past games.")), lambda: arrangements(state)),)
    return (Page(lambda: MORE, lambda: menu(state)),)


def _calling(screen: Screen) -> Callable[[], Screen]:
    return lambda: screen


def told(before: State, event: Event, after: State) -> tuple[Snapshot, ...]:  # noqa: PLR0911 - one for each kind
    """What is shown of an event once it is kept; what is to be done next comes after it."""
    match event:
        case Begun() if not isinstance(before.mode, Choice):  # what is arranged in a menu stands there
            return (_names(before, event),)
        case DealtOut():
            return _new_order(before, after)
        case Played():
            screens = _final(after) if after.course.is_over else _new_order(before, after)
            return (_around(before, last_turn(after)), *screens)
        case Adjusted():
            text = _("{player}'s cards count as they lie now.", player=event.adjustment.player)
            return (_around(after, Notice(_("Settled"), text)),)
        case Corrected():
            return (*_correction(before, event, after), *_new_order(before, after))
        case TakenBack():
            return (_taken_back(before, after),)
        case _:
            return ()


def _names(before: State, begun: Begun) -> Snapshot:
    """Who sits where now and did not before."""
    new = (f"{FAMILIES[code]}: {name}." for code, name in begun.names.items() if before.begun.names.get(code) != name)
    return Snapshot(Notice(_("Names"), " ".join(new)))


def _new_order(before: State, after: State) -> tuple[Snapshot, ...]:
    """The order of play, where it is a new one."""
    if after.game is None or after.course.is_over or (before.game and before.game.orders == after.game.orders):
        return ()
    return (_around(after, order_of(after.game, after.game.orders[-1], False)),)


def _final(after: State) -> tuple[Snapshot, ...]:
    if after.game is None:
        return ()
    last = score(after.game)
    screens: tuple[Screen, ...] = (order_of(after.game, last.final_order or (), True), *final_steps(last))
    return tuple(_around(after, screen) for screen in screens)


def _correction(before: State, event: Corrected, after: State) -> tuple[Snapshot, ...]:
    """Whose points changed; nothing where a turn was settled to be what it was taken for."""
    was, now = before.course.turns[event.number - 1 :], event.turns
    if was == now:
        return ()
    moves = turn_in_words(now[0], before.begun.deck_file.deck)
    sentences = [_("{player}: {moves}.", player=now[0].player, moves=moves), points_changed(before, after)]
    sentences += [_("Later turns changed as well.")] if was[1:] != now[1:] else []
    return (_around(after, Notice(_("Corrected"), listed(sentences, " "))),)


def _taken_back(before: State, after: State) -> Snapshot:
    """What was taken back, and which cards go back to where they lay."""
    if after.game is None:
        return _around(after, Notice(TAKEN_BACK, _("The deal. Lay the cards right, then press OK.")))
    if len(before.course.moments) == len(after.course.moments):
        text = listed([_("The correction."), points_changed(before, after)], " ")
        return _around(after, Notice(TAKEN_BACK, text))
    entry = before.course.moments[-1].entry
    if not isinstance(entry, Turn):
        text = _("What was settled about {player}'s cards.", player=entry.player)
        return _around(after, Notice(TAKEN_BACK, text))
    cards = ", ".join(str(play.card) for play in entry.play)
    colours = listed([_("{colour}", colour=colour) for colour in entry.open])
    told = {"player": entry.player, "cards": cards, "colours": colours}
    closed = _("{player}'s turn with {cards}; {colours} no longer opened.", **told)
    return _around(after, Notice(TAKEN_BACK, closed if entry.open else _("{player}'s turn with {cards}.", **told)))


def sticker_notice(state: State, codes: Collection[int]) -> Snapshot:
    """That those cards do not look as the deck says: what is read of them may be wrong."""
    return _around(state, _stickers(state, codes))


def doubted_stickers(state: State) -> tuple[str, ...]:
    """A sentence for each card of the game that looked unlike its colour."""
    return tuple(
        _("{doubt}: is its sticker on a wrong card?", doubt=_sticker(state, code)) for code in sorted(state.miscoloured)
    )


def _stickers(state: State, codes: Collection[int]) -> Notice:
    sentences = [_("{doubt}.", doubt=_sticker(state, code)) for code in sorted(codes)]
    return Notice(_("Wrong sticker?"), listed(sentences, " "))


def _sticker(state: State, code: int) -> str:
    return against_the_deck(Miscoloured(code, state.miscoloured[code]), state.pieces)


def _prompt(game: Game) -> Prompt:
    player = game.player_in_turn or ""
    colours = game.position.quarters[player].completed
    return Prompt(player, tuple((colour, opening(game.position, player, colour)) for colour in colours))


def _advice(game: Game) -> Advice:
    return Advice(game.player_in_turn or "", tuple(map(_hint, advice(game))))


def _hint(hint: Hint) -> str:
    return _("{points:+}: {hint}", points=hint.value, hint=hint.text) if hint.kind == "opening" else hint.text


def last_turn(state: State) -> Screen:
    """The last turn: its points and how its cards were read."""
    course, turns = state.course, state.course.turns
    before, after = course.game_before(len(turns)), course.moment(len(turns)).game
    if before is None:
        return Notice(_("No game"), "")
    turn = turns[-1]
    gains = tuple(_gain(line) for line in after.lines[len(before.lines) :])
    total = sum(line.points for line in after.lines if line.player == turn.player)
    unsure = unsettled_question(state, len(turns)).text if course.open_turn == len(turns) else ""
    return Result(turn.player, gains, moves_in_words(turn, after.deck), total, unsure)


def _gain(line: Line) -> Gain:
    return Gain(line.player, line.kind, line.points, line.reason)


def order_of(game: Game, order: tuple[str, ...], final: bool) -> Order:
    """The order of play, and what decided it."""
    quarters, tied = game.position.quarters, decided_by_number(game.position, order)
    places = (
        Place(player, quarters[player].shields, quarters[player].highest_number, player in tied) for player in order
    )
    return Order(tuple(places), final)


def final_steps(result: Score) -> Iterable[FinalStep]:
    """The final scoring, a screen for each step."""
    for kind, title in FINAL_STEPS:
        yield FinalStep(title, tuple(_gain(line) for line in result.lines if line.kind == kind))


def _ranking(result: Score) -> Ranking:
    return Ranking(standings(result), result.finished)


def standings(result: Score) -> tuple[Standing, ...]:
    """The ranking, with the street number that decided a tie."""
    totals = result.totals
    tied = {player for player in totals if result.finished and list(totals.values()).count(totals[player]) > 1}
    return tuple(
        Standing(
            result.rank(player),
            player,
            totals[player],
            result.position.quarters[player].highest_number if player in tied else None,
        )
        for player in result.ranking
    )
