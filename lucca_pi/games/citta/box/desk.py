"""The desk on which a box is enrolled: what is proposed, typed and taken of each card, each step kept on the disk."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Literal

import numpy as np
from PIL import Image

from lucca_pi.devices.photograph import NOT_WHOLE
from lucca_pi.games.citta.box.answers import NumberTakenError, card_in_short, cards_in_short
from lucca_pi.games.citta.box.draft_files import (
    DeckDraft,
    EnrolError,
    Sizes,
    begun_draft,
    draft_file,
    new_draft,
    read_draft,
    write_deck,
    write_whole,
)
from lucca_pi.games.citta.box.gathering import Gathering, Took
from lucca_pi.games.citta.box.photo_store import Gathered, gathered_file, keep, load, packed
from lucca_pi.games.citta.box.proposals import Proposals
from lucca_pi.games.citta.box.same_card import Cut, digest, look_at
from lucca_pi.games.citta.box.stickers import Seen, is_mirrored, proposed, see_cards
from lucca_pi.games.citta.box.words import (
    BARE_TAKEN,
    NO_CODES,
    STALE,
    code_seen_twice,
    counted,
    look_alike,
    sent_before,
    towers_told,
)
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK, TOWERS_AND_BACK, Card
from lucca_pi.games.citta.rules.deck_check import CARDS_PER_COLOUR, Finding, Findings, check_deck_file
from lucca_pi.language import Text, _, listed, ngettext, say
from lucca_pi.vision.detect import MIRRORED
from lucca_pi.vision.faces.known import without_margin
from lucca_pi.vision.faces.laid_out import LaidOut
from lucca_pi.vision.picture import Colour, colour_in

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

    def __init__(self, draft: DeckDraft) -> None:
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


class FaceEnrolling(Enrolling):
    """Enrolling where photographs propose: one answer does for all cards that look alike."""

    def __init__(self, draft: DeckDraft, proposals: Proposals) -> None:
        super().__init__(draft)
        self.proposals = proposals
        self._unsure: set[int] = set()

    def usual(self, code: int) -> Card:
        number = self.proposals.numbers(self.draft.answered).get(code, 0)
        return Card(number, self.proposals.colour(code, self.draft), 0, 0)

    def proposal(self, code: int) -> str:
        return self.proposals.colour(code, self.draft)

    def fill(self) -> None:
        """Proposes anew every card of which number, colour, windows and shields are told: they count when taken."""
        self._unsure.clear()
        self.forget([*self.draft.proposed])
        answered = self.draft.answered
        taken = {card.number for card in answered.values()}
        for code in self.proposals.faces:
            usual, seen = self.usual(code), self.proposals.symbols(code, answered)
            if code in answered or seen is None or not usual.number or not usual.colour or usual.number in taken:
                continue
            self.draft.typed[code] = Card(usual.number, usual.colour, seen.windows, seen.shields)
            self.draft.proposed.add(code)
            self._unsure |= set() if seen.is_sure else {code}
            taken.add(usual.number)
        self._unsure |= self._first_of_colours()

    def _first_of_colours(self) -> set[int]:
        """A proposed card of each colour of which nobody has answered one: its word is a guess by its light."""
        heap_of = self.proposals.heap_of
        told = {heap_of[code] for code in self.draft.answered if code in heap_of}
        first = {heap_of[code]: code for code in sorted(self.draft.proposed, reverse=True)}
        return {code for heap, code in first.items() if heap not in told}

    @property
    def unsure(self) -> list[int]:
        """The proposed cards that want a look."""
        return sorted(self._unsure & self.draft.proposed)

    def is_sure(self, code: int) -> None:
        """Somebody has looked at a proposed card: it is right."""
        self.draft.proposed.discard(code)

    def _numbers(self, code: int) -> set[int]:
        """The numbers of other cards, as somebody gave them: a proposed one stands back."""
        return {card.number for other, card in self.draft.answered.items() if other != code}

    def correct(self, code: int, text: str) -> None:
        """
        Takes what is right of a card, as `type`; other cards stay as they are shown.

        A proposed card that had its number is open again. Raises ValueError, and then nothing has changed.
        """
        taken = self.draft.cards.pop(code, None)
        try:
            self.type([code], text)
        except ValueError:
            self.draft.cards |= {code: taken} if taken else {}
            raise
        number = self.draft.typed[code].number
        self.forget([other for other in self.draft.proposed if self.draft.typed[other].number == number])

    def open(self) -> list[int]:
        """The cards to be asked for: those laid out of order, then those whose answer does for most others."""
        known = {**self.draft.typed, **self.draft.cards}
        left = [code for code in self.proposals.faces if code not in known]
        odd = self.proposals.out_of_order
        return sorted(left, key=lambda code: (code not in odd, -self._helps(code, left), code))

    def _helps(self, code: int, left: list[int]) -> int:
        return len(self.proposals.alike_of[code] & set(left))


def given_photographs(
    gathered: Gathered, cards: Mapping[int, Card]
) -> tuple[dict[int, Card], dict[int, tuple[bytes, ...]]]:
    """
    Cards and photographs by the codes of the deck file.

    A card's code is its street number where all of these are codes: stickers may be added then without thinking.
    """
    as_codes = all(1 <= card.number <= len(cards) for card in cards.values())
    code_of = {code: card.number if as_codes else at for at, (code, card) in enumerate(cards.items(), start=1)}
    faces = {code_of[code]: tuple(gathered.cards[code].pictures) for code in cards}
    special = {code: tuple(card.pictures) for code, card in gathered.special.items()}
    return {code_of[code]: card for code, card in cards.items()}, {**faces, **special}


OUT = _("out")
"""What is typed for it: `17: out`."""
HOW = _("A card that is not of this box, or the same as another one: 17: {out} takes it out.", out=OUT)
HOW_BY_TAPPING = _("Is one of the two not of this box, or the same card? Tap it on the sheet, then: Not of this box.")


def out_of(text: str, code: int | None = None) -> int | None:
    """
    The card that is to be taken out, by its label, or the one in hand; None where that was not typed.

    >>> out_of("17: out"), out_of("out", 5), out_of("17: 117 red2")
    (17, 5, None)
    """
    label, colon, word = text.rpartition(":")
    if word.strip().casefold() not in {OUT, say(OUT)}:
        return None
    return int(label) if label.strip().isdecimal() else None if colon else code


def take_out(file: Path, enrolling: Enrolling, gathered: Gathered, code: int) -> Text:
    """
    Its photographs and its answers are gone, its code is the next one; other cards keep theirs. What is to be said.

    Raises UnwritableError.
    """
    enrolling.drop(code)
    # The draft first: answers that outlived their card would be those of the next one.
    write_whole(draft_file(file), enrolling.draft.text())
    keep(file, replace(gathered, cards={other: card for other, card in gathered.cards.items() if other != code}))
    del gathered.cards[code]
    return _taken_out(code, CARDS_IN_A_DECK - len(gathered.palaces))


def _taken_out(code: int, missing: int) -> Text:
    told = {"label": code, "there": CARDS_IN_A_DECK - missing, "all": CARDS_IN_A_DECK}
    return ngettext(
        "Card {label} is taken out: {there} of {all} cards. Photograph the missing one, in two pictures; if this was a "
        "mistake, card {label} again.",
        "Card {label} is taken out: {there} of {all} cards. Photograph the missing ones, in two pictures; if this was "
        "a mistake, card {label} again.",
        missing,
        **told,
    )


def either_out(code: int, other: int) -> Text:
    """Of two cards that bear one number."""
    told = {"label": code, "other": other, "out": OUT}
    return _(
        "Card {other} has it. Is one of the two not of this box, or the same card? Take it out: {label}: {out} or "
        "{other}: {out}.",
        **told,
    )


MOST_STEPS = 50
"""Steps that can be undone."""
UNFINISHED = ("cards", "codes missing", "colours")
"""Kinds of findings that say no more than that cards are missing."""


def decoded(photograph: bytes) -> Colour:
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
        draft = begun_draft(file)
        self.file, self.is_settled, self.is_made = file, draft is not None, False
        self._enrolling = Enrolling(draft or new_draft())
        self.pictures: dict[int, bytes] = {}
        """The cards' pictures by code, as JPEG."""
        self.sheet: tuple[int, ...] = tuple(self.draft.typed)
        """The codes of the cards in hand, in their order."""
        self._before: list[tuple[str, tuple[int, ...]]] = []

    @property
    def draft(self) -> DeckDraft:
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
        picture = decoded(photograph)
        cards = see_cards(picture, self.draft.sizes)
        if not cards and is_mirrored(picture, self.draft.sizes):
            raise ValueError(MIRRORED)
        if not cards:
            raise ValueError(listed([_("No card was seen."), NO_CODES], " "))
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
        return listed(told, " "), *(code_seen_twice(card) for card in cards if card.times > 1)

    def give(self, code: int, card: Card) -> None:
        """Notes the card; it counts when it is taken. Raises ValueError, UnwritableError."""
        self._step(lambda: self._change(code, card))
        if code not in self.sheet:
            self.sheet = (*self.sheet, code)

    def _change(self, code: int, card: Card) -> None:
        self._enrolling.change(code, card)

    def _enrolling_of(self, draft: DeckDraft) -> Enrolling:
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


class FaceDesk(Desk):
    """First photographs are taken; once all cards are there twice, what is proposed lies on the sheet."""

    def __init__(self, file: Path) -> None:
        """Goes on with what was kept. Raises EnrolError and UnreadableError."""
        self.gathered = load(file) or Gathered()
        super().__init__(file)
        if self.is_settled and not gathered_file(file).exists():
            told = {"draft": draft_file(file)}
            raise EnrolError(_("{draft} is of a box with stickers: go on without --faces, or name a new file.", **told))
        self.bare: Colour | None = None
        self.waiting: tuple[LaidOut, tuple[Cut, ...]] | None = None
        """The first picture, until somebody has said which way up its cards stand."""
        self.told: tuple[Text, ...] = ()
        """What came of the latest photograph."""
        self._mark = ""
        self._gathering = Gathering(self.gathered, self.draft.sizes.card_mm)
        if self.gathered.is_whole:
            self._propose()

    def settle(self, sizes: Sizes, colours: tuple[str, ...]) -> None:
        super().settle(sizes, colours)
        keep(self.file, self.gathered)
        self._gathering = Gathering(self.gathered, sizes.card_mm)

    def seen_in(self, photograph: bytes) -> tuple[Seen, ...]:
        """Looks at a JPEG and takes its cards; the first is of the bare ground. Raises ValueError, UnwritableError."""
        picture, self.told = decoded(photograph), ()
        if self.bare is None:
            self.bare, self.told = picture, (BARE_TAKEN,)
            return ()
        if (mark := digest(picture)) in self.gathered.looked_at:
            raise ValueError(sent_before(self.gathered, mark))
        found, cuts = look_at(picture, self.bare, self.draft.sizes.card_mm)
        if not found.rows:
            told, self.bare = self._gathering.without_cards(picture, found, self.bare)
            raise ValueError(told)
        self.waiting, self._mark = (found, cuts), mark
        if self.gathered.turned is not None:
            self._take_waiting()
        else:
            self.pictures |= {at: packed(without_margin(cut.card)) for at, cut in enumerate(cuts, start=1)}
            self.told = ()
        return ()

    def lay(self, cards: Sequence[Seen]) -> tuple[Text, ...]:  # noqa: ARG002 - they are taken already
        return self.told

    def stand(self, *, upside_down: bool) -> None:
        """Which way up the cards of the first picture stand; takes them. Raises UnwritableError."""
        if self.waiting and self.gathered.turned is None:
            self.gathered.turned = upside_down
            self._take_waiting()

    def _take_waiting(self) -> None:
        if self.waiting is None:
            return
        took = self._gathering.take(*self.waiting)
        self.gathered.looked_at.append(self._mark)
        self.waiting = None
        keep(self.file, self.gathered)
        self.pictures = {}
        self.told = self._words(took)
        if self.gathered.is_whole:
            self._propose()

    def _words(self, took: Took) -> tuple[Text, ...]:
        towers = (towers_told(),) if set(TOWERS_AND_BACK) <= set(took.codes) else ()
        return counted(took.cards, took.places, self.gathered), *took.told, *towers

    def bare_again(self) -> None:
        """The ground is another: the next photograph is of it."""
        self.bare = None

    def _propose(self) -> None:
        """Lays all cards on the sheet with what is proposed."""
        self._proposals = Proposals(self.gathered, self.draft.sizes.card_mm)
        self._enrolling = self._enrolling_of(self.draft)
        self._fill()
        self._keep()
        self.pictures = {code: card.pictures[0] for code, card in self.gathered.palaces.items()}
        self.sheet = tuple(sorted(self.pictures))

    def _enrolling_of(self, draft: DeckDraft) -> Enrolling:
        return FaceEnrolling(draft, self._proposals) if self.gathered.is_whole else Enrolling(draft)

    def _fill(self) -> None:
        if isinstance(self._enrolling, FaceEnrolling):
            self._enrolling.fill()

    @property
    def next_open(self) -> tuple[int, ...]:
        """The cards to be asked for, those first whose answer does for most others."""
        return tuple(self._enrolling.open()) if isinstance(self._enrolling, FaceEnrolling) else ()

    @property
    def unsure(self) -> frozenset[int]:
        return frozenset(self._enrolling.unsure if isinstance(self._enrolling, FaceEnrolling) else ())

    def _change(self, code: int, card: Card) -> None:
        self.draft.typed.pop(code, None)
        try:
            super()._change(code, card)
        except NumberTakenError as error:
            raise ValueError(listed([str(error), HOW_BY_TAPPING], " ")) from None
        self._fill()

    def forget(self, code: int) -> None:
        """
        Takes a card out with its photographs; the one that is missing is to be photographed.

        No step before it can be undone: the code will be another card's. Raises ValueError and UnwritableError.
        """
        if code not in self.gathered.palaces:
            raise ValueError(STALE)
        self.told = (take_out(self.file, self.enrolling, self.gathered, code),)
        self._gathering = Gathering(self.gathered, self.draft.sizes.card_mm)
        self._enrolling = self._enrolling_of(self.draft)
        self._before, self.pictures, self.sheet = [], {}, ()

    def finish(self) -> None:
        """Writes the deck file with its photographs. Raises UnwritableError, and ValueError while it would be none."""
        if self.draft.left or self.errors:
            raise ValueError(_("This is no deck yet."))
        cards, photographs = given_photographs(self.gathered, self.draft.cards)
        deck = DeckDraft(self.draft.colours, cards, sizes=self.draft.sizes)
        write_deck(self.file, deck.deck_text(self.file.stem, photographs))
        gathered_file(self.file).unlink(missing_ok=True)
        self.told = tuple(look_alike(self._proposals.badly_told, self._proposals.never_told, self.draft.cards))
        self.is_made = True
