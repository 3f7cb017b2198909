"""Evidence from what lay there before: piles that may have moved, cards and walls that must be in sight still."""

from dataclasses import replace
from math import inf

import pytest
from evening import without
from small_tables import LEFT, laid, left_open, played, put, session_at, with_more

from lucca_pi.contract.history import Played
from lucca_pi.contract.verdict import Certificate, Gap
from lucca_pi.evening.state import after_event
from lucca_pi.games.citta.auditor import audit as module
from lucca_pi.games.citta.auditor.audit import audit, audit_ambiguous
from lucca_pi.games.citta.session.memory import scene_of, scenes_of
from lucca_pi.games.citta.table.pieces import BACK_CODE
from tests.auditor.turns_shown import (
    AFTER_ADA,
    AS_COMPLETED,
    BEFORE,
    CLOSED,
    COMPLETED,
    DISCARDED,
    FOUR,
    LOOK,
    PILE,
    REDS,
    VIOLET,
    missing,
)

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
    "under one that came there": (PILE, put(without(AS_PILE, 43), 77, PLACE_43.x_mm - 5, PLACE_43.y_mm - 5), {}, []),
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
    scene = scene_of(state.match, (look,))
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
    return scene_of(session_at(before, **more).match, (look,))


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


LIES_4 = next(one for one in LOOK.sightings if one.code == 4)


def test_a_card_that_is_lost_may_lie_under_an_old_back_but_not_one_just_gone():
    wall = next(one for one in LOOK.sightings if one.code == BACK_CODE)
    at = scene(LOOK, BEFORE)
    under = replace(at.memory.faces[4], seen=replace(LIES_4, x_mm=wall.x_mm + 5, y_mm=wall.y_mm + 5))
    assert (at.is_covered(under), at.is_covered(replace(under, is_lost=True))) == (False, True)
    new = scene(with_more(LOOK, replace(wall, x_mm=wall.x_mm - 80)), BEFORE)
    beside_it = replace(under, is_lost=True, seen=replace(under.seen, x_mm=wall.x_mm - 75))
    assert not new.is_covered(beside_it)


# --- the turn before

BEN = played("4 palace", "9 palace", "6 palace", player="Ben")
BUILT = "Ben: violet 93+6, orange 9, green 4 | Cid: orange 95"
AFTER_BEN = replace(
    AFTER_ADA.after(f"red 1+8, blue 5+12; completed {VIOLET}; walls 2", others=BUILT), discards=(96, 10)
).look()
AT_REST = Played(DISCARDED, (AFTER_ADA.look(),), None, "")


def earlier(look, *rested, knows=None, event=AT_REST):
    """What is missing of Ada's turn, now that Ben has played."""
    at = scene_of(after_event(session_at(CLOSED), event).match, (*rested, look))
    if knows:
        faces = {**at.memory.faces, **{name: replace(at.memory.faces[name], **more) for name, more in knows.items()}}
        at = replace(at, memory=replace(at.memory, faces=faces))
    return [str(one.text) for one in audit(at, [BEN]).gaps if one.is_earlier]


GONE_10, GONE_43 = (f"{name} of the last turn is no longer in sight" for name in (10, 43))
LIES_10 = next(one for one in AFTER_ADA.look().sightings if one.code == 10)
EARLIER = {
    "all is there": (AFTER_BEN, None, []),
    "a card that was laid is gone": (without(AFTER_BEN, 8), None, ["8 of the last turn is no longer in sight"]),
    "it is gone, and all discards": (without(AFTER_BEN, 8, 10, 96), None, ["8 of the last turn is no longer in sight"]),
    "a card that lay there before is gone": (without(AFTER_BEN, 1), None, []),
    "the discard is gone, others lie there": (without(AFTER_BEN, 10), None, [GONE_10]),
    "all discards are gone": (without(AFTER_BEN, 10, 96), None, []),
    "the discard lies under a card that was thrown on it": (
        put(without(AFTER_BEN, 10), 77, LIES_10.x_mm + 10, LIES_10.y_mm + 30),
        None,
        [],
    ),
    "one was thrown far from it": (put(without(AFTER_BEN, 10), 77, LIES_10.x_mm + 80, LIES_10.y_mm), None, [GONE_10]),
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
    found = audit(scene_of(state.match, (without(AFTER_BEN, 43),)), [BEN]).gaps
    assert not [one for one in found if one.text == GONE_43]


@pytest.mark.parametrize(("turns", "texts"), [(1, [GONE_10]), (0, [])])
def test_the_only_discard_of_a_round_is_in_sight_until_the_next_round_begins(turns, texts):
    only = replace(CLOSED, discards=())
    after = only.after(f"red 1+8, blue 5+12; completed {VIOLET}; walls 2", 10)
    state = after_event(session_at(only), Played(DISCARDED, (after.look(),), None, ""))
    look = replace(after.after(f"red 1+8, blue 5+12; completed {VIOLET}; walls 2", others=BUILT), discards=()).look()
    at = scene_of(state.match, (look,))
    gone = module._Audit(replace(at, game=replace(at.game, turns=turns)), ())._laid_and_gone()
    assert [f"{name} of the last turn is no longer in sight" for name in gone] == texts


def test_what_lies_under_a_palace_completed_in_the_last_turn_is_not_asked_for():
    done = FOUR.after(f"completed {REDS}+8+36; blue 5; walls 1")
    state = after_event(session_at(FOUR), Played(COMPLETED, (AS_COMPLETED,), None, ""))
    ben = done.after(f"completed {REDS}+8+36; blue 5; walls 1", others=BUILT)
    look = replace(ben, triplets=(None, None, *LEFT[1:])).look()
    at = scene_of(state.match, (look,))
    known = replace(at.memory.faces[36], is_new=True)
    at = replace(at, memory=replace(at.memory, faces={**at.memory.faces, 8: known}))
    assert not [one for one in audit(at, [BEN]).gaps if one.text.startswith("8 of")]


def walls_missed(look, *, lost=False):
    """What is said of walls in Ben's turn; `lost`: Ada's first wall was out of sight before."""
    at = scene_of(after_event(session_at(CLOSED), AT_REST).match, (look,))
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


WALL_GONE = {"none": (AFTER_BEN, 0), "one": (without(AFTER_BEN, BACK_CODE), 1)}


@pytest.mark.parametrize(("look", "count"), WALL_GONE.values(), ids=WALL_GONE)
def test_a_wall_that_has_gone_is_missed_with_what_lies_face_up(look, count):
    state = after_event(session_at(CLOSED), AT_REST)
    at = scene_of(state.match, (look,))
    at = replace(at, memory=replace(at.memory, hidden={96: 101, 95: 101, 10: 102}))
    texts = [str(one.text) for one in audit(at, [BEN]).gaps if "wall" in one.text]
    face_up = "96 lies face up, and a wall of Ada is not in sight"
    assert texts == ["Ada: I see 1 wall, not 2", face_up][: 2 * count]
    gaps = [one for one in audit(at, [BEN]).gaps if one.text == face_up]
    assert all(one.is_earlier and one.facts == {96} for one in gaps)


def test_turns_are_signed_whichever_cards_they_are_only_if_they_come_to_the_same(monkeypatch):
    both = played("8 palace", "12 discard", "10 discard")
    look = left_open(BEFORE.after("red 1+8, blue 5; walls 2", 12, 10).look(), (10, 12), (12, 10))
    scenes = scenes_of(session_at(BEFORE).match, (look,))
    assert len(scenes) == 2
    signed = {0: Certificate(("first",), ()), 1: Certificate((), (Gap("a"),)), 2: Certificate((), (Gap("b"), Gap("a")))}
    asked = []

    def told(scene, turns):
        asked.append((scenes.index(scene), turns))
        return signed[min(len(asked) - 1, 2)]

    monkeypatch.setattr(module, "audit", told)
    found = audit_ambiguous(scenes, [both])
    swapped = played("8 palace", "10 discard", "12 discard")
    assert asked == [(0, (both,)), (1, (both,)), (1, (swapped,))]
    assert (found.proofs, [one.text for one in found.gaps]) == (("first",), ["a"])
    asked.clear()
    signed |= {1: Certificate((), ())}
    assert audit_ambiguous(scenes, [both]).is_signed
    assert len(asked) == 2
    asked.clear()
    signed |= {0: Certificate((), (Gap("x"),)), 1: Certificate((), (Gap("y"),)), 2: Certificate((), ())}
    assert [one.text for one in audit_ambiguous(scenes, [both]).gaps] == ["x"]
