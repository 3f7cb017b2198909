"""What lies on the desk while a box is enrolled: the draft, the cards' pictures, and the steps that can be undone."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import numpy as np
from PIL import Image

from lucca_pi.devices.photograph import NOT_WHOLE
from lucca_pi.games.citta.decks.begun import begun, new_draft, write_deck
from lucca_pi.games.citta.decks.draft import Draft, draft_file, read_draft, write_whole
from lucca_pi.games.citta.decks.enrol import NO_CARDS
from lucca_pi.games.citta.decks.enrolling import Enrolling
from lucca_pi.games.citta.decks.photographed import Seen, is_mirrored, see_cards
from lucca_pi.games.citta.decks.sizes import Sizes
from lucca_pi.games.citta.decks.words import seen_twice
from lucca_pi.games.citta.rules.deck import Card
from lucca_pi.games.citta.rules.deck_check import CARDS_PER_COLOUR, Finding
from lucca_pi.language import Text, _, listed, ngettext
from lucca_pi.vision.detect import MIRRORED
from lucca_pi.vision.picture import Colour, colour_in

MOST_STEPS = 50
"""Steps that can be undone."""
UNFINISHED = ("cards", "codes missing", "colours")
"""Kinds of findings that say no more than that cards are missing."""


def unpacked(photograph: bytes) -> Colour:
    """The picture in a JPEG that was sent. Raises ValueError with a sentence for one that is damaged."""
    try:
        picture, damage = colour_in(photograph)
    except Exception as error:
        raise ValueError(NOT_WHOLE) from error
    if damage:
        raise ValueError(NOT_WHOLE)
    return picture


class Desk:
    """A deck file in the making. Every step is in its draft on the disk before it is told."""

    def __init__(self, file: Path) -> None:
        """Goes on with the draft of before. Raises EnrolError and UnreadableError."""
        draft = begun(file)
        self.file, self.is_settled, self.is_made = file, draft is not None, False
        self._enrolling = Enrolling(draft or new_draft())
        self.pictures: dict[int, bytes] = {}
        """The cards' pictures by code, as JPEG."""
        self.sheet: tuple[int, ...] = tuple(self.draft.typed)
        """The codes of the cards in hand, in their order."""
        self._before: list[tuple[str, tuple[int, ...]]] = []

    @property
    def draft(self) -> Draft:
        return self._enrolling.draft

    @property
    def enrolling(self) -> Enrolling:
        return self._enrolling

    def settle(self, sizes: Sizes, colours: tuple[str, ...]) -> None:
        """What holds for the whole deck. Raises UnwritableError."""
        self._enrolling = Enrolling(replace(self.draft, sizes=sizes, colours=colours))
        self._keep()
        self.is_settled = True

    def seen_in(self, photograph: bytes) -> tuple[Seen, ...]:
        """
        The cards in a JPEG; may be called from any thread. Takes seconds.

        Raises ValueError with a sentence where it cannot be read.
        """
        picture = unpacked(photograph)
        cards = see_cards(picture, self.draft.sizes)
        if not cards and is_mirrored(picture, self.draft.sizes):
            raise ValueError(MIRRORED)
        if not cards:
            raise ValueError(listed([_("No card was seen."), NO_CARDS], " "))
        return cards

    def lay(self, cards: Sequence[Seen]) -> tuple[Text, ...]:
        """Lays the cards of a photograph on the desk; what is to be said of them. Raises UnwritableError."""
        with_new = self._step(lambda: self._enrolling.saw(cards))
        self.pictures |= {card.code: _jpeg(card.picture) for card in cards}
        self.sheet = tuple(card.code for card in cards)
        told = [
            ngettext("{number} card seen.", "{number} cards seen.", len(cards)),
            ngettext("{number} is to be entered.", "{number} are to be entered.", len(with_new)),
        ]
        return listed(told, " "), *(seen_twice(card) for card in cards if card.times > 1)

    def give(self, code: int, card: Card) -> None:
        """Notes the card; it counts when it is taken. Raises ValueError, UnwritableError."""
        self._step(lambda: self._change(code, card))
        if code not in self.sheet:
            self.sheet = (*self.sheet, code)

    def _change(self, code: int, card: Card) -> None:
        self._enrolling.change(code, card)

    def _enrolling_of(self, draft: Draft) -> Enrolling:
        return Enrolling(draft)

    def take(self) -> int:
        """All that was typed counts now; how many cards."""
        typed = (*self.draft.typed,)
        self._step(lambda: self._enrolling.take(typed))
        return len(typed)

    def forget(self, code: int) -> None:
        """Nothing is known of the card any more; its picture is there until the end, should this be undone."""
        sheet = tuple(one for one in self.sheet if one != code)
        self._step(lambda: self._enrolling.drop(code))
        self.sheet = sheet

    def undo(self) -> bool:
        """Takes the last step back; False where there is none."""
        if not self._before:
            return False
        text, self.sheet = self._before.pop()
        self._enrolling = self._enrolling_of(read_draft(text))
        self._keep()
        return True

    @property
    def can_undo(self) -> bool:
        return bool(self._before)

    @property
    def untyped(self) -> tuple[int, ...]:
        """The codes of the cards in hand of which nothing was typed."""
        left = tuple(code for code in self.sheet if code not in self.draft.cards and code not in self.draft.typed)
        return tuple(code for code in self.next_open if code in left) or left

    @property
    def unsure(self) -> frozenset[int]:
        """The codes of proposed cards that want a look; none where nothing but colours is proposed."""
        return frozenset()

    @property
    def next_open(self) -> tuple[int, ...]:
        """The cards in hand in the order in which it is best to ask for them; none where that is theirs."""
        return ()

    @property
    def errors(self) -> tuple[Finding, ...]:
        """What keeps the cards from being a deck, besides that some are missing."""
        return self._told(self._enrolling.findings(self.file.stem).errors)

    @property
    def oddities(self) -> tuple[Finding, ...]:
        """What is allowed but rarely meant."""
        return self._told(self._enrolling.findings(self.file.stem).warnings)

    def _told(self, found: Sequence[Finding]) -> tuple[Finding, ...]:
        """While cards are missing nothing is said that only follows from that."""
        whole = not self.draft.left
        return tuple(one for one in found if self.draft.cards and (whole or not _only_follows(one)))

    def finish(self) -> None:
        """Writes the deck file. Raises UnwritableError, and ValueError while it would be none."""
        if self.draft.left or self.errors:
            raise ValueError(_("This is no deck yet."))
        write_deck(self.file, self.draft.deck_text(self.file.stem))
        self.is_made = True

    def _step(self, do: Callable[[], object]) -> tuple[int, ...]:
        """Does a step that can be undone, and keeps it; undone where it cannot be kept."""
        before = self.draft.text(), self.sheet
        done = do()
        try:
            self._keep()
        except Exception:
            self._enrolling = self._enrolling_of(read_draft(before[0]))
            raise
        self._before = [*self._before, before][-MOST_STEPS:]
        return done if isinstance(done, tuple) else ()

    def _keep(self) -> None:
        write_whole(draft_file(self.file), self.draft.text())


def _only_follows(finding: Finding) -> bool:
    """Whether it says no more than that cards are missing yet."""
    few = isinstance(finding.message, Text) and finding.message.filled.get("number", 0) in range(CARDS_PER_COLOUR)
    return finding.kind in UNFINISHED or (finding.kind == "colour count" and few)


def _jpeg(picture: Colour) -> bytes:
    stream = BytesIO()
    Image.fromarray(np.ascontiguousarray(picture)).save(stream, "JPEG", quality=85)
    return stream.getvalue()
