"""A game held against looks of it: what agrees, what differs and where, and what nobody can tell."""

from dataclasses import replace

import pytest
from claimed import checks, evening_of, name, with_evidence, words
from evening import LAST, record

from lucca_pi.games.citta.rules.record import Adjustment
from lucca_pi.games.citta.rules.turn import Play


def turn_of(number):
    return record().rounds[(number - 1) // 3][(number - 1) % 3]


def with_turn(number, turn):
    """The record with the turn of that number, from 1, changed."""
    rounds = [list(entries) for entries in record().rounds]
    rounds[(number - 1) // 3][(number - 1) % 3] = turn
    return replace(record(), rounds=tuple(tuple(entries) for entries in rounds))


def test_a_whole_game_follows_from_its_looks():
    told = evening_of()
    assert words(told) == {}
    assert [check.what for check in checks(told)].count("turn") == LAST
    assert [check.derived for check in checks(told) if check.what == "final"] == [
        sum(line.points for line in told.claims.of_turn(None, player)) for player in told.claims.record.players
    ]


def test_cards_told_in_another_order_agree():
    number = next(one for one in range(1, LAST + 1) if turn_of(one).play[0].way != "palace")
    reordered = replace(turn_of(number), play=(*turn_of(number).play[1:], turn_of(number).play[0]))
    assert words(evening_of(with_turn(number, reordered))) == {}


def test_a_turn_told_otherwise_differs_and_the_looks_say_what_was_played():
    number = next(one for one in range(1, LAST + 1) if any(play.way == "wall" for play in turn_of(one).play))
    play = tuple(replace(one, way="discard") if one.way == "wall" else one for one in turn_of(number).play)
    told = evening_of(with_turn(number, replace(turn_of(number), play=play)))
    (check,) = [check for check in checks(told) if check.what == "turn" and check.word == "differs"]
    assert name(check) == f"{(number - 1) // 3 + 1}.{(number - 1) % 3 + 1}"
    assert "as a wall" in check.why
    assert words(told)["score"] == "differs"


def with_record(told, changed):
    """The game with another record, and the points of its own."""
    return replace(told, claims=replace(told.claims, record=changed))


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


@pytest.mark.parametrize("forged", [{"reason": "because the host said so"}, {"cards": [999, "T9"]}, {"more": 1}])
def test_reasons_and_cards_told_otherwise_differ(forged):
    told = evening_of()
    assert words(with_lines(told, ({**line, **forged} for line in told.claims.score["lines"]))) == {"score": "differs"}


def test_points_of_no_turn_differ():
    told = evening_of()
    lines = told.claims.score["lines"]
    assert words(with_lines(told, (*lines, {**lines[0], "round": 9}))) == {"score": "differs"}


@pytest.mark.parametrize("key", ["winner", "players", "orders", "finished", "format", "more"])
def test_a_score_told_otherwise_differs(key):
    told = evening_of()
    told = replace(told, claims=replace(told.claims, score={**told.claims.score, key: "somebody"}))
    (check,) = [check for check in checks(told) if check.word != "agrees"]
    assert (check.what, check.why) == ("score", f"these differ: {key}")


def test_a_turn_without_a_picture_is_not_derived_and_the_others_are():
    told = with_evidence(evening_of(), 4, pictures=())
    (check,) = [check for check in checks(told) if check.word != "agrees"]
    assert (name(check), check.word, check.why) == ("2.1", "unseen", "there is no picture of it")
    assert check.derived is None


def test_a_picture_that_shows_nothing_is_named():
    told = with_evidence(evening_of(), 4, pictures=(("blank",),))
    (check,) = [check for check in checks(told) if check.word != "agrees"]
    assert (name(check), check.word, check.why) == ("2.1", "unseen", "blank.jpg shows no quarter")


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


def test_what_the_players_said_stands_where_the_looks_do_not_tell():
    told = with_evidence(evening_of(), 4, pictures=(), said="told by the players")
    (check,) = [check for check in checks(told) if check.word != "agrees"]
    assert (name(check), check.word, check.why) == ("2.1", "told", "told by the players (there is no picture of it)")


def test_what_the_players_said_is_not_needed_where_the_looks_agree():
    assert words(with_evidence(evening_of(), 4, said="corrected by the players")) == {}


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
    player = told.claims.record.players[0]
    final = {"round": None, "player": player, "kind": "walls", "points": 4}
    assert words(with_lines(told, (*told.claims.score["lines"], final)))[f"final {player}"] == "differs"


def test_turns_after_the_end_lead_nowhere():
    told = evening_of()
    told = with_record(
        told, replace(told.claims.record, rounds=(*told.claims.record.rounds, told.claims.record.rounds[0]))
    )
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
        f"adjustment {told.claims.record.players[0]}": "differs",
        "score": "differs",
    }


def test_where_the_photographs_of_the_faces_are_gone_nothing_is_told_to_differ():
    told = evening_of()
    setup = told.begun.setup
    gone = replace(setup, deck_file=replace(setup.deck_file, photographs_gone="ab12"))
    told = replace(told, claims=replace(told.claims, arrangement=replace(told.claims.arrangement, setup=gone)))
    assert {check.word for check in checks(told)} == {"unseen", "agrees"}
    assert "are gone" in checks(told)[1].why
