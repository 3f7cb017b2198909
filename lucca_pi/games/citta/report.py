"""
What people and other programs are told of a game: scores, readings and decks as text, the final scoring of one table.

Also a finished game for the app BG Stats: a link from which it takes a play, as text or as a QR code. The link and its
fields are those of "Push plays to BG Stats from other apps or websites"
(https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/), as programs that follow it
write them. The app asks once which of its games and players are meant, and remembers: so both are called alike in
every play. It knows the game by its name, as the number of it at BoardGameGeek is not known here.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from lucca_pi.contract import Scored
from lucca_pi.errors import NotFinishedError
from lucca_pi.games.citta.rules.advice import advice, advice_json
from lucca_pi.games.citta.rules.deck import Deck, DeckFile
from lucca_pi.games.citta.rules.deck_check import DeckFinding, DeckFindings
from lucca_pi.games.citta.rules.editions import Edition
from lucca_pi.games.citta.rules.game import Game, replay
from lucca_pi.games.citta.rules.position import CARDS_TO_COMPLETE, Palace, Position, Quarter
from lucca_pi.games.citta.rules.record import Record
from lucca_pi.games.citta.rules.score import (
    Score,
    TableScore,
    cards_laid,
    cards_of_a_game,
    impossible_counts,
    score,
    score_json,
    score_table,
    table_score_json,
    ties_left,
)
from lucca_pi.games.citta.rules.scoring import PointsLine, support
from lucca_pi.games.citta.table.families import FAMILIES
from lucca_pi.games.citta.table.reading import QuarterReading, TableReading
from lucca_pi.language import _, ngettext, say
from lucca_pi.outside import shown

_MOST_ALIKE = 4
"""Most findings of one kind in a deck file that get a line each; with more, the first stands for all."""
_MOST_NAMED = 10
_LONGEST_DECK = 100
"""Most characters of a deck's name on its line."""


def score_text(score: Score) -> str:
    """The ranking, then every line of points in the order in which it was made."""
    return "\n".join([*_ranking(score), "", *map(_line, score.lines)]).rstrip()


def advice_text(game: Game) -> str:
    """Advice for the player in turn, a line each; empty if the game is over."""
    told = ((hint, f"{hint.value:+d}  " if hint.kind == "opening" else "") for hint in advice(game))
    return "\n".join(f"{say(_('advice')):<8} {shown(hint.player)}: {worth}{say(hint.text)}" for hint, worth in told)


def _ranking(score: Score) -> Iterable[str]:
    if not score.finished:
        begun = {"round": score.game.round, "rounds": score.game.rounds}
        yield say(_("Not finished: {round} of {rounds} rounds begun.", **begun))
    width = max(len(shown(player)) for player in score.game.players)
    for player in score.ranking:
        yield f"{score.rank(player)}. {shown(player):<{width}} {score.totals[player]:>4}{_tie_break(score, player)}"


def _tie_break(score: Score, player: str) -> str:
    """The reason for a player's rank among those with equal points."""
    tied = [other for other in score.ranking if score.totals[other] == score.totals[player]]
    number = score.position.quarters[player].highest_number
    if not score.finished or len(tied) == 1 or number is None:
        return ""
    return f"  {say(_('(tie: highest street number of all palaces, {card})', card=number))}"


def _line(line: PointsLine) -> str:
    when = say(_("round {round}", round=line.round) if line.round else _("end"))
    return f"{when:<8} {shown(line.player)}: {line.points:+d}  {say(line.reason)}"


def reading_text(reading: TableReading) -> str:
    """The cards in each player's areas and in the centre, and the doubts."""
    rows = [f"quarter {quarter.quarter}: {_areas(quarter)}" for quarter in reading.quarters]
    rows.append("triplets: " + ("; ".join(_names(triplet) for triplet in reading.triplets) or "none"))
    rows.append("discards: " + (_names(reading.discards) or "none"))
    rows += [f"doubt: {doubt}" for doubt in reading.doubts]
    return "\n".join(rows)


_FORMAT = "lucca-table-final/1"


class NoGameError(Exception):
    """The number of quarters is impossible in a game, or differs from the one asked for."""


@dataclass(frozen=True, slots=True)
class FinalTable:
    """
    The final scoring of a reading, as sure as the reading is.

    `seats` is each player's quarter; `missing` counts the cards of a whole game that are not in sight. `unknown` says
    in sentences what one picture cannot show, `doubts` what to check before trusting the figures.
    """

    seats: Mapping[str, int]
    score: TableScore
    missing: int
    unknown: tuple[str, ...]
    doubts: tuple[str, ...]

    def to_json(self, image: str) -> dict[str, Any]:
        """The final scoring of the picture named `image` as `lucca-table-final/1`."""
        told = table_score_json(self.score)
        players = {player: {"quarter": self.seats[player], **figures} for player, figures in told["players"].items()}
        known = {"format": _FORMAT, "image": image, **told, "players": players, "missing_cards": self.missing}
        return {**known, "unknown": list(self.unknown), "doubts": list(self.doubts)}


def final_table(reading: TableReading, deck: Deck, edition: Edition, players: int | None) -> FinalTable:
    """The final scoring as if the game were over with this table; `players` None: as many as quarters are seen."""
    seen = len(reading.quarters)
    if seen not in CARDS_TO_COMPLETE or players not in (None, seen):
        right = players or "3 to 5"
        raise NoGameError(f"{seen} quarter{'' if seen == 1 else 's'} in sight, not {right}: all must be in the picture")
    seats = {FAMILIES[quarter.quarter]: quarter.quarter for quarter in reading.quarters}
    quarters = {FAMILIES[quarter.quarter]: _quarter(quarter, deck) for quarter in reading.quarters}
    score = score_table(Position(tuple(seats), quarters), edition)
    doubts = (*reading.doubts, *impossible_counts(score.position))
    missing = _missing(score.position, reading)
    return FinalTable(seats, score, missing, tuple(_unknown(score, reading, missing)), doubts)


def _quarter(read: QuarterReading, deck: Deck) -> Quarter:
    """The quarter, with only the newest card of completed and opened palaces: the final scoring needs no more."""
    return Quarter(
        _palaces(read.construction, deck),
        _palaces({colour: (number,) for colour, number in read.completed.items()}, deck),
        _palaces({colour: (number,) for colour, number in read.opened.items()}, deck),
        read.walls,
        read.towers,
    )


def _palaces(numbers: Mapping[str, Iterable[int]], deck: Deck) -> dict[str, Palace]:
    return {colour: Palace(colour, tuple(deck[number] for number in column)) for colour, column in numbers.items()}


def _unknown(score: TableScore, reading: TableReading, missing: int) -> Iterator[str]:
    yield "The points from completions and openings during the game, and so the totals, the ranks and the winner."
    if reading.triplets:
        yield f"The end of this game: triplets are on offer ({len(reading.triplets)}), so it is not over."
    if missing > 0:
        cards = "1 card" if missing == 1 else f"{missing} cards"
        yield f"The place of {cards} of a whole game: put away or not yet played; hidden ones would change the figures."
    for one, two in ties_left(score.position, score.order):
        yield f"Which of {one} and {two} comes first: equal shields, and neither has a palace."


def _missing(position: Position, reading: TableReading) -> int:
    """
    The number of cards that the players get in a whole game and that are neither with a player nor among the discards.
    """
    complete, players = position.cards_to_complete, len(position.players)
    laid = sum(cards_laid(quarter, complete) for quarter in position.quarters.values())
    return players * cards_of_a_game(players) - laid - len(reading.discards)


def final_text(final: FinalTable) -> str:
    """The final scoring of one table, its reasons, the unknowns, and the doubts."""
    score = final.score
    rows = [f"{score.edition.name} edition, as if the game ended with this table:"]
    rows += [_final_points(final, player) for player in score.order]
    rows += ["", *map(_line, score.lines), ""]
    rows += [] if final.missing else ["Every card of a whole game is in sight or under one that is."]
    rows += [f"unknown: {sentence}" for sentence in final.unknown]
    rows += [f"doubt: {doubt}" for doubt in final.doubts]
    return "\n".join(rows)


def _final_points(final: FinalTable, player: str) -> str:
    points, quarter = final.score.points(player), final.score.position.quarters[player]
    parts = ", ".join(f"{kind.replace('_', ' ')} {figure:+d}" for kind, figure in points.items())
    found = support(quarter, final.score.edition)
    shields = f"{found.shields} shields, {found.needed} needed"
    return f"{player} (quarter {final.seats[player]}) {sum(points.values()):+d}: {parts}; {shields}"


def _areas(quarter: QuarterReading) -> str:
    building = [f"{colour} {'+'.join(map(str, numbers))}" for colour, numbers in quarter.construction.items()]
    parts = [
        ", ".join(building),
        *(f"{colour} {number} completed" for colour, number in quarter.completed.items()),
        *(f"{colour} {number} opened" for colour, number in quarter.opened.items()),
        f"walls {quarter.walls}" if quarter.walls else "",
        f"towers {', '.join(quarter.towers)}" if quarter.towers else "",
    ]
    return "; ".join(part for part in parts if part) or "nothing"


def _names(names: Iterable[int | str]) -> str:
    return " ".join(map(str, names))


def deck_text(file: DeckFile) -> str:
    """A deck as a table: street number, colour, windows, shields, code."""
    code_of = {number: code for code, number in file.codes.items()}
    rows = [
        f"{card.number:>6} {card.colour:<8} {card.windows:>7} {card.shields:>7} {code_of[card.number]:>5}"
        for card in file.deck.cards.values()
    ]
    return "\n".join([shown(file.name, _LONGEST_DECK), "number colour   windows shields  code", *rows])


def findings_text(findings: DeckFindings, file: str) -> str:
    """The findings of a check of a deck file, one kind on a line, and whether it is a deck."""
    rows = [*_grouped(say(_("error")), findings.errors), *_grouped(say(_("warning")), findings.warnings)]
    count = len(findings.errors)
    no_deck = ngettext("not a deck yet ({number} error)", "not a deck yet ({number} errors)", count)
    return "\n".join([*rows, f"{file}: {say(no_deck if count else _('a deck of 96 cards'))}"])


def _grouped(word: str, found: Sequence[DeckFinding]) -> Iterable[str]:
    """A line for each finding; one line for all, if many are of one kind."""
    for kind in dict.fromkeys(one.kind for one in found):
        alike = [one for one in found if one.kind == kind]
        if len(alike) <= _MOST_ALIKE:
            yield from (f"{word}: {_finding(one)}" for one in alike)
        else:
            rest = ", ".join(_named(one) for one in alike[1 : 1 + _MOST_NAMED])
            more = say(_(", ... (all: --json)")) if len(alike) > 1 + _MOST_NAMED else ""
            alike_too = say(_("{number} more like it: {rest}", number=len(alike) - 1, rest=rest))
            yield f"{word}: {_finding(alike[0])}; {alike_too}{more}"


def _finding(finding: DeckFinding) -> str:
    where = [say(_("line {line}", line=finding.line))] if finding.line else []
    where += [say(_("card {number}", number=finding.card))] if finding.card is not None else []
    message = say(finding.message)
    return ": ".join([", ".join(where), message]) if where else message


def _named(finding: DeckFinding) -> str:
    if finding.card is not None:
        return say(_("card {number} (line {line})", number=finding.card, line=finding.line))
    return say(_("line {line}", line=finding.line) if finding.line else finding.message)


def scored(record: Record) -> Scored:
    """The score of a record. Raises RuleError."""
    game = replay(record)
    result = score(game)
    return Scored(
        lambda: score_json(result), lambda: score_text(result), lambda: advice_json(game), lambda: advice_text(game)
    )


LINK = "https://app.bgstatsapp.com/createPlay.html?data="


def play_json(name: str, record: Record, score: Score) -> dict[str, Any]:
    """The game called `name` as a play of BG Stats. Raises NotFinishedError."""
    if not score.finished:
        raise NotFinishedError(f"the game {name} is not finished: BG Stats keeps games that are")
    started, ended = (datetime.fromisoformat(record.extra[key]) for key in ("started", "ended"))
    return {
        "sourceName": "lucca-pi",
        "sourcePlayId": name,
        "playDate": ended.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": max(1, round((ended - started).total_seconds() / 60)),
        "game": {"name": "Lucca Città", "sourceGameId": "lucca-citta", "highestWins": True, "noPoints": False},
        "players": [
            {
                "name": player,
                "sourcePlayerId": player,
                "startPlayer": player == score.game.orders[0][0],
                "score": score.totals[player],
                "rank": score.rank(player),
                "winner": score.rank(player) == 1,
            }
            for player in score.ranking
        ],
    }


def link_to(play: Mapping[str, Any]) -> str:
    """The link that opens BG Stats with the play."""
    return LINK + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")
