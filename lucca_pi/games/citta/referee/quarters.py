"""Quarter cards that were turned, exchanged or taken elsewhere, while their players' cards stayed."""

from collections.abc import Mapping

from lucca_pi.games.citta.referee.evidence import STILL_MM, Evidence, Kept
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.contract.verdict import Unexplained
from lucca_pi.language import _
from lucca_pi.table.axes import in_axes, wrapped
from lucca_pi.table.sighting import Sighting, apart_mm

TURNED_DEG = 45.0
"""A quarter card that is turned by more is no longer read as its player's cards lie."""
AWAY_MM = 200.0
"""A quarter card that is moved by more lies nearer to other cards than to its player's."""
LAY_BACK = _("Lay it back, its top away from its player, then press OK.")
LAY_BOTH_BACK = _("Lay them back, the top of each away from its player, then press OK.")


def quarter_amiss(
    quarters: Mapping[int, Sighting], kept: Mapping[CardName, Kept], evidence: Evidence, seats: Mapping[str, int]
) -> Unexplained | None:
    """
    The quarter card that was turned or taken elsewhere, named before any card that seems to lie wrong by it.

    `quarters` by code, and players' cards `kept`, as they lay when last seen. None where the player's cards went with
    it, or where none of them tells.
    """
    amiss = quarters_amiss(quarters, kept, evidence)
    first = next((player for player, code in seats.items() if code in amiss), None)
    if first is None:
        return None
    lies, lay = evidence.quarters[seats[first]], quarters[seats[first]]
    for other, code in seats.items():
        exchanged = apart_mm(lies, quarters[code]), apart_mm(lay, evidence.quarters[code])
        if other != first and code in amiss and max(exchanged) < AWAY_MM:
            both = {"player": first, "other": other}
            return Unexplained((_("The quarter cards of {player} and {other} are exchanged", **both),), LAY_BOTH_BACK)
    if apart_mm(lay, lies) < AWAY_MM:
        return Unexplained((_("{player}'s quarter card is turned", player=first),), LAY_BACK)
    return Unexplained((_("{player}'s quarter card lies elsewhere", player=first),), LAY_BACK)


def quarters_amiss(
    quarters: Mapping[int, Sighting], kept: Mapping[CardName, Kept], evidence: Evidence
) -> frozenset[int]:
    """The quarter cards, by code, that were turned or taken elsewhere without their players' cards."""
    both = ((code, quarters[code], now) for code, now in evidence.quarters.items() if code in quarters)
    return frozenset(code for code, was, now in both if _is_moved(was, now) and _cards_stayed(kept, evidence, was, now))


def _is_moved(was: Sighting, now: Sighting) -> bool:
    return apart_mm(was, now) > AWAY_MM or abs(wrapped(now.heading_deg - was.heading_deg)) > TURNED_DEG


def _cards_stayed(kept: Mapping[CardName, Kept], evidence: Evidence, was: Sighting, now: Sighting) -> bool:
    """Whether more of the player's cards lie where they did than lie to the quarter card as they did."""
    stayed = went_along = 0
    for name, card in kept.items():
        if card.place.owner == was.code and name in evidence.now:
            here = evidence.now[name][0].sighting
            before, after = in_axes(card.seen, was), in_axes(here, now)
            stayed += apart_mm(card.seen, here) < STILL_MM
            went_along += abs(before.x_mm - after.x_mm) + abs(before.y_mm - after.y_mm) < STILL_MM
    return stayed > went_along
