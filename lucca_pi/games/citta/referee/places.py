"""Where a card lies and where it should, in words."""

from collections.abc import Mapping

from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.table.areas import Area
from lucca_pi.language import _

IN_THE_CENTRE = _("lies in the centre")
AREA_WORDS: Mapping[Area, str] = {
    "construction": _("under construction"),
    "completed": _("among the completed palaces"),
    "opened": _("among the opened palaces"),
}
LIES: Mapping[Area, str] = {
    "construction": _("lies under construction"),
    "completed": _("lies among the completed palaces"),
    "opened": _("lies among the opened palaces"),
}
BROKEN: Mapping[tuple[Area, Area], str] = {
    ("construction", "opened"): _("is opened, but was never completed"),
    ("construction", "completed"): _("lies among the completed palaces, but is not complete"),
    ("completed", "opened"): _("is opened; only a palace completed before this turn may be"),
    ("completed", "construction"): _("is under construction, but is already complete"),
    ("opened", "completed"): _("lies among the completed palaces, but was opened"),
    ("opened", "construction"): _("lies under construction, but was opened"),
}
"""What is wrong with a palace, by the area where it should be and the one where it lies."""


def lies_with(area: Area, player: str) -> str:
    """Where a card is seen that lies with another player."""
    return _("{lies} with {player}", lies=LIES[area], player=player)


def lies_away(lies: str, should: Area, player: str = "") -> str:
    """Where a card is seen, and where it should be; `player`: with whom, where it lies with another."""
    where = _("{where} with {player}", where=AREA_WORDS[should], player=player) if player else AREA_WORDS[should]
    return _("{lies}, but should be {where}", lies=lies, where=where)


def put(name: CardName, area: Area, player: str = "") -> str:
    """What to do with a card that should be in an area."""
    match area:
        case "construction":
            remedy = _("Put {card} under construction", card=name)
        case "completed":
            remedy = _("Put {card} among the completed palaces", card=name)
        case "opened":
            remedy = _("Put {card} among the opened palaces", card=name)
    return _("{remedy} with {player}", remedy=remedy, player=player) if player else remedy
