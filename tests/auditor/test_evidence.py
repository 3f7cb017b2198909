"""Each piece of evidence that a turn needs, one by one: where its cards lie, what is under what, what has moved."""

from dataclasses import replace
from math import inf

import pytest
from small_tables import beside, laid, put, session_at, with_more, without

from lucca_pi.evening.certificate import Certificate, Gap
from lucca_pi.evening.journal import Played
from lucca_pi.evening.state import after_event
from lucca_pi.games.citta.auditor import audit as module
from lucca_pi.games.citta.auditor.audit import audit, audit_whichever
from lucca_pi.games.citta.rules.turn import Play, Turn
from lucca_pi.games.citta.session.memory import scene_of, scenes_of
from lucca_pi.games.citta.table.areas import CENTRE, Place
from lucca_pi.games.citta.table.pieces import BACK_CODE
from lucca_pi.table.sighting import Alike

LEFT = ((4, 9, 6), (18, 21, 24), (30, 31, 33))
BEFORE = laid("red 1, blue 5; walls 2", (8, 12, 10), *LEFT)
LOOK = BEFORE.look()


def played(*plays, opened=(), player="Ada"):
    pairs = [play.split() for play in plays]
    return Turn(player, opened, tuple(Play(int(card) if card.isdigit() else card, way) for card, way in pairs))


WALLED, DISCARDED = played("8 palace", "12 palace", "10 wall"), played("8 palace", "12 palace", "10 discard")
AS_WALLED = BEFORE.after("red 1+8, blue 5+12; walls 3").look()
AS_DISCARDED = BEFORE.after("red 1+8, blue 5+12; walls 2", 10).look()


def certificate(turn, *looks, before=BEFORE, **more):
    return audit(scene_of(session_at(before, **more), looks), [turn])


def missing(turn, *looks, **more):
    return [str(gap.text) for gap in certificate(turn, *looks, **more).gaps]


def gap(text):
    return [f"Ada: {text}"]


DOES_NOT_LIE = "8 does not lie as it was played"
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
    "in another area": (
        BEFORE,
        put(AS_DISCARDED, 8, 150, -100),
        [*gap(DOES_NOT_LIE), "Ada: 8 does not lie nearest to the player"],
    ),
    "nowhere": (BEFORE, without(AS_DISCARDED, 8), ["Ada: I do not see 8", "Ada: 8 does not lie nearest to the player"]),
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
NOT_WALLED = "Ada: 10 does not lie as it was played"
WALLS = {
    "a card and a wall are out of sight": (
        without(AS_WALLED, 8, BACK_CODE),
        {"Ada: I do not see 8", "Ada: I see 2 walls, not 3"},
    ),
    "the card lies face up": (AS_DISCARDED, {NOT_WALLED}),
    "the card lies face up, and a new back lies there": (
        with_more(AS_DISCARDED, replace(BACK, x_mm=-180.0)),
        {NOT_WALLED},
    ),
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


REDS = "red 1+15+22"
FOUR = laid(f"{REDS}, blue 5", (8, 36, 12), *LEFT)
COMPLETED = played("8 palace", "36 palace", "12 wall")
AS_COMPLETED = FOUR.after(f"completed {REDS}+8+36; blue 5; walls 1").look()
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
    assert "Ada: 36 does not lie as it was played" in missing(COMPLETED, put(AS_COMPLETED, 36, 0, -350), before=FOUR)
    three = laid("red 1+15, blue 5", (8, 36, 51), *LEFT)
    look = three.after("completed red 1+15+8+36+51; blue 5").look()
    assert missing(played("8 palace", "36 palace", "51 palace"), look, before=three) == []


# 36 and 51 are reds with two windows, 8 with one: which is under the palace, and which the wall
INSTEAD = {
    "the wall has as many windows": (
        laid(f"{REDS}, blue 5", (51, 29, 36), *LEFT),
        played("51 palace", "29 palace", "36 wall"),
        "51",
        True,
    ),
    "the wall has others": (
        laid(f"{REDS}, blue 5", (8, 36, 51), *LEFT),
        played("8 palace", "36 palace", "51 wall"),
        "8",
        False,
    ),
    "the wall is of another colour": (
        laid(f"{REDS}, blue 5", (8, 36, 12), *LEFT),
        played("8 palace", "36 palace", "12 wall"),
        "8",
        True,
    ),
    "the other is in sight": (
        laid(f"{REDS}, blue 5", (8, 36, 51), *LEFT),
        played("8 palace", "36 palace", "51 discard"),
        "8",
        True,
    ),
    "the other is a tower": (
        laid(f"{REDS}, blue 5", (8, 36, "T1"), *LEFT),
        played("8 palace", "36 palace", "T1 wall"),
        "8",
        True,
    ),
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
    assert not [one for one in audit(scene_of(state, (look,)), [WALLED, next_turn]).gaps if "not taken" in one.text]


THROWN = replace(BEFORE, discards=(50,))
AS_THROWN = THROWN.after("red 1+8, blue 5+12; walls 2", 10).look()
FACES = {
    "a card twice": (BEFORE, with_more(AS_DISCARDED, beside(101, 93, 0, -350, LOOK)), {}, "93 is seen at 2 places"),
    "another player's card away": (BEFORE, put(AS_DISCARDED, 93, 0, -350), {}, "93 does not lie where it should"),
    "a card on offer with a player": (BEFORE, put(AS_DISCARDED, 4, 150, -100), {}, "4 does not lie where it should"),
    "a card on offer at the edge of a reach": (BEFORE, put(AS_DISCARDED, 4, 0, -199), {}, None),
    "a card on offer well within a reach": (
        BEFORE,
        put(AS_DISCARDED, 4, 0, -197),
        {},
        "4 does not lie where it should",
    ),
    "a discard within a reach, where it lay": (
        THROWN,
        put(AS_THROWN, 50, 150, -100),
        {"instead": put(THROWN.look(), 50, 150, -100)},
        None,
    ),
    "a card new to all with a player": (BEFORE, put(AS_DISCARDED, 77, 150, 150), {}, "77 does not lie where it should"),
    "a card of a player at the edge of the centre": (
        BEFORE,
        put(AS_DISCARDED, 5, 0, -199),
        {},
        "5 does not lie where it should",
    ),
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
    assert all((one.text, one.facts) == ("Ada: 8 does not lie nearest to the player", {8}) for one in about)


def test_of_a_column_that_has_not_grown_no_order_is_asked():
    before = laid("red 1+15, blue 5", (12, 10, 3), *LEFT)
    turn = played("12 palace", "10 discard", "3 discard")
    look = before.after("red 1+15, blue 5+12", 10, 3).look()
    assert missing(turn, put(look, 15, -51, 50), before=before) == []


VIOLET = "violet 7+14+28+35+43"
PILE = laid(f"red 1, blue 5; completed {VIOLET}", (8, 12, 10), *LEFT)
AS_PILE = PILE.after(f"red 1+8, blue 5+12; completed {VIOLET}", 10).look()
BENS = laid("red 1, blue 5", (8, 12, 10), *LEFT, others=f"Ben: completed {VIOLET} | Cid: orange 95")
AS_BENS = BENS.after("red 1+8, blue 5+12", 10).look()
PLACE_43 = next(one for one in AS_PILE.sightings if one.code == 43)
I_SEE_NO = "Ada: I do not see violet 43"
PILES = {
    "in its place": (PILE, AS_PILE, {}, []),
    "out of sight": (PILE, without(AS_PILE, 43), {}, [I_SEE_NO]),
    "an older card of it is in sight there": (PILE, put(without(AS_PILE, 43), 14, -62, -10), {}, []),
    "an older card of it is in sight elsewhere": (PILE, put(without(AS_PILE, 43), 14, 150, -100), {}, [I_SEE_NO]),
    "out of sight before as well": (PILE, without(AS_PILE, 43), {"without": [43]}, [I_SEE_NO]),
    "out of sight since long": (PILE, without(AS_PILE, 43), {"lost": 43}, []),
    "another player's": (BENS, without(AS_BENS, 43), {}, []),
    "under a card that came to lie there": (
        PILE,
        put(without(AS_PILE, 43), 77, PLACE_43.x_mm - 5, PLACE_43.y_mm - 5),
        {},
        [],
    ),
    "opened, and lost where it was completed": (
        laid(f"red 1, blue 5; completed {VIOLET}", (8, 12, 10), *LEFT),
        without(PILE.after(f"red 1+8, blue 5+12; opened {VIOLET}", 10).look(), 43),
        {"lost": 43, "opened": ("violet",)},
        [I_SEE_NO],
    ),
}


@pytest.mark.parametrize(("before", "look", "more", "gaps"), PILES.values(), ids=PILES)
def test_of_a_movers_piles_a_card_is_seen_in_its_place_unless_nobody_could(before, look, more, gaps):
    lost, opened = more.pop("lost", None) if more else None, more.get("opened", ())
    state = session_at(before, **{key: one for key, one in more.items() if key == "without"})
    scene = scene_of(state, (look,))
    if lost:
        faces = {**scene.memory.faces, lost: replace(scene.memory.faces[lost], is_lost=True)}
        scene = replace(scene, memory=replace(scene.memory, faces=faces))
    found = [str(one.text) for one in audit(scene, [replace(DISCARDED, open=tuple(opened))]).gaps]
    assert [one for one in found if "violet 43" in one] == gaps


WAS_43 = put(PILE.look(), 43, -100, -100)
OPENINGS = {
    "opened, moved by 50 mm": (("violet",), -50, None),
    "opened, moved by 49 mm": (("violet",), -51, "Ada: violet has hardly been moved"),
    "closed, moved by 49 mm": ((), -51, None),
    "closed, moved by 50 mm": ((), -50, "Ada: violet has been moved"),
}


@pytest.mark.parametrize(("opened", "x_mm", "text"), OPENINGS.values(), ids=OPENINGS)
def test_palaces_that_were_opened_have_been_moved_and_no_others(opened, x_mm, text):
    looked = put(AS_PILE, 43, x_mm, -100)
    found = missing(replace(DISCARDED, open=opened), looked, before=PILE, instead=WAS_43)
    assert [one for one in found if "moved" in one] == ([text] if text else [])


def scene(look, before=PILE, **more):
    return scene_of(session_at(before, **more), (look,))


def test_how_far_a_pile_has_moved_is_counted_from_the_players_other_cards():
    assert scene(PILE.look()).moved_mm(43, 101) == 0
    assert scene(put(PILE.look(), 43, PLACE_43.x_mm + 30, PLACE_43.y_mm)).moved_mm(43, 101) == pytest.approx(
        30, abs=1.5
    )
    look = PILE.look()
    for code in (43, 1, 5):
        one = next(seen for seen in look.sightings if seen.code == code)
        look = put(look, code, one.x_mm + 60, one.y_mm, turned_deg=one.heading_deg)
    assert scene(look).moved_mm(43, 101) == pytest.approx(0, abs=2)
    assert (scene(without(look, 43)).moved_mm(43, 101), scene(look).moved_mm(77, 101)) == (inf, inf)
    assert scene(put(look, 77, 150, 150)).moved_mm(77, 101) == inf
    alone = laid(f"completed {VIOLET}", (8, 12, 10), *LEFT)
    moved = put(alone.look(), 43, PLACE_43.x_mm + 30, PLACE_43.y_mm)
    assert scene(moved, alone).moved_mm(43, 101) == pytest.approx(30, abs=4)
    half = without(look, 1)
    assert scene(half).moved_mm(43, 101) == pytest.approx(0, abs=2)


def test_where_a_card_lies_and_lay():
    at = scene(LOOK, BEFORE)
    assert (at.lies(1), at.lies(4), at.lies(77)) == (Place(101, "construction"), CENTRE, None)
    assert (at.lies_where_it_lay(4), at.lies_where_it_lay(77)) == (True, False)
    moved = scene(put(LOOK, 4, 0, -350), BEFORE)
    assert (moved.lies_where_it_lay(4), scene(without(LOOK, 4), BEFORE).lies_where_it_lay(4)) == (False, False)
    edge = scene(put(LOOK, 4, 0, -205), BEFORE, instead=put(LOOK, 4, 0, -215))
    assert edge.lies(4) == CENTRE
    assert (at.is_away(4), scene(without(LOOK, 4), BEFORE).is_away(4), at.is_away(77)) == (False, True, True)


LIES_4 = next(one for one in LOOK.sightings if one.code == 4)
UPON = {"a card that has come there": (77, False, True), "a card that lay there": (9, True, False)}


@pytest.mark.parametrize(("code", "lay", "is_covered"), UPON.values(), ids=UPON)
def test_a_card_lies_under_one_that_has_come_there_since_it_was_seen(code, lay, is_covered):
    there = {"x_mm": LIES_4.x_mm - 5, "y_mm": LIES_4.y_mm - 5}
    was = put(LOOK, code, *there.values()) if lay else LOOK
    at = scene(put(without(LOOK, 4), code, *there.values()), BEFORE, instead=was)
    known = at.memory.faces[4]
    assert at.is_covered(known) is is_covered
    assert at.is_covered(replace(known, is_lost=True))


def test_a_card_that_is_lost_may_lie_under_an_old_back_but_not_one_just_gone():
    wall = next(one for one in LOOK.sightings if one.code == BACK_CODE)
    at = scene(LOOK, BEFORE)
    under = replace(at.memory.faces[4], seen=replace(LIES_4, x_mm=wall.x_mm + 5, y_mm=wall.y_mm + 5))
    assert (at.is_covered(under), at.is_covered(replace(under, is_lost=True))) == (False, True)
    new = scene(with_more(LOOK, replace(wall, x_mm=wall.x_mm - 80)), BEFORE)
    beside_it = replace(under, is_lost=True, seen=replace(under.seen, x_mm=wall.x_mm - 75))
    assert not new.is_covered(beside_it)


# --- the turn before

CLOSED = laid(f"red 1, blue 5; completed {VIOLET}; walls 2", (8, 12, 10), *LEFT, discards=(96,))
AFTER_ADA = CLOSED.after(f"red 1+8, blue 5+12; completed {VIOLET}; walls 2", 10)
BEN = played("4 palace", "9 palace", "6 palace", player="Ben")
BUILT = "Ben: violet 93+6, orange 9, green 4 | Cid: orange 95"
AFTER_BEN = replace(
    AFTER_ADA.after(f"red 1+8, blue 5+12; completed {VIOLET}; walls 2", others=BUILT), discards=(96, 10)
).look()
AT_REST = Played(DISCARDED, (AFTER_ADA.look(),), None, "")


def earlier(look, *rested, knows=None, event=AT_REST):
    """What is missing of Ada's turn, now that Ben has played."""
    at = scene_of(after_event(session_at(CLOSED), event), (*rested, look))
    if knows:
        faces = {**at.memory.faces, **{name: replace(at.memory.faces[name], **more) for name, more in knows.items()}}
        at = replace(at, memory=replace(at.memory, faces=faces))
    return [str(one.text) for one in audit(at, [BEN]).gaps if one.is_earlier]


GONE_10, GONE_43 = (f"{name} of the last turn is no longer in sight" for name in (10, 43))
LIES_10 = next(one for one in AFTER_ADA.look().sightings if one.code == 10)
EARLIER = {
    "all is there": (AFTER_BEN, None, []),
    "a card that was laid is gone": (without(AFTER_BEN, 8), None, ["8 of the last turn is no longer in sight"]),
    "it is gone, and all discards": (
        without(AFTER_BEN, 8, 10, 96),
        None,
        ["8 of the last turn is no longer in sight"],
    ),
    "a card that lay there before is gone": (without(AFTER_BEN, 1), None, []),
    "the discard is gone, others lie there": (without(AFTER_BEN, 10), None, [GONE_10]),
    "all discards are gone": (without(AFTER_BEN, 10, 96), None, []),
    "the discard lies under a card that was thrown on it": (
        put(without(AFTER_BEN, 10), 77, LIES_10.x_mm + 10, LIES_10.y_mm + 30),
        None,
        [],
    ),
    "a card was thrown far from it": (
        put(without(AFTER_BEN, 10), 77, LIES_10.x_mm + 80, LIES_10.y_mm),
        None,
        [GONE_10],
    ),
    "the pile is gone": (without(AFTER_BEN, 43), None, [GONE_43]),
    "the pile is gone, and was lost at that OK": (without(AFTER_BEN, 43), {43: {"is_lost": True}}, []),
    "an older card of the pile is in sight": (put(without(AFTER_BEN, 43), 14, -62, -10), None, []),
}


@pytest.mark.parametrize(("look", "knows", "texts"), EARLIER.values(), ids=EARLIER)
def test_what_the_turn_before_has_laid_and_could_have_opened_is_in_sight_still(look, knows, texts):
    assert [one for one in earlier(look, knows=knows) if "wall" not in one] == texts


def test_a_pile_never_seen_at_that_ok_is_not_asked_for():
    unseen = replace(AT_REST, looks=(without(AFTER_ADA.look(), 43),))
    state = after_event(session_at(CLOSED, without=[43]), unseen)
    found = audit(scene_of(state, (without(AFTER_BEN, 43),)), [BEN]).gaps
    assert not [one for one in found if one.text == GONE_43]


@pytest.mark.parametrize(("turns", "texts"), [(1, [GONE_10]), (0, [])])
def test_the_only_discard_of_a_round_is_in_sight_until_the_next_round_begins(turns, texts):
    only = replace(CLOSED, discards=())
    after = only.after(f"red 1+8, blue 5+12; completed {VIOLET}; walls 2", 10)
    state = after_event(session_at(only), Played(DISCARDED, (after.look(),), None, ""))
    look = replace(after.after(f"red 1+8, blue 5+12; completed {VIOLET}; walls 2", others=BUILT), discards=()).look()
    at = scene_of(state, (look,))
    gone = module._Audit(replace(at, game=replace(at.game, turns=turns)), ())._laid_and_gone()
    assert [f"{name} of the last turn is no longer in sight" for name in gone] == texts


def test_what_lies_under_a_palace_completed_in_the_last_turn_is_not_asked_for():
    done = FOUR.after(f"completed {REDS}+8+36; blue 5; walls 1")
    state = after_event(session_at(FOUR), Played(COMPLETED, (AS_COMPLETED,), None, ""))
    ben = done.after(f"completed {REDS}+8+36; blue 5; walls 1", others=BUILT)
    look = replace(ben, triplets=(None, None, *LEFT[1:])).look()
    at = scene_of(state, (look,))
    known = replace(at.memory.faces[36], is_new=True)
    at = replace(at, memory=replace(at.memory, faces={**at.memory.faces, 8: known}))
    assert not [one for one in audit(at, [BEN]).gaps if one.text.startswith("8 of")]


def walls_missed(look, *, lost=False):
    """What is said of walls in Ben's turn; `lost`: Ada's first wall was out of sight before."""
    at = scene_of(after_event(session_at(CLOSED), AT_REST), (look,))
    first, *others = at.memory.walls
    walls = (replace(first, is_lost=lost), *others)
    found = audit(replace(at, memory=replace(at.memory, walls=walls)), [BEN]).gaps
    return [str(one.text) for one in found if "wall" in one.text]


ADAS = [one for one in AFTER_BEN.sightings if one.code == BACK_CODE]
ONE_LEFT = replace(AFTER_BEN, sightings=tuple(one for one in AFTER_BEN.sightings if one is not ADAS[0]))
MISSED = {
    "it is gone": (ONE_LEFT, False, ["Ada: I see 1 wall, not 2"]),
    "it was out of sight before": (ONE_LEFT, True, []),
    "it lies under a card that has come there": (put(ONE_LEFT, 77, ADAS[0].x_mm - 5, ADAS[0].y_mm - 5), False, []),
    "it was moved": (with_more(ONE_LEFT, replace(ADAS[0], x_mm=-180.0)), False, []),
}


@pytest.mark.parametrize(("look", "lost", "texts"), MISSED.values(), ids=MISSED)
def test_a_wall_is_missed_that_the_look_before_showed_and_that_nothing_covers(look, lost, texts):
    assert walls_missed(look, lost=lost) == texts


WALL_GONE = {
    "none": (AFTER_BEN, 0),
    "one": (without(AFTER_BEN, BACK_CODE), 1),
}


@pytest.mark.parametrize(("look", "count"), WALL_GONE.values(), ids=WALL_GONE)
def test_a_wall_that_has_gone_is_missed_with_what_lies_face_up(look, count):
    state = after_event(session_at(CLOSED), AT_REST)
    at = scene_of(state, (look,))
    at = replace(at, memory=replace(at.memory, hidden={96: 101, 95: 101, 10: 102}))
    texts = [str(one.text) for one in audit(at, [BEN]).gaps if "wall" in one.text]
    face_up = "96 lies face up, and a wall of Ada is not in sight"
    assert texts == ["Ada: I see 1 wall, not 2", face_up][: 2 * count]
    gaps = [one for one in audit(at, [BEN]).gaps if one.text == face_up]
    assert all(one.is_earlier and one.facts == {96} for one in gaps)


# --- cards that are left open


def open_(look, *sets):
    for codes in sets:
        one = next(seen for seen in look.sightings if seen.code == codes[0])
        left = Alike(tuple(sorted(codes)), one.x_mm, one.y_mm, one.heading_deg)
        look = replace(without(look, codes[0]), alike=(*look.alike, left))
    return look


def test_turns_are_signed_whichever_cards_they_are_only_if_they_come_to_the_same(monkeypatch):
    both = played("8 palace", "12 discard", "10 discard")
    look = open_(BEFORE.after("red 1+8, blue 5; walls 2", 12, 10).look(), (10, 12), (12, 10))
    scenes = scenes_of(session_at(BEFORE), (look,))
    assert len(scenes) == 2
    signed = {0: Certificate(("first",), ()), 1: Certificate((), (Gap("a"),)), 2: Certificate((), (Gap("b"), Gap("a")))}
    asked = []

    def told(scene, turns):
        asked.append((scenes.index(scene), turns))
        return signed[min(len(asked) - 1, 2)]

    monkeypatch.setattr(module, "audit", told)
    found = audit_whichever(scenes, [both])
    swapped = played("8 palace", "10 discard", "12 discard")
    assert asked == [(0, (both,)), (1, (both,)), (1, (swapped,))]
    assert (found.proofs, [one.text for one in found.gaps]) == (("first",), ["a"])
    asked.clear()
    signed |= {1: Certificate((), ())}
    assert audit_whichever(scenes, [both]).is_signed
    assert len(asked) == 2
    asked.clear()
    signed |= {0: Certificate((), (Gap("x"),)), 1: Certificate((), (Gap("y"),)), 2: Certificate((), ())}
    assert [one.text for one in audit_whichever(scenes, [both]).gaps] == ["x"]
