"""Lucca Città, as the machine knows a game."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lucca_pi.errors import RuleError
from lucca_pi.evening.kind import GameKind
from lucca_pi.evening.outcome import Outcome
from lucca_pi.evening.state import State
from lucca_pi.games.citta.auditor.audit import audit_ambiguous
from lucca_pi.games.citta.bgstats import link_to, play_json
from lucca_pi.games.citta.files import DECK
from lucca_pi.games.citta.page.parts import page
from lucca_pi.games.citta.referee.ambiguous_cards import alternatives_ambiguous, explain_ambiguous, split_ambiguous
from lucca_pi.games.citta.referee.candidates import MARGIN, what_counts
from lucca_pi.games.citta.referee.misplaced import not_as_it_was
from lucca_pi.games.citta.referee.questions import answers_in_words, question, turn_in_words, ways_in_words
from lucca_pi.games.citta.referee.verdict import explain, likeliest_turn
from lucca_pi.games.citta.report import advice_text, score_text
from lucca_pi.games.citta.rules.advice import advice_json
from lucca_pi.games.citta.rules.deck import CardName, deck_file_json
from lucca_pi.games.citta.rules.game import Game, going_on, play_turn, replay
from lucca_pi.games.citta.rules.record import (
    Adjustment,
    Entry,
    adjustment_json,
    read_adjustment,
    record_json,
    turn_from_json,
    turn_json,
)
from lucca_pi.games.citta.rules.score import score, score_json
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.session import arranging, dealt_unseen, laid_unseen, screens, surveying, telling, which_card
from lucca_pi.games.citta.session import settling as leaving
from lucca_pi.games.citta.session.complaining import complaint, half_a_turn, still_to_play
from lucca_pi.games.citta.session.dealing import dealt_as_told, judge_deal
from lucca_pi.games.citta.session.disputes import told_by
from lucca_pi.games.citta.session.explaining import explained
from lucca_pi.games.citta.session.families import FAMILIES
from lucca_pi.games.citta.session.looking_back import thought_again
from lucca_pi.games.citta.session.memory import (
    Memory,
    advanced,
    case_of,
    cases_of,
    game_in,
    scenes_of,
    started,
    teaches,
)
from lucca_pi.games.citta.session.overview import Overview
from lucca_pi.games.citta.session.recording import record_of
from lucca_pi.games.citta.session.setup import Setup, read_setup, setup_from, setup_json
from lucca_pi.games.citta.table.doubts import against_the_deck
from lucca_pi.games.citta.table.pieces import BACK_CODE, Cards, pieces_in
from lucca_pi.games.citta.table.reading import read
from lucca_pi.games.contract.history import Looks, Started
from lucca_pi.games.contract.overview import Now, Unsettled
from lucca_pi.games.contract.questions import Choice, Disagreed, Draft, Option
from lucca_pi.games.contract.screens import Screen, Standing
from lucca_pi.games.contract.verdict import (
    Certificate,
    Doubt,
    Explained,
    Explanation,
    Fact,
    Question,
    Split,
    Turns,
    Unexplained,
    Verdict,
)
from lucca_pi.language import _
from lucca_pi.strict import Node
from lucca_pi.table.sighting import Look, Miscoloured, Sighting
from lucca_pi.web.markup import GamePage

if TYPE_CHECKING:
    from lucca_pi.evening.claims import Claims, Members
    from lucca_pi.vision.debug import Annotations, Mark
    from lucca_pi.vision.look import Inspected

FIRST_OWN_CODE = 57
"""Tiles and die faces of Lucco bear the codes below it as well."""
SURE = 1.9
"""What fits no worse is a whole turn: less than a card of it that still lies in its triplet's place weighs."""


class Citta(GameKind):
    """Lucca Città. Turns and adjustments are those of `rules`; facts are cards, a palace is its newest one."""

    name = "citta"
    seats = FAMILIES
    margin = MARGIN
    sure = SURE
    unstarted = "before the deal"

    # rules
    def setup_json(self, setup: Setup) -> dict[str, Any]:
        return setup_json(setup)

    def read_setup(self, data: Mapping[str, Any]) -> Setup:
        return read_setup(data)

    def setup_from(self, settings: Mapping[str, Any]) -> Setup:
        return setup_from(settings)

    def settings(self, setup: Setup) -> Mapping[str, Any]:
        return {"edition": setup.edition.name, "swap": setup.swap}

    def files(self, setup: Setup) -> Mapping[str, Any]:
        return {DECK: deck_file_json(setup.deck_file)}

    def chosen_again(self, asked: Setup, chosen: Setup, now: Setup) -> Setup:
        """Edition and deck, each by itself; on which side palaces are opened is never chosen at the table."""
        edition = chosen.edition if asked.edition == now.edition else now.edition
        decks = [(one.deck_file.photographs, _without_photographs(one)) for one in (asked, now, chosen)]
        deck_file = chosen.deck_file if decks[0] == decks[1] != decks[2] else now.deck_file
        return replace(now, edition=edition, deck_file=deck_file)

    def lacks(self, setup: Setup) -> str:
        if not setup.deck_file.photographs_gone:
            return ""
        return _(
            "The photographs of the deck {deck} are gone: cards without a sticker are not known. Start once with the "
            "deck's file (--deck), then the game goes on with them.",
            deck=setup.deck_file.name,
        )

    def pieces(self, setup: Setup) -> Cards:
        return pieces_in(setup.deck_file)

    def start(self, state: State, event: Started) -> tuple[Game, Memory]:
        return started(state, event)

    def deal_json(self, deal: Mapping[str, Sequence[CardName]]) -> dict[str, list[CardName]]:
        return {player: list(cards) for player, cards in deal.items()}

    def read_deal(self, data: Mapping[str, Sequence[CardName]]) -> dict[str, tuple[CardName, ...]]:
        return {player: tuple(cards) for player, cards in data.items()}

    def advance(self, state: State, entry: Entry, looks: Looks) -> tuple[Game, Memory]:
        return advanced(state, entry, looks)

    def turn_json(self, turn: Turn) -> dict[str, Any]:
        return turn_json(turn)

    def read_turn(self, data: Mapping[str, Any]) -> Turn:
        return turn_from_json(dict(data))

    def adjustment_json(self, adjustment: Adjustment) -> dict[str, Any]:
        return adjustment_json(adjustment)

    def read_adjustment(self, data: Mapping[str, Any]) -> Adjustment:
        return read_adjustment(Node(data))

    def record_json(self, state: State) -> dict[str, Any] | None:
        record = record_of(state)
        return record_json(record) if record else None

    def score_json(self, state: State) -> dict[str, Any] | None:
        record = record_of(state)
        return score_json(score(replay(record))) if record else None

    def score_text(self, state: State) -> str:
        record = record_of(state)
        return score_text(score(replay(record))) if record else ""

    def advice_json(self, state: State) -> list[dict[str, Any]]:
        return advice_json(state.game)

    def advice_text(self, state: State) -> str:
        return advice_text(state.game)

    def link(self, game: str, state: State) -> str | None:
        play = self.play_json(game, state)
        return link_to(play) if play else None

    def play_json(self, game: str, state: State) -> dict[str, Any] | None:
        record = record_of(state) if state.course.is_over else None
        return play_json(game, record, score(replay(record))) if record else None

    def manifest(self, setup: Setup) -> Mapping[str, Any]:
        return {"swap": setup.swap}

    def claims(self, members: "Members") -> "Claims":
        from lucca_pi.games.citta.proof import read_claims

        return read_claims(self, members)

    # referee
    def is_shown_by(self, codes: Collection[int]) -> bool:
        """Quarters show it, and what no other game's pieces bear: street numbers' codes above 56, towers, backs."""
        return any(code in range(FIRST_OWN_CODE, BACK_CODE + 1) for code in codes)

    def judge_start(self, state: State, looks: Looks, date: str) -> Outcome:
        return judge_deal(state, looks, date)

    def unidentified(self, state: State, looks: Looks, *, rests: bool = False) -> Choice | Disagreed | None:
        found = which_card.unidentified(state, looks, rests=rests)
        if found or rests or state.game is None or case_of(state, looks).quarter_amiss:
            return found
        return laid_unseen.first_question(state, looks, len(state.game.players))

    def named(self, state: State, look: Look, names: Collection[str]) -> Sequence[Sighting]:
        return [seen for seen in look.sightings if str(state.pieces.name(seen.code)) in names]

    def left_by_rules(self, state: State, look: Look) -> Sequence[Sighting]:
        return which_card.left_by_rules(state, look)

    def explain(self, state: State, looks: Looks) -> Verdict:
        return explain_ambiguous(cases_of(state, looks), explain)

    def split(self, state: State, looks: Looks) -> Split | None:
        found = split_ambiguous(cases_of(state, looks))
        return found if isinstance(found, Split) else None

    def likeliest(self, state: State, looks: Looks) -> Turns:
        return likeliest_turn(case_of(state, looks))

    def explanation(self, state: State, looks: Looks, taken: Turns = ()) -> Explanation:
        return explained(state, looks, taken)

    def otherwise(self, state: State, looks: Looks, turn: Turn, facts: frozenset[Fact]) -> Turns:
        return alternatives_ambiguous(cases_of(state, looks), turn, facts)

    def others(self, state: State, looks: Looks, turn: Turn) -> Turns:
        completed = game_in(state).position.quarters[turn.player].completed.values()
        cards = {*(play.card for play in turn.play), *(palace.number for palace in completed)}
        return alternatives_ambiguous(cases_of(state, looks), turn, cards)

    def audit(self, state: State, turns: Turns, looks: Looks) -> Certificate:
        return audit_ambiguous(scenes_of(state, looks), turns)

    def what_counts(self, game: Game, turn: Turn) -> object:
        return what_counts(game, turn)

    def is_same(self, game: Game, one: Turn, other: Turn) -> bool:
        try:
            first, second = play_turn(game, one), play_turn(game, other)
        except RuleError:
            return False
        return (first.position, first.lines) == (second.position, second.lines)

    def may_wait(self, game: Game, turns: Turns) -> bool:
        """The same player comes next in any case, and another turn shows which it was."""
        following = {going_on(play_turn(game, turn)).player_in_turn for turn in turns}
        return len(following - {None}) == 1 and not self.may_end(game)

    def may_end(self, game: Game) -> bool:
        return game.round == game.rounds and game.turns + 1 == len(game.players)

    def teaches(self, state: State, looks: Looks) -> bool:
        return teaches(state, looks)

    def unfinished(self, state: State, verdict: Explained | Doubt, looks: Looks) -> Disagreed | None:
        cases = cases_of(state, looks) or (case_of(state, looks),)
        left = min((still_to_play(case, verdict) for case in cases), key=len)
        return half_a_turn(cases[0], left, looks) if left else None

    def complaint(self, state: State, verdict: Unexplained, looks: Looks) -> Choice | Disagreed:
        return complaint(state, case_of(state, looks), verdict, looks)

    def thought_again(self, state: State, number: int, looks: Looks) -> Turn | None:
        return thought_again(state, number, looks)

    def misplaced(self, state: State, looks: Looks) -> Iterator[str]:
        found = [[*not_as_it_was(case)] for case in cases_of(state, looks) or (case_of(state, looks),)]
        yield from min(found, key=len)

    # words
    def turn_words(self, setup: Setup, turn: Turn) -> str:
        return turn_in_words(turn, setup.deck_file.deck)

    def turn_line(self, turn: Turn) -> str:
        return f"{turn.player}: {', '.join(str(play.card) for play in turn.play)}"

    def turn_label(self, state: State, number: int) -> str:
        players = len(state.course.seats)
        return f"{(number + players - 1) // players}. {self.turn_line(state.course.turns[number - 1])}"

    def ways_words(self, setup: Setup, ways: Sequence[Turns]) -> tuple[str, ...]:
        return ways_in_words(ways, setup.deck_file.deck)

    def question(self, setup: Setup, ways: Sequence[Turns], unseen: Sequence[Fact] = ()) -> Question:
        return question(ways, setup.deck_file.deck, unseen)

    def answers(self, setup: Setup, turns: Turns) -> tuple[str, ...]:
        if len(turns) > 1:
            return answers_in_words(turns, setup.deck_file.deck)[1]
        return tuple(self.turn_words(setup, turn) for turn in turns)

    def facts_of(self, turn: Turn) -> frozenset[Fact]:
        return frozenset(play.card for play in turn.play)

    def told_by(self, state: State, ways: Sequence[Turns]) -> frozenset[Fact]:
        return told_by(state, ways)

    def tell(self, state: State, number: int | None, draft: Draft) -> Choice:
        return telling.next_question(state, number, draft or telling.Draft())

    def agrees(self, draft: Draft, turn: Turn) -> bool:
        return telling.agrees(draft or telling.Draft(), turn)

    def settle(self, state: State, draft: Draft, looks: Looks) -> Choice | Disagreed:
        if isinstance(draft, dealt_unseen.Draft):
            return dealt_unseen.next_question(state, draft, looks)
        if isinstance(draft, laid_unseen.Draft):
            return laid_unseen.next_question(state, draft, looks)
        return leaving.next_question(state, draft or leaving.Draft(), looks)

    def settled(self, state: State, draft: Draft, looks: Looks, date: str) -> Outcome:
        if isinstance(draft, dealt_unseen.Draft):
            return dealt_as_told(state, draft, looks, date)
        return leaving.left_as_it_lies(state, draft, looks, date)

    def settled_words(self, adjustment: Adjustment) -> str:
        return _("{player}'s cards count as they lie now.", player=adjustment.player)

    def settled_taken_back(self, adjustment: Adjustment) -> str:
        return _("What was settled about {player}'s cards.", player=adjustment.player)

    # contents
    def arrangements(self, state: State) -> tuple[Option, ...]:
        return arranging.arrangements(state)

    def arrange(self, state: State, what: str) -> Choice:
        return arranging.arrange(state, what)

    def setup_words(self, setup: Setup) -> str:
        told = {"edition": setup.edition.words, "deck": setup.deck_file.name}
        return _("in the {edition} edition with the deck {deck}", **told)

    def to_start(self) -> str:
        return screens.TO_DEAL

    def before_start(self, state: State) -> Screen:
        return screens.before_deal(state)

    def screens(self, state: State) -> Sequence[Callable[[], Screen]]:
        return screens.during(state)

    def last_turn(self, state: State) -> Screen:
        return screens.last_turn(state)

    def news(self, before: State, after: State) -> Sequence[Screen]:
        return screens.new_order(before, after)

    def final_steps(self, state: State) -> Sequence[Screen]:
        return tuple(screens.final_steps(score(state.game)))

    def ending(self, state: State) -> Sequence[Screen]:
        return screens.ending(state)

    def standings(self, state: State) -> tuple[Standing, ...]:
        return screens.standings(score(state.game)) if state.game else ()

    def turn_taken_back(self, turn: Turn) -> str:
        return screens.turn_taken_back(turn)

    def start_taken_back(self) -> str:
        return _("The deal. Lay the cards right, then press OK.")

    def miscoloured(self, pieces: Cards, code: int, looks: str) -> str:
        return against_the_deck(Miscoloured(code, looks), pieces)

    def overview(self, state: State, now: Now, unsettled: Unsettled | None) -> dict[str, Any]:
        return surveying.overview(state, now, unsettled)

    def page(self, overview: Overview) -> GamePage:
        return page(overview)

    def drawn(
        self, state: State, inspected: "Inspected", notes: Sequence[str], marks: "Sequence[Mark]"
    ) -> "Annotations":
        from lucca_pi.games.citta.photographs import told

        swap = state.begun.setup.swap
        reading = replace(read(inspected.look, state.pieces, swap), doubts=())
        drawn = told(inspected, reading, state.pieces, swap=swap, marks=marks)
        return replace(drawn, caption=[*drawn.caption, *notes])

    def status(self, state: State) -> str:
        game = state.game
        if game is None:
            return self.unstarted
        return f"round {game.round} of {game.rounds}, {super().status(state)}"


def _without_photographs(setup: Setup) -> dict[str, Any]:
    """The deck as JSON data."""
    return deck_file_json(replace(setup.deck_file, photographs={}))


KIND = Citta()
