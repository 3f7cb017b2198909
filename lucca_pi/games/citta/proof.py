"""The claims of a game's file, its record and its lines of points, compared with what was derived."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from lucca_pi.contract.claims import MANIFEST, RECORD, SCORE, Claimed, Claims, Members, Points, keys_that_differ
from lucca_pi.contract.history import Arrangement, Looks, Started
from lucca_pi.contract.match import Match
from lucca_pi.contract.verdict import Split, Unexplained
from lucca_pi.errors import RuleError, UnreadableError
from lucca_pi.games.citta.files import DECK
from lucca_pi.games.citta.referee.ambiguous_cards import split_ambiguous
from lucca_pi.games.citta.referee.deal import Unseen, explain_deal
from lucca_pi.games.citta.rules.deck import Card, DeckFile, read_deck_file
from lucca_pi.games.citta.rules.game import Game, begin, play_turn, replay
from lucca_pi.games.citta.rules.position import Palace
from lucca_pi.games.citta.rules.record import Adjustment, Record, read_record
from lucca_pi.games.citta.rules.score import SCORE_FORMAT, Score, score, score_json
from lucca_pi.games.citta.rules.scoring import LINE_KINDS, PointsLine
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.session.memory import cases_of, record_of
from lucca_pi.games.citta.session.setup import Setup
from lucca_pi.games.citta.table.pieces import QUARTER_CODES
from lucca_pi.games.citta.table.reading import TableReading, read_table
from lucca_pi.outside import Node


@dataclass(frozen=True, slots=True)
class ClaimedLine:
    """A line of points; `round` is None in the final scoring."""

    round: int | None
    player: str
    kind: str
    points: int


_LINE_KEYS = ("round", "player", "kind", "points")


@dataclass(frozen=True, slots=True)
class CittaClaims(Claims):
    """The record; of the score its lines, and the whole of it."""

    start_word: ClassVar[str] = "deal"

    record: Record
    score: Mapping[str, Any]

    @property
    def lines(self) -> tuple[ClaimedLine, ...]:
        """The claimed lines of points, without reasons and cards."""
        return tuple(ClaimedLine(*(line[key] for key in _LINE_KEYS)) for line in self.score["lines"])

    def entries(self) -> Iterator[Claimed]:
        """The claimed turns and adjustments, in the record's order."""
        for number, entries in enumerate(self.record.rounds, start=1):
            turns = 0
            for entry in entries:
                played = isinstance(entry, Turn)
                turns += played
                yield Claimed(entry, entry.player, number, turns if played else None)

    def of_turn(self, round_number: int | None, player: str) -> tuple[ClaimedLine, ...]:
        """A player's lines of a round, or of the final scoring; without adjustments."""
        own = (line for line in self.lines if (line.round, line.player) == (round_number, player))
        return tuple(line for line in own if line.kind != "adjustment")

    def start_seen(self, match: Match, looks: Looks) -> Started | Unexplained:
        """The deal that the looks show, or why they show none."""
        return self._deal_in(match, looks, _reading(match, looks))

    def start_completed(self, match: Match, looks: Looks) -> Started | Unexplained:
        """The deal by the looks, with the claimed cards that are out of sight; or why there is none."""
        reading = _reading(match, looks)
        in_sight = {card.card for card in reading.cards}
        dealt = ((code, self.started.deal.get(name, ())) for code, name in match.arrangement.names.items())
        unseen = [
            Unseen(code, card, is_older=card == cards[0])
            for code, cards in dealt
            for card in map(int, cards)
            if card not in in_sight
        ]
        return self._deal_in(match, looks, reading, unseen)

    def _deal_in(
        self, match: Match, looks: Looks, reading: TableReading, unseen: Sequence[Unseen] = ()
    ) -> Started | Unexplained:
        arrangement = match.arrangement
        verdict = explain_deal(reading, arrangement.players, unseen)
        if isinstance(verdict, Unexplained):
            return verdict
        if set(verdict.cards) != set(arrangement.names):
            return Unexplained((f"the quarters in sight are {', '.join(map(str, sorted(verdict.cards)))}",), "")
        deal = {name: verdict.cards[quarter] for quarter, name in arrangement.names.items()}
        return Started(self.started.seats, deal, looks, date="")

    def is_same_start(self, match: Match, one: Started, other: Started) -> bool:
        """True if two deals lay the same cards before every player; a deal that breaks a rule equals no other."""
        edition, deck = match.setup.edition, match.setup.deck_file.deck
        try:
            first, second = (begin(edition, deck, tuple(started.deal), started.deal) for started in (one, other))
        except RuleError:
            return False
        return first.position == second.position

    def start_words(self, started: Started) -> str:
        """The deal in words: each player's cards."""
        return "; ".join(f"{player}: {', '.join(map(str, cards))}" for player, cards in started.deal.items())

    def is_alike(self, game: Game, one: Turn, other: Turn) -> bool:
        """True if two turns play the same cards to the same end; see `alike`."""
        return alike(game, one, other)

    def ways(self, match: Match, looks: Looks) -> Split | Unexplained:
        """Turns that explain the looks together, or why there are none."""
        return split_ambiguous(cases_of(match, looks))

    def points_of_turn(self, game: Game, claimed: Claimed, turn: Turn | None) -> Points:
        """The points claimed for a turn beside those derived from it."""
        lines = play_turn(game, turn).lines[len(game.lines) :] if turn else None
        return _points(self.of_turn(claimed.round, claimed.entry.player), lines)

    def points_settled(self, claimed: Claimed) -> Points:
        """The points claimed for an adjustment beside those of its record."""
        adjustment: Adjustment = claimed.entry
        line = ClaimedLine(claimed.round, adjustment.player, "adjustment", adjustment.points)
        if line in self.lines:
            return Points(adjustment.points, adjustment.points)
        return Points(None, adjustment.points, "its points are not in the score")

    def final_points(self, match: Match) -> Iterator[tuple[str, Points]]:
        """The points claimed for each player's final scoring beside the derived ones."""
        lines = [line for line in _derived(match).lines if line.round is None]
        for player in self.record.players:
            claimed = self.of_turn(None, player)
            if claimed or match.game.is_over:
                yield player, _points(claimed, [line for line in lines if line.player == player])

    def differences(self, match: Match) -> list[str]:
        """Keys of the score, its lines with reasons and cards among them, that differ from what the match gives."""
        return keys_that_differ(self.score, score_json(_derived(match)))


def _reading(match: Match, looks: Looks) -> TableReading:
    """The reading of the last look."""
    return read_table(looks[-1], match.pieces, match.setup.swap)


def _derived(match: Match) -> Score:
    """The score that follows so far. Raises ValueError before the deal."""
    record = record_of(match)
    if record is None:
        raise ValueError("There is no score before the deal.")
    return score(replay(record))


def _points(claimed: Iterable[ClaimedLine], derived: Sequence[PointsLine] | None) -> Points:
    """The points on both sides, which differ where a line does; `derived` None: nothing follows."""
    claimed = tuple(claimed)
    total = sum(line.points for line in claimed)
    if derived is None:
        return Points(total, None)
    reasons = "; ".join(f"{line.points:+d} {line.reason}" for line in derived) or "no points"
    differ = "" if _kinds(claimed) == _kinds(derived) else f"what was played comes to: {reasons}"
    return Points(total, sum(line.points for line in derived), differ)


def _kinds(lines: Iterable[PointsLine | ClaimedLine]) -> list[tuple[str, int]]:
    return sorted((line.kind, line.points) for line in lines)


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


def read_claims(members: Members) -> CittaClaims:
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
    setup = Setup(record.edition, deck_file, swap)
    return CittaClaims(*beginning(setup, record, seats), record, document.object())


def beginning(setup: Setup, record: Record, seats: Mapping[str, int]) -> tuple[Arrangement, Started]:
    """The arrangement of a record's game, and its deal; `seats` is player to quarter."""
    names = {quarter: player for player, quarter in seats.items()}
    return Arrangement(setup, len(record.players), names), Started(seats, record.deal, (), date="")


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
