"""An evening without pixels: a game that is played, and how the table lies whenever it is at rest."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random

from lucca_pi.games.citta.drawn.scenes import (
    CODE_OF_TOWER,
    DrawnCard,
    TableScene,
    centre_after,
    lay_cards,
    quarter_codes_of,
)
from lucca_pi.games.citta.drawn.seats import TABLES, Centre, SeatedTable, TableSeat, places_after
from lucca_pi.games.citta.rules.deck import CardName, DeckFile, reference_deck_file
from lucca_pi.games.citta.rules.game import Game, adjust, begin, begin_round, play_turn
from lucca_pi.games.citta.rules.position import Position
from lucca_pi.games.citta.rules.record import Adjustment, Entry
from lucca_pi.games.citta.rules.turn import CARDS_IN_A_TRIPLET, Turn
from lucca_pi.games.citta.table.areas import CardPlace, place_of
from lucca_pi.games.citta.table.pieces import BACK_CODE, QUARTER_CODES
from lucca_pi.table.sighting import Sighting
from tests.sim.eye import Laid, sighting_of, uncovered
from tests.sim.games import RandomGame, Taste, random_game

Change = Callable[[Laid], Laid]
"""How something comes to lie otherwise; what it concerns may have gone, and then nothing changes."""


@dataclass(frozen=True, slots=True)
class Slip:
    """
    Something that lies otherwise than it should, from one moment to another or until it is put right.

    `name` is unique in an evening. `player`: on whose side it is, None for the centre. `brief`: it lasts for one look.
    `stays`: nobody can put it right. `named`: people notice it only where the machine says these words.
    """

    name: str
    player: str | None
    change: Change = field(compare=False)
    brief: bool = False
    stays: bool = False
    named: str = ""


@dataclass(frozen=True, slots=True)
class Moment:
    """
    The table at rest.

    `done`: what has become whole since the moment before, a turn or an adjustment; None at the deal and in mid-turn.
    Either somebody `pressed` OK, or the camera has `seen` the table all the same, or not. `half_way`: somebody is still
    at his turn. `mended`: how people lay the cards once the machine has said that something is wrong. `slips` change
    how they lie, in that order. `meant`: the turn just done as it seems at this moment; afterwards it was `done`.
    """

    scene: TableScene
    lying: Laid
    done: Entry | None = None
    pressed: bool = True
    seen: bool = True
    half_way: bool = False
    mended: Laid | None = None
    slips: tuple[Slip, ...] = ()
    meant: Turn | None = None

    def lies(self, righted: Collection[str] = (), *, mended: bool = False) -> Laid:
        """How the cards lie where the slips of these names have been put right; `mended`: what was wrong is as well."""
        laid = self.mended if mended and self.mended is not None else self.lying
        for slip in self.slips:
            laid = laid if slip.name in righted else slip.change(laid)
        return laid

    def amiss(self, righted: Collection[str], problems: str) -> frozenset[str]:
        """The slips that people put right when they are told of problems: those of whom these name, else all."""
        amiss = [slip for slip in self.slips if slip.name not in righted and not slip.stays and slip.named in problems]
        named = [slip for slip in amiss if slip.player and slip.player in problems]
        return frozenset(slip.name for slip in named or amiss)

    def newest(self, player: str) -> list[CardName]:
        """The newest card of each palace that a player has under construction."""
        return [palace.number for palace in self.scene.position.quarters[player].construction.values()]

    def changed(self, change: Change) -> "Moment":
        """The moment with its cards lying otherwise, mended or not."""
        mended = change(self.mended) if self.mended is not None else None
        return replace(self, lying=change(self.lying), mended=mended)


@dataclass(frozen=True, slots=True)
class Evening:
    """A game, and the table at each moment of it: first the deal, then after each turn, and what people do between."""

    seed: int
    game: RandomGame
    deck_file: DeckFile
    moments: tuple[Moment, ...]
    happened: tuple[str, ...] = ()
    """The faults by name that found a moment to happen at."""

    @property
    def seats(self) -> Mapping[str, int]:
        """Each player's quarter code."""
        return quarter_codes_of(self.game.record)

    def whole_before(self, number: int) -> Moment:
        """The last moment before that one at which nobody was at his turn."""
        return next(moment for moment in reversed(self.moments[:number]) if not moment.half_way)

    @property
    def table(self) -> SeatedTable:
        """The table they sit around."""
        return TABLES[len(self.game.record.players)]

    def seat(self, player: str) -> TableSeat:
        """Where a player sits."""
        return self.table.seats[self.game.record.players.index(player)]

    def player(self, owner: int | None) -> str | None:
        """Whose quarter bears that code."""
        return next((name for name, code in self.seats.items() if code == owner), None)

    def laid(self, scene: TableScene) -> Laid:
        """How the scene's cards lie."""
        return lay_cards(scene.position, scene.centre, self.seats, self.deck_file, seed=self.seed, places=scene.places)

    def code(self, name: CardName) -> int:
        """The code that a card bears."""
        codes = {number: code for code, number in self.deck_file.codes.items()}
        return codes[name] if isinstance(name, int) else CODE_OF_TOWER[name]

    def follows(self, before: TableScene, position: Position, centre: Centre) -> TableScene:
        """The scene with this position and centre; what lay in the same area before lies where it did."""
        return TableScene(position, centre, places_after(before.places, position, self.table))

    def quarters(self) -> list[Sighting]:
        """Where the quarters lie, in table axes."""
        seats = zip(self.game.record.players, self.table.seats, strict=True)
        return [Sighting(self.seats[player], seat.x_mm, seat.y_mm, seat.heading_deg) for player, seat in seats]

    def quarter(self, card: DrawnCard) -> Sighting:
        """Where the quarter of the player lies whose card it is."""
        return next(quarter for quarter in self.quarters() if quarter.code == card.owner)

    def hides_nothing(self, before: Laid, after: Laid) -> bool:
        """Whether as many codes are in sight as before."""
        return len(uncovered(after, self.deck_file)) == len(uncovered(before, self.deck_file))

    def is_in_order(self, card: DrawnCard) -> bool:
        """Whether a card lies, by the table's contract, in its own area."""
        seen = sighting_of(card, self.deck_file)
        return card.code in QUARTER_CODES or place_of(seen, self.quarters()) == CardPlace(card.owner, card.area)

    def with_moments(self, moments: Iterator[Moment]) -> "Evening":
        """The same game with other moments."""
        return replace(self, moments=tuple(moments))


def quiet_evening(
    seed: int,
    players: int,
    edition: str,
    *,
    adjustments: int = 0,
    turns: int | None = None,
    tastes: Sequence[Taste] | None = None,
) -> Evening:
    """
    An evening on which nothing goes wrong: everybody presses OK after each turn, and after what they settled.

    `tastes` is one for each player, drawn if none.

    >>> evening = quiet_evening(7, 3, "english", turns=4)
    >>> [type(moment.done).__name__ for moment in evening.moments]
    ['NoneType', 'Turn', 'Turn', 'Turn', 'Turn']
    """
    for again in count():
        game = random_game(
            seed + again * 1_000_000,
            players,
            edition,
            tastes=tastes,
            turns=turns,
            adjustments=adjustments,
            adjusting=_settled,
        )
        evening = _evening(seed, game)
        if _is_fair(evening):
            return evening
    raise AssertionError


def _evening(seed: int, game: RandomGame) -> Evening:
    evening = Evening(seed, game, reference_deck_file(), ())
    return evening.with_moments(Moment(scene, evening.laid(scene), done) for done, scene in _scenes(evening))


def _is_fair(evening: Evening) -> bool:
    """
    Whether there is room for everything, and nothing is settled between two rounds.

    The order of play of a round is fixed as it begins, and nobody can see whether that was before.
    """
    settled_between = any(isinstance(entries[-1], Adjustment) for entries in evening.game.record.rounds)
    return not settled_between and all(evening.is_in_order(card) for card in _ever_lying(evening))


def _ever_lying(evening: Evening) -> set[DrawnCard]:
    """Every place in which a card lies; of walls only a row tells whose they are."""
    return {card for moment in evening.moments for card in moment.lying if card.owner and card.code != BACK_CODE}


def _scenes(evening: Evening) -> Iterator[tuple[Entry | None, TableScene]]:
    """The deal, and the table after each turn and each adjustment; the next triplets lie there as a round ends."""
    record, layouts = evening.game.record, evening.game.layouts
    game = begin(record.edition, record.deck, record.players, record.deal)
    centre = Centre(layouts[0] if layouts else ())
    scene = TableScene(game.position, centre, places_after({}, game.position, evening.table))
    yield None, scene
    for number, entries in enumerate(record.rounds):
        game = begin_round(game)
        for entry in entries:
            # Before a turn's discards might have no room, those that lie there are put away.
            full = len(centre.discards) + CARDS_IN_A_TRIPLET > len(evening.table.discards)
            centre = replace(centre, discards=()) if full else centre
            if isinstance(entry, Adjustment):
                centre, game = _without_lost(game, centre, entry), adjust(game, entry)
            else:
                centre, game = centre_after(centre, entry), play_turn(game, entry)
            if game.round_is_whole:
                centre = Centre(layouts[number + 1] if number + 1 < len(layouts) else (), centre.discards)
            scene = evening.follows(scene, game.position, centre)
            yield entry, scene


def _without_lost(game: Game, centre: Centre, adjustment: Adjustment) -> Centre:
    """What the player has no more lies with the discards, but for as many cards as became walls."""
    before = game.position.quarters[adjustment.player]
    had = [card.number for palace in before.construction.values() for card in palace.cards]
    gone = [name for name in had if name not in adjustment.cards()][max(0, adjustment.walls - before.walls) :]
    return Centre(centre.triplets, (*centre.discards, *gone))


def _settled(rng: Random, game: Game) -> Adjustment:
    """
    Somebody's newest card of a palace under construction is taken back: discarded, or turned over as one wall more.

    Players settle that against the rules, or because of an earlier mistake. Whoever looks at the table sees that it is
    not as it was.
    """
    builders = [player for player, quarter in game.position.quarters.items() if quarter.construction]
    player = rng.choice(builders) if builders else game.players[0]
    quarter, gone, walls = game.position.quarters[player], None, 0
    if builders:
        gone = quarter.construction[rng.choice(list(quarter.construction))].number
        walls = rng.choice((0, 1))
    columns: Mapping[str, tuple[CardName, ...]] = {
        colour: tuple(card.number for card in palace.cards if card.number != gone)
        for colour, palace in quarter.construction.items()
    }
    return Adjustment(
        player=player,
        construction={colour: cards for colour, cards in columns.items() if cards},
        completed={colour: palace.number for colour, palace in quarter.completed.items()},
        opened={colour: palace.number for colour, palace in quarter.opened.items()},
        walls=quarter.walls + walls,
        towers=quarter.towers,
        note="found too late",
    )
