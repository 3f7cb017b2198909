"""Taking a card out again that is not of the box: what is kept, what is said, and how its place is filled."""

from dataclasses import replace

import numpy as np
import pytest

from lucca_pi.box.draft_files import UnwritableError, draft_file, load_draft, write_safely
from lucca_pi.box.face_desk import FaceDesk
from lucca_pi.box.gathering import Gathering
from lucca_pi.box.photo_store import Photographed, keep, load
from lucca_pi.box.same_card import look_at
from lucca_pi.box.terminal import enrol
from lucca_pi.games.citta.rules.deck import reference_deck
from tests.faces.owner import Owner, Says, laid, laid_in_order, snapped, text_of, whole_box
from tests.faces.printed_faces import SIZE_MM
from tests.faces.views import Laid

TRUTH = dict(enumerate(laid_in_order(), start=1))


def answered(file) -> FaceDesk:
    """A whole box, of which each card was answered."""
    draft = load_draft(draft_file(file))
    draft.cards = {code: reference_deck()[number] for code, number in TRUTH.items()}
    write_safely(draft_file(file), draft.text())
    return FaceDesk(file)


def full_disk(_file, _text) -> None:
    raise UnwritableError


def photographed(gathering: Gathering, code: int, seed: int) -> None:
    """One card alone is photographed."""
    shown = laid(np.random.default_rng(seed), [code], Laid(columns=1, mm_per_px=0.4, tilt_deg=6))
    gathering.take(*look_at(shown.rgb, shown.bare, SIZE_MM))


def test_missing_card_takes_the_place_and_all_others_keep_codes_photographs_and_answers(whole) -> None:
    desk = answered(whole)
    desk.forget(17)
    (told,) = desk.told
    assert told.startswith("Card 17 is removed: 95 of 96 cards are left. Photograph the missing one")
    draft, gathering = load_draft(draft_file(whole)), Gathering(load(whole), SIZE_MM)
    assert draft.cards == {code: reference_deck()[number] for code, number in TRUTH.items() if code != 17}
    photographed(gathering, TRUTH[17], 1)
    assert (gathering.gathered.once, gathering.gathered.is_whole) == ([17], False)
    photographed(gathering, TRUTH[17], 2)
    assert gathering.gathered.is_whole
    before, after = whole_box().cards, gathering.gathered.cards
    assert [*gathering.gathered.palaces] == [*range(1, 97)]
    assert all(after[code].pictures == before[code].pictures for code in before if code != 17)


def test_card_that_is_not_of_the_box_may_be_shown_again_before_the_missing_one() -> None:
    gathered = whole_box()
    before, late = dict(gathered.cards), gathered.cards.pop(17)
    gathered.cards |= {17: Photographed([snapped(5, 3)], (11, 1, 1), 97), 101: late}
    assert [card.order for card in gathered.settle()] == [97]
    assert gathered.cards == before


def test_answers_do_not_outlive_their_card_where_photographs_cannot_be_written(whole, monkeypatch) -> None:
    desk = answered(whole)
    monkeypatch.setattr("lucca_pi.box.photo_store.write_safely", full_disk)
    with pytest.raises(UnwritableError):
        desk.forget(17)
    assert 17 not in load_draft(draft_file(whole)).cards
    assert 17 in desk.gathered.cards
    assert load(whole).is_whole


def test_card_is_taken_out_by_its_label_and_what_is_missing_is_told(whole) -> None:
    owner = Owner(laid_in_order(), ["3: out", "3: out", "50: out"])
    assert not enrol(whole, None, owner.dialogue, faces=True)
    said = text_of(owner)
    assert "is the same as another: 17: out." in said
    assert "Card 50 is removed: 94 of 96 cards are left. Photograph the missing ones" in said
    assert "2 palace cards are still missing.\n" in said
    assert (whole.parent / "box-cards.png").exists()
    assert {*TRUTH} - {*load(whole).cards} == {3, 50}


def test_what_was_proposed_beside_a_card_of_another_box_does_not_count_before_it_is_proposed_anew(whole) -> None:
    owner = Owner(laid_in_order(), ["50: out"])
    assert not enrol(whole, None, owner.dialogue, faces=True)
    draft = load_draft(draft_file(whole))
    assert draft.cards == {}
    assert {*TRUTH} - {*draft.typed} == {50}
    assert draft.answered.items() <= {code: reference_deck()[number] for code, number in TRUTH.items()}.items()


@pytest.mark.parametrize(("answer", "out"), [("out", 2), ("1: out", 1)])
def test_card_whose_number_is_on_another_one_is_taken_out_where_it_is_asked_for(whole, answer, out) -> None:
    gathered = whole_box()
    gathered.cards[1], gathered.cards[2] = (replace(gathered.cards[code], order=500) for code in (1, 2))
    keep(whole, gathered)
    owner = Says(["1 blue1"] * 2 + [answer], "q")
    assert not enrol(whole, None, owner.dialogue, faces=True)
    said = text_of(owner)
    assert "is already on another card" in said
    assert f"Card {out} is removed: 95 of 96 cards" in said
