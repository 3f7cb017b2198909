"""What players can do besides playing on: the menu between two turns, and the ways out of a disagreement."""

from lucca_pi.evening.state import State
from lucca_pi.games import TITLES
from lucca_pi.games.contract.questions import BeginAnew, Choice, Disagreed, Leave, Option, PlayGame, Way
from lucca_pi.language import _

WHAT = _("What would you like?")


def menu(state: State) -> Choice:
    """What else can be done between two turns."""
    options = [Option(_("Back to the game"), Way.BACK)]
    if state.course.turns:
        options.append(Option(_("Change a turn"), Way.REVIEW))
    if not state.course.is_over:
        options += [Option(_("Enter the turn"), Way.ENTER), Option(_("Pause, then check"), Way.PAUSE)]
    options += state.kind.show.menu(state.match)
    return Choice("", WHAT, (*options, Option(_("New game"), BeginAnew(state.course.is_over))))


def give_up() -> Choice:
    """Whether a game is to be given up that is not at its end."""
    options = Option(_("No, go on"), Way.BACK), Option(_("Yes, a new game"), BeginAnew(sure=True))
    return Choice("", _("Give this game up?"), options)


def ways_out(disagreed: Disagreed) -> Choice:
    """What can be done about a table that no legal turn explains, or that another game lies on."""
    if disagreed.instead:
        play = Option(_("Play {game}", game=TITLES[disagreed.instead]), PlayGame(disagreed.instead))
        return Choice("", WHAT, (play, Option(_("Look again"), Way.LOOK), Option(_("Back"), Way.BACK)))
    as_it_lies = (Option(_("The table is right"), Leave()),) if disagreed.looks else ()
    by_hand = Option(_("Enter the turn"), Way.ENTER), Option(_("Change an earlier turn"), Way.REVIEW)
    options = (Option(_("Look again"), Way.LOOK), *by_hand, *as_it_lies, Option(_("Back"), Way.BACK))
    return Choice("", WHAT, options, disagreed.looks)
