"""Enrolling without a terminal: photographs in, what is shown of each card out, and a deck file at the end."""

import pytest
from box import table

from lucca_pi.box.desk import ShownCard
from lucca_pi.box.draft_files import Sizes
from lucca_pi.box.sticker_desk import StickerDesk
from lucca_pi.box.stickers import see_cards
from lucca_pi.games.citta.rules.deck import Card, reference_deck

DECK = reference_deck()
CODES = (3, 7, 8, 50)


@pytest.fixture
def desk(tmp_path):
    return StickerDesk(tmp_path / "box.json")


@pytest.fixture
def photographed(desk):
    desk.lay(see_cards(table(CODES), Sizes()))
    assert desk.coming == [*CODES]
    return desk


def keys(codes):
    return "".join(str(DECK[code].windows) for code in codes)


def test_a_photographed_card_is_shown_with_its_proposed_colour_and_number(photographed):
    assert photographed.shown(7) == ShownCard(7, "proposed", 7, DECK[7].colour)


def test_what_is_typed_is_shown_and_counts_when_it_is_taken(photographed):
    assert photographed.type(CODES, keys(CODES)) == CODES
    seven = DECK[7]
    assert photographed.shown(7) == ShownCard(7, "typed", 7, seven.colour, seven.windows, seven.shields)
    assert photographed.draft.cards == {}
    photographed.take(CODES)
    assert photographed.shown(7).standing == "entered"
    assert photographed.draft.cards == {code: DECK[code] for code in CODES}


def test_a_card_that_is_wrong_is_changed_by_itself(photographed):
    photographed.type(CODES, keys(CODES))
    photographed.give(8, Card(118, "blue", 0, 3))
    assert photographed.shown(8) == ShownCard(8, "typed", 118, "blue", 0, 3)
    photographed.type([7], "117 red2")
    assert photographed.draft.typed[7] == Card(117, "red", 2, 1)


def test_what_is_forgotten_is_as_it_was_proposed(photographed):
    photographed.type(CODES, keys(CODES))
    photographed.untype(CODES)
    assert photographed.shown(50) == ShownCard(50, "proposed", 50, DECK[50].colour)


def test_it_goes_on_after_any_step_from_the_drafts_text(photographed):
    photographed.type(CODES[:2], keys(CODES[:2]))
    photographed.take(CODES[:1])
    again = StickerDesk(photographed.file)
    assert [again.shown(code) for code in CODES] == [photographed.shown(code) for code in CODES]
    assert [again.shown(code).standing for code in CODES] == ["entered", "typed", "proposed", "proposed"]


@pytest.mark.parametrize(
    ("codes", "text", "problem"),
    [
        (CODES, "21030", "5 for 4"),
        (CODES, "2x", "Type the windows"),
        (CODES, "2 x", "Code 7: Type the windows"),
        (CODES, "29", "Code 7: Type 0 to 3 windows"),
        ((7,), "3 2", "2 for 1"),
        ((7,), "3 red2", "3 is already on another card"),
    ],
)
def test_what_cannot_be_understood_changes_nothing(photographed, codes, text, problem):
    photographed.give(3, DECK[3])
    with pytest.raises(ValueError, match=problem):
        photographed.type(codes, text)
    assert photographed.draft.typed == {3: DECK[3]}


def test_a_number_that_another_card_has_is_refused(photographed):
    photographed.give(3, DECK[3])
    with pytest.raises(ValueError, match="3 is already on another card"):
        photographed.give(7, Card(3, "red", 2, 1))


def test_a_whole_deck_has_no_findings(desk):
    for code, card in DECK.cards.items():
        desk.give(code, card)
    desk.take([*DECK.cards])
    found = desk.findings()
    assert (found.errors, found.warnings, desk.draft.left) == ((), (), [])
