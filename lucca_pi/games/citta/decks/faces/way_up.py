"""Which way up a picture's cards lie, and whether they are towers and a back: by how they lie, and those of before."""

from collections.abc import Sequence
from dataclasses import replace

from lucca_pi.games.citta.decks.faces.gathered import Gathered
from lucca_pi.games.citta.decks.faces.looking import Cut, seen_rows
from lucca_pi.games.citta.decks.faces.packing import unpacked
from lucca_pi.games.citta.decks.faces.same import ENOUGH, Same
from lucca_pi.games.citta.decks.faces.words import at, head_down
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK, TOWERS_AND_BACK
from lucca_pi.language import Text
from lucca_pi.vision.faces.known import are_of_plan, upright_leads, without_margin
from lucca_pi.vision.faces.laid_out import LaidOut
from lucca_pi.vision.picture import Colour

TOWER_ROWS = [4, 1]
"""Four cards in the upper row and one alone below: the towers, and a back."""
UPRIGHT = 0.12
"""A card lies on its head if it is so much more like the others that way."""


class WayUp:
    """Turns the cards of pictures upright, by those of before."""

    def __init__(self, gathered: Gathered, same: Same) -> None:
        self._gathered, self._same = gathered, same

    def rows(self, found: LaidOut) -> list[int]:
        """How many places each row has, as people count them who see the cards upright."""
        return found.rows[::-1] if self._gathered.turned else found.rows

    def place(self, row: int, column: int, found: LaidOut) -> tuple[int, int]:
        """A place as people count it who see the cards upright."""
        rows = found.rows
        return (len(rows) - row, rows[row] - column) if self._gathered.turned else (row + 1, column + 1)

    def are_palaces(self, cuts: Sequence[Cut]) -> list[bool]:
        """Which have the plan of the palace cards so far; none is told while these are few, or towers are there."""
        known = self._palaces()
        if self._gathered.special or len(known) < ENOUGH:
            return []
        return are_of_plan([without_margin(cut.card) for cut in cuts], known)

    def are_towers(self, cuts: Sequence[Cut], found: LaidOut, are_palaces: Sequence[bool]) -> bool:
        """Whether these are towers and a back, by how they lie; five palace cards may lie so, too."""
        rows = [cut.row for cut in cuts]
        alone = (is_palace for row, is_palace in zip(rows, are_palaces, strict=False) if rows.count(row) == 1)
        lie_so = not self._gathered.special and seen_rows(found) in (TOWER_ROWS, TOWER_ROWS[::-1])
        return lie_so and not any(alone)

    def are_towers_in_part(self, are_palaces: Sequence[bool]) -> bool:
        """
        Whether most of some cards are no palace cards: where they do not lie as towers and a back, one is not seen.

        Once all palace cards are there, one card tells it.
        """
        least = len(TOWERS_AND_BACK) - 2 if len(self._gathered.palaces) < CARDS_IN_A_DECK else 1
        return len(are_palaces) >= least and sum(are_palaces) < len(are_palaces) / 2

    def towers_upright(self, cuts: Sequence[Cut], found: LaidOut) -> list[Cut]:
        """Towers and back: the row of four is the upper one. They are of another plan than palaces."""
        self._gathered.turned = seen_rows(found) != TOWER_ROWS
        return _all(cuts, turn=self._gathered.turned)

    def upright(self, cuts: Sequence[Cut]) -> tuple[list[Cut], list[Text]]:
        """The cards upright; those that lie on their heads among the others are told, and left out."""
        way = bool(self._gathered.turned)
        known = self._palaces()
        cards = [without_margin(cut.card) for cut in cuts]
        if len(known) + len(cards) <= ENOUGH:
            return _all(cuts, turn=way), []
        if self._gathered.special and len(cards) <= len(TOWERS_AND_BACK):
            return _all(cuts, turn=self._is_known_turned(cuts)), []
        leads = upright_leads(cards, known if len(known) >= ENOUGH else ())
        if len(known) >= ENOUGH:
            way = sum(lead < 0 for lead in leads) > len(leads) / 2
            self._gathered.turned = way
        wrong = [(lead < -UPRIGHT) if not way or len(known) < ENOUGH else (lead > UPRIGHT) for lead in leads]
        if sum(wrong) > len(wrong) / 2:
            wrong = [not one for one in wrong]
        every = [*zip(_all(cuts, turn=way), wrong, strict=True)]
        told = [at(cut.row, cut.place, head_down()) for cut, is_wrong in every if is_wrong]
        return [cut for cut, is_wrong in every if not is_wrong], told

    def _palaces(self) -> list[Colour]:
        """The first photographs of the palace cards."""
        return [unpacked(card.pictures[0]) for card in self._gathered.palaces.values()]

    def _is_known_turned(self, cuts: Sequence[Cut]) -> bool:
        """Whether most are known on their heads: towers and back are of another plan than palaces."""
        ways = [self._same.matched(some) for some in (cuts, [replace(cut, card=on_its_head(cut.card)) for cut in cuts])]
        upright, turned = ([cut.match.likeness for cut in way if cut.match] for way in ways)
        self._gathered.turned = sum(b > a for a, b in zip(upright, turned, strict=True)) > len(cuts) / 2
        return self._gathered.turned


def _all(cuts: Sequence[Cut], *, turn: bool) -> list[Cut]:
    """The cards as people see them who laid them upright."""
    if not turn:
        return list(cuts)
    rows = max((cut.row for cut in cuts), default=0)
    last = {row: max(cut.place for cut in cuts if cut.row == row) for row in {cut.row for cut in cuts}}
    return [Cut(rows + 1 - cut.row, last[cut.row] + 1 - cut.place, on_its_head(cut.card), cut.match) for cut in cuts]


def on_its_head(card: Colour) -> Colour:
    """The same card turned by half a turn."""
    return card[::-1, ::-1].copy()
