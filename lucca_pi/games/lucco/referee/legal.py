"""Whether a turn may be, and in words for people at the table why it may not."""

from lucca_pi.errors import RuleError
from lucca_pi.games.lucco.referee.case import Case, cell_of
from lucca_pi.games.lucco.rules.entry import Turn
from lucca_pi.games.lucco.rules.game import Game, play_turn
from lucca_pi.games.lucco.rules.moves import passing_faces
from lucca_pi.language import Text, _


def refusal(case: Case, turn: Turn) -> Text | str | None:
    """Why a turn may not be; None where it may. Tiles are called by their numbers, as nobody sees places."""
    try:
        play_turn(case.game, turn)
    except RuleError as error:
        return _in_words(case, turn, error)
    return None


def _in_words(case: Case, turn: Turn, error: RuleError) -> Text | str:
    tile = case.known.cell_text(cell_of(turn.remove)) if turn.remove else ""
    if error.rule == "protected":
        return _("{tile} is protected, as no side of it is free", tile=tile)
    if error.rule == "splits":
        return _("{tile} stays, as without it the rest would come apart", tile=tile)
    if error.rule == "must-act" and turn.die is None:
        return _("Nothing has changed, and whatever {player} throws, something can be done", player=turn.player)
    return error.message


def after(game: Game, turn: Turn) -> Game | None:
    """The game after a turn; None where it may not be."""
    try:
        return play_turn(game, turn)
    except RuleError:
        return None


def may_pass(game: Game) -> bool:
    """Whether the player in turn may have thrown what lets nothing be done."""
    return bool(passing_faces(game))
