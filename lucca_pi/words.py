"""Scores and readings as text for people at a terminal."""

from collections.abc import Iterable

from lucca_pi.citta.rules.deckfile import DeckFile
from lucca_pi.citta.rules.score import Score
from lucca_pi.citta.rules.scoring import Line
from lucca_pi.citta.rules.strict import shown
from lucca_pi.table.reading import QuarterReading, Reading


def score_text(score: Score) -> str:
    """The ranking, then every line of points in the order in which it was made."""
    return "\n".join([*_ranking(score), "", *map(_line, score.lines)]).rstrip()


def _ranking(score: Score) -> Iterable[str]:
    if not score.finished:
        yield f"Not finished: {score.game.round} of {score.game.rounds} rounds begun."
    width = max(len(shown(player)) for player in score.game.players)
    for player in score.ranking:
        yield f"{score.rank(player)}. {shown(player):<{width}} {score.totals[player]:>4}{_tie_break(score, player)}"


def _tie_break(score: Score, player: str) -> str:
    """Why a player stands where they do among those with equal points."""
    tied = [other for other in score.ranking if score.totals[other] == score.totals[player]]
    number = score.position.quarters[player].highest_number
    if not score.finished or len(tied) == 1 or number is None:
        return ""
    return f"  (tie: highest street number {number})"


def _line(line: Line) -> str:
    when = f"round {line.round}" if line.round else "end"
    return f"{when:<8} {shown(line.player)}: {line.points:+d}  {line.reason}"


def reading_text(reading: Reading) -> str:
    """What lies in each player's areas, in the centre, and what is doubtful."""
    rows = [f"quarter {quarter.quarter}: {_areas(quarter)}" for quarter in reading.quarters]
    rows.append("triplets: " + ("; ".join(_names(triplet) for triplet in reading.triplets) or "none"))
    rows.append("discards: " + (_names(reading.discards) or "none"))
    rows += [f"doubt: {doubt}" for doubt in reading.doubts]
    return "\n".join(rows)


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
    return "\n".join([file.name, "number colour   windows shields  code", *rows])
