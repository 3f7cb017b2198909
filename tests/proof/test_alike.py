import pytest

from lucca_pi.games.citta.proof import alike
from lucca_pi.games.citta.rules.deck import reference_deck
from lucca_pi.games.citta.rules.editions import ENGLISH
from lucca_pi.games.citta.rules.game import Game
from lucca_pi.games.citta.rules.position import read_position
from lucca_pi.games.citta.rules.turn import Play, Turn

TABLE = read_position("Ada: red 1; completed blue 5, green 4 | Ben: red 22 | Cid: nothing")
GAME = Game(ENGLISH, reference_deck(), TABLE, orders=(("Ada", "Ben", "Cid"),))


def turn(plays, opens="", player="Ada"):
    """`turn("8 palace, 15 wall, T1 tower")`."""
    cards = [play.split() for play in plays.split(", ")]
    named = tuple(Play(int(card) if card.isdecimal() else card, way) for card, way in cards)
    return Turn(player, tuple(opens.split()), named)


ALIKE = {
    "the same": (turn("8 palace, 15 wall, 3 discard"), turn("8 palace, 15 wall, 3 discard"), True),
    "cards in another order": (turn("8 palace, 15 wall, 3 discard"), turn("3 discard, 15 wall, 8 palace"), True),
    "towers in another order": (turn("T1 tower, T2 tower, 3 wall"), turn("T2 tower, T1 tower, 3 wall"), True),
    "opened anyhow": (turn("8 wall, 3 wall, 9 wall", "blue green"), turn("8 wall, 3 wall, 9 wall", "green blue"), True),
    "which of two became the wall": (turn("8 wall, 15 discard, 3 wall"), turn("15 wall, 8 discard, 3 wall"), True),
    "covered cards otherwise": (turn("8 palace, 15 palace, 22 palace"), turn("15 palace, 8 palace, 22 palace"), True),
    "another newest card": (turn("8 palace, 15 palace, 3 wall"), turn("15 palace, 8 palace, 3 wall"), False),
    "another card discarded": (turn("8 palace, 15 palace, 3 discard"), turn("8 palace, 15 palace, 9 discard"), False),
    "a wall more": (turn("8 palace, 15 wall, 3 discard"), turn("8 palace, 15 wall, 3 wall"), False),
    "an opening more": (turn("8 wall, 3 wall, 9 wall", "blue"), turn("8 wall, 3 wall, 9 wall"), False),
    "another player": (turn("8 wall, 3 wall, 9 wall"), turn("8 wall, 3 wall, 9 wall", player="Ben"), False),
    "one that breaks a rule": (turn("8 wall, 3 wall, 9 wall"), turn("8 wall, 8 wall, 9 wall"), False),
}


@pytest.mark.parametrize(("one", "other", "same"), ALIKE.values(), ids=ALIKE)
def test_turns_are_alike_up_to_what_no_picture_tells(one, other, same):
    assert alike(GAME, one, other) is same
