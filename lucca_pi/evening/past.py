"""Past games: listed before the deal, and shown one after the other."""

from collections.abc import Iterator, Sequence

from lucca_pi.games.contract.questions import Browse, Choice, CopyPast, ListPast, Option, PastGame, ToStick, Way
from lucca_pi.language import _

MOST = 10
"""Past games listed at a time; none is loaded before it is listed."""


def past_list(browse: Browse) -> Choice:
    """The games to choose from, the one that is shown chosen."""
    text = _("Past games:") if browse.games else _("There are no past games.")
    options = (*_games(browse), *_further(browse), Option(_("Ready"), Way.BACK))
    return Choice("", text, options, chosen=browse.shown)


def copy_list(games: Sequence[PastGame]) -> Choice:
    """The games to choose from for the USB stick."""
    options = (Option(_line(game), ToStick(game.name)) for game in games)
    return Choice("", _("Copy which to a USB stick?"), (*options, Option(_("Ready"), Way.BACK)))


def _games(browse: Browse) -> Iterator[Option]:
    for number, game in enumerate(browse.games):
        yield Option(_line(game), Browse(browse.games, browse.skip, browse.older, number))


def _further(browse: Browse) -> Iterator[Option]:
    if browse.older:
        yield Option(_("Earlier games"), ListPast(browse.skip + MOST))
    if browse.skip:
        yield Option(_("Later games"), ListPast(browse.skip - MOST))
    if browse.games:
        yield Option(_("Copy to a USB stick"), CopyPast(browse.games))


def _line(game: PastGame) -> str:
    """The day, the winner, and who else played."""
    first, *others = (standing.player for standing in game.standings)
    if game.finished:
        return _("{day}: {winner} won, then {others}", day=game.day, winner=first, others=", ".join(others))
    return _("{day}, not finished: {players}", day=game.day, players=", ".join((first, *others)))
