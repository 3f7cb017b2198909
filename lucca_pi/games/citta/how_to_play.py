"""How to play Lucca Città, for people. Numbers and examples are computed by the rules."""

from collections.abc import Iterator
from functools import cache

from lucca_pi.contract.how_to_play import PEOPLE, Block, Example, HowToPlay, Section, Step, Table
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK, COLOURS_IN_A_DECK, TOWERS
from lucca_pi.games.citta.rules.editions import EDITIONS, ENGLISH, Edition
from lucca_pi.games.citta.rules.position import (
    CARDS_TO_COMPLETE,
    cards_to_complete,
    order_of_play,
    read_position,
    read_quarter,
    rounds_to_play,
    triplets_laid_out,
)
from lucca_pi.games.citta.rules.scoring import (
    completion,
    final_openings,
    opening,
    support,
    walls_and_towers,
    worth_to_others,
)
from lucca_pi.language import Text, _, listed

ORDER = "Ada: red 1+15 | Ben: violet 6+7 | Cleo: green 11+19"
COMPLETED = "completed yellow 3+10+24+46"
OPENING = "Ada: completed red 1 | Ben: red 8+15 | Cleo: red 22 | Dan: completed red 29"
_FINAL_OPENINGS = "Ben: completed blue 5 | Ada: completed blue 12 | Cleo: nothing"
WALLS = "red 1+8, green 11; opened blue 5, violet 7, yellow 3; walls 4; towers T1"
_ONE_SHIELD_FEWER = WALLS.replace("1+8", "1+15")
"""Positions of the examples, in the notation of `rules.position`."""


@cache
def how_to_play() -> HowToPlay:
    """The rules, in the order in which people need them."""
    return HowToPlay(
        title=_("How to play Lucca Città"),
        below=_("For 3 to 5 players. Build palaces and city walls, and open your palaces at the right moment."),
        picture="table",
        parts=("anatomy", "areas"),
        sections=(
            Section("cards", _("The cards"), tuple(_cards())),
            Section("setup", _("Setting up"), tuple(_set_up()), "start"),
            Section("order", _("Order of play"), tuple(_order())),
            Section("turn", _("Your turn"), tuple(_turn()), "turn"),
            Section("completing", _("Completing a palace"), tuple(_completing())),
            Section("opening", _("Opening a palace"), tuple(_opening())),
            Section("final", _("The end"), tuple(_final()), "end"),
        ),
        box=Section("editions", _("Where the editions differ"), tuple(_editions())),
        credit=_(
            "Lucca Città is a game by Alessandro Zucchini: if you can buy it, do. Unofficial rules in our own words, "
            "free for ever."
        ),
    )


def _cards() -> Iterator[Block]:
    yield _(
        "There are {cards} palace cards in {colours} colours, and {towers} towers. You score when you complete a "
        "palace, when you open it, and at the end for city walls, towers and street numbers.",
        cards=CARDS_IN_A_DECK,
        colours=COLOURS_IN_A_DECK,
        towers=len(TOWERS),
    )
    yield _(
        "All your cards of one colour make one palace. You may have only one palace of each colour in the whole game, "
        "whichever area it is in."
    )
    yield _(
        "Lay each new card of a palace over the lower half of the one before. All shields and windows stay visible, "
        "but only the newest card's street number: that is the palace's number."
    )


def _set_up() -> Iterator[Block]:
    players = tuple(CARDS_TO_COMPLETE)
    yield Step(
        _(
            "Take a quarter and the coat of arms of the same family. Lay the quarter in front of you, with room on "
            "three sides for its three areas."
        ),
        sign="1",
    )
    yield Step(
        _(
            "Put the four towers aside. Shuffle the palace cards. Lay out triplets, three cards each, face up in the "
            "middle: one triplet more than there are players."
        ),
        sign="2",
    )
    yield Step(
        _(
            "Deal everybody four cards. Keep two and lay them face down below your quarter; when all are ready, turn "
            "them over. Two of one colour make one palace: choose which lies on top."
        ),
        sign="3",
    )
    yield Step(_("Shuffle the cards that nobody kept, and the towers, into the pile."), sign="4")
    yield Table(
        (_("Players"), *map(str, players)),
        (
            (_("triplets in each round"), *(str(triplets_laid_out(number)) for number in players)),
            (_("cards that complete a palace"), *(str(cards_to_complete(number)) for number in players)),
            (_("rounds in a game"), *(str(rounds_to_play(number)) for number in players)),
        ),
    )


def _order() -> Iterator[Block]:
    position = read_position(ORDER)
    shields = {player: position.quarters[player].shields for player in position.players}
    yield _(
        "Before each round count the shields on your cards under construction. Most shields go first, then the next "
        "most, and so on. Line up the coats of arms in this order; it holds for the whole round."
    )
    yield _(
        "Tied? The higher street number goes first: the highest that is visible on any of your palaces, in any area."
    )
    yield Example(
        _(
            "Ada and Cleo have {most} shields each, Ben {fewest}. Cleo's {high} is higher than Ada's {low}.",
            most=shields["Ada"],
            fewest=shields["Ben"],
            high=position.quarters["Cleo"].highest_number,
            low=position.quarters["Ada"].highest_number,
        ),
        _("Order: {players}", players=listed([PEOPLE[player] for player in order_of_play(position)])),
        "order",
    )


def _turn() -> Iterator[Block]:
    yield Step(_("You may open palaces that you completed in an earlier turn: one, several or none."), sign="1")
    yield Step(
        _(
            "You must take one triplet and play its three cards at once, in any order. For each card choose one of "
            "these:"
        ),
        sign="2",
    )
    yield Step(
        _("Lay the card below your quarter, if you have no palace of its colour in any area."),
        _("Start a palace"),
        picture="start",
    )
    yield Step(
        _("Lay the card over the palace of its colour, if that is under construction."),
        _("Add to a palace"),
        picture="add",
    )
    yield Step(
        _("Lay the card face down beside your completed palaces. It has no colour any more."),
        _("City wall"),
        picture="wall",
    )
    yield Step(_("Lay a tower card face up beside your completed palaces."), _("Tower"), picture="tower")
    yield Step(_("Lay the card aside. It is out of the game."), _("Discard"), picture="discard")
    yield _(
        "When all have played, the triplet left over goes out of the game. Lay out new triplets, find the new order "
        "and play the next round."
    )


def _completing() -> Iterator[Block]:
    palace = read_quarter(COMPLETED).completed["yellow"]
    windows = " + ".join(str(card.windows) for card in palace.cards)
    yield _(
        "A palace is complete as soon as it has its last card: {three} cards with three players, {four} with four, "
        "{five} with five. Score 1 point at once for each window on all its cards. Push the cards together, so that "
        "only the newest shows, and lay them left of your quarter. Their shields no longer count.",
        three=cards_to_complete(3),
        four=cards_to_complete(4),
        five=cards_to_complete(5),
    )
    yield Example(
        _("Four players. Ada lays her fourth yellow card. The windows, from the first card to the last:"),
        _("{sum} = {points} points", sum=windows, points=completion(palace)),
        "completing",
    )


def _opening() -> Iterator[Block]:
    position = read_position(OPENING)
    parts = [worth_to_others(position.quarters[other], "red") for other in position.others("Ada")]
    yield _(
        "Move a palace that you completed in an earlier turn to the right of your quarter. Then look at the other "
        "players' palaces of that colour:"
    )
    yield Table(
        (_("Their palace"), _("Your points")),
        (
            (_("under construction"), _("1 for each card")),
            (_("completed"), _("2, however many cards")),
            (_("opened, or none"), "0"),
        ),
    )
    yield _("Each palace is opened once. City walls have no colour and count nothing here.")
    yield Example(
        _("Ada opens red. Ben has two red cards under construction and Cleo has one. Dan's red palace is completed."),
        _("{sum} = {points} points", sum=" + ".join(map(str, parts)), points=opening(position, "Ada", "red")),
        "opening",
    )


def _final() -> Iterator[Block]:
    ben, ada = final_openings(read_position(_FINAL_OPENINGS), ("Ben", "Ada", "Cleo"))[1]
    yield _("After the last round find the order of play once more. Then score in three steps.")
    yield Step(
        _(
            "In that order, everybody opens all palaces that are still completed. What an earlier player has opened "
            "counts 0 for the later ones: if Ben and Ada both have a blue palace completed, Ben gets {first} and Ada "
            "{second}.",
            first=ben.points,
            second=ada.points,
        ),
        _("Last openings"),
        "1",
    )
    yield Step(
        _(
            "Every city wall needs {shields} shields under construction. If you have enough for all, each wall and "
            "each tower brings 1 point for each of your opened palaces. If one shield is missing, none of them brings "
            "anything. Without walls, towers always count.",
            shields=ENGLISH.shields_for_a_wall,
        ),
        _("Walls and towers"),
        "2",
    )
    yield _walls_example()
    yield Step(
        _(
            "The lowest visible number of all palaces under construction costs its owner 3 points. The highest on an "
            "opened palace brings 3. Points may fall below zero."
        ),
        _("Street numbers"),
        "3",
    )
    yield Step(
        _("Most points win. In a tie, the highest visible street number on any palace decides."), _("The winner")
    )


def _walls_example() -> Example:
    quarter, fewer = read_quarter(WALLS), read_quarter(_ONE_SHIELD_FEWER)
    found = support(quarter, ENGLISH)
    told = {"walls": quarter.walls, "towers": len(quarter.towers), "opened": len(quarter.opened)}
    return Example(
        _(
            "Ada has {walls} walls, {towers} tower and {opened} opened palaces. The walls need {needed} shields, and "
            "she has {shields}. With {fewer} she would get {nothing}.",
            **told,
            needed=found.needed,
            shields=found.shields,
            fewer=fewer.shields,
            nothing=walls_and_towers(fewer, ENGLISH),
        ),
        _("({walls} + {towers}) × {opened} = {points} points", **told, points=walls_and_towers(quarter, ENGLISH)),
        "walls",
    )


def _editions() -> Iterator[Block]:
    editions = EDITIONS.values()
    yield Table(
        ("", *(edition.title for edition in editions)),
        (
            (_("Tower card"), *map(_tower_words, editions)),
            (_("−3: lowest number"), *map(_lowest_words, editions)),
            (_("+3: highest number"), *map(_highest_words, editions)),
            (_("If one of the two is missing"), *map(_missing_words, editions)),
        ),
    )
    yield _(
        "Agree on one before you begin, whatever box you have; without a box take the English rules. A player with "
        "both numbers gains and loses nothing."
    )


def _tower_words(edition: Edition) -> Text:
    return _("always a tower") if edition.tower_must_be_laid else _("tower, city wall or discard")


def _lowest_words(edition: Edition) -> Text:
    if edition.loser_gives:
        return _("under construction; its owner gives the 3 to the player with the highest")
    if edition.lowest_counts_completed:
        return _("under construction or completed")
    return _("under construction")


def _highest_words(edition: Edition) -> Text:
    return _("on any palace") if edition.highest_counts_any else _("on an opened palace")


def _missing_words(edition: Edition) -> Text:
    return _("neither counts") if edition.loser_gives else _("the other still counts")
