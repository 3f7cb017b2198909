"""Enrolling from a phone over a real socket: photographs sent, cards tapped and taken, and a deck file at the end."""

import io
import re
import threading

import cv2
import pytest
from asking import HERE, answer_in, ask, connected, port_of, sent
from box import run, table
from phone import answered, head, look, post, send, served, text
from PIL import Image

from lucca_pi.box.draft_files import draft_file, load_draft
from lucca_pi.box.site import enrol_from_phones
from lucca_pi.box.sticker_desk import StickerDesk
from lucca_pi.games.citta.rules.deck import Card, read_deck_file, reference_deck
from lucca_pi.games.citta.rules.deck_check import check_deck_file
from lucca_pi.language import SOURCE, use
from lucca_pi.vision.picture import decoded_colour
from lucca_pi.web.address import Binding
from lucca_pi.web.server import PageError

DECK = reference_deck()
CODES = (3, 7, 8, 50)
SETTLED = {"sticker": "14", "card": "59 x 91", "colours": "red, orange, yellow, green, blue, violet"}
HEIC = b"\0\0\0\x18ftypheic" + bytes(20)


def photograph(codes=CODES, orientation=1):
    stream, exif = io.BytesIO(), Image.Exif()
    exif[0x0112] = orientation
    picture = Image.fromarray(table(codes))
    turned = {1: picture, 6: picture.transpose(Image.Transpose.ROTATE_90)}[orientation]
    turned.save(stream, "JPEG", quality=92, exif=exif)
    return stream.getvalue()


@pytest.fixture
def page(file):
    with served(StickerDesk(file)) as one:
        post(one, "/settle", SETTLED)
        yield one


def give(page, code, **more):
    card = DECK[code]
    return post(page, f"/card/{code}", {"colour": card.colour, "windows": card.windows, **more})


def words(answer):
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", answer.body.decode()))


def test_a_photograph_becomes_a_sheet_of_cards_with_proposals_and_pictures_that_nobody_keeps(page):
    answer = send(page, photograph())
    assert (answer.status, "4 cards recognised. 4 are still to be entered." in words(answer)) == (200, True)
    assert all(f"{code} {DECK[code].colour}" in words(answer) for code in CODES)
    assert words(answer).count("windows?") == 4
    (where, *_) = re.findall(r'src="(/crop/7\.jpg[^"]*)"', answer.body.decode())
    picture = look(page, where)
    assert (picture.headers["Content-Type"], picture.headers["Cache-Control"]) == ("image/jpeg", "no-store")
    assert Image.open(io.BytesIO(picture.body)).size == (223, 344)


def test_a_phone_that_leaves_while_its_photograph_comes_lays_no_card(page):
    data = photograph()
    with connected(page) as line, line.makefile("rb") as told:
        line.sendall(head(page, "/photo", len(data), **{"Content-Type": "image/jpeg"}) + data[:-1])
        assert look(page).status == 200  # the photograph is being read by now
        post(page, "/leave")
        line.sendall(data[-1:])
        answer = answer_in(told)
    assert (answer.status, answer.headers["Location"]) == (303, "/pair")
    assert not page.desk.pictures


def test_a_photograph_of_a_camera_that_was_turned_comes_by_a_form_where_there_is_no_script(page):
    field = b'Content-Disposition: form-data; name="photo"; filename="a.jpg"\r\nContent-Type: image/jpeg'
    body = b"--line\r\n" + field + b"\r\n\r\n" + photograph(orientation=6) + b"\r\n--line--\r\n"
    kind = {"Content-Type": "multipart/form-data; boundary=line"}
    assert "4 cards recognised" in words(sent(page, head(page, "/photo", len(body), **kind) + body))


def test_a_large_photograph_is_read_at_half_the_size():
    stream = io.BytesIO()
    Image.fromarray(table(CODES)).resize((8640, 2030)).save(stream, "JPEG", quality=80)
    assert decoded_colour(stream.getvalue())[0].shape == (1015, 4320, 3)


def test_one_tap_gives_a_card_and_the_next_one_comes_and_what_is_typed_counts_when_it_is_taken(page, file):
    send(page, photograph())
    assert give(page, 3).headers["Location"] == "/card/7"
    assert [give(page, code).headers["Location"] for code in (50, 7, 8)] == ["/card/7", "/card/8", "/"]
    told = words(look(page))
    assert ("Accept these 4" in told, "windows?" in told) == (True, False)
    assert (load_draft(draft_file(file)).cards, {*load_draft(draft_file(file)).typed}) == ({}, {*CODES})
    assert "4 cards are entered." in words(post(page, "/take", {"count": 4}))
    assert load_draft(draft_file(file)).cards == {code: DECK[code] for code in CODES}


def test_an_entered_card_that_is_typed_anew_is_shown_so_and_counts_when_it_is_taken_again(page):
    give(page, 3)
    post(page, "/take", {"count": 1})
    give(page, 3, colour="blue", number="117")
    assert ("117 blue" in words(look(page)), page.desk.draft.cards, page.desk.draft.left[:3]) == (True, {}, [1, 2, 3])
    post(page, "/take", {"count": 1})
    assert page.desk.draft.cards[3].number == 117


def test_a_card_that_was_typed_since_is_not_taken_unseen(page):
    give(page, 3)
    give(page, 7)
    assert post(page, "/take", {"count": 1}).status == 409
    assert page.desk.draft.cards == {}


def test_the_button_accepts_the_cards_on_the_sheet_and_no_other(page):
    send(page, photograph([3, 7]))
    give(page, 3)
    send(page, photograph(range(25, 37)))  # the one before was a mistake
    for code in (25, 26, 27, 28, 29, 30):
        give(page, code)
    shown = [int(code) for code in re.findall(r'href="/card/(\d+)" class="tile typed"', look(page).body.decode())]
    assert len(shown) > 7  # some are proposed
    assert f"Accept these {len(shown)}" in words(look(page))
    post(page, "/take", {"count": len(shown)})
    assert sorted(page.desk.draft.cards) == sorted(shown)
    assert {*shown} <= {3, *range(25, 37)}


def test_what_is_wrong_is_changed_by_itself(page):
    give(page, 7, colour="blue", shields="0", number="117")
    assert page.desk.draft.typed[7] == Card(117, "blue", DECK[7].windows, 0)


WRONG = {
    "no windows": ({"windows": ""}, "windows: one of the large"),
    "no colour": ({"colour": ""}, "Choose the card"),
    "another colour": ({"colour": "pink"}, "is not one of"),
    "the number of another card": ({"number": "3"}, "3 is already on another card"),
    "no number": ({"number": "x"}, "street number from 1"),
    "many windows": ({"windows": "12"}, "from 0 to 9"),
}


@pytest.mark.parametrize(("form", "problem"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_is_said_on_the_cards_page(page, form, problem):
    give(page, 3)
    refused = give(page, 7, **form)
    assert (refused.status, problem in words(refused)) == (422, True)
    assert [*page.desk.draft.typed] == [3]


def test_a_step_is_undone_and_undone_on_the_disk(page, file):
    give(page, 3)
    post(page, "/take", {"count": 1})
    assert "Undone." in words(answered(page, "undo"))
    assert (load_draft(draft_file(file)).cards, [*page.desk.draft.typed]) == ({}, [3])
    answered(page, "undo")
    assert "nothing to undo" in words(answered(page, "undo"))


def test_a_card_is_forgotten(page):
    send(page, photograph())
    give(page, 7)
    assert "removed" in words(answered(page, "7: out"))
    assert (7 in page.desk.draft.typed, "/crop/7.jpg" in look(page).body.decode(), 7 in page.desk.sheet) == (False,) * 3
    answered(page, "undo")
    assert (7 in page.desk.draft.typed, "/crop/7.jpg" in look(page).body.decode()) == (True, True)


def test_it_goes_on_from_the_draft_and_shows_what_is_missing(page, file):
    give(page, 3)
    post(page, "/take", {"count": 1})
    give(page, 7)
    page.close()
    with served(StickerDesk(file)) as again:
        told = look(again)
    assert all(one in words(told) for one in ("1 of 96 cards", "Accept 1 card", "95 cards are missing"))
    assert [text(told).count(f"chip-{one}") for one in ("missing", "typed", "entered")] == [94, 1, 1]


def all_given(page, odd=()):
    for code in DECK.cards:
        give(page, code, **(dict(odd) if code == 1 else {}))
    post(page, "/take", {"count": 96})


def test_the_last_step_writes_the_deck_file_as_the_terminal_does(page, file):
    all_given(page)
    assert "Save the deck" in words(look(page))
    done = post(page, "/finish")
    assert (page.made.wait(20), "The deck is finished" in words(done)) == (True, True)
    found = check_deck_file(file.read_text())
    assert (found.errors, found.warnings, draft_file(file).exists()) == ((), (), False)
    assert dict(read_deck_file(file.read_text()).deck.cards) == dict(DECK.cards)


def test_a_deck_with_too_many_of_a_colour_says_so_with_the_way_to_the_card(page):
    all_given(page, {"colour": "orange", "shields": "0"})
    told = words(look(page))
    assert ('"orange" has 17 of 16 cards' in told.replace("&quot;", '"'), "Save the deck as it is" in told) == (
        True,
        True,
    )
    assert 'href="/card/1">card 1</a>: windows' in look(page).body.decode()


def test_a_deck_that_is_none_yet_is_not_written(page, file):
    give(page, 3)
    assert (post(page, "/finish").status, file.exists()) == (422, False)


def plain():
    stream = io.BytesIO()
    Image.new("RGB", (400, 300), (90, 90, 90)).save(stream, "JPEG")
    return stream.getvalue()


REFUSED = {
    "HEIC": (lambda: HEIC, "HEIC"),
    "a letter": (lambda: b"x", "not a JPEG"),
    "nothing": (bytes, "not a JPEG"),
    "without cards": (plain, "No card was recognised."),
    "cut short": (lambda: photograph()[:20_000], "arrived incomplete"),
}


@pytest.mark.parametrize(("data", "told"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_photograph_of_cards_is_refused_with_a_sentence(page, data, told):
    answer = send(page, data())
    assert (answer.status, told in words(answer)) == (422, True)


def test_whatever_goes_wrong_with_a_photograph_refuses_it(page, monkeypatch):
    def broken(*_):
        raise cv2.error("remap")

    monkeypatch.setattr("lucca_pi.box.desk.detect", broken)
    answer = send(page, photograph())
    assert (answer.status, "The photograph cannot be read (remap)" in words(answer)) == (422, True)


@pytest.mark.parametrize("path", ["/take", "/answer", "/finish", "/card/3", "/settle"])
def test_who_was_not_let_in_sees_and_changes_nothing_and_nor_do_other_pages(page, path):
    assert post(page, path, Origin="http://evil.example").status == 403
    page.cookie = ""
    assert post(page, path).headers["Location"] == "/pair"
    assert all(ask(page, seen).headers["Location"] == "/pair" for seen in ("/", "/card/3", "/crop/3.jpg"))


@pytest.mark.parametrize("path", ["/card/0", "/card/97", "/crop/9999.jpg", "/card/x"])
def test_there_are_96_cards(page, path):
    assert look(page, path).status == 404


def test_the_first_page_asks_for_sizes_and_colours_once(file):
    with served(StickerDesk(file)) as page:
        assert "Stickers: side length in mm" in words(look(page))
        wrong = post(page, "/settle", {**SETTLED, "sticker": "900"})
        assert (wrong.status, "as in 14" in words(wrong), draft_file(file).exists()) == (422, True, False)
        post(page, "/settle", {**SETTLED, "sticker": "12"})
        assert (page.desk.draft.sizes.sticker_mm, "Photograph 12 or 24 cards" in words(look(page))) == (12, True)


def test_a_place_that_cannot_be_written_to_is_said(tmp_path):
    (tmp_path / "gone").mkdir()
    with served(StickerDesk(tmp_path / "gone" / "box.json")) as page:
        (tmp_path / "gone").rmdir()
        assert "cannot be written" in words(post(page, "/settle", SETTLED))


def test_it_speaks_german(file):
    use("de")
    try:
        with served(StickerDesk(file)) as page:
            assert "Rot, Orange, Gelb, Grün, Blau, Violett" in look(page).body.decode()
            post(page, "/settle", {**SETTLED, "colours": "Rot, Orange, Gelb, Grün, Blau, Violett"})
            told = words(send(page, photograph()))
            assert ("4 Karten" in told, "3 Gelb" in told, "card" in told.lower()) == (True, True, False)
    finally:
        use(SOURCE)


def test_the_terminal_tells_where_the_page_is_its_code_and_that_the_deck_is_kept(file, monkeypatch):
    monkeypatch.setattr("lucca_pi.web.door._LAST_S", 0)
    said, stopped = [], threading.Event()
    stopped.set()
    assert not enrol_from_phones(file, Binding(HERE, 0), said.append, stopped)
    assert said[0].startswith("Open on your phone: http://127.0.0.1:")


def test_a_port_that_is_taken_is_named(page, tmp_path):
    with pytest.raises(PageError, match="Choose another port"):
        enrol_from_phones(tmp_path / "other.json", Binding(HERE, port_of(page)), print)


def test_the_terminal_speaks_german(file):
    use("de")
    try:
        _, said = run(file, ["", "", "", "rot2", "x"])
        assert ("2 Fenster, 1 Schild" in said, "Bitte die Fenster" in said, "card" in said) == (True, True, False)
    finally:
        use(SOURCE)
