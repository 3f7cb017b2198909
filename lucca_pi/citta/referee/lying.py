"""What lies where, whether or not the rules explain it: for the check after a pause, and for what players settle."""

from collections.abc import Iterator

from lucca_pi.citta.referee.case import Case
from lucca_pi.citta.referee.faults import other_faults
from lucca_pi.citta.referee.ground import fresh
from lucca_pi.citta.referee.weighing import AREA_WORDS
from lucca_pi.citta.rules.adjustment import Adjustment, adjusted_quarter
from lucca_pi.citta.rules.deck import TOWERS, CardName
from lucca_pi.citta.rules.palace import Palace
from lucca_pi.citta.rules.quarter import Quarter
from lucca_pi.table.areas import Area, Place


def not_as_it_was(case: Case) -> Iterator[str]:
    """What a person should look at where the players' cards should lie as they did, and nobody has played since."""
    if not case.game.round_is_whole:
        yield from other_faults(case, (), ())
        return
    for player, quarter in case.game.position.quarters.items():
        findings = case.scales[player].weigh(quarter, quarter.walls)
        yield from (finding.problem for finding in findings if finding.problem)


def untold(case: Case) -> tuple[CardName, ...]:
    """Cards that lie with players and were in no triplet that was seen: of a turn that nobody told."""
    places = {name: case.evidence.place(name) for name in case.evidence.now if fresh(case.game, case.ground, name)}
    return tuple(name for name, place in places.items() if place and place.area and name not in case.ground.offered)


def lies_otherwise(case: Case, player: str, adjustment: Adjustment) -> bool:
    """Whether a player's cards, as the adjustment has them, are not those of the game."""
    game = case.game
    lying = adjusted_quarter(adjustment, game.deck, game.position.cards_to_complete)
    return _counts(lying) != _counts(game.position.quarters[player])


def _counts(quarter: Quarter) -> object:
    """What of a quarter counts: of the piles the newest card, in columns which cards lie there."""
    columns = {(palace.number, frozenset(palace.cards)) for palace in quarter.construction.values()}
    piles = [{palace.number for palace in area.values()} for area in (quarter.completed, quarter.opened)]
    return columns, piles, quarter.walls, frozenset(quarter.towers)


def as_it_lies(case: Case, player: str, note: str) -> Adjustment:
    """
    A player's cards as they are seen. What is not in sight stays where it was; so do walls.

    A column with as many cards as complete a palace counts as completed.
    """
    seen = {area: _palaces(case, player, area) for area in AREA_WORDS}
    complete = case.game.position.cards_to_complete
    built = {colour: cards for colour, cards in seen["construction"].items() if len(cards) < complete}
    whole = {colour: cards for colour, cards in seen["construction"].items() if len(cards) >= complete}
    return Adjustment(
        player,
        construction=built,
        completed={colour: cards[-1] for colour, cards in (whole | seen["completed"]).items()},
        opened={colour: cards[-1] for colour, cards in seen["opened"].items()},
        walls=_walls(case, player),
        towers=tuple(_towers(case, player)),
        note=note,
    )


def _palaces(case: Case, player: str, area: Area) -> dict[str, tuple[CardName, ...]]:
    """The cards of an area by colour, the newest last."""
    quarter = case.seats[player]
    place = Place(quarter, area)
    lying = [name for name in case.evidence.now if name not in TOWERS and case.evidence.place(name) == place]
    lying.sort(key=lambda name: case.evidence.down_mm(name, quarter) or 0.0)
    by_colour: dict[str, tuple[CardName, ...]] = {}
    for palace in getattr(case.game.position.quarters[player], area).values():
        by_colour[palace.colour] = tuple(_out_of_sight(case, palace))
    for name in lying:
        colour = case.game.deck[int(name)].colour
        by_colour[colour] = (*by_colour.get(colour, ()), name)
    return {colour: cards for colour, cards in by_colour.items() if cards}


def _out_of_sight(case: Case, palace: Palace) -> Iterator[CardName]:
    """A palace's cards that are seen nowhere: under the newest, or under a hand."""
    return (card.number for card in palace.cards if card.number not in case.evidence.now)


def _walls(case: Case, player: str) -> int:
    """As many as are seen, and no fewer than there were: walls cover one another."""
    quarter = case.seats[player]
    owners = case.ground.wall_owners(case.evidence.backs, quarter)
    seen = [owner or back.place.owner for back, owner in zip(case.evidence.backs, owners, strict=True)]
    return max(seen.count(quarter), case.game.position.quarters[player].walls)


def _towers(case: Case, player: str) -> Iterator[CardName]:
    """The towers that lie in a player's reach, and those out of sight that lay there."""
    had = case.game.position.quarters[player].towers
    for tower in TOWERS:
        place = case.evidence.place(tower)
        if (place.owner == case.seats[player]) if place else tower in had:
            yield tower
