"""What the turns in question disagree about: the facts that an answer tells."""

from collections import Counter
from collections.abc import Iterator, Sequence

from lucca_pi.games.citta.rules.deck import CardName, Deck
from lucca_pi.games.contract.match import Match
from lucca_pi.games.contract.verdict import Turns


def told_by(match: Match, ways: Sequence[Turns]) -> frozenset[CardName]:
    """What the players tell of by answering which of the ways it was: cards, and palaces by their newest card."""
    quarters = match.game.position.quarters.values() if match.game else ()
    opened = [{colour for turn in way for colour in turn.open} for way in ways]
    either = set[str]().union(*opened) - opened[0].intersection(*opened)
    palaces = {one.number for quarter in quarters for colour, one in quarter.completed.items() if colour in either}
    return disputed(ways, match.setup.deck_file.deck) | palaces


def disputed(ways: Sequence[Turns], deck: Deck) -> frozenset[CardName]:
    """The cards on which the ways disagree: by whom, how and in which order they were played."""
    roles = [dict(_roles(way, deck)) for way in ways]
    cards = {card for role in roles for card in role}
    return frozenset(card for card in cards if len({role.get(card) for role in roles}) > 1)


def _roles(way: Turns, deck: Deck) -> Iterator[tuple[CardName, object]]:
    for turn in way:
        built: Counter[str] = Counter()
        for play in turn.play:
            colour = deck[int(play.card)].colour if play.way == "palace" else ""
            built[colour] += 1
            yield play.card, (turn.player, play.way, built[colour] if colour else 0)
