"""Pictures of one moment are one look: each piece once, as it was seen best."""

from dataclasses import replace

from positions import EAST, SOUTH, card, look

from lucca_pi.table.joined import joined
from lucca_pi.table.sighting import Miscoloured, NameCard

PIECES = (SOUTH, EAST, card(1, -50, 100), card(2, 60, 110, margin=0.3), card(111, -200, -90), card(111, -156, -90))


def test_a_card_that_only_one_of_the_pictures_shows_is_there():
    assert joined([look(*PIECES[:3]), look(*PIECES), look(SOUTH)]).sightings == joined([look(*PIECES)]).sightings


def test_of_several_sightings_of_a_piece_the_surest_counts():
    surer = card(2, 60, 110, margin=0.9)
    assert surer in joined([look(*PIECES), look(SOUTH, EAST, PIECES[2], surer)]).sightings
    assert len(joined([look(*PIECES), look(*PIECES[:3], surer, *PIECES[4:])]).sightings) == len(PIECES)


def test_a_code_at_two_places_stays_at_both():
    elsewhere = joined([look(*PIECES), look(*PIECES[:3], card(2, 300, -150))]).sightings
    assert sum(seen.code == 2 for seen in elsewhere) == 2


def test_the_axes_are_those_of_the_first_picture_even_where_it_shows_another_quarter():
    east_alone = look(card(103, 0, 0), card(1, -500, -490, 90))
    found = joined([look(*PIECES), east_alone]).sightings
    assert [seen for seen in found if seen.code == 1] == [PIECES[2]]


def test_a_card_that_one_picture_doubts_for_its_colour_is_doubted():
    red, blue, green = Miscoloured(7, "red"), Miscoloured(7, "blue"), Miscoloured(3, "green")
    looks = [replace(look(*PIECES), miscoloured=doubted) for doubted in ((), (red,), (blue, green))]
    assert joined(looks).miscoloured == (green, red)


def test_name_cards_of_all_pictures_are_there_once_each_in_the_axes_of_the_first():
    ada, ben = NameCard("Ada", 100.0, 0.0), NameCard("Ben", 0.0, 100.0)
    turned = replace(
        look(card(101, 0, 0, 90)), names=(replace(ada, x_mm=2.0, y_mm=100.0), NameCard("Ben", -100.0, 0.0))
    )
    assert joined([replace(look(card(101, 0, 0)), names=(ada,)), turned]).names == (ada, ben)
