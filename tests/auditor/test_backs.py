"""A back proves a wall only if every card that could be it is accounted for: Ada has built 8 and 12, and walled 10."""

from dataclasses import replace

import pytest
from small_tables import LEFT, Table, beside, laid, played, put, session_at, with_more

from lucca_pi.contract.history import Played
from lucca_pi.evening.state import after_event
from lucca_pi.games.citta.auditor.audit import audit
from lucca_pi.games.citta.auditor.evidence import astray
from lucca_pi.games.citta.rules.game import going_on, play_turn
from lucca_pi.games.citta.session.memory import memory_of, scene_of
from lucca_pi.games.citta.table.pieces import BACK_CODE
from lucca_pi.table.sighting import Told
from tests.auditor.turns_shown import DISCARDED, WALLED

VIOLET = "violet 7+14+28+35+43"
FACE_DOWN = "{}: I do not see {}, it may lie face down".format


def before(*discards, ada="", others="", left=LEFT):
    """Ada's turn, where these discards lie; she has `ada` besides."""
    return laid(f"red 1, blue 5; {ada}walls 2", (8, 12, 10), *left, discards=discards, others=others)


def after(table, *, ada=""):
    """The same when she has played, but for the discards that lie there."""
    return table.after(f"red 1+8, blue 5+12; {ada}walls 3")


def gaps(table, look, *, turn=WALLED, knows=None, **more):
    """What keeps the turn from being signed; `knows`: what the auditor remembers otherwise."""
    scene = scene_of(session_at(table, **more).match, (look,))
    return audit(replace(scene, memory=replace(scene.memory, **knows or {})), [turn]).gaps


def missing(table, look, **more):
    """The same in words."""
    return [gap.text for gap in gaps(table, look, **more)]


def unseen(look, *codes):
    """The look without these cards."""
    return replace(look, sightings=tuple(seen for seen in look.sightings if seen.code not in codes))


def more(look, *cards):
    """The look with cards more: code, and place in the axes of Ada's quarter."""
    return with_more(look, *(beside(101, *card, look) for card in cards))


PLAIN, WITH_PILE = before(), before(ada=f"completed {VIOLET}; ")
FANNED = more(WITH_PILE.look(), (35, -40, -40))
OTHERS_PILE = before(others=f"Ben: completed {VIOLET} | Cid: orange 95; towers T2")
SEVEN = before(ada="completed violet 7; ")
AS_PILE, AS_SEVEN = (
    after(WITH_PILE, ada=f"completed {VIOLET}; ").look(),
    after(SEVEN, ada="completed violet 7; ").look(),
)
AS_OTHERS, AS_PLAIN = after(OTHERS_PILE).look(), after(PLAIN).look()
OWNED = {
    "nothing is missing": (PLAIN, AS_PLAIN, {}, []),
    "a card of another player's column": (PLAIN, unseen(AS_PLAIN, 93), {}, [FACE_DOWN("Ben", 93)]),
    "an own card": (SEVEN, unseen(AS_SEVEN, 7), {}, ["Ada: I do not see violet 7", FACE_DOWN("Ada", 7)]),
    "another player's tower": (OTHERS_PILE, unseen(AS_OTHERS, 98), {}, [FACE_DOWN("Cid", "T2")]),
    "another player's newest card": (OTHERS_PILE, unseen(AS_OTHERS, 43), {}, [FACE_DOWN("Ben", 43)]),
    "an older card that was under the newest": (WITH_PILE, AS_PILE, {}, []),
    "an older card that looked out": (WITH_PILE, AS_PILE, {"instead": FANNED}, [FACE_DOWN("Ada", 35)]),
    "one that looked out of a pile laid elsewhere": (WITH_PILE, put(AS_PILE, 43, -62, -30), {"instead": FANNED}, []),
}


@pytest.mark.parametrize(("table", "look", "was", "words"), OWNED.values(), ids=OWNED)
def test_each_card_of_a_player_is_in_sight_or_under_another(table, look, was, words):
    assert missing(table, look, **was) == words


THREE, TWO, ONE = before(2, 3, 96), before(2, 96), before(96)
TURNED_OVER = "{} may have been turned over".format
DISCARDS = {
    "one of three": (THREE, (2,), {}, [TURNED_OVER(2)]),
    "two of three": (THREE, (2, 3), {}, [TURNED_OVER(2), TURNED_OVER(3)]),
    "three of three": (THREE, (2, 3, 96), {}, []),
    "two of two": (TWO, (2, 96), {}, [TURNED_OVER(2), TURNED_OVER(96)]),
    "two of two as a round begins": (TWO, (2, 96), {"turns": 0}, []),
    "one of two as a round begins": (TWO, (2,), {"turns": 0}, [TURNED_OVER(2)]),
    "the only one as a round begins": (ONE, (96,), {"turns": 0}, [TURNED_OVER(96)]),
    "two of two as a round ends": (replace(TWO, triplets=TWO.triplets[:2]), (2, 96), {"turns": 2}, []),
    "the only one as a round ends": (replace(ONE, triplets=ONE.triplets[:2]), (96,), {"turns": 2}, [TURNED_OVER(96)]),
}


@pytest.mark.parametrize(("table", "gone", "turns", "words"), DISCARDS.values(), ids=DISCARDS)
def test_discards_are_put_away_together_or_one_may_be_the_wall(table, gone, turns, words):
    assert missing(table, unseen(after(table).look(), *gone), **{"turns": 1, **turns}) == words


PILE, RIGHT, SURPLUS = (BACK_CODE, 0, -500), (BACK_CODE, 80, -20), (BACK_CODE, -120, 0)
GONE = ["A face-down card is no longer where it lay"]
LAY_96 = next(replace(seen, code=77) for seen in ONE.look().sightings if seen.code == 96)
"""A card that lies upon that discard."""
UPON_2 = next(replace(seen, code=77) for seen in TWO.look().sightings if seen.code == 96)
PILE_WAS, RIGHT_WAS = ({"instead": more(PLAIN.look(), back)} for back in (PILE, RIGHT))
HID, UP = {"hidden": {77: 102}}, (77, 0, -600)
TURNED_UP = more(AS_PLAIN, UP)
WITHOUT_A_WALL = PLAIN.after("red 1+8, blue 5+12; walls 2").look()
THEN = {
    "an old discard has gone in a turn without a wall": (
        ONE,
        unseen(ONE.after("red 1+8, blue 5+12; walls 2", 10).look(), 96),
        {"turn": DISCARDED, "turns": 1},
        [],
    ),
    "an old discard lies under a newer card": (ONE, unseen(after(ONE).look(LAY_96), 96), {"turns": 1}, []),
    "under one that lay upon it before": (
        ONE,
        unseen(after(ONE).look(LAY_96), 96),
        {"turns": 1, "instead": ONE.look(LAY_96)},
        [TURNED_OVER(96)],
    ),
    "under one that lay upon it before, beside another": (
        TWO,
        unseen(after(TWO).look(UPON_2), 96),
        {"turns": 1, "instead": TWO.look(UPON_2)},
        [TURNED_OVER(96)],
    ),
    "a new card in mid-round is no next triplet": (PLAIN, more(AS_PLAIN, (77, 0, -500)), {"turns": 1}, []),
    "a back has gone from the centre": (PLAIN, AS_PLAIN, PILE_WAS, GONE),
    "a back has gone from right of the quarter": (PLAIN, AS_PLAIN, RIGHT_WAS, GONE),
    "a back lies under a newer card": (PLAIN, more(AS_PLAIN, (77, 0, -520)), PILE_WAS, []),
    "a back too many lay in the row before": (
        PLAIN,
        more(WITHOUT_A_WALL, SURPLUS),
        {"instead": more(PLAIN.look(), SURPLUS)},
        ["Ada: I see 2 walls, not 3"],
    ),
    "it did not": (PLAIN, more(WITHOUT_A_WALL, SURPLUS), {}, []),
    "a back more": (PLAIN, more(AS_PLAIN, SURPLUS), {}, ["Ada: I do not see 10", "Ada: 1 face-down card too many"]),
    "a back was turned face up": (PLAIN, TURNED_UP, {"knows": HID, **PILE_WAS}, []),
    "another card than was hidden lies face up": (PLAIN, TURNED_UP, {"knows": {"hidden": {76: 102}}, **PILE_WAS}, GONE),
    "one of two was turned up": (PLAIN, TURNED_UP, {"knows": HID, "instead": more(PLAIN.look(), PILE, RIGHT)}, GONE),
}


@pytest.mark.parametrize(("table", "look", "was", "words"), THEN.values(), ids=THEN)
def test_what_has_gone_or_come_is_accounted_for_or_it_may_be_the_wall(table, look, was, words):
    assert missing(table, look, **was) == words


@pytest.mark.parametrize("back", [PILE, RIGHT], ids=["in the centre", "right of the quarter"])
def test_a_back_that_lies_where_it_lay_has_not_gone(back):
    assert GONE[0] not in missing(PLAIN, more(AS_PLAIN, back), instead=more(PLAIN.look(), back))


def test_a_card_that_lay_face_up_before_accounts_for_no_back():
    was = {"instead": more(PLAIN.look(), PILE, UP)}
    assert GONE[0] in missing(PLAIN, TURNED_UP, knows={"hidden": {77: 102}}, **was)


def test_walls_that_are_not_in_sight_now_are_about_no_earlier_turn():
    found = gaps(PLAIN, unseen(AS_PLAIN, BACK_CODE))
    assert {(gap.text, gap.is_earlier) for gap in found} == {("Ada: I see 0 walls, not 3", False)}


@pytest.mark.parametrize(("gone", "words"), [((2,), [TURNED_OVER(2)]), ((2, 3, 96), []), ((), [])])
def test_what_nobody_took_in_an_earlier_round_is_put_away_together(gone, words):
    scene = scene_of(session_at(THREE, turns=1).match, (unseen(after(THREE).look(), *gone),))
    game = replace(scene.game, out=scene.game.out - {2, 3, 96})
    known = replace(scene.memory, left_over=frozenset({2, 3, 96}))
    assert [gap.text for gap in audit(replace(scene, game=game, memory=known), [WALLED]).gaps] == words


NEXT = ((40, 41, 42), (44, 45, 46), (50, 51, 52), (60, 61, 62))


def at_the_end(*gone, upcoming=()):
    """What is missing of the round's last turn, where cards of those left, or of the next triplets, have gone."""
    table = before(left=(None, None, (30, 31, 33)))
    then = after(table)
    look = Table(then.position, upcoming or then.triplets, then.discards, then.places).look()
    return missing(table, unseen(look, *gone), turns=2)


ENDS = {
    "all lie there still": ((), (), []),
    "all have been put away": ((30, 31, 33), (), []),
    "one has gone": ((31,), (), [TURNED_OVER(31)]),
    "the next lie there": ((), NEXT, []),
    "one of the next is missing": ((51,), NEXT, ["1 card of the next triplets is missing"]),
    "two of the next are missing": ((51, 40), NEXT, ["2 cards of the next triplets are missing"]),
}


@pytest.mark.parametrize(("gone", "upcoming", "words"), ENDS.values(), ids=ENDS)
def test_as_a_round_ends_all_cards_left_are_put_away_and_all_of_the_next_are_laid_out(gone, upcoming, words):
    assert at_the_end(*gone, upcoming=upcoming) == words


def test_a_card_of_the_next_triplets_that_players_have_named_is_not_missing():
    table = before(left=(None, None, (30, 31, 33)))
    look = unseen(Table(after(table).position, NEXT, (), after(table).places).look(), 51)
    assert missing(table, replace(look, told=(Told(51, (50, 52)),)), turns=2) == []


def test_a_card_that_may_lie_face_down_is_to_be_laid_in_sight_and_doubts_the_wall():
    (gap,) = gaps(PLAIN, unseen(AS_PLAIN, 93))
    assert (gap.remedy, gap.facts, gap.doubts) == ("Make 93 visible", frozenset(), {10})
    (gap,) = gaps(ONE, unseen(after(ONE).look(), 96), turns=1)
    assert (gap.remedy, gap.doubts) == ("", {10})


BEN_WALLS, BUILT_BY_BEN = (played("4 palace", "9 palace", f"6 {way}", player="Ben") for way in ("wall", "palace"))
BENS, BUILT = "violet 93, orange 9, green 4; walls 1", "violet 93+6, orange 9, green 4"
BEN_AND_CID = "Ben: {} | Cid: orange 95"


def at(turn, *, table=PLAIN, bens="violet 93", walls=None):
    """What is seen once Ada has played, or Ben too, who took the second triplet; `walls`: hers, if not 3."""
    discards = (10,) if turn == DISCARDED and not walls else ()
    ada = f"red 1+8, blue 5+12; walls {walls or (3 if turn == WALLED else 2)}"
    then = table.after(ada, *discards, others=BEN_AND_CID.format(bens))
    taken = 1 if bens == "violet 93" else 2
    return replace(then, triplets=(None,) * taken + table.triplets[taken:]).look()


def at_bens_turn(turn, look, table=PLAIN, **more):
    """The session once Ada's turn has been taken from a look."""
    return after_event(session_at(table, **more), Played(turn, (look,), None, ""))


def then_missing(state, look, turn=BEN_WALLS):
    """What is missing of the turn that follows, in words."""
    return [gap.text for gap in audit(scene_of(state.match, (look,)), [turn]).gaps]


NO_95 = FACE_DOWN("Cid", 95)
ASKED_ONCE = {
    "not yet": (DISCARDED, (95,), (95,), [NO_95]),
    "by Ada's wall": (WALLED, (95,), (95,), []),
    "it has come back": (WALLED, (95,), (), []),
    "it has gone since": (WALLED, (), (95,), [NO_95]),
}


@pytest.mark.parametrize(("turn", "then", "now", "words"), ASKED_ONCE.values(), ids=ASKED_ONCE)
def test_players_vouch_for_a_card_out_of_sight_as_they_confirm_a_wall(turn, then, now, words):
    state = at_bens_turn(turn, unseen(at(turn), *then))
    assert then_missing(state, unseen(at(turn, bens=BENS), *now)) == words


BEFORE_OK = {
    "alone, and it is remembered": (DISCARDED, (2, 96), [TURNED_OVER(2)]),
    "alone, until the next wall": (WALLED, (2, 96), []),
    "the only one, between two rounds": (DISCARDED, (96,), []),
}


@pytest.mark.parametrize(("turn", "discards", "words"), BEFORE_OK.values(), ids=BEFORE_OK)
def test_a_discard_had_gone_before_adas_ok(turn, discards, words):
    table, gone = before(*discards), discards[0]
    state = at_bens_turn(turn, unseen(at(turn, table=table), gone), table)
    next_turn = replace(BEN_WALLS, player=state.game.player_in_turn)
    assert then_missing(state, unseen(at(turn, table=table, bens=BENS), gone), next_turn) == words


BACKS_GONE = {"not yet": (DISCARDED, GONE), "by Ada's wall": (WALLED, [])}


@pytest.mark.parametrize(("turn", "words"), BACKS_GONE.values(), ids=BACKS_GONE)
def test_players_vouch_for_a_back_that_has_gone_as_they_confirm_a_wall(turn, words):
    state = at_bens_turn(turn, at(turn), instead=more(PLAIN.look(), PILE))
    assert then_missing(state, at(turn, bens=BENS)) == words


def test_a_back_that_goes_as_ben_plays_is_no_wall_of_his():
    assert then_missing(at_bens_turn(WALLED, more(at(WALLED), PILE)), at(WALLED, bens=BENS)) == GONE


HIDDEN = "A wall of Ada is not in sight, and may be the new one"
ADAS = {
    "never seen since the deal": (DISCARDED, 2, 2, [HIDDEN]),
    "by Ada's wall": (WALLED, 2, 2, []),
    "one more has gone": (WALLED, 1, 2, ["Ada: I see 1 wall, not 3", HIDDEN]),
    "it has come back": (WALLED, 1, 0, []),
}


def lacking(look, backs):
    """The look without so many of Ada's backs."""
    for _ in range(backs):
        one = min(
            (seen for seen in look.sightings if seen.code == BACK_CODE), key=lambda seen: seen.x_mm**2 + seen.y_mm**2
        )
        look = replace(look, sightings=tuple(seen for seen in look.sightings if seen is not one))
    return look


@pytest.mark.parametrize(("turn", "then", "now", "words"), ADAS.values(), ids=ADAS)
def test_players_vouch_for_walls_out_of_sight_as_they_confirm_one(turn, then, now, words):
    state = at_bens_turn(turn, lacking(at(turn), then), instead=lacking(PLAIN.look(), min(then, 2)))
    assert {*then_missing(state, lacking(at(turn, bens=BENS), now))} == {*words}


@pytest.mark.parametrize(("turns", "names"), [(0, []), (1, [96])], ids=["as a round begins", "in mid-round"])
def test_in_a_turn_without_a_wall_the_only_discard_is_put_away_between_two_rounds(turns, names):
    look = unseen(ONE.after("red 1+8, blue 5+12; walls 2", 10).look(), 96)
    scene = scene_of(session_at(ONE, turns=turns).match, (look,))
    assert [*astray(scene, play_turn(scene.game, DISCARDED), {play.card: play for play in DISCARDED.play})] == names


def earlier(state, look, turn=BUILT_BY_BEN):
    """What is asked about earlier turns as Ben builds three cards, and the cards that it is about."""
    gaps = audit(scene_of(state.match, (look,)), [turn]).gaps
    return [(gap.text, {*gap.facts}) for gap in gaps if gap.is_earlier]


def test_a_wall_that_has_gone_puts_the_turn_in_doubt_that_laid_it_and_none_that_is_not_known():
    state, as_ben_builds = at_bens_turn(WALLED, at(WALLED)), at(WALLED, bens=BUILT)
    assert earlier(state, as_ben_builds) == earlier(state, lacking(as_ben_builds, 1)) == []
    assert earlier(state, at(WALLED, bens=BUILT, walls=2)) == [("Ada: I see 2 walls, not 3", {10})]


def test_a_wall_that_was_pushed_may_be_any_that_lay_elsewhere():
    pushed = at(WALLED, bens=BUILT, walls=2)
    event = Played(BUILT_BY_BEN, (more(pushed, (BACK_CODE, -150, 0)),), None, "")
    state = after_event(at_bens_turn(WALLED, at(WALLED)), event)
    gaps = audit(scene_of(state.match, (pushed,)), [played("18 palace", "21 palace", "24 palace", player="Cid")]).gaps
    assert [gap.facts for gap in gaps if gap.text == "Ada: I see 2 walls, not 3"] == [{10}]


def test_an_older_card_that_was_squared_in_an_earlier_turn_lies_under_the_newest():
    table = before(ada=f"completed {VIOLET}; ")
    built = f"red 1+8, blue 5+12; completed {VIOLET}; walls 2"
    was = put(more(table.look(), (35, -150, 10)), 43, -90, -40)
    state = at_bens_turn(DISCARDED, table.after(built, 10).look(), table, instead=was)
    then = table.after(built, 10, others=BEN_AND_CID.format(BENS))
    assert then_missing(state, replace(then, triplets=(None, None, *table.triplets[2:])).look()) == []


ONE_LEFT = before(left=(None, None, (30, 31, 33)))


def test_what_was_left_is_put_away_though_a_single_card_of_it_was_ever_seen():
    assert missing(ONE_LEFT, unseen(after(ONE_LEFT).look(), 30, 31, 33), turns=2, without=(31, 33)) == []


def test_of_what_was_left_one_card_may_be_the_wall_though_the_next_round_has_begun():
    scene = scene_of(session_at(ONE_LEFT, turns=2).match, (unseen(after(ONE_LEFT).look(), 31),))
    then = going_on(play_turn(scene.game, WALLED))
    assert (then.round, [*astray(scene, then, {play.card: play for play in WALLED.play})]) == (2, [31])


def remembers(turn, look, *others, **more):
    """What the auditor remembers once Ada's turn has been taken from a look, and Ben's from `others`."""
    state = at_bens_turn(turn, look, **more)
    for other in others:
        state = after_event(state, Played(BUILT_BY_BEN, (other,), None, ""))
    return memory_of(state.match).audited


def test_a_wall_of_another_player_is_missed_though_nothing_was_ever_confirmed():
    table = before(others="Ben: violet 93; walls 1 | Cid: orange 95")
    look = unseen(after(table).look(), BACK_CODE)
    assert "A wall of Ben is not in sight, and may be the new one" in missing(table, look, knows={"hidden_walls": {}})


def test_a_back_is_forgotten_as_its_card_is_turned_face_up():
    look, then = more(unseen(at(DISCARDED), 10), RIGHT), at(DISCARDED, bens=BUILT)
    assert [len(remembers(DISCARDED, look, one).loose_backs) for one in (then, unseen(then, 10))] == [0, 1]
