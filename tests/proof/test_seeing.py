"""Pictures of a game's file made into looks."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest
from pebbles import GAME as PEBBLE_GAME

from lucca_pi.errors import UnreadableError
from lucca_pi.games.citta.example import EXAMPLE
from lucca_pi.games.citta.files import load_deck
from lucca_pi.games.citta.table.pieces import pieces_in
from lucca_pi.proof import seeing
from lucca_pi.proof.seeing import NOTHING, FileEyes, NothingSeenError
from lucca_pi.vision.detect import flipped
from lucca_pi.vision.picture import PictureError, picture_in
from tests.faces.tables import camera, card, few_faces

FRAMES = {"deal": "000-deal.jpg", "first": "001-r1-t1.jpg"}


class Pictures:
    """An archive of two pictures and a damaged one, without calibrations; whatever else is asked for is no picture."""

    def __contains__(self, name):
        return False

    def picture(self, name):
        if name == "damaged":
            whole = self.picture("deal")
            return whole[: len(whole) // 2] + b"\xff\xd9" + whole[len(whole) // 2 :]
        return (EXAMPLE / "frames" / FRAMES[name]).read_bytes() if name in FRAMES else b"no picture"


@pytest.fixture(scope="module")
def eyes():
    return FileEyes(Pictures(), pieces_in(load_deck(str(EXAMPLE / "deck.json"))), "aruco")


def seen(looks):
    return [len({one.code for one in look.sightings if one.code <= 96}) for look in looks]


def true_count(image):
    reading = next(one for one in json.loads((EXAMPLE / "readings.json").read_text()) if one["image"] == image)
    owned = [card for quarter in reading["quarters"] for cards in quarter["construction"].values() for card in cards]
    return len(owned) + len(reading["centre"])


def test_each_look_is_seen_the_last_after_those_at_rest(eyes):
    assert seen(eyes.looks((("deal",), ("first",)))) == [true_count(image) for image in FRAMES.values()]


def test_pictures_of_one_moment_make_one_look(eyes):
    """A card that was moved between them is seen at both places."""
    (first,), (both,) = eyes.looks((("deal",),)), eyes.looks((("deal", "none", "first"),))
    assert set(first.sightings) < set(both.sightings)


def test_a_picture_at_rest_that_cannot_be_read_is_passed_over(eyes):
    assert seen(eyes.looks((("none",), ("deal",)))) == [true_count(FRAMES["deal"])]


def test_a_last_picture_that_cannot_be_read_is_named(eyes):
    with pytest.raises(NothingSeenError, match="none is not a readable picture"):
        eyes.looks((("deal",), ("none",)))


def test_a_damaged_picture_shows_nothing_that_counts(eyes):
    """Cards may be missing in it."""
    with pytest.raises(NothingSeenError, match=r"damaged is damaged \(.+\)"):
        eyes.looks((("damaged",),))
    assert seen(eyes.looks((("damaged", "deal"),))) == [true_count(FRAMES["deal"])]


@pytest.mark.parametrize("name", ["deal", "damaged"])
def test_pictures_of_far_too_many_pixels_together_are_refused_before_the_last_is_decoded(name, monkeypatch):
    """Each of them may be small as a file."""
    archive, decoded = Pictures(), []
    monkeypatch.setattr(seeing, "picture_in", lambda data: decoded.append(data) or picture_in(data))
    archive.file = "game.zip"
    with monkeypatch.context() as limited:
        limited.setattr(seeing, "MOST_PX", 30_000_000)
        few = FileEyes(archive, pieces_in(load_deck(str(EXAMPLE / "deck.json"))), "aruco")
    with pytest.raises(UnreadableError, match="pixels"):
        [few.looks(((name,), ("none",), ("deal",))) for _ in range(20)]
    assert len(decoded) == 2


def test_no_pictures_show_nothing(eyes):
    assert eyes.looks(()) == ()


def test_where_a_game_asks_whether_the_table_is_in_sight_the_look_tells(eyes):
    asked = []

    def beside_the_cards(look):
        asked.extend(replace(one, y_mm=one.y_mm + 75.0) for one in look.sightings)
        return asked

    (look,) = eyes.looks((("deal",),), replace(NOTHING, unseen=beside_the_cards))
    assert 0 < len(look.bare) < len(asked) and {*look.bare} <= {(one.x_mm, one.y_mm) for one in asked}
    assert eyes.looks((("deal",),))[0].bare == ()


class Kept:
    """An archive of two pictures of cards without codes, in grey, their colours beside them."""

    def __init__(self):
        drawn = camera([card(17, -60, 80), card(42, 20, -80, 90)], [card(17, -60, 80), card(5, 20, -80, 90)])
        self._members = {}
        for number in range(2):
            frame = drawn.look(number)
            self._members[f"{number}.png"] = cv2.imencode(".png", frame.grey)[1].tobytes()
            self._members[f"colour/{number}.png"] = cv2.imencode(".png", frame.colour[..., ::-1])[1].tobytes()

    def __contains__(self, name):
        return name in self._members

    def picture(self, name):
        return self._members[name]


def test_cards_without_codes_are_followed_from_picture_to_picture():
    eyes = FileEyes(Kept(), pieces_in(few_faces()), "aruco")
    told = [{one.code for one in eyes.looks(((f"{number}.png",),))[0].sightings if one.code < 101} for number in (0, 1)]
    assert told == [{17, 42}, {17, 5}]


class Blank:
    """An archive of a grey picture."""

    def __contains__(self, name):
        return False

    def picture(self, name):
        return cv2.imencode(".png", np.full((600, 800), 90, np.uint8))[1].tobytes()


def test_an_empty_table_is_a_look_where_the_game_may_be_played_on_one():
    assert FileEyes(Blank(), PEBBLE_GAME.rules.pieces(None), "aruco").looks((("blank",),))[0].sightings == ()
    with pytest.raises(NothingSeenError, match="blank shows no quarter"):
        FileEyes(Blank(), pieces_in(load_deck("reference")), "aruco").looks((("blank",),))


def test_photographs_that_cannot_be_read_are_said_once_and_not_of_each_picture():
    damaged = replace(few_faces(), photographs={17: (b"no picture",)})
    with pytest.raises(PictureError, match="The photograph of code 17 cannot be used"):
        FileEyes(Kept(), pieces_in(damaged), "aruco")


def test_a_picture_over_which_a_library_fails_proves_nothing_and_ends_nothing(eyes, monkeypatch):
    def broken(*_):
        raise cv2.error("remap")

    monkeypatch.setattr("lucca_pi.vision.reader.located", broken)
    with pytest.raises(NothingSeenError, match="deal is not a readable picture"):
        eyes.looks((("deal",),))


def test_a_mirrored_picture_proves_nothing(eyes, monkeypatch):
    monkeypatch.setattr("lucca_pi.proof.seeing.picture_in", lambda data: mirrored(picture_in(data)))
    with pytest.raises(NothingSeenError, match="deal is mirrored"):
        eyes.looks((("deal",),))


def mirrored(picture):
    return replace(picture, grey=flipped(picture.grey))
