"""The screens and the overview of any game, and what is told of an event."""

from dataclasses import replace

import pytest
from pebbles import GAME, PLAYERS, played, scripted

from lucca_pi.contract.history import Adjusted, Played
from lucca_pi.contract.questions import Choice, Disagreed, Option, ThisCard, Way
from lucca_pi.contract.screens import Gain, Notice, PageAddress, Ranking, Result, Standing
from lucca_pi.evening.journal import Corrected, TakenBack
from lucca_pi.evening.phones import state_overview
from lucca_pi.evening.state import begin_evening
from lucca_pi.evening.views import other_deck, screen_pages, screens_of_event, snapshot, sticker_notice
from lucca_pi.table.sighting import Sighting
from tests.evenings.pebble_evenings import (
    FIRST,
    LOOK,
    NAMED,
    ONE,
    OTHER,
    SECOND,
    THEN,
    TWO,
    now,
    texts,
    whole_game,
)


def test_names_are_told_that_are_new_unless_a_menu_shows_them():
    before = begin_evening(replace(NAMED, names={1: "Eva"}))
    assert texts(screens_of_event(before, NAMED, begin_evening(NAMED))) == ["Names: Blue: Max."]
    in_menu = replace(before, mode=Choice("", "", ()))
    assert screens_of_event(in_menu, NAMED, begin_evening(NAMED)) == ()


def correcting(was, now, points=((1, 1), (1, 1))):
    """What is told of a correction of turns that were so and are so now."""
    before, after = (
        played(
            scripted(standings=lambda state, at=at: tuple(map(Standing, (1, 2), PLAYERS, points[at]))),
            *(Played(turn, (), None, "") for turn in turns),
        )
        for at, turns in enumerate((was, now))
    )
    return texts(screens_of_event(before, Corrected(1, now, None, "", ""), after))


CORRECTED = {
    "settled as it was": (((ONE, THEN), (ONE, THEN)), []),
    "one turn": (((ONE, THEN), (TWO, THEN)), ["Corrected: Ada: takes 2. No points change."]),
    "a later one too": (
        ((ONE, THEN), (TWO, OTHER)),
        ["Corrected: Ada: takes 2. No points change. Later turns changed as well."],
    ),
    "points": (
        ((ONE, THEN), (TWO, THEN), ((1, 1), (3, 1))),
        ["Corrected: Ada: takes 2. Ada 1 → 3."],
    ),
    "a game without points": (((ONE,), (TWO,), ((None, None), (None, None))), ["Corrected: Ada: takes 2."]),
}


@pytest.mark.parametrize(("turns", "lines"), CORRECTED.values(), ids=CORRECTED)
def test_a_correction_is_told_with_points_and_later_turns(turns, lines):
    assert correcting(*turns) == lines


def test_of_a_later_turn_that_is_corrected_the_earlier_ones_do_not_count():
    before, after = (played(scripted(), FIRST, replace(SECOND, turn=turn)) for turn in (THEN, OTHER))
    assert texts(screens_of_event(before, Corrected(2, (OTHER,), None, "", ""), after)) == ["Corrected: Ben: takes 6."]
    assert screens_of_event(before, Corrected(2, (THEN,), None, "", ""), before) == ()


@pytest.mark.parametrize(
    ("number", "since", "text"),
    [(2, (), "Corrected: No turn: Ben: 7."), (1, (OTHER,), "Corrected: No turn: Ada: 1. Ben: 6.")],
)
def test_of_a_turn_that_was_none_it_is_told_and_whose_those_since_are(number, since, text):
    before = played(scripted(), FIRST, SECOND)
    assert texts(screens_of_event(before, Corrected(number, since, None, "", ""), before)) == [text]


def test_what_was_taken_back_is_told():
    kind = scripted(
        taken_back=lambda entry: f"back: {entry}" if isinstance(entry, str) else GAME.words.taken_back(entry)
    )
    start, one = played(kind), played(kind, FIRST)
    nothing, settled = begin_evening(start.begun), played(kind, Adjusted("so", (LOOK,), ""))
    back = TakenBack("")
    assert texts(screens_of_event(start, back, nothing)) == ["Undone: Lay out seven pebbles."]
    assert texts(screens_of_event(one, back, start)) == ["Undone: Ada: 1"]
    assert texts(screens_of_event(settled, back, start)) == ["Undone: back: so"]
    other = played(kind, replace(FIRST, turn=TWO))
    assert texts(screens_of_event(one, back, other)) == ["Undone: The correction."]


# --- pieces of another colour


def doubted(*codes):
    kind = scripted(miscoloured=lambda pieces, code, looks: f"{code} looks {looks}")
    return replace(played(kind), miscoloured=dict.fromkeys(codes, "red"))


STICKERS = {
    (2,): "Wrong sticker?: 2 looks red.",
    (3, 1): "Wrong sticker?: 1 looks red. 3 looks red.",
    (3, 1, 2): "Wrong sticker?: 1 looks red. 2 looks red. 3 looks red.",
    (4, 3, 1, 2): "Another deck?: 1 looks red. 2 looks red. 3 looks red. And 1 more.",
    (5, 4, 3, 1, 2): "Another deck?: 1 looks red. 2 looks red. 3 looks red. And 2 more.",
}


@pytest.mark.parametrize(("codes", "text"), STICKERS.items())
def test_pieces_of_another_colour_are_named_and_from_four_on_it_may_be_another_deck(codes, text):
    state = doubted(*codes)
    assert texts([sticker_notice(state, codes)]) == [text]
    shown = [
        page
        for page in screen_pages(state)
        if getattr(page.screen(), "title", "") in ("Wrong sticker?", "Another deck?")
    ]
    assert len(shown) == 1
    assert (shown[0].choice is not None) == (len(codes) >= 4)
    if shown[0].choice:
        assert shown[0].choice() == other_deck(state)
        assert other_deck(state).text.startswith(f"{len(codes)} cards have different colours")


def test_up_and_down_lead_to_stickers_phones_doubts_and_the_menu_last():
    state = replace(doubted(1), page_address=PageAddress("http://x", "x", ""))
    open_one = replace(
        played(state.plugin, replace(FIRST, others=(TWO,))), miscoloured={1: "red"}, page_address=state.page_address
    )
    kinds = [type(page.screen()).__name__ for page in screen_pages(open_one)]
    assert kinds == ["Prompt", "Ranking", "Notice", "PageAddress", "Notice", "Notice"]
    assert screen_pages(open_one)[1].screen() == Ranking(state.plugin.show.standings(open_one.match))
    assert [page.screen().title for page in screen_pages(open_one)[-2:]] == ["Not sure yet", "More"]
    assert "Ada: what was taken?" in screen_pages(open_one)[-2].screen().text
    assert len(screen_pages(played(state.plugin))) == 3
    assert [page.screen().title for page in screen_pages(begin_evening(state.begun))[1:]] == ["Set up"]


def test_a_screen_has_round_and_turn_until_the_game_is_over():
    shown = snapshot(played(scripted(), FIRST))
    assert (shown.turn, shown.finished, shown.game) == (2, False, "pebbles")
    over = snapshot(played(scripted(), *whole_game()))
    assert (over.turn, over.finished, len(over.totals)) == (None, True, 2)
    before = snapshot(begin_evening(NAMED))
    assert (before.totals, before.finished) == ((), False)


# --- the overview


def test_the_overview_tells_what_is_waited_for():
    state = played(scripted())
    assert (now(state)["kind"], now(state)["player"]) == ("turn", "Ada")
    assert now(begin_evening(state.begun))["kind"] == "deal"
    assert (now(played(scripted(), *whole_game()))["kind"]) == "over"
    wrong = replace(state, mode=Disagreed(("no",), "Mend it."))
    assert (now(wrong)["kind"], now(wrong)["text"], now(wrong)["problems"]) == ("disagreement", "Mend it.", ("no",))
    assert now(replace(state, mode=Disagreed((), "", paused=True)))["kind"] == "pause"
    assert (snapshot(wrong).screen.player, snapshot(wrong).screen.problems) == ("Ada", ("no",))
    assert snapshot(replace(begin_evening(state.begun), mode=wrong.mode)).screen.player is None


def test_whoever_keeps_the_machine_is_told_where_a_game_stands():
    state, over = played(scripted(), FIRST), played(scripted(), *whole_game())
    stands = [one.plugin.status(one.match) for one in (begin_evening(state.begun), state, over)]
    assert stands == ["before the start", "Ben's turn, 2 looks", "over, 8 looks"]


FACES = {
    "cards": ((ThisCard(Sighting(3, 0, 0, 0)), ThisCard(Sighting(4, 0, 0, 0))), [3, 4]),
    "a card, or none": ((ThisCard(Sighting(3, 0, 0, 0)), Way.BACK), [3, None]),
    "no cards": ((Way.BACK, Way.LOOK), []),
}


@pytest.mark.parametrize(("leads", "faces"), FACES.values(), ids=FACES)
def test_a_question_has_the_faces_of_the_cards_that_it_asks_about(leads, faces):
    asked = Choice("Ada", "which?", tuple(Option(str(at), lead) for at, lead in enumerate(leads)), chosen=1)
    found = now(replace(played(scripted()), mode=asked))
    assert (found["kind"], found["player"], found["text"], found["chosen"]) == ("question", "Ada", "which?", 1)
    assert (found["answers"], found["faces"]) == (["0", "1"], faces)
    assert now(replace(played(scripted()), mode=replace(asked, player="")))["player"] is None


GAINS = tuple(Gain("Ada", "x", points, reason, "") for points, reason in ((2, "for two"), (3, "for three")))
LAST = {
    "points": (
        Result("Ada", GAINS, ("takes 1",), 9),
        {"player": "Ada", "points": 5, "reasons": ["for two", "for three"]},
    ),
    "nothing": (Result("Ada", (), ("takes 1",), 9), {"player": "Ada", "points": 0, "reasons": ["takes 1"]}),
    "no points": (Result("Ada", (), ("takes 1",), None), {"player": "Ada", "points": None, "reasons": ["takes 1"]}),
    "another screen": (Notice("x", "y"), None),
}


@pytest.mark.parametrize(("screen", "last"), LAST.values(), ids=LAST)
def test_from_afar_the_last_turn_is_read_with_what_it_brought(screen, last):
    assert state_overview(played(scripted(last_turn=lambda state: screen), FIRST))["last_seen"] == last
    assert state_overview(played(scripted(last_turn=lambda state: screen)))["last_seen"] is None


def test_from_afar_the_ranking_is_read():
    ranked = [
        (one["rank"], one["player"], one["total"]) for one in state_overview(played(scripted(), FIRST))["ranking"]
    ]
    assert ranked == [(1, "Ada", None), (2, "Ben", None)]
    assert state_overview(begin_evening(NAMED))["ranking"] == []
