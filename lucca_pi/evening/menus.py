"""What players can do besides playing on: the menu between two turns, and the ways out of a disagreement."""

from lucca_pi.evening.modes import BeginAnew, Choice, Disagreed, Leave, Option
from lucca_pi.evening.state import State
from lucca_pi.language import _

WHAT = _("What would you like?")


def menu(state: State) -> Choice:
    """What else can be done between two turns."""
    options = [Option(_("Back to the game"), "back")]
    if state.course.turns:
        options.append(Option(_("Change a turn"), "review"))
    if not state.course.is_over:
        options += [Option(_("Tell the turn by hand"), "tell"), Option(_("Pause, then check"), "pause")]
    options += state.kind.menu(state)
    return Choice("", WHAT, (*options, Option(_("New game"), BeginAnew(state.course.is_over))))


def give_up() -> Choice:
    """Whether a game is to be given up that is not at its end."""
    options = Option(_("No, go on"), "back"), Option(_("Yes, a new game"), BeginAnew(sure=True))
    return Choice("", _("Give this game up?"), options)


def ways_out(disagreed: Disagreed) -> Choice:
    """What can be done about a table that no legal turn explains."""
    as_it_lies = (Option(_("It is right as it lies"), Leave()),) if disagreed.looks else ()
    by_hand = Option(_("Tell the turn by hand"), "tell"), Option(_("Change an earlier turn"), "review")
    options = (Option(_("Look again"), "look"), *by_hand, *as_it_lies, Option(_("Back"), "back"))
    return Choice("", WHAT, options, disagreed.looks)
