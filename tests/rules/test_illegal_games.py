import pytest
from small_records import Data, adjusted, assert_clear, discards, record, scored, turn

from lucca_pi.errors import RuleError
from lucca_pi.games.citta.rules.record import record_json
from tests.sim.games import random_game

Case = tuple[Data, str, int | None, int | None]

CID = turn("Cid", "7 wall", "8 wall", "9 wall")
WHOLE = [discards("Cid", 10), discards("Ada", 20), discards("Ben", 30)]


def dealt(*cards):
    """A record in which Ada begins with these cards."""
    return record(deal={"Ada": list(cards), "Ben": [3, 4], "Cid": [5, 6]})


def people(*names):
    """A record with these players."""
    return record(players=list(names), deal={name: [seat * 2 + 1, seat * 2 + 2] for seat, name in enumerate(names)})


def cid(*plays, edition="english", opens=(), **areas):
    """A record in which Cid's cards are set by hand, then played."""
    return record([adjusted("Cid", **areas), turn("Cid", *plays, opens=opens)], edition=edition)


CASES = {
    "two players": (people("Ada", "Ben"), "players", None, None),
    "six players": (people(*"ABCDEF"), "players", None, None),
    "nobody": (people(), "players", None, None),
    "a name twice": (record(players=["Ada", "Ada", "Cid"]), "players", None, None),
    "an empty name": (people("Ada", "", "Cid"), "players", None, None),
    "a blank name": (people("Ada", " ", "Cid"), "players", None, None),
    "a name over two lines": (people("Ada\nBen", "Ben", "Cid"), "players", None, None),
    "a name that moves the cursor": (people("\x1b[2JAda", "Ben", "Cid"), "players", None, None),
    "a name of 10,000 characters": (people("A" * 10_000, "Ben", "Cid"), "players", None, None),
    "one card dealt": (dealt(1), "deal", None, None),
    "three cards dealt": (dealt(1, 2, 7), "deal", None, None),
    "a tower dealt": (dealt(1, "T1"), "deal", None, None),
    "nobody dealt": (record(deal={}), "deal", None, None),
    "a stranger dealt": (record(deal={"Ada": [1, 2], "Ben": [3, 4], "Dan": [5, 6]}), "deal", None, None),
    "a card not in the deck dealt": (dealt(1, 97), "card-unknown", None, None),
    "card 0 dealt": (dealt(0, 1), "card-unknown", None, None),
    "text for a card dealt": (dealt("1", 2), "card-unknown", None, None),
    "a card dealt twice": (dealt(1, 3), "card-twice", None, None),
    "a card dealt twice to one": (dealt(1, 1), "card-twice", None, None),
    "an unknown card": (record([turn("Cid", "97 wall", "8 wall", "9 wall")]), "card-unknown", 1, 1),
    "a fifth tower": (record([turn("Cid", "T5 tower", "8 wall", "9 wall")]), "card-unknown", 1, 1),
    "a card below 0": (record([turn("Cid", "-8 wall", "8 wall", "9 wall")]), "card-unknown", 1, 1),
    "a name that is no card": (record([turn("Cid", "a\x00b\x07 wall", "8 wall", "9 wall")]), "card-unknown", 1, 1),
    "a dealt card played": (record([turn("Cid", "1 wall", "8 wall", "9 wall")]), "card-twice", 1, 1),
    "a card twice in a turn": (record([turn("Cid", "8 wall", "8 discard", "9 wall")]), "card-twice", 1, 1),
    "a tower twice": (record([turn("Cid", "T1 wall", "T1 discard", "9 wall")]), "card-twice", 1, 1),
    "a discard played again": (record([discards("Cid", 10), discards("Ada", 12)]), "card-twice", 1, 2),
    "a card set by hand played": (record([adjusted("Ben", opened={"red": 8}), CID]), "card-twice", 1, 1),
    "two cards in a turn": (record([turn("Cid", "8 wall", "9 wall")]), "three-cards", 1, 1),
    "four cards in a turn": (record([turn("Cid", "7 wall", "8 wall", "9 wall", "10 wall")]), "three-cards", 1, 1),
    "no card in a turn": (record([turn("Cid")]), "three-cards", 1, 1),
    "the second before the first": (record([discards("Ada", 10)]), "order-of-play", 1, 1),
    "one player twice in a round": (record([CID, discards("Cid", 10)]), "order-of-play", 1, 2),
    "a stranger plays": (record([discards("Dan", 10)]), "order-of-play", 1, 1),
    "a stranger over three lines": (record([discards("D\na\nn", 10)]), "order-of-play", 1, 1),
    "a fourth turn of three": (record([*WHOLE, discards("Cid", 40)]), "rounds", 1, 4),
    "a short round before the last": (record(WHOLE[:2], []), "rounds", 2, None),
    "an empty round before the last": (record([], WHOLE), "rounds", 2, None),
    "an unknown way": (record([turn("Cid", "7 moat", "8 wall", "9 wall")]), "way-unknown", 1, 1),
    "an empty way": (
        record([{**CID, "play": [{"card": 7, "as": ""}, {"card": 8, "as": "wall"}, {"card": 9, "as": "wall"}]}]),
        "way-unknown",
        1,
        1,
    ),
    "a tower in a palace": (record([turn("Cid", "T1 palace", "8 wall", "9 wall")]), "tower-only-as-tower", 1, 1),
    "a palace card as a tower": (record([turn("Cid", "7 tower", "8 wall", "9 wall")]), "tower-only-as-tower", 1, 1),
}

WALLS = ("7 wall", "8 wall", "9 wall")
ALMOST = {"construction": {"violet": [6, 7, 14, 21]}}
"""One card more completes a palace."""
OTHERS = record([adjusted("Ada", completed={"red": 1}), {**CID, "open": ["red"]}])
NOT_COMPLETED = {
    "what is under construction": cid(*WALLS, opens=("blue",), construction={"blue": [5]}),
    "what is opened": cid(*WALLS, opens=("blue",), opened={"blue": 5}),
    "one palace twice": cid(*WALLS, opens=("blue", "blue"), completed={"blue": 5}),
    "another's palace": OTHERS,
    "what this turn completes": cid("28 palace", *WALLS[1:], opens=("violet",), **ALMOST),
    "no colour": record([{**CID, "open": ["\n\n\x07" * 99]}]),
}
ONE_PALACE = {
    "what is completed": cid("12 palace", *WALLS[1:], completed={"blue": 5}),
    "what is opened": cid("12 palace", *WALLS[1:], opened={"blue": 5}),
    "what is opened in this turn": cid("12 palace", *WALLS[1:], opens=("blue",), completed={"blue": 5}),
    "on what this turn completed": cid("28 palace", "35 palace", "9 wall", **ALMOST),
}
TOWERS = {way: cid(f"T1 {way}", *WALLS[1:], edition="german") for way in ("wall", "discard")}
for rule, doing, cases in (
    ("open-not-completed", "opening", NOT_COMPLETED),
    ("one-palace-per-colour", "building", ONE_PALACE),
    ("tower-only-as-tower", "a German tower as a", TOWERS),
):
    CASES |= {f"{doing} {name}": (data, rule, 1, 1) for name, data in cases.items()}

ADJUSTMENTS = {
    "a stranger": adjusted("Dan"),
    "a stranger over three lines": adjusted("D\na\n\x07n"),
    "a card of another colour": adjusted("Ada", construction={"blue": [1]}),
    "a colour over three lines": adjusted("Ada", completed={"r\ne\n\x07d": 1}),
    "an unknown card": adjusted("Ada", opened={"red": 97}),
    "text for a card": adjusted("Ada", opened={"red": "1"}),
    "a tower as a palace": adjusted("Ada", completed={"red": "T1"}),
    "a card as a tower": adjusted("Ada", towers=[1]),
    "a fifth tower": adjusted("Ada", towers=["T5"]),
    "a card twice": adjusted("Ada", construction={"red": [1, 8, 1]}),
    "a card in two areas": adjusted("Ada", construction={"red": [1]}, opened={"red": 1}),
    "a tower twice": adjusted("Ada", towers=["T1", "T1"]),
    "a palace without a card": adjusted("Ada", construction={"red": []}),
    "as many cards as complete it": adjusted("Ada", construction={"red": [1, 8, 15, 22, 29]}),
    "walls below 0": adjusted("Ada", walls=-1),
    "more walls than cards": adjusted("Ada", walls=101),
}

CASES |= {f"adjustment: {name}": (record([CID, entry]), "adjustment", 1, None) for name, entry in ADJUSTMENTS.items()}


@pytest.mark.parametrize(("data", "rule", "round_number", "turn_number"), CASES.values(), ids=CASES)
def test_an_illegal_game_is_refused(data, rule, round_number, turn_number):
    with pytest.raises(RuleError) as broken:
        scored(data)
    where = broken.value.where
    assert (broken.value.rule, where.get("round"), where.get("turn")) == (rule, round_number, turn_number)
    assert_clear(broken.value)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_game_has_so_many_rounds_and_no_more(players):
    data = record_json(random_game(players, players, "english").record)
    assert scored(data)["finished"]
    with pytest.raises(RuleError, match=f"a game with {players} players has {10 - players} rounds") as broken:
        scored({**data, "rounds": [*data["rounds"], []]})
    assert (broken.value.rule, broken.value.where["round"]) == ("rounds", 11 - players)


def test_a_refusal_names_who_did_what_and_the_table():
    with pytest.raises(RuleError) as broken:
        scored(record([discards("Cid", 10), turn("Ada", "7 wall", "8 moat", "9 wall")]))
    assert str(broken.value).splitlines() == [
        "round 1, turn 2: Ada plays 8 as moat; known are palace, wall, tower, discard (way-unknown)",
        "Position: Ada: red 1, orange 2 | Ben: yellow 3, green 4 | Cid: blue 5, violet 6",
    ]
