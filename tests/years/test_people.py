"""A person in all games: renamed, merged, forgotten; statistics follow, and nothing of a forgotten name is left."""

import json
from contextlib import closing
from dataclasses import replace

import pytest
from twins import finished

from lucca_pi.devices.state_directory import KnownPhones
from lucca_pi.devices.store import GameStore, StoredGames
from lucca_pi.evening.journal import Begun, event_json, events_from_json, named_json, with_names
from lucca_pi.evening.state import resumed
from lucca_pi.games.citta.game import GAME
from lucca_pi.proof.past_games import with_figures
from lucca_pi.years.people import NoSuchPersonError, forget_person, forgotten, rename_person, seats_of
from lucca_pi.years.statistics import news, statistics

JOURNAL = [*events_from_json(finished()[1])]
SEATS = seats_of(event_json(event, GAME) for event in JOURNAL)
CODES = [*SEATS]


@pytest.fixture
def evenings(tmp_path):
    """Three evenings of the same game: Ida and Ben, Ida and Cleo, and one with nobody's name."""
    with closing(GameStore(tmp_path)) as store:
        for day, names in enumerate(({0: "Ida", 1: "Ben"}, {0: "Ida", 1: "Cleo"}, {}), start=1):
            for event in JOURNAL:
                begun = {"names": {}} if isinstance(event, Begun) else {}
                store.append(f"2026-05-0{day}T2000", event_json(replace(event, **begun), GAME))
            if names:
                named = {code: names.get(at, SEATS[code]) for at, code in enumerate(CODES)}
                store.append(f"2026-05-0{day}T2000", named_json(named))
        yield store


def people(store):
    return {one.name: (one.games, one.wins) for one in statistics(with_figures(store))}


def test_a_name_is_a_person_over_the_evenings(evenings):
    assert {name: games for name, (games, _wins) in people(evenings).items()} == {"Ida": 2, "Ben": 1, "Cleo": 1}


def test_two_names_of_one_person_become_one_but_never_two_who_played_together(evenings):
    assert rename_person(evenings, "Ben", "Cleo") == 1
    assert {name: games for name, (games, _wins) in people(evenings).items()} == {"Ida": 2, "Cleo": 2}
    with pytest.raises(NoSuchPersonError, match="two people"):
        rename_person(evenings, "Ida", "Cleo")


def test_of_a_forgotten_person_no_name_is_left_and_no_point_is_lost(evenings, tmp_path):
    phones = KnownPhones(tmp_path)
    phones.keep({"a": {"label": "Ida"}, "b": {"label": "Ben"}})
    totals = [row.summary["totals"] for row in with_figures(evenings)]
    evenings.put_aside("2026-05-02T2000")
    assert forget_person(evenings, "Ida", phones) == 2
    evenings.bring_back("2026-05-02T2000")
    assert [[*row.summary["totals"].values()] for row in with_figures(evenings)] == [[*one.values()] for one in totals]
    assert "Ida" not in people(evenings) and set(phones.read()) == {"b"}
    assert not [file for file in tmp_path.rglob("*.json*") if "Ida" in file.read_text()]


def test_a_forgotten_name_is_in_no_title_and_no_damaged_copy_and_other_copies_stay(evenings, tmp_path):
    evenings.rename("2026-05-01T2000", 'For O"B')
    rename_person(evenings, "Ida", 'O"B')
    copies = tmp_path / "games" / "damaged" / "2026-05-01T2000"
    copies.mkdir(parents=True)
    for number, player in enumerate(('O"B', 'O"Bert')):
        (copies / f"{number}.jsonl").write_text(json.dumps({"player": player}))
    (tmp_path / "games-list-damaged.jsonl").write_text('O\\"B')
    forget_person(evenings, 'O"B', KnownPhones(tmp_path))
    assert [file.name for file in tmp_path.rglob("*.json*") if 'O\\"B' in file.read_text()] == ["1.jsonl"]


def test_to_forget_is_begun_again_where_it_was_interrupted(evenings, tmp_path):
    phones = KnownPhones(tmp_path)
    forget_person(evenings, "Ben", phones)
    phones.keep({"b": {"label": "Ben"}})
    assert forget_person(evenings, "Ben", phones) == 0
    assert phones.read() == {}


def test_nobody_is_called_like_a_place_nor_is_everybody_at_a_place_one_person(evenings, tmp_path):
    own, phones = "Guinigi", KnownPhones(tmp_path)
    for change in (
        lambda: rename_person(evenings, "Ida", own),
        lambda: rename_person(evenings, own, "Ida"),
        lambda: forget_person(evenings, own, phones),
    ):
        with pytest.raises(NoSuchPersonError):
            change()
    assert people(evenings)["Ida"][0] == 2


def test_who_is_forgotten_takes_nobody_elses_name():
    """Ida was taken for the one at the first place; she sat at the second, which had its own name until then."""
    journal = with_names([*(event_json(event, GAME) for event in JOURNAL), named_json({CODES[0]: "Ida"})])[:-1]
    told = forgotten([*journal, named_json({CODES[0]: "Eva", CODES[1]: "Ida"})], "Ida")
    assert seats_of(told) == {**SEATS, CODES[0]: "Eva"}
    assert len(resumed(events_from_json(told)).course.turns) == len(JOURNAL) - 2


def test_who_is_forgotten_is_in_no_question_and_in_no_answer():
    asked = [{"question": "8 of Ida to red?", "answers": ["Ida laid it", "No"], "given": 0}]
    begun, dealt, first, *turns = with_names(
        [*(event_json(event, GAME) for event in JOURNAL), named_json({CODES[0]: "Ida"})]
    )
    told = forgotten([begun, dealt, {**first, "asked": asked}, *turns], "Ida")
    assert "Ida" not in json.dumps(told)


def test_who_is_forgotten_had_another_place_in_a_deal_that_was_taken_back():
    begun, dealt, *turns = (event_json(event, GAME) for event in JOURNAL)
    first, second, *others = SEATS.values()
    sat = {**dealt, "seats": dict(zip(("Ida", second, *others), CODES, strict=True)), "deal": None}
    sits = with_names([begun, dealt, *turns, named_json({CODES[1]: "Ida"})])[1:-1]
    told = forgotten([begun, sat, {"event": "taken-back", "date": ""}, *sits], "Ida")
    assert [{*event["seats"]} for event in told if event["event"] == "dealt"] == [{first, second, *others}] * 2


def test_journals_in_which_somebody_was_forgotten_are_sound(evenings, tmp_path):
    forget_person(evenings, "Ben", KnownPhones(tmp_path))
    assert not [*StoredGames(tmp_path).unsound()]


def test_what_a_game_brings_that_was_not_there_is_told_in_at_most_three_sentences(evenings):
    rows = with_figures(evenings)
    before = statistics(rows[:1])
    better = {**rows[1].summary, "totals": dict.fromkeys(rows[1].summary["totals"], 99)}
    assert [said for said in map(str, news(before, better)) if "99" in said]
    assert news(before, rows[0].summary) == []
    assert len(news(before, {**better, "bests": dict.fromkeys(("palace", "row", "total"), better["totals"])})) <= 3
