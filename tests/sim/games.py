"""Random games: legal from the deal on, played from a shuffled deck by players of differing tastes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from lucca_pi.errors import RuleError
from lucca_pi.games.citta.rules.deck import (
    CARDS_IN_A_DECK,
    COLOURS_IN_A_DECK,
    HIGHEST_NUMBER,
    MOST_SYMBOLS,
    TOWERS,
    Card,
    CardName,
    Deck,
    make_deck,
    reference_deck,
)
from lucca_pi.games.citta.rules.editions import EDITIONS
from lucca_pi.games.citta.rules.game import Game, adjust, begin, begin_round, play_turn
from lucca_pi.games.citta.rules.position import Quarter, rounds_to_play, triplets_laid_out
from lucca_pi.games.citta.rules.record import Adjustment, Entry, Record
from lucca_pi.games.citta.rules.turn import CARDS_IN_A_TRIPLET, WAYS, Play, Turn, open_palace, play_card

NAMES = ("Alex", "Bruno", "Charlie", "Daniel", "Elena")
COLOURS = ("amber", "brown", "crimson", "denim", "emerald", "fuchsia")

Triplet = tuple[CardName, ...]
"""Three cards that are on offer together."""

Adjusting = Callable[[Random, Game], Adjustment]
"""What players settle among themselves at a moment of a game."""


@dataclass(frozen=True, slots=True)
class Taste:
    """
    How a player likes to play: the weight of each way a palace card can go, and the chance to open what can be opened.

    A weight of 0 means: only where the rules leave nothing else. Towers are laid where the player builds or walls.
    """

    palace: float = 1.0
    wall: float = 1.0
    discard: float = 1.0
    opening: float = 0.5
    completes: bool = True
    """Whether the last card of a palace is ever laid."""


TASTES = {
    "anything": Taste(),
    "builder": Taste(palace=12, wall=0.5, discard=0.5),
    "waller": Taste(palace=1, wall=6, discard=0),
    "discarder": Taste(palace=1, wall=0, discard=6),
    "wrecker": Taste(palace=0, wall=1, discard=1),
    "dawdler": Taste(palace=8, wall=1, discard=1, completes=False),
    "opener": Taste(palace=12, wall=1, discard=0, opening=1),
    "hoarder": Taste(palace=12, wall=1, discard=0, opening=0),
}
"""Players by name: the wrecker builds nothing, the dawdler completes nothing, the hoarder opens nothing by choice."""
STYLES = {
    "planned": Taste(palace=12, wall=2, discard=1, opening=0.7),
    "careless": TASTES["anything"],
}
"""What a whole table of players is like: planners complete their palaces and open them."""


@dataclass(frozen=True, slots=True)
class RandomGame:
    """A game's record, and for each round begun the triplets that were laid out, in no order that means anything."""

    record: Record
    layouts: tuple[tuple[Triplet, ...], ...]


def random_deck(seed: int) -> Deck:
    """
    A deck that an owner might have enrolled: numbers up to 999, colours of uneven size, any windows and shields.

    >>> deck = random_deck(1)
    >>> len(deck.cards), len(deck.colours)
    (96, 6)
    """
    rng = Random(seed)
    numbers = rng.sample(range(1, HIGHEST_NUMBER + 1), CARDS_IN_A_DECK)
    colours = [*COLOURS, *rng.choices(COLOURS, k=CARDS_IN_A_DECK - COLOURS_IN_A_DECK)]
    symbols = range(MOST_SYMBOLS + 1)
    return make_deck(
        Card(number, colour, rng.choice(symbols), rng.choice(symbols))
        for number, colour in zip(numbers, colours, strict=True)
    )


def random_game(
    seed: int,
    players: int,
    edition: str,
    *,
    deck: Deck | None = None,
    tastes: Sequence[Taste] | None = None,
    turns: int | None = None,
    adjustments: int = 0,
    adjusting: Adjusting | None = None,
) -> RandomGame:
    """
    A legal game; the same arguments give the same game.

    `deck` is the reference deck if none, `tastes` one for each player (drawn if none). The game stops after `turns`
    turns (0: after the deal; None: it is played to the end). `adjustments` are made at random moments between them,
    such as `adjusting` makes (`random_adjustment` if none).

    >>> game = random_game(7, 3, "english", turns=4)
    >>> [len(entries) for entries in game.record.rounds], [len(layout) for layout in game.layouts]
    ([3, 1], [4, 4])
    """
    rng = Random(seed)
    tastes = tastes or rng.choices(tuple(TASTES.values()), k=players)
    table = _Table(rng, deck or reference_deck(), dict(zip(NAMES[:players], tastes, strict=True)), edition)
    table.adjusting = adjusting or random_adjustment
    whole = players * rounds_to_play(players)
    turns = whole if turns is None else min(turns, whole)
    moments = [rng.randrange(turns) for _ in range(adjustments if turns else 0)]
    for turn in range(turns):
        if turn % players == 0:
            table.begin_round()
        table.play_turn(moments.count(turn))
    return RandomGame(table.record(), tuple(table.layouts))


class _Table:
    """A game in progress: what has been played, the deck's unused cards and the triplets on offer."""

    def __init__(self, rng: Random, deck: Deck, tastes: Mapping[str, Taste], edition: str) -> None:
        self.rng = rng
        self.names = tuple(tastes)
        self.tastes = tastes
        self.layouts: list[tuple[Triplet, ...]] = []
        self.rounds: list[list[Entry]] = []
        pile: list[CardName] = rng.sample(list(deck.cards), CARDS_IN_A_DECK)
        self.deal = {name: (pile.pop(), pile.pop()) for name in self.names}
        self.first_layout = tuple(_draw_triplets(pile, triplets_laid_out(len(tastes))))
        self.pile = rng.sample([*pile, *TOWERS], len(pile) + len(TOWERS))  # the towers come in after the first round's
        self.on_offer: list[Triplet] = []
        self.game = begin(EDITIONS[edition], deck, self.names, self.deal)
        self.adjusting: Adjusting = random_adjustment

    def begin_round(self) -> None:
        triplets = triplets_laid_out(len(self.names))
        layout = tuple(_draw_triplets(self.pile, triplets)) if self.layouts else self.first_layout
        self.layouts.append(layout)
        self.on_offer = list(layout)
        self.rounds.append([])
        self.game = begin_round(self.game)

    def play_turn(self, adjustments: int) -> None:
        """The next player's turn, with so many adjustments before or after it."""
        before = self.rng.randint(0, adjustments)
        for _ in range(before):
            self._adjust()
        player = self.game.player_in_turn or ""
        triplet = self.on_offer.pop(self.rng.randrange(len(self.on_offer)))
        turn = random_turn(self.rng, self.game, player, triplet, self.tastes[player])
        self.game = play_turn(self.game, turn)
        self.rounds[-1].append(turn)
        for _ in range(adjustments - before):
            self._adjust()

    def _adjust(self) -> None:
        adjustment = self.adjusting(self.rng, self.game)
        self.game = adjust(self.game, adjustment)
        self.rounds[-1].append(adjustment)

    def record(self) -> Record:
        rounds = tuple(tuple(entries) for entries in self.rounds)
        return Record(self.game.edition, self.game.deck, self.names, self.deal, rounds)


def _draw_triplets(pile: list[CardName], triplets: int) -> Iterator[Triplet]:
    """Triplets from the end of the pile, which is shorter by them afterwards."""
    return (tuple(pile.pop() for _ in range(CARDS_IN_A_TRIPLET)) for _ in range(triplets))


def random_turn(rng: Random, game: Game, player: str, triplet: Triplet, taste: Taste) -> Turn:
    """A legal turn: some completed palaces opened, then the triplet played in any order."""
    quarter = game.position.quarters[player]
    completed = rng.sample(list(quarter.completed), len(quarter.completed))
    opened = tuple(colour for colour in completed if rng.random() < taste.opening)
    for colour in opened:
        quarter = open_palace(quarter, colour)
    plays = []
    for card in rng.sample(triplet, len(triplet)):
        choices = dict(_legal_plays(game, quarter, card))
        play = rng.choices(list(choices), [_weight(taste, play, quarter, choices[play]) for play in choices])[0]
        plays.append(play)
        quarter = choices[play]
    return Turn(player, opened, tuple(plays))


def _legal_plays(game: Game, quarter: Quarter, card: CardName) -> Iterator[tuple[Play, Quarter]]:
    """Each way in which a card may be played, with the quarter after it."""
    for way in WAYS:
        play = Play(card, way)
        try:
            yield play, play_card(quarter, play, game.deck, game.edition, game.position.cards_to_complete)
        except RuleError:
            continue


def _weight(taste: Taste, play: Play, before: Quarter, after: Quarter) -> float:
    weights = {"palace": taste.palace, "tower": taste.palace + taste.wall, "wall": taste.wall, "discard": taste.discard}
    completes = len(after.completed) > len(before.completed)
    unwanted = completes and not taste.completes
    return 1e-9 + (0 if unwanted else weights[play.way])


def random_adjustment(rng: Random, game: Game) -> Adjustment:
    """
    Some player's cards set to others that have left the deck, wherever they lie now, and perhaps points.

    One colour may come to lie in several areas, and a card with several players, as no turn could have brought about.
    """
    cards: list[CardName] = sorted(card for card in game.out if isinstance(card, int))
    areas: dict[str, dict[str, CardName]] = {"completed": {}, "opened": {}}
    construction: dict[str, tuple[CardName, ...]] = {}
    for card in rng.sample(cards, rng.randint(0, min(8, len(cards)))):
        colour = game.deck[int(card)].colour
        area = rng.choice(("construction", "construction", "completed", "opened"))
        if area != "construction":
            areas[area].setdefault(colour, card)
        elif len(construction.get(colour, ())) + 1 < game.position.cards_to_complete:
            construction[colour] = (*construction.get(colour, ()), card)
    return Adjustment(
        player=rng.choice(game.players),
        construction=construction,
        completed=areas["completed"],
        opened=areas["opened"],
        walls=rng.randint(0, 4),
        towers=tuple(tower for tower in TOWERS if tower in game.out and rng.random() < 0.5),
        points=rng.choice((0, 0, -5, 3)),
    )
