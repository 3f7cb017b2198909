"""
The desk on which a box without stickers is enrolled: each card is photographed twice, and then proposed.

One answer does for all cards that look alike; a card that is not of the box is taken out again.
"""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from lucca_pi.box.answers import NumberTakenError, out_of
from lucca_pi.box.counting import SymbolCount
from lucca_pi.box.desk import Desk, NothingTakenError, Understand
from lucca_pi.box.draft_files import (
    DeckDraft,
    EnrolError,
    deck_made_told,
    draft_file,
    read_draft,
    write_deck,
)
from lucca_pi.box.gathering import Gathering
from lucca_pi.box.photo_store import Gathered, gathered_file, keep, load, packed
from lucca_pi.box.proposals import Proposals
from lucca_pi.box.same_card import CutCard, digest, look_at
from lucca_pi.box.stickers import SeenCard, shows_game
from lucca_pi.box.taking_back import Step, without_card, without_picture, without_step
from lucca_pi.box.taking_back_words import (
    BEGUN_AGAIN,
    GROUND_FORGOTTEN,
    GROUND_NEXT,
    no_such_picture,
    picture_forgotten,
)
from lucca_pi.box.words import (
    A_GAME,
    BARE_TAKEN,
    HOW_BY_TAPPING,
    STALE,
    SURE_WAY,
    WHOSE,
    counted,
    either_out,
    is_it,
    look_alike,
    sent_before,
    taken_out,
    towers_told,
)
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK, TOWERS_AND_BACK, Card
from lucca_pi.language import Text, _, listed, ngettext
from lucca_pi.vision.faces.known import without_margin
from lucca_pi.vision.faces.laid_out import LaidOut
from lucca_pi.vision.picture import Colour


class FaceDesk(Desk):
    """A desk for cards known by their faces: photographs first; once all cards have two, the sheet shows proposals."""

    def __init__(self, file: Path) -> None:
        """Goes on with the stored draft. Raises EnrolError and UnreadableError."""
        self.gathered = load(file) or Gathered()
        super().__init__(file)
        if self.is_settled and not gathered_file(file).exists():
            told = {"draft": draft_file(file)}
            raise EnrolError(
                _("{draft} belongs to a box with stickers: go on without --faces, or name a new file.", **told)
            )
        self.bare: Colour | None = None
        """The picture of the bare ground; None while it is the next one."""
        self.waiting: tuple[LaidOut, tuple[CutCard, ...]] | None = None
        """The first picture, until somebody has answered which way up its cards are."""
        self._proposals: Proposals | None = None
        """None until all cards have two photographs."""
        self._mark = ""
        self._last: int | None = None
        self.latest: int | None = None
        """The number of the picture that the messages are about; None if they are about none."""
        self._ground: tuple[Colour | None] | None = None
        """The ground before the latest picture, if that one is the ground now."""
        self._taken_back: tuple[Gathered, str] | None = None
        """Photographs and draft before something was taken back, until the next picture."""
        self._gathering = Gathering(self.gathered, self.draft.sizes.card_mm)
        if self.gathered.is_whole:
            self._propose()

    def settings(self) -> Mapping[str, tuple[Text, str, Understand]]:
        """The questions about the whole box, without the one about stickers."""
        return {name: question for name, question in super().settings().items() if name != "sticker"}

    def settle(self, answers: Mapping[str, str]) -> None:
        """Takes the answers to `settings`. Raises ValueError and UnwritableError."""
        super().settle(answers)
        keep(self.file, self.gathered)
        self._gathering = Gathering(self.gathered, self.draft.sizes.card_mm)

    # photographs

    def seen_in(self, picture: Colour) -> tuple[SeenCard, ...]:
        """
        The cards of a photograph; the first photograph is of the bare ground, the next one may wait for `stand`.

        Raises NothingTakenError and UnwritableError.
        """
        if shows_game(picture):
            raise NothingTakenError(A_GAME)
        self.told, self.latest, before, self._ground = (), None, self.bare, None
        if self.bare is None:
            self.bare, self.told, self._ground = picture, (BARE_TAKEN,), (None,)
            return ()
        if (mark := digest(picture)) in self.gathered.looked_at:
            raise NothingTakenError(sent_before(self.gathered, mark))
        found, cuts = look_at(picture, self.bare, self.draft.sizes.card_mm)
        if not found.rows:
            told, self.bare = self._gathering.without_cards(picture, found, self.bare)
            self._ground = (before,) if self.bare is not before else None
            raise NothingTakenError(told)
        self.waiting, self._mark = (found, cuts), mark
        if self.gathered.turned is not None or not cuts:
            self._take_waiting()
        else:
            self.pictures |= {at: packed(without_margin(cut.card)) for at, cut in enumerate(cuts, start=1)}
        return ()

    def lay(self, cards: Sequence[SeenCard]) -> tuple[Text, ...]:  # noqa: ARG002 - they are taken already
        """The messages on the latest photograph."""
        return self.told

    def stand(self, *, upside_down: bool) -> None:
        """Takes the cards of the first picture with that way up. Raises UnwritableError."""
        if self.waiting and self.gathered.turned is None:
            self.gathered.turned = upside_down
            self._take_waiting()

    def _take_waiting(self) -> None:
        if self.waiting is None:
            return
        took, self._taken_back = self._gathering.take(*self.waiting), None
        self.gathered.looked_at.append(self._mark)
        self.waiting, self.latest = None, self.gathered.taken
        keep(self.file, self.gathered)
        self.pictures = {}
        towers = (towers_told(),) if set(TOWERS_AND_BACK) <= set(took.codes) else ()
        self.told = (counted(took.cards, took.places, self.gathered), *took.told, *towers)
        if self.gathered.is_whole:
            self._propose()

    def bare_again(self) -> None:
        """Makes the next photograph that of the new bare ground."""
        self.bare, self.told = None, (GROUND_NEXT,)

    # taking back

    def forget_picture(self, picture: int | None = None) -> None:
        """Takes back what a picture gave, or the latest one (None). Raises ValueError and UnwritableError."""
        if picture is None and (self.waiting or self._ground):
            self._forget_unread()
            return
        left = [one for one in range(1, self.gathered.taken + 1) if one not in self.gathered.forgotten]
        number = picture or max(left, default=0)
        if number not in left:
            raise ValueError(no_such_picture(number))
        after = without_picture(self.gathered, number)
        self._take_back(after, picture_forgotten(number, after))

    def _forget_unread(self) -> None:
        """Takes back a picture that gave no card yet: the ground, or the first one, whose way up is asked."""
        if self.waiting:
            self.waiting, self.pictures, self.told = None, {}, ()
        elif self._ground:
            (self.bare,), self._ground, self.told = self._ground, None, (GROUND_FORGOTTEN,)

    def forget(self, code: int) -> None:
        """
        Takes a card out with its photographs and answers: its code is given to the next one, other cards keep theirs.

        Towers and back go together. Raises ValueError and UnwritableError.
        """
        if code not in self.gathered.cards:
            raise ValueError(STALE)
        after = without_card(self.gathered, code)
        told = taken_out(code, CARDS_IN_A_DECK - len(after.palaces))
        self._take_back(after, BEGUN_AGAIN["towers"] if code in TOWERS_AND_BACK else told)

    def begin_again(self, step: Step) -> None:
        """Takes back a step of photographing, and those that follow from it. Raises UnwritableError."""
        self._take_back(without_step(self.gathered, step), BEGUN_AGAIN[step])

    def _take_back(self, after: Gathered, told: Text) -> None:
        before = self.gathered, self.draft.text()
        for code in {*self.gathered.cards} - {*after.cards}:
            self._drop(code)
        self.keep()  # the draft first: answers that outlived their card would be those of the next one
        keep(self.file, after)
        self._hold(after)
        self._taken_back, self.told = before, (told,)

    def _hold(self, gathered: Gathered) -> None:
        """Goes on with these photographs."""
        self.gathered, self._gathering = gathered, Gathering(gathered, self.draft.sizes.card_mm)
        self._proposals = self._proposals and Proposals(gathered, self.draft.sizes.card_mm)
        self._before, self.pictures, self.sheet = [], {}, ()
        self.waiting, self.latest, self._ground = None, None, None

    @property
    def can_undo(self) -> bool:
        """True if a step can be undone, or what was taken back can be restored."""
        return super().can_undo or self._taken_back is not None

    def undo(self) -> bool:
        """Undoes the latest step, or restores what was taken back; False if there is none."""
        if super().undo():
            return True
        if self._taken_back is None:
            return False
        gathered, text = self._taken_back
        keep(self.file, gathered)
        self.draft, self._taken_back, self.told = read_draft(text), None, ()
        self.keep()
        self._hold(gathered)
        if gathered.is_whole:
            self._propose()
        return True

    # proposals

    def _propose(self) -> None:
        """Lays all cards on the sheet with their proposals."""
        self._proposals = Proposals(self.gathered, self.draft.sizes.card_mm)
        self._fill()
        self.keep()
        self.pictures = {code: card.pictures[0] for code, card in self.gathered.palaces.items()}
        self.sheet = tuple(sorted(self.pictures))

    @property
    def proposals(self) -> Proposals:
        """Numbers, colours, windows and shields proposed from the photographs so far."""
        return self._proposals or Proposals(self.gathered, self.draft.sizes.card_mm)

    def usual(self, code: int) -> Card:
        """The card as photographs propose it; its number is 0 if none is sure."""
        if self._proposals is None or code not in self._proposals.faces:
            return super().usual(code)
        number = self._proposals.numbers(self.draft.answered).get(code, 0)
        return Card(number, self._proposals.colour(code, self.draft), 0, 0)

    def _fill(self) -> None:
        if self._proposals is not None:
            super()._fill()

    def _shown(self) -> Collection[int]:
        return self._proposals.faces.keys() if self._proposals else ()

    def _heap_of(self) -> Mapping[int, int]:
        return self._proposals.heap_of if self._proposals else {}

    def open(self) -> list[int]:
        """
        The codes of the cards to ask for: those laid out of order, then those whose answer settles most other cards.
        """
        if self._proposals is None:
            return []
        known = {**self.draft.typed, **self.draft.cards}
        left = [code for code in self._proposals.faces if code not in known]
        odd, alike_of = self._proposals.out_of_order, self._proposals.alike_of
        return sorted(left, key=lambda code: (code not in odd, -len(alike_of[code] & set(left)), code))

    # questions and answers

    @property
    def asked(self) -> int | None:
        """The code of the card asked for now, also to confirm an unsure proposal; None if there is none."""
        return next((code for code in (*self.open(), *self.unsure) if code not in self._left_out), None)

    def go_back(self) -> None:
        """Forgets the latest answer and asks for that card again."""
        if self._last is not None:
            self.untype([self._last])
            self._fill()
        self.keep()

    def leave_out(self) -> None:
        """Asks for the card another time."""
        self._left_out.update([] if self.asked is None else [self.asked])

    def question(self, code: int) -> Text:
        """The question about a card: its windows, its number, both, or a proposal to confirm."""
        usual, seen = self.usual(code), self._symbols(code)
        known = " ".join(filter(None, (str(usual.number or ""), usual.colour)))
        told: dict[str, object] = {"label": code, "known": known}
        if seen is None and not usual.number:
            return _("Card {label}, {known}: its street number and its windows, as in 17 2", **told)
        if seen is None:
            alike = self._proposals.alike_of[code] & {*self.open()} if self._proposals else ()
            return _("Card {label}, {known}: windows ({number} look alike)", number=len(alike), **told)
        told["windows"] = ngettext("{number} window", "{number} windows", seen.windows)
        if code in self.unsure:
            return is_it(code, usual, seen.windows)
        return _("Card {label}, {known}, {windows}: its street number", **told)

    def _symbols(self, code: int) -> SymbolCount | None:
        return self._proposals.symbols(code, self.draft.answered) if self._proposals else None

    def answer(self, text: str) -> tuple[int, ...]:
        """
        Takes the answer to the present question; proposes the other cards anew that it settles.

        Raises ValueError with one sentence or two.
        """
        code, self.told = self.asked or 0, ()
        out = out_of(text, code)
        if not text and code in self.unsure:
            self.confirm(code)
        elif out is not None and self.is_there(out):
            self.forget(out)
            self._step(self._fill)
        else:
            self.type([code], self._completed(code, text))
        self._last = code
        return (code,)

    def is_there(self, code: int) -> bool:
        """True if the sheet shows a card with that label."""
        return self._proposals is not None and code in self._proposals.faces

    def _completed(self, code: int, text: str) -> str:
        """The answer; if the street number alone was asked, completed with the known facts."""
        usual, seen = self.usual(code), self._symbols(code)
        return f"{text} {usual.colour}{seen.windows}" if text.isdecimal() and seen and not usual.number else text

    def _type(self, answers: Mapping[int, str]) -> None:
        try:
            super()._type(answers)
        except NumberTakenError as error:
            (code,) = answers
            cards = self.draft.answered.items()
            other = next(one for one, card in cards if one != code and card.number == error.number)
            raise ValueError(error.args[0], either_out(code, other)) from None

    def correct(self, text: str) -> None:
        """Takes a correction of the sheet as `17: 117 red2` or `17: out`; all other cards keep their shown facts."""
        self._last, out = None, out_of(text)
        if out is not None and self.is_there(out):
            self.forget(out)
            return
        super().correct(text)

    def _give(self, code: int, card: Card) -> None:
        try:
            super()._give(code, card)
        except NumberTakenError as error:
            raise ValueError(listed([str(error), HOW_BY_TAPPING], " ")) from None

    # the deck file

    @property
    def stopped(self) -> Text:
        """The message if enrolling stops before its end."""
        return _("Stopped. Everything is saved in {draft}; the same command continues.", draft=gathered_file(self.file))

    def _deck(self) -> DeckDraft:
        code_of = self._codes()
        cards = {code_of[code]: card for code, card in self.draft.cards.items()}
        return DeckDraft(self.draft.colours, cards, sizes=self.draft.sizes)

    def _codes(self) -> dict[int, int]:
        """
        The code of each card in the deck file.

        It is the street number where all of these are codes: stickers may be added then without thinking.
        """
        cards = self.draft.cards
        as_codes = all(1 <= card.number <= len(cards) for card in cards.values())
        return {code: card.number if as_codes else at for at, (code, card) in enumerate(cards.items(), start=1)}

    def _write(self) -> None:
        """Writes the deck file with its photographs; adds a message on the cards that look alike."""
        faces = {at: tuple(self.gathered.cards[code].pictures) for code, at in self._codes().items()}
        special = {code: tuple(card.pictures) for code, card in self.gathered.special.items()}
        write_deck(self.file, self._deck().deck_text(self.file.stem, {**faces, **special}))
        gathered_file(self.file).unlink(missing_ok=True)
        alike = look_alike(self.proposals.badly_told, self.proposals.never_told, self.draft.cards)
        self.told = (*deck_made_told(self.file), *alike, SURE_WAY, WHOSE)
