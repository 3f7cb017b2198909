"""
The desk on which a box is enrolled: proposals, entries, the next prompt, and what is wrong.

Terminal and page show it and hand it answers, without knowing what kind of box it is. Each step is in the draft on the
disk before it is shown, and can be undone. A box with stickers and one without have a desk of their own
(`sticker_desk`, `face_desk`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

import cv2
import numpy as np

from lucca_pi.box.answers import (
    OUT,
    UNDO,
    card_in_short,
    card_mm_in,
    cards_in_short,
    colours_in,
    taking_back,
    typed_sticker_mm,
)
from lucca_pi.box.draft_files import (
    DeckDraft,
    Sizes,
    begun_draft,
    deck_made_told,
    draft_file,
    new_draft,
    write_deck,
    write_safely,
)
from lucca_pi.box.proposals import SymbolCount, colour_by_shade
from lucca_pi.games.citta.report import findings_text
from lucca_pi.games.citta.rules.deck import Card
from lucca_pi.games.citta.rules.deck_check import CARDS_PER_COLOUR, DeckFinding, DeckFindings, check_deck_file
from lucca_pi.games.citta.table.pieces import QUARTER_CODES
from lucca_pi.language import Text, _, listed, ngettext, say
from lucca_pi.vision.detect import detect
from lucca_pi.vision.picture import Colour

_MOST_STEPS = 50
"""Steps that can be undone."""
_UNFINISHED = ("cards", "codes missing", "colours")
"""Kinds of findings that follow from missing cards alone."""
WHICH_IS_WRONG = _("Which is wrong? Its label and what is right, as in 17: 117 red2; Enter: none")
STALE = _("Somebody else was faster. Check what it is now.")
_A_GAME = _("This is the table of a game, with quarters: photograph the cards alone, side by side.")

Understand = Callable[[str], Any]


class NothingTakenError(ValueError):
    """A photograph of which nothing counts; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """
    What is asked now.

    `told`: what stands before it. `labels`: cards to compare with, by code, with the text below each one's picture.
    `is_photograph`: a photograph is asked for; any words are an answer too. `at_length`:
    Enter alone asks for that card's values one after another, under this title. `choices`: all answers, by what stands
    for them, to a question that has no others; `title` is that question without a word on how to type.
    """

    text: Text
    told: tuple[str, ...] = ()
    labels: Mapping[int, str] = field(default_factory=dict)
    is_photograph: bool = False
    at_length: Text | None = None
    choices: Mapping[str, Text] = field(default_factory=dict)
    title: Text | None = None


@dataclass(frozen=True, slots=True)
class ShownCard:
    """
    A card with what is known of it.

    `standing`: "proposed" (colour by its shade, or "", number by its code; no windows or shields), "typed" (not taken
    yet) or "entered".
    """

    code: int
    standing: Literal["proposed", "typed", "entered"]
    card: Card

    @property
    def label(self) -> str:
        """
        The label below the card's picture on a sheet: its code, and the facts known of it.

        >>> ShownCard(17, "proposed", Card(17, "red", 0, 0)).label, ShownCard(17, "typed", Card(117, "red", 2, 1)).label
        ('17 red', '17: 117 red, 2 windows, 1 shield')
        """
        if self.standing == "proposed":
            return f"{self.code} {self.card.colour}"
        return f"{self.code}: {say(card_words(self.card))}"


def card_words(card: Card) -> Text:
    """
    The card in words.

    >>> card_words(Card(17, "red", 1, 2))
    '17 red, 1 window, 2 shields'
    """
    return listed([_("{number} {word}", number=card.number, word=card.colour), symbols(card)])


def symbols(card: Card) -> Text:
    """Windows and shields in words."""
    return listed([windows_of(card), ngettext("{number} shield", "{number} shields", card.shields)])


def windows_of(card: Card | SymbolCount) -> Text:
    """The number of windows in words."""
    return ngettext("{number} window", "{number} windows", card.windows)


class Desk:
    """A box of cards, whichever way these are recognised."""

    check = _("Compare this sheet with your cards: tap what is wrong, then accept them all.")
    """What to do with a sheet on which every card is typed or proposed."""
    take_out: tuple[Text, Text | None]
    """The words that take a card off the desk, and what follows from it."""
    more: Text | None = None
    """The words for a photograph of further cards, which may also be entered by their codes; None if all are there."""
    greeting: tuple[Text, ...]
    """How to answer, and where this desk goes on."""

    def __init__(self, file: Path) -> None:
        """Goes on with the draft of before. Raises EnrolError and UnreadableError."""
        draft = begun_draft(file)
        self.file, self.is_settled, self.is_made = file, draft is not None, False
        self.draft: DeckDraft = draft or new_draft()
        self.proposed: Mapping[int, Card] = {}
        """The cards that nobody has typed, as their photographs show them; they count when they are taken."""
        self.told: tuple[Text, ...] = ()
        """Messages on the latest photograph or answer, or on writing the deck file."""
        self.sheet: tuple[int, ...] = tuple(self.draft.typed)
        """The codes of the cards in hand, in their order: all that are typed or proposed are among them."""
        self._left_out: set[int] = set()
        self._lead: tuple[tuple[Text, ...], dict[int, str]] = ((), {})
        """What stands before the next question, with the labels of the cards it is about; until an answer is taken."""
        self._unsure: frozenset[int] = frozenset()
        self._before: list[tuple[Any, bool]] = []
        """The state before each step that can be undone; True if the step answered a question about cards."""
        self._are_photographs_over = self._is_left_so = False
        """True once nobody has more photographs; True once all is to be left as it is."""

    # what is asked once

    def settings(self) -> Mapping[str, tuple[Text, str, Understand]]:
        """The questions about the whole box by name: each with its usual answer, and the function that reads one."""
        sizes, colours = self.draft.sizes, ", ".join(self.draft.colours)
        card = "{:g} x {:g}".format(*sizes.card_mm)
        sticker = _("Stickers: side length in mm, with the white margin")
        return {
            "sticker": (sticker, f"{sizes.sticker_mm:g}", typed_sticker_mm),
            "card": (_("Cards with their sleeves: width x height in mm"), card, card_mm_in),
            "colours": (_("The six colours, in your words"), colours, colours_in),
        }

    def settle(self, answers: Mapping[str, str]) -> None:
        """Takes the answers to `settings`. Raises ValueError and UnwritableError."""
        usual = f"{self.draft.sizes.sticker_mm:g}"
        sizes = Sizes(card_mm_in(answers.get("card", "")), typed_sticker_mm(answers.get("sticker", usual)))
        self.draft = replace(self.draft, sizes=sizes, colours=colours_in(answers.get("colours", "")))
        self.keep()
        self.is_settled = True

    # photographs

    def photograph(self, picture: Colour) -> None:
        """
        Lays the cards of a photograph on the desk; messages are in `told`. Takes seconds.

        Raises NothingTakenError if there are none, or quarters as on the table of a game; and UnwritableError.
        """
        grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), np.uint8)
        if len({one.code for one in detect(grey, QUARTER_CODES).read}) > 1:
            raise NothingTakenError(_A_GAME)
        self._photograph(picture)

    def _photograph(self, picture: Colour) -> None:
        """Takes a photograph of cards. Raises NothingTakenError and UnwritableError."""
        raise NotImplementedError

    def end_photographs(self) -> None:
        """Asks for no more photographs."""
        self._are_photographs_over = True

    @property
    def pictures(self) -> Mapping[int, bytes]:
        """The cards' pictures by code, as JPEG."""
        raise NotImplementedError

    # what is known of the cards

    def shown(self, code: int) -> ShownCard:
        """The card with that code, with all that is known of it."""
        card = {**self.proposed, **self.draft.answered}.get(code)
        if card is None:
            return ShownCard(code, "proposed", self.usual(code))
        return ShownCard(code, "entered" if code in self.draft.cards else "typed", card)

    def usual(self, code: int) -> Card:
        """The card as proposed: its code as number, the colour by its shade, "" for none."""
        shade = self.draft.shades.get(code)
        return Card(code, (shade and colour_by_shade(shade, self.draft)) or "", 0, 0)

    @property
    def unchecked(self) -> dict[int, Card]:
        """The cards in hand that are typed or proposed."""
        known = {**self.draft.typed, **self.proposed}
        return {code: known[code] for code in self.sheet if code in known}

    @property
    def unsure(self) -> list[int]:
        """The codes of proposed cards to check; empty if only colours are proposed."""
        return sorted(self._unsure & self.proposed.keys())

    @property
    def untyped(self) -> tuple[int, ...]:
        """The codes of the cards in hand of which nothing was typed, in the order in which they are asked for."""
        known = self.draft.answered.keys() | self.proposed.keys()
        return tuple(code for code in self.sheet if code not in known)

    # questions one after another

    @property
    def prompt(self) -> Prompt | None:
        """
        What is asked now; None if nothing is: then `end`.

        A card of which nothing is typed, or whose proposal is not sure; all that is typed; the next photograph; what is
        wrong with the deck, or odd, unless it is to be left so.
        """
        if self._is_left_so:
            return None
        if (code := self.asked) is not None:
            return self._is_it(code) if code in self.unsure else self._open_question(code)
        if typed := self.unchecked:
            return self._check(typed)
        if photograph := self._asked_to_photograph():
            return photograph
        found = self.findings()
        if self.draft.left or not (found.errors or found.warnings):
            return None
        return Prompt(WHICH_IS_WRONG, (findings_text(found, str(self.file)),))

    @property
    def asked(self) -> int | None:
        """The code of the card asked for now; None if there is none."""
        return next((code for code in (*self.untyped, *self.unsure) if code not in self._left_out), None)

    def _open_question(self, code: int) -> Prompt:
        """Asks for what is not known of a card."""
        raise NotImplementedError

    def _asked_together(self, code: int) -> Sequence[int]:
        """The codes of the cards that one answer may be for, if that card is asked for."""
        return [code]

    def _check(self, typed: Iterable[int]) -> Prompt:
        """Asks for what is wrong with these cards."""
        raise NotImplementedError

    def _asked_to_photograph(self) -> Prompt | None:
        """The next photograph; None if there is none to take."""
        raise NotImplementedError

    @property
    def _ways_back(self) -> tuple[Text, ...]:
        """How to go back where no card is asked for."""
        return ()

    def _is_it(self, code: int) -> Prompt:
        """Asks if a proposal that is not sure is right."""
        card = self.proposed[code]
        told = {"label": code, "known": f"{card.number} {card.colour}", "windows": windows_of(card)}
        question = _("Card {label}, {known}, {windows}? Enter: yes; if not, the number of windows", **told)
        return Prompt(question, *self._lead)

    def answer(self, text: str) -> None:
        """
        Takes the answer to the prompt; messages are in `told`. Raises ValueError with one sentence or two.

        To a check that is a correction, which counts at once if all cards do, or "" for what is right, or left as it
        is. A step is undone with `undo`, a card taken off the desk with `17: out`, whatever is asked.
        """
        self.told, code = (), self.asked
        word, numbers = taking_back(text) or ("", [])
        out = next(iter(numbers), code) if word == OUT else None
        if word == UNDO:
            self.told = (_("Undone.") if self.undo() else _("There is nothing to undo."),)
        elif out is not None:
            self.forget(out)
        elif code is not None:
            self._answer_about(code, text)
        elif text:
            is_whole = not self.draft.left
            corrected = self.correct(text)
            if is_whole:
                self.take([corrected])
        elif typed := self.unchecked:
            self.take(typed)
        else:
            self._is_left_so = True

    def _answer_about(self, code: int, text: str) -> None:
        """Takes the answer about a card, or about several if a key is typed for each."""
        if not text and code in self.unsure:
            self._note({code: self.proposed[code]})
        else:
            codes = self.type([code] if code in self.unsure else self._asked_together(code), text)
            self.told = (card_words(self.draft.typed[code]),) if len(codes) == 1 else ()
        self._lead = ((), {})

    def go_back(self) -> None:
        """Takes the latest answer back and asks for that card again."""
        self.told = self._ways_back
        if self._before and self._before[-1][1]:
            self.undo()

    def leave_out(self) -> None:
        """Asks for the card another time."""
        self.told = self._ways_back if self.asked is None else ()
        self._left_out.update([] if self.asked is None else [self.asked])

    def end(self) -> None:
        """Writes the deck file if all is there and right; messages are in `told`. Raises UnwritableError."""
        if left := self._left_told():
            self.told = left
        elif self.findings().errors:
            kept = draft_file(self.file)
            self.told = (_("This is not a complete deck yet; the cards are saved in {draft}.", draft=kept),)
        else:
            self.finish()

    def _left_told(self) -> tuple[Text, ...]:
        """The messages on the cards that are left out; none if there are none."""
        raise NotImplementedError

    # answers

    def type(self, codes: Sequence[int], text: str) -> tuple[int, ...]:
        """
        Notes the typed text for these cards: a key each in their order, or one card's short answer as `117 red2`.

        Returns the codes that were typed for; they count when they are taken. Raises ValueError, with the card's code
        if there are several, and then notes nothing.
        """
        answers = cards_in_short(text)
        if len(answers) > len(codes):
            message = _("More digits than cards: {keys} for {cards}.", keys=len(answers), cards=len(codes))
            raise ValueError(message)
        cards = {}
        for code, answer in zip(codes, answers, strict=False):
            try:
                cards[code] = self._read(code, answer)
            except ValueError as error:
                if len(answers) == 1:
                    raise
                raise ValueError(_("Code {code}: {problem}", code=code, problem=str(error))) from None
        self._note(cards)
        return tuple(cards)

    def _read(self, code: int, text: str) -> Card:
        """The card in a short answer about it. Raises ValueError."""
        card = card_in_short(text, self.usual(code), self.draft.colours)
        return replace(card, number=self.free(code, card.number))

    def give(self, code: int, card: Card) -> None:
        """Notes a card in place of its present facts, until it is taken. Raises ValueError and UnwritableError."""
        self.free(code, card.number, is_tapped=True)
        self._note({code: card})
        self._lead, self.told = ((), {}), (card_words(card),)

    def _note(self, cards: Mapping[int, Card], *, are_proposed_anew: bool = True) -> None:
        """Notes these cards in place of their present facts; proposed numbers give way to theirs."""
        sheet = dict.fromkeys((*self.sheet, *cards))
        self._step(self.draft.noted(cards), sheet, is_answer=True, are_proposed_anew=are_proposed_anew)

    def _fill(self) -> None:
        """Proposes every card of which number, colour, windows and shields are seen: they count when taken."""
        answered, pictures = self.draft.answered, self.pictures
        unsure, proposed = set[int](), dict[int, Card]()
        taken = {card.number for card in answered.values()}
        for code in self.sheet:
            if code in answered or code not in pictures:
                continue
            usual, seen = self.usual(code), self._symbols(code)
            if seen is None or not usual.number or not usual.colour or usual.number in taken:
                continue
            proposed[code] = Card(usual.number, usual.colour, seen.windows, seen.shields)
            unsure |= set() if seen.is_sure else {code}
            taken.add(usual.number)
        self.proposed, self._unsure = proposed, frozenset(unsure | self._first_of_colours(proposed))

    def _symbols(self, code: int) -> SymbolCount | None:
        """Windows and shields that a card's photographs show; None if unknown."""
        raise NotImplementedError

    def _heap_of(self) -> Mapping[int, object]:
        """A mark for the colour of each photographed card, the same for cards of one colour."""
        raise NotImplementedError

    def _first_of_colours(self, proposed: Iterable[int]) -> set[int]:
        """A proposed card of each colour of which nobody has answered one: its word is a guess by its light."""
        heap_of = self._heap_of() if proposed else {}
        told = {heap_of[code] for code in self.draft.answered if code in heap_of}
        first = {heap_of[code]: code for code in sorted(proposed, reverse=True)}
        return {code for heap, code in first.items() if heap not in told}

    def free(self, code: int, number: int, *, is_tapped: bool = False) -> int:
        """The number, as a card's, if no other card has it; else raises ValueError. A proposed number gives way."""
        for other, card in self.draft.answered.items():
            if other != code and card.number == number:
                raise ValueError(*self._on_another(number, code, other, is_tapped=is_tapped))
        return number

    def _on_another(self, number: int, code: int, other: int, *, is_tapped: bool) -> tuple[Text, ...]:  # noqa: ARG002
        """What to do with a number that was typed, or tapped on the page, for two cards: a sentence or two."""
        if is_tapped:
            return (_("{number} is already on another card.", number=number),)
        return (_("{number} is already on another card: type this card's number, or go back with b.", number=number),)

    def correct(self, text: str) -> int:
        """
        Takes a correction of the sheet as `17: 117 red2`, and returns its label; other cards keep their shown facts.

        Raises ValueError.
        """
        label, _colon, right = text.partition(":")
        code = int(label) if label.strip().isdecimal() else None
        if code not in (*self.sheet, *self.draft.cards) or not right.strip():
            raise ValueError(_("Type a label of the sheet, a colon, and what is right: 17: 117 red2."))
        card = self._read(code, right.strip())
        self._note({code: card}, are_proposed_anew=False)
        self.told = (listed([self.shown(code).label]),)
        return code

    def take(self, codes: Iterable[int] | None = None) -> int:
        """Enters the cards typed or proposed for these codes, or for all; returns how many. Raises UnwritableError."""
        known, self.told = self.unchecked, ()
        taken = {code: known[code] for code in (known if codes is None else codes)}
        self._step(self.draft.entered(taken), self.sheet, are_proposed_anew=False)
        return len(taken)

    def forget(self, code: int) -> None:
        """Forgets the card, as if no picture had shown it; its picture stays, in case this is undone."""
        sheet = [one for one in self.sheet if one != code]
        self._step(self.draft.without([code]), sheet, is_answer=True, are_proposed_anew=False)
        self.told = (_("That card is removed."),)

    # steps on the disk

    @property
    def can_undo(self) -> bool:
        """True if a step can be taken back."""
        return bool(self._before)

    def undo(self) -> bool:
        """Takes the last step back; False if there is none."""
        if not self._before:
            return False
        self._restore(self._before.pop()[0])
        self.told = ()
        self.keep()
        return True

    def _state(self) -> Any:
        """All that a step may change."""
        return self.draft, self.sheet, self.proposed, self._unsure

    def _restore(self, state: Any) -> None:
        self.draft, self.sheet, self.proposed, self._unsure = state

    def _step(
        self, draft: DeckDraft, sheet: Iterable[int], *, is_answer: bool = False, are_proposed_anew: bool = True
    ) -> None:
        """
        Goes on with this draft and these cards in hand, which can be undone; as before if it cannot be written.

        If nothing is proposed anew, what was proposed stays, but for what is answered.
        """
        before, answered = self._state(), draft.answered
        numbers = {card.number for card in answered.values()}
        try:
            self.draft, self.sheet = draft, tuple(sheet)
            if are_proposed_anew:
                self._fill()
            else:
                self.proposed = {
                    code: card
                    for code, card in self.proposed.items()
                    if code in self.sheet and code not in answered and card.number not in numbers
                }
            self.keep()
        except Exception:
            self._restore(before)
            raise
        self._before = [*self._before, (before, is_answer)][-_MOST_STEPS:]

    def keep(self) -> None:
        """Writes the draft. Raises UnwritableError."""
        write_safely(draft_file(self.file), self.draft.text())

    # the deck file

    def findings(self) -> DeckFindings:
        """The errors and oddities of the cards entered; while some are missing, without those that follow from it."""
        found = check_deck_file(self._deck().deck_text(self.file.stem))
        if not self.draft.left:
            return found
        every = found.errors, found.warnings
        return DeckFindings(
            *(tuple(one for one in some if self.draft.cards and not _only_follows(one)) for some in every)
        )

    def _deck(self) -> DeckDraft:
        """The draft by the codes of the deck file."""
        return self.draft

    @property
    def stopped(self) -> Text:
        """The message if enrolling stops before its end."""
        kept = draft_file(self.file)
        return _("Stopped. All cards entered are saved in {draft}; the same command continues.", draft=kept)

    def finish(self) -> None:
        """Writes the deck file; messages are in `told`. Raises UnwritableError, and ValueError for no deck yet."""
        if self.draft.left or self.findings().errors:
            raise ValueError(_("This is not a complete deck yet."))
        write_deck(self.file, self._deck().deck_text(self.file.stem, self._photographs()))
        self.told, self.is_made = (*deck_made_told(self.file), *self._deck_told()), True

    def _photographs(self) -> Mapping[int, Sequence[bytes]]:
        """The photographs that belong into the deck file, by its codes."""
        return {}

    def _deck_told(self) -> tuple[Text, ...]:
        """The messages on a finished deck, besides where it is."""
        return ()


def _only_follows(finding: DeckFinding) -> bool:
    """True if the finding only follows from missing cards."""
    few = isinstance(finding.message, Text) and finding.message.filled.get("number", 0) in range(CARDS_PER_COLOUR)
    return finding.kind in _UNFINISHED or (finding.kind == "colour count" and few)
