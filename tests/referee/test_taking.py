"""Which three cards may have been taken, what lies in the centre still, and what of a turn should be out of sight."""

from dataclasses import replace

import pytest
from evening import without
from small_tables import LEFT, laid, put, session_at, with_more

from lucca_pi.games.citta.referee.candidates import candidates, likely_openings, nearest
from lucca_pi.games.citta.referee.centre import (
    another_was_moved,
    card_never_read,
    may_lie,
    not_looked_at,
    taken_triplets,
    was_not_taken,
    weigh_centre,
    weigh_out_of_sight,
    weigh_triplet,
    why_none_was_taken,
)
from lucca_pi.games.citta.referee.verdict import explain
from lucca_pi.games.citta.rules.turn import Play
from lucca_pi.games.citta.session.memory import case_of
from lucca_pi.games.citta.table.pieces import BACK_CODE
from lucca_pi.table.sighting import Sighting, apart_mm

NONE = laid("red 1, blue 5")
BEFORE = laid("red 1, blue 5", (8, 12, 10), *LEFT)
LOOK, AFTER = BEFORE.look(), BEFORE.after("red 1+8, blue 5+12; walls 1").look()
LAST = laid("red 1, blue 5", (8, 12, 10), (4, 9, 6))
LASTED = LAST.after("red 1+8, blue 5+12; walls 1").look()
FIRST = (8, 12, 10)
VIEW = ((-2000, -450), (2000, -450), (2000, 2000), (-2000, 2000))
"""A picture that shows the players and half of the centre."""


def case(*looks, before=BEFORE, **more):
    return case_of(session_at(before, **more).match, looks)


def line(finding):
    return f"{finding.reason.value} {' '.join(map(str, finding.cards))}: {finding.cost:.1f}"


def shifted(x_mm, y_mm, turned_deg=0.0):
    """The look with the first triplet laid out in another place, card by card as it lay."""
    look = LOOK
    for seen in LOOK.sightings:
        if seen.code in FIRST:
            look = put(look, seen.code, seen.x_mm + x_mm, seen.y_mm + y_mm, turned_deg=seen.heading_deg + turned_deg)
    return look


def turned_about_its_first_card():
    """The look with the first triplet laid down the table, as far from its first card as it lay."""
    eight, *others = (seen for code in FIRST for seen in LOOK.sightings if seen.code == code)
    look = LOOK
    for seen in others:
        look = put(look, seen.code, eight.x_mm, eight.y_mm + apart_mm(eight, seen))
    return look


# looks, what is not as `BEFORE`; what speaks against Ada's having taken the first triplet
AGAINST = {
    "it has gone": ((AFTER,), {}, []),
    "nothing has gone": ((LOOK,), {}, ["no triplet taken 8 10 12: 12.0"]),
    "one of it is out of sight": ((without(LOOK, 8),), {}, ["no triplet taken 8 10 12: 12.0"]),
    "two of it are out of sight": ((without(LOOK, 8, 12),), {}, []),
    "two of it lie there, the third is seen at last": ((LOOK,), {"without": [10]}, ["no triplet taken 8 10 12: 12.0"]),
    "its third card was never in sight": ((AFTER,), {"without": [10]}, ["no known triplet 8 10 12: 2.0"]),
    "it was pushed": ((shifted(16, -40),), {}, ["no triplet taken 8 10 12: 12.0"]),
    "it lies together elsewhere": ((shifted(16, -180),), {}, ["moved together 8 10 12: 6.5"]),
    "it lies together turned": ((shifted(16, -180, 90),), {}, ["moved together 8 10 12: 6.5"]),
    "it lies turned about its first card, two of it far from where they lay": (
        (turned_about_its_first_card(),),
        {},
        ["moved together 8 10 12: 6.5"],
    ),
    "it lies elsewhere, a card apart": ((put(shifted(16, -180), 10, 60, -350),), {}, []),
    "another's card is out of sight": ((without(AFTER, 4),), {}, ["left, unread 4: 1.5"]),
    "the same, and it was seen elsewhere at rest": (
        (put(AFTER, 4, 150, 150), without(AFTER, 4)),
        {},
        ["left, at rest elsewhere 4: 5.0", "left, unread 4: 1.5"],
    ),
    "another lay outside the picture": ((replace(without(AFTER, 4, 9, 6), view_mm=VIEW),), {}, []),
    "another's card was moved": ((put(AFTER, 4, 40, -350),), {}, ["left, moved 4: 2.0"]),
    "another's card lies with Ada": ((put(AFTER, 4, 150, 150),), {}, ["left, away 4: 12.0", "left, moved 4: 2.0"]),
    "another's lies 18 mm within reach": ((put(AFTER, 4, 0, -192),), {}, ["left, away 4: 3.0", "left, moved 4: 2.0"]),
    "a card of none lies with Ada": ((put(AFTER, 40, 150, 150),), {}, ["from no triplet 40: 12.0"]),
    "a card of none lies in the centre": ((put(AFTER, 40, 40, -350),), {}, ["next triplets : 12.0"]),
    "a discard lies in the centre": (
        (replace(BEFORE, discards=(51,)).after("red 1+8, blue 5+12; walls 1").look(),),
        {"before": replace(BEFORE, discards=(51,))},
        [],
    ),
    "no triplet was ever seen": ((AFTER,), {"before": NONE}, ["no known triplet 8 10 12: 2.0"]),
    "the round ends, and the other is out of sight": ((without(LASTED, 4, 9, 6),), {"before": LAST, "turns": 2}, []),
    "the round ends, and one of none lies there": ((put(LASTED, 40, 40, -350),), {"before": LAST, "turns": 2}, []),
}


@pytest.mark.parametrize(("looks", "more", "lines"), AGAINST.values(), ids=AGAINST)
def test_what_speaks_against_a_triplet_is_how_the_centre_lies(looks, more, lines):
    judged = case(*looks, **more)
    assert [*map(line, (*weigh_triplet(judged, FIRST), *weigh_centre(judged, (FIRST,))))] == lines


def test_a_card_just_so_far_in_a_reach_is_not_left_and_put_back():
    (found,) = (one for one in weigh_centre(case(put(AFTER, 4, 0, -186)), (FIRST,)) if one.problem)
    assert found.problem == "Ada: 4 lies among the opened palaces; three cards of one triplet are played"
    assert found.remedy == "Put 4 back in the centre"


SECOND = (4, 6, 9)
ALL = {SECOND, (8, 10, 12), (18, 21, 24), (30, 31, 33)}
UNREAD = {"without": [10]}
TAKEN = {
    "all are known": ((AFTER,), {}, ALL),
    "the third, never read, became a wall": ((AFTER,), UNREAD, ALL - {(8, 10, 12)}),
    "the third, never read, was laid": ((put(AFTER, 10, 150, 150),), UNREAD, ALL),
    "the third, never read, was discarded": ((put(AFTER, 10, 60, -700),), UNREAD, ALL),
    "the third is read in its place": ((LOOK,), UNREAD, ALL),
    "of two, never read, one was laid": ((put(AFTER, 10, 150, 150),), {"without": [10, 4]}, ALL),
    "of two, never read, one was discarded": (
        (put(without(AFTER, 4), 10, 60, -700),),
        {"without": [10, 4]},
        ALL - {(8, 10, 12), SECOND},
    ),
    "none was ever seen": ((AFTER,), {"before": NONE}, ALL - {(8, 10, 12)}),
    "one card each of three lies with Ada": ((put(put(put(LOOK, 8, 150, 150), 4, 150, 200), 18, 150, 250),), {}, ALL),
    "the third, never read, was discarded, another's is gone": ((without(put(AFTER, 10, 60, -700), 4),), UNREAD, ALL),
    "the third, never read, was discarded, the second is gone": ((without(put(AFTER, 10, 60, -700), 12),), UNREAD, ALL),
    "the third lies there, and two of another with Ada": ((put(put(LOOK, 4, 150, 150), 9, 150, 200),), UNREAD, ALL),
    "as the round ends, the third, never read, was laid, and all others are gone": (
        (without(put(LASTED, 10, 150, 150), 4, 9, 6),),
        {"before": LAST, "turns": 2, **UNREAD},
        {SECOND, (8, 10, 12)},
    ),
    "as the round ends, a card of the next lies in the place of the third, never read": (
        (put(LASTED, 40, 28, -603),),
        {"before": LAST, "turns": 2, **UNREAD},
        {SECOND},
    ),
}


@pytest.mark.parametrize(("looks", "more", "threes"), TAKEN.values(), ids=TAKEN)
def test_taken_was_a_triplet_that_was_seen_or_what_has_gone_and_come_to_light(looks, more, threes):
    assert sorted(taken_triplets(case(*looks, **more))) == sorted(threes)


def test_a_triplet_is_not_taken_as_long_as_two_of_it_lie_there_or_it_was_only_pushed():
    looks = [LOOK, without(LOOK, 8), without(LOOK, 8, 12), put(LOOK, 8, 60, -700), shifted(0, -50), shifted(0, -95)]
    assert [was_not_taken(case(look), FIRST) for look in looks] == [True, True, False, False, True, False]
    never_read = case(put(LOOK, 10, 150, 150), **UNREAD)
    assert not was_not_taken(never_read, FIRST)
    half = replace(without(LOOK, 8, 12), view_mm=((-20, -2000), (2000, -2000), (2000, 2000), (-20, 2000)))
    assert was_not_taken(case(half), FIRST)
    assert not was_not_taken(case(replace(without(LOOK, *FIRST), view_mm=VIEW)), FIRST)


def test_where_one_of_two_triplets_was_not_taken_that_is_said():
    found = weigh_centre(case(AFTER), (FIRST, SECOND))
    assert [*map(line, found)] == ["no triplet taken 4 6 8 9 10 12: 12.0"]


def test_the_nearest_turn_is_the_one_that_fits_best_if_a_triplet_was_taken():
    assert nearest(case(AFTER)).play == (Play(8, "palace"), Play(12, "palace"), Play(10, "wall"))
    assert nearest(case(LOOK)) is None
    assert nearest(case(without(AFTER, 8, 12, *(name for three in LEFT for name in three)), before=NONE)) is None


def test_only_triplets_whose_absence_may_be_are_played():
    assert {one.triplet for one in candidates(case(AFTER))} == {frozenset(FIRST)}
    walled = BEFORE.after("red 1, blue 5; walls 3").look(without=[4, 9])
    assert {one.triplet for one in candidates(case(walled))} == {frozenset(FIRST), frozenset(SECOND)}


BLUES = "blue 5+12+13+20+27"
CLOSED = laid(f"red 1; completed {BLUES}", (8, 14, 10), *LEFT)
OPENINGS = {
    "closed": (CLOSED.look(), [()]),
    "opened": (laid(f"red 1; opened {BLUES}", (8, 14, 10), *LEFT).look(), [("blue",)]),
    "out of sight": (without(CLOSED.look(), 27), [(), ("blue",)]),
}


@pytest.mark.parametrize(("look", "choices"), OPENINGS.values(), ids=OPENINGS)
def test_only_palaces_that_may_be_opened_by_how_they_lie_are(look, choices):
    assert [colours for colours, _left in likely_openings(case(look, before=CLOSED))] == choices


NEVER = "Ada: the triplet with {} had a card that was never in sight"
NEVER_READ = {
    "all were": ((AFTER,), {}, ""),
    "one of three was not": ((AFTER,), UNREAD, NEVER.format("8 and 12")),
    "two of three were not": ((AFTER,), {"without": [10, 12]}, NEVER.format("8")),
    "it lies there still": ((without(LOOK, 4),), {"without": [4]}, ""),
    "one of it lies there still": ((without(LOOK, 12, 10),), UNREAD, ""),
    "a whole one was taken, and another card came to light": ((put(AFTER, 40, 150, 150),), {}, ""),
    "none was, and three lie with them": ((put(AFTER, 10, 150, 150),), {"before": NONE}, NEVER.format("8, 10 and 12")),
    "none was, and nothing lies with players": ((without(AFTER, 8, 12),), {"before": NONE}, ""),
    "those seen lie there, and another came to light": (
        (put(LOOK, 40, 150, 150),),
        {"without": [30, 31, 33]},
        NEVER.format("40"),
    ),
}


@pytest.mark.parametrize(("looks", "more", "words"), NEVER_READ.values(), ids=NEVER_READ)
def test_where_a_triplet_has_gone_that_was_not_read_whole_it_is_named(looks, more, words):
    assert str(card_never_read(case(*looks, **more))) == words


def test_where_no_triplet_was_seen_and_cards_played_are_not_read_that_is_said():
    empty = case(without(AFTER, 8, 12, *(name for three in LEFT for name in three)), before=NONE)
    assert [*taken_triplets(empty)] == []
    assert why_none_was_taken(empty) == "Ada: no triplet was in sight, and not all three cards played can be read"
    assert why_none_was_taken(case(AFTER, without=[10])) == NEVER.format("8 and 12")


VANISHED = without(LOOK, *FIRST)
RATHER = {
    "all others lie there": (VANISHED, False),
    "a card of another was moved": (put(VANISHED, 4, 40, -350), True),
    "a card of another is out of sight": (without(VANISHED, 4), False),
    "another was pushed": (put(put(put(VANISHED, 4, -60, -505), 9, 4, -505), 6, 68, -505), False),
    "a card of it is in sight": (put(put(VANISHED, 4, 40, -350), 8, -51, 102), False),
}


@pytest.mark.parametrize(("look", "is_so"), RATHER.values(), ids=RATHER)
def test_rather_another_was_taken_where_none_of_it_is_in_sight_and_one_of_another_was_moved(look, is_so):
    assert another_was_moved(case(look), FIRST) is is_so


def test_a_turn_with_the_moved_card_that_leaves_nothing_wrong_is_likely_by_its_weight_alone():
    doubt = explain(case(put(VANISHED, 4, 40, -350)))
    assert {play.card for turn in doubt.turns for play in turn.play} == {*FIRST}
    assert doubt.may_wait


@pytest.mark.parametrize(
    ("look", "is_so"),
    [
        (LOOK, False),
        (VANISHED, True),
        (put(VANISHED, 8, -51, 102), False),
        (put(VANISHED, BACK_CODE, -100, -94), False),
    ],
)
def test_a_triplet_outside_the_picture_was_not_looked_at_unless_a_card_of_it_or_a_new_wall_is_seen(look, is_so):
    assert not_looked_at(case(replace(look, view_mm=VIEW)), FIRST) is is_so


DISCARDED = BEFORE.after("red 1+8, blue 5+12", 10).look()
LAY = next(seen for seen in LOOK.sightings if seen.code == 10)
BACK = next(seen for seen in AFTER.sightings if seen.code == BACK_CODE)
CUT = replace(AFTER, view_mm=VIEW)
WALL, DISCARD, PALACE = (Play(10, way) for way in ("wall", "discard", "palace"))

# a play, the looks; what speaks against it, and whether the card may lie so
PLAYED = {
    "a discard in the centre": (DISCARD, (DISCARDED,), [], True),
    "a discard out of sight": (DISCARD, (AFTER,), ["discard unread 10: 4.0"], True),
    "it lay in the centre at rest": (DISCARD, (put(AFTER, 10, 0, -199), AFTER), ["discard unread 10: 4.0"], True),
    "it lay within a reach at rest": (
        DISCARD,
        (put(AFTER, 10, 0, -198), AFTER),
        ["discard unread 10: 4.0", "discard at rest elsewhere 10: 2.0"],
        True,
    ),
    "it is out of sight, and the centre outside the picture": (
        DISCARD,
        (CUT,),
        ["discard outside the picture 10: 2.0", "discard at rest elsewhere 10: 0.0"],
        True,
    ),
    "the same, and it lay with a player at rest": (
        DISCARD,
        (put(AFTER, 10, 150, 150), CUT),
        ["discard outside the picture 10: 2.0", "discard at rest elsewhere 10: 5.0"],
        True,
    ),
    "a discard where it lay": (DISCARD, (with_more(AFTER, LAY),), ["discard unmoved 10: 6.5"], True),
    "a discard 30 mm within a reach": (DISCARD, (put(AFTER, 10, 0, -180),), ["discard away 10: 5.0"], True),
    "a discard 36 mm within a reach": (DISCARD, (put(AFTER, 10, 0, -174),), ["discard away 10: 6.0"], False),
    "a discard in another player's reach": (
        DISCARD,
        (put(AFTER, 10, -165, -330, turned_deg=90),),
        ["discard away 10: 4.2"],
        True,
    ),
    "a wall out of sight": (WALL, (AFTER,), [], True),
    "a wall face up": (WALL, (put(AFTER, 10, -150, -100),), ["wall face up 10: 12.0"], False),
    "it lay there face up at rest": (WALL, (put(AFTER, 10, BACK.x_mm - 20, BACK.y_mm - 35), AFTER), [], True),
    "it lay there face up at rest, and other backs elsewhere": (
        WALL,
        tuple(
            with_more(look, Sighting(BACK_CODE, -300, 100, 0))
            for look in (put(AFTER, 10, BACK.x_mm - 20, BACK.y_mm - 35), AFTER)
        ),
        [],
        True,
    ),
    "it lay elsewhere at rest": (WALL, (put(AFTER, 10, 150, 150), AFTER), ["wall not turned over 10: 5.0"], True),
    "a palace card under construction": (PALACE, (put(AFTER, 10, 150, 150),), [], True),
    "a palace card out of sight": (PALACE, (AFTER,), [], True),
    "a palace card in the centre": (PALACE, (DISCARDED,), [], False),
    "a palace card 30 mm above a reach": (PALACE, (put(AFTER, 10, 0, -240),), [], True),
    "a palace card 36 mm above a reach": (PALACE, (put(AFTER, 10, 0, -246),), [], False),
}


@pytest.mark.parametrize(("play", "looks", "lines", "may"), PLAYED.values(), ids=PLAYED)
def test_discards_lie_in_the_centre_and_a_walls_face_is_not_seen(play, looks, lines, may):
    judged = case(*looks)
    found = [line(finding) for finding in weigh_out_of_sight(judged, (play,))]
    assert found == [line for line in lines if not line.endswith(" 0.0")]
    assert may_lie(judged, play) is may


def test_discards_may_have_been_cleared_away_where_the_round_was_played_on():
    over = replace(case(AFTER), over=True)
    assert [*map(line, weigh_out_of_sight(over, (DISCARD,)))] == ["discard cleared away 10: 1.0"]


BESIDE = {"well within": (-165, 0.5), "hardly within": (-142, 0.33)}


@pytest.mark.parametrize(("x_mm", "cost"), BESIDE.values(), ids=BESIDE)
def test_a_discard_beside_others_where_another_players_reach_begins_is_one(x_mm, cost):
    before = replace(BEFORE, discards=(51,))
    lying = put(before.look(), 51, -110, -330)
    look = put(put(before.after("red 1+8, blue 5+12").look(), 51, -110, -330), 10, x_mm, -330, turned_deg=90)
    (found,) = weigh_out_of_sight(case(look, before=before, instead=lying), (DISCARD,))
    assert (found.reason.value, round(found.cost, 2)) == ("discard in reach", cost)


def test_a_discard_beside_others_in_the_movers_own_reach_is_not_said_to_be_one():
    before = replace(BEFORE, discards=(51,))
    lying = put(before.look(), 51, 0, -220)
    look = put(put(before.after("red 1+8, blue 5+12").look(), 51, 0, -220), 10, 20, -180)
    assert [*map(line, weigh_out_of_sight(case(look, before=before, instead=lying), (DISCARD,)))] == [
        "discard away 10: 5.0"
    ]


VIOLETS = "violet 7+14+28+35+43"
TOWER = laid("red 1", (8, 12, "T1"), *LEFT)
AT_PALACES, AT_COLUMNS = (-150, -100), (150, 150)
FACE_UP = {
    "no palace yet": ("blue 5", AT_PALACES, "face up where only a wall may lie", "Turn 42 over"),
    "with a completed palace": (
        f"blue 5; completed {VIOLETS}",
        AT_PALACES,
        "but there is a completed violet palace already",
        "Turn 42 over as a wall, or discard it",
    ),
    "with an opened palace": (
        f"blue 5; opened {VIOLETS}",
        AT_COLUMNS,
        "but there is an opened violet palace already",
        "Turn 42 over as a wall, or discard it",
    ),
    "under construction": ("blue 5", AT_COLUMNS, "where it cannot be played", "Put 42 under construction"),
}


@pytest.mark.parametrize(("ada", "place", "why", "remedy"), FACE_UP.values(), ids=FACE_UP)
def test_why_a_card_may_not_lie_face_up_is_said(ada, place, why, remedy):
    before = laid(ada, (8, 12, 42), *LEFT)
    (found,) = weigh_out_of_sight(case(put(before.look(), 42, *place), before=before), (Play(42, "wall"),))
    lies = "among the completed palaces" if place == AT_PALACES else "under construction"
    assert (found.problem, found.remedy) == (f"Ada: violet 42 lies {lies}, {why}", remedy)


def test_of_a_tower_no_colour_is_said_and_of_a_discard_in_its_place_that_it_lies_there():
    (tower,) = weigh_out_of_sight(case(put(TOWER.look(), 97, *AT_COLUMNS), before=TOWER), (Play("T1", "wall"),))
    assert tower.problem == "Ada: T1 lies under construction, where it cannot be played"
    unread = case(with_more(AFTER, LAY), without=[4])
    (lay,) = weigh_out_of_sight(unread, (DISCARD,))
    assert (line(lay), may_lie(unread, DISCARD)) == ("discard unmoved 10: 12.0", False)
    assert (lay.problem, lay.remedy) == ("Ada: 10 lies where it lay", "Put 10 aside if it is discarded")
