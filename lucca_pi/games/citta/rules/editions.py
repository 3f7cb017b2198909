"""The editions, and the points in which they differ. The players choose one (ruling 9)."""

from collections.abc import Mapping
from dataclasses import dataclass

from lucca_pi.games.citta.rules.position import Palace, Quarter
from lucca_pi.language import _


@dataclass(frozen=True, slots=True)
class Edition:
    """
    The points in which an edition differs from the others.

    `name` is the word of records and settings, `words` the same for players, `title` a heading on a screen.
    """

    name: str
    words: str
    title: str
    tower_must_be_laid: bool = False
    """A tower card is laid as a tower; it becomes no wall and is not discarded."""
    lowest_counts_completed: bool = False
    """The −3 looks at completed palaces besides those under construction."""
    highest_counts_any: bool = False
    """The +3 looks at palaces in any area, not only at opened ones."""
    loser_gives: bool = False
    """The player who loses 3 gives them to the other: without one of the two there is neither."""
    shields_for_a_wall: int = 2
    """The support shields under construction that each city wall needs at the end."""

    def may_be_lowest(self, quarter: Quarter) -> tuple[Palace, ...]:
        """The palaces among which the lowest street number is looked for."""
        completed = quarter.completed if self.lowest_counts_completed else {}
        return (*quarter.construction.values(), *completed.values())

    def may_be_highest(self, quarter: Quarter) -> tuple[Palace, ...]:
        """The palaces among which the highest street number is looked for."""
        return tuple(quarter.palaces()) if self.highest_counts_any else tuple(quarter.opened.values())


GERMAN = Edition("german", _("German"), _("German rules"), tower_must_be_laid=True)
ENGLISH = Edition("english", _("English"), _("English rules"), loser_gives=True)
HEBREW = Edition("hebrew", _("Hebrew"), _("Hebrew rules"), lowest_counts_completed=True, highest_counts_any=True)

EDITIONS: Mapping[str, Edition] = {edition.name: edition for edition in (GERMAN, ENGLISH, HEBREW)}
"""All editions: a further one is one more entry here."""
