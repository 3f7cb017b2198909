"""Where the codes of drawn cards lie."""

from lucca_pi.drawn.things import Point, moved_point
from lucca_pi.games.citta.drawn.scenes import DrawnCard
from lucca_pi.games.citta.rules.deck import DeckFile
from lucca_pi.games.citta.table.pieces import BACK_CODE, QUARTER_CODES


def code_middle(card: DrawnCard, deck_file: DeckFile) -> Point:
    """The middle of the card's code, in table axes; a face has its code in its upper left corner."""
    if card.code == BACK_CODE or card.code in QUARTER_CODES:
        return card.x_mm, card.y_mm
    code_mm = deck_file.inset_mm + deck_file.square_mm / 2
    left, top = code_mm - deck_file.card_mm[0] / 2, code_mm - deck_file.card_mm[1] / 2
    return moved_point((card.x_mm, card.y_mm), card.heading_deg, left, top)
