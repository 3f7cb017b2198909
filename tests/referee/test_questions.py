"""What no picture can tell and points depend on is asked, and the right answer is among those offered."""

from dataclasses import replace
from functools import cache
from itertools import permutations

import pytest
from small_tables import FILE, LEFT, beside, judged, laid, played, session_at

from lucca_pi.contract.verdict import MOST_OFFERED, Doubt
from lucca_pi.games.citta.referee.questions import LINE, answers_in_words, question
from lucca_pi.games.citta.rules.editions import GERMAN
from lucca_pi.games.citta.table.pieces import BACK_CODE

REDS = "red 1+15+22+29"
WAYS = ("wall", "discard")

# before, the triplet taken, after, discards, codes out of sight; the question, and answers that must be offered
ASKED = {
    "a wall that is not visible is never silently a discard": (
        ("red 1, blue 5", (8, 12, 10), "red 1+8, blue 5+12; walls 1", (), [BACK_CODE]),
        "where is 10?",
        {"10 to yellow", "10 as a wall", "10 discarded"},
    ),
    "a discard that is not visible": (
        ("red 1, blue 5", (8, 12, 10), "red 1+8, blue 5+12", (10,), [10]),
        "where is 10?",
        {"10 to yellow", "10 as a wall", "10 discarded"},
    ),
    "a sticker that is not read": (
        ("red 1, blue 5", (8, 12, 10), "red 1+8, blue 5+12, yellow 10", (), [8]),
        "where is 8?",
        {"8 to red", "8 as a wall", "8 discarded"},
    ),
    "a newest card that is not read": (
        ("blue 5", (8, 15, 10), "blue 5, yellow 10, red 15+8", (), [8]),
        "where is 8?",
        {"8+15 red", "15+8 red", "15 red, 8 wall", "15 red, 8 discard"},
    ),
    "which card is on top of a palace just completed": (
        ("red 1+22+29", (8, 15, 10), "yellow 10; completed red 1+22+29+15+8", (), [8]),
        "which card is newest?",
        {"8, 15 to red", "15, 8 to red"},
    ),
    "which card is under the newest and which became a wall": (
        ("red 1+22+29", (8, 51, 15), "completed red 1+22+29+51+15; walls 1", (), []),
        "how were 8 and 51 played?",
        {"51+15 red, 8 wall", "8+15 red, 51 wall"},
    ),
    "whether a palace whose newest card is not read was opened": (
        (f"blue 5; completed {REDS}+8", (14, 12, 10), f"blue 5+12, violet 14, yellow 10; opened {REDS}+8", (), [8]),
        "what was opened?",
        {"nothing", "opens red"},
    ),
    "how many of three cards face down are walls": (
        ("red 1", (8, 12, 10), "red 1; walls 3", (), [BACK_CODE]),
        "which became walls?",
        {"8+10+12 wall"},
    ),
    "which of two towers out of sight stands there": (
        ("red 1", ("T1", "T2", 10), "red 1, yellow 10; towers T2", ("T1",), [97, 98]),
        "where is tower T1?",
        {"T1 tower, T2 discard", "T1 discard, T2 tower"},
    ),
    "which of two like cards lies in a column": (
        ("red 1", (8, 29, 15), "red 1+8+15; walls 1", (), [8]),
        "which became walls?",
        {"8+15 red, 29 wall", "29+15 red, 8 wall"},
    ),
    "a wall seen and a discard not: which is which does not matter": (
        ("red 1, blue 5", (8, 12, 10), "red 1+8, blue 5; walls 1", (10,), [10]),
        "which became walls?",
        {"10 wall, 12 discard"},
    ),
}


@cache
def doubt_about(case):
    """What is in doubt in one of the cases that are asked about."""
    return asked(ASKED[case][0])


def asked(table, **more):
    ada, triplet, after, discards, hidden = table
    before = laid(ada, triplet, *LEFT)
    verdict = judged(session_at(before, **more), before.after(after, *discards).look(without=hidden))
    assert isinstance(verdict, Doubt), verdict
    return verdict


def first_question(doubt):
    return question([(turn,) for turn in doubt.turns], FILE.deck, doubt.unseen)


def questions(asked):
    """The question and all that may be asked after it."""
    yield asked
    for left in asked.left:
        yield from questions(question(left, FILE.deck)) if len(left) > 1 else ()


def in_words(doubt):
    return answers_in_words(doubt.turns, FILE.deck)[1]


@pytest.mark.parametrize("case", ASKED)
def test_a_question_offers_what_may_have_been_played(case):
    _, text, answers = ASKED[case]
    doubt = doubt_about(case)
    assert first_question(doubt).text == text
    assert answers <= set(in_words(doubt))


@pytest.mark.parametrize("case", ASKED)
def test_each_answer_fits_on_a_line_and_no_two_read_alike(case):
    for one in questions(first_question(doubt_about(case))):
        assert len(set(one.answers)) == len(one.answers)
        assert max(map(len, one.answers)) <= LINE


@pytest.mark.parametrize("case", ASKED)
def test_three_answers_at_most_and_one_of_them_is_true_whatever_was_played(case):
    doubt = doubt_about(case)
    asked_for = [*questions(first_question(doubt))]
    assert max(len(one.answers) for one in asked_for) <= MOST_OFFERED
    settled = [way for one in asked_for for left in one.left for way in left if len(left) == 1]
    assert sorted(map(str, settled)) == sorted(str((turn,)) for turn in doubt.turns)


def test_at_the_end_of_a_round_an_unseen_discard_is_asked_about_too():
    before = laid("red 1, blue 5", (8, 12, 10), (4, 9, 6))
    verdict = judged(session_at(before, turns=2), before.after("red 1+8, blue 5+12", 10).look(without=[10]))
    assert isinstance(verdict, Doubt)
    assert set(in_words(verdict)) == {"10 to yellow", "10 as a wall", "10 discarded"}


def test_in_the_german_edition_a_tower_is_no_wall_among_the_answers():
    table = ("red 1", (8, 12, "T1"), "red 1+8; towers T1; walls 1", (), [BACK_CODE, 97])
    answers = in_words(asked(table, edition=GERMAN))
    assert not any("T1 wall" in answer or "T1 discard" in answer for answer in answers)


def test_a_hand_over_a_whole_triplet_and_the_players_cards_is_never_taken_for_a_turn():
    before = laid("red 1, blue 5", (8, 12, 10), *LEFT)
    verdict = judged(session_at(before), before.look(without=[1, 5, 8, 12, 10]))
    assert isinstance(verdict, Doubt)
    assert set(verdict.unseen) == {8, 10, 12}


def test_a_card_on_the_line_between_two_areas_is_asked_about():
    before = laid("blue 5; completed red 1+15+22+29+8", (14, 12, 10), *LEFT)
    look = before.after("blue 5+12, violet 14, yellow 10").look()
    between = type(look)((*look.sightings, beside(101, 8, 0, -40, look)), look.mm_per_px, look.view_mm)
    verdict = judged(session_at(before), between)
    assert isinstance(verdict, Doubt)
    assert set(in_words(verdict)) == {"nothing", "opens red"}


def test_a_gap_in_a_column_tells_where_a_card_lies_that_is_not_read():
    before = laid("red 1, blue 5", (8, 15, 10), *LEFT)
    verdict = judged(session_at(before), before.after("red 1+8+15, blue 5, yellow 10").look(without=[8]))
    assert isinstance(verdict, Doubt)
    assert in_words(verdict)[0] == "8+15 red"
    verdict = judged(session_at(before), before.after("red 1+15+8, blue 5, yellow 10").look(without=[8]))
    assert isinstance(verdict, Doubt)
    assert in_words(verdict)[0] == "15+8 red"


HABITS = {
    "who has built builds": ("red 1+8+15+22, blue 5+12+13", "27 to blue"),
    "who has walled walls": ("red 1, blue 5; walls 6", "27 as a wall"),
    "who has discarded discards": ("red 1, blue 5", "27 discarded"),
}


@pytest.mark.parametrize(("ada", "likeliest"), HABITS.values(), ids=HABITS)
def test_of_what_fits_as_well_the_likeliest_is_what_the_player_usually_does(ada, likeliest):
    before = laid(ada, (10, 27, 4), *LEFT[1:])
    state = session_at(before)
    orders = (state.game.orders[0],) * 4
    after = ada.replace("blue", "yellow 10, green 4, blue")
    verdict = judged(later(state, orders), before.after(after).look())
    assert isinstance(verdict, Doubt)
    assert in_words(verdict)[0] == likeliest


def later(state, orders):
    """The state in a later round, with the same cards."""
    course = state.course
    return replace(state, course=replace(course, start=replace(course.start, game=replace(state.game, orders=orders))))


def test_a_triplet_that_vanished_and_one_of_which_a_card_was_moved_are_asked_about_at_once():
    before = laid("red 1, blue 5", (8, 12, 10), (4, 9, 6))
    after = replace(before.after("red 1, blue 5; walls 3", 8), triplets=())
    verdict = judged(session_at(before, turns=2), after.look())
    assert isinstance(verdict, Doubt)
    assert not verdict.may_wait
    assert set(first_question(verdict).answers) == {"4+6+9 wall", "8 discard, 10+12 wall"}


WALLED = played("8 wall", "12 wall", "10 wall")
MIXED = [played(f"8 {one}", f"12 {other}", "10 wall") for one in ("wall", "discard") for other in ("wall", "discard")]
OPENED = [played("8 wall", "12 wall", f"10 {way}", opened=opened) for opened in ((), ("red",)) for way in WAYS]
TAKEN = [played(f"8 {one}", f"12 {other}", "T1 wall") for one in WAYS for other in WAYS]
BY_TWO = [(played("8 wall"), replace(played(f"9 {way}"), player="Ben")) for way in WAYS]


def ways(*turns, opened=()):
    """Each of these turns of Ada's alone, told as "8 wall, 12 discard"."""
    return [(played(*turn.split(", "), opened=opened),) for turn in turns]


WALLS = ways("8 wall, 12 wall, 10 discard", "8 wall, 12 discard, 10 discard", "8 discard, 12 wall, 10 discard")
EIGHTS = ways("8 palace, 12 discard", "8 discard, 12 discard", "8 wall, 12 discard", "8 wall, 12 wall")
NEWEST = ways(*(", ".join(f"{card} palace" for card in cards) for cards in permutations((8, 15, 22))))
OPEN = {colours: ways("8 wall", opened=colours) for colours in ((), ("red",), ("blue",), ("blue", "red"))}
SHORT = ways("8 palace, 12 wall, 10 wall", "8 palace, 12 discard, 10 discard", opened=("blue",))
CIDS = replace(played("4 wall"), player="Cid")
# ways in question; the question, its answers, and how many ways each leaves
FACTS = {
    "which cards were taken comes first": (
        [(one,) for one in (*MIXED, *TAKEN)],
        "which cards?",
        {"8, 10, 12": 4, "8, 12, T1": 4},
    ),
    "whether a palace was opened": ([(one,) for one in OPENED], "was red opened?", {"No": 2, "Yes": 2}),
    "which became walls": ([*WALLS, (WALLED,)], "which became walls?", {"8, 12": 1, "only 8": 1, "Others": 2}),
    "a card, where no wall would do": (EIGHTS, "where is 8?", {"8 to red": 1, "8 discarded": 1, "8 as a wall": 2}),
    "three triplets": (ways("8 wall", "8 discard", "9 wall", "4 wall"), "which cards?", {"8": 2, "9": 1, "4": 1}),
    "which card is newest": (NEWEST, "newest red card?", {"22": 2, "15": 2, "8": 2}),
    "what no fact tells apart": (ways(*["8 wall"] * 4), "which card is newest?", {"nothing": 1}),
    "turns more": ([BY_TWO[0], (*BY_TWO[0], CIDS)], "2 turns; how?", {"nothing more": 1, "Cid: 4 as a wall": 1}),
    "one card of a few ways": ([(one,) for one in OPENED[:2]], "where is 10?", {"10 as a wall": 1, "10 discarded": 1}),
    "turns one after another": (BY_TWO, "2 turns; how?", {"Ben: 9 as a wall": 1, "Ben: 9 discarded": 1}),
    "as many turns as the likeliest way has": (
        [BY_TWO[0], (*BY_TWO[1], CIDS)],
        "2 turns; how?",
        {"Ben: 9 as a wall": 1, "Ben: 9 discarded. Cid: 4 as a wall": 1},
    ),
    "what was opened": (OPEN[()] + OPEN["red",], "what was opened?", {"nothing": 1, "opens red": 1}),
    "what else opened": (OPEN["blue",] + OPEN["blue", "red"], "what was opened?", {"nothing more": 1, "opens red": 1}),
    "one card, and what was opened": (
        ways("8 wall") + ways("8 discard", opened=("red",)),
        "how was it played?",
        {"8 wall": 1, "opens red, 8 discard": 1},
    ),
    "where a tower is": (ways("T1 wall", "T1 tower"), "where is tower T1?", {"T1 as a wall": 1, "T1 as a tower": 1}),
    "which triplet": (
        ways("8 wall, 12 wall", "9 wall, 4 wall"),
        "what was taken, and how was it played?",
        {"8+12 wall": 1, "9+4 wall": 1},
    ),
    "in short, but for what is common": (SHORT, "how was it played?", {"12+10 wall": 1, "12+10 discard": 1}),
}


@pytest.mark.parametrize(("ways", "text", "answers"), FACTS.values(), ids=FACTS)
def test_of_many_ways_one_fact_is_asked_and_of_few_what_tells_them_apart(ways, text, answers):
    asked = question(ways, FILE.deck)
    assert (asked.text, dict(zip(asked.answers, map(len, asked.left), strict=True))) == (text, answers)


def test_who_answers_that_a_palace_was_opened_leaves_the_ways_that_open_it():
    asked = question([(one,) for one in OPENED], FILE.deck)
    left = dict(zip(asked.answers, asked.left, strict=True))
    assert {(answer, way.open) for answer, ways in left.items() for (way,) in ways} == {("No", ()), ("Yes", ("red",))}


def test_cards_out_of_sight_are_named_where_several_are_in_doubt():
    ways = [played("8 wall", "12 wall"), played("8 discard", "12 discard")]
    assert answers_in_words(ways, FILE.deck, (8, 12))[0] == "how were 8 and 12 played?"
    assert answers_in_words(ways, FILE.deck, (8,))[0] == "how was it played?"
