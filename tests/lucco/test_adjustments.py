import pytest

from tests.lucco.records import adjusted, lays, misses, piece, record, refused, removes, scored

FREE = {"tiles": "free", "sides": 5}


def row(colour: str, count: int, first: int = 0) -> list[dict[str, object]]:
    return [piece(colour, first + number, 0) for number in range(count)]


def test_the_table_is_what_was_told_and_hands_are_the_rest():
    told = scored(record(lays("Ada", None, "blue", 0, 0), adjusted(*row("red", 2), piece("blue", 2, 0))))
    assert [one["colour"] for one in told["table"]] == ["red", "red", "blue"]
    assert told["stock"] == {"blue": 9, "yellow": 10, "green": 10, "red": 8, "black": 10}


def test_it_is_no_turn_and_the_turn_stays_whose_it_was():
    told = scored(record(lays("Ada", None, "blue", 0, 0), adjusted(piece("blue", 0, 0), note="fell off the table")))
    assert told["next"] == "Ben"
    assert told["turns"][1] == {
        **dict.fromkeys(("turn", "player", "colour", "die")),
        "events": [{"kind": "adjust", "reason": "settled by hand: fell off the table"}],
    }


@pytest.mark.parametrize(
    ("pieces", "why"),
    [
        ([piece("pink", 0, 0)], "no such colour"),
        ([piece("white", 0, 0)], "the joker is no piece"),
        ([piece("blue", 0, 0), piece("red", 0, 0)], "one place, two pieces"),
        ([piece("blue", 0, 0), piece("red", 1, 1)], "in two parts"),
        ([piece("blue", 0, 0), piece("red", 2, 0), piece("red", 1, 0)], "not in an order to lay them"),
        (row("red", 11), "eleven of a colour"),
        (row("green", 5), "a player would have won"),
    ],
)
def test_what_could_not_lie_is_refused(pieces, why):
    assert refused(record(adjusted(*pieces))) == ("adjustment", 1), why


@pytest.mark.parametrize(
    "pieces", [[], row("red", 10), row("green", 4), [*row("green", 4), piece("red", 4, 0), *row("green", 4, 5)]]
)
def test_what_could_lie_is_taken(pieces):
    assert len(scored(record(adjusted(*pieces)))["table"]) == len(pieces)


@pytest.mark.parametrize(
    ("pieces", "rule"),
    [
        ([("a", []), ("b", [[0, "a", 0]])], ""),
        ([("a", []), ("a", [[0, "a", 0]])], "adjustment"),
        ([("a", []), ("b", [])], "adjustment"),
        ([("a", [[0, "b", 0]]), ("b", [])], "adjustment"),
        ([("a", []), ("b", [[0, "a", 5]])], "adjustment"),
    ],
)
def test_free_pieces_are_told_with_what_they_touch(pieces, rule):
    table = [{"colour": "red", "at": name, "touches": touches} for name, touches in pieces]
    data = record(adjusted(*table), **FREE)
    assert (refused(data)[0] if rule else scored(data)["finished"]) == (rule or False)


def test_it_goes_on_from_there():
    turns = [
        lays("Ada", None, "blue", 0, 0),
        adjusted(*row("blue", 4)),
        misses("Ben", "green"),
        misses("Cid", "yellow"),
    ]
    told = scored(record(*turns, lays("Ada", "blue", "blue", 4, 0)))
    assert (told["winners"], told["end"]["turn"], len(told["end"]["group"])) == (["Ada"], 4, 5)


def test_who_would_throw_may_remove_what_was_put_there():
    assert scored(record(adjusted(piece("yellow", 0, 0)), removes("Ada", "yellow", 0, 0)))["table"] == []
