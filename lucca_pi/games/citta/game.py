"""The game Lucca Città as a value. Facts are cards; a palace is named by its newest card."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from lucca_pi.contract.claims import Claims, Members
from lucca_pi.contract.entering import Entered
from lucca_pi.contract.game import Game as TheGame
from lucca_pi.contract.game import Referee, Rules, Show, Words
from lucca_pi.contract.history import Looks, Match
from lucca_pi.contract.questions import Choice, Decision, Disagreed, Draft
from lucca_pi.contract.verdict import Explanation, Judged, Turns
from lucca_pi.errors import RuleError
from lucca_pi.games import how_to_play
from lucca_pi.games.citta.auditor.audit import audit_ambiguous
from lucca_pi.games.citta.files import DECK
from lucca_pi.games.citta.page import page
from lucca_pi.games.citta.referee.candidates import MARGIN, what_counts
from lucca_pi.games.citta.referee.explanation import explained
from lucca_pi.games.citta.referee.forgotten_presses import split
from lucca_pi.games.citta.referee.questions import question, turn_in_words, ways_in_words
from lucca_pi.games.citta.referee.verdict import (
    alternatives,
    explain_ambiguous,
    likeliest_turn,
    not_as_it_was,
)
from lucca_pi.games.citta.report import advice_text, link_to, play_json, scored
from lucca_pi.games.citta.rules.advice import advice_json
from lucca_pi.games.citta.rules.deck import deck_file_json
from lucca_pi.games.citta.rules.game import Game, going_on, play_turn, replay
from lucca_pi.games.citta.rules.record import ADJUSTMENT, TURN, Record, record_json
from lucca_pi.games.citta.rules.score import score
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.session import by_hand, show, which_card
from lucca_pi.games.citta.session.complaining import changed_afterwards, complaint, unfinished
from lucca_pi.games.citta.session.dealing import dealt_as_entered, judge_deal, next_of_deal
from lucca_pi.games.citta.session.memory import (
    advanced,
    case_of,
    cases_of,
    facts_settled_by,
    informs_later,
    record_of,
    scenes_of,
    started,
)
from lucca_pi.games.citta.session.setup import Setup, setup_words
from lucca_pi.games.citta.session.which_deck import unfit_at_first_turn, unread_places, which_deck_at_rest
from lucca_pi.games.citta.table.families import FAMILIES
from lucca_pi.games.citta.table.pieces import BACK_CODE, TOWER_OF_CODE, pieces_in
from lucca_pi.games.citta.table.reading import against_the_deck, read_table
from lucca_pi.language import Text, _
from lucca_pi.table.pieces import Called
from lucca_pi.table.shades import shade_of
from lucca_pi.table.sighting import Miscoloured

_OWN_CODES = range(57, BACK_CODE + 1)
"""The codes that no other game has: tiles and die faces of Lucco have those below as well."""
_SURE = 1.9
"""
Largest cost, in natural logarithms of odds, of a turn that counts as whole: less than the weight of one card still in
its triplet.
"""


# --- rules


def _chosen_again(asked: Setup, chosen: Setup, now: Setup) -> Setup:
    """
    The set-up of a new game, edition and deck each by itself; the side of opened palaces is never chosen at the table.
    """
    edition = chosen.edition if asked.edition == now.edition else now.edition
    decks = [
        (one.deck_file.photographs, deck_file_json(replace(one.deck_file, photographs={})))
        for one in (asked, now, chosen)
    ]
    deck_file = chosen.deck_file if decks[0] == decks[1] != decks[2] else now.deck_file
    return replace(now, edition=edition, deck_file=deck_file)


def _lacks(setup: Setup) -> Text | str:
    """A sentence with what to do if the photographs of the deck are gone; else empty."""
    if not setup.deck_file.photographs_gone:
        return ""
    return _(
        "The photographs of the deck {deck} are gone: cards without a sticker are not recognised. Start once with the "
        "deck's file (--deck); then the game goes on with its photographs.",
        deck=setup.deck_file.name,
    )


def _handed_over(name: str, record: Record) -> tuple[dict[str, Any], str]:
    """A finished game as a play of BG Stats, and the link that opens it there."""
    play = play_json(name, record, score(replay(record)))
    return play, link_to(play)


def _claims(members: Members) -> Claims:
    """The claims of a game's file. Raises UnreadableError."""
    from lucca_pi.games.citta.proof import read_claims

    return read_claims(members)


# --- the referee


def _unidentified(match: Match, looks: Looks, rests: bool) -> Choice | Disagreed | None:
    """
    A question about the deck or a card that is ambiguous or unseen, or a complaint about a foreign one; else None.
    """
    deck = which_deck_at_rest(match, looks) if rests else unfit_at_first_turn(match, looks)
    found = deck or which_card.unidentified_card(match, looks, rests=rests)
    if found or rests or match.game is None or case_of(match, looks).quarter_amiss:
        return found
    return which_card.laid_unseen(match, looks, len(match.game.players))


def _explanation(match: Match, looks: Looks, _judged: Judged, taken: Turns) -> Explanation:
    """The explanation of how looks are judged; `taken`: the turns that the game has."""
    return explained(case_of(match, looks), taken, [*which_card.open_cards_words(match, looks)])


def _corrections(match: Match, looks: Looks, turn: Turn) -> Turns:
    """The turn, and others that differ in its cards or in the palaces that could be opened."""
    completed = match.game.position.quarters[turn.player].completed.values()
    cards = {*(play.card for play in turn.play), *(palace.number for palace in completed)}
    return alternatives(cases_of(match, looks), turn, cards)


def _is_same(game: Game, one: Turn, other: Turn) -> bool:
    """True if two turns lead to the same table and the same points."""
    try:
        first, second = play_turn(game, one), play_turn(game, other)
    except RuleError:
        return False
    return (first.position, first.lines) == (second.position, second.lines)


def _may_wait(game: Game, turns: Turns) -> bool:
    """True if the same player is next after each of the turns, so that the next turn shows which it was."""
    following = {going_on(play_turn(game, turn)).player_in_turn for turn in turns}
    return len(following - {None}) == 1 and not _may_end(game)


def _may_end(game: Game) -> bool:
    """True if the turn being played is the last of the game."""
    return game.round == game.rounds and game.turns + 1 == len(game.players)


def _misplaced(match: Match, looks: Looks) -> Iterator[str]:
    """Sentences on cards that are not where the game says, by the best way to take ambiguous cards."""
    found = [[*not_as_it_was(case)] for case in cases_of(match, looks) or (case_of(match, looks),)]
    yield from min(found, key=len)


# --- words


def _turn_line(turn: Turn) -> str:
    """The player with the cards played, on one line."""
    return f"{turn.player}: {', '.join(str(play.card) for play in turn.play)}"


def _turn_label(match: Match, number: int) -> str:
    """The round and the turn, on one line."""
    players = len(match.course.seats)
    return f"{(number + players - 1) // players}. {_turn_line(match.course.turns[number - 1])}"


def _settlement_question(match: Match, draft: Draft, looks: Looks) -> Choice | Disagreed:
    """The next question about a table that is right as it is, or about a card that is not recognised."""
    if isinstance(draft, Entered):
        return next_of_deal(match, draft, looks)
    if isinstance(draft, which_card.TripletCard):
        return which_card.next_of_triplet(match, draft, looks)
    return by_hand.next_of_settlement(match, draft, looks)


def _settlement_decision(match: Match, draft: Draft, looks: Looks, date: str) -> Decision:
    """The decision after all is entered: the deal, or the adjustment."""
    if isinstance(draft, Entered):
        return dealt_as_entered(match, draft, looks, date)
    return by_hand.left_as_it_lies(match, draft, looks, date)


# --- what is shown


def _drawn(match: Match, inspected: Any, notes: Sequence[str], marks: Sequence[Any]) -> Any:
    """Annotations of a look for its picture."""
    from lucca_pi.games.citta.photographs import annotations

    swap = match.setup.swap
    reading = replace(read_table(inspected.look, match.pieces, swap), doubts=())
    caption = annotations(inspected, reading, match.pieces, swap=swap, marks=marks)
    return replace(caption, caption=[*caption.caption, *notes])


_TO_BEGIN = _(
    "Lay the quarters of seats 1, 2 and 3 where three of you sit; there they stay. They are the frames without a word. "
    "A number is the card with that code; T1 and T2 are towers; “wall” is a card with its back up. Take out cards 1 to "
    "11, both towers and three cards more."
)


def _called(setup: Setup) -> Called:
    """The pieces in players' words: cards by their numbers, quarters by their families."""
    cards = pieces_in(setup.deck_file)
    faces = {code: str(cards.name(code)) for code in (*cards.faces, *TOWER_OF_CODE)}
    places = {
        code: _("seat {number} ({family})", number=number, family=family)
        for number, (code, family) in enumerate(FAMILIES.items(), start=1)
    }
    shades = {code: shade for code, face in cards.faces.items() if (shade := shade_of(face.colour))}
    return Called({**faces, **FAMILIES, BACK_CODE: _("wall")}, places, shades, _TO_BEGIN)


RULES = Rules(
    seats=lambda _setup: FAMILIES,
    setup=Setup,
    files=lambda setup: {DECK: deck_file_json(setup.deck_file)},
    manifest=lambda setup: {"swap": setup.swap},
    chosen_again=_chosen_again,
    lacks=_lacks,
    pieces=lambda setup: pieces_in(setup.deck_file),
    start=started,
    advance=advanced,
    turn=TURN,
    adjustment=ADJUSTMENT,
    record_of=record_of,
    record_json=record_json,
    scored=scored,
    advice=lambda match: (advice_json(match.game), advice_text(match.game)),
    handed_over=_handed_over,
    claims=_claims,
)
REFEREE = Referee(
    margin=MARGIN,
    sure=_SURE,
    is_shown_by=lambda codes: any(code in _OWN_CODES for code in codes),
    judge_start=judge_deal,
    unidentified=_unidentified,
    named=lambda match, look, names: [one for one in look.sightings if str(match.pieces.name(one.code)) in names],
    left_by_rules=which_card.left_by_rules,
    explain=lambda match, looks: explain_ambiguous(cases_of(match, looks)),
    split=lambda match, looks: split(cases_of(match, looks)),
    likeliest=lambda match, looks: likeliest_turn(case_of(match, looks)),
    explanation=_explanation,
    alternatives=lambda match, looks, turn, facts: alternatives(cases_of(match, looks), turn, facts),
    corrections=_corrections,
    audit=lambda match, turns, looks: audit_ambiguous(scenes_of(match, looks), turns),
    what_counts=what_counts,
    is_same=_is_same,
    may_wait=_may_wait,
    may_end=_may_end,
    informs_later=informs_later,
    unfinished=unfinished,
    complaint=complaint,
    changed_afterwards=changed_afterwards,
    unseen=unread_places,
    misplaced=_misplaced,
)
WORDS = Words(
    called=_called,
    turn_words=lambda setup, turn: turn_in_words(turn, setup.deck_file.deck),
    turn_line=_turn_line,
    turn_label=_turn_label,
    ways_words=lambda setup, ways: ways_in_words(ways, setup.deck_file.deck),
    question=lambda setup, ways, hidden: question(ways, setup.deck_file.deck, hidden),
    facts_of=lambda turn: frozenset(play.card for play in turn.play),
    facts_answered=facts_settled_by,
    next_part=by_hand.next_part,
    is_part=by_hand.is_part,
    settlement_question=_settlement_question,
    settlement_decision=_settlement_decision,
    settled_words=lambda adjustment: _("{player}'s cards count as they lie now.", player=adjustment.player),
    taken_back=show.taken_back,
)


SHOW = Show(
    unstarted="before the deal",
    to_start=show.TO_DEAL,
    setup_words=setup_words,
    before_start=show.before_deal,
    screens=show.game_screens,
    last_turn=show.last_turn,
    news=show.new_order,
    final_steps=lambda match: tuple(show.final_steps(score(match.game))),
    ending=show.ending,
    standings=show.standings,
    tally=show.tally,
    tally_words=show.TALLY_WORDS,
    miscoloured=lambda pieces, code, looks: against_the_deck(Miscoloured(code, looks), pieces),
    overview=show.overview,
    page=page,
    how_to_play=partial(how_to_play, "citta"),
    drawn=_drawn,
)
GAME = TheGame("citta", _("Lucca Città"), RULES, REFEREE, WORDS, SHOW)
