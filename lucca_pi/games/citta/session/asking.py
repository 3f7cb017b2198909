"""The referee's questions, put to the players: answers, and what each leads to."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lucca_pi.games.citta.auditor.certificate import Gap
from lucca_pi.games.citta.referee.answers import turn_in_words, ways_in_words
from lucca_pi.games.citta.referee.asking import Turns, question
from lucca_pi.games.citta.referee.forgotten import Split
from lucca_pi.games.citta.referee.kinds import what_counts
from lucca_pi.games.citta.referee.verdict import Doubt
from lucca_pi.games.citta.rules.deck import CardName, Deck
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.session.journal import Asked
from lucca_pi.games.citta.session.modes import Among, Choice, Draft, Lead, Option, Settle, Take, Tell
from lucca_pi.games.citta.session.state import State
from lucca_pi.language import _
from lucca_pi.table.sighting import Look

NONE_OF_THESE = _("None of these")
NOT_FINISHED = _("Not finished yet")
TELL = Tell(Draft())
Looks = tuple[Look, ...]


def is_it_right(state: State, turns: Turns, looks: Looks, gaps: Sequence[Gap] = (), no: Lead = TELL) -> Choice:
    """Turns shown for one OK: the likeliest that explain a table, which fits them badly or does not prove them."""
    deck, player = state.begun.deck_file.deck, turns[0].player if len(turns) == 1 else ""
    moves = turn_in_words(turns[0], deck) if player else ways_in_words([turns], deck)[0]
    right = _("{moves}. Is that right?", moves=moves)
    text = _("{gap}. {question}", gap=gaps[0].text, question=right) if gaps else right
    whole = _("{player}: {question}", player=player, question=text) if player else text
    options = Option(_("Yes"), Take(turns), 0), Option(_("No"), no, 1)
    return Choice(player, text, options, looks, Asked(whole, tuple(one.words for one in options), None))


def which_turn_it_was(state: State, doubt: Doubt, looks: Looks) -> Choice:
    """The question which turn has just been played."""
    return which_of(state, Among(tuple((turn,) for turn in doubt.turns)), looks, doubt.unseen)


def disputed(ways: Sequence[Turns], deck: Deck) -> frozenset[CardName]:
    """The cards of which the ways say different things: by whom, how and in which order they were played."""
    roles = [dict(_roles(way, deck)) for way in ways]
    cards = {card for role in roles for card in role}
    return frozenset(card for card in cards if len({role.get(card) for role in roles}) > 1)


def _roles(way: Turns, deck: Deck) -> Iterator[tuple[CardName, object]]:
    for turn in way:
        built: Counter[str] = Counter()
        for play in turn.play:
            colour = deck[int(play.card)].colour if play.way == "palace" else ""
            built[colour] += 1
            yield play.card, (turn.player, play.way, built[colour] if colour else 0)


def which_turns_they_were(state: State, found: Split, looks: Looks) -> Choice:
    """The turns that nobody pressed OK for, shown for one OK; a question only where they may have been others."""
    if len(found.ways) > 1:
        return which_of(state, Among(found.ways), looks)
    right = (Option(_("Yes"), Take(found.ways[0])), Option(_("No"), Tell(Draft())))
    return Choice("", _("{moves}. Is that right?", moves=found.words[0]), right, looks)


def which_earlier(state: State, number: int, turns: Sequence[Turn], looks: Looks = ()) -> Choice:
    """The question which of the turns an unsettled one was, likeliest first; `looks` are to be judged after it."""
    return which_of(state, Among(tuple((turn,) for turn in turns), number), looks)


def unsettled_question(state: State, number: int, looks: Looks = ()) -> Choice:
    """The question that an unsettled turn leaves; `looks` are to be judged after it."""
    moment = state.course.moment(number)
    turns = [turn for turn in (moment.entry, *moment.others) if isinstance(turn, Turn)]
    return which_earlier(state, number, turns, looks)


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
    among = replace(among, told=among.told | told_by(state, among))
    left = (replace(among, ways=ways) for ways in asked.left)
    leads = (_first(one) if len(one.ways) == 1 else one for one in left)
    if among.corrects:
        options = (Option(words, lead) for words, lead in zip(asked.answers, leads, strict=True))
        by_hand = Option(_("Tell it by hand"), Tell(Draft(among.number)))
        return Choice(player, asked.text, (*options, by_hand, Option(_("As it was"), "back")), looks)
    offered = (Option(words, lead, at) for at, (words, lead) in enumerate(zip(asked.answers, leads, strict=True)))
    whole = _("{player}: {question}", player=player, question=asked.text) if player else asked.text
    none = Option(NONE_OF_THESE, Tell(Draft(among.number)))
    later = (Option(NOT_FINISHED, "back"),) if among.number is None and unseen else ()
    return Choice(player, asked.text, (*offered, *later, none), looks, Asked(whole, asked.answers, None))


def told_by(state: State, among: Among) -> frozenset[CardName]:
    """What the players tell of by answering which of the ways it was: cards, and palaces by their newest card."""
    quarters = state.game.position.quarters.values() if state.game else ()
    opened = [{colour for turn in way for colour in turn.open} for way in among.ways]
    either = set[str]().union(*opened) - opened[0].intersection(*opened)
    palaces = {one.number for quarter in quarters for colour, one in quarter.completed.items() if colour in either}
    return disputed(among.ways, state.begun.deck_file.deck) | palaces


def decided(state: State, lead: Lead) -> Lead:
    """What an answer comes to: as long as the ways it leaves count differently, more is asked."""
    return _first(lead) if isinstance(lead, Among) and are_alike(state, lead) else lead


def _first(among: Among) -> Take | Settle:
    if among.number is None:
        return Take(among.ways[0], among.told, whole=False)
    return Settle(among.number, among.ways[0][0])


def are_alike(state: State, among: Among) -> bool:
    """Whether it makes no difference which of the ways it was."""
    game = state.game if among.number is None else state.course.game_before(among.number)
    if game is None or len(among.ways[0]) > 1:
        return len(among.ways) == 1
    return len({what_counts(game, turn) for (turn,) in among.ways}) == 1
