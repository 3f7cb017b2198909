"""The events of a turn, each with its reason."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from lucca_pi.games.lucco.rules.entry import Adjustment, Lay, Remove
from lucca_pi.games.lucco.rules.position import WHITE, Position
from lucca_pi.games.lucco.rules.table import group
from lucca_pi.games.lucco.rules.tiles import place_text
from lucca_pi.language import Text, _
from lucca_pi.strict import shown

Kind = Literal["lay", "remove", "anew", "pass", "adjust"]
WhyPass = Literal["unseen", "start", "none-left", "none-there", "none-removable", "nothing-possible"]


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. `facts` are the keys that its kind has in the score."""

    kind: Kind
    reason: str
    facts: Mapping[str, Any] = field(default_factory=dict)


def laid(after: Position, player: str, lay: Lay) -> Event:
    """A piece was laid; `group` is the size of its group now."""
    size = len(group(after.table, lay.at))
    told = {"player": player, "colour": lay.colour, "place": place_text(lay.at)}
    reason = _("{player} lays {colour} at {place}: no other of its colour touches it", **told)
    if size > 1:
        reason = _("{player} lays {colour} at {place}: a group of {size} now", size=size, **told)
    return Event("lay", reason, {"colour": lay.colour, "at": lay.at, "group": size})


def removed(before: Position, player: str, remove: Remove) -> Event:
    """A piece was taken away, back to its player's hand or into the pot (rule 11)."""
    colour = before.table.pieces[remove.at]
    owner = before.owner(colour)
    told = {"player": player, "colour": colour, "place": place_text(remove.at)}
    reason = _("{player} removes {colour} at {place}: it goes back into the pot", **told)
    if owner is not None:
        reason = _("{player} removes {colour} at {place}: it goes back to {owner}", owner=owner, **told)
    return Event("remove", reason, {"colour": colour, "at": remove.at, "to": owner or ""})


def begun_anew() -> Event:
    """The last piece went: the next player throws as at the beginning (rule 9)."""
    return Event("anew", _("the table is empty: it begins anew with the next player"))


def passed(position: Position, player: str, die: str | None) -> Event:
    """Nothing was done, and why nothing could be."""
    why = why_nothing(position, player, die)
    return Event("pass", why_text(why, player, die or ""), {"why": why})


def why_nothing(position: Position, player: str, die: str | None) -> WhyPass:
    """
    The first reason that fits why a throw lets nothing be done (rules 4, 6, 7 and 8; ruling 1).

    >>> from lucca_pi.games.lucco.rules.notation import read_position
    >>> start = read_position("square | Ada blue | Ben red | Cid green")
    >>> why_nothing(start, "Ada", None), why_nothing(start, "Ada", "red")
    ('unseen', 'start')
    >>> game = read_position("square | Ada blue | Ben red | Cid green | table: red 0,0 0,2; black 0,1; yellow 1,0 1,2")
    >>> why_nothing(game, "Ada", "green")
    'none-there'
    >>> game = read_position("square | Ada blue | Ben red | Cid green | table: red 0,1; black 0,0 0,2")
    >>> why_nothing(game, "Ada", "red")
    'none-removable'
    """
    if die is None:
        return "unseen"
    if not position.table:
        return "start"
    if die == position.colour_of(player) and not position.stock(die):
        return "none-left"
    if die == WHITE or position.owner(die) in (None, player):
        return "nothing-possible"
    return "none-removable" if any(position.table.of_colour(die)) else "none-there"


def why_text(why: WhyPass, player: str, thrown: str) -> Text:
    """Why nothing is done, in words."""
    told = {"player": player, "thrown_colour": thrown}
    match why:
        case "unseen":
            return _("{player} does nothing; the throw was not seen", player=player)
        case "start":
            return _("{player} throws {thrown_colour}: only the own colour or white begins", **told)
        case "none-left":
            return _("{player} throws {thrown_colour}, the own colour: all ten lie", **told)
        case "none-there":
            return _("{player} throws {thrown_colour}: none of it lies", **told)
        case "none-removable":
            return _("{player} throws {thrown_colour}: no piece of it may go", **told)
        case "nothing-possible":
            return _("{player} throws {thrown_colour}: nothing that it allows can be done", **told)


def set_by_hand(adjustment: Adjustment) -> Event:
    """The players settled the table among themselves."""
    note = shown(adjustment.note, longest=200)
    return Event("adjust", _("settled by hand: {note}", note=note) if note else _("settled by hand"))
