"""The page of a game on a chess board: the city, what is missing to win, the last turn, advice; and its ranking."""

import json
import re
from dataclasses import replace

import pytest
from boards import EXAMPLE, record, turn

from lucca_pi.contract.history import Played, Started
from lucca_pi.contract.screens import Ranking, Snapshot
from lucca_pi.evening.journal import Begun
from lucca_pi.evening.phones import state_overview
from lucca_pi.evening.state import after_event, begin_evening
from lucca_pi.games.chessboard.game import GAME
from lucca_pi.games.chessboard.page import page
from lucca_pi.games.chessboard.rules.position import LETTERS
from lucca_pi.games.chessboard.rules.record import read_record
from lucca_pi.games.chessboard.session.setup import Setup, seat_of
from lucca_pi.games.chessboard.session.show import standings
from lucca_pi.screens.words import in_words
from lucca_pi.web.markup import markup_of

DATE = "2026-05-01T20:00:00+02:00"


def state_of(data):
    """The evening after all turns of a record, entered by hand."""
    game = read_record(json.dumps(data))
    colours = tuple(player.colour for player in game.players)
    state = begin_evening(Begun(GAME, Setup(colours, game.size, start=game.start), None, {}, DATE))
    seats = {player.name: seat_of(player.colour) for player in game.players}
    state = after_event(state, Started(seats, dict(game.start), (), DATE))
    for one in game.turns:
        state = after_event(state, Played(one, (), None, DATE))
    return state


def part(name, state):
    """A part of the page as text."""
    told = page(state_overview(state))
    return markup_of(next(one.content for one in (*told.score, *told.beside) if one.name == name))


def test_every_stack_has_its_top_s_letter_and_a_tower_its_height_and_its_bricks_from_the_top_down():
    state = state_of(EXAMPLE)
    city, svg = state_overview(state)["city"], part("plan", state)
    stacks = re.findall(r"<g><title>(\w+): ([^<]*)</title>(.*?)</g>", svg)
    assert {lot: bricks.split(", ") for lot, bricks, _drawn in stacks} == city
    assert {lot: re.findall(r">(\w+)</text>", drawn) for lot, _bricks, drawn in stacks} == {
        lot: [*([str(len(stack))] if len(stack) > 1 else []), LETTERS[stack[0]]] for lot, stack in city.items()
    }
    assert re.findall(r">([a-z]\d)</span><svg[^>]*aria-label=\"([^\"]*)", part("towers", state)) == [
        ("b4", "b4: red, black, blue, red, white")
    ]


@pytest.mark.parametrize(
    ("start", "words"),
    [
        ("a1 wkr, c1 r", ["Tower 3 of 8", "5 to go", "Prisoners 0 of 8", "8 to go"]),
        ("a1 wkr, c1 krrwwbbbb", ["Tower 3 of 10", "7 to go", "Prisoners 0 of 8", "8 to go"]),
        ("a1 bkrkrkrk, c1 wkrkrkrkr", ["Tower 9 of 9", "enough to win when Ada’s turn begins", "Prisoners 0 of 8"]),
    ],
)
def test_a_goal_grows_with_the_highest_tower_of_any_other_colour(start, words):
    game = record(turn("Ben", "black h8", "red h6"), start=start, players="Ben red, Cid blue, Ada white")
    shown = re.findall(
        r"<span(?: class=\"to-go\")?>(?: · )?([^<]*)(?=<)", part("score", state_of(game)).split("Ada", 1)[1]
    )
    assert shown[: len(words)] == words


def test_of_a_colour_that_somebody_plays_the_supply_does_not_name_the_player():
    """A player without a name of their own is called as the colour."""
    supply = part("supply", state_of(record(start="a1 wr", players="White white, Red red")))
    assert re.findall(r"<small>([^<]*)<", supply) == ["nobody plays it"] * 2


def test_the_steps_of_a_struggle_follow_their_house():
    kinds = re.findall(r'<li class="(\w+)">', part("last", state_of(EXAMPLE)))
    assert kinds == ["placed", "placed", "step", "step", "step", "step"]


def test_advice_is_drawn_on_the_city_only_if_it_is_switched_on():
    state = state_of(record(start="a1 wr, a2 r, c1 bk, c2 r, f1 rw, f2 b, g1 k, h2 bb", players="Ada white, Ben blue"))
    advised = replace(state, advice=True)
    places = state_overview(advised)["places"]
    svg = part("plan", advised)
    dots = sum(map(len, places["floors"].values()))
    assert (places["refused"], places["struggles"]) == (["b1", "b2"], ["h1", "g2"])
    assert [svg.count(f'class="{kind}"') for kind in ("may-go-below", "refused")] == [dots, len(places["refused"]) + 1]
    assert (state_overview(state)["places"], "may-go-below" in part("plan", state)) == (None, False)


def test_the_ranking_has_whole_words_where_there_is_room_for_them():
    white, red = standings(state_of(record(start="a1 wkr, c1 r")).match)
    assert (white.note, red.note) == ("tower 3", "no tower")
    assert in_words(Snapshot(Ranking((white, red), True))) == (
        "Final ranking",
        "1. Ada: tower of 3 floors",
        "2. Ben: no tower",
    )
