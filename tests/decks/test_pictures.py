"""Enrolling from pictures: cards are read anywhere in the picture, their colours proposed, a contact sheet shown."""

import io

import numpy as np
import pytest
from box import DPI, LAMP, START, card_picture, entered, run, table
from PIL import Image

from lucca_pi.box.draft_files import DeckDraft, Sizes, draft_file, load_draft
from lucca_pi.box.proposals import colour_by_shade
from lucca_pi.box.sheets import CELL, COLUMNS, MARGIN, TITLE, deck_sheet
from lucca_pi.box.sheets import DPI as SHEET_DPI
from lucca_pi.box.sticker_desk import see_cards
from lucca_pi.box.terminal import Dialogue, enrol, photographs
from lucca_pi.games.citta.paper.facades import facade_of
from lucca_pi.games.citta.rules.deck import DeckFile, reference_deck, reference_deck_file
from lucca_pi.ports import LookError
from lucca_pi.vision.detect import flipped
from lucca_pi.vision.picture import PictureError, load_colour
from tests.sim.games import random_deck

DECK = reference_deck()
CODES = [96 - 4 * place for place in range(24)]


GERMAN = ("Rot", "Orange", "gelb", "Grün", "blau", "Lila")
SEEN = {
    "white": ((1.0, 1.0, 1.0), DECK.colours),
    "lamp": (LAMP, DECK.colours),
    "daylight": ((0.8, 0.9, 1.0), DECK.colours),
    "in German": ((1.0, 1.0, 1.0), GERMAN),
}


@pytest.mark.parametrize(("light", "words"), SEEN.values(), ids=SEEN)
def test_24_cards_are_read_and_their_colours_known_by_their_words(light, words):
    cards, said = see_cards(table(CODES, light), Sizes()), dict(zip(DECK.colours, words, strict=True))

    assert [card.code for card in cards] == sorted(CODES)
    seen = [colour_by_shade(card.shade, DeckDraft(words)) for card in cards]
    assert seen == [said[DECK[card.code].colour] for card in cards]


def test_no_colour_is_proposed_while_one_of_the_six_is_not_known():
    (card,) = see_cards(table([4]), Sizes())
    names = ("red", "orange", "yellow", "green", "blue", "dusk")
    learnt = DeckDraft(
        names, cards={4: reference(4, dict(zip(DECK.colours, names, strict=True)))}, shades={4: card.shade}
    )
    assert [colour_by_shade(card.shade, draft) for draft in (DeckDraft(names), learnt)] == [None, None]


def test_the_shade_hardly_depends_on_the_light():
    (white,), (lamp,) = see_cards(table([18]), Sizes()), see_cards(table([18], LAMP), Sizes())
    assert np.abs(np.subtract(white.shade, lamp.shade)).max() < 6


def test_colours_in_other_words_are_learnt_from_the_cards_entered():
    names = {name: name[::-1] for name in DECK.colours}
    cards, words = see_cards(table(CODES), Sizes()), tuple(names.values())
    assert colour_by_shade(cards[0].shade, DeckDraft(words)) is None

    entered = {card.code: reference(card.code, names) for card in cards[:12]}
    learnt = DeckDraft(words, entered, {card.code: card.shade for card in cards[:12]})
    assert [colour_by_shade(card.shade, learnt) for card in cards[12:]] == [
        names[DECK[c.code].colour] for c in cards[12:]
    ]


def reference(code, names):
    card = DECK[code]
    return type(card)(card.number, names[card.colour], card.windows, card.shields)


def test_a_card_is_cut_out_upright():
    (card,) = see_cards(table([40]), Sizes())
    printed = np.asarray(card_picture(40).resize(card.picture.shape[1::-1]), float)

    assert np.abs(printed - card.picture * (printed.mean() / card.picture.mean())).mean() < 20


@pytest.mark.parametrize("sizes", [Sizes(), Sizes((66, 93), 12), Sizes((45, 68), 16)])
def test_a_card_of_any_size_is_cut_out_whole(sizes):
    """Its edges, all round, are those of the printed card."""
    printed = card_picture(40, sizes.card_mm, sizes.sticker_mm)
    (card,) = see_cards(np.asarray(printed), sizes)

    resized = np.asarray(printed.resize(card.picture.shape[1::-1]), float)
    assert np.abs(resized - card.picture).mean() < 15


ODD = {
    "Code 3 is visible 2 times": lambda: table([3, 7, 3]),
    "The picture is mirrored: switch that off in the camera.": lambda: flipped(table([3])),
}


@pytest.mark.parametrize(("told", "picture"), ODD.items())
def test_a_code_on_two_cards_and_a_mirrored_picture_are_told(tmp_path, told, picture):
    assert told in run(tmp_path / "box.json", START, iter([picture()]))[1]


def test_one_key_a_card_takes_the_colours_of_the_picture_and_the_next_picture_goes_on(tmp_path):
    file = tmp_path / "box.json"
    keys = [str(DECK[code].windows) for code in (3, 7, 8, 50)]
    _, said = run(file, [*START, *keys[:3], "", keys[3], ""], iter([table([8, 3, 7]), table([50, 3])]))

    assert entered(file) == {code: DECK[code] for code in (3, 7, 8, 50)}
    assert "Not in any picture: the codes 1, 2, 4 to 6, 9 to 49, 51 to 96" in said


def test_keys_in_a_row_are_shown_before_they_count(tmp_path):
    file, codes = tmp_path / "box.json", (3, 7, 8, 50)
    keys = "".join(str(DECK[code].windows) for code in codes)
    _, said = run(file, [*START, "0000", "b", keys], iter([table(codes)]))

    assert load_draft(draft_file(file)).cards == {}
    assert f"  8: 8 {DECK[8].colour}, 0 windows, 3 shields" in said
    assert entered(file) == {code: DECK[code] for code in codes}
    _, said = run(file, [""], iter([table(codes)]))
    assert load_draft(draft_file(file)).cards == {code: DECK[code] for code in codes}


def test_cards_that_no_picture_shows_are_asked_for_by_keyboard(tmp_path):
    file = tmp_path / "box.json"
    run(file, [*START, "-", str(DECK[7].windows), "", "red1"], iter([table([3, 7])]))
    assert {*entered(file)} == {7, 1}


def test_the_contact_sheet_is_written_and_named(tmp_path):
    _, said = run(tmp_path / "box.json", START, iter([table(CODES[:7])]))

    assert str(tmp_path / "box-cards.png") in said
    with Image.open(tmp_path / "box-cards.png") as sheet:
        assert [card.code for card in see_cards(np.asarray(sheet), Sizes())] == sorted(CODES[:7])


def test_a_photograph_is_read_upright_in_colour(tmp_path):
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was turned
    card_picture(5).transpose(Image.Transpose.ROTATE_90).save(tmp_path / "a.jpg", exif=exif, dpi=(DPI, DPI))

    assert load_colour(tmp_path / "a.jpg").shape[:2] == card_picture(5).size[::-1]


def test_a_file_that_is_no_picture_is_named(tmp_path):
    (tmp_path / "a.jpg").write_text("no picture")
    with pytest.raises(PictureError, match=r"a\.jpg"):
        next(photographs([tmp_path / "a.jpg"], Dialogue(io.StringIO(), io.StringIO())))


def test_a_damaged_photograph_is_said_to_be_so(tmp_path):
    for name in ("whole", "damaged"):
        card_picture(5).convert("RGB").save(tmp_path / f"{name}.jpg")
    data = (tmp_path / "damaged.jpg").read_bytes()
    middle = len(data) // 2
    (tmp_path / "damaged.jpg").write_bytes(data[:middle] + b"\xff\xd9" + data[middle:])
    said = io.StringIO()
    assert len([*photographs(sorted(tmp_path.glob("*.jpg")), Dialogue(io.StringIO(), said))]) == 2
    assert ("damaged.jpg is damaged" in said.getvalue(), "whole.jpg" in said.getvalue()) == (True, False)


def test_with_a_camera_each_enter_takes_a_picture_until_the_owner_stops(tmp_path):
    said, pictures = io.StringIO(), iter([table([3]), table([7])])
    lines = [*START, "b", "", "2", "", "", "1", "q"]
    dialogue = Dialogue(io.StringIO("\n".join(lines) + "\n"), said)

    assert not enrol(tmp_path / "box.json", None, dialogue, camera=pictures.__next__)
    assert {*entered(tmp_path / "box.json")} == {3, 7}
    assert said.getvalue().count("1 card recognised.") == 2


def test_a_camera_that_gives_no_picture_is_said_and_asked_again(tmp_path):
    def broken():
        raise LookError("The camera gives no picture.")

    said = io.StringIO()
    dialogue = Dialogue(io.StringIO("\n\n\n\n\n"), said)
    assert not enrol(tmp_path / "box.json", None, dialogue, camera=broken)
    assert said.getvalue().count("  The camera gives no picture.") == 2


def beside_number(picture, place):
    """The colour left of the number of the card at that place, as "#rrggbb"."""
    row, column = divmod(place, COLUMNS)
    x_mm, y_mm = MARGIN + column * CELL[0] + 1.5, MARGIN + TITLE + row * CELL[1] + 4
    return "#{:02x}{:02x}{:02x}".format(
        *picture.getpixel((round(x_mm / 25.4 * SHEET_DPI), round(y_mm / 25.4 * SHEET_DPI)))
    )


def test_the_cards_stand_in_the_order_of_their_numbers_in_their_colours():
    deck = random_deck(4)
    numbers = sorted(deck.cards)
    picture = deck_sheet(DeckFile("box", deck, dict(enumerate(deck.cards, start=1))))

    for place in (0, 11, 12, 50, 95):
        assert beside_number(picture, place) == facade_of(deck[numbers[place]].colour, deck.colours).colour


def test_the_sheet_is_as_large_as_twelve_by_eight_cards():
    width, height = deck_sheet(reference_deck_file()).size

    assert (width > height, round(width / SHEET_DPI * 25.4) == round(2 * MARGIN + 12 * CELL[0] - 1.6)) == (True, True)
