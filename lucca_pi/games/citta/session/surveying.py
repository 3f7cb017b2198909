"""The state as an overview."""

from dataclasses import asdict
from typing import Any, cast

from lucca_pi.games.citta.rules.advice import advice_json
from lucca_pi.games.citta.rules.score import Score, score, score_json
from lucca_pi.games.citta.session.asking import unsettled_question
from lucca_pi.games.citta.session.modes import Choice, Disagreed, Examining
from lucca_pi.games.citta.session.overview import FORMAT, Hint, Kind, LastTurn, Now, Overview, Placed, Ranked, Unsettled
from lucca_pi.games.citta.session.plan import plan
from lucca_pi.games.citta.session.reviewing import how_far
from lucca_pi.games.citta.session.snapshot import TO_DEAL, Result
from lucca_pi.games.citta.session.state import State
from lucca_pi.games.citta.session.views import doubted_stickers, last_turn, order_of, standings


def overview(state: State) -> Overview:
    """The game as it stands."""
    game = state.game
    result = score(game) if game else None
    return {
        "format": FORMAT,
        "edition": state.begun.edition.name,
        "deck": state.begun.deck_file.name,
        "colours": state.begun.deck_file.deck.colours,
        "round": None if game is None or game.is_over else game.round,
        "rounds": game.rounds if game else None,
        "turn": None if game is None or game.is_over else game.turns + 1,
        "finished": state.course.is_over,
        "now": _now(state),
        "unsettled": _unsettled(state),
        "ranking": [cast(Ranked, asdict(standing)) for standing in standings(result)] if result else [],
        "score": score_json(result) if result else None,
        "order": _order(state, result) if result else [],
        "last": _last(state),
        "advice": cast(list[Hint], advice_json(game)) if state.advice and game else None,
        "stickers": doubted_stickers(state),
        "plan": plan(state),
    }


def _now(state: State) -> Now:
    game = state.game
    in_turn = game.player_in_turn if game else None
    match state.mode:
        case Choice() as choice:
            answers = [option.words for option in choice.options]
            return _asked("question", choice.player or None, choice.text, answers=answers, chosen=choice.chosen)
        case Disagreed() as disagreed:
            kind: Kind = "pause" if disagreed.paused else "disagreement"
            return _asked(kind, in_turn, disagreed.advice, problems=disagreed.problems)
        case Examining() as so_far:
            return _asked("correction", in_turn, how_far(state, so_far))
        case _ if game is None:
            return _asked("deal", None, TO_DEAL)
        case _ if in_turn is None:
            return _asked("over", None)
        case _:
            return _asked("turn", in_turn, may_open=[*game.position.quarters[in_turn].completed])


def _asked(kind: Kind, player: str | None, text: str = "", **more: Any) -> Now:
    nothing: Now = {
        "kind": kind,
        "player": player,
        "text": text,
        "problems": [],
        "answers": [],
        "chosen": None,
        "may_open": [],
    }
    return cast(Now, nothing | more)


def _unsettled(state: State) -> Unsettled | None:
    number = state.course.open_turn
    before = state.course.game_before(number) if number else None
    if number is None or before is None:
        return None
    choice = unsettled_question(state, number)
    return {"round": before.round, "turn": before.turns + 1, "player": choice.player, "text": choice.text}


def _order(state: State, result: Score) -> list[Placed]:
    """As it was decided: shields may have changed since."""
    game = result.game if result.final_order else state.course.round_began or result.game
    order = order_of(game, result.final_order or game.orders[-1], result.finished)
    return [cast(Placed, asdict(place)) for place in order.places]


def _last(state: State) -> LastTurn | None:
    number = len(state.course.turns)
    before = state.course.game_before(number) if number else None
    result = last_turn(state) if before else None
    if before is None or not isinstance(result, Result):
        return None
    told = asdict(result)
    told.pop("unsure")
    return cast(LastTurn, {"round": before.round, "turn": before.turns + 1, **told})
