"""Pictures of one moment are one look: each piece once, as it was seen best."""

from dataclasses import replace

from positions import EAST, PIECES, SOUTH, card, look

from lucca_pi.table.looks import joined
from lucca_pi.table.sighting import Alike, Miscoloured, NameCard

LYING = (SOUTH, EAST, card(1, -50, 100), card(2, 60, 110, margin=0.3), card(111, -200, -90), card(111, -156, -90))


def of(*looks):
    return joined(looks, PIECES)


def test_a_card_that_only_one_of_the_pictures_shows_is_there():
    assert of(look(*LYING[:3]), look(*LYING), look(SOUTH)).sightings == of(look(*LYING)).sightings


def test_of_several_sightings_of_a_piece_the_surest_counts():
    surer = card(2, 60, 110, margin=0.9)
    assert surer in of(look(*LYING), look(SOUTH, EAST, LYING[2], surer)).sightings
    assert len(of(look(*LYING), look(*LYING[:3], surer, *LYING[4:])).sightings) == len(LYING)


def test_a_code_at_two_places_stays_at_both():
    elsewhere = of(look(*LYING), look(*LYING[:3], card(2, 300, -150))).sightings
    assert sum(seen.code == 2 for seen in elsewhere) == 2


def test_the_axes_are_those_of_the_first_picture_even_where_it_shows_another_quarter():
    east_alone = look(card(103, 0, 0), card(1, -500, -490, 90))
    found = of(look(*LYING), east_alone).sightings
    assert [seen for seen in found if seen.code == 1] == [LYING[2]]


def test_a_card_that_one_picture_doubts_for_its_colour_is_doubted():
    red, blue, green = Miscoloured(7, "red"), Miscoloured(7, "blue"), Miscoloured(3, "green")
    looks = [replace(look(*LYING), miscoloured=doubted) for doubted in ((), (red,), (blue, green))]
    assert of(*looks).miscoloured == (green, red)


def test_name_cards_of_all_pictures_are_there_once_each_in_the_axes_of_the_first():
    ada, ben = NameCard("Ada", 100.0, 0.0), NameCard("Ben", 0.0, 100.0)
    turned = replace(
        look(card(101, 0, 0, 90)), names=(replace(ada, x_mm=2.0, y_mm=100.0), NameCard("Ben", -100.0, 0.0))
    )
    assert of(replace(look(card(101, 0, 0)), names=(ada,)), turned).names == (ada, ben)


def alike(*looks):
    """What is left open of pictures in which a card lies at one place."""
    return [one.codes for one in of(*(replace(look(*LYING), alike=views) for views in looks)).alike]


def test_of_a_card_that_may_be_one_of_several_stays_what_all_pictures_leave_open():
    one, other, far = Alike((7, 8, 9), 0, 300, 0), Alike((9, 5, 8), 3, 301, 1), Alike((7, 8), 90, 300, 0)
    assert alike((one,), (other, far)) == [(8, 9), (7, 8)]
    assert alike((one,), (replace(one, codes=(5, 6)),)) == [(5, 6)]


def test_a_picture_that_knows_no_such_card_says_less_than_one_that_names_some():
    one, strange = Alike((7, 8), 0, 300, 0), Alike((), 2, 300, 0)
    assert alike((strange,), (one,)) == [(7, 8)]
    assert alike((strange,), (strange,)) == [()]


def test_a_card_that_one_picture_is_sure_of_is_not_left_open():
    assert alike((Alike((1, 5), -48, 102, 0),), ()) == []
