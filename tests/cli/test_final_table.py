"""`lucca-pi read --final`: the final scoring of one table."""

import json

import pytest
from evening import FILE, LAST, looks, record

from lucca_pi.games.citta.example import EXAMPLE
from lucca_pi.games.citta.report import NoGameError, final_table
from lucca_pi.games.citta.rules.editions import ENGLISH
from lucca_pi.games.citta.rules.game import replay
from lucca_pi.games.citta.rules.score import score
from lucca_pi.games.citta.table.pieces import pieces_in
from lucca_pi.games.citta.table.reading import QuarterReading, TableReading, read_table

LAST_FRAME = EXAMPLE / "frames" / "021-r7-t3.jpg"
FINAL = ("final_opening", "walls", "street_number")


@pytest.fixture
def final(run):
    return lambda *arguments: run("read", "--final", "--deck", EXAMPLE / "deck.json", *arguments)


def test_the_last_picture_comes_to_the_final_scoring_and_leaves_only_the_points_of_the_course_unknown(final, run):
    ran = final(LAST_FRAME, "--json")
    (told,) = ran.json()
    players = run("score", EXAMPLE / "game.json", "--json").json()["players"]
    seats = {seat: player for player, seat in json.loads((EXAMPLE / "game.json").read_text())["seats"].items()}
    assert (ran.code, told["format"], told["doubts"]) == (0, "lucca-table-final/1", [])
    for figures in told["players"].values():
        assert [figures[kind] for kind in FINAL] == [players[seats[figures["quarter"]]][kind] for kind in FINAL]
    assert (told["missing_cards"], len(told["unknown"])) == (0, 1)
    assert told["unknown"][0].startswith("The points from completions and openings during the game")


def test_in_mid_game_it_is_said_that_the_game_goes_on_and_cards_are_not_in_sight(final):
    (told,) = final(EXAMPLE / "frames" / "014-r5-t2.jpg", "--json").json()
    assert told["missing_cards"] == 21
    assert [sentence.partition(":")[0] for sentence in told["unknown"][1:]] == [
        "The end of this game",
        "The place of 21 cards of a whole game",
    ]


def test_the_final_scoring_for_people(final):
    ran = final(LAST_FRAME)
    assert ran.out.splitlines()[1] == (
        "Guinigi (quarter 101) +4: final opening +0, walls +4, street number +0; 17 shields, 2 needed"
    )
    assert "Burlamacchi: -3  has the lowest street number under construction, 3" in ran.out


def test_editions_differ(final):
    (hebrew,) = final(LAST_FRAME, "--edition", "hebrew", "--json").json()
    assert hebrew["lines"][-1]["reason"] == "has the highest street number of all palaces, 94"


def test_a_doubtful_table_is_no(final, tmp_path):
    swapped = json.loads((EXAMPLE / "deck.json").read_text())
    for card in swapped["cards"]:
        card["colour"] = "red" if card["number"] == 22 else card["colour"]
    (tmp_path / "deck.json").write_text(json.dumps(swapped))
    ran = final(LAST_FRAME, "--deck", tmp_path / "deck.json", "--json")
    assert ran.code == 1
    assert any("Card 22" in doubt for doubt in ran.json()[0]["doubts"])


def test_a_table_with_too_few_quarters_is_no_game(final):
    ran = final(LAST_FRAME, "--players", 4, "--json")
    assert (ran.code, ran.json()[0]["error"]["code"]) == (1, "no-game")
    assert ran.json()[0]["error"]["message"].startswith("3 quarters in sight, not 4")


def test_edition_and_players_belong_to_final(run):
    assert run("read", LAST_FRAME, "--edition", "german").code == 2


def readings():
    pieces = pieces_in(FILE)
    return [read_table(look, pieces) for look in looks()]


def test_a_table_of_which_a_card_is_not_read_says_that_one_is_missing():
    look = looks()[LAST]
    hidden = next(seen for seen in look.sightings if seen.code < 97)
    seen = read_table(
        type(look)(tuple(one for one in look.sightings if one != hidden), 0.4, look.view_mm), pieces_in(FILE)
    )
    whole = final_table(readings()[LAST], FILE.deck, ENGLISH, 3)
    assert final_table(seen, FILE.deck, ENGLISH, 3).missing > whole.missing


def test_no_table_of_a_game_is_doubted_and_the_last_comes_to_its_final_scoring():
    told = [final_table(reading, FILE.deck, ENGLISH, None) for reading in readings()]
    assert not any(final.doubts for final in told)
    last_lines = [line for line in score(replay(record())).lines if line.round is None]
    assert sorted(line.points for line in told[LAST].score.lines) == sorted(line.points for line in last_lines)


def bare(construction=None, discards=()):
    """The final scoring of a table with three quarters, one of which has cards under construction."""
    quarters = tuple(
        QuarterReading(code, construction or {} if code == 101 else {}, {}, {}, 0, ()) for code in (101, 102, 103)
    )
    return final_table(TableReading(quarters, discards, (), discards, (), 0.4, ()), FILE.deck, ENGLISH, None)


def test_discards_in_sight_are_not_missing():
    assert (bare().missing, bare(discards=(7, 8, "T1")).missing) == (69, 66)


def test_what_no_game_leads_to_is_a_doubt():
    assert bare({"red": (1, 8, 15, 22)}).doubts == ()
    (doubt,) = bare({"red": (1, 8, 15, 22, 29)}).doubts
    assert doubt.startswith("Guinigi has 5 red cards under construction")


def test_two_quarters_are_no_game():
    reading = readings()[LAST]
    with pytest.raises(NoGameError, match="2 quarters in sight, not 3 to 5"):
        final_table(type(reading)(reading.quarters[:2], (), (), (), (), 0.4, ()), FILE.deck, ENGLISH, None)
