"""The picture of the look that was confirmed last, and the address as a QR code."""

from dataclasses import replace

import cv2
import numpy as np
from evening import looks

from lucca_pi.devices.album import NoAlbum
from lucca_pi.ports import Frame
from lucca_pi.web.picture import LastPicture, smaller


def frame(grey=100, colour=None, size=(480, 640)):
    small = None if colour is None else np.full((size[0] // 4, size[1] // 4, 3), colour, np.uint8)
    return Frame("a frame", np.full(size, grey, np.uint8), small)


def looked(album, number, *frames):
    """The look that these frames became."""
    album.new_look(number)
    for one in frames:
        album.take(one)
    album.became(looks()[number])
    return looks()[number]


def brightness(album):
    return round(cv2.imdecode(np.frombuffer(album.jpeg, np.uint8), cv2.IMREAD_GRAYSCALE).mean())


def test_it_is_the_first_picture_of_the_look_that_was_confirmed():
    album = LastPicture(NoAlbum())
    at_rest, look = looked(album, 0, frame(50)), looked(album, 1, frame(150), frame(250))
    assert album.jpeg is None
    album.confirm("001-r1-t1", (at_rest, look))
    assert abs(brightness(album) - 150) < 3


def test_an_earlier_look_has_its_own_picture():
    album = LastPicture(NoAlbum())
    first, second = looked(album, 0, frame(50)), looked(album, 1, frame(150))
    corners = [(0, 0), (10, 0), (10, 10), (0, 10)]
    crops = [album.crop(look, corners) for look in (first, second)]
    assert None not in crops and crops[0] != crops[1]
    album.confirm("000-deal", (first,))
    assert abs(brightness(album) - 50) < 3


def test_the_picture_of_the_look_that_is_asked_about_has_its_cards_outlined():
    album = LastPicture(NoAlbum())
    look, (left, top), (right, bottom) = looked(album, 0, frame(50)), *(looks()[0].view_mm[at] for at in (0, 2))
    inside = [(left + 50, top + 50), (right - 50, top + 50), (right - 50, bottom - 50), (left + 50, bottom - 50)]
    plain, marked = (album.asked(look, outlines) for outlines in ([], [inside]))
    assert plain != marked
    assert album.asked(look, [inside]) is marked
    assert album.asked(looks()[5], []) is None


def test_cards_are_outlined_where_a_bent_lens_shows_them():
    """A lens that shows all of the table in the right half of the picture."""
    bent = replace(looks()[0], shares_of_picture=lambda places_mm: np.array([(0.5, 0), (1, 0), (1, 1), (0.5, 1)]))
    album = LastPicture(NoAlbum())
    album.new_look(0)
    album.take(frame(50))
    album.became(bent)
    marked = cv2.imdecode(np.frombuffer(album.asked(bent, [[(0, 0)] * 4]), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert (marked[:, :300] < 70).all() and (marked[:, 318:322] > 70).any()


def test_what_is_taken_back_is_not_shown_nor_is_a_turn_told_by_hand():
    album = LastPicture(NoAlbum())
    album.confirm("000-deal", (looked(album, 0, frame()),))
    album.take_back(0)
    assert album.jpeg is None
    album.confirm("000-deal", (looked(album, 0, frame()),))
    album.open("another game")
    assert album.jpeg is None


def test_a_large_picture_is_made_smaller_and_keeps_its_colours():
    picture = smaller(frame(128, colour=(200, 60, 60), size=(1800, 3200)))
    assert picture.shape == (900, 1600, 3)
    blue, green, red = picture[450, 800]
    assert red > green + 50
    assert red > blue + 50


def test_a_picture_of_one_row_is_made_smaller_too():
    assert smaller(frame(size=(1, 3200))).shape == (1, 1600, 3)
