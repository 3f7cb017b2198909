"""A game of Lucca Città as an overview."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, cast

from lucca_pi.games.citta.rules.advice import advice_json
from lucca_pi.games.citta.rules.score import Score, score, score_json
from lucca_pi.games.citta.session.overview import FORMAT, Hint, LastTurn, Overview, Placed, Ranked, Waits
from lucca_pi.games.citta.session.places import places, tied_by_number
from lucca_pi.games.citta.session.plan import plan
from lucca_pi.games.citta.session.screens import last_turn, round_began
from lucca_pi.games.contract.match import Match
from lucca_pi.games.contract.overview import Now, Unsettled
from lucca_pi.games.contract.screens import Result


def overview(match: Match, now: Now, unsettled: Unsettled | None, stickers: Sequence[str]) -> dict[str, Any]:
    """The game as it stands: an `Overview`."""
    game, setup = match.game, match.setup
    result = score(game) if game else None
    whole: Overview = {
        "format": FORMAT,
        "edition": setup.edition.name,
        "deck": setup.deck_file.name,
        "colours": setup.deck_file.deck.colours,
        "round": None if game is None or game.is_over else game.round,
        "rounds": game.rounds if game else None,
        "turn": None if game is None or game.is_over else game.turns + 1,
        "finished": match.course.is_over,
        "now": _waits(match, now),
        "unsettled": unsettled,
        "ranking": _ranking(result) if result else [],
        "score": score_json(result) if result else None,
        "order": _order(match, result) if result else [],
        "last": _last(match),
        "advice": cast(list[Hint], advice_json(game)) if match.advice and game else None,
        "stickers": stickers,
        "plan": plan(match),
    }
    return cast(dict[str, Any], whole)


def _waits(match: Match, now: Now) -> Waits:
    in_turn = match.game.position.quarters[now["player"]] if now["kind"] == "turn" else None
    return {**now, "may_open": [*in_turn.completed] if in_turn else []}


def _ranking(result: Score) -> list[Ranked]:
    totals, tied = result.totals, tied_by_number(result)
    return [
        {"rank": result.rank(player), "player": player, "total": totals[player], "by_number": tied.get(player)}
        for player in result.ranking
    ]


def _order(match: Match, result: Score) -> list[Placed]:
    """As it was decided: shields may have changed since."""
    game = result.game if result.final_order else round_began(match)
    return [cast(Placed, asdict(place)) for place in places(game, result.final_order or game.orders[-1])]


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
