"""The referee's questions, put to the players: answers, and what each leads to."""

from collections.abc import Sequence
from dataclasses import replace

from lucca_pi.citta.referee.answers import turn_in_words
from lucca_pi.citta.referee.asking import question
from lucca_pi.citta.referee.forgotten import Split
from lucca_pi.citta.referee.kinds import what_counts
from lucca_pi.citta.referee.verdict import Doubt
from lucca_pi.citta.rules.deck import CardName
from lucca_pi.citta.rules.turn import Turn
from lucca_pi.citta.session.journal import Asked
from lucca_pi.citta.session.modes import Among, Choice, Draft, Lead, Option, Settle, Take, Tell
from lucca_pi.citta.session.state import State
from lucca_pi.language import _
from lucca_pi.table.sighting import Look

NONE_OF_THESE = _("None of these")
Looks = tuple[Look, ...]


def is_it_right(state: State, turn: Turn, looks: Looks) -> Choice:
    """The only turn that explains a table, shown for one OK as it fits badly."""
    text = _("{moves}. Is that right?", moves=turn_in_words(turn, state.begun.deck_file.deck))
    whole = _("{player}: {question}", player=turn.player, question=text)
    yes, no = Option(_("Yes"), Take((turn,)), 0), Option(_("No"), Tell(Draft()), 1)
    return Choice(turn.player, text, (yes, no), looks, Asked(whole, (yes.words, no.words), None))


def which_turn_it_was(state: State, doubt: Doubt, looks: Looks) -> Choice:
    """The question which turn has just been played."""
    return which_of(state, Among(tuple((turn,) for turn in doubt.turns)), looks, doubt.unseen)


def which_turns_they_were(state: State, found: Split, looks: Looks) -> Choice:
    """The turns that nobody pressed OK for, shown for one OK; a question only where they may have been others."""
    if len(found.ways) > 1:
        return which_of(state, Among(found.ways), looks)
    right = (Option(_("Yes"), Take(found.ways[0])), Option(_("No"), Tell(Draft())))
    return Choice("", _("{moves}. Is that right?", moves=found.words[0]), right, looks)


def which_earlier(state: State, number: int, turns: Sequence[Turn], looks: Looks = ()) -> Choice:
    """The question which of the turns an unsettled one was, likeliest first; `looks` are to be judged after it."""
    return which_of(state, Among(tuple((turn,) for turn in turns), number), looks)


def unsettled_question(state: State, number: int) -> Choice:
    """The question that an unsettled turn leaves, for who wants to answer before the next look."""
    moment = state.course.moment(number)
    return which_earlier(state, number, [turn for turn in (moment.entry, *moment.others) if isinstance(turn, Turn)])


def unanswered(state: State) -> tuple[tuple[int, int, Asked], ...]:
    """Round and turn of the turn that is not settled yet, both from 1, with its question."""
    number = state.course.open_turn
    game = state.course.game_before(number) if number else None
    asked = unsettled_question(state, number).asked if number else None
    return ((game.round, game.turns + 1, asked),) if game and asked else ()


def which_of(state: State, among: Among, looks: Looks, unseen: Sequence[CardName] = ()) -> Choice:
    """A question with its likeliest answers, and a way out for all others: telling the turn by hand."""
    asked = question(among.ways, state.begun.deck_file.deck, unseen)
    player = among.ways[0][0].player if len(among.ways[0]) == 1 else ""
    left = (replace(among, ways=ways) for ways in asked.left)
    leads = (_first(one) if len(one.ways) == 1 else one for one in left)
    offered = (Option(words, lead, at) for at, (words, lead) in enumerate(zip(asked.answers, leads, strict=True)))
    whole = _("{player}: {question}", player=player, question=asked.text) if player else asked.text
    none = Option(NONE_OF_THESE, Tell(Draft(among.number)))
    return Choice(player, asked.text, (*offered, none), looks, Asked(whole, asked.answers, None))


def decided(state: State, lead: Lead) -> Lead:
    """What an answer comes to: as long as the ways it leaves count differently, more is asked."""
    return _first(lead) if isinstance(lead, Among) and are_alike(state, lead) else lead


def _first(among: Among) -> Take | Settle:
    return Take(among.ways[0]) if among.number is None else Settle(among.number, among.ways[0][0])


def are_alike(state: State, among: Among) -> bool:
    """Whether it makes no difference which of the ways it was."""
    game = state.game if among.number is None else state.course.game_before(among.number)
    if game is None or len(among.ways[0]) > 1:
        return len(among.ways) == 1
    return len({what_counts(game, turn) for (turn,) in among.ways}) == 1
