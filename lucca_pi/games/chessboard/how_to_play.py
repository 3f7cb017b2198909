"""How to play Lucca on a chess board, for people. Numbers and examples are computed by the rules."""

from collections.abc import Iterator
from functools import cache

from lucca_pi.contract.how_to_play import Block, Example, HowToPlay, Section, Step, Table
from lucca_pi.games.chessboard.rules.city import SIZES
from lucca_pi.games.chessboard.rules.placing import has_houses_for, would_be_second_tower
from lucca_pi.games.chessboard.rules.position import Position, bricks_of_a_colour, read_city, read_position
from lucca_pi.games.chessboard.rules.struggle import Struggle, begin_struggle, take_step
from lucca_pi.language import Text, _

CITY = read_city("a2 r, b2 wrk, c2 b, c1 k, d3 w, f1 b, f2 rb, g2 w, g1 r, h3 k", 12)
"""The city of the large picture."""
BLOCK = read_city("a2 wr, b2 r, c2 r, b1 k", 6)
"""The block of the example for floors: its tower is at `TOWER`, a house that is not to be lifted at `HOUSE`."""
TOWER, HOUSE = "a2", "b1"
BEFORE = "6 | b2 wrk, a2 w, b1 r, b3 k, d2 brk, d1 k, e2 w | Ada red, Ben white, Cleo blue"
JOINING = "c2"
"""The struggle of the example, in the notation of `rules.position`, and the lot of the red house that begins it."""


@cache
def how_to_play() -> HowToPlay:
    """The rules, in the order in which people need them."""
    return HowToPlay(
        title=_("How to play Lucca on a chess board"),
        below=_("For 2 to 4 players. Build the highest tower under your colour, or take the most prisoners."),
        picture="city",
        sections=(
            Section("pieces", _("City and bricks"), tuple(_pieces())),
            Section("setup", _("Setting up"), tuple(_set_up()), "start"),
            Section("turn", _("Your turn"), tuple(_turn()), "turn"),
            Section("floors", _("Where a floor is allowed"), tuple(_floors())),
            Section("struggle", _("When towers struggle"), tuple(_struggle())),
            Section("fight", _("A step of a fight"), tuple(_fight())),
            Section("end", _("The end"), tuple(_end()), "end"),
            Section("switch", _("If you like: switching colours"), tuple(_switch())),
        ),
        box=Section("example", _("A struggle, step by step"), tuple(_example())),
        credit=_("These rules are told in our own words."),
    )


def struggle_course() -> tuple[Struggle, ...]:
    """The struggle of the example from its beginning to its end, after each step."""
    struggle = begin_struggle(read_position(BEFORE), "red", JOINING)
    course = []
    while struggle:
        course.append(struggle)
        choices = getattr(struggle.step, "choices", ())
        struggle = take_step(struggle, choices[0] if choices else None) if struggle.step else None
    return tuple(course)


def after_struggle() -> Position:
    """The position after the struggle of the example."""
    return struggle_course()[-1].position


def _pieces() -> Iterator[Block]:
    yield _(
        "The city is a board of 6×6, 8×8, 10×10 or 12×12 lots. Bricks are flat pieces that can be stacked, such as "
        "poker chips, in white, black, red and blue."
    )
    yield Table(
        (_("Lots on each side"), *map(str, SIZES)),
        (
            (_("bricks of each colour"), *(str(bricks_of_a_colour(size)) for size in SIZES)),
            (_("floors or prisoners to win"), *map(str, SIZES)),
        ),
    )


def _set_up() -> Iterator[Block]:
    yield Step(
        _("Choose a city. It begins empty; 8×8 is a good first game. All bricks lie beside it: the supply, for all."),
        sign="1",
    )
    yield Step(
        _(
            "Each player chooses a colour. All four colours are in the game. A colour that nobody plays is neutral: "
            "it has no turns, but it can control towers and take prisoners."
        ),
        sign="2",
    )
    yield Step(_("Agree who begins. Then it goes round the table."), sign="3")


def _turn() -> Iterator[Block]:
    yield _(
        "Place two bricks of two different colours from the supply, one after the other. Any colours will do: they "
        "need not be yours. You may not pass. Finish what the first brick starts before you place the second."
    )
    yield Step(_("Put the brick on an empty lot."), _("House"), picture="house")
    yield Step(
        _(
            "Push the brick in under a stack, whoever controls it. It becomes the lowest floor; the top stays, and so "
            "does the colour in control."
        ),
        _("Floor"),
        picture="floor",
    )


def _floors() -> Iterator[Block]:
    if not would_be_second_tower(BLOCK, HOUSE):
        raise ValueError("a floor under the house of the example would be allowed")
    yield Step(
        _(
            "With the new floor, the tower may not hold more bricks of that floor's colour than there are houses of "
            "this colour elsewhere in the block. The top counts. Other colours do not matter."
        ),
        _("Enough houses"),
        "1",
    )
    yield Step(_("No floor goes under a house if the block has a tower already."), _("One tower a block"), "2")
    yield _("Both are asked only when you place a floor. A tower stands, even if houses are lost later.")
    yield Example(
        _("Which floors are allowed here?"),
        picture="block",
        lines=(
            _floor_words("red", TOWER),
            _floor_words("blue", TOWER),
            _("2, {colour}: the block would have a second tower. Refused.", colour="red"),
        ),
    )


def _floor_words(colour: str, lot: str) -> Text:
    """The verdict on a floor under the tower of the example."""
    houses = BLOCK.blocks[lot].houses.get(colour, 0)
    told = {"colour": colour, "bricks": BLOCK.stacks[lot].count(colour) + 1, "houses": houses}
    if has_houses_for(BLOCK, colour, lot):
        return _("1, {colour}: {bricks} in the tower, {houses} houses. Allowed.", **told)
    return _("1, {colour}: {bricks} in the tower, {houses} houses. Refused.", **told)


def _struggle() -> Iterator[Block]:
    yield _(
        "A house can join blocks. If two of them have a tower, the two towers struggle at once. If three or more have "
        "one, or if both towers are equally strong, you may not place the house."
    )
    yield Step(
        _(
            "Leave the new house out. What still hangs together with a tower is its part. Count floors and houses of "
            "each part. A tower is as strong as it has floors, but no stronger than its part has houses. If that is "
            "equal, the part with more houses is stronger."
        ),
        _("Strength"),
        "1",
    )
    yield Step(
        _(
            "The weaker tower leaves its lowest floor behind as a house. Its other floors go under the stronger "
            "tower, in their order. Nobody asks for houses now."
        ),
        _("Same colour on top: they merge"),
        "2",
    )
    yield Step(_("They take turns, the stronger one first, one step each."), _("Different colours: they fight"), "3")


def _fight() -> Iterator[Block]:
    yield Step(_("The tower in turn fells the other tower's top brick: back to the supply."), sign="1")
    yield Step(
        _(
            "The colour that was felled takes a prisoner: a house of the attacker's colour out of the attacker's "
            "part, if there is one. Its player chooses which. A neutral colour takes a brick of the attacker's colour "
            "from the supply instead, if there is one. Prisoners never come back."
        ),
        sign="2",
    )
    yield _("After each whole step look in this order; the first that is true ends the struggle:")
    yield Step(_("A tower is down to one brick. It is a house now."))
    yield Step(_("The towers no longer hang together. Both stay."))
    yield Step(_("One colour controls both. They merge."))


def _example() -> Iterator[Block]:
    first, *_steps, last = struggle_course()
    (strong, _strong_houses), (weak, weak_houses) = first.strengths
    tower = last.position.city.stacks[last.stronger]
    yield Example(
        _("Red, white and blue are played. A red house on the marked lot joins two towers."),
        _("Red has a tower of {floors} floors.", floors=len(tower)),
        "struggle",
        lines=(
            _(
                "White's tower has 3 floors and 3 houses: {strong}. Blue's has 3 floors, but only {houses} houses: "
                "{weak}. White is stronger and begins.",
                strong=strong,
                weak=weak,
                houses=weak_houses,
            ),
            _("White fells the blue top. Blue takes the white house as its prisoner."),
            _("Red is on top there now, and fells the white top. White finds no red house in that part: no prisoner."),
            _(
                "Red is on top of both: they merge. The weaker tower leaves black as a house, and its red floor goes "
                "under the other."
            ),
        ),
    )


def _end() -> Iterator[Block]:
    yield _("At the start of your turn, before you place anything, you win if your colour")
    yield Step(
        _(
            "controls a tower with at least as many floors as the city has lots on a side, higher than any of another "
            "colour, or"
        )
    )
    yield Step(_("has taken at least as many prisoners, and more than any other colour."))
    yield _(
        "Neutral colours count among the others. If two colours are level, the game goes on. In a city of 8×8: 9 "
        "floors against 8 win, 9 against 9 do not."
    )
    yield _(
        "If you cannot place a brick, be it your first or your second, the game ends at once. Among the players the "
        "highest tower wins (a house is no tower); if level, the most prisoners; if level, the most bricks in the "
        "city. If that is level too, they share the win."
    )


def _switch() -> Iterator[Block]:
    yield _(
        "Agree on this before you begin. At the end of your turn you may take a neutral colour in exchange for yours, "
        "which becomes neutral. Prisoners stay with their colours."
    )
