"""What the display is shown of a game of Lucca Città."""

from collections.abc import Callable, Iterator, Sequence

from lucca_pi.games.citta.referee.questions import moves_in_words
from lucca_pi.games.citta.rules.advice import Hint, advice
from lucca_pi.games.citta.rules.game import Game
from lucca_pi.games.citta.rules.score import Score, score
from lucca_pi.games.citta.rules.scoring import Line, LineKind, opening
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.session.places import Place, places, tied_by_number
from lucca_pi.games.contract.match import Match
from lucca_pi.games.contract.screens import (
    Advice,
    BeforeStart,
    FinalStep,
    Gain,
    Notice,
    Prompt,
    Result,
    Row,
    Screen,
    Standing,
    Table,
)
from lucca_pi.language import _, listed

TO_DEAL = _("Two cards below each quarter, the pile far away. Then OK.")
"""What has to lie on the table before the first look."""
FINAL_STEPS: tuple[tuple[LineKind, str], ...] = (
    ("final_opening", _("Final openings")),
    ("walls", _("Walls and towers")),
    ("street_number", _("Street numbers")),
)
TITLES: dict[str, str] = {
    "completion": _("Completed"),
    "opening": _("Opened"),
    "final_opening": _("Final opening"),
    "walls": _("Walls and towers"),
    "street_number": _("Street number"),
    "adjustment": _("Adjustment"),
}
"""What a gain of each kind is called."""


def before_deal(match: Match) -> Screen:
    """The screen before the deal."""
    return BeforeStart(match.setup.edition.title, match.arrangement.players, TO_DEAL)


def during(match: Match) -> Sequence[Callable[[], Screen]]:
    """The screens while the game is on."""
    game: Game = match.game
    began = round_began(match)
    result = (lambda: last_turn(match),) if match.course.turns else ()
    advised = (lambda: _advice(game),) if match.advice else ()
    return (lambda: prompt(game), *advised, *result, lambda: order_table(began, game.orders[-1], final=False))


def round_began(match: Match) -> Game:
    """The game as it stood when the order of play of its round was decided."""
    game: Game = match.game
    began: Game | None = match.course.first(lambda one: one.round == game.round)
    return began or game


def prompt(game: Game) -> Prompt:
    """Whose turn it is, and what that player may do."""
    player = game.player_in_turn or ""
    colours = game.position.quarters[player].completed
    choices = tuple((_("Open {colour}?", colour=colour), opening(game.position, player, colour)) for colour in colours)
    return Prompt(player, choices, _("Then take a triplet.") if choices else _("Take a triplet."))


def _advice(game: Game) -> Advice:
    return Advice(game.player_in_turn or "", tuple(map(_hint, advice(game))))


def _hint(hint: Hint) -> str:
    return _("{points:+}: {hint}", points=hint.value, hint=hint.text) if hint.kind == "opening" else hint.text


def last_turn(match: Match) -> Screen:
    """The last turn: its points and how its cards were read."""
    course, turns = match.course, match.course.turns
    before, after = course.game_before(len(turns)), course.moment(len(turns)).game
    if before is None:
        return Notice(_("No game"), "")
    turn: Turn = turns[-1]
    gains = tuple(gain(line) for line in after.lines[len(before.lines) :])
    total = sum(line.points for line in after.lines if line.player == turn.player)
    return Result(turn.player, gains, moves_in_words(turn, after.deck), total)


def gain(line: Line) -> Gain:
    """A line of points as the screens show it."""
    return Gain(line.player, line.kind, line.points, line.reason, TITLES.get(line.kind, line.kind))


def new_order(before: Match, after: Match) -> tuple[Screen, ...]:
    """The order of play, where it is a new one."""
    if after.game is None or after.course.is_over or (before.game and before.game.orders == after.game.orders):
        return ()
    return (order_table(after.game, after.game.orders[-1], final=False),)


def ending(match: Match) -> tuple[Screen, ...]:
    """The final order, and each step of the final scoring."""
    last = score(match.game)
    return (order_table(match.game, last.final_order or (), final=True), *final_steps(last))


def final_steps(result: Score) -> Iterator[FinalStep]:
    """The final scoring, a screen for each step."""
    for kind, title in FINAL_STEPS:
        yield FinalStep(title, tuple(gain(line) for line in result.lines if line.kind == kind))


def order_table(game: Game, order: tuple[str, ...], *, final: bool) -> Table:
    """The order of play, and what decided it."""
    rows = (row(number, place) for number, place in enumerate(places(game, order), start=1))
    return Table(_("Final order") if final else _("Order"), tuple(rows))


def row(number: int, place: Place) -> Row:
    """A place in the order of play; the street number is shown where it decided."""
    note = street_number(place.highest_number if place.by_number else None)
    return Row(str(number), place.player, note, f"{place.shields} ⛨")


def street_number(number: int | None) -> str:
    """The number that decided, for a small display; empty if none did."""
    return "" if number is None else _("No. {number}", number=number)


def standings_of(match: Match) -> tuple[Standing, ...]:
    """The ranking; empty before the deal."""
    return standings(score(match.game)) if match.game else ()


def standings(result: Score) -> tuple[Standing, ...]:
    """The ranking, with the street number that decided a tie."""
    totals, tied = result.totals, tied_by_number(result)
    return tuple(
        Standing(result.rank(player), player, totals[player], street_number(tied.get(player)))
        for player in result.ranking
    )


def turn_taken_back(turn: Turn) -> str:
    """What was taken back, and which cards go back to where they lay."""
    cards = ", ".join(str(play.card) for play in turn.play)
    colours = listed([_("{colour}", colour=colour) for colour in turn.open])
    told = {"player": turn.player, "cards": cards, "colours": colours}
    closed = _("{player}'s turn with {cards}; {colours} no longer opened.", **told)
    return closed if turn.open else _("{player}'s turn with {cards}.", **told)
