"""Who plays which colour: Lucco has no places at the table, so its seats are the colours."""

from collections.abc import Mapping

from lucca_pi.games.contract.history import Arrangement
from lucca_pi.games.lucco.rules.advice import colour_text
from lucca_pi.games.lucco.setup import Setup
from lucca_pi.language import say


def seats_in(setup: Setup) -> Mapping[int, str]:
    """What the seats are called, in the order of play: by their colours."""
    return {seat: colour_text(setup.colour(seat)) for seat in setup.seats}


def names_of(now: Arrangement) -> tuple[str, ...]:
    """The players in the order of play; who has no name is called by the colour, in the language in use."""
    return tuple(now.names.get(seat) or say(called).capitalize() for seat, called in seats_in(now.setup).items())
