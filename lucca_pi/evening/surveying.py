"""The state as an overview."""

from typing import Any, cast

from lucca_pi.evening.asking import unsettled_question
from lucca_pi.evening.correcting import how_far
from lucca_pi.evening.modes import Examining
from lucca_pi.evening.state import State
from lucca_pi.evening.views import doubted_stickers
from lucca_pi.games.contract.overview import Glance, Glanced, LastSeen, Now, Unsettled, WaitsFor
from lucca_pi.games.contract.questions import Choice, Disagreed, ThisCard
from lucca_pi.games.contract.screens import Result


def overview(state: State) -> dict[str, Any]:
    """The game as it stands."""
    return state.kind.show.overview(state.match, _now(state), _unsettled(state), doubted_stickers(state))


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
            return _waits("correction", in_turn, how_far(state, so_far))
        case _ if game is None:
            return _waits("deal", None, state.kind.show.to_start)
        case _ if in_turn is None:
            return _waits("over", None)
        case _:
            return _waits("turn", in_turn)


def _waits(kind: WaitsFor, player: str | None, text: str = "", **more: Any) -> Now:
    nothing: dict[str, Any] = {"problems": [], "answers": [], "chosen": None, "faces": []}
    return cast(Now, {"kind": kind, "player": player, "text": text, **nothing, **more})


def _unsettled(state: State) -> Unsettled | None:
    number = state.course.open_turn
    if number is None:
        return None
    before, choice = state.course.game_before(number), unsettled_question(state, number)
    return {"round": before.round, "turn": before.turns + 1, "player": choice.player, "text": choice.text}


def glance(state: State) -> Glance:
    """What is read from afar."""
    standings: list[Glanced] = [
        {"rank": one.rank, "player": one.player, "points": one.total, "note": one.note}
        for one in state.kind.show.standings(state.match)
    ]
    return {"standings": standings, "last": _last_seen(state)}


def _last_seen(state: State) -> LastSeen | None:
    """Of a turn that brought nothing, what was played."""
    screen = state.kind.show.last_turn(state.match) if state.course.turns else None
    if not isinstance(screen, Result):
        return None
    points = None if screen.total is None else sum(gain.points for gain in screen.gains)
    reasons = [gain.reason for gain in screen.gains] or [*screen.moves]
    return {"player": screen.player, "points": points, "reasons": reasons}
