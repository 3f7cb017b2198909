"""What the auditor signs, and what is missing where it does not: small tables with three players, Ada in turn."""

from dataclasses import replace

import pytest
from evening import without
from small_tables import LEFT, beside, laid, left_open, played, put, session_at, with_more

from lucca_pi.contract.history import Played
from lucca_pi.evening.state import after_event
from lucca_pi.games.citta.auditor.audit import audit, audit_ambiguous
from lucca_pi.games.citta.session.memory import scene_of, scenes_of
from lucca_pi.games.citta.table.pieces import BACK_CODE
from tests.auditor.turns_shown import (
    AFTER_ADA,
    AS_DISCARDED,
    AS_WALLED,
    BEFORE,
    CLOSED,
    DISCARDED,
    LOOK,
    PILE,
    VIOLET,
    WALLED,
    certificate,
    gap,
    missing,
)

AFTER = {WALLED: AS_WALLED, DISCARDED: AS_DISCARDED}
BUILT = played("8 palace", "12 palace", "10 palace")


@pytest.mark.parametrize("turn", AFTER, ids=["walled", "discarded"])
def test_what_is_seen_whole_is_signed_with_a_proof_for_each_card(turn):
    signed = certificate(turn, AFTER[turn])
    assert (signed.is_signed, len(signed.proofs)) == (True, 3)
    assert signed.proofs[0] == "8: seen in its place"


@pytest.mark.parametrize(("turn", "other"), [(WALLED, DISCARDED), (DISCARDED, WALLED)])
def test_what_was_played_otherwise_is_not_signed(turn, other):
    assert missing(turn, AFTER[other])


def face_down(look, code):
    """The look with that card on its face, the first of the backs."""
    lies = next(one for one in look.sightings if one.code == code)
    return replace(look, sightings=(replace(lies, code=BACK_CODE), *without(look, code).sightings))


AS_PILE = PILE.after(f"red 1+8, blue 5+12; completed {VIOLET}").look()
BENS = replace(BEFORE, position=BEFORE.position.replace("violet 93", "violet 93; walls 1"))
AS_BENS = BENS.after("red 1+8, blue 5+12; walls 2", 10).look()
GONE_10 = without(AS_DISCARDED, 10)
UPSIDE_DOWN = put(AS_DISCARDED, 10, 10, 140, turned_deg=180.0)
LAY_10 = next(one for one in LOOK.sightings if one.code == 10)
COLUMN = {"before": laid("red 1, blue 5+12; walls 2", (8, 36, 10), *LEFT)}
AS_COLUMN = COLUMN["before"].after("red 1+8+36, blue 5+12; walls 3").look()
TWO_REDS = played("8 palace", "36 palace", "10 wall")

# the turn, the looks, how the table lay before; what is missing then
MISSING = {
    "one upside down in its column is no discard": (DISCARDED, [UPSIDE_DOWN], {}, gap("10 is not where it was played")),
    "it may have been built": (BUILT, [UPSIDE_DOWN], {}, []),
    "a pushed wall is no new one": (WALLED, [put(GONE_10, BACK_CODE, -100, -150)], {}, gap("I see 2 walls, not 3") * 2),
    "nor is one that comes back into sight": (WALLED, [GONE_10], {"without": [BACK_CODE]}, gap("I see 2 walls, not 3")),
    "a card on the wrong side of its column is not its newest": (
        DISCARDED,
        [put(AS_DISCARDED, 8, -53, 60)],
        {},
        gap("8 is not the card nearest to the player"),
    ),
    "a discard that lay otherwise at rest": (DISCARDED, [AS_DISCARDED, GONE_10], {}, gap("I do not see 10")),
    "a wall that lay otherwise at rest": (WALLED, [AS_WALLED, GONE_10], {}, gap("I see 2 walls, not 3")),
    "a card that still lies in its triplet is no discard": (
        DISCARDED,
        [with_more(GONE_10, LAY_10)],
        {},
        gap("10 is not where it was played"),
    ),
    "what others have lost from sight does not hinder then": (DISCARDED, [without(AS_DISCARDED, 93)], {}, []),
    "a wall of another player is in sight": (DISCARDED, [AS_BENS], {"before": BENS}, []),
    "it is missed whoever has played": (
        DISCARDED,
        [without(AS_BENS, BACK_CODE)],
        {"before": BENS},
        ["Ben: I see 0 walls, not 1"],
    ),
    "it is no new one though it was out of sight before": (
        WALLED,
        [AS_WALLED],
        {"before": BENS, "without": [BACK_CODE]},
        ["A wall of Ben is not in sight, and may be the new one"],
    ),
    "the newest card of a column lies in sight": (TWO_REDS, [AS_COLUMN], COLUMN, []),
    "it is missed though its place lies on the card below": (
        TWO_REDS,
        [without(AS_COLUMN, 12)],
        COLUMN,
        gap("I do not see 12, it may lie face down"),
    ),
}


@pytest.mark.parametrize(("turn", "looks", "more", "gaps"), MISSING.values(), ids=MISSING)
def test_a_turn_is_signed_if_its_cards_and_what_could_stand_for_them_are_seen(turn, looks, more, gaps):
    assert missing(turn, *looks, **more) == gaps


NO_WALL = "a face-down card does not lie among the completed palaces"
TOWER = laid("red 1, blue 5; towers T1", (8, 12, 10), *LEFT)
AS_TOWER = TOWER.after("red 1+8, blue 5+12; towers T1").look()
# the turn, the look, how the table lay before; what is missing then, among others
AMONG = {
    "an own card face down in its column is no wall": (WALLED, face_down(GONE_10, 5), {}, NO_WALL),
    "nor is a back right of the quarter": (WALLED, put(AS_WALLED, BACK_CODE, 80, -20), {}, NO_WALL),
    "nor is one beside the columns": (WALLED, put(AS_WALLED, BACK_CODE, 60, 160), {}, NO_WALL),
    "a wall that has gone though a card was turned over": (
        DISCARDED,
        without(face_down(AS_DISCARDED, 5), BACK_CODE),
        {},
        "I see 1 wall, not 2",
    ),
    "though it lay so before": (
        DISCARDED,
        without(face_down(AS_DISCARDED, 5), BACK_CODE),
        {"instead": face_down(LOOK, 5)},
        "I see 1 wall, not 2",
    ),
    "a pile turned over is no new wall": (WALLED, face_down(AS_PILE, 43), {"before": PILE}, "I do not see violet 43"),
    "nor is a tower turned over like a page": (
        WALLED,
        with_more(without(AS_TOWER, 97), beside(101, BACK_CODE, -75, -95, AS_TOWER)),
        {"before": TOWER},
        "I do not see T1, it may lie face down",
    ),
}


@pytest.mark.parametrize(("turn", "look", "more", "text"), AMONG.values(), ids=AMONG)
def test_what_cannot_be_the_turn_is_named(turn, look, more, text):
    assert f"Ada: {text}" in missing(turn, look, **more)


@pytest.mark.parametrize(("tower", "gaps"), [((-32.5, -128.5), 0), ((-32.5, -12.5), 2)], ids=["in line", "below it"])
def test_a_row_of_walls_and_towers_goes_on_past_the_quarters_middle(tower, gaps):
    before = laid("red 1, blue 5; walls 2; towers T1", (8, 12, 10), *LEFT)
    after = before.after("red 1+8, blue 5+12; walls 3; towers T1").look()
    look = put(put(after, 97, *tower), BACK_CODE, 32, -92)
    assert len(missing(WALLED, look, before=before, instead=put(before.look(), 97, *tower))) == gaps


def test_what_the_players_have_told_is_no_longer_missing():
    signed = certificate(DISCARDED, GONE_10)
    assert [one.facts for one in signed.gaps] == [{10}]
    assert signed.without({10}) == ()


OPENED = CLOSED.after(f"red 1+8, blue 5+12; opened {VIOLET}; walls 2", 10)
OPENS = {"turn": replace(DISCARDED, open=("violet",)), "shown": OPENED}


def of_the_last_turn(violet, *lost, turn=DISCARDED, shown=AFTER_ADA, rested=()):
    """What is missing of Ada's turn, as Ben has played after it, these cards are out of sight, and so it had rested."""
    state = after_event(session_at(CLOSED), Played(turn, (shown.look(),), None, ""))
    others = "Ben: violet 93+6, orange 9, green 4 | Cid: orange 95"
    lying = AFTER_ADA.after(f"red 1+8, blue 5+12; {violet} {VIOLET}; walls 2", others=others)
    looks = (*(table.look() for table in rested), replace(lying, discards=(96, 10)).look(without=lost))
    signed = audit(scene_of(state.match, looks), [played("4 palace", "9 palace", "6 palace", player="Ben")])
    return [one.text for one in signed.gaps if one.is_earlier]


LATER = {
    "it was opened with the turn": (["opened"], OPENS, []),
    "it was, and has gone from sight": (["opened", 43], OPENS, ["43 of the last turn is no longer in sight"]),
    "it lay closed at rest": (["completed"], {"rested": [AFTER_ADA]}, []),
    "it lay open at rest": (["completed"], {"rested": [OPENED, AFTER_ADA]}, ["violet 43 lay among the opened palaces"]),
    "it lay open at rest, and lies so": (["opened"], {"rested": [OPENED]}, []),
}


@pytest.mark.parametrize(("lies", "more", "gaps"), LATER.values(), ids=LATER)
def test_a_palace_may_have_been_opened_after_ok_or_closed_again(lies, more, gaps):
    assert of_the_last_turn(*lies, **more) == gaps


WALLED_12 = played("8 palace", "12 wall", "10 discard")
AS_WALLED_12 = BEFORE.after("red 1+8, blue 5; walls 3", 10).look()
BOTH = played("8 palace", "12 discard", "10 discard")
AS_BOTH = BEFORE.after("red 1+8, blue 5; walls 2", 12, 10).look()
OPEN = {
    "never laid out": (DISCARDED, left_open(AS_DISCARDED, (12, 13)), []),
    "in sight elsewhere": (DISCARDED, left_open(AS_DISCARDED, (12, 4)), []),
    "under construction still": (DISCARDED, left_open(AS_DISCARDED, (12, 93)), []),
    "out of sight, and the mover's": (DISCARDED, without(left_open(AS_DISCARDED, (12, 5)), 5), gap("I do not see 12")),
    "which of two discards": (BOTH, left_open(AS_BOTH, (10, 12), (12, 10)), []),
    "which of two is the wall and which the discard": (WALLED_12, left_open(AS_WALLED_12, (10, 12)), []),
}


def missing_of(turn, look, **more):
    """What is missing where a look leaves cards open, whichever they are."""
    return [one.text for one in audit_ambiguous(scenes_of(session_at(BEFORE, **more).match, (look,)), [turn]).gaps]


@pytest.mark.parametrize(("turn", "look", "gaps"), OPEN.values(), ids=OPEN)
def test_a_card_is_signed_where_no_other_of_its_set_can_lie_there_or_it_makes_no_difference(turn, look, gaps):
    found = missing_of(turn, look)
    assert {*gaps} <= {*found} and bool(gaps) == bool(found)


def test_a_card_that_may_be_another_of_its_triplet_or_one_of_a_triplet_not_seen_whole_is_not_signed():
    assert missing_of(WALLED, left_open(AS_WALLED, (12, 10)))
    assert "Ada: I do not see 12" in missing_of(DISCARDED, left_open(AS_DISCARDED, (12, 13)), without=[9])


def test_where_too_many_cards_are_left_open_nothing_is_signed():
    assert audit_ambiguous([], [DISCARDED]).gaps[0].text == "Too many cards look alike"
