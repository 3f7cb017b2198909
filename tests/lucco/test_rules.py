"""Rules and rulings, as numbered in `lucca_pi.games.lucco.rules`; refusals by name, in the order of looking."""

import pytest

from lucca_pi.errors import RuleError
from lucca_pi.games.lucco.rules.advice import legal_actions, passing_faces
from lucca_pi.games.lucco.rules.table import staying
from lucca_pi.games.lucco.rules.tiles import tiles_called
from tests.lucco.records import THREE, adjusted, after, events, lays, misses, piece, record, refused, removes, scored
from tests.lucco.records import rule_broken as broken

FIVE = ["blue", "yellow", "green", "red", "black"]
SPLIT = f"square | {THREE} | table: blue 0,0 0,2; yellow 0,1"
EMPTY = f"square | {THREE}"
ROW = f"square | {THREE} | table: blue 0,0; yellow 1,0; red 2,0"
TWO = f"square | {THREE} | table: blue 0,0; yellow 1,0"
CLOSED = "square | Ada blue | Ben yellow | table: red 0,0; black -1,0 1,0 0,-1 0,1"
HOLE = f"square | {THREE} | table: black 1,1; red 0,0 0,1 0,2 1,0 1,2 2,0 2,2 3,0; yellow 3,1 3,2"
"""Black 1,1 has a hole to its right."""
RING = f"square | {THREE} | table: yellow 1,0 0,1 1,2 2,1; red 0,0 2,0 0,2"
ALL_BLUE = "square | Ada blue | Ben yellow | table: blue 0,0 0,2 0,4 0,6 0,8 1,0 1,2 1,4 1,6 1,8; red 0,1 0,3 0,5 0,7"
TEN_RED = "red 0,1 0,3 0,5 0,7 0,9 2,1 2,3 2,5 2,7 2,9"
FULL = f"square | {THREE} | table: {TEN_RED}; black 1,1 1,3"
LOOSE = f"square | {THREE} | table: {TEN_RED}; black 1,1 1,3 1,5 1,7 1,9; yellow 1,2 1,4 1,6; green 1,8"
HELD = f"square | {THREE} | table: black -1,0 10,0; red {' '.join(f'{number},0' for number in range(10))}"
"""A row of ten red pieces between others."""
ONE_YELLOW = f"square | {THREE} | table: yellow 0,0"
ONE_HEXAGON = f"hexagon | {THREE} | table: yellow 0,0"
FREE = f"free 5 | {THREE} | table: blue a; yellow b 0>a.0; red c 1>b.1"


@pytest.mark.parametrize(
    ("position", "turn", "rule"),
    [
        (ROW, "Ben yellow remove 9,9", "order-of-play"),
        (ROW, "Dan pink", "order-of-play"),
        (ROW, "Ada pink lay pink 0,0", "die"),
        (ROW, "Ada White", "die"),
        # 3: what a throw says has to be done
        (TWO, "Ada blue", "must-act"),
        (TWO, "Ada yellow", "must-act"),
        (TWO, "Ada red", "must-act"),
        (TWO, "Ada white", "must-act"),
        (ROW, "Ada -", ""),
        (f"square | {THREE} | table: yellow 0,0; green 0,1", "Ada -", "must-act"),
        # 4: on an empty table the own colour or white begins
        (EMPTY, "Ada blue lay blue 0,0", ""),
        (EMPTY, "Ada white lay blue 0,0", ""),
        (EMPTY, "Ada - lay blue 7,-3", ""),
        (EMPTY, "Ada green", ""),
        (EMPTY, "Ada black", ""),
        (EMPTY, "Ada -", ""),
        (EMPTY, "Ada blue", "must-act"),
        (EMPTY, "Ada white", "must-act"),
        (EMPTY, "Ada white lay red 0,0", "die-lay"),
        (EMPTY, "Ada red lay red 0,0", "die-lay"),
        (EMPTY, "Ada red lay blue 0,0", "die-lay"),
        (EMPTY, "Ada green remove 0,0", "no-piece"),
        # 5: what is laid touches side to side, and may be laid into a hole; ruling 8: no corner counts
        (ONE_YELLOW, "Ada blue lay blue 0,1", ""),
        (ONE_YELLOW, "Ada blue lay blue 1,1", "not-touching"),
        (ONE_HEXAGON, "Ada blue lay blue 1,-1", ""),
        (ONE_HEXAGON, "Ada blue lay blue -1,1", ""),
        (ONE_HEXAGON, "Ada blue lay blue 1,1", "not-touching"),
        (ONE_HEXAGON, "Ada blue lay blue -1,-1", "not-touching"),
        (ONE_HEXAGON, "Ada blue lay blue 0,0", "occupied"),
        (RING, "Ada blue lay blue 1,1", ""),
        (ROW, "Ada blue lay blue 0,0", "occupied"),
        (ROW, "Ada - lay red 1,2", "not-touching"),
        # 6: the own colour without a piece in hand does nothing
        (ALL_BLUE, "Ada blue lay blue 0,9", "stock"),
        # 7: an opponent's colour is removed if it lies and may go
        (ROW, "Ada green", ""),
        (ROW, "Ada green remove 9,9", "no-piece"),
        (ROW, "Ada yellow remove 1,0", "splits"),
        (ROW, "Ada yellow", ""),
        (ROW, "Ada yellow remove 0,0", "die-remove"),
        (ROW, "Ada yellow lay yellow 3,0", "die-lay"),
        # 8: white and a pot colour lay or remove; rulings 3 and 4
        (ROW, "Ada white remove 0,0", ""),
        (ROW, "Ada white remove 2,0", ""),
        (ROW, "Ada white lay blue 3,0", ""),
        (ROW, "Ada white lay red 3,0", ""),
        (ROW, "Ada white lay black 3,0", ""),
        (ROW, "Ada white lay yellow 3,0", "die-lay"),
        (ROW, "Ada red lay red 3,0", ""),
        (ROW, "Ada red remove 2,0", ""),
        (ROW, "Ada red lay black 3,0", "die-lay"),
        (ROW, "Ada red lay blue 3,0", "die-lay"),
        (ROW, "Ada black lay black 3,0", ""),
        (ROW, "Ada black", "must-act"),
        (ROW, "Ada blue remove 0,0", "die-remove"),
        (ROW, "Ada blue remove 1,0", "die-remove"),
        (ROW, "Ada blue lay pink 0,0", "die-lay"),
        (ROW, "Ada - lay pink 0,0", "die-lay"),
        (ROW, "Ada - lay white 0,0", "die-lay"),
        (ROW, "Ada - lay yellow 0,0", "die-lay"),
        (FULL, "Ada red lay red 0,1", "stock"),
        (FULL, "Ada - lay red 50,50", "stock"),
        (FULL, "Ada black lay red 1,2", "die-lay"),
        # ruling 5: of a pot colour that lies whole one goes if one may
        (LOOSE, "Ada red lay red 1,0", "stock"),
        (LOOSE, "Ada red", "must-act"),
        (LOOSE, "Ada red remove 0,1", ""),
        # 9: a piece that holds the rest together stays; ruling 7: corners hold nothing together
        (ROW, "Ada white remove 1,0", "splits"),
        (ROW, "Ada - remove 1,0", "splits"),
        (f"square | {THREE} | table: blue 0,0; red 0,1; yellow 1,1", "Ada red remove 0,1", "splits"),
        # 10: a piece is protected; ruling 6: a side at a hole is free, though no hand may grip it
        (CLOSED, "Ada red remove 0,0", "protected"),
        (CLOSED, "Ada blue remove 0,0", "die-remove"),
        (HOLE, "Ada black remove 1,1", ""),
        # a free piece touches free sides of pieces that lie, and the first touches nothing
        (FREE, "Ada blue lay blue d 0>c.0", ""),
        (FREE, "Ada blue lay blue d 0>c.0 1>c.4", ""),
        (FREE, "Ada blue lay blue a 0>x.0", "occupied"),
        (FREE, "Ada blue lay blue d 0>x.0", "contacts"),
        (FREE, "Ada blue lay blue d 0>d.1", "contacts"),
        (FREE, "Ada blue lay blue d 5>c.0", "contacts"),
        (FREE, "Ada blue lay blue d -1>c.0", "contacts"),
        (FREE, "Ada blue lay blue d 0>c.5", "contacts"),
        (FREE, "Ada blue lay blue d 0>a.0", "contacts"),
        (FREE, "Ada blue lay blue d 0>c.0 0>c.2", "contacts"),
        (FREE, "Ada blue lay blue d 0>c.0 1>c.0", "contacts"),
        (FREE, "Ada blue lay blue d", "not-touching"),
        (f"free 5 | {THREE}", "Ada - lay blue a", ""),
        (f"free 5 | {THREE}", "Ada - lay blue a 0>b.0", "contacts"),
    ],
)
def test_the_first_rule_that_a_turn_breaks_is_named(position, turn, rule):
    assert broken(position, turn) == rule


@pytest.mark.parametrize(
    ("position", "turn", "words"),
    [
        (ROW, "Ada green lay red 3,0", "Ada lays red, but threw green, which means: take away a green tile"),
        (ROW, "Ada red remove 0,0", "Ada takes away blue, but threw red, which means: lay or take away a red tile"),
        (ROW, "Ada blue", "Ada does nothing, but threw blue, which means: lay a blue tile"),
        (ROW, "Ada - lay yellow 3,0", "Ada lays yellow, which is Ben's"),
        (ROW, "Ada - remove 1,0", "yellow at 1,0 stays: without it the rest is in 2 parts"),
        (CLOSED, "Ada red remove 0,0", "red at 0,0 is protected: no side of it is free"),
        (EMPTY, "Ada - lay red 0,0", "Ada lays red, but the first tile must be of their own colour"),
        (ROW, "Ben - remove 0,0", "Ben plays, but it is Ada's turn"),
    ],
)
def test_a_refusal_tells_what_is_wrong_and_the_position(position, turn, words):
    with pytest.raises(RuleError) as caught:
        after(position, turn)
    assert caught.value.message == words
    assert caught.value.position.startswith("square | Ada blue")


@pytest.mark.parametrize(
    ("position", "turn", "happened"),
    [
        # ruling 1: an opponent's colour of which none may go
        (
            f"square | {THREE} | table: blue 0,0 0,2; yellow 0,1",
            "Ada yellow",
            {"kind": "pass", "why": "none-removable"},
        ),
        (ALL_BLUE, "Ada blue", {"kind": "pass", "why": "none-left"}),
        (HELD, "Ada red", {"kind": "pass", "why": "nothing-possible"}),
        # ruling 7: corners make no group
        (
            f"square | {THREE} | table: blue 0,0 0,1; red 1,1",
            "Ada blue lay blue 1,2",
            {"kind": "lay", "colour": "blue", "at": (1, 2), "group": 1},
        ),
        # 11: what is removed goes back to its hand or the pot
        *(
            (
                f"square | {THREE} | table: {colour} 0,0; black 0,1",
                "Ada white remove 0,0",
                {"kind": "remove", "colour": colour, "at": (0, 0), "to": to},
            )
            for colour, to in (("yellow", "Ben"), ("blue", "Ada"), ("red", ""))
        ),
    ],
)
def test_what_a_turn_does_is_told(position, turn, happened):
    game = after(position, turn)
    assert events(game) == [happened]
    if "to" in happened:
        assert game.position.stock(happened["colour"]) == 10


@pytest.mark.parametrize(
    ("table", "turn", "size"),
    [
        ("blue 0,0 0,1 0,2 0,3", "Ada blue lay blue 0,4", 5),
        ("blue 0,0 0,1 1,1 1,2", "Ada white lay blue 1,0", 5),
        ("blue 0,0 0,1 0,2 0,4 0,5; red 1,2 1,3 1,4", "Ada - lay blue 0,3", 6),
        # five in two groups, a removal in another's turn, five of a pot colour (ruling 11)
        ("blue 0,0 0,1 0,2 1,3; red 0,3", "Ada blue lay blue 2,3", None),
        ("blue 0,0 0,1 0,2 0,3; red 0,4", "Ben red remove 0,4", None),
        ("red 0,0 0,1 0,2 0,3", "Ada red lay red 0,4", None),
    ],
)
def test_five_or_more_of_the_own_colour_in_one_group_win_at_once(table, turn, size):
    game = after(f"square | {THREE} | next {turn[:3]} | table: {table}", turn)
    assert (game.end and (game.end.winner, len(game.end.group))) == (size and ("Ada", size))


@pytest.mark.parametrize(
    ("turns", "comes"),
    [
        ([], "Ada"),
        ([lays("Ada", "blue", "blue", 0, 0)], "Ben"),
        ([lays("Ada", "blue", "blue", 0, 0), misses("Ben", "green")], "Cid"),
        ([lays("Ada", "blue", "blue", 0, 0), misses("Ben", "green"), misses("Cid", "yellow")], "Ada"),
        # rulings 9 and 10: while the table is empty, and after it was emptied, anybody may come next
        (
            [misses("Cid", "red"), misses("Cid", None), lays("Ben", None, "yellow", 0, 0), misses("Cid", "blue")],
            "Ada",
        ),
        ([lays("Ada", None, "blue", 0, 0), removes("Ben", "blue", 0, 0)], "Cid"),
        (
            [lays("Ada", None, "blue", 0, 0), removes("Ben", "blue", 0, 0), lays("Ben", "white", "yellow", 0, 0)],
            "Cid",
        ),
        ([lays("Ada", None, "blue", 0, 0), adjusted(), lays("Cid", None, "green", 0, 0)], "Ada"),
        ([adjusted(piece("red", 0, 0)), misses("Ada", "yellow")], "Ben"),
    ],
)
def test_whose_turn_it_is(turns, comes):
    """A record may stop anywhere (ruling 12)."""
    told = scored(record(*turns))
    assert told["next"] == comes
    assert not told["finished"] and not told["winners"] and (told["end"], told["reason"]) == (None, None)


def test_the_last_piece_may_go_and_it_begins_anew():
    game = after(ONE_YELLOW, "Ada yellow remove 0,0", "Ben green", "Cid white lay green 5,5")
    assert [event["kind"] for event in events(game)] == ["remove", "anew", "pass", "lay"]


@pytest.mark.parametrize(("name", "with_one_side_free"), [("square", "splits"), ("hexagon", "")])
def test_a_piece_touched_on_every_side_is_protected(name, with_one_side_free):
    tiles = tiles_called(name)
    cells = tuple(tiles.neighbours((3, -4)))
    assert len(set(cells)) == tiles.sides and all((3, -4) in tiles.neighbours(cell) for cell in cells)
    round_it = [f"{x},{y}" for x, y in cells]
    for lying, rule in ((round_it, "protected"), (round_it[1:], with_one_side_free)):
        table = f"{name} | {THREE} | table: red 3,-4; black {' '.join(lying)}"
        assert broken(table, "Ada red remove 3,-4") == rule


def test_free_pieces_are_held_and_closed_by_their_sides():
    """Rulings 14 and 15."""
    table = "red a; black b 0>a.0; black c 0>a.1; black d 0>a.2 1>b.1"
    assert staying(after(f"free 3 | {THREE} | table: {table}").position.table) == {"a": "protected"}
    line = f"free 5 | {THREE} | table: blue a; red b 0>a.0; blue c 0>b.1"
    assert events(after(line, "Ada blue lay blue d 0>a.4 1>c.3"))[0]["group"] == 3
    closed = f"free 3 | {THREE} | table: blue a; red b 0>a.0 1>a.1 2>a.2"
    assert legal_actions(after(closed), "blue") == (None,)
    assert events(after(closed, "Ada blue")) == [{"kind": "pass", "why": "nothing-possible"}]


def test_the_name_of_a_piece_that_was_removed_may_be_given_again():
    game = after(FREE, "Ada red remove c", "Ben -", "Cid - lay green c 0>b.1")
    assert game.position.table.pieces["c"] == "green"


def test_white_never_lets_nothing_be_done_where_something_can():
    assert "white" not in passing_faces(after(f"square | {THREE} | table: blue 0,0"))


def players(*colours: str, names: str = "ABCDEF") -> list[dict[str, str]]:
    return [{"name": name, "colour": colour} for name, colour in zip(names, colours, strict=False)]


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"tiles": "octagon"}, "tiles"),
        ({"tiles": "free", "sides": 2}, "tiles"),
        ({"tiles": "free", "sides": 13}, "tiles"),
        ({"tiles": "octagon", "colours": [], "players": []}, "tiles"),
        ({"colours": FIVE[:4]}, "colours"),
        ({"colours": [*FIVE, "pink"]}, "colours"),
        ({"colours": [*FIVE[:4], "blue"]}, "colours"),
        ({"colours": [*FIVE[:4], "white"]}, "colours"),
        ({"colours": [*FIVE[:4], ""]}, "colours"),
        ({"colours": [], "players": []}, "colours"),
        ({"players": players("blue")}, "players"),
        ({"players": players(*FIVE, "pink")}, "players"),
        ({"players": players("blue", "red", names="AA")}, "players"),
        ({"players": players("blue", "blue")}, "players"),
        ({"players": players("blue", "white")}, "players"),
        ({"players": players("blue", "red"), "colours": ["a", "b", "c", "d", "red"]}, "players"),
        ({"players": players("blue", "red", names="A\n")}, "players"),
    ],
)
def test_a_record_that_is_no_game_is_refused_before_its_first_turn(changes, rule):
    assert refused(record(misses("Nobody", "pink"), **changes)) == (rule, None)


LAID = lays("Ada", None, "blue", 0, 0)
WON = [
    turn
    for number in range(5)
    for turn in (lays("Ada", None, "blue", 0, number), misses("Ben", "green"), misses("Cid", "yellow"))
][:-2]
"""Five blue pieces in a row, and a turn of each of the others between."""


@pytest.mark.parametrize(
    ("turns", "header", "rule"),
    [
        # of unknown tiles a place of either kind is read, and sides mean nothing where tiles are not free
        ([{"player": "Ada", "remove": {"at": [0, 0]}}], {"tiles": "octagon"}, ("tiles", None)),
        ([{"player": "Ada", "remove": {"at": "p1"}}], {"tiles": "octagon"}, ("tiles", None)),
        ([misses("Nobody", None)], {"sides": 1}, ("order-of-play", 1)),
        ([misses("Nobody", None)], {"sides": "many"}, ("order-of-play", 1)),
        ([misses("Nobody", None)], {"sides": None}, ("order-of-play", 1)),
        # nothing comes after the end
        ([*WON, misses("Ben", "green")], {}, ("over", 14)),
        ([*WON, misses("Nobody", "pink")], {}, ("over", 14)),
        ([*WON, adjusted(piece("pink", 0, 0))], {}, ("over", 14)),
        # a turn that lays and removes is refused before either is looked at
        ([{**lays("Ada", "blue", "pink", 0, 0), "remove": {"at": [9, 9]}}], {}, ("one-action", 1)),
        # the turn is counted without adjustments
        ([LAID, adjusted(piece("red", 0, 0)), removes("Ben", None, 5, 5)], {}, ("no-piece", 2)),
        ([LAID, adjusted(piece("pink", 0, 0))], {}, ("adjustment", 2)),
        ([adjusted(piece("pink", 0, 0))], {}, ("adjustment", 1)),
    ],
)
def test_a_record_is_refused_at_its_turn(turns, header, rule):
    assert refused(record(*turns, **header)) == rule
