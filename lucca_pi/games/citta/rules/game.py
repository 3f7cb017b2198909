"""A game from the deal to its last turn: each step checks the rules and adds its points."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace

from lucca_pi.errors import RuleError
from lucca_pi.games.citta.rules.deck import TOWERS, CardName, Deck
from lucca_pi.games.citta.rules.editions import Edition
from lucca_pi.games.citta.rules.position import (
    Palace,
    Position,
    Quarter,
    check_players,
    order_of_play,
    rounds_to_play,
    write_position,
)
from lucca_pi.games.citta.rules.record import Adjustment, Record, adjusted_quarter
from lucca_pi.games.citta.rules.scoring import PointsLine, completion_line, opening_line
from lucca_pi.games.citta.rules.turn import Turn, check_triplet, newly_completed, open_palace, play_card
from lucca_pi.language import _
from lucca_pi.outside import shown

CARDS_DEALT = 2


@dataclass(frozen=True, slots=True)
class Game:
    """
    A game in progress. `orders` holds the order of play of each round begun; `turns` have been played in the last one.

    `out` are all cards that have left the deck: dealt, played, or set by hand.
    """

    edition: Edition
    deck: Deck
    position: Position
    lines: tuple[PointsLine, ...] = ()
    orders: tuple[tuple[str, ...], ...] = ()
    turns: int = 0
    out: frozenset[CardName] = frozenset()

    @property
    def players(self) -> tuple[str, ...]:
        """The players in the record's order."""
        return self.position.players

    @property
    def rounds(self) -> int:
        """The number of rounds of this game."""
        return rounds_to_play(len(self.players))

    @property
    def round(self) -> int:
        """The round being played or just ended, from 1; 0 before the first has begun."""
        return len(self.orders)

    @property
    def round_is_whole(self) -> bool:
        """Everyone has played in the last round begun (true as well before the first)."""
        return not self.orders or self.turns == len(self.players)

    @property
    def is_over(self) -> bool:
        """The last round is whole; the final scoring follows."""
        return self.round == self.rounds and self.round_is_whole

    @property
    def player_in_turn(self) -> str | None:
        """The player whose turn it is; None between rounds."""
        return None if self.round_is_whole else self.orders[-1][self.turns]


def begin(edition: Edition, deck: Deck, players: tuple[str, ...], deal: Mapping[str, tuple[CardName, ...]]) -> Game:
    """
    The game after the deal: two cards each under construction, two of one colour as one palace (Preparation).

    Raises RuleError "players", "deal", "card-unknown" or "card-twice".
    """
    check_players(players)
    _check_deal(deck, players, deal)
    quarters = {player: _dealt_quarter(deck, deal[player]) for player in players}
    dealt = frozenset(card for cards in deal.values() for card in cards)
    return Game(edition, deck, Position(players, quarters), out=dealt)


def _check_deal(deck: Deck, players: tuple[str, ...], deal: Mapping[str, tuple[CardName, ...]]) -> None:
    for name in deal:
        if name not in players:
            raise RuleError("deal", f"{shown(name)} is dealt cards, but is not a player")
    out: set[CardName] = set()
    for player in players:
        try:
            _check_dealt(deck, deal.get(player, ()), out)
        except RuleError as error:
            raise RuleError(error.rule, f"the deal: {shown(player)} {error.message}") from None


def _check_dealt(deck: Deck, cards: tuple[CardName, ...], out: set[CardName]) -> None:
    if len(cards) != CARDS_DEALT:
        raise RuleError("deal", f"begins with {len(cards)} cards, not {CARDS_DEALT}")
    for card in cards:
        if card in TOWERS:
            raise RuleError("deal", f"gets the tower {card}; towers are shuffled in after the deal")
        _check_card(card, deck, out)
        out.add(card)


def _check_card(card: CardName, deck: Deck, out: set[CardName]) -> None:
    """A card exists, and leaves the deck once."""
    if card not in deck and card not in TOWERS:
        raise RuleError("card-unknown", _("gets {card}, which is not in the deck", card=shown(repr(card))))
    if card in out:
        raise RuleError("card-twice", _("gets {card}, which is already in play", card=card))


def _dealt_quarter(deck: Deck, cards: tuple[CardName, ...]) -> Quarter:
    palaces: dict[str, Palace] = {}
    for name in cards:
        card = deck[int(name)]
        palaces[card.colour] = palaces.get(card.colour, Palace(card.colour, ())).with_card(card)
    return Quarter(construction=palaces)


def begin_round(game: Game) -> Game:
    """
    The next round, with its order of play, which holds for the whole round (Determine order of play).

    Raises RuleError "rounds" if the round before is not whole, or was the last.
    """
    if not game.round_is_whole:
        raise RuleError("rounds", f"round {game.round} has {game.turns} turns; only the last may be short")
    if game.is_over:
        raise RuleError("rounds", f"a game with {len(game.players)} players has {game.rounds} rounds")
    return replace(game, orders=(*game.orders, order_of_play(game.position)), turns=0)


def going_on(game: Game) -> Game:
    """The game with its next round begun, if one is whole and another follows."""
    return begin_round(game) if game.round_is_whole and not game.is_over else game


def play_turn(game: Game, turn: Turn) -> Game:
    """The game after one more turn, with its points. Raises RuleError with round, turn and position."""
    with _named(game, turn.player, turn=game.turns + 1):
        _check_turn(game, turn)
        return _after_playing(_after_opening(game, turn), turn)


@contextmanager
def _named(game: Game, player: str, **turn: int) -> Iterator[None]:
    """Adds player, round, turn and position to a RuleError of the block."""
    try:
        yield
    except RuleError as error:
        position = write_position(game.position)
        message = _("{player} {does}", player=shown(player), does=error.message)
        raise RuleError(error.rule, message, position=position, round=game.round, **turn) from None


def _check_turn(game: Game, turn: Turn) -> None:
    if game.player_in_turn is None:
        raise RuleError("rounds", _("plays after everyone has played"))
    if turn.player != game.player_in_turn:
        order = ", ".join(game.orders[-1])
        turn_of = _("plays, but it is {player}'s turn (order: {order})", player=game.player_in_turn, order=order)
        raise RuleError("order-of-play", turn_of)
    check_triplet(play.card for play in turn.play)
    out = set(game.out)
    for play in turn.play:
        _check_card(play.card, game.deck, out)
        out.add(play.card)


def _after_opening(game: Game, turn: Turn) -> Game:
    position, lines = game.position, list(game.lines)
    for colour in turn.open:
        quarter = open_palace(position.quarters[turn.player], colour)
        palace = position.quarters[turn.player].completed[colour]
        lines.append(opening_line(position, turn.player, palace, game.round))
        position = position.with_quarter(turn.player, quarter)
    return replace(game, position=position, lines=tuple(lines))


def _after_playing(game: Game, turn: Turn) -> Game:
    quarter, lines = game.position.quarters[turn.player], list(game.lines)
    for play in turn.play:
        before = quarter
        quarter = play_card(before, play, game.deck, game.edition, game.position.cards_to_complete)
        lines += (completion_line(turn.player, palace, game.round) for palace in newly_completed(before, quarter))
    return replace(
        game,
        position=game.position.with_quarter(turn.player, quarter),
        lines=tuple(lines),
        turns=game.turns + 1,
        out=game.out | {play.card for play in turn.play},
    )


def adjust(game: Game, adjustment: Adjustment) -> Game:
    """The game after the players settled something by hand. Raises RuleError "adjustment"."""
    with _named(game, adjustment.player):
        if adjustment.player not in game.players:
            raise RuleError("adjustment", "is adjusted, but is not a player")
        quarter = adjusted_quarter(adjustment, game.deck, game.position.cards_to_complete)
    note = shown(adjustment.note, longest=200)
    reason = _("settled by hand: {note}", note=note) if note else _("settled by hand")
    line = PointsLine(game.round, adjustment.player, "adjustment", adjustment.points, reason, adjustment.cards())
    return replace(
        game,
        position=game.position.with_quarter(adjustment.player, quarter),
        lines=(*game.lines, line),
        out=game.out.union(adjustment.cards()),
    )


def replay(record: Record) -> Game:
    """The game of a record, up to its last event. Raises RuleError at the first rule broken."""
    game = begin(record.edition, record.deck, record.players, record.deal)
    for number, entries in enumerate(record.rounds, start=1):
        try:
            game = begin_round(game)
        except RuleError as error:
            raise RuleError(error.rule, error.message, position=write_position(game.position), round=number) from None
        for entry in entries:
            game = play_turn(game, entry) if isinstance(entry, Turn) else adjust(game, entry)
    return game
