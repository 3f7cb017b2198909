"""The settings of Lucca Città."""

from collections.abc import Mapping

from lucca_pi.games.citta.rules.editions import EDITIONS, ENGLISH
from lucca_pi.games.citta.rules.position import CARDS_TO_COMPLETE
from lucca_pi.games.citta.table.pieces import FAMILIES
from lucca_pi.games.settings import DIFFERENT_NAMES, Setting, alternatives, flag, names_at, names_by_code, one_of, whole
from lucca_pi.language import _

SETTINGS: Mapping[str, Setting] = {
    "players": Setting(
        None,
        (whole(min(CARDS_TO_COMPLETE), max(CARDS_TO_COMPLETE)), "3, 4 or 5, as in the rules of Lucca Città"),
        metavar="N",
        help=_("3, 4 or 5; the number of quarters in sight if not given."),
        kind=int,
    ),
    "edition": Setting(
        ENGLISH.name,
        one_of(*EDITIONS),
        metavar="E",
        help=_("{choices}.", choices=alternatives(EDITIONS, {ENGLISH.name: _("default")})),
        words={edition.name: edition.words for edition in (ENGLISH, *EDITIONS.values())},
    ),
    "deck": Setting(
        "reference",
        (lambda value: isinstance(value, str) and bool(value), "reference, printed, or a deck file"),
        metavar="DECK",
        help=_("The deck: reference, printed (ours without codes), or a deck file."),
    ),
    # opened palaces lie left of the quarter, completed ones right of it
    "swap": Setting(False, flag),
    "names": Setting(
        {},
        (names_at(FAMILIES), DIFFERENT_NAMES + ', one for each quarter, as in {101 = "Ada", 102 = "Ben"}'),
        names_by_code,
    ),
}
"""Settings of this game, beside those that all games share."""
