"""Before the start: whether the pieces of another game are in sight than the one that was chosen."""

from collections.abc import Collection
from dataclasses import replace

from lucca_pi.evening.state import State
from lucca_pi.games import GAMES, TITLES, named
from lucca_pi.games.contract.questions import Disagreed
from lucca_pi.language import _

CHOOSE = _("Down: play that. OK: I look again.")


def with_other_game(state: State, disagreed: Disagreed, codes: Collection[int]) -> Disagreed:
    """
    The complaint about a start, with the game that lies there instead, by all codes in sight.

    Codes that several games have are no proof: then what was wrong stays said, and the other game is one way out.
    """
    name = game_in_sight(state, codes)
    if not name:
        return disagreed
    title = TITLES[name]
    if named(name).referee.has_own_codes:
        return replace(disagreed, problems=(_("This looks like {game}", game=title),), advice=CHOOSE, instead=name)
    advice = _("{advice} Or is it {game}? Down: play that.", advice=disagreed.advice, game=title)
    return replace(disagreed, advice=advice, instead=name)


def game_in_sight(state: State, codes: Collection[int]) -> str:
    """The game that the codes show, where they do not show the one that was chosen; empty if there is none."""
    if state.kind.referee.is_shown_by(codes):
        return ""
    others = (name for name in GAMES if name != state.kind.name)
    return next((name for name in others if named(name).referee.is_shown_by(codes)), "")
