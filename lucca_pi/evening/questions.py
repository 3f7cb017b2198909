"""The referee's questions to the players: their answers, where each leads, and the pieces that they are about."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from lucca_pi.contract.entering import Asking, agrees, next_question_about
from lucca_pi.contract.history import Asked, Looks
from lucca_pi.contract.questions import (
    NOT_FINISHED,
    Among,
    Choice,
    Disagreed,
    EnterTurn,
    Lead,
    Option,
    Settle,
    Take,
    ThisCard,
    Way,
    is_entry_right,
    shown_for_ok,
)
from lucca_pi.contract.verdict import Fact, Gap, Split, Turns
from lucca_pi.evening.state import State
from lucca_pi.language import Text, _
from lucca_pi.table.sighting import Look, Sighting

NONE_OF_THESE = _("None of these")


def is_it_right(state: State, turns: Turns, looks: Looks, gaps: Sequence[Gap] = (), no: Lead | None = None) -> Choice:
    """Turns shown for one OK: the likeliest ones for a table that they fit badly or that does not prove them."""
    setup, words = state.begun.setup, state.plugin.words
    moves = words.turn_words(setup, turns[0]) if len(turns) == 1 else words.ways_words(setup, [turns])[0]
    is_pass = not any(words.facts_of(turn) for turn in turns)
    return shown_for_ok(turns, moves, looks, gaps, no, may_be_unfinished=is_pass)


def which_turns_they_were(state: State, found: Split, looks: Looks) -> Choice:
    """The turns that nobody pressed OK for, shown for one OK; a question if there are several ways."""
    if len(found.ways) > 1:
        return which_of(state, Among(found.ways), looks)
    right = (Option(_("Yes"), Take(found.ways[0])), Option(_("No"), EnterTurn()))
    told = {"number": len(found.ways[0]), "moves": found.words[0]}
    return Choice("", _("{number} turns since the last look: {moves}. Is that right?", **told), right, looks)


def unsettled_question(state: State, number: int, looks: Looks = ()) -> Choice:
    """The question about an unsettled turn; `looks` are judged after the answer."""
    moment = state.course.moment(number)
    return which_of(state, Among.turns((moment.entry, *moment.others), number), looks)


def unanswered(state: State) -> tuple[tuple[int | None, int, Asked], ...]:
    """Round and turn of the unsettled turn, both from 1, with its question; empty if all turns are settled."""
    number = state.course.open_turn
    if number is None:
        return ()
    game, asked = state.course.game_before(number), unsettled_question(state, number).asked
    return ((game.round, game.turns + 1, asked),) if asked else ()


def which_of(state: State, among: Among, looks: Looks, unseen: Sequence[Fact] = ()) -> Choice:
    """A question with its likeliest answers, and a way out for all other turns: to enter the turn."""
    asked = state.plugin.words.question(state.begun.setup, among.ways, unseen)
    player = among.ways[0][0].player if all(len(way) == 1 for way in among.ways) else ""
    among = replace(among, told=among.told | state.plugin.words.facts_answered(state.match, among.ways))
    left = [replace(among, ways=ways) for ways in asked.left]
    if among.corrects:
        options = (Option(words, one) for words, one in zip(asked.answers, left, strict=True))
        return Choice(player, asked.text, (*options, *as_it_was(among.number)), looks)
    leads = (_first(one) if len(one.ways) == 1 else one for one in left)
    offered = (Option(words, lead) for words, lead in zip(asked.answers, leads, strict=True))
    none = Option(NONE_OF_THESE, EnterTurn(among.number))
    later = (Option(NOT_FINISHED, Way.BACK),) if among.number is None and unseen else ()
    return Choice.kept(player, asked.text, offered, looks, *later, none)


def next_question(state: State, among: Among, looks: Looks) -> Choice:
    """The question which of the ways it was; a change that players make unasked is shown whole once one is left."""
    if not among.corrects or not are_alike(state, among):
        return which_of(state, among, looks)
    turn = among.ways[0][0]
    return is_entry_right(state.plugin.words.turn_words(state.begun.setup, turn), turn, among.number)


def entering(state: State, entry: EnterTurn) -> Choice:
    """
    The next question about a turn entered by hand; if it replaces another, the chosen answer is that of the other.

    Last the whole turn is shown.
    """
    words, match = state.plugin.words, (state.before(entry.number) if entry.number else state).match
    next_part = partial(words.next_part, match)
    asked = next_question_about(next_part, entry.entered)
    if not isinstance(asked, Asking):
        return is_entry_right(words.turn_words(state.begun.setup, asked), asked, entry.number)
    options = tuple(Option(answer, replace(entry, entered=entered)) for answer, entered in asked.answers)
    was = state.course.turns[entry.number - 1] if entry.number else None
    alike = [at for at, (_, one) in enumerate(asked.answers) if was and agrees(next_part, words.is_part, one, was)]
    return Choice(asked.candidate.player, asked.text, options, chosen=alike[0] if alike else 0)


def as_it_was(number: int | None) -> tuple[Option, Option]:
    """The last two answers when players correct a turn unasked."""
    return Option(_("Enter it"), EnterTurn(number)), Option(_("As it was"), Way.BACK)


def decided(state: State, lead: Lead) -> Lead:
    """
    The lead of an answer: a further question, as long as the remaining ways count differently.

    A change that players make unasked is shown first; if they have told the turn as it was, nothing changes.
    """
    if not isinstance(lead, Among) or not are_alike(state, lead):
        return lead
    if lead.corrects and lead.number:
        return Way.BACK if (state.course.moment(lead.number).entry,) in lead.ways else lead
    return _first(lead)


def _first(among: Among) -> Take | Settle:
    if among.number is None:
        return Take(among.ways[0], among.told, whole=False)
    return Settle(among.number, among.ways[0][0])


def are_alike(state: State, among: Among) -> bool:
    """True if it makes no difference which of the ways it was."""
    game = state.game if among.number is None else state.course.game_before(among.number)
    if any(len(way) > 1 for way in among.ways):
        return len(among.ways) == 1
    return len({state.plugin.referee.what_counts(game, turn) for (turn,) in among.ways}) == 1


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
