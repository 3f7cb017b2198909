"""The game to print and play: palaces, towers, quarters and coats of arms, with their backs."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from lucca_pi.games.citta.paper.facades import facade_of
from lucca_pi.games.citta.paper.layout import Layout
from lucca_pi.games.citta.paper.palace import draw_palace
from lucca_pi.games.citta.paper.quarters import COAT_MM, draw_coat, draw_quarter, draw_quarter_back
from lucca_pi.games.citta.paper.tower import draw_back, draw_tower
from lucca_pi.games.citta.rules.deck import Deck, DeckFile
from lucca_pi.games.citta.table.pieces import BACK_CODE, COAT_CODES, QUARTER_CODES, TOWER_OF_CODE
from lucca_pi.language import _
from lucca_pi.printed.files import Page
from lucca_pi.printed.grid import best_grid, grid_pages
from lucca_pi.printed.paper import Paper
from lucca_pi.printed.piece import Piece

HOW = _("print on both sides, turned over the long edge")
COATS = _("Lucca Città scorer, coats of arms")


def card_pieces(deck_file: DeckFile, layout: Layout) -> tuple[Piece, ...]:
    """The palace cards by number, then the towers."""
    variants = _variants(deck_file.deck)
    deck, numbers = deck_file.deck, {number: code for code, number in deck_file.codes.items()}
    palaces = [
        partial(
            draw_palace,
            card=card,
            code=numbers[number],
            facade=facade_of(card.colour, deck.colours),
            layout=layout,
            variant=variants[number],
        )
        for number, card in sorted(deck.cards.items())
    ]
    towers = [partial(draw_tower, code=code, layout=layout) for code in TOWER_OF_CODE]
    back = partial(draw_back, layout=layout)
    return tuple(
        Piece(str(draw.keywords["code"]), layout.width, layout.height, draw, back=back) for draw in (*palaces, *towers)
    )


def _variants(deck: Deck) -> dict[int, int]:
    """For each number its place among the cards of the same colour, windows and shields."""
    places: dict[int, int] = {}
    met = Counter[tuple[str, int, int]]()
    for number, card in sorted(deck.cards.items()):
        alike = card.colour, card.windows, card.shields
        places[number] = met[alike]
        met[alike] += 1
    return places


def quarter_pieces(families: Mapping[int, str], layout: Layout) -> tuple[Piece, ...]:
    """The quarter cards, whose backs bear no code."""
    return tuple(
        Piece(
            str(code),
            layout.width,
            layout.height,
            partial(draw_quarter, code=code, family=families[code], layout=layout),
            back=partial(draw_quarter_back, code=code, layout=layout),
        )
        for code in QUARTER_CODES
    )


def coat_pieces(families: Mapping[int, str]) -> tuple[Piece, ...]:
    """The coats of arms, in the order of the quarters."""
    owners = zip(COAT_CODES, QUARTER_CODES, strict=True)
    return tuple(
        Piece(str(coat), *COAT_MM, partial(draw_coat, code=coat, family=families[code])) for coat, code in owners
    )


def back_piece(layout: Layout) -> Piece:
    """The back that palaces and towers share."""
    return Piece(str(BACK_CODE), layout.width, layout.height, partial(draw_back, layout=layout))


def deck_pieces(deck_file: DeckFile, families: Mapping[int, str], layout: Layout) -> tuple[Piece, ...]:
    """Every piece of the game, and the back that all cards share."""
    cards = card_pieces(deck_file, layout)
    return (*cards, *quarter_pieces(families, layout), *coat_pieces(families), back_piece(layout))


def deck_pages(deck_file: DeckFile, families: Mapping[int, str], layout: Layout, paper: Paper) -> Iterator[Page]:
    """Cards, towers and quarters on sheets for both sides, then the coats of arms."""
    cards = (*card_pieces(deck_file, layout), *quarter_pieces(families, layout))
    yield from _sheets(cards, layout.bleed, paper, _("Lucca Città scorer, deck: {how}", how=HOW))
    yield from _sheets(coat_pieces(families), 0.0, paper, COATS)


def quarter_pages(families: Mapping[int, str], layout: Layout, paper: Paper) -> Iterator[Page]:
    """The quarter cards alone, with the coats of arms."""
    yield from _sheets(
        quarter_pieces(families, layout), layout.bleed, paper, _("Lucca Città scorer, quarters: {how}", how=HOW)
    )
    yield from _sheets(coat_pieces(families), 0.0, paper, COATS)


def _sheets(pieces: Sequence[Piece], bleed: float, paper: Paper, title: str) -> Iterator[Page]:
    return grid_pages(pieces, best_grid(paper, (pieces[0].width, pieces[0].height), bleed, len(pieces)), title)
