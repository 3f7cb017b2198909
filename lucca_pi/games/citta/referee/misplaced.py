"""Misplaced cards: what no legal turn could leave on the table, for complaints, pauses and settlements."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from lucca_pi.games.citta.referee.candidates import Candidate, findings
from lucca_pi.games.citta.referee.case import Case
from lucca_pi.games.citta.referee.centre import was_not_taken, weigh_centre, with_players
from lucca_pi.games.citta.referee.evidence import CONTRADICTION
from lucca_pi.games.citta.referee.findings import AREA_WORDS, Finding, Reason, backs_too_many
from lucca_pi.games.citta.rules.deck import TOWERS, CardName
from lucca_pi.games.citta.rules.position import Palace, Quarter
from lucca_pi.games.citta.rules.record import Adjustment, adjusted_quarter
from lucca_pi.games.citta.table.areas import Area, CardPlace
from lucca_pi.language import _


def own_faults(case: Case, candidate: Candidate) -> Iterator[Finding]:
    """Faults of the mover if the candidate was played; if no triplet was taken, only that."""
    if was_not_taken(case, candidate.triplet):
        return (finding for finding in weigh_centre(case, (candidate.triplet,)) if finding.problem)
    return (finding for finding in findings(case, candidate) if finding.problem)


def other_faults(case: Case, movers: Collection[str], played: Collection[CardName]) -> Iterator[Finding]:
    """Faults of players other than `movers`, and discards that came back, whatever was played."""
    position = case.game.position
    for player in position.players:
        if player not in movers:
            found = case.scales[player].weigh_faces(position.quarters[player])
            yield from (finding for finding in found if finding.problem)
    yield from _come_back(case, played)
    for name, spots in case.evidence.now.items():
        if len(spots) > 1:
            problem = _("{card} is visible in {places} places", card=name, places=len(spots))
            remedy = _("Leave one of them")
            yield Finding(Reason.SEEN_TWICE, CONTRADICTION, cards=(name,), problem=problem, remedy=remedy)
    yield from _stray_backs(case, movers)


def _come_back(case: Case, played: Collection[CardName]) -> Iterator[Finding]:
    """Discarded, walled or left-over cards that are with a player again."""
    quarters = case.game.position.quarters.values()
    lying = {card.number for quarter in quarters for palace in quarter.palaces() for card in palace.cards}
    towers = {tower for quarter in quarters for tower in quarter.towers}
    for name in (case.game.out | case.ground.left_over) - lying - towers - frozenset(played):
        place = case.evidence.place(name)
        if place and place.area and not case.ground.lies_as_discarded(name, case.evidence):
            lies = case.scale.lies(name)
            problem = _("{card} {lies}, but counts as a wall or discarded", card=name, lies=lies)
            if name not in case.game.out:
                problem = _("{card} {lies}, but nobody took its triplet", card=name, lies=lies)
            remedy = _("Take {card} away, or undo", card=name)
            yield Finding(Reason.COME_BACK, CONTRADICTION, cards=(name,), problem=problem, remedy=remedy)


def _stray_backs(case: Case, movers: Collection[str]) -> Iterator[Finding]:
    """Backs that no mover can have laid and that are not moved walls."""
    names = {quarter: player for player, quarter in case.seats.items()}
    backs, quarters = case.evidence.backs, [case.seats[player] for player in movers]
    still = Counter(case.ground.wall_owners(backs, *quarters))
    moved = Counter[int | None](wall.quarter for wall in case.ground.walls) - still
    for back, givers in zip(backs, case.ground.new_walls_of(backs, quarters), strict=True):
        if givers == () and back.place.owner and moved[back.place.owner] > 0:
            moved[back.place.owner] -= 1
        elif givers == () and back.place.owner:
            whose = names.get(back.place.owner) or _("nobody")
            yield replace(backs_too_many(whose, 1), cost=CONTRADICTION)


def not_as_it_was(case: Case) -> Iterator[str]:
    """The places that a person should check if nobody has played: each player's cards should be where they were."""
    if amiss := case.quarter_amiss:
        yield from amiss.problems
        return
    if not case.game.round_is_whole:
        yield from (fault.problem for fault in other_faults(case, (), ()))
        new = ", ".join(map(str, with_players(case)))
        if new:
            yield _("a turn has been played with {cards}", cards=new)
        return
    for player, quarter in case.game.position.quarters.items():
        findings = case.scales[player].weigh(quarter, quarter.walls)
        yield from (finding.problem for finding in findings if finding.problem)


def lies_otherwise(case: Case, player: str) -> bool:
    """True if a player's visible cards differ, or may differ, from the position."""
    quarter = case.game.position.quarters[player]
    lying = quarter_of(case, as_it_lies(case, player, quarter.walls))
    unclear = out_of_sight(case, player) or len(wall_counts(case, player)) > 1
    return bool(unclear) or _counts(lying) != _counts(quarter)


def quarter_of(case: Case, adjustment: Adjustment) -> Quarter:
    """The quarter that an adjustment describes. Raises RuleError "adjustment"."""
    return adjusted_quarter(adjustment, case.game.deck, case.game.position.cards_to_complete)


def _counts(quarter: Quarter) -> object:
    """The part of a quarter that is compared: the newest card of each pile, all cards of each column."""
    columns = {(palace.number, frozenset(palace.cards)) for palace in quarter.construction.values()}
    piles = [{palace.number for palace in area.values()} for area in (quarter.completed, quarter.opened)]
    return columns, piles, quarter.walls, frozenset(quarter.towers)


def out_of_sight(case: Case, player: str) -> tuple[CardName, ...]:
    """A player's cards that should be in sight and are not: all of columns, the newest of piles, and towers."""
    quarter = case.game.position.quarters[player]
    columns = [card.number for palace in quarter.construction.values() for card in palace.cards]
    piles = [palace.number for area in (quarter.completed, quarter.opened) for palace in area.values()]
    names: list[CardName] = [*columns, *piles, *quarter.towers]
    return tuple(name for name in names if name not in case.evidence.now)


def wall_counts(case: Case, player: str, gone: Collection[CardName] = ()) -> tuple[int, ...]:
    """
    Possible numbers of a player's walls, most first: a back in a new place is either one more or a moved one.

    Cards that are `gone` and seen nowhere may be hidden walls.
    """
    before = case.game.position.quarters[player].walls
    still, new = case.scales[player].walls_among(case.evidence.backs)
    hidden = range(new + 1, len(gone) + 1)
    return tuple(sorted({before + new, still + new, before, *(before + more for more in hidden)}, reverse=True))


def as_it_lies(case: Case, player: str, walls: int, *, gone: Collection[CardName] = (), note: str = "") -> Adjustment:
    """
    A player's quarter as it is seen. Cards that are neither in sight nor `gone` stay where they were.

    A column with enough cards to complete a palace counts as completed.
    """
    seen = {area: _palaces(case, player, area, gone) for area in AREA_WORDS}
    complete = case.game.position.cards_to_complete
    built = {colour: cards for colour, cards in seen["construction"].items() if len(cards) < complete}
    whole = {colour: cards for colour, cards in seen["construction"].items() if len(cards) >= complete}
    return Adjustment(
        player,
        construction=built,
        completed={colour: cards[-1] for colour, cards in (whole | seen["completed"]).items()},
        opened={colour: cards[-1] for colour, cards in seen["opened"].items()},
        walls=walls,
        towers=tuple(_towers(case, player, gone)),
        note=note,
    )


def _palaces(case: Case, player: str, area: Area, gone: Collection[CardName]) -> dict[str, tuple[CardName, ...]]:
    """The cards of an area by colour, the newest last."""
    palaces = getattr(case.game.position.quarters[player], area).values()
    by_colour = {palace.colour: tuple(_staying(case, palace, gone)) for palace in palaces}
    for name in _lying(case, player, area):
        colour = case.game.deck[int(name)].colour
        by_colour[colour] = (*by_colour.get(colour, ()), name)
    if area == "construction":
        by_colour |= {palace.colour: _column(case, player, palace, by_colour[palace.colour]) for palace in palaces}
    else:  # the newest card of a pile stays the newest, though it was not read
        tops = {palace.colour: palace.number for palace in palaces if palace.number in by_colour[palace.colour]}
        by_colour |= {colour: (*by_colour[colour], top) for colour, top in tops.items() if top not in case.evidence.now}
    return {colour: cards for colour, cards in by_colour.items() if cards}


def _column(case: Case, player: str, palace: Palace, cards: Iterable[CardName]) -> tuple[CardName, ...]:
    """The cards of a column from its far end; a card that was never seen there follows the card before it."""
    order = {card.number: at for at, card in enumerate(palace.cards)}
    down: dict[CardName, float] = {}
    last_mm = 0.0
    for name in sorted(cards, key=lambda name: order.get(int(name), len(order))):
        mm = case.scales[player].column_mm(name)
        last_mm = down[name] = last_mm if mm is None else mm
    return tuple(sorted(down, key=down.__getitem__))


def _lying(case: Case, player: str, area: Area) -> list[CardName]:
    """The palace cards seen in an area, from its far end towards the player."""
    quarter = case.seats[player]
    place = CardPlace(quarter, area)
    lying = [name for name in case.evidence.now if name not in TOWERS and case.evidence.place(name) == place]
    return sorted(lying, key=lambda name: case.evidence.down_mm(name, quarter) or 0.0)


def _staying(case: Case, palace: Palace, gone: Collection[CardName]) -> Iterator[CardName]:
    """A palace's cards that are seen nowhere: they are under the newest card or a hand."""
    names = (card.number for card in palace.cards)
    return (name for name in names if name not in case.evidence.now and name not in gone)


def _towers(case: Case, player: str, gone: Collection[CardName]) -> Iterator[CardName]:
    """The towers in a player's reach, and hidden ones that were there."""
    had = case.game.position.quarters[player].towers
    for tower in TOWERS:
        place = case.evidence.place(tower)
        if (place.owner == case.seats[player]) if place else tower in had and tower not in gone:
            yield tower
