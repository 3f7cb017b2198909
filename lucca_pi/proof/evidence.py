"""The evidence that a journal holds of each turn: its pictures, and the players' answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from lucca_pi.contract.history import SETTLED_BY_PLAYERS
from lucca_pi.evening.answers import SPLIT
from lucca_pi.evening.journal import look_from_json
from lucca_pi.evening.judging import SETTLED
from lucca_pi.evening.resting import AT_REST
from lucca_pi.outside import Node, shown
from lucca_pi.table.sighting import Look

Pictures = tuple[tuple[str, ...], ...]
"""
The pictures of each look: the first, and those joined with it; all looks but the last are of the resting table before.
"""
_BY_MACHINE = (SPLIT, SETTLED, AT_REST)
"""Notes on turns without an answer of players."""
_TAKEN_BACK = ("dealt", "played", "adjusted", "corrected")
"""Events that can be taken back."""
_LONGEST_WORDS = 200


@dataclass(frozen=True, slots=True)
class Evidence:
    """
    The journal's evidence for the deal, a turn or an adjustment.

    `kind` is the journal's word: dealt, played or adjusted. `looked`: it had looks, even if their pictures were not
    stored; for an adjustment, the look of the turn before it. `said`: what players answered, corrected or settled.
    `split`: one of several turns inferred from one look; `again`: a later look at rest corrected it. `told`: the
    journal's looks with the cards that players identified where the look was ambiguous; `which`: their answer, the
    cards `named` by it. `guessed`: the turn was not settled yet.
    """

    kind: str
    pictures: Pictures = ()
    looked: bool = True
    said: str = ""
    split: bool = False
    again: bool = False
    told: tuple[Look, ...] = ()
    which: str = ""
    named: frozenset[str] = frozenset()
    guessed: bool = False


def evidence_of(events: Sequence[Node], pictures: Mapping[int, Pictures]) -> list[Evidence]:
    """
    The evidence of each deal, turn and adjustment that was not taken back; `pictures` by the number of the event.

    Raises UnreadableError.
    """
    found: list[Evidence] = []
    last: list[Node] = []
    for number, event in standing(events):
        kind = event.key("event").text()
        if kind == "corrected":
            _correct(found, event)
        elif kind in ("dealt", "played"):
            found.append(_evidence(kind, event, pictures.get(number, ())))
            last = event.key("looks").list()
        elif kind == "adjusted":
            found.append(_adjustment(event, last))
    return found


def standing(events: Sequence[Node]) -> list[tuple[int, Node]]:
    """The events that were not taken back, each with its number, from 1. Raises UnreadableError."""
    found: list[tuple[int, Node]] = []
    for number, event in enumerate(events, start=1):
        if event.key("event").text() == "taken-back":
            _take_back(found)
        else:
            found.append((number, event))
    return found


def _take_back(found: list[tuple[int, Node]]) -> None:
    """Removes the last event that can be taken back, if there is one."""
    for index in reversed(range(len(found))):
        if found[index][1].key("event").value in _TAKEN_BACK:
            del found[index]
            return


def _evidence(kind: str, event: Node, pictures: Pictures) -> Evidence:
    looked, note, said = bool(event.key("looks").list()), _note(event), _said(event)
    if kind == "played" and not looked and note != SPLIT:
        said = said or "told by the players"
    which = "; ".join(_answered(one) for one in _identified(event))
    told = tuple(_look(one) for one in event.key("looks").list()) if which else ()
    others = event.get("others")
    named = frozenset(name for one in _identified(event) if (name := _given(one)))
    guessed = bool(others and others.list())
    return Evidence(
        kind, pictures, looked, said, split=note == SPLIT, told=told, which=which, named=named, guessed=guessed
    )


def _identified(event: Node) -> list[Node]:
    """The questions about ambiguous cards of the looks."""
    asked = event.get("identified")
    return asked.list() if asked else []


def _look(data: Node) -> Look:
    """A look from a journal's data. Raises UnreadableError."""
    try:
        return look_from_json(data.value)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise data.wrong("it is no look") from None


def _adjustment(event: Node, last: Sequence[Node]) -> Evidence:
    """The evidence of an adjustment; `last`: the looks of the turn before it."""
    looks = [look.value for look in event.key("looks").list()]
    same = bool(looks) and looks == [look.value for look in last[-1:]]
    return Evidence("adjusted", looked=same, said=SETTLED_BY_PLAYERS)


def _correct(found: list[Evidence], event: Node) -> None:
    """Applies a correction to the turn that it names, counting from 1."""
    turns = [index for index, one in enumerate(found) if one.kind == "played"]
    number = event.key("number")
    if not 1 <= number.whole() <= len(turns):
        raise number.wrong(f"there are {len(turns)} turns before it")
    at = turns[number.whole() - 1]
    again = found[at].again or _note(event) == AT_REST
    said = _said(event) or ("" if _note(event) in _BY_MACHINE else "corrected by the players")
    if len(event.key("turns").list()) < len(turns[number.whole() - 1 :]):  # it was no turn
        found[at] = Evidence("adjusted", looked=False, said=said)
        return
    found[at] = replace(found[at], said=said or found[at].said, again=again)


def _said(event: Node) -> str:
    """The question with the answer given, or the note on the players' entry."""
    asked = event.get("asked")
    if asked and asked.value is not None:
        return _answered(asked)
    note = _note(event)
    return "" if note in _BY_MACHINE else shown(note, _LONGEST_WORDS)


def _note(event: Node) -> str:
    note = event.get("note")
    return note.text() if note else ""


def _answered(asked: Node) -> str:
    question, answer = asked.key("question").text(), _given(asked)
    if answer is None:
        return f"told by the players when asked: {shown(question, _LONGEST_WORDS)}"
    return f"answered by the players: {shown(question, _LONGEST_WORDS)} {shown(answer, _LONGEST_WORDS)}"


def _given(asked: Node) -> str | None:
    """The answer given; None if no answer offered was right."""
    answers, given = asked.key("answers").list(), asked.key("given")
    if given.value is None:
        return None
    if not 0 <= given.whole() < len(answers):
        raise given.wrong(f"there are {len(answers)} answers")
    return answers[given.whole()].text()
