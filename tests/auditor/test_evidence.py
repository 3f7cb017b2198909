"""The evidence of what a turn laid, one by one: where its cards lie, under what, and what was on offer."""

from dataclasses import replace

import pytest
from evening import without
from small_tables import LEFT, beside, judged, laid, played, put, session_at, with_more

from lucca_pi.games.citta.auditor.audit import audit
from lucca_pi.games.citta.session.memory import scene_of
from lucca_pi.games.citta.table.pieces import BACK_CODE
from tests.auditor.turns_shown import (
    AS_COMPLETED,
    AS_DISCARDED,
    AS_WALLED,
    BEFORE,
    COMPLETED,
    DISCARDED,
    FOUR,
    LOOK,
    REDS,
    WALLED,
    certificate,
    gap,
    missing,
)

DOES_NOT_LIE, NOT_NEWEST = "8 is not where it was played", "Ada: 8 is not the card nearest to the player"
COLUMN = laid("red 1+15, blue 5", (8, 12, 10), *LEFT)
IN_COLUMN = COLUMN.after("red 1+15+8, blue 5+12", 10).look()
BEGUN = laid("blue 5", (8, 12, 10), *LEFT)
AS_BEGUN = BEGUN.after("blue 5+12, red 8", 10).look()

# the table before, the look; what is missing where Ada has laid 8 and 12 and discarded 10
LAID = {
    "below its column": (COLUMN, IN_COLUMN, []),
    "below one of two cards of it that lie apart": (COLUMN, put(IN_COLUMN, 1, -160, 60), []),
    "89 mm aside": (BEFORE, put(put(AS_DISCARDED, 1, -140, 60), 8, -51, 104), []),
    "90 mm aside": (BEFORE, put(put(AS_DISCARDED, 1, -141, 60), 8, -51, 104), gap(DOES_NOT_LIE)),
    "thrown aside, and the rest is out of sight": (BEFORE, without(put(AS_DISCARDED, 8, 150, 104), 1), []),
    "the first of its column": (BEGUN, AS_BEGUN, []),
    "the first, turned by 44 degrees": (BEGUN, put(AS_BEGUN, 8, -51, 80, turned_deg=44), []),
    "the first, turned by 45 degrees": (BEGUN, put(AS_BEGUN, 8, -51, 80, turned_deg=45), gap(DOES_NOT_LIE)),
    "the first, turned by 135 degrees": (BEGUN, put(AS_BEGUN, 8, -51, 120, turned_deg=135), gap(DOES_NOT_LIE)),
    "the first, turned by 136 degrees": (BEGUN, put(AS_BEGUN, 8, -51, 120, turned_deg=136), []),
    "the first, crosswise": (BEGUN, put(AS_BEGUN, 8, -51, 120, turned_deg=-90), gap(DOES_NOT_LIE)),
    "in another area": (BEFORE, put(AS_DISCARDED, 8, 150, -100), [*gap(DOES_NOT_LIE), NOT_NEWEST]),
    "gone": (BEFORE, without(AS_DISCARDED, 8), ["Ada: I do not see 8", NOT_NEWEST]),
}


@pytest.mark.parametrize(("before", "look", "gaps"), LAID.values(), ids=LAID)
def test_a_card_for_a_palace_lies_below_its_column_or_begins_one_upright(before, look, gaps):
    found = missing(DISCARDED, look, before=before)
    assert [one for one in found if "8" in one] == gaps


def test_only_what_is_shown_is_a_proof():
    assert certificate(DISCARDED, without(AS_DISCARDED, 8)).proofs == (
        "12: seen in its place",
        "10: seen in the centre",
    )


BACK = next(one for one in AS_WALLED.sightings if one.code == BACK_CODE)
NOT_WALLED = "Ada: 10 is not where it was played"
WALLS = {
    "both are out of sight": (without(AS_WALLED, 8, BACK_CODE), {"Ada: I do not see 8", "Ada: I see 2 walls, not 3"}),
    "the card lies face up": (AS_DISCARDED, {NOT_WALLED}),
    "it lies face up, and a new back lies there": (with_more(AS_DISCARDED, replace(BACK, x_mm=-180.0)), {NOT_WALLED}),
}


@pytest.mark.parametrize(("look", "gaps"), WALLS.values(), ids=WALLS)
def test_a_wall_is_shown_by_a_back_more_and_a_face_less(look, gaps):
    assert gaps <= {*missing(WALLED, look)}


def test_three_cards_that_alone_are_on_offer_lay_together_too():
    alone = laid("red 1, blue 5; walls 2", (8, 12, 10))
    look = alone.after("red 1+8, blue 5+12; walls 2", 10).look()
    apart = missing(DISCARDED, look, before=alone, instead=put(alone.look(), 10, 60, -350))
    assert "Ada: the three cards were not laid out together" in apart


def test_a_tower_is_laid_however_it_is_turned_and_signed_with_the_others():
    before = laid("red 1, blue 5", (8, "T1", 10), *LEFT)
    turn = played("8 palace", "T1 tower", "10 discard")
    look = before.after("red 1+8, blue 5; towers T1", 10).look()
    turned = put(look, 97, -33, -128, turned_deg=90)
    assert missing(turn, turned, before=before) == []
    assert certificate(turn, look, before=before).proofs[1] == "T1: seen in its place"


TWO_REDS = laid("red 1, blue 5", (8, 15, 10), *LEFT)
NOT_SEEN = {
    "under the newest in its place": (COMPLETED, AS_COMPLETED, []),
    "under a newest that is out of sight": (COMPLETED, without(AS_COMPLETED, 36), gap("I do not see 8")),
    "under a newest that lies elsewhere": (COMPLETED, put(AS_COMPLETED, 36, 0, -350), gap("I do not see 8")),
    "under the newest of a column": (
        played("8 palace", "15 palace", "10 discard"),
        without(TWO_REDS.after("red 1+8+15, blue 5", 10).look(), 8),
        gap("I do not see 8"),
    ),
    "not in the palace": (played("8 discard", "36 palace", "12 wall"), AS_COMPLETED, gap("I do not see 8")),
}


@pytest.mark.parametrize(("turn", "look", "gaps"), NOT_SEEN.values(), ids=NOT_SEEN)
def test_a_card_out_of_sight_is_shown_by_the_newest_of_the_palace_that_needs_it(turn, look, gaps):
    before = TWO_REDS if turn.play[1].card == 15 else FOUR
    assert [one for one in missing(turn, look, before=before) if "see 8" in one] == gaps


def test_the_newest_of_a_completed_palace_is_seen_in_its_place():
    assert "Ada: 36 is not where it was played" in missing(COMPLETED, put(AS_COMPLETED, 36, 0, -350), before=FOUR)
    three = laid("red 1+15, blue 5", (8, 36, 51), *LEFT)
    look = three.after("completed red 1+15+8+36+51; blue 5").look()
    assert missing(played("8 palace", "36 palace", "51 palace"), look, before=three) == []


def reds(*triplet):
    return laid(f"{REDS}, blue 5", triplet, *LEFT)


# 36 and 51 are reds with two windows, 8 with one: which is under the palace, and which the wall
INSTEAD = {
    "the wall has as many windows": (reds(51, 29, 36), played("51 palace", "29 palace", "36 wall"), "51", True),
    "has others": (reds(8, 36, 51), played("8 palace", "36 palace", "51 wall"), "8", False),
    "the wall is of another colour": (reds(8, 36, 12), played("8 palace", "36 palace", "12 wall"), "8", True),
    "the other is in sight": (reds(8, 36, 51), played("8 palace", "36 palace", "51 discard"), "8", True),
    "the other is a tower": (reds(8, 36, "T1"), played("8 palace", "36 palace", "T1 wall"), "8", True),
}


@pytest.mark.parametrize(("before", "turn", "name", "is_shown"), INSTEAD.values(), ids=INSTEAD)
def test_no_other_card_out_of_sight_may_lie_under_the_palace_for_other_points(before, turn, name, is_shown):
    first, top, last = (play.card for play in turn.play)
    discards = (last,) if turn.play[-1].way == "discard" else ()
    walls = "" if discards else "; walls 1"
    look = before.after(f"completed {REDS}+{first}+{top}; blue 5{walls}", *discards).look()
    proofs = certificate(turn, look, before=before).proofs
    assert (f"{name}: under a palace that is complete with it" in proofs) is is_shown


TOGETHER = {
    "as it was laid out": (DISCARDED, {}, False),
    "of two triplets": (played("8 palace", "12 palace", "4 discard"), {}, True),
    "of one that was never seen whole": (DISCARDED, {"without": [10]}, False),
}


@pytest.mark.parametrize(("turn", "more", "is_missed"), TOGETHER.values(), ids=TOGETHER)
def test_three_cards_that_were_seen_were_laid_out_together(turn, more, is_missed):
    found = missing(turn, AS_DISCARDED, **more)
    assert ("Ada: the three cards were not laid out together" in found) is is_missed


LAST = laid("red 1, blue 5; walls 2", (8, 12, 10), (4, 9, 6))
AS_LAST = LAST.after("red 1+8, blue 5+12; walls 3").look()
NOT_TAKEN = "4, which was not taken, is not in sight"
ON_OFFER = {
    "all in sight": (AS_WALLED, WALLED, {}, []),
    "one is not": (without(AS_WALLED, 4), WALLED, {}, [NOT_TAKEN]),
    "the same, and all cards played are in sight": (without(AS_DISCARDED, 4), DISCARDED, {}, []),
    "one lies under a card": (put(without(AS_WALLED, 4), 77, -120, -510), WALLED, {}, []),
    "the round ends": (without(AS_LAST, 4), WALLED, {"before": LAST, "turns": 2}, []),
}


@pytest.mark.parametrize(("look", "turn", "more", "gaps"), ON_OFFER.values(), ids=ON_OFFER)
def test_what_nobody_took_is_in_sight_where_a_card_played_is_not(look, turn, more, gaps):
    assert [one for one in missing(turn, look, **more) if "not taken" in one] == gaps


def test_over_a_rounds_end_what_was_on_offer_may_be_gone():
    state = session_at(LAST, turns=2)
    next_turn = played("40 palace", "41 palace", "42 palace", player="Ada")
    look = without(AS_LAST, 4, 9, 6)
    assert not [
        one for one in audit(scene_of(state.match, (look,)), [WALLED, next_turn]).gaps if "not taken" in one.text
    ]


THROWN = replace(BEFORE, discards=(50,))
AS_THROWN = THROWN.after("red 1+8, blue 5+12; walls 2", 10).look()
FACES = {
    "a card twice": (BEFORE, with_more(AS_DISCARDED, beside(101, 93, 0, -350, LOOK)), {}, "93 is visible in 2 places"),
    "another player's card away": (BEFORE, put(AS_DISCARDED, 93, 0, -350), {}, "93 does not lie where it should"),
    "a card on offer with a player": (BEFORE, put(AS_DISCARDED, 4, 150, -100), {}, "4 does not lie where it should"),
    "a card on offer at the edge of a reach": (BEFORE, put(AS_DISCARDED, 4, 0, -199), {}, None),
    "a card on offer far within a reach": (BEFORE, put(AS_DISCARDED, 4, 0, -197), {}, "4 does not lie where it should"),
    "a discard within a reach, where it lay": (
        THROWN,
        put(AS_THROWN, 50, 150, -100),
        {"instead": put(THROWN.look(), 50, 150, -100)},
        None,
    ),
    "a card new to all with a player": (BEFORE, put(AS_DISCARDED, 77, 150, 150), {}, "77 does not lie where it should"),
    "a player's at the centre's edge": (BEFORE, put(AS_DISCARDED, 5, 0, -199), {}, "5 does not lie where it should"),
}


@pytest.mark.parametrize(("before", "look", "more", "text"), FACES.values(), ids=FACES)
def test_every_face_is_seen_once_and_where_it_belongs(before, look, more, text):
    found = missing(DISCARDED, look, before=before, **more)
    assert [one for one in found if one[0].isdigit()] == ([text] if text else [])


NEWEST = {
    "5 mm nearer": (put(put(AS_DISCARDED, 1, -51, 60), 8, -51, 65), True),
    "4 mm nearer": (put(put(AS_DISCARDED, 1, -51, 60), 8, -51, 64), False),
    "the other is out of sight": (without(AS_DISCARDED, 1), True),
}


@pytest.mark.parametrize(("look", "is_newest"), NEWEST.values(), ids=NEWEST)
def test_the_newest_of_a_column_that_has_grown_lies_five_millimetres_nearer_at_least(look, is_newest):
    found = certificate(DISCARDED, look).gaps
    about = [one for one in found if "nearest" in one.text]
    assert (about == []) is is_newest
    assert all((one.text, one.facts) == ("Ada: 8 is not the card nearest to the player", {8}) for one in about)


def test_of_a_column_that_has_not_grown_no_order_is_asked():
    before = laid("red 1+15, blue 5", (12, 10, 3), *LEFT)
    turn = played("12 palace", "10 discard", "3 discard")
    look = before.after("red 1+15, blue 5+12", 10, 3).look()
    assert missing(turn, put(look, 15, -51, 50), before=before) == []


ASIDE = {"never seen": [8, 10, 12], "one of them seen": [8, 12]}


@pytest.mark.parametrize("hidden", ASIDE.values(), ids=ASIDE)
def test_three_cards_first_seen_laid_out_together_may_not_have_been_played(hidden):
    discards, elsewhere = played("8 discard", "12 discard", "10 discard"), put(without(LOOK, *hidden), 10, -150, -250)
    instead = elsewhere if 10 not in hidden else without(LOOK, *hidden)
    assert gap("no triplet has been taken") == missing(discards, LOOK, instead=instead)
    state = session_at(BEFORE, instead=instead)
    assert judged(state, LOOK).problems == ("Ada: no triplet has been taken",)
