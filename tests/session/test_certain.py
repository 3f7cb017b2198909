"""The eyes learn by what players said and by what the rules leave, and by nothing that was guessed."""

from dataclasses import replace

from evening import LAST, after, begun, chosen, date, given, looks, open_at, record

from lucca_pi.contract.history import Played
from lucca_pi.evening.certain import certain_cards, teach
from lucca_pi.evening.journal import Corrected, TakenBack
from lucca_pi.evening.state import begin_evening
from lucca_pi.evening.step import Keep, Looked
from lucca_pi.games.citta.game import GAME
from lucca_pi.table.sighting import Told

DEALT = next(iter(record().deal.values()))[0]
UNDRAWN = next(code for code in range(1, 97) if code not in {seen.code for seen in looks()[0].sightings})
NUMBER = next(number for number in range(2, LAST) if after(number).course.memory.ground.kept)
STATE = after(NUMBER)


class Pupil:
    """Notes what it is told."""

    def __init__(self):
        self.heard = []

    def learn(self, certain):
        self.heard.append([seen.code for _, cards in certain for seen in cards])

    def take_back(self):
        self.heard.append("take back")

    def forget(self):
        self.heard.append("forget")


def heard(state, *events):
    pupil = Pupil()
    for event in events:
        teach(pupil, state, event)
    return pupil.heard


def test_answer_of_players_teaches_that_card_alone():
    start = begin_evening(begun())
    asked, _ = given(start, Looked(open_at(looks()[0], DEALT, UNDRAWN), date(5)))
    (event,) = [one.event for one in chosen(asked, str(DEALT))[1] if isinstance(one, Keep)]
    assert heard(start, event, TakenBack(date(6))) == [[DEALT], "take back"]
    assert heard(start, replace(event, identified=())) == [[]]


def lies_as_before():
    """Two cards that lie in the next look where they lay."""
    (look,) = looks()[NUMBER : NUMBER + 1]
    kept = {one.seen.code for one in STATE.course.memory.ground.kept.values()}
    return look, [seen.code for seen in look.sightings if seen.code in kept]


def test_card_is_certain_where_the_other_of_its_set_lies_where_it_lay():
    look, (one, other, *_) = lies_as_before()
    assert [seen.code for seen in GAME.referee.left_by_rules(STATE.match, open_at(look, one, other))] == [one]
    assert GAME.referee.left_by_rules(STATE.match, open_at(look, one, UNDRAWN)) == []
    assert GAME.referee.left_by_rules(begin_evening(begun()).match, open_at(looks()[0], DEALT, UNDRAWN)) == []


def test_turn_that_was_guessed_teaches_nothing_and_a_correction_forgets():
    look, (one, other, *_) = lies_as_before()
    shown = (open_at(look, one, other),)
    played = Played(after(NUMBER + 1).course.turns[-1], shown, None, date(9))
    assert heard(STATE, played) == [[one]]
    assert heard(STATE, replace(played, others=(played.turn,))) == [[]]
    assert certain_cards(STATE, shown, frozenset(), guessed=True) == []
    first, second = STATE.course.turns[0], after(NUMBER + 1).course.turns[-1]
    corrected = [Corrected(1, (turn,), None, "", date(10)) for turn in (second, first)]
    assert heard(STATE, *corrected) == ["forget", [], []]


def test_what_players_told_of_a_card_that_no_look_shows_goes_with_the_look():
    told = replace(looks()[NUMBER], told=(Told(UNDRAWN, (DEALT,)),))
    assert certain_cards(STATE, (told, looks()[NUMBER]), frozenset()) == [(told, ())]
