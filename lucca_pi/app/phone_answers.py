"""Answers from phones: the input that each is, and whether it comes in time."""

from dataclasses import replace
from secrets import token_hex

from lucca_pi.contract.questions import Choice, Speak
from lucca_pi.evening.people import may_be_named, seats_to_name, with_names
from lucca_pi.evening.phones import words_of
from lucca_pi.evening.state import State
from lucca_pi.evening.step import Chosen, Continue, Input, Pressed, Rested, SeatsNamed
from lucca_pi.language import LANGUAGES, _
from lucca_pi.ports import PhoneAnswer, Reply

LATE_S = 0.7
"""Seconds after a phone's answer in which a press is dropped: nobody has read the next question so fast."""


class Prompts:
    """
    Names of questions, so that an answer says which one it answers. A name is never given twice.

    >>> prompts = Prompts()
    >>> prompts.name != Prompts().name
    True
    """

    def __init__(self) -> None:
        self._run, self._number = token_hex(4), 0
        self._waits_for: tuple[object, ...] = ()

    @property
    def name(self) -> str:
        """Name of the question that is open now."""
        return f"{self._run}-{self._number}"

    def taken(self, given: Input) -> None:
        """Takes a new name if the input answers or shows something: answers to the old name come too late."""
        moves = isinstance(given, Pressed) and given.button in ("up", "down")
        if not (moves or isinstance(given, Rested | Continue | Speak)):
            self._number += 1

    def waits(self, game: str, state: State) -> str:
        """Name of the question that is open in this state."""
        unchosen = replace(state.mode, chosen=0) if isinstance(state.mode, Choice) else state.mode
        now = (game, state.begun, state.course, unchosen)
        if now != self._waits_for:
            self._waits_for = now
            self._number += 1
        return self.name


def meant(answer: PhoneAnswer, game: str, state: State, date: str) -> tuple[Input, str] | Reply:
    """The input that a phone's answer is, with its words for all to see; else why it does not count."""
    if answer.do == "names":
        return _named(answer, game, state, date)
    if answer.do == "language":
        spoken = [(Speak(language), name) for language, name in LANGUAGES.items()]
        return spoken[answer.number] if answer.number < len(spoken) else "unfit"
    if answer.asked != state.prompt:
        return "late"
    words = words_of(state, answer.do, answer.number)
    if not words:
        return "unfit"
    if answer.do in ("ok", "back", "undo"):
        return Pressed(answer.do, date, afar=True), _("OK") if answer.do == "ok" else words
    return Chosen(answer.do, answer.number, date), words


def _named(answer: PhoneAnswer, game: str, state: State, date: str) -> tuple[Input, str] | Reply:
    """The same for names, which are late once one of them is no longer what it was."""
    known = {one["seat"]: one["name"] for one in seats_to_name(state)}
    if answer.asked != game or any(known.get(seat, was) != was for seat, (was, _now) in answer.names.items()):
        return "late"
    if with_names(state, answer.names) is None or not may_be_named(state):
        return "unfit"
    new = [now or "–" for was, now in answer.names.values() if now != was]
    return SeatsNamed(answer.names, date), _("Names: {names}", names=", ".join(new) or "–")
