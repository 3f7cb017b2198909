"""What players can do besides playing on: the menu between two turns, and the ways out of a disagreement."""

from lucca_pi.citta.session.modes import BeginAnew, Choice, Disagreed, Leave, Option
from lucca_pi.citta.session.state import State


def menu(state: State) -> Choice:
    """What else can be done between two turns."""
    options = [Option("Back to the game", "back")]
    if state.course.turns:
        options.append(Option("Change a turn", "review"))
    if not state.course.is_over:
        options += [Option("Tell the turn by hand", "tell"), Option("Pause, then check", "pause")]
    return Choice("", "What would you like?", (*options, Option("New game", BeginAnew(state.course.is_over))))


def give_up() -> Choice:
    """Whether a game is to be given up that is not at its end."""
    return Choice(
        "", "Give this game up?", (Option("No, go on", "back"), Option("Yes, a new game", BeginAnew(sure=True)))
    )


def ways_out(disagreed: Disagreed) -> Choice:
    """What can be done about a table that no legal turn explains."""
    as_it_lies = (Option("It is right as it lies", Leave()),) if disagreed.looks else ()
    by_hand = Option("Tell the turn by hand", "tell"), Option("Change an earlier turn", "review")
    options = (Option("Look again", "look"), *by_hand, *as_it_lies, Option("Back", "back"))
    return Choice("", "What would you like?", options, disagreed.looks)
