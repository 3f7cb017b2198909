"""
Enrolling as a terminal or a page shows it: what is proposed and what was typed for each card, before it counts.

Nothing is asked and nothing drawn here. All that it knows is in the draft, so whoever keeps the draft's text can go on
from it after any step.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from lucca_pi.games.citta.decks.draft import Draft
from lucca_pi.games.citta.decks.photographed import Seen
from lucca_pi.games.citta.decks.shades import proposed
from lucca_pi.games.citta.decks.typed import NumberTakenError, card_in_short, cards_in_short
from lucca_pi.games.citta.rules.deck import Card
from lucca_pi.games.citta.rules.deck_check import Findings, check_deck_file
from lucca_pi.language import _

Standing = Literal["proposed", "typed", "entered"]


@dataclass(frozen=True, slots=True)
class Shown:
    """
    What is shown below a card's picture.

    `standing`: "proposed" (colour by its shade, number by its code), "typed" (not taken yet) or "entered". `colour` is
    "" where none is proposed; `windows` and `shields` are None until they are typed.
    """

    code: int
    standing: Standing
    number: int
    colour: str
    windows: int | None = None
    shields: int | None = None


class Enrolling:
    """A deck in the making: cards are seen, typed, looked at, and taken."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft

    def saw(self, cards: Iterable[Seen]) -> tuple[int, ...]:
        """Keeps the shades of a picture's cards; gives the codes of those that are not entered yet, in their order."""
        shades = {card.code: card.shade for card in cards}
        self.draft.shades |= shades
        return tuple(code for code in shades if code not in self.draft.cards)

    def shown(self, code: int) -> Shown:
        """What is known of the card with that code."""
        for standing, cards in (("entered", self.draft.cards), ("typed", self.draft.typed)):
            if card := cards.get(code):
                known = card.number, card.colour, card.windows, card.shields
                return Shown(code, "entered" if standing == "entered" else "typed", *known)
        usual = self.usual(code)
        return Shown(code, "proposed", usual.number, usual.colour)

    def usual(self, code: int) -> Card:
        """The card as far as it is proposed: its number, and its colour, "" for none."""
        return Card(code, self.proposal(code), 0, 0)

    def proposal(self, code: int) -> str:
        """The colour to propose, "" for none; cards that were typed teach theirs, too."""
        shade = self.draft.shades.get(code)
        known = replace(self.draft, cards=self.draft.cards | self.draft.typed)
        return (shade and proposed(shade, known)) or ""

    def type(self, codes: Sequence[int], text: str) -> tuple[int, ...]:
        """
        Notes what was typed for these cards: a key each in their order, or one card's short answer as `117 red2`.

        Gives the codes that were typed for; they count when they are taken. Raises ValueError, with the card's code
        where there are several, and then notes nothing.
        """
        answers = cards_in_short(text)
        if len(answers) > len(codes):
            message = _("More keys than cards: {keys} for {cards}.", keys=len(answers), cards=len(codes))
            raise ValueError(message)
        before = dict(self.draft.typed)
        try:
            for code, answer in zip(codes, answers, strict=False):
                self._note(code, answer, several=len(answers) > 1)
        except ValueError:
            self.draft.typed = before
            raise
        return tuple(codes[: len(answers)])

    def _note(self, code: int, answer: str, *, several: bool) -> None:
        usual = self.draft.cards.get(code) or self.usual(code)
        try:
            card = card_in_short(answer, usual, self.draft.colours, self._numbers(code))
        except ValueError as error:
            named = _("Code {code}: {problem}", code=code, problem=str(error))
            raise ValueError(named) if several else error from None
        self._given(code, card)

    def _given(self, code: int, card: Card) -> None:
        self.draft.typed[code] = card
        self.draft.proposed.discard(code)

    def change(self, code: int, card: Card) -> None:
        """Notes the card in place of what is known of it. Raises ValueError where its number is on another card."""
        if card.number in self._numbers(code):
            raise NumberTakenError(_("{number} is on another card already.", number=card.number), card.number)
        self._given(code, card)

    def _numbers(self, code: int) -> set[int]:
        """The street numbers of all other cards."""
        others = self.draft.cards | self.draft.typed
        return {card.number for other, card in others.items() if other != code}

    def take(self, codes: Iterable[int]) -> None:
        """What was typed for these cards counts from now on."""
        for code in codes:
            self.draft.cards[code] = self.draft.typed.pop(code)
            self.draft.proposed.discard(code)

    def forget(self, codes: Iterable[int]) -> None:
        """What was typed for these cards and not taken is nothing any more."""
        for code in codes:
            self.draft.typed.pop(code, None)
            self.draft.proposed.discard(code)

    def drop(self, code: int) -> None:
        """Nothing is known of this card any more, as if no picture had shown it."""
        for known in (self.draft.cards, self.draft.typed, self.draft.shades):
            known.pop(code, None)
        self.draft.proposed.discard(code)

    def findings(self, name: str) -> Findings:
        """What is wrong or odd in a deck file of that name with the cards entered."""
        return check_deck_file(self.draft.deck_text(name))
