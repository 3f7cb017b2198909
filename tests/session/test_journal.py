"""The journal is all there is: replayed, it gives the state back."""

import json

from evening import LAST, after, begun, date, given, looks, record

from lucca_pi.contract.history import Adjusted
from lucca_pi.evening.journal import (
    event_from_json,
    event_json,
    events_from_json,
    named_json,
)
from lucca_pi.evening.state import begin_evening, resumed
from lucca_pi.evening.step import Keep, Looked, Pressed, SeatsNamed, step
from lucca_pi.evening.views import snapshot
from lucca_pi.games.citta.game import GAME
from lucca_pi.games.citta.rules.game import replay
from lucca_pi.games.citta.rules.record import Adjustment, record_json
from lucca_pi.games.citta.rules.score import score, score_json
from lucca_pi.games.citta.session.memory import record_of


def as_read_again(event):
    """The event as it comes back from the disk."""
    return event_from_json(json.loads(json.dumps(event_json(event, GAME))), GAME)


def written(state):
    record = record_of(state.match)
    return record and record_json(record)


def test_a_resumed_game_shows_the_same_and_reads_the_next_look_alike():
    state, journal = begin_evening(begun()), [begun()]
    for number in range(6):
        state, effects = step(state, Looked(looks()[number], date(number)))
        journal += [effect.event for effect in effects if isinstance(effect, Keep)]
    again = resumed(as_read_again(event) for event in journal)
    assert snapshot(again) == snapshot(state)
    assert given(again, Looked(looks()[6], ""))[0].course.turns == given(state, Looked(looks()[6], ""))[0].course.turns


def test_the_record_tells_seats_and_times():
    whole = record_of(after(LAST + 1).match)
    assert whole.extra == {
        "seats": {"Guinigi": 101, "Buonvisi": 102, "Burlamacchi": 103},
        "started": date(1),
        "ended": date(LAST + 1),
    }
    assert "ended" not in record_of(after(LAST).match).extra
    assert record_of(after(0).match) is None


def test_the_record_is_that_of_the_game_played():
    ours, theirs = (
        score_json(score(replay(one)))["players"].values() for one in (record_of(after(LAST + 1).match), record())
    )
    assert list(ours) == list(theirs)


def test_what_was_settled_comes_back_from_the_disk_as_it_was():
    settled = Adjusted(Adjustment("Ada", {"red": (1, 2)}, {"blue": 5}, walls=2, towers=("T1",)), (), date(1))
    assert as_read_again(settled) == settled


def named_as_it_goes(*happened):
    """The state after these inputs and names by place, and the journal that play writes of them."""
    state, journal = begin_evening(begun()), [event_json(begun(), GAME)]
    for number, what in enumerate(happened):
        if isinstance(what, dict):
            journal.append(named_json(what))
            state = resumed(events_from_json(journal))
        else:
            state, effects = step(state, what or Looked(looks()[state.course.looks], date(number)))
            journal += [event_json(effect.event, GAME) for effect in effects if isinstance(effect, Keep)]
    return state, resumed(events_from_json(journal))


def test_people_who_swap_names_between_turns_keep_their_own_turns():
    ida_first, ben_first = {101: "Ida", 102: "Ben"}, {101: "Ben", 102: "Ida"}
    state, again = named_as_it_goes(None, None, ida_first, None, None, ben_first, None, None)
    assert [*again.course.seats][:2] == ["Ben", "Ida"]
    assert len(again.course.turns) == 5
    assert written(again) == written(state)


def test_names_given_before_a_second_start_count_for_it_and_not_those_of_the_first():
    undone, cleo = Pressed("undo", date(8)), SeatsNamed({101: ("Ida", "Cleo")}, date(9))
    state, again = named_as_it_goes(None, {101: "Ida"}, undone, cleo, None)
    assert again.begun.names == state.begun.names == {101: "Cleo"}
    assert again.course.seats == state.course.seats
