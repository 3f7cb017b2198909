"""What can be arranged before the start besides names: the size, the colours, stairs or straight stacks, the switch."""

from dataclasses import replace

from lucca_pi.games.chessboard.rules.city import COLOURS, SIZES
from lucca_pi.games.chessboard.session.setup import LAYOUTS, Setup
from lucca_pi.games.contract.match import Match
from lucca_pi.games.contract.questions import Arrange, Ask, Choice, Option, one_of
from lucca_pi.language import Text, _, listed

LAYOUT_WORDS = {"stairs": _("stairs"), "straight": _("straight")}
FEWEST = 2


def colours_words(colours: tuple[str, ...]) -> Text:
    """The colours in the order of play."""
    return listed([_("{colour}", colour=colour) for colour in colours])


def _yes_or_no(yes: bool) -> Text:
    return _("yes") if yes else _("no")


def arrangements(match: Match) -> tuple[Option, ...]:
    """What can be arranged; each answer says how it stands."""
    setup: Setup = match.setup
    return (
        Option(_("Players: {colours}", colours=colours_words(setup.colours)), Ask("colours")),
        Option(_("City: {size} × {size} lots", size=setup.size), Ask("size")),
        Option(_("Towers: {layout}", layout=LAYOUT_WORDS[setup.layout]), Ask("layout")),
        Option(_("Switch colours: {yes}", yes=_yes_or_no(setup.switch)), Ask("switch")),
    )


def arrange(match: Match, what: str) -> Choice:
    """The choices for one of them; of the colours one player after the other, in the order of play."""
    setup: Setup = match.setup
    match what:
        case "size":
            sizes = [(_("{size} × {size} lots", size=size), replace(setup, size=size, start={})) for size in SIZES]
            return one_of(match.arrangement, _("How large is the city?"), sizes)
        case "layout":
            layouts = [(LAYOUT_WORDS[one], replace(setup, layout=one)) for one in LAYOUTS]
            return one_of(match.arrangement, _("How do towers stand?"), layouts)
        case "switch":
            switches = [(_yes_or_no(may), replace(setup, switch=may)) for may in (False, True)]
            return one_of(match.arrangement, _("May colours be switched?"), switches)
        case _:
            return _colours(match, tuple(what.split()[1:]))


def _colours(match: Match, chosen: tuple[str, ...]) -> Choice:
    """Who plays next: a colour that is left, or nobody more."""
    now = match.arrangement
    text = _("Who plays next?") if chosen else _("Who begins?")
    options = []
    if len(chosen) >= FEWEST:
        arranged = Arrange(replace(now, setup=replace(now.setup, colours=chosen)))
        options.append(Option(_("Nobody else"), arranged))
    for colour in COLOURS:
        if colour not in chosen:
            options.append(Option(_("{colour}", colour=colour), _with(match, (*chosen, colour))))
    return Choice("", text, tuple(options))


def _with(match: Match, chosen: tuple[str, ...]) -> Ask | Arrange:
    if len(chosen) == len(COLOURS):
        return Arrange(replace(match.arrangement, setup=replace(match.setup, colours=chosen)))
    return Ask(" ".join(("colours", *chosen)))
