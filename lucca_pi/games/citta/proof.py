"""The claims of a game's file, read from its record, its deck and its lines of points."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lucca_pi.contract.claims import MANIFEST, RECORD, SCORE, Claimed, Claims, Members
from lucca_pi.contract.history import Arrangement, Looks, Match, Started
from lucca_pi.contract.verdict import Unexplained
from lucca_pi.errors import RuleError, UnreadableError
from lucca_pi.games.citta.files import DECK
from lucca_pi.games.citta.referee.deal import Unseen, explain_deal
from lucca_pi.games.citta.rules.deck import Card, DeckFile, read_deck_file
from lucca_pi.games.citta.rules.game import Game, play_turn
from lucca_pi.games.citta.rules.position import Palace
from lucca_pi.games.citta.rules.record import Record, read_record
from lucca_pi.games.citta.rules.score import SCORE_FORMAT
from lucca_pi.games.citta.rules.scoring import LINE_KINDS
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.session.setup import Setup
from lucca_pi.games.citta.table.pieces import QUARTER_CODES
from lucca_pi.games.citta.table.reading import read_table
from lucca_pi.outside import Node


def start_shown(match: Match, looks: Looks, claimed: Started | None) -> Started | Unexplained:
    """The deal that the last look shows, with what it does not show of the `claimed` one; or why it shows none."""
    arrangement, reading = match.arrangement, read_table(looks[-1], match.pieces, match.setup.swap)
    in_sight = {card.card for card in reading.cards}
    dealt: dict[int, Sequence[int]] = {
        code: claimed.deal.get(name, ()) if claimed else () for code, name in arrangement.names.items()
    }
    unseen = [
        Unseen(code, card, is_older=card == cards[0])
        for code, cards in dealt.items()
        for card in cards
        if card not in in_sight
    ]
    verdict = explain_deal(reading, arrangement.players, unseen)
    if isinstance(verdict, Unexplained):
        return verdict
    if set(verdict) != set(arrangement.names):
        return Unexplained((f"the quarters in sight are {', '.join(map(str, sorted(verdict)))}",), "")
    deal = {name: verdict[quarter] for quarter, name in arrangement.names.items()}
    return Started({name: quarter for quarter, name in arrangement.names.items()}, deal, looks, date="")


def alike(game: Game, one: Turn, other: Turn) -> bool:
    """
    True if two turns play the same cards to the same end, in whatever order; a turn that breaks a rule equals no other.
    """
    try:
        return _end(game, one) == _end(game, other)
    except RuleError:
        return False


def _end(game: Game, turn: Turn) -> tuple[object, ...]:
    """The result of a turn; of each palace only its newest card."""
    after = play_turn(game, turn)
    quarter = after.position.quarters[turn.player]
    points = sorted((line.kind, line.points, line.reason) for line in after.lines[len(game.lines) :])
    areas = [_palaces(area) for area in (quarter.construction, quarter.completed, quarter.opened)]
    return turn.player, areas, quarter.walls, sorted(quarter.towers), points, after.out


def _palaces(area: Mapping[str, Palace]) -> dict[str, tuple[int, frozenset[Card]]]:
    return {colour: (palace.number, frozenset(palace.cards)) for colour, palace in area.items()}


def read_claims(members: Members) -> Claims:
    """The claims of a game's file. Raises UnreadableError."""
    with members.explained(MANIFEST):
        swap = _swap(members.json(MANIFEST))
    with members.explained(RECORD):
        record = read_record(members.text(RECORD))
        seats = _seats(record)
    with members.explained(DECK):
        deck_file = _deck(members.text(DECK), record)
    with members.explained(SCORE):
        document = members.json(SCORE)
        _check_lines(document)
    return claims_of(Setup(record.edition, deck_file, swap), record, seats, document.object())


def claims_of(setup: Setup, record: Record, seats: Mapping[str, int], score: Mapping[str, Any]) -> Claims:
    """The claims of a record and a score; `seats` is player to quarter."""
    arrangement = Arrangement(setup, len(record.players), {quarter: player for player, quarter in seats.items()})
    return Claims(
        arrangement,
        Started(seats, record.deal, (), date=""),
        tuple(entries_of(record)),
        score,
        has_lines=True,
        start_word="deal",
        start_shown=start_shown,
        is_alike=alike,
    )


def entries_of(record: Record) -> Iterator[Claimed]:
    """The turns and adjustments, in the record's order."""
    for number, entries in enumerate(record.rounds, start=1):
        turns = 0
        for entry in entries:
            played = isinstance(entry, Turn)
            turns += played
            yield Claimed(entry, entry.player, number, turns if played else None)


def _swap(manifest: Node) -> bool:
    """On which side palaces were opened, as the manifest has it."""
    swap = manifest.key("swap")
    if not isinstance(swap.value, bool):
        raise swap.wrong("expected true or false")
    return swap.value


def _seats(record: Record) -> dict[str, int]:
    """Player to quarter, a quarter of their own for each."""
    seats = record.extra.get("seats")
    if not isinstance(seats, dict) or set(seats) != set(record.players) or not _are_quarters([*seats.values()]):
        raise UnreadableError("expected a quarter of their own for each player", "seats")
    return {player: seats[player] for player in record.players}


def _are_quarters(codes: list[object]) -> bool:
    return all(isinstance(code, int) and code in QUARTER_CODES for code in codes) and len(set(codes)) == len(codes)


def _deck(text: str, record: Record) -> DeckFile:
    deck_file = read_deck_file(text, DECK)
    if deck_file.deck.cards != record.deck.cards:
        raise UnreadableError(f"holds other cards than the deck of {RECORD}")
    return deck_file


def _check_lines(root: Node) -> None:
    """Raises UnreadableError for lines of points that no score has."""
    root.key("format").only(SCORE_FORMAT)
    for line in root.key("lines").list():
        number, kind = line.key("round"), line.key("kind")
        if kind.text() not in LINE_KINDS:
            raise kind.wrong(f"expected {', '.join(LINE_KINDS)}")
        if number.value is not None:
            number.whole()
        line.key("player").text()
        line.key("points").whole()
