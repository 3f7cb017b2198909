"""The look that a question or a complaint is about, and the pieces that its words or its answers name."""

from collections.abc import Iterator, Sequence

from lucca_pi.contract.questions import Among, Choice, Disagreed, Lead, Settle, Take, ThisCard
from lucca_pi.contract.verdict import Turns
from lucca_pi.evening.state import State
from lucca_pi.language import Text
from lucca_pi.table.sighting import Look, Sighting

_PIECES = ("card", "cards", "tile", "tiles", "at")
"""Placeholders that are filled with names of pieces, or of their places."""


def asked_look(state: State) -> Look | None:
    """The look that the question or complaint is about; None if it is about none."""
    looks = state.mode.looks if isinstance(state.mode, Choice | Disagreed) else ()
    return looks[-1] if looks else None


def pieces_named(state: State) -> tuple[str, ...]:
    """The names of the pieces that the question or complaint is about, as players call them."""
    match state.mode:
        case Choice() as choice:
            named = [*_in_text(choice.text), *_in_answers(state, choice)]
        case Disagreed() as disagreed:
            named = [name for text in (*disagreed.problems, disagreed.advice) for name in _in_text(text)]
        case _:
            named = []
    return tuple(dict.fromkeys(named))


def pieces_asked_about(state: State) -> Sequence[Sighting]:
    """The pieces in the look that the question or complaint is about, in the look's axes."""
    look = asked_look(state)
    if look is None:
        return ()
    options = state.mode.options if isinstance(state.mode, Choice) else ()
    places = [option.lead.seen for option in options if isinstance(option.lead, ThisCard)][:1]
    return (*places, *state.plugin.referee.named(state.match, look, pieces_named(state)))


def _in_answers(state: State, choice: Choice) -> Iterator[str]:
    """The pieces about which the answers differ; if the game does not name them, those in the answers' words."""
    ways = [way for option in choice.options for way in _turns_of(option.lead)]
    facts = state.plugin.words.facts_answered(state.match, ways) if len(ways) > 1 else frozenset()
    named = [str(fact) for fact in facts if isinstance(fact, int | str)]
    yield from named
    if facts and not named:
        yield from (name for option in choice.options if _turns_of(option.lead) for name in _in_text(option.words))


def _turns_of(lead: Lead) -> tuple[Turns, ...]:
    match lead:
        case Take(turns=turns):
            return (turns,)
        case Among(ways=ways):
            return ways
        case Settle(turn=turn):
            return ((turn,),)
        case _:
            return ()


def _in_text(text: str) -> Iterator[str]:
    """The names of pieces with which a text is filled, also within the texts that fill it."""
    for name, value in text.filled.items() if isinstance(text, Text) else ():
        is_other = name == "other" and "card" in text.filled  # type: ignore[attr-defined]
        if name in _PIECES or is_other:
            yield from str(value).split(", ")
        elif isinstance(value, Text):
            yield from _in_text(value)
