"""Why a turn was taken as it was, as text for people and as JSON data."""

from collections.abc import Iterator, Sequence
from typing import Any

from lucca_pi.games.citta.referee.answers import answers_in_words, turn_in_words, ways_in_words
from lucca_pi.games.citta.referee.reasons import odds
from lucca_pi.games.citta.referee.side_by_side import explanation_json, explanation_lines
from lucca_pi.games.citta.referee.verdict import Doubt, Explained
from lucca_pi.games.citta.rules.deck import Deck
from lucca_pi.games.citta.rules.record import turn_json
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.session.answering import SPLIT
from lucca_pi.games.citta.session.explaining import Why
from lucca_pi.games.citta.session.journal import Played, asked_json
from lucca_pi.games.citta.session.judging import SETTLED
from lucca_pi.games.citta.session.modes import Choice, Disagreed
from lucca_pi.games.citta.session.resting import AT_REST, CONFIRMED

FORMAT = "lucca-citta-why/1"
HOW = {SETTLED: "by a later look", AT_REST: "at rest", CONFIRMED: "at rest", SPLIT: "shown for OK"}
"""Notes on turns, on a line; any other was made as players told something."""


def why_text(why: Why, deck: Deck) -> str:
    """All of it: what was taken, what was thought, seen and proved, and what to change on the table."""
    return "\n".join(_lines(why, deck))


def _lines(why: Why, deck: Deck) -> Iterator[str]:
    yield f"round {why.round}, turn {why.turn}: {why.player}"
    if why.taken:
        yield f"taken: {moves(why.taken, deck)}"
    yield from how_taken(why)
    if why.explanation:
        yield ""
        yield from explanation_lines(why.explanation)
    yield from _audited(why)
    if why.remedies:
        yield from ("", "what to change on the table:", *(f"  {_ended(one)}" for one in why.remedies))
    elif why.explanation:
        yield from ("", "what to change on the table: nothing")


def moves(turns: Sequence[Turn], deck: Deck) -> str:
    """What was played, on one line."""
    return turn_in_words(turns[0], deck) if len(turns) == 1 else ways_in_words([turns], deck)[0]


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith(".") else f"{sentence}."


def _audited(why: Why) -> Iterator[str]:
    """The auditor's lines: what proves the turns, and what does not."""
    if why.certificate:
        yield from ("", "what the auditor says:" if why.taken else "what the auditor says of the first of them:")
        yield from (f"  {proof}" for proof in why.certificate.proofs)
        yield from (f"  not proved: {gap.text}" for gap in why.certificate.gaps)
        yield (
            "  signed: all of it is proved"
            if why.certificate.is_signed
            else "  not signed: so it is not taken without a word"
        )


def how_taken(why: Why) -> Iterator[str]:
    """In sentences: why it was asked or not asked."""
    if why.asked:
        given = "none of the answers" if why.asked.given is None else why.asked.answers[why.asked.given]
        yield f'It was asked: "{why.asked.question}" The players answered: {given}.'
    elif why.taken and not why.note and not why.others:
        yield "It was taken without a word." if why.look else "The players told it; there was no look."
    if why.note:
        yield f"Noted: {why.note}."
    if why.others:
        yield f"It is not settled yet: {len(why.others)} other turns may be meant, and the next look shall tell."
    yield from _leads_to(why)


def _leads_to(why: Why) -> Iterator[str]:
    """What the look leads to, were nothing said before it."""
    events = why.outcome.events if why.outcome else ()
    match why.outcome and why.outcome.mode:
        case Choice(text=text, options=options):
            answers = " / ".join(option.words for option in options)
            yield f'By this look the machine asks: "{text}" ({answers})'
        case Disagreed(problems=problems, advice=advice):
            yield f"By this look the machine complains: {'; '.join(problems)}. {advice}"
        case None if any(isinstance(event, Played) and event.others for event in events):
            yield "By this look play goes on: who is next is the same in any case, and the next look may tell."
        case None if events:
            yield "By this look nothing is asked: one turn fits, and the auditor signs it."


def why_line(why: Why, deck: Deck) -> str:
    """On one line: when, who, how sure, asked or not, what was taken, and what comes next with its distance."""
    when, weight = f"{why.round}.{why.turn}", "     "
    if why.explanation and why.explanation.best:
        weight = f"{why.explanation.best.cost:5.1f}"
    taken = moves(why.taken, deck) if why.taken else "nothing is taken yet"
    return f"{when:<5} {why.player:<12} {_sure(why):<8} {weight}  {_how(why):<15} {taken}{_next(why, deck)}"


def _sure(why: Why) -> str:
    if why.explanation is None:
        return "no look"
    if why.explanation.ways:
        return "several"
    match why.explanation.verdict:
        case Explained(fits_badly=fits_badly):
            return "badly" if fits_badly else "sure"
        case Doubt():
            return "doubt"
        case _:
            return "none"


def _how(why: Why) -> str:
    if why.asked:
        return "asked"
    if why.others:
        return "not settled"
    if why.note:
        return HOW.get(why.note, "told")
    return "without a word" if why.look and why.taken else "told" if why.taken else "waits"


def _next(why: Why, deck: Deck) -> str:
    """The runner-up, by what it says differently from the best."""
    explained = why.explanation
    if explained is None or explained.distance is None:
        return ""
    best, other = (*explained.ways, *explained.ranked)[:2]
    if len(best.turns) == len(other.turns) == 1:
        words = answers_in_words((best.turns[0], other.turns[0]), deck)[1][1]
    else:
        words = other.words
    return f"; next, {explained.distance:.1f} behind: {words}"


def why_json(why: Why) -> dict[str, Any]:
    """The same as JSON data."""
    explained, signed = why.explanation, why.certificate
    return {
        "format": FORMAT,
        **{"round": why.round, "turn": why.turn, "player": why.player},
        "taken": [turn_json(turn) for turn in why.taken],
        "asked": asked_json(why.asked) if why.asked else None,
        "note": why.note,
        "others": [turn_json(turn) for turn in why.others],
        "how": [*how_taken(why)],
        "sure": _sure(why),
        "weight": round(explained.best.cost, 6) if explained and explained.best else None,
        "odds": odds(explained.best.cost) if explained and explained.best else None,
        "distance": round(explained.distance, 6) if explained and explained.distance is not None else None,
        "explanation": explanation_json(explained) if explained else None,
        "proofs": [*signed.proofs] if signed else [],
        "not_proved": [gap.text for gap in signed.gaps] if signed else [],
        "remedies": [*why.remedies],
    }
