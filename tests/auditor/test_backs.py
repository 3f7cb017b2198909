"""A back proves a wall only if every card that could be it is accounted for: Ada has built 8 and 12, and walled 10."""

from dataclasses import replace

import pytest
from small_tables import Table, beside, laid, session_at

from lucca_pi.contract.history import Played
from lucca_pi.evening.state import after_event
from lucca_pi.games.citta.auditor.audit import audit
from lucca_pi.games.citta.auditor.evidence import astray
from lucca_pi.games.citta.rules.game import going_on, play_turn
from lucca_pi.games.citta.rules.turn import Play, Turn
from lucca_pi.games.citta.session.memory import memory_of, scene_of
from lucca_pi.games.citta.table.pieces import BACK_CODE
from lucca_pi.table.sighting import Told

LEFT = ((4, 9, 6), (18, 21, 24), (30, 31, 33))
BUILT = (Play(8, "palace"), Play(12, "palace"))
WALLED, DISCARDED = (Turn("Ada", (), (*BUILT, Play(10, way))) for way in ("wall", "discard"))
VIOLET = "violet 7+14+28+35+43"


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


def elsewhere(look, code, x_mm, y_mm):
    """The look with a card elsewhere in the axes of Ada's quarter."""
    return replace(unseen(look, code), sightings=(*unseen(look, code).sightings, beside(101, code, x_mm, y_mm, look)))


def more(look, *cards):
    """The look with cards more: code, and place in the axes of Ada's quarter."""
    return replace(look, sightings=(*look.sightings, *(beside(101, *card, look) for card in cards)))


PLAIN, WITH_PILE = before(), before(ada=f"completed {VIOLET}; ")
FANNED = more(WITH_PILE.look(), (35, -40, -40))
OTHERS_PILE = before(others=f"Ben: completed {VIOLET} | Cid: orange 95; towers T2")
OWNED = {
    "nothing is missing": (PLAIN, after(PLAIN).look(), {}, []),
    "a card of another player's column": (
        PLAIN,
        unseen(after(PLAIN).look(), 93),
        {},
        ["Ben: I do not see 93, it may lie face down"],
    ),
    "an own card": (
        before(ada="completed violet 7; "),
        unseen(after(before(ada="completed violet 7; "), ada="completed violet 7; ").look(), 7),
        {},
        ["Ada: I do not see violet 7", "Ada: I do not see 7, it may lie face down"],
    ),
    "another player's tower": (
        OTHERS_PILE,
        unseen(after(OTHERS_PILE).look(), 98),
        {},
        ["Cid: I do not see T2, it may lie face down"],
    ),
    "another player's newest card": (
        OTHERS_PILE,
        unseen(after(OTHERS_PILE).look(), 43),
        {},
        ["Ben: I do not see 43, it may lie face down"],
    ),
    "an older card that was under the newest": (
        WITH_PILE,
        after(WITH_PILE, ada=f"completed {VIOLET}; ").look(),
        {},
        [],
    ),
    "an older card that looked out": (
        WITH_PILE,
        after(WITH_PILE, ada=f"completed {VIOLET}; ").look(),
        {"instead": FANNED},
        ["Ada: I do not see 35, it may lie face down"],
    ),
    "an older card that looked out of a pile laid elsewhere": (
        WITH_PILE,
        elsewhere(after(WITH_PILE, ada=f"completed {VIOLET}; ").look(), 43, -62, -30),
        {"instead": FANNED},
        [],
    ),
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


def test_an_old_discard_matters_only_to_a_turn_with_a_wall():
    look = unseen(ONE.after("red 1+8, blue 5+12; walls 2", 10).look(), 96)
    assert missing(ONE, look, turn=DISCARDED, turns=1) == []


def test_an_old_discard_under_a_newer_card_is_accounted_for():
    lay = next(seen for seen in ONE.look().sightings if seen.code == 96)
    assert missing(ONE, unseen(after(ONE).look(replace(lay, code=77)), 96), turns=1) == []


@pytest.mark.parametrize("table", [ONE, TWO])
def test_a_card_that_lay_upon_an_old_discard_before_accounts_for_nothing(table):
    lay = next(seen for seen in table.look().sightings if seen.code == 96)
    upon = replace(lay, code=77)
    look = unseen(after(table).look(upon), 96)
    assert missing(table, look, turns=1, instead=table.look(upon)) == [TURNED_OVER(96)]


def test_walls_that_are_not_in_sight_now_are_about_no_earlier_turn():
    found = gaps(PLAIN, unseen(after(PLAIN).look(), BACK_CODE))
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


def test_in_mid_round_new_cards_are_no_next_triplets():
    assert missing(PLAIN, more(after(PLAIN).look(), (77, 0, -500)), turns=1) == []


PILE = (BACK_CODE, 0, -500)
RIGHT = (BACK_CODE, 80, -20)
SURPLUS = (BACK_CODE, -120, 0)
GONE = ["A face-down card is no longer where it lay"]


@pytest.mark.parametrize("back", [PILE, RIGHT], ids=["in the centre", "right of the quarter"])
def test_a_back_that_lay_anywhere_else_is_no_new_wall(back):
    was = {"instead": more(PLAIN.look(), back)}
    assert missing(PLAIN, after(PLAIN).look(), **was) == GONE
    assert GONE[0] not in missing(PLAIN, more(after(PLAIN).look(), back), **was)


def test_a_back_under_a_newer_card_has_not_gone():
    upon = more(after(PLAIN).look(), (77, 0, -520))
    assert missing(PLAIN, upon, instead=more(PLAIN.look(), PILE)) == []


def test_a_back_too_many_that_lay_in_the_row_before_is_no_new_wall():
    row = more(PLAIN.look(), SURPLUS)
    look = more(PLAIN.after("red 1+8, blue 5+12; walls 2").look(), SURPLUS)
    assert missing(PLAIN, look, instead=row) == ["Ada: I see 2 walls, not 3"]
    assert missing(PLAIN, look) == []


def test_a_back_more_than_walls_is_one_too_many():
    look = more(after(PLAIN).look(), SURPLUS)
    assert missing(PLAIN, look) == ["Ada: I do not see 10", "Ada: 1 face-down card too many"]


def test_a_card_that_may_lie_face_down_is_to_be_laid_in_sight_and_doubts_the_wall():
    (gap,) = gaps(PLAIN, unseen(after(PLAIN).look(), 93))
    assert (gap.remedy, gap.facts, gap.doubts) == ("Make 93 visible", frozenset(), {10})
    (gap,) = gaps(ONE, unseen(after(ONE).look(), 96), turns=1)
    assert (gap.remedy, gap.doubts) == ("", {10})


BEN_WALLS = Turn("Ben", (), (Play(4, "palace"), Play(9, "palace"), Play(6, "wall")))
BENS, BEN_AND_CID = "violet 93, orange 9, green 4; walls 1", "Ben: {} | Cid: orange 95"


def at(table, *, walls=2, discards=(), bens="violet 93", taken=1):
    """How it lies once Ada has played, or Ben too, who took the second triplet."""
    then = table.after(f"red 1+8, blue 5+12; walls {walls}", *discards, others=BEN_AND_CID.format(bens))
    return replace(then, triplets=(None,) * taken + table.triplets[taken:])


def at_bens_turn(turn, look, table=PLAIN, **more):
    """The session once Ada's turn has been taken from a look."""
    return after_event(session_at(table, **more), Played(turn, (look,), None, ""))


def missing_at_bens(turn, *, then=(), now=(), was=(), table=PLAIN):
    """What is missing of Ben's wall. Cards were out of sight `then`, at Ada's OK, or are `now`; `was`: backs then."""
    walls, discards = (3, ()) if turn == WALLED else (2, (10,))
    shown = more(unseen(at(table, walls=walls, discards=discards).look(), *then), *was)
    look = unseen(at(table, walls=walls, discards=discards, bens=BENS, taken=2).look(), *now)
    signed = audit(scene_of(at_bens_turn(turn, shown, table).match, (look,)), [BEN_WALLS])
    return [gap.text for gap in signed.gaps]


NO_95 = "Cid: I do not see 95, it may lie face down"
ASKED_ONCE = {
    "not yet": (DISCARDED, (95,), (95,), [NO_95]),
    "by Ada's wall": (WALLED, (95,), (95,), []),
    "it has come back": (WALLED, (95,), (), []),
    "it has gone since": (WALLED, (), (95,), [NO_95]),
}


@pytest.mark.parametrize(("turn", "then", "now", "words"), ASKED_ONCE.values(), ids=ASKED_ONCE)
def test_players_vouch_for_a_card_out_of_sight_as_they_confirm_a_wall(turn, then, now, words):
    assert missing_at_bens(turn, then=then, now=now) == words


def discards_gone_before(*discards, turn, turns=0):
    """What is missing of Ben's wall, where old discards had gone before Ada's OK."""
    table = before(*discards)
    walls, more_discards = (3, ()) if turn == WALLED else (2, (10,))
    shown = unseen(at(table, walls=walls, discards=more_discards).look(), *discards[:1])
    state = at_bens_turn(turn, shown, table, turns=turns)
    look = unseen(at(table, walls=walls, discards=more_discards, bens=BENS, taken=2).look(), *discards[:1])
    return [
        gap.text
        for gap in audit(scene_of(state.match, (look,)), [replace(BEN_WALLS, player=state.game.player_in_turn)]).gaps
    ]


def test_a_discard_that_went_out_of_sight_alone_is_remembered_until_the_next_wall():
    assert discards_gone_before(2, 96, turn=DISCARDED) == [TURNED_OVER(2)]
    assert discards_gone_before(2, 96, turn=WALLED) == []


def test_the_only_discard_is_put_away_between_two_rounds():
    assert discards_gone_before(96, turn=DISCARDED) == []


BACKS_GONE = {"not yet": (DISCARDED, GONE), "by Ada's wall": (WALLED, [])}


@pytest.mark.parametrize(("turn", "words"), BACKS_GONE.values(), ids=BACKS_GONE)
def test_players_vouch_for_a_back_that_has_gone_as_they_confirm_a_wall(turn, words):
    walls, discards = (3, ()) if turn == WALLED else (2, (10,))
    shown = at(PLAIN, walls=walls, discards=discards).look()
    state = at_bens_turn(turn, shown, instead=more(PLAIN.look(), PILE))
    look = at(PLAIN, walls=walls, discards=discards, bens=BENS, taken=2).look()
    assert [gap.text for gap in audit(scene_of(state.match, (look,)), [BEN_WALLS]).gaps] == words


def test_a_back_that_goes_as_ben_plays_is_no_wall_of_his_and_one_that_stays_is_none_either():
    assert missing_at_bens(WALLED, was=(PILE,)) == GONE


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
    walls, discards = (3, ()) if turn == WALLED else (2, (10,))
    shown = lacking(at(PLAIN, walls=walls, discards=discards).look(), then)
    state = at_bens_turn(turn, shown, instead=lacking(PLAIN.look(), min(then, 2)))
    look = lacking(at(PLAIN, walls=walls, discards=discards, bens=BENS, taken=2).look(), now)
    assert {gap.text for gap in audit(scene_of(state.match, (look,)), [BEN_WALLS]).gaps} == {*words}


WITHOUT_A_WALL = {"as a round begins": (0, []), "in mid-round": (1, [96])}


@pytest.mark.parametrize(("turns", "names"), WITHOUT_A_WALL.values(), ids=WITHOUT_A_WALL)
def test_in_a_turn_without_a_wall_the_only_discard_is_put_away_between_two_rounds(turns, names):
    look = unseen(ONE.after("red 1+8, blue 5+12; walls 2", 10).look(), 96)
    scene = scene_of(session_at(ONE, turns=turns).match, (look,))
    assert [*astray(scene, play_turn(scene.game, DISCARDED), {play.card: play for play in DISCARDED.play})] == names


BUILT_BY_BEN = Turn("Ben", (), (Play(4, "palace"), Play(9, "palace"), Play(6, "palace")))


def earlier(state, look):
    """What is asked about earlier turns as Ben builds three cards, and the cards that it is about."""
    return [
        (gap.text, {*gap.facts}) for gap in audit(scene_of(state.match, (look,)), [BUILT_BY_BEN]).gaps if gap.is_earlier
    ]


def as_ben_builds(*, walls):
    return at(PLAIN, walls=walls, bens="violet 93+6, orange 9, green 4", taken=2).look()


def test_a_wall_that_has_gone_puts_the_turn_in_doubt_that_laid_it():
    state = at_bens_turn(WALLED, at(PLAIN, walls=3).look())
    assert earlier(state, as_ben_builds(walls=3)) == []
    assert earlier(state, as_ben_builds(walls=2)) == [("Ada: I see 2 walls, not 3", {10})]


def test_a_wall_of_which_no_turn_is_known_puts_none_in_doubt():
    state = at_bens_turn(WALLED, at(PLAIN, walls=3).look())
    assert earlier(state, lacking(as_ben_builds(walls=3), 1)) == []


def test_a_wall_that_was_pushed_may_be_any_that_lay_elsewhere():
    state = at_bens_turn(WALLED, at(PLAIN, walls=3).look())
    pushed = at(PLAIN, walls=2, bens="violet 93+6, orange 9, green 4", taken=2).look()
    state = after_event(state, Played(BUILT_BY_BEN, (more(pushed, (BACK_CODE, -150, 0)),), None, ""))
    cids = Turn("Cid", (), (Play(18, "palace"), Play(21, "palace"), Play(24, "palace")))
    found = [
        gap for gap in audit(scene_of(state.match, (pushed,)), [cids]).gaps if gap.text == "Ada: I see 2 walls, not 3"
    ]
    assert [gap.facts for gap in found] == [{10}]


def test_an_older_card_that_was_squared_in_an_earlier_turn_lies_under_the_newest():
    table = before(ada=f"completed {VIOLET}; ")
    built = f"red 1+8, blue 5+12; completed {VIOLET}; walls 2"
    squared = table.after(built, 10).look()
    state = after_event(
        session_at(table, instead=elsewhere(more(table.look(), (35, -150, 10)), 43, -90, -40)),
        Played(DISCARDED, (squared,), None, ""),
    )
    then = table.after(built, 10, others=BEN_AND_CID.format(BENS))
    look = replace(then, triplets=(None, None, *table.triplets[2:])).look()
    assert [gap.text for gap in audit(scene_of(state.match, (look,)), [BEN_WALLS]).gaps] == []


ONE_LEFT = before(left=(None, None, (30, 31, 33)))


def test_what_was_left_is_put_away_though_a_single_card_of_it_was_ever_seen():
    assert missing(ONE_LEFT, unseen(after(ONE_LEFT).look(), 30, 31, 33), turns=2, without=(31, 33)) == []


def test_of_what_was_left_one_card_may_be_the_wall_though_the_next_round_has_begun():
    scene = scene_of(session_at(ONE_LEFT, turns=2).match, (unseen(after(ONE_LEFT).look(), 31),))
    then = going_on(play_turn(scene.game, WALLED))
    assert (then.round, [*astray(scene, then, {play.card: play for play in WALLED.play})]) == (2, [31])


def remembers(turn, look, **more):
    """What the auditor remembers once Ada's turn has been taken from a look."""
    return memory_of(at_bens_turn(turn, look, **more).match).audited


def test_a_wall_of_another_player_is_missed_though_nothing_was_ever_confirmed():
    table = before(others="Ben: violet 93; walls 1 | Cid: orange 95")
    look = unseen(after(table).look(), BACK_CODE)
    assert "A wall of Ben is not in sight, and may be the new one" in missing(table, look, knows={"hidden_walls": {}})


WALLS_HIDDEN = {
    "vouched for": (WALLED, 3, {101: 3, 102: 0, 103: 0}),
    "not yet": (DISCARDED, 2, {101: 0, 102: 0, 103: 0}),
}


@pytest.mark.parametrize(("turn", "walls", "hidden"), WALLS_HIDDEN.values(), ids=WALLS_HIDDEN)
def test_walls_out_of_sight_are_counted_as_players_confirm_one(turn, walls, hidden):
    look = lacking(at(PLAIN, walls=walls).look(), walls)
    assert remembers(turn, more(look, RIGHT)).hidden_walls == hidden
    assert remembers(turn, more(look, RIGHT, SURPLUS)).hidden_walls[101] == max(0, hidden[101] - 1)


def test_a_back_too_many_hides_no_wall():
    assert remembers(WALLED, more(at(PLAIN, walls=3).look(), SURPLUS)).hidden_walls == {101: 0, 102: 0, 103: 0}


def test_a_back_that_is_no_wall_is_remembered_once_and_while_it_is_gone():
    look = at(PLAIN, walls=2, discards=(10,)).look()
    was = {"instead": more(PLAIN.look(), PILE)}
    assert [len(remembers(DISCARDED, one, **was).loose_backs) for one in (more(look, PILE), look)] == [1, 1]
    assert len(remembers(DISCARDED, more(look, RIGHT), **was).loose_backs) == 2
    assert remembers(WALLED, at(PLAIN, walls=3).look(), **was).loose_backs == ()


def test_what_players_have_vouched_for_stays_so_and_so_does_what_was_put_away():
    state = at_bens_turn(WALLED, unseen(at(PLAIN, walls=3).look(), 95))
    state = after_event(state, Played(BUILT_BY_BEN, (unseen(as_ben_builds(walls=3), 95),), None, ""))
    assert memory_of(state.match).audited.faces[95].is_settled
    left = unseen(at(ONE_LEFT, discards=(10,)).look(), 30, 31, 33)
    faces = memory_of(at_bens_turn(DISCARDED, left, ONE_LEFT, turns=2).match).audited.faces
    assert [faces[name].is_settled for name in (30, 31, 33)] == [True, True, True]


def test_a_back_that_was_turned_face_up_has_not_gone():
    was = {"instead": more(PLAIN.look(), PILE)}
    look = more(after(PLAIN).look(), (77, 0, -600))
    assert missing(PLAIN, look, knows={"hidden": {77: 102}}, **was) == []
    assert missing(PLAIN, look, knows={"hidden": {76: 102}}, **was) == GONE
    assert missing(PLAIN, look, knows={"hidden": {77: 102}}, instead=more(PLAIN.look(), PILE, RIGHT)) == GONE


def test_a_card_that_lay_face_up_before_accounts_for_no_back():
    was = {"instead": more(PLAIN.look(), PILE, (77, 0, -600))}
    assert GONE[0] in missing(PLAIN, more(after(PLAIN).look(), (77, 0, -600)), knows={"hidden": {77: 102}}, **was)


def test_a_back_is_forgotten_as_its_card_is_turned_face_up():
    state = at_bens_turn(DISCARDED, more(unseen(at(PLAIN, discards=(10,)).look(), 10), RIGHT))
    then = at(PLAIN, discards=(10,), bens="violet 93+6, orange 9, green 4", taken=2).look()
    backs = [
        memory_of(after_event(state, Played(BUILT_BY_BEN, (look,), None, "")).match).audited.loose_backs
        for look in (then, unseen(then, 10))
    ]
    assert [len(one) for one in backs] == [0, 1]
