"""What is said in passing: why something takes a moment, or was not done."""

from collections.abc import Callable, Iterator

from lucca_pi.evening.state import State
from lucca_pi.games.contract.questions import Disagreed
from lucca_pi.games.contract.screens import Notice, Snapshot
from lucca_pi.language import _

COPYING = Notice(_("One moment"), _("I write to the stick."))
NO_STICK = Notice(_("Not copied"), _("There is no place for a USB stick here."))
A_MOMENT = Notice(_("One moment"), _("Something moves over the table. I look as soon as it is at rest."))
RESUMED = Disagreed((_("The game goes on where it was"),), _("Put everything back, then OK. Back: go on."), paused=True)
Tell = Callable[[str, State, tuple[str, ...]], None]
"""Called with game id, state and notices after every change."""


def tell_nobody(game: str, state: State, notices: tuple[str, ...]) -> None:
    """Nobody else looks."""


def said_first(games: str | None, goes_on: str | None, lacks: str = "") -> Iterator[Snapshot]:
    """
    What is said at a start: what happened to the games, and where the one stands that goes on; None: nothing.

    `lacks`: what of its set-up is gone.
    """
    if games:
        yield Snapshot(Notice(_("Games"), games))
    if lacks:
        yield Snapshot(Notice(_("Deck"), lacks))
    if goes_on:
        yield Snapshot(Notice(_("The game goes on"), goes_on))


def looking(picture: str) -> Notice:
    """OK was felt, and a look is taken; of a recording the name of its picture, else empty."""
    return Notice(_("Looking …"), picture or _("Leave the table as it is for a moment."))
