"""What can be arranged before the start besides names: who plays, the tiles, and whether passes are pressed."""

from collections.abc import Iterator
from dataclasses import replace

from lucca_pi.games.contract.match import Match
from lucca_pi.games.contract.questions import Ask, Choice, Option, one_of
from lucca_pi.games.lucco.rules.advice import colour_text
from lucca_pi.games.lucco.rules.position import FEWEST_PLAYERS
from lucca_pi.games.lucco.setup import Setup
from lucca_pi.language import Text, _, listed

TILES = {"hexagon": _("hexagons"), "square": _("squares")}
PASSES = {True: _("every turn is pressed"), False: _("passes are not pressed")}


def arrangements(match: Match) -> tuple[Option, ...]:
    """What can be arranged; each answer says how it stands."""
    setup: Setup = match.setup
    return (
        Option(_("Play: {colours}", colours=colours_in(setup)), Ask("colours")),
        Option(_("Tiles: {tiles}", tiles=TILES[setup.tiles]), Ask("tiles")),
        Option(_("OK: {passes}", passes=PASSES[setup.passes]), Ask("passes")),
    )


def arrange(match: Match, what: str) -> Choice:
    """The choices for one of them."""
    setup: Setup = match.setup
    if what == "tiles":
        return one_of(
            match.arrangement, _("Which tiles?"), [(TILES[name], replace(setup, tiles=name)) for name in TILES]
        )
    if what == "passes":
        ways = [(PASSES[passes], replace(setup, passes=passes)) for passes in PASSES]
        return one_of(match.arrangement, _("Does OK follow every turn?"), ways)
    return one_of(match.arrangement, _("Who plays, in this order?"), [*_others(setup)])


def _others(setup: Setup) -> Iterator[tuple[str, Setup]]:
    """As it is; one colour more, which plays last; one less; or another begins."""
    yield _("{colours}: ready", colours=colours_in(setup)), setup
    for seat in range(1, len(setup.colours) + 1):
        if seat not in setup.seats:
            yield _("{colour} plays too", colour=setup.colour(seat)), replace(setup, seats=(*setup.seats, seat))
    if len(setup.seats) > FEWEST_PLAYERS:
        for seat in setup.seats:
            others = tuple(one for one in setup.seats if one != seat)
            yield _("without {colour}", colour=setup.colour(seat)), replace(setup, seats=others)
    for at, seat in enumerate(setup.seats[1:], start=1):
        turned = (*setup.seats[at:], *setup.seats[:at])
        yield _("{colour} begins", colour=setup.colour(seat)), replace(setup, seats=turned)


def colours_in(setup: Setup) -> Text:
    """The colours that are played, in the order of play."""
    return listed([colour_text(setup.colour(seat)) for seat in setup.seats])
