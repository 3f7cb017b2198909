"""The state as snapshots."""

from collections.abc import Callable, Collection, Iterable

from lucca_pi.citta.referee.answers import moves_in_words
from lucca_pi.citta.referee.verdict import Unexplained
from lucca_pi.citta.rules.game import Game
from lucca_pi.citta.rules.order import decided_by_number
from lucca_pi.citta.rules.score import Score, score
from lucca_pi.citta.rules.scoring import Kind, Line, opening
from lucca_pi.citta.session.snapshot import (
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
from lucca_pi.citta.session.snapshot import Question as QuestionScreen
from lucca_pi.citta.session.state import Question, State
from lucca_pi.table.doubts import against_the_deck
from lucca_pi.table.sighting import Miscoloured

FINAL_STEPS: tuple[tuple[Kind, str], ...] = (
    ("final_opening", "Final openings"),
    ("walls", "Walls and towers"),
    ("street_number", "Street numbers"),
)


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
        totals=_standings(score(game)),
        finished=game.is_over,
    )


def _screen(state: State) -> Screen:
    match state.mode:
        case Question(doubt, _, chosen):
            player = _player(state) or ""
            return QuestionScreen(player, doubt.question.removeprefix(f"{player}: "), doubt.answers, chosen)
        case Unexplained(problems, advice):
            return Disagreement(_player(state), problems, advice)
        case _:
            all_pages = pages(state)
            return all_pages[state.page % len(all_pages)]()


def _player(state: State) -> str | None:
    return state.game.player_in_turn if state.game else None


def pages(state: State) -> tuple[Callable[[], Screen], ...]:
    """The screens that up and down lead to, the one for now first."""
    game = state.game
    stickers = (lambda: _stickers(state, state.miscoloured),) if state.miscoloured else ()
    if game is None:
        return (lambda: Deal(state.begun.players, state.begun.edition.name), *stickers)
    ranking = (lambda: _ranking(score(game)),)
    if game.is_over:
        last = score(game)
        return (*ranking, *(_calling(step) for step in final_steps(last)), *stickers)
    result = (lambda: _result(state),) if state.course.turns else ()
    return (lambda: _prompt(game), *result, lambda: _order(game, game.orders[-1], False), *ranking, *stickers)


def _calling(screen: Screen) -> Callable[[], Screen]:
    return lambda: screen


def after_confirming(before: State, after: State) -> tuple[Snapshot, ...]:
    """What is shown after a confirmed look: the turn's result, what it led to, and what comes now."""
    game = after.game
    if game is None:
        return (snapshot(after),)
    result = [_around(before, _result(after))] if after.course.turns else []
    screens: list[Screen] = []
    if game.is_over:
        last = score(game)
        screens = [_order(game, last.final_order or (), True), *final_steps(last)]
    elif before.game is None or game.round > before.game.round:
        screens = [_order(game, game.orders[-1], False)]
    return (*result, *(_around(after, screen) for screen in screens), snapshot(after))


def taken_back(before: State, after: State) -> Snapshot:
    """What was taken back, and which cards go back to where they lay."""
    if after.game is None:
        return _around(after, Notice("Taken back", "The deal. Lay the cards right, then press OK."))
    turn = before.course.turns[-1]
    cards = ", ".join(str(play.card) for play in turn.play)
    opened = f"; {', '.join(turn.open)} no longer opened" if turn.open else ""
    return _around(after, Notice("Taken back", f"{turn.player}'s turn with {cards}{opened}."))


def sticker_notice(state: State, codes: Collection[int]) -> Snapshot:
    """That those cards do not look as the deck says: what is read of them may be wrong."""
    return _around(state, _stickers(state, codes))


def doubted_stickers(state: State) -> tuple[str, ...]:
    """A sentence for each card of the game that looked unlike its colour."""
    return tuple(f"{_sticker(state, code)}: is its sticker on a wrong card?" for code in sorted(state.miscoloured))


def _stickers(state: State, codes: Collection[int]) -> Notice:
    return Notice("Wrong sticker?", " ".join(f"{_sticker(state, code)}." for code in sorted(codes)))


def _sticker(state: State, code: int) -> str:
    return against_the_deck(Miscoloured(code, state.miscoloured[code]), state.pieces)


def _prompt(game: Game) -> Prompt:
    player = game.player_in_turn or ""
    colours = game.position.quarters[player].completed
    return Prompt(player, tuple((colour, opening(game.position, player, colour)) for colour in colours))


def _result(state: State) -> Screen:
    """The last turn: its points and how its cards were read."""
    game, course = state.game, state.course
    turn = course.turns[-1]
    lines_before = len(state.past[-1].game.lines) if state.past and state.past[-1].game else 0
    if game is None:
        return Notice("No game", "")
    gains = tuple(_gain(line) for line in game.lines[lines_before:])
    total = sum(line.points for line in game.lines if line.player == turn.player)
    return Result(turn.player, gains, moves_in_words(turn, game.deck), total)


def _gain(line: Line) -> Gain:
    return Gain(line.player, line.kind, line.points, line.reason)


def _order(game: Game, order: tuple[str, ...], final: bool) -> Order:
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
    return Ranking(_standings(result), result.finished)


def _standings(result: Score) -> tuple[Standing, ...]:
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
