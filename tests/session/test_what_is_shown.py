"""The screens and the overview of any game, what may be done, and what the table at rest settles."""

from dataclasses import replace
from functools import partial

import pytest
from pebbles import CUP, PEBBLES, PLAYERS, Scripted, Turn, look, played

from lucca_pi.evening.answering import answered
from lucca_pi.evening.arranging import arrangements, beginning_of, one_of, spelling, which, with_name
from lucca_pi.evening.certificate import Certificate, Gap
from lucca_pi.evening.correcting import to_examine
from lucca_pi.evening.journal import Adjusted, Begun, Corrected, Played, Started, TakenBack
from lucca_pi.evening.menus import menu, ways_out
from lucca_pi.evening.modes import (
    Arrange,
    Ask,
    BeginAnew,
    Browse,
    Choice,
    Disagreed,
    ListPast,
    Option,
    PastGame,
    PlayGame,
    Settle,
    Spell,
    ThisCard,
    ToStick,
    Way,
)
from lucca_pi.evening.offering import asks, offered
from lucca_pi.evening.outcome import Errand, Outcome
from lucca_pi.evening.resting import AT_REST, CONFIRMED, came_to_rest, checked, made_final
from lucca_pi.evening.snapshot import Gain, Notice, PageAddress, Ranking, Result, Standing
from lucca_pi.evening.state import begin_evening
from lucca_pi.evening.surveying import glance, overview
from lucca_pi.evening.verdict import Doubt, Explained, Unexplained
from lucca_pi.evening.views import other_deck, pages, snapshot, sticker_notice, told
from lucca_pi.table.sighting import Sighting

ONE, TWO, BOTH = (Turn("Ada", pebbles) for pebbles in ((1,), (2,), (1, 2)))
THEN, OTHER = Turn("Ben", (7,)), Turn("Ben", (6,))
WAS, LOOK, LATER = look(*range(2, 8)), look(*range(2, 7)), look(*range(3, 7))
FIRST, SECOND = Played(ONE, (WAS,), None, ""), Played(THEN, (LOOK,), None, "")
NOTHING = Unexplained(("no",), "")


def texts(snapshots):
    return [f"{one.screen.title}: {one.screen.text}" for one in snapshots if isinstance(one.screen, Notice)]


# --- what is told of an event

NAMED = Begun(Scripted(seats={1: "Red", 2: "Blue"}), None, None, {1: "Eva", 2: "Max", 9: "Nobody"}, "")


def test_names_are_told_that_are_new_unless_a_menu_shows_them():
    before = begin_evening(replace(NAMED, names={1: "Eva"}))
    assert texts(told(before, NAMED, begin_evening(NAMED))) == ["Names: Blue: Max."]
    in_menu = replace(before, mode=Choice("", "", ()))
    assert told(in_menu, NAMED, begin_evening(NAMED)) == ()


def correcting(was, now, points=((1, 1), (1, 1))):
    """What is told of a correction of turns that were so and are so now."""
    before, after = (
        played(
            Scripted(standings=lambda state, at=at: tuple(map(Standing, (1, 2), PLAYERS, points[at]))),
            *(Played(turn, (), None, "") for turn in turns),
        )
        for at, turns in enumerate((was, now))
    )
    return texts(told(before, Corrected(1, now, None, "", ""), after))


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
    before, after = (played(Scripted(), FIRST, replace(SECOND, turn=turn)) for turn in (THEN, OTHER))
    assert texts(told(before, Corrected(2, (OTHER,), None, "", ""), after)) == ["Corrected: Ben: takes 6."]
    assert told(before, Corrected(2, (THEN,), None, "", ""), before) == ()


@pytest.mark.parametrize(
    ("number", "since", "text"),
    [(2, (), "Corrected: No turn: Ben: 7."), (1, (OTHER,), "Corrected: No turn: Ada: 1. Ben: 6.")],
)
def test_of_a_turn_that_was_none_it_is_told_and_whose_those_since_are(number, since, text):
    before = played(Scripted(), FIRST, SECOND)
    assert texts(told(before, Corrected(number, since, None, "", ""), before)) == [text]


def test_what_was_taken_back_is_told():
    kind = Scripted(settled_taken_back=lambda adjustment: f"back: {adjustment}")
    kind.advance = lambda state, entry, looks: (state.game if entry == "so" else state.game.after(entry), None)
    start, one = played(kind), played(kind, FIRST)
    nothing, settled = begin_evening(start.begun), played(kind, Adjusted("so", (LOOK,), ""))
    back = TakenBack("")
    assert texts(told(start, back, nothing)) == ["Taken back: Lay out seven pebbles."]
    assert texts(told(one, back, start)) == ["Taken back: Ada: 1"]
    assert texts(told(settled, back, start)) == ["Taken back: back: so"]
    other = played(kind, replace(FIRST, turn=TWO))
    assert texts(told(one, back, other)) == ["Taken back: The correction."]


# --- pieces of another colour


def doubted(*codes):
    kind = Scripted(miscoloured=lambda pieces, code, looks: f"{code} looks {looks}")
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
        page for page in pages(state) if getattr(page.screen(), "title", "") in ("Wrong sticker?", "Another deck?")
    ]
    assert len(shown) == 1
    assert (shown[0].choice is not None) == (len(codes) >= 4)
    if shown[0].choice:
        assert shown[0].choice() == other_deck(state)
        assert other_deck(state).text.startswith(f"{len(codes)} cards have other colours")


def test_up_and_down_lead_to_stickers_phones_doubts_and_the_menu_last():
    state = replace(doubted(1), page_address=PageAddress("http://x", "x", ""))
    open_one = replace(
        played(state.kind, replace(FIRST, others=(TWO,))), miscoloured={1: "red"}, page_address=state.page_address
    )
    kinds = [type(page.screen()).__name__ for page in pages(open_one)]
    assert kinds == ["Prompt", "Ranking", "Notice", "PageAddress", "Notice", "Notice"]
    assert pages(open_one)[1].screen() == Ranking(state.kind.standings(open_one))
    assert [page.screen().title for page in pages(open_one)[-2:]] == ["Not sure yet", "More"]
    assert "Ada: what was taken?" in pages(open_one)[-2].screen().text
    assert len(pages(played(state.kind))) == 3
    assert [page.screen().title for page in pages(begin_evening(state.begun))[1:]] == ["Set up"]


def test_a_screen_has_round_and_turn_until_the_game_is_over():
    shown = snapshot(played(Scripted(), FIRST))
    assert (shown.turn, shown.finished, shown.game) == (2, False, "pebbles")
    over = snapshot(played(Scripted(), *_whole_game()))
    assert (over.turn, over.finished, len(over.totals)) == (None, True, 2)
    before = snapshot(begin_evening(NAMED))
    assert (before.totals, before.finished) == ((), False)


def _whole_game():
    left, turns = [*PEBBLES], 0
    while left:
        yield Played(Turn(PLAYERS[turns % 2], (left.pop(0),)), (LOOK,), None, "")
        turns += 1


# --- the overview


def now(state):
    return overview(state)["now"]


def test_the_overview_tells_what_is_waited_for():
    state = played(Scripted())
    assert (now(state)["kind"], now(state)["player"]) == ("turn", "Ada")
    assert now(begin_evening(state.begun))["kind"] == "deal"
    assert (now(played(Scripted(), *_whole_game()))["kind"]) == "over"
    wrong = replace(state, mode=Disagreed(("no",), "Mend it."))
    assert (now(wrong)["kind"], now(wrong)["text"], now(wrong)["problems"]) == ("disagreement", "Mend it.", ("no",))
    assert now(replace(state, mode=Disagreed((), "", paused=True)))["kind"] == "pause"
    assert (snapshot(wrong).screen.player, snapshot(wrong).screen.problems) == ("Ada", ("no",))
    assert snapshot(replace(begin_evening(state.begun), mode=wrong.mode)).screen.player is None


def test_whoever_keeps_the_machine_is_told_where_a_game_stands():
    state, over = played(Scripted(), FIRST), played(Scripted(), *_whole_game())
    stands = [one.kind.status(one) for one in (begin_evening(state.begun), state, over)]
    assert stands == ["before the start", "Ben's turn, 2 looks", "over, 8 looks"]


FACES = {
    "cards": ((ThisCard(Sighting(3, 0, 0, 0)), ThisCard(Sighting(4, 0, 0, 0))), [3, 4]),
    "a card, or none": ((ThisCard(Sighting(3, 0, 0, 0)), Way.BACK), [3, None]),
    "no cards": ((Way.BACK, Way.LOOK), []),
}


@pytest.mark.parametrize(("leads", "faces"), FACES.values(), ids=FACES)
def test_a_question_has_the_faces_of_the_cards_that_it_asks_about(leads, faces):
    asked = Choice("Ada", "which?", tuple(Option(str(at), lead) for at, lead in enumerate(leads)), chosen=1)
    found = now(replace(played(Scripted()), mode=asked))
    assert (found["kind"], found["player"], found["text"], found["chosen"]) == ("question", "Ada", "which?", 1)
    assert (found["answers"], found["faces"]) == (["0", "1"], faces)
    assert now(replace(played(Scripted()), mode=replace(asked, player="")))["player"] is None


def test_a_turn_in_doubt_stands_in_the_overview():
    assert overview(played(Scripted(), FIRST))["unsettled"] is None
    doubt = overview(played(Scripted(), FIRST, replace(SECOND, others=(OTHER,))))["unsettled"]
    assert (doubt["turn"], doubt["player"], doubt["text"]) == (2, "Ben", "what was taken?")


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
    assert glance(played(Scripted(last_turn=lambda state: screen), FIRST))["last"] == last
    assert glance(played(Scripted(last_turn=lambda state: screen)))["last"] is None


def test_from_afar_the_ranking_is_read():
    ranked = [(one["rank"], one["player"], one["points"]) for one in glance(played(Scripted(), FIRST))["standings"]]
    assert ranked == [(1, "Ada", None), (2, "Ben", None)]
    assert glance(begin_evening(NAMED))["standings"] == []


# --- menus and arrangements


def words(choice):
    return [str(option.words) for option in choice.options]


def test_the_menu_has_what_the_game_adds_and_a_new_game():
    more = Option("Advice", Way.BACK)
    kind = Scripted(menu=lambda state: (more,))
    assert words(menu(played(kind, FIRST))) == [
        *("Back to the game", "Change a turn", "Enter the turn", "Pause, then check", "Advice", "New game")
    ]
    assert "Change a turn" not in words(menu(played(kind)))
    over = menu(played(kind, *_whole_game()))
    assert words(over) == ["Back to the game", "Change a turn", "Advice", "New game"]
    assert (over.options[-1].lead, menu(played(kind)).options[-1].lead) == (BeginAnew(True), BeginAnew(False))


def test_the_ways_out_of_a_disagreement_keep_its_looks():
    out = ways_out(Disagreed(("no",), "", (LOOK,)))
    assert words(out) == ["Look again", "Enter the turn", "Change an earlier turn", "The table is right", "Back"]
    assert (out.looks, "The table is right" in words(ways_out(Disagreed(("no",), "")))) == ((LOOK,), False)
    assert words(ways_out(Disagreed(("no",), "", instead="lucco"))) == ["Play Lucco", "Look again", "Back"]


SEATS = {1: "Red", 2: "Blue"}


def arranging(names=None, people=(), **more):
    state = begin_evening(Begun(Scripted(seats=SEATS), None, None, names or {}, ""))
    return replace(state, people=people, **more)


def test_names_can_be_arranged_where_somebody_sits_somewhere():
    assert words(arrangements(arranging())) == ["Ready", "Game: pebbles", "Names", "Past games"]
    assert words(arrangements(begin_evening(Begun(Scripted(), None, None, {}, "")))) == [
        "Ready",
        "Game: pebbles",
        "Past games",
    ]
    assert words(which(arranging({2: "Eva"}), "names")) == ["Red", "Blue: Eva", "Ready"]
    chosen = which(arranging(), "game")
    assert (chosen.chosen, chosen.option.words) == (0, chosen.options[0].words)


def test_where_none_of_the_set_ups_holds_now_the_first_is_chosen():
    assert one_of(arranging(), "which?", [("a", 1), ("b", 2)]).chosen == 0


def test_a_letter_can_be_taken_away_again():
    options = {str(one.words): one.lead for one in spelling(arranging(), Spell(1, "Ma")).options}
    assert (options["Remove a letter"], options["x"], options["a space"]) == (
        Spell(1, "M"),
        Spell(1, "Max"),
        Spell(1, "Ma "),
    )


def test_a_name_is_one_that_is_free_or_is_spelled():
    free = spelling(arranging({2: "Eva"}, people=("Eva", "Red", "Max")), Spell(1))
    assert words(free)[0] == "Max"
    assert not {"Eva", "Red"} & {*words(free)}
    assert "Nobody: the family's name" not in words(free)
    assert words(spelling(arranging({2: "Eva"}), Spell(2)))[-1] == "Nobody: the family's name"


LETTERS = {
    "a name nobody has": (Spell(1, "Max"), "Max is right", True),
    "the other's": (Spell(1, "Eva"), "Eva is right", False),
    "a place's": (Spell(2, "Red"), "Red is right", False),
    "one's own again": (Spell(2, "Eva"), "Eva is right", True),
    "eleven letters": (Spell(1, "M" * 11), "a space", True),
    "twelve letters": (Spell(1, "M" * 12), "a space", False),
}


@pytest.mark.parametrize(("spell", "answer", "is_there"), LETTERS.values(), ids=LETTERS)
def test_a_name_is_spelled_that_nobody_else_has_and_is_no_longer_than_fits(spell, answer, is_there):
    assert (answer in words(spelling(arranging({2: "Eva"}), spell))) is is_there


def test_who_is_named_leaves_the_others_their_names():
    named = next(option.lead for option in spelling(arranging({1: "Max", 2: "Eva"}), Spell(1, "Ida")).options)
    assert named.begun.names == {1: "Ida", 2: "Eva"}


# who sits where, the place, what it was called, the name; how all are called then
NAMES = {
    "a name": ({}, 1, "", "Ida", {1: "Ida"}),
    "a name with spaces": ({}, 1, "", "  Ida   M ", {1: "Ida M"}),
    "another name": ({1: "Max", 2: "Eva"}, 1, "Max", "Ida", {1: "Ida", 2: "Eva"}),
    "none": ({1: "Max", 2: "Eva"}, 1, "Max", "", {2: "Eva"}),
    "the same": ({1: "Max"}, 1, "Max", "Max", {1: "Max"}),
    "the other's": ({2: "Eva"}, 1, "", "Eva", None),
    "a place's": ({}, 1, "", "Blue", None),
    "no place": ({}, 3, "", "Ida", None),
    "what it was not": ({1: "Max"}, 1, "Tom", "Ida", None),
    "twelve letters": ({}, 1, "", "M" * 12, {1: "M" * 12}),
    "thirteen letters": ({}, 1, "", "M" * 13, None),
    "letters that do harm": ({}, 1, "", "I\x1bda", None),
}


@pytest.mark.parametrize(("names", "seat", "was", "name", "then"), NAMES.values(), ids=NAMES)
def test_a_phone_names_a_place_as_long_as_nobody_else_is_called_so(names, seat, was, name, then):
    begun = with_name(arranging(names), seat, was, name)
    assert (begun and begun.names) == then


def test_after_the_start_nobody_is_named():
    assert with_name(played(Scripted(seats=SEATS)), 1, "", "Ida") is None


def test_a_game_begins_as_the_last_time_and_what_holds_now_is_chosen():
    state = arranging()
    last = replace(state.begun, setup="last")
    assert beginning_of(replace(state, beginnings=(last,)), "pebbles") == state.begun
    other = Begun(type("Other", (Scripted,), {"name": "other"})(), "then", None, {}, "")
    assert beginning_of(replace(state, beginnings=(last, other)), "other") == other
    choice = one_of(replace(state, begun=last), "which?", [("a", "first"), ("b", "last")])
    assert (choice.option.words, choice.option.lead.begun.setup) == ("b", "last")


NEW = Option("New", BeginAnew(sure=True))
# the answer, the turns before; the events, the errand, and whether the question stays
ERRANDS = {
    "look again": (Option("Look", Way.LOOK), (), ([], Errand.LOOK, False)),
    "the game is over": (Option("Over", Way.OVER), (), ([], Errand.FINISH, False)),
    "a new game": (NEW, (FIRST,), (["GivenUp"], Errand.NEW_GAME, False)),
    "a new game after the end": (NEW, _whole_game(), ([], Errand.NEW_GAME, False)),
    "past games": (Option("Past", ListPast(10)), (), ([], ListPast(10), True)),
    "a copy": (Option("Copy", ToStick("x")), (), ([], ToStick("x"), True)),
    "back": (Option("Back", Way.BACK), (), ([], None, False)),
}


@pytest.mark.parametrize(("option", "events", "comes"), ERRANDS.values(), ids=ERRANDS)
def test_what_an_answer_has_done(option, events, comes):
    choice = Choice("", "?", (option,))
    outcome = answered(played(Scripted(), *events), choice, "")
    stays = outcome.mode == choice
    assert ([type(event).__name__ for event in outcome.events], outcome.errand, stays) == comes
    assert stays or outcome.mode is None


def test_what_is_arranged_has_the_date_of_the_answer():
    state = arranging()
    for lead in (Arrange(replace(state.begun, players=2)), PlayGame("pebbles")):
        (event,) = answered(state, Choice("", "?", (Option("this", lead),)), "now").events
        assert (event.date, event.kind) == ("now", state.kind)


# --- what phones are offered


def test_phones_are_offered_what_may_be_done():
    state = played(Scripted(), FIRST)
    assert offered(state, "answer") is None
    presses = [(one["do"], one["number"]) for one in asks("", replace(state, past=(state.course,)))["offers"]]
    assert presses[:2] == [("ok", 0), ("undo", 0)]
    asked = Choice("", "?", (Option("a", Way.LOOK), Option("b", Way.BACK)))
    answers = [(one["do"], one["number"]) for one in asks("", replace(state, mode=asked))["offers"]]
    assert answers == [("answer", 0), ("answer", 1)]
    assert ("back", 0) in [(one["do"], one["number"]) for one in asks("", replace(state, mode=WRONG))["offers"]]
    assert words(offered(state, "more")) == words(menu(state))
    more = [(one["number"], one["words"]) for one in asks("", state)["offers"] if one["do"] == "more"]
    assert more == [(1, "Change a turn"), (2, "Enter the turn"), (3, "Pause, then check"), (4, "New game")]
    spelling_out = replace(state, mode=Choice("", "?", (Option("A…", Spell(1, "A")), Option("Names", Ask("names")))))
    assert [(one["do"], one["number"]) for one in asks("", spelling_out)["offers"]] == [("back", 0)]
    complaint = replace(state, mode=Disagreed(("no",), ""))
    assert words(offered(complaint, "more")) == words(ways_out(complaint.mode))
    assert offered(replace(state, mode=Disagreed(("no",), "", paused=True)), "more") is None
    before = replace(begin_evening(state.begun), mode=Disagreed(("no",), ""))
    assert offered(before, "more") is None
    other = replace(before, mode=replace(before.mode, instead="lucco"))
    assert words(offered(other, "more"))[0] == "Play Lucco"


PAST_GAME = PastGame("x", "1 May", (), True)
MODES = {
    "the next turn": (played(Scripted()), ["OK: look at the table"]),
    "the end": (played(Scripted(), *_whole_game()), ["Finish"]),
    "a past game": (played(Scripted(), mode=Browse((PAST_GAME,))), ["Back to the list", "Back"]),
    "a pause": (played(Scripted(), mode=Disagreed((), "", paused=True)), ["All is back in its place", "Back"]),
    "a complaint": (played(Scripted(), mode=Disagreed((), "")), ["Look again", "Back"]),
    "a correction": (
        replace(played(Scripted(), FIRST), mode=to_examine(played(Scripted(), FIRST), Settle(1, TWO), "")),
        ["Stop"],
    ),
}


@pytest.mark.parametrize(("state", "presses"), MODES.values(), ids=MODES)
def test_phones_press_what_the_buttons_press_under_the_name_of_what_it_does(state, presses):
    offers = asks("", state)["offers"]
    assert [str(one["words"]) for one in offers if one["do"] in ("ok", "back")] == presses


def test_past_games_and_who_answered_are_told_to_phones():
    state = replace(played(Scripted()), answered=("Eva", "Yes"), prompt="p")
    told_so = asks("kept", state)
    assert (told_so["id"], told_so["game"], told_so["answered"]) == ("p", "kept", {"by": "Eva", "words": "Yes"})
    assert (told_so["photograph"], told_so["past"], told_so["doubt"]) == (False, None, "")
    past = PastGame("x", "1 May", (Standing(1, "Ada", 3),), True)
    shown = asks("kept", replace(state, mode=Browse((past,))))["past"]
    assert (shown["day"], shown["standings"][0]["player"]) == ("1 May", "Ada")
    seated = asks("kept", arranging({2: "Eva"}))["seats"]
    assert [(one["seat"], one["called"], one["name"]) for one in seated] == [(1, "Red", ""), (2, "Blue", "Eva")]
    assert asks("", arranging())["seats"] == []


# --- the table at rest

SIGNED, GAP = Certificate((), ()), Certificate((), (Gap("2 is not seen"),))
WRONG = Disagreed(("no",), "")


def rested(verdict, *events, mode=None, takes=True, signed=SIGNED, **more):
    """What the table at rest settles."""
    explain = verdict if callable(verdict) else lambda state, looks: verdict
    kind = Scripted(
        **{
            "explain": explain,
            "split": lambda *_given: None,
            "audit": lambda *_given: signed,
            "may_end": lambda game: False,
            "misplaced": lambda *_given: iter(()),
            **more,
        }
    )
    return came_to_rest(played(kind, *events, mode=mode), LATER, "now", takes=takes)


def turns_of(outcome):
    return outcome and [getattr(event, "turn", None) or event.turns for event in outcome.events]


AT = Played(ONE, (WAS,), None, "", note=AT_REST)
RESTS = {
    "a turn that fits": (partial(rested, Explained(ONE)), [ONE]),
    "nobody plays hands-free": (partial(rested, Explained(ONE), takes=False), None),
    "one that fits a little badly": (partial(rested, Explained(ONE, 2.1)), None),
    "one that fits just so well": (partial(rested, Explained(ONE, 2.0)), [ONE]),
    "one that is not proved": (partial(rested, Explained(ONE), signed=GAP), None),
    "one in doubt": (partial(rested, Doubt((ONE, TWO), (0.0, 0.0)), may_wait=lambda *_given: True), None),
    "none": (partial(rested, NOTHING), None),
    "the game is over": (partial(rested, Explained(ONE), *_whole_game()), None),
    "one that may end the game": (partial(rested, Explained(ONE), may_end=lambda game: True), None),
    "a complaint, and it has been put right": (partial(rested, Explained(ONE), mode=WRONG), [ONE]),
    "a complaint, and it fits a little badly": (partial(rested, Explained(ONE, 2.1), mode=WRONG), None),
    "a complaint, and it is not proved": (partial(rested, Explained(ONE), mode=WRONG, signed=GAP), None),
    "a complaint, and it is in doubt": (
        partial(rested, Doubt((ONE, TWO), (0.0, 0.0)), mode=WRONG, may_wait=lambda *_given: True),
        None,
    ),
    "a complaint, and the same is wrong": (partial(rested, NOTHING, mode=WRONG), None),
    "a complaint, and a card is not known": (
        partial(rested, Explained(ONE), mode=WRONG, unidentified=lambda *_given, **_more: WRONG),
        None,
    ),
    "a complaint about a card, and it has been put right": (
        partial(rested, Explained(ONE), mode=WRONG, unidentified=lambda state, looks, **_more: state.mode),
        [ONE],
    ),
    "the last turn at rest was another": (
        partial(rested, lambda state, looks: Explained(BOTH if state.game.turns == 0 else THEN), AT),
        [(BOTH,)],
    ),
    "it was the same, and the next is played": (
        partial(rested, lambda state, looks: Explained(ONE if state.game.turns == 0 else THEN), AT),
        [THEN],
    ),
    "it was another that fits just so well": (
        partial(rested, lambda state, looks: Explained(BOTH, 2.0) if state.game.turns == 0 else NOTHING, AT),
        [(BOTH,)],
    ),
    "it was another, but fits badly": (
        partial(rested, lambda state, looks: Explained(BOTH, 2.1) if state.game.turns == 0 else NOTHING, AT),
        None,
    ),
    "no more than that another is known of a turn in doubt": (
        partial(
            rested,
            NOTHING,
            replace(FIRST, others=(TWO,)),
            thought_again=lambda state, number, looks: BOTH,
        ),
        None,
    ),
    "the last turn was pressed for": (
        partial(rested, lambda state, looks: Explained(BOTH) if state.game.turns == 0 else NOTHING, FIRST),
        None,
    ),
    "it was in doubt": (
        partial(rested, lambda state, looks: Doubt((ONE, BOTH), (0.0, 0.0)) if state.game.turns == 0 else NOTHING, AT),
        None,
    ),
}


@pytest.mark.parametrize(("at_rest", "turns"), RESTS.values(), ids=RESTS)
def test_the_table_at_rest_settles_a_turn_that_fits_and_is_proved(at_rest, turns):
    assert turns_of(at_rest()) == turns


def test_what_is_wrong_otherwise_at_rest_is_said():
    other = rested(Unexplained(("something else",), ""), mode=WRONG)
    assert other.mode.problems == ("something else",)


def test_a_turn_taken_at_rest_is_noted_so_and_final_once_ok_is_pressed():
    assert rested(Explained(ONE)).events[0].note == AT_REST
    kind = Scripted(explain=lambda *_given: Explained(ONE, 9.0), misplaced=lambda *_given: iter(()))
    final = made_final(played(kind, AT), LATER, "now")
    assert [(event.turns, event.note) for event in final.events] == [((ONE,), CONFIRMED)]
    assert made_final(played(kind, FIRST), LATER, "now") is None
    kind.audit = lambda *_given: GAP
    assert made_final(played(kind, AT), LATER, "now")
    kind.explain = lambda *_given: Explained(BOTH)
    assert made_final(played(kind, AT), LATER, "now") is None


def test_the_start_is_taken_at_rest_once_it_is_whole():
    kind = Scripted()
    nothing = begin_evening(Begun(kind, None, None, {}, ""))
    whole = came_to_rest(nothing, look(*PEBBLES), "", takes=True)
    assert isinstance(whole.events[0], Started)
    assert came_to_rest(nothing, look(1, CUP), "", takes=True) is None
    assert came_to_rest(replace(nothing, mode=WRONG), look(*PEBBLES), "", takes=True) is None


def test_after_a_pause_what_does_not_lie_as_it_did_is_told_once():
    state = played(Scripted(misplaced=lambda *_given: iter(("3 is away", "3 is away", "4 is away"))))
    again = checked(state, (LOOK,))
    assert (again.mode.problems, again.mode.paused, again.mode.looks) == (("3 is away", "4 is away"), True, (LOOK,))
    assert checked(begin_evening(state.begun), (LOOK,)) == Outcome()
    paused = replace(state, mode=Disagreed((), "", paused=True))
    assert came_to_rest(paused, LOOK, "", takes=False).mode.problems == ("3 is away", "4 is away")
