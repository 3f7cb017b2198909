"""Enrolling by photographs from a phone: what the page asks for, tells and proposes."""

import cv2
import numpy as np
import pytest
from phone import answered, look, post, send, served, text

from lucca_pi.box.draft_files import EnrolError
from lucca_pi.box.face_desk import FaceDesk
from lucca_pi.box.photo_store import Gathered, Photographed, keep, load
from lucca_pi.games.citta.rules.deck import read_deck_file, reference_deck
from tests.faces.owner import begun, laid, laid_in_order, snapped, whole_box
from tests.faces.views import Laid


def jpeg(rgb) -> bytes:
    return cv2.imencode(".jpg", rgb[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


def test_first_photograph_is_the_ground_then_the_way_up_is_asked_once(file) -> None:
    begun(file)
    keep(file, type(whole_box())())
    shown = laid(np.random.default_rng(1), [*range(13, 20), None], Laid(columns=4, mm_per_px=0.4))
    with served(FaceDesk(file)) as page:
        assert "Photograph the empty surface" in text(look(page, "/"))
        assert "The empty surface is recorded" in text(send(page, jpeg(shown.bare)))
        assert "How do the cards stand" in text(send(page, jpeg(shown.rgb)))
        answered(page, "y")
        told = text(look(page, "/"))
        again = text(send(page, jpeg(shown.rgb)))
    assert "This is picture 1 again" in again
    assert "Picture 1: 7 of 7 cards" in told
    assert "Photograph the cards" in told


def test_one_tap_for_all_that_look_alike_and_the_deck_is_written(whole) -> None:
    truth = dict(enumerate(laid_in_order(), start=1))
    with served(FaceDesk(whole)) as page:
        taps = 0
        while left := page.desk.untyped:
            right = reference_deck()[truth[left[0]]]
            form = {"number": right.number, "colour": right.colour, "windows": right.windows}
            post(page, f"/card/{left[0]}", form)
            taps += 1
        post(page, "/take", {"count": len(page.desk.unchecked)})
        done = text(post(page, "/finish"))
    assert "The deck is finished" in done
    assert "pass the file on only if you may" in done
    assert "Their faces are hard to tell apart: " in done
    assert "Stickers are the safe choice" in done
    assert taps < 20
    deck_file = read_deck_file(whole.read_text())
    assert dict(deck_file.deck.cards) == dict(reference_deck().cards)
    assert len(deck_file.photographs) == 101


def test_step_is_undone_with_all_that_it_filled_in(whole) -> None:
    desk = FaceDesk(whole)
    before = desk.unchecked
    desk.give(1, reference_deck()[1])
    assert len(desk.unchecked) > len(before) + 1
    assert desk.undo()
    assert desk.unchecked == before


def test_box_with_stickers_is_not_gone_on_with(file) -> None:
    begun(file)
    with pytest.raises(EnrolError, match="stickers"):
        FaceDesk(file)


def test_card_that_is_not_of_the_box_is_taken_out_and_the_missing_one_is_asked_for(whole) -> None:
    with served(FaceDesk(whole)) as page:
        page.desk.give(1, reference_deck()[1])
        assert "Not from this box" in text(look(page, "/card/30"))
        told = text(answered(page, "30: out"))
        assert answered(page, "30: out").status == 422
        assert answered(page, "forget 9").status == 200
        assert page.desk.gathered.special == {}
    assert "Card 30 is removed: 95 of 96 cards" in told
    assert "1 palace card is still missing." in told
    desk = FaceDesk(whole)
    assert (desk.can_undo, desk.draft.answered) == (False, {1: reference_deck()[1]})


def test_number_of_another_card_says_how_one_of_the_two_is_taken_out(whole) -> None:
    desk = FaceDesk(whole)
    desk.give(1, reference_deck()[1])
    with pytest.raises(ValueError, match="Tap it on the sheet, then: Not from this box"):
        desk.give(2, reference_deck()[1])


def test_picture_card_or_step_is_forgotten_on_the_page_and_undone(file) -> None:
    begun(file)
    keep(file, Gathered({code: twice(code) for code in (13, 14, 15)}, 2, 3, turned=False, looked_at=["a", "b"]))
    with served(FaceDesk(file)) as page:
        told = text(look(page, "/"))
        assert all(one in told for one in ("2 pictures", 'href="/picture/1"', "Begin the second pass again"))
        assert "Row 1, card 2" in text(look(page, "/picture/1"))
        assert look(page, "/shot/1/2.jpg").headers["Content-Type"] == "image/jpeg"
        assert (
            look(page, "/shot/1/9.jpg").status,
            answered(page, "forget 1 1 9").status,
        ) == (
            404,
            422,
        )
        for answer in ("forget 1", "forget 1 1 2", "again 4"):
            assert answered(page, answer).status == 200
            left = sum(len(card.pictures) for card in page.desk.gathered.cards.values())
            assert left == 3 + (answer == "forget 1 1 2")
            assert "Undone." in text(answered(page, "undo"))
    assert [len(card.pictures) for card in load(file).cards.values()] == [2, 2, 2]


def twice(code: int) -> Photographed:
    """A card as pictures 1 and 2 showed it."""
    return Photographed([snapped(code, 1), snapped(code, 2)], (1, 1, code - 12), code - 12, second=(2, 1, code - 12))
