"""Small tables for the referee: three players, the reference deck, a position before a turn and after it."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

from lucca_pi.contract.history import Course, Start
from lucca_pi.contract.verdict import Explained, Verdict
from lucca_pi.drawn.things import moved_point
from lucca_pi.evening.journal import Begun
from lucca_pi.evening.state import State, begin_evening
from lucca_pi.games.citta.drawn.scenes import DrawnCard, lay_cards
from lucca_pi.games.citta.drawn.seats import TABLES, Centre, Places, places_after
from lucca_pi.games.citta.game import GAME
from lucca_pi.games.citta.referee.memory import TableMemory, after_look
from lucca_pi.games.citta.referee.questions import moves_in_words
from lucca_pi.games.citta.referee.verdict import explain
from lucca_pi.games.citta.rules.deck import CardName, reference_deck_file
from lucca_pi.games.citta.rules.editions import ENGLISH, Edition
from lucca_pi.games.citta.rules.game import Game
from lucca_pi.games.citta.rules.position import read_position
from lucca_pi.games.citta.rules.turn import Play, Turn
from lucca_pi.games.citta.session.memory import Memory, case_of, evidence_in, remembered
from lucca_pi.games.citta.session.setup import Setup
from lucca_pi.games.citta.table.areas import quarters_in
from lucca_pi.table.sighting import Alike, Look, Sighting
from tests.evening import without
from tests.sim.eye import look_at

FILE = reference_deck_file()
SEATS = {"Ada": 101, "Ben": 102, "Cid": 103}
LEFT = ((4, 9, 6), (18, 21, 24), (30, 31, 33))
"""Three triplets that nobody takes."""
Triplet = tuple[CardName, ...]


@dataclass(frozen=True)
class Table:
    """Cards on the table. The players are always Ada, Ben and Cid."""

    position: str
    triplets: tuple[Triplet | None, ...]
    discards: tuple[CardName, ...] = ()
    places: Places = field(default_factory=dict)

    def after(self, ada: str, *discards: CardName, others: str = "") -> "Table":
        """How it lies when Ada has played the first triplet; what has not changed lies where it did."""
        position = f"Ada: {ada} | {others or self.position.partition('|')[2]}"
        return Table(position, (None, *self.triplets[1:]), (*self.discards, *discards), self._places)

    def lying(self, *, without: Iterable[int] = ()) -> tuple[DrawnCard, ...]:
        """The cards; `without` these codes, backs one for each time that their code is named."""
        read = read_position(self.position)
        laid = list(lay_cards(read, Centre(self.triplets, self.discards), SEATS, FILE, places=self._places))
        for code in without:
            laid.remove([card for card in laid if card.code == code and not card.buried][-1])
        return tuple(laid)

    def look(self, *more: Sighting, without: Iterable[int] = ()) -> Look:
        """What is seen of it, and `more`."""
        seen = look_at(self.lying(without=without), FILE)
        return replace(seen, sightings=(*seen.sightings, *more))

    @cached_property
    def _places(self) -> Places:
        return places_after(self.places, read_position(self.position), TABLES[3])


def laid(ada: str, *triplets: Triplet | None, discards: tuple[CardName, ...] = (), others: str = "") -> Table:
    """A table before a turn: Ada has `ada`, the others `others`, by default one card each."""
    return Table(f"Ada: {ada} | {others or OTHERS}", triplets, discards)


OTHERS = "Ben: violet 93 | Cid: orange 95"


def beside(quarter: int, code: int, x_mm: float, y_mm: float, look: Look) -> Sighting:
    """A card that lies upright in a quarter's axes, in the axes of the look."""
    seat = quarters_in(look)[quarter]
    return Sighting(code, *moved_point((seat.x_mm, seat.y_mm), seat.heading_deg, x_mm, y_mm), seat.heading_deg)


def with_more(look: Look, *more: Sighting) -> Look:
    """The look with these cards in sight as well."""
    return replace(look, sightings=(*look.sightings, *more))


def left_open(look: Look, *sets: tuple[int, ...]) -> Look:
    """The look in which cards may be others: of each set the first is true."""
    for codes in sets:
        one = next(seen for seen in look.sightings if seen.code == codes[0])
        left = Alike(tuple(sorted(codes)), one.x_mm, one.y_mm, one.heading_deg)
        look = replace(without(look, codes[0]), alike=(*look.alike, left))
    return look


def put(look: Look, code: int, x_mm: float, y_mm: float, *, turned_deg: float = 0.0, quarter: int = 101) -> Look:
    """The look with a card at a place in a quarter's axes, turned so far against it: moved there, or new."""
    there = beside(quarter, code, x_mm, y_mm, look)
    rest = without(look, code) if any(seen.code == code for seen in look.sightings) else look
    return with_more(rest, replace(there, heading_deg=there.heading_deg + turned_deg))


def session_at(
    before: Table,
    *,
    turns: int = 0,
    edition: Edition = ENGLISH,
    without: Iterable[int] = (),
    instead: Look | None = None,
) -> State:
    """
    A session whose last confirmed look showed `before`, with Ada in turn; `turns` of the round are played.

    `without`: codes that were out of sight; `instead`: what that look showed, if it was not how `before` should lie.
    """
    order = {0: ("Ada", "Ben", "Cid"), 1: ("Ben", "Ada", "Cid"), 2: ("Ben", "Cid", "Ada")}[turns]
    position = read_position(before.position)
    cards = {card.number for quarter in position.quarters.values() for one in quarter.palaces() for card in one.cards}
    towers = {tower for quarter in position.quarters.values() for tower in quarter.towers}
    out = frozenset[CardName]({*cards, *towers, *before.discards})
    game = Game(edition, FILE.deck, position, orders=(order,), turns=turns, out=out)
    state = begin_evening(Begun(GAME, Setup(edition, FILE), 3, {}, "2026-05-01T20:00"))
    look = instead or before.look(without=without)
    ground = after_look(game, TableMemory(), evidence_in(state.match, (look,), TableMemory()), SEATS, None)
    memory = Memory(ground, remembered(state.match, game, SEATS, (look,)))
    return replace(state, course=Course(Start(SEATS, {}, "", game, memory)))


def judged(state: State, *looks: Look) -> Verdict:
    """The referee's word on the last of `looks`; the others lay at rest before it."""
    return explain(case_of(state.match, looks))


def played(*plays: str, opened: tuple[str, ...] = (), player: str = "Ada") -> Turn:
    """`played("8 palace", "T1 tower", "10 wall")`: the player's turn."""
    pairs = [play.split() for play in plays]
    return Turn(player, opened, tuple(Play(int(card) if card.isdigit() else card, way) for card, way in pairs))


def read_at(state: State, *looks: Look) -> str:
    """The only turn that explains the last of `looks`, in words."""
    verdict = judged(state, *looks)
    assert isinstance(verdict, Explained), verdict
    return "; ".join(moves_in_words(verdict.turn, FILE.deck))
