"""A game held against looks of it: what agrees, what differs and where, and what nobody can tell."""

from dataclasses import replace

import pytest
from claimed import checks, evening_of, name, with_evidence, words
from evening import LAST, record

from lucca_pi.games.citta.proof import alike, entries_of
from lucca_pi.games.citta.rules.deck import reference_deck
from lucca_pi.games.citta.rules.editions import ENGLISH
from lucca_pi.games.citta.rules.game import Game
from lucca_pi.games.citta.rules.position import read_position
from lucca_pi.games.citta.rules.record import Adjustment
from lucca_pi.games.citta.rules.turn import Play, Turn


def turn_of(number):
    return record().rounds[(number - 1) // 3][(number - 1) % 3]


def with_turn(number, turn):
    """The record with the turn of that number, from 1, changed."""
    rounds = [list(entries) for entries in record().rounds]
    rounds[(number - 1) // 3][(number - 1) % 3] = turn
    return replace(record(), rounds=tuple(tuple(entries) for entries in rounds))


def test_a_whole_game_follows_from_its_looks():
    told = evening_of()
    found = checks(told)
    assert {check.word for check in found} == {"agrees"}
    assert [check.what for check in found].count("turn") == LAST
    final = [line for line in told.claims.score["lines"] if line["round"] is None]
    assert [check.derived for check in found if check.what == "final"] == [
        sum(line["points"] for line in final if line["player"] == player) for player in record().players
    ]


def test_cards_told_in_another_order_agree():
    number = next(one for one in range(1, LAST + 1) if turn_of(one).play[0].way != "palace")
    reordered = replace(turn_of(number), play=(*turn_of(number).play[1:], turn_of(number).play[0]))
    assert words(evening_of(with_turn(number, reordered))) == {}


def test_a_turn_told_otherwise_differs_and_the_looks_say_what_was_played():
    number = next(one for one in range(1, LAST + 1) if any(play.way == "wall" for play in turn_of(one).play))
    play = tuple(replace(one, way="discard") if one.way == "wall" else one for one in turn_of(number).play)
    told = evening_of(with_turn(number, replace(turn_of(number), play=play)))
    check, *_final, score = [check for check in checks(told) if check.word == "differs"]
    assert (name(check), score.what) == (f"{(number - 1) // 3 + 1}.{(number - 1) % 3 + 1}", "score")
    assert "as a wall" in check.why


def with_record(told, changed):
    """The game with another record, and the points of its own."""
    return replace(told, claims=replace(told.claims, entries=tuple(entries_of(changed))))


def with_lines(told, lines):
    return replace(told, claims=replace(told.claims, score={**told.claims.score, "lines": [*lines]}))


def with_more(told, line):
    """The game with a point more in a line of points."""
    lines = told.claims.score["lines"]
    return with_lines(told, ({**one, "points": one["points"] + 1} if one is line else one for one in lines))


def test_points_told_otherwise_differ():
    told = evening_of()
    line = next(line for line in told.claims.score["lines"] if line["kind"] == "completion")
    check, whole = [check for check in checks(with_more(told, line)) if check.word == "differs"]
    assert (check.round, check.player, check.told) == (line["round"], line["player"], check.derived + 1)
    assert "completes" in check.why
    assert whole.why == "these differ: lines"


def test_final_points_told_otherwise_differ():
    told = evening_of()
    line = next(line for line in told.claims.score["lines"] if line["round"] is None)
    assert words(with_more(told, line)) == {f"final {line['player']}": "differs", "score": "differs"}


FORGED = {
    "reasons": lambda lines: [{**line, "reason": "because the host said so"} for line in lines],
    "cards": lambda lines: [{**line, "cards": [999, "T9"]} for line in lines],
    "anything more": lambda lines: [{**line, "more": 1} for line in lines],
    "points of no turn": lambda lines: [*lines, {**lines[0], "round": 9}],
}


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED)
def test_lines_told_otherwise_differ(forge):
    told = evening_of()
    assert words(with_lines(told, forge(told.claims.score["lines"]))) == {"score": "differs"}


@pytest.mark.parametrize("key", ["winner", "players", "orders", "finished", "format", "more"])
def test_a_score_told_otherwise_differs(key):
    told = evening_of()
    told = replace(told, claims=replace(told.claims, score={**told.claims.score, key: "somebody"}))
    (check,) = [check for check in checks(told) if check.word != "agrees"]
    assert (check.what, check.why) == ("score", f"these differ: {key}")


def test_a_look_of_another_turn_differs():
    told = with_evidence(evening_of(), 5, pictures=(("9",),))
    first = next(check for check in checks(told) if check.word != "agrees")
    assert (name(first), first.word) == ("2.2", "differs")
    assert first.why.startswith("the pictures show")


def test_a_deal_without_a_picture_is_not_derived():
    assert words(with_evidence(evening_of(), 0, pictures=()))["deal"] == "unseen"


def test_a_deal_told_otherwise_differs():
    first = record().players[0]
    new = next(card for card in range(1, 97) if all(card not in cards for cards in record().deal.values()))
    deal = {**record().deal, first: (new, record().deal[first][1])}
    told = evening_of(replace(record(), deal=deal, rounds=()))
    assert words(told)["deal"] == "differs"
    assert f"{first}: " in checks(told)[0].why


TOLD = "told by the players"
KEPT = {
    "there is no picture of it": ({"pictures": ()}, [("2.1", "unseen", "there is no picture of it")]),
    "its picture shows nothing": ({"pictures": (("blank",),)}, [("2.1", "unseen", "blank shows no quarter")]),
    "the players said it": ({"pictures": (), "said": TOLD}, [("2.1", "told", f"{TOLD} (there is no picture of it)")]),
    "the players said it, and the looks agree": ({"said": "corrected by the players"}, []),
}


@pytest.mark.parametrize(("changes", "found"), KEPT.values(), ids=KEPT)
def test_a_turn_is_derived_from_its_picture_else_told_by_players_else_unseen_and_the_others_are(changes, found):
    told = [check for check in checks(with_evidence(evening_of(), 4, **changes)) if check.word != "agrees"]
    assert [(name(check), check.word, check.why) for check in told] == found
    assert all(check.derived is None for check in told if check.word == "unseen")


def test_a_journal_that_breaks_off_leaves_the_turns_after_it_without_pictures():
    told = evening_of()
    assert words(replace(told, evidence=told.evidence[:20])) == {"7.2": "unseen", "7.3": "unseen"}


def test_where_a_turn_breaks_a_rule_and_no_picture_shows_another_nothing_follows_any_more():
    turn = turn_of(1)
    broken = replace(turn, play=(Play(record().deal[turn.player][0], "wall"), *turn.play[1:]))
    told = with_evidence(with_record(evening_of(), with_turn(1, broken)), 1, pictures=())
    last = checks(told)[-1]
    assert (last.what, last.word) == ("score", "unseen")
    assert "breaks a rule" in last.why


def test_final_points_of_a_game_that_is_not_over_differ():
    told = evening_of(replace(record(), rounds=record().rounds[:2]))
    player = record().players[0]
    final = {"round": None, "player": player, "kind": "walls", "points": 4}
    assert words(with_lines(told, (*told.claims.score["lines"], final)))[f"final {player}"] == "differs"


def test_turns_after_the_end_lead_nowhere():
    told = with_record(evening_of(), replace(record(), rounds=(*record().rounds, record().rounds[0])))
    assert checks(told)[-1].why == "no point can be derived from here on: the game is over before its record ends"


def test_a_journal_that_goes_another_way_leads_nowhere():
    told = with_evidence(evening_of(), 4, kind="adjusted")
    assert "the journal differs from the record in round 2" in checks(told)[-1].why


def test_a_turn_corrected_by_a_look_of_which_no_picture_was_kept_is_not_derived():
    told = with_evidence(evening_of(), 5, pictures=(("9",),), again=True)
    first = next(check for check in checks(told) if check.word != "agrees")
    assert (name(first), first.word) == ("2.2", "unseen")


def adjusted_evening():
    """A game of one round, and then an adjustment by 2 points less."""
    adjustment = Adjustment(record().players[0], points=-2)
    told = evening_of(replace(record(), rounds=(record().rounds[0], (adjustment,))))
    return with_evidence(told, 4, kind="adjusted", pictures=(), looked=False, said="settled by the players")


def test_an_adjustment_is_the_players_word():
    told = adjusted_evening()
    (check,) = [check for check in checks(told) if check.word != "agrees"]
    assert (check.what, check.word, check.why, check.told) == ("adjustment", "told", "settled by the players", -2)


def test_an_adjustment_s_points_told_otherwise_differ():
    told = adjusted_evening()
    lines = ({**line, "points": 9} if line["kind"] == "adjustment" else line for line in told.claims.score["lines"])
    assert words(with_lines(told, lines)) == {
        f"adjustment {record().players[0]}": "differs",
        "score": "differs",
    }


def test_where_the_photographs_of_the_faces_are_gone_nothing_is_told_to_differ():
    told = evening_of()
    setup = told.begun.setup
    gone = replace(setup, deck_file=replace(setup.deck_file, photographs_gone="ab12"))
    told = replace(told, claims=replace(told.claims, arrangement=replace(told.claims.arrangement, setup=gone)))
    assert {check.word for check in checks(told)} == {"unseen", "agrees"}
    assert "are gone" in checks(told)[1].why


TABLE = read_position("Ada: red 1; completed blue 5, green 4 | Ben: red 22 | Cid: nothing")
GAME = Game(ENGLISH, reference_deck(), TABLE, orders=(("Ada", "Ben", "Cid"),))


def turn(plays, opens="", player="Ada"):
    """`turn("8 palace, 15 wall, T1 tower")`."""
    cards = [play.split() for play in plays.split(", ")]
    named = tuple(Play(int(card) if card.isdecimal() else card, way) for card, way in cards)
    return Turn(player, tuple(opens.split()), named)


ALIKE = {
    "the same": (turn("8 palace, 15 wall, 3 discard"), turn("8 palace, 15 wall, 3 discard"), True),
    "cards in another order": (turn("8 palace, 15 wall, 3 discard"), turn("3 discard, 15 wall, 8 palace"), True),
    "towers in another order": (turn("T1 tower, T2 tower, 3 wall"), turn("T2 tower, T1 tower, 3 wall"), True),
    "opened anyhow": (turn("8 wall, 3 wall, 9 wall", "blue green"), turn("8 wall, 3 wall, 9 wall", "green blue"), True),
    "which of two became the wall": (turn("8 wall, 15 discard, 3 wall"), turn("15 wall, 8 discard, 3 wall"), True),
    "covered cards otherwise": (turn("8 palace, 15 palace, 22 palace"), turn("15 palace, 8 palace, 22 palace"), True),
    "another newest card": (turn("8 palace, 15 palace, 3 wall"), turn("15 palace, 8 palace, 3 wall"), False),
    "another card discarded": (turn("8 palace, 15 palace, 3 discard"), turn("8 palace, 15 palace, 9 discard"), False),
    "a wall more": (turn("8 palace, 15 wall, 3 discard"), turn("8 palace, 15 wall, 3 wall"), False),
    "an opening more": (turn("8 wall, 3 wall, 9 wall", "blue"), turn("8 wall, 3 wall, 9 wall"), False),
    "another player": (turn("8 wall, 3 wall, 9 wall"), turn("8 wall, 3 wall, 9 wall", player="Ben"), False),
    "one that breaks a rule": (turn("8 wall, 3 wall, 9 wall"), turn("8 wall, 8 wall, 9 wall"), False),
}


@pytest.mark.parametrize(("one", "other", "same"), ALIKE.values(), ids=ALIKE)
def test_turns_are_alike_up_to_what_no_picture_tells(one, other, same):
    assert alike(GAME, one, other) is same
