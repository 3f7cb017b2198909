"""Where cards lie on the drawn table, held against the table's own rules for whose they are."""

from dataclasses import replace
from functools import cache
from itertools import combinations

import cv2
import numpy as np
import pytest

from lucca_pi.drawn.things import moved_point
from lucca_pi.errors import RuleError
from lucca_pi.games.citta.drawn.scenes import DrawnCard, lay_cards, quarter_codes_of, table_scenes
from lucca_pi.games.citta.drawn.seats import TABLES, table_for
from lucca_pi.games.citta.rules.deck import reference_deck_file
from lucca_pi.games.citta.table.areas import CardPlace, place_of
from lucca_pi.games.citta.table.pieces import BACK_CODE, QUARTER_CODES, CardFace, Cards
from lucca_pi.games.citta.table.reading import triplets_among
from lucca_pi.table.sighting import Sighting, wrapped
from tests.cases import some
from tests.sim.eye import code_middle
from tests.sim.games import random_game

DECK = reference_deck_file()
PIECES = Cards({code: CardFace(number, DECK.deck[number].colour) for code, number in DECK.codes.items()})
ROOM_FOR_WALLS = 11
GAMES = [(players, seed) for players in (3, 4, 5) for seed in range(4)]


@cache
def record_of(players, seed):
    return random_game(seed, players, "english").record


def scenes_with_room(players, seed):
    """A random game's looks, but for those in which somebody's walls and completed palaces outgrow their room."""
    for scene in table_scenes(record_of(players, seed), seed):
        if all(beside_and_above(quarter) <= ROOM_FOR_WALLS for quarter in scene.position.quarters.values()):
            yield scene


def beside_and_above(quarter):
    return quarter.walls + len(quarter.towers) + len(quarter.completed)


@cache
def tables(players, seed):
    seats = quarter_codes_of(record_of(players, seed))
    return [
        (scene, lay_cards(scene.position, scene.centre, seats, DECK, seed=seed, places=scene.places))
        for scene in scenes_with_room(players, seed)
    ]


def sighting(card):
    return Sighting(card.code, *code_middle(card, DECK), wrapped(card.heading_deg))


def outline(card, width=59.0, height=91.0):
    corners = ((-width, -height), (width, -height), (width, height), (-width, height))
    middle = (card.x_mm, card.y_mm)
    return np.float32([moved_point(middle, card.heading_deg, x / 2, y / 2) for x, y in corners])


def common_mm2(one, other):
    return cv2.intersectConvexConvex(one, other)[0]


def near(cards):
    pairs = combinations([card for card in cards if not card.buried], 2)
    return [(one, other) for one, other in pairs if abs(one.x_mm - other.x_mm) + abs(one.y_mm - other.y_mm) < 220]


def sticker(card):
    """The black square and a millimetre of white around it."""
    side = PIECES.by_code[card.code].square_mm + 2
    return outline(DrawnCard(card.code, *code_middle(card, DECK), card.heading_deg, 0), side, side)


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_every_card_lies_where_its_owner_and_area_are_read(players, seed):
    for _, cards in some(tables(players, seed)):
        quarters = [sighting(card) for card in cards if card.code in QUARTER_CODES]
        for card in cards:
            if card.code not in QUARTER_CODES:
                assert place_of(sighting(card), quarters) == CardPlace(card.owner, card.area), card


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_cards_cover_no_code_and_hardly_those_of_others_and_rows_overlap_by_at_most_a_third(players, seed):
    for _, cards in some(tables(players, seed)):
        for one, other in near(cards):
            below, above = sorted((one, other), key=lambda card: card.level)
            common = common_mm2(outline(one), outline(other))
            in_row = {one.area, other.area} <= {"completed", "opened"}
            assert common_mm2(sticker(below), outline(above)) < 1, (one, other)
            assert common < 4 * 91 or (one.owner, one.area) == (other.owner, other.area), (one, other)
            assert common <= 59 * 91 / 3 or not in_row, (one, other)


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_only_triplets_look_like_triplets(players, seed):
    for scene, cards in some(tables(players, seed)):
        centre = [sighting(card) for card in cards if card.owner is None]
        seen = {frozenset(PIECES.name(card.code) for card in triplet) for triplet in triplets_among(centre, PIECES)}
        assert seen == {frozenset(triplet) for triplet in scene.centre.triplets if triplet}


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_discards_lie_a_card_s_width_from_the_triplets(players, seed):
    for scene, cards in some(tables(players, seed)):
        centre = [(PIECES.name(card.code), outline(card)) for card in cards if card.owner is None]
        offered = [corners for name, corners in centre if name not in scene.centre.discards]
        for card in (corners for name, corners in centre if name in scene.centre.discards):
            assert all(gap_mm(card, triplet) > 57 for triplet in offered)


def gap_mm(one, other):
    """Between two upright cards."""
    between = np.maximum(one.min(0) - other.max(0), other.min(0) - one.max(0))
    return np.hypot(*np.maximum(between, 0))


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_everything_lies_on_the_table(players, seed):
    half = np.array(TABLES[players].size_mm) / 2
    for _, cards in some(tables(players, seed)):
        assert all((abs(outline(card)) <= half + 1).all() for card in cards)


@pytest.mark.parametrize("card_mm", [(59, 91), (66, 91), (70, 100), (44, 67)])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_cards_of_any_size_lie_with_their_owners_and_cover_no_code(players, card_mm):
    deck = replace(DECK, card_mm=card_mm)
    seats = quarter_codes_of(record_of(players, 0))
    for scene in some(list(scenes_with_room(players, 0))[::4]):
        cards = lay_cards(scene.position, scene.centre, seats, deck, places=scene.places)
        read = [Sighting(card.code, *code_middle(card, deck), wrapped(card.heading_deg)) for card in cards]
        quarters = [one for one in read if one.code in QUARTER_CODES]
        for card, one in zip(cards, read, strict=True):
            assert card.code in QUARTER_CODES or place_of(one, quarters) == CardPlace(card.owner, card.area)
        for below, above in (sorted(pair, key=lambda card: card.level) for pair in near(cards)):
            assert common_mm2(square(below, deck), outline(above, *card_mm)) < 1


def square(card, deck):
    return outline(DrawnCard(card.code, *code_middle(card, deck), card.heading_deg, 0), 13, 13)


def test_cards_too_large_for_the_table_are_refused():
    with pytest.raises(RuleError, match="cards of 80 x 120 mm do not fit"):
        table_for(4, (80, 120))


def test_what_has_been_laid_keeps_its_place_until_it_moves_to_another_area():
    before = {}
    for _, cards in some(tables(3, 1)):
        now = {(card.code, card.owner, card.area): card for card in cards if card.code != BACK_CODE and not card.buried}
        moved_cards = [key for key in before.keys() & now.keys() if before[key].x_mm != now[key].x_mm]
        assert not moved_cards
        before = now


def test_the_same_seed_lays_the_same_table_and_another_seed_another():
    record = record_of(4, 2)
    scene = list(table_scenes(record, 2))[9]
    tables = [lay_cards(scene.position, scene.centre, quarter_codes_of(record), DECK, seed=seed) for seed in (5, 5, 6)]
    assert tables[0] == tables[1]
    assert tables[0] != tables[2]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_seat_has_room_for_ten_walls(players):
    assert all(seat.room >= 10 for seat in TABLES[players].seats)


@pytest.mark.parametrize(("players", "seed"), [(3, 29), (4, 29), (4, 32), (4, 33), (5, 32)])
def test_walls_beyond_a_seat_s_room_continue_their_player_s_row_and_nothing_covers_their_codes(players, seed):
    record = record_of(players, seed)
    scene = list(table_scenes(record, seed))[-1]
    assert max(beside_and_above(quarter) for quarter in scene.position.quarters.values()) > 12
    cards = lay_cards(scene.position, scene.centre, quarter_codes_of(record), DECK, seed=seed, places=scene.places)
    quarters = [sighting(card) for card in cards if card.code in QUARTER_CODES]
    walls = [card for card in cards if card.code == BACK_CODE]
    for wall in walls:
        row = [np.hypot(one.x_mm - wall.x_mm, one.y_mm - wall.y_mm) for one in walls if one.owner == wall.owner]
        assert place_of(sighting(wall), quarters).owner == wall.owner or sorted(row)[1] < 67
    for below, above in (sorted(pair, key=lambda card: card.level) for pair in near(cards)):
        assert common_mm2(sticker(below), outline(above)) < 1
