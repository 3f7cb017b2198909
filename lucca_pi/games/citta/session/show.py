"""Screens of a game of Lucca Città, and its overview with the plan of the table."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import cast

from lucca_pi.contract.history import Match
from lucca_pi.contract.overview import Common, Tally
from lucca_pi.contract.screens import (
    Advice,
    BeforeStart,
    FinalStep,
    Gain,
    Notice,
    PlayerRow,
    PlayerTable,
    Prompt,
    Result,
    Screen,
    Standing,
)
from lucca_pi.games.citta.referee.questions import moves_in_words
from lucca_pi.games.citta.rules.advice import Hint, advice, advice_json
from lucca_pi.games.citta.rules.game import Game
from lucca_pi.games.citta.rules.position import Quarter, decided_by_number
from lucca_pi.games.citta.rules.record import Adjustment, Entry
from lucca_pi.games.citta.rules.score import Score, score, score_json
from lucca_pi.games.citta.rules.scoring import PointsLine, opening
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.session.overview import (
    FORMAT,
    AdviceHint,
    LastTurn,
    OrderEntry,
    Overview,
    QuarterNow,
    plan,
)
from lucca_pi.language import Text, _, listed


def places(game: Game, order: tuple[str, ...]) -> list[OrderEntry]:
    """The order of play, and what decided each place."""
    quarters, tied = game.position.quarters, decided_by_number(game.position, order)
    return [
        {
            "player": player,
            "shields": quarters[player].shields,
            "highest_number": quarters[player].highest_number,
            "by_number": player in tied,
        }
        for player in order
    ]


def _tied_by_number(result: Score) -> Mapping[str, int | None]:
    """The street number of each player whose final rank it decided."""
    totals = result.totals
    return {
        player: result.position.quarters[player].highest_number
        for player in totals
        if result.finished and list(totals.values()).count(totals[player]) > 1
    }


TO_DEAL = _("Two cards below each quarter, the pile far away. Then OK.")
"""The instruction for the table before the first look."""
FINAL_STEPS = {
    "final_opening": _("Final openings"),
    "walls": _("Walls and towers"),
    "street_number": _("Street numbers"),
}
"""Titles of the steps of the final scoring."""
TITLES: dict[str, str] = {
    "completion": _("Completed"),
    "opening": _("Opened"),
    "final_opening": _("Final opening"),
    "walls": _("Walls and towers"),
    "street_number": _("Street number"),
    "adjustment": _("Adjustment"),
}
"""Names of the kinds of gain, for players."""


def before_deal(match: Match) -> Screen:
    """The screen before the deal."""
    return BeforeStart(match.setup.edition.title, match.arrangement.players, TO_DEAL)


def game_screens(match: Match) -> Sequence[Callable[[], Screen]]:
    """The screens during the game, the current one first."""
    game: Game = match.game
    began = _round_began(match)
    result = (lambda: last_turn(match),) if match.course.turns else ()
    advised = (lambda: Advice(game.player_in_turn or "", tuple(map(_hint, advice(game)))),) if match.advice else ()
    return (lambda: prompt(game), *advised, *result, lambda: _order_table(began, game.orders[-1], final=False))


def _round_began(match: Match) -> Game:
    """The game at the time when the current round's order of play was decided."""
    game: Game = match.game
    began: Game | None = match.course.first(lambda one: one.round == game.round)
    return began or game


def prompt(game: Game) -> Prompt:
    """The player in turn, and the possible moves."""
    player = game.player_in_turn or ""
    colours = game.position.quarters[player].completed
    choices = tuple((_("Open {colour}?", colour=colour), opening(game.position, player, colour)) for colour in colours)
    return Prompt(player, choices, _("Then take a triplet.") if choices else _("Take a triplet."))


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


def gain(line: PointsLine) -> Gain:
    """A line of points as the screens show it."""
    return Gain(line.player, line.kind, line.points, line.reason, TITLES.get(line.kind, line.kind))


def new_order(before: Match, after: Match) -> tuple[Screen, ...]:
    """The screen of the order of play, if it has changed."""
    if after.game is None or after.course.is_over or (before.game and before.game.orders == after.game.orders):
        return ()
    return (_order_table(after.game, after.game.orders[-1], final=False),)


def ending(match: Match) -> tuple[Screen, ...]:
    """The screens of the final order and of each step of the final scoring."""
    last = score(match.game)
    return (_order_table(match.game, last.final_order or (), final=True), *final_steps(last))


def final_steps(result: Score) -> Iterator[FinalStep]:
    """The final scoring, a screen for each step."""
    for kind, title in FINAL_STEPS.items():
        yield FinalStep(title, tuple(gain(line) for line in result.lines if line.kind == kind))


def _order_table(game: Game, order: tuple[str, ...], *, final: bool) -> PlayerTable:
    """The order of play, and what decided each place."""
    rows = (row(number, place) for number, place in enumerate(places(game, order), start=1))
    return PlayerTable(_("Final order") if final else _("Order"), tuple(rows))


def row(number: int, place: OrderEntry) -> PlayerRow:
    """A place in the order of play, with the street number if it decided."""
    note = street_number(place["highest_number"] if place["by_number"] else None)
    return PlayerRow(str(number), place["player"], note, f"{place['shields']} ⛨")


def street_number(number: int | None) -> str:
    """The deciding street number, for a small display; empty if none decided."""
    return "" if number is None else _("No. {number}", number=number)


def standings(match: Match) -> tuple[Standing, ...]:
    """The ranking, with the street number that decided a tie; empty before the deal."""
    if match.game is None:
        return ()
    result = score(match.game)
    totals, tied = result.totals, _tied_by_number(result)
    return tuple(
        Standing(result.rank(player), player, totals[player], street_number(tied.get(player)))
        for player in result.ranking
    )


TALLY_WORDS = {**TITLES, "palace": _("Best palace, windows"), "row": _("Walls and towers in a row")}
"""Kinds of figures, for players."""


def tally(match: Match) -> Tally:
    """Points by kind; the most windows of one palace, and the longest row of walls and towers."""
    result = score(match.game)
    points = {kind: dict.fromkeys(result.totals, 0) for kind in TITLES}
    palaces = dict.fromkeys(result.totals, 0)
    for line in result.lines:
        points[line.kind][line.player] += line.points
        if line.kind == "completion":
            palaces[line.player] = max(palaces[line.player], line.points)
    quarters = result.position.quarters
    rows = {player: quarters[player].walls + len(quarters[player].towers) for player in result.totals}
    given = {kind: figures for kind, figures in points.items() if any(figures.values())}
    return Tally(given or {"completion": points["completion"]}, {"palace": palaces, "row": rows})


def taken_back(entry: Entry | None) -> Text:
    """The text for a turn, an adjustment, or the deal (None) that is taken back."""
    if entry is None:
        return _("The deal. Lay the cards right, then press OK.")
    if isinstance(entry, Adjustment):
        return _("The agreement about {player}'s cards.", player=entry.player)
    cards = ", ".join(str(play.card) for play in entry.play)
    colours = listed([_("{colour}", colour=colour) for colour in entry.open])
    words = {"player": entry.player, "cards": cards, "colours": colours}
    closed = _("{player}'s turn with {cards}; {colours} no longer opened.", **words)
    return closed if entry.open else _("{player}'s turn with {cards}.", **words)


def overview(match: Match, common: Common) -> Overview:
    """The current game."""
    game, setup = match.game, match.setup
    result = score(game) if game else None
    tied = _tied_by_number(result) if result else {}
    now = common["now"]
    in_turn = match.game.position.quarters[now["player"]] if now["kind"] == "turn" else None
    return {
        **common,
        "format": FORMAT,
        "edition": setup.edition.name,
        "deck": setup.deck_file.name,
        "colours": setup.deck_file.deck.colours,
        "now": {**now, "may_open": [*in_turn.completed] if in_turn else []},
        "ranking": [{**one, "by_number": tied.get(one["player"])} for one in common["ranking"]],
        "score": score_json(result) if result else None,
        "order": _order(match, result) if result else [],
        "last": _last(match),
        "advice": cast(list[AdviceHint], advice_json(game)) if match.advice and game else None,
        "plan": plan(match, common["now"]["marked"]),
        "quarters": {player: _quarter_now(game.position.quarters[player]) for player in game.players} if game else {},
        "cards_to_complete": game.position.cards_to_complete if game else None,
    }


def _quarter_now(quarter: Quarter) -> QuarterNow:
    return {
        "construction": {colour: len(palace.cards) for colour, palace in quarter.construction.items()},
        "completed": [*quarter.completed],
        "opened": [*quarter.opened],
        "walls": quarter.walls,
        "towers": quarter.towers,
        "shields": quarter.shields,
    }


def _order(match: Match, result: Score) -> list[OrderEntry]:
    """The order of play as it was decided; shields may have changed since."""
    game = result.game if result.final_order else _round_began(match)
    return places(game, result.final_order or game.orders[-1])


def _last(match: Match) -> LastTurn | None:
    number = len(match.course.turns)
    before = match.course.game_before(number) if number else None
    result = last_turn(match) if before else None
    if before is None or not isinstance(result, Result):
        return None
    return {
        "round": before.round,
        "turn": before.turns + 1,
        "player": result.player,
        "gains": [
            {"player": gain.player, "kind": gain.kind, "points": gain.points, "reason": gain.reason}
            for gain in result.gains
        ],
        "moves": result.moves,
        "total": result.total or 0,
    }
