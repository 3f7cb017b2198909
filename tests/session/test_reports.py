"""Why a look was judged as it was, side by side and on a line; and what the file of a game claims of it."""

import json
from contextlib import nullcontext
from dataclasses import replace

import pytest
from evening import after, looks
from pebbles import PLAYERS, Turn, look, played, scripted

from lucca_pi import games
from lucca_pi.contract.claims import JOURNAL, RECORD, SCORE, Claimed
from lucca_pi.contract.history import Asked, Played, Started
from lucca_pi.contract.questions import Choice, Disagreed, Option, Way
from lucca_pi.contract.verdict import (
    RAREST,
    Certificate,
    Doubt,
    Explained,
    Explanation,
    Gap,
    Judged,
    Split,
    Unexplained,
    Weighed,
    odds,
    side_by_side,
    weighed_json,
)
from lucca_pi.errors import RuleError, UnreadableError
from lucca_pi.evening.answers import SPLIT
from lucca_pi.evening.journal import Begun, Corrected, event_json
from lucca_pi.evening.resting import AT_REST
from lucca_pi.evening.state import Outcome, begin_evening
from lucca_pi.evening.stored import journal_claims
from lucca_pi.evening.why import (
    Why,
    how_taken,
    places,
    why_each,
    why_json,
    why_line,
    why_look,
    why_text,
    why_turn,
)
from lucca_pi.outside import Node

ONE, TWO, THEN = Turn("Ada", (1,)), Turn("Ada", (2,)), Turn("Ben", (7,))
LOOK, LATER = look(2, 3), look(2)
NOTHING = Unexplained(("this", "that"), "")
WAYS = Split(((ONE, THEN), (TWO, THEN)), (1.0, 2.0), ("", ""))
FITS, BADLY = Explained(ONE), Explained(ONE, 7.0, fits_badly=True)
DOUBT = Doubt((ONE, TWO), (1.0, 2.0))

SEVERAL = "no single turn explains the look; several, one after the other, do"

# a verdict, the several turns that explain the look better; the best turns, in one word, in a sentence
SURE = {
    "one": (FITS, None, (ONE,), "sure", "one legal turn explains the look"),
    "one, badly": (BADLY, None, (ONE,), "badly", "one legal turn explains the look"),
    "two": (DOUBT, None, (ONE,), "doubt", "2 legal turns explain the look and lead to different tables"),
    "none": (NOTHING, None, (), "none", "no legal turn explains the look: this; that"),
    "several": (NOTHING, WAYS, (ONE, THEN), "several", SEVERAL),
}


@pytest.mark.parametrize(("verdict", "found", "best", "word", "sentence"), SURE.values(), ids=SURE)
def test_a_verdict_is_told_in_a_word_and_in_a_sentence(verdict, found, best, word, sentence):
    now = Judged(verdict, found)
    assert (now.best, now.sure, now.decision) == (best, word, sentence)


UNSEEN = "it is not visible in its place"


def test_turns_stand_side_by_side_a_row_for_each_reason():
    long = " ".join(["word"] * 20)
    ranking = [
        Weighed("takes 1", 4.0, ((UNSEEN, 3.0), (UNSEEN, 1.0)), taken=True),
        Weighed("takes 2", 5.5, (("moved", 5.5),)),
    ]
    lines = [*side_by_side(ranking, ("more", [0.5, 1.0]))]
    assert lines[1:4] == [
        "possible turns, the best first:",
        "  A   4.0  once in 55 looks         takes 1  <- taken",
        "  B   5.5  once in 245 looks        takes 2",
    ]
    assert [" ".join(line.split()) for line in lines[5:]] == [
        "weight of each reason A B",
        "it is not visible in its place 4.0 -",
        "moved - 5.5",
        "sum 4.0 5.5",
        "more 0.5 1.0",
    ]
    assert {len(line) for line in lines[5:]} == {len(lines[5])}
    wrapped = [*side_by_side([Weighed("x", 1.0, ((long, 1.0),))])]
    assert max(len(line.split("\n")[0]) for line in wrapped) <= 2 + 64 + 1 + 5
    assert any("\n    word" in line for line in wrapped)
    assert [*side_by_side([Weighed("x", 0.0)])][-1] == "  nothing speaks against any of them"
    assert [*side_by_side([])] == []


@pytest.mark.parametrize(
    ("weight", "words"),
    [
        (-0.1, "fits"),
        (0.0, "fits"),
        (0.1, "nearly fits"),
        (1.0, "once in 3 looks"),
        (RAREST, "once in 8103 looks"),
        (RAREST + 0.1, "once in 8000 or rarer"),
    ],
)
def test_a_weight_is_told_as_how_rarely_a_table_lies_so(weight, words):
    assert odds(weight) == words


def test_one_is_json_with_rounded_weights():
    data = weighed_json(Weighed("x", 1.23456789, (("why", 0.12345678),), taken=True))
    assert (data["weight"], data["findings"], data["taken"]) == (1.234568, [{"words": "why", "weight": 0.123457}], True)


RANKING = Weighed("takes 1", 1.0), Weighed("takes 2", 3.5)
EXPLAINED = Explanation("sure", (ONE,), ("a line",), {"a": 1}, ("Do it",), 1.23456789, RANKING, "takes 2")
STATE = played(scripted())
GAPS = Certificate(("1 is seen",), (Gap("2 is not visible", remedy="Show 2"),))
WAITS = (Played(ONE, (LOOK,), None, "", others=(TWO,)),)

LOOKED = Why(1, 2, "Ada", looked=True)
TAKEN = replace(LOOKED, taken=(ONE,))
QUESTION = Choice("", "what?", (Option("a", Way.BACK), Option("b", Way.BACK)))
SETTLED = replace(WAITS[0], others=())
ASKED = Asked("what?", ("a", "b"), 1)
GOES_ON = "On this look play goes on: the next player is the same in any case, and the next look may decide."
UNASKED = "On this look nothing is asked: one turn fits, and the auditor signs it."
OPEN = "It is not settled yet: 1 other turns are possible, and the next look should decide."

# why, the line for it without its beginning, and how it was taken
LINES = {
    "without a word": (TAKEN, "without a word", "It was scored without a question."),
    "by hand": (replace(TAKEN, looked=False), "told", "The players entered it; there was no look."),
    "asked": (replace(TAKEN, asked=ASKED), "asked", 'It was asked: "what?" The players answered: b.'),
    "asked, and none was right": (
        replace(TAKEN, asked=Asked("what?", ("a", "b"), None)),
        "asked",
        'It was asked: "what?" The players answered: none of the answers.',
    ),
    "at rest": (replace(TAKEN, note=AT_REST), "at rest", f"Noted: {AT_REST}."),
    "by another note": (replace(TAKEN, note="so"), "told", "Noted: so."),
    "not settled": (replace(TAKEN, others=(TWO,)), "not settled", OPEN),
    "not yet": (LOOKED, "waits", None),
    **{
        name: (replace(LOOKED, outcome=outcome), "waits", sentence)
        for name, outcome, sentence in (
            ("it would be asked", Outcome(mode=QUESTION), 'On this look the machine asks: "what?" (a / b)'),
            (
                "it would be complained of",
                Outcome(mode=Disagreed(("this", "that"), "Mend it.")),
                "On this look the machine complains: this; that. Mend it.",
            ),
            ("it would wait", Outcome(WAITS), GOES_ON),
            ("it would be settled and taken", Outcome((Corrected(1, (ONE,), None, "", ""), SETTLED)), UNASKED),
            ("it would be taken", Outcome((SETTLED,)), UNASKED),
            ("nothing would come of it", Outcome(), None),
        )
    },
}


@pytest.mark.parametrize(("why", "how", "sentence"), LINES.values(), ids=LINES)
def test_how_a_turn_was_taken_is_told(why, how, sentence):
    assert [*how_taken(why)] == ([sentence] if sentence else [])
    assert f"  {how} " in f"{why_line(why, STATE)} "


def test_a_line_has_round_player_and_what_comes_next():
    whole = replace(TAKEN, explanation=EXPLAINED)
    assert why_line(whole, STATE) == (
        "1.2   Ada          sure       1.2  without a word  takes 1; next, 2.5 behind: takes 2"
    )
    alone = replace(whole, explanation=replace(EXPLAINED, ranking=(), weight=None), round=None)
    assert why_line(alone, STATE).split() == ["2", "Ada", "sure", "without", "a", "word", "takes", "1"]
    assert why_line(Why(None, 2, "Ada"), STATE).split() == [
        "2",
        "Ada",
        "no",
        "look",
        "waits",
        "nothing",
        "is",
        "taken",
        "yet",
    ]
    assert why_line(Why(None, 2, "Ada", looked=True), STATE).split()[2] == "-"


def test_all_of_it_is_told_with_what_to_change():
    whole = replace(LOOKED, taken=(ONE, THEN), explanation=EXPLAINED, certificate=GAPS)
    assert why_text(whole, STATE).split("\n") == [
        "round 1, turn 2: Ada",
        "taken: Ada: takes 1; Ben: takes 7",
        "It was scored without a question.",
        "",
        "a line",
        "",
        "the auditor:",
        "  1 is seen",
        "  not proved: 2 is not visible",
        "  not signed: so it is not scored without a question",
        "",
        "what to change on the table:",
        "  Show 2.",
        "  Do it.",
    ]
    signed = replace(
        whole, round=None, taken=(), certificate=Certificate((), ()), explanation=replace(EXPLAINED, remedies=())
    )
    assert why_text(signed, STATE).split("\n") == [
        "turn 2: Ada",
        "",
        "a line",
        "",
        "the auditor on the first of them:",
        "  signed: all of it is proved",
        "",
        "what to change on the table: nothing",
    ]


def test_what_was_said_to_do_comes_first_and_is_not_said_twice():
    said = Outcome(mode=Disagreed(("no",), "Show 2, then press OK."))
    whole = Why(1, 2, "Ada", explanation=EXPLAINED, certificate=GAPS, outcome=said)
    assert whole.remedies == ("Show 2, then press OK.", "Do it")
    assert Why(1, 2, "Ada").remedies == ()


def test_the_same_is_json_data():
    whole = replace(TAKEN, others=(TWO,), explanation=EXPLAINED, certificate=GAPS)
    data = why_json(whole, STATE)
    assert (data["weight"], data["distance"], data["odds"], data["sure"]) == (1.234568, 2.5, "once in 3 looks", "sure")
    assert (data["taken"], data["others"]) == ([{"player": "Ada", "pebbles": [1]}], [{"player": "Ada", "pebbles": [2]}])
    assert (data["proofs"], data["not_proved"], data["explanation"]) == (["1 is seen"], ["2 is not visible"], {"a": 1})
    nothing = why_json(Why(None, 2, "Ada"), STATE)
    assert (nothing["weight"], nothing["odds"], nothing["proofs"], nothing["asked"]) == (None, None, [], None)


FIRST = Played(ONE, (), None, "", note=SPLIT)
SECOND = Played(THEN, (LOOK,), None, "", note=SPLIT)
THIRD = Played(TWO, (LATER,), None, "")


def test_turns_that_one_look_was_read_for_are_explained_together():
    state = played(scripted(explain=lambda *_given: NOTHING), FIRST, SECOND, THIRD)
    assert [why_turn(state, number).taken for number in (1, 2, 3)] == [(ONE, THEN), (ONE, THEN), (TWO,)]
    assert [(why.turn, len(why.taken)) for why in why_each(state)] == [(1, 2), (3, 1)]
    open_end = played(scripted(explain=lambda *_given: NOTHING), THIRD, replace(FIRST, turn=THEN))
    assert why_turn(open_end, 2).taken == (THEN,)


def test_a_look_is_explained_by_the_best_turns_or_by_those_that_were_taken():
    def audit(state, turns, looks):
        if turns == (THEN,):
            raise RuleError("pebbles", "not these")
        return Certificate(tuple(str(turn.pebbles) for turn in turns), ())

    kind = scripted(explain=lambda *_given: FITS, audit=audit, explanation=lambda *_given: EXPLAINED)
    state = played(kind)
    assert why_look(state, (LOOK,)).certificate.proofs == ("(1,)",)
    assert why_look(state, (LOOK,), (TWO,)).certificate.proofs == ("(2,)",)
    assert why_look(state, (LOOK,), (THEN,)).certificate is None
    assert why_look(state, ()) == Why(None, 1, "Ada")
    assert why_look(begin_evening(state.begun), (LOOK,)) == Why(None, 0, "")
    given = Outcome(mode=Disagreed(("no",), ""))
    assert why_look(state, (LOOK,), outcome=given).outcome is given
    assert why_look(state, (LOOK,)).outcome.events


# --- what a file claims


class Members:
    """The documents of a file, by name."""

    def __init__(self, **documents):
        self.documents = documents

    def json(self, name):
        return Node(self.documents[name.partition(".")[0]])

    def text(self, name):
        return self.documents[name.partition(".")[0]]

    def explained(self, name=""):
        return nullcontext()


@pytest.fixture
def _known(monkeypatch):
    monkeypatch.setitem(games.PLAYED, "pebbles", "pebbles")


EVENTS = (
    Begun(scripted(), None, None, {}, ""),
    Started(dict.fromkeys(PLAYERS, 0), None, (LOOK,), ""),
    Played(ONE, (LOOK,), None, ""),
    Played(THEN, (LATER,), None, ""),
)
PLAYED_SO = {"turns": [{"player": "Ada", "pebbles": [1]}, {"player": "Ben", "pebbles": [7]}]}


def file_of(*events, record=PLAYED_SO, score=PLAYED_SO):
    journal = "\n".join(json.dumps(event_json(event, scripted())) for event in events)
    told = {RECORD: record, SCORE: score, JOURNAL: journal}
    return Members(**{name.partition(".")[0]: document for name, document in told.items()})


@pytest.mark.usefixtures("_known")
def test_a_journal_claims_its_turns_its_record_and_its_score():
    claims = journal_claims(file_of(*EVENTS))
    assert [(one.entry, one.player, one.place, one.is_turn) for one in claims.entries] == [
        (ONE, "Ada", "turn 1", True),
        (THEN, "Ben", "turn 2", True),
    ]
    assert (claims.started.seats, claims.started.looks) == (dict.fromkeys(PLAYERS, 0), ())
    assert claims.wrong == ()


@pytest.mark.usefixtures("_known")
def test_a_record_that_is_not_the_journal_s_is_named():
    assert journal_claims(file_of(*EVENTS, record={"turns": [], "more": None})).wrong == ("record",)


@pytest.mark.usefixtures("_known")
@pytest.mark.parametrize("damage", ["not json", '{"event": "eaten"}', ""])
def test_a_damaged_journal_is_refused_with_its_line(damage):
    members = file_of(*EVENTS[:1])
    members.documents["journal"] += f"\n{damage}"
    with pytest.raises(UnreadableError) as refused:
        journal_claims(members)
    assert "line 2" in str(refused.value) or damage != "not json"


def test_a_claim_stands_with_its_place_in_the_game():
    assert Claimed(ONE, "Ada", 2, 3).place == "round 2, turn 3"
    settled = Claimed("so", None, 2, None)
    assert (settled.place, settled.is_turn) == ("round 2", False)


GAME = after(0)


def test_every_turn_of_a_quiet_game_is_sure_and_signed():
    found = [*why_each(after(8))]
    assert [why.taken for why in found] == [(turn,) for turn in after(8).course.turns]
    assert {why_line(why, GAME).split()[2] for why in found} == {"sure"}
    assert all(why.certificate.is_signed and why.remedies == () for why in found)
    assert next(how_taken(found[0])) == "It was scored without a question."


def test_each_turn_has_its_round_and_its_place_there_and_so_has_the_one_being_played():
    assert places(after(5)) == [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2)]


def test_a_look_that_is_complained_of_says_what_to_change():
    state = after(2)
    why = why_look(state, (looks()[1],))
    assert isinstance(why.outcome.mode, Disagreed)
    assert why.remedies == ("Take a triplet and play its cards, then press OK.",)
    assert (why.taken, why.certificate) == ((), None)


@pytest.mark.parametrize("state", [after(0), after(22)], ids=["before the deal", "when the game is over"])
def test_where_nobody_is_in_turn_there_is_nothing_to_explain(state):
    assert why_look(state, (looks()[0],)).explanation is None
