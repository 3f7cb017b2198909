"""
The desk on which a box without stickers is enrolled: each card is photographed twice, and then proposed.

One answer does for all cards that look alike; a card that is not of the box is taken out again.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from lucca_pi.box.answers import AGAIN, FORGET, OUT, UNDO, taking_back
from lucca_pi.box.desk import STALE, WHICH_IS_WRONG, Desk, NothingTakenError, Prompt, Understand, windows_of
from lucca_pi.box.draft_files import DeckDraft, EnrolError, draft_file, gathered_file
from lucca_pi.box.gathering import MOST_NAMED, Gathering, counted, missing_now, seen_once
from lucca_pi.box.photo_store import Gathered, Step, keep, load, packed
from lucca_pi.box.proposals import Proposals, SymbolCount, look_alike
from lucca_pi.box.same_card import CutCard, digest, look_at
from lucca_pi.box.sheets import contact_sheet
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK, TOWERS_AND_BACK, Card
from lucca_pi.language import Text, _, listed, ngettext
from lucca_pi.vision.faces.known import without_margin
from lucca_pi.vision.faces.laid_out import LaidOut
from lucca_pi.vision.picture import Colour


class StepAgain(NamedTuple):
    """
    A step of photographing that can be begun again.

    `number`: what is typed for it. `words` begin it, `lost` is what goes, `told` what follows.
    """

    number: str
    words: Text
    lost: Text
    told: Text


STEPS_AGAIN: Mapping[Step, StepAgain] = {
    "second": StepAgain(
        "4",
        _("Begin the second pass again"),
        _("All second photographs go; the first ones stay."),
        _("All second photographs are forgotten: photograph every card once more."),
    ),
    "towers": StepAgain(
        "3",
        _("Photograph towers and back again"),
        _("The photographs of towers and back go; all others stay."),
        _(
            "Towers and back are forgotten: photograph the four towers in a row and one back below, then all five once "
            "more."
        ),
    ),
    "cards": StepAgain(
        "2",
        _("Begin all again"),
        _("All photographs go."),
        _("All photographs are forgotten: photograph all 96 cards again, the first 20 in their order."),
    ),
}
_TO_TAKE_BACK = _("to take back: {forget} or {again}", forget=FORGET, again=AGAIN)
_HOW_TO_TAKE_BACK = (
    _("{forget}: the last picture · {forget} 11: picture 11 · {forget} 11 2 5: its row 2, card 5", forget=FORGET),
    _("{again}: begin a step again · {undo}: undo this", again=AGAIN, undo=UNDO),
)

_GREETING = _(
    "First photograph the empty surface. Then lay 12 or 24 cards in rows, all the same way up, a finger apart; the\n"
    "first 20 in the order of their numbers, 1 to 20. Photograph all 96, then the four towers in a row with one back\n"
    "below. Then shuffle and photograph all of them a second time, in any order. q stops; everything is saved,\n"
    "and the same command continues."
)
_NO_DIGITS = _(
    "No digits could be learnt from the first 20 cards: they get the numbers 1 to 20 in their order, so check these\n"
    "on the sheet. You will be asked for the other numbers; of the first 20, for those in pictures after one with a\n"
    "card missing."
)
_SURE_WAY = _(
    "Recognition by faces was measured with our own printed deck on drawn and rendered tables, and with other\n"
    "cards on photographs that somebody else took, but never with a real box (docs/measured/faces.md).\n"
    "Stickers are the safe choice. You may put them on some cards only: if a code is in sight, it counts."
)


class FaceDesk(Desk):
    """A desk for cards known by their faces: photographs first; once all cards have two, the sheet shows proposals."""

    check = listed(
        [Desk.check, _("A card that is not from this box, or is the same as another: tap it, then Not from this box.")],
        " ",
    )
    take_out = (
        _("Not from this box"),
        _("Not from this box, or the same as another? Its photographs are deleted; then photograph the missing card."),
    )
    greeting = (_GREETING,)

    def __init__(self, file: Path) -> None:
        """Goes on with the stored draft. Raises EnrolError and UnreadableError."""
        super().__init__(file)
        if self.is_settled and not gathered_file(file).exists():
            told = {"draft": draft_file(file)}
            raise EnrolError(
                _("{draft} belongs to a box with stickers: go on without --faces, or name a new file.", **told)
            )
        self.bare: Colour | None = None
        """The picture of the bare ground; None while it is the next one."""
        self.waiting: tuple[LaidOut, tuple[CutCard, ...], str] | None = None
        """The first picture with its digest, until somebody has answered which way up its cards are."""
        self._waiting_pictures: dict[int, bytes] = {}
        self.latest: int | None = None
        """The number of the picture that the messages are about; None if they are about none."""
        self._ground: tuple[Colour | None] | None = None
        """The ground before the latest picture, if that one is the ground now."""
        self._is_step_asked = False
        self.sheet = ()  # until all cards have two photographs
        self._hold(load(file) or Gathered())
        if self.gathered.is_whole:
            self._propose()

    def settings(self) -> Mapping[str, tuple[Text, str, Understand]]:
        """The questions about the whole box, without the one about stickers."""
        return {name: question for name, question in super().settings().items() if name != "sticker"}

    def settle(self, answers: Mapping[str, str]) -> None:
        """Takes the answers to `settings`. Raises ValueError and UnwritableError."""
        super().settle(answers)
        keep(self.file, self.gathered)
        self._hold(self.gathered)

    # photographs

    def _photograph(self, picture: Colour) -> None:
        """Takes a photograph: the first one is of the bare ground, the next one may wait until its way up is told."""
        self.told, self.latest, before, self._ground = (), None, self.bare, None
        if self.bare is None:
            self.bare, self._ground = picture, (None,)
            self.told = (_("The empty surface is recorded. Now lay cards on it."),)
            return
        if (mark := digest(picture)) in self.gathered.looked_at:
            raise NothingTakenError(self._sent_before(mark))
        found, cuts = look_at(picture, self.bare, self.draft.sizes.card_mm)
        if not found.rows:
            told, self.bare = self._gathering.without_cards(picture, found, self.bare)
            self._ground = (before,) if self.bare is not before else None
            raise NothingTakenError(told)
        if self.gathered.turned is not None or not cuts:
            self._take_picture(found, cuts, mark)
        else:
            self.waiting = found, cuts, mark
            self._waiting_pictures = {at: packed(without_margin(cut.card)) for at, cut in enumerate(cuts, start=1)}

    def _sent_before(self, mark: str) -> Text:
        """The message that this very picture was taken before, and as which."""
        looked_at = self.gathered.looked_at
        number = self.gathered.taken - len(looked_at) + looked_at.index(mark) + 1
        if number in self.gathered.forgotten:
            return _("This is picture {picture} again, which you forgot: photograph those cards anew.", picture=number)
        return _("This is picture {picture} again: it does not count twice.", picture=number)

    def _take_picture(self, found: LaidOut, cuts: Sequence[CutCard], mark: str) -> None:
        took, self._before = self._gathering.take(found, cuts), []
        self.gathered.looked_at.append(mark)
        self.waiting, self.latest = None, self.gathered.taken
        keep(self.file, self.gathered)
        self.told = (counted(len(took.codes), took.places, self.gathered), *took.told)
        if set(TOWERS_AND_BACK) <= set(took.codes):
            self.told = (*self.told, _("The four towers, T1 to T4 from the left, and the back."))
        if self.gathered.is_whole:
            self._propose()

    @property
    def pictures(self) -> Mapping[int, bytes]:
        """The cards' pictures by code, as JPEG; of a picture whose way up is asked by their places."""
        if self.waiting:
            return self._waiting_pictures
        return {code: card.pictures[0] for code, card in self.gathered.palaces.items()}

    # taking back

    def forget_picture(self, picture: int | None = None) -> None:
        """Takes back what a picture gave, or the latest one (None). Raises ValueError and UnwritableError."""
        if picture is None and self.waiting:
            self.waiting, self.told = None, ()
            return
        if picture is None and self._ground:
            (self.bare,), self._ground = self._ground, None
            self.told = (_("That picture no longer counts as the empty surface."),)
            return
        left = [one for one in range(1, self.gathered.taken + 1) if one not in self.gathered.forgotten]
        number = picture or max(left, default=0)
        if number not in left:
            raise ValueError(_("There is no picture {picture} to forget.", picture=number))
        after = self.gathered.without_picture(number)
        told = _(
            "Picture {picture} is forgotten. Palace cards {first} of {all}. Photograph its cards again.",
            picture=number,
            first=min(len(after.palaces), CARDS_IN_A_DECK),
            all=CARDS_IN_A_DECK,
        )
        self._take_back(after, told)

    def forget(self, code: int) -> None:
        """
        Takes a card out with its photographs and answers: its code is given to the next one, other cards keep theirs.

        Towers and back go together. Raises ValueError and UnwritableError.
        """
        if code not in self.gathered.cards:
            raise ValueError(STALE)
        after = self.gathered.without_card(code)
        missing = CARDS_IN_A_DECK - len(after.palaces)
        told = {"label": code, "there": CARDS_IN_A_DECK - missing, "all": CARDS_IN_A_DECK}
        removed = ngettext(
            "Card {label} is removed: {there} of {all} cards are left. Photograph the missing one, in two pictures; if "
            "this was a mistake, card {label} again.",
            "Card {label} is removed: {there} of {all} cards are left. Photograph the missing ones, in two pictures; "
            "if this was a mistake, card {label} again.",
            missing,
            **told,
        )
        self._take_back(after, STEPS_AGAIN["towers"].told if code in TOWERS_AND_BACK else removed)

    def _begin_again_at(self, number: str) -> None:
        """Begins the step with that number again; none if there is no such step."""
        if number == "1":
            self.bare, self.told = None, (_("The next picture is of the empty surface."),)
        for step, again in STEPS_AGAIN.items():
            if again.number == number:
                self._take_back(self.gathered.without_step(step), again.told)

    def _take_back(self, after: Gathered, told: Text) -> None:
        before = self._state()
        self.draft = self.draft.without({*self.gathered.cards} - {*after.cards})
        self.keep()  # the draft first: answers that outlived their card would be those of the next one
        keep(self.file, after)
        self._hold(after)
        self._before, self.told = [(before, bool(self.sheet))], (told,)

    def _hold(self, gathered: Gathered) -> None:
        """Goes on with these photographs."""
        self.gathered, self._gathering = gathered, Gathering(gathered, self.draft.sizes.card_mm)
        self.proposals = Proposals(gathered, self.draft.sizes.card_mm)
        self._before, self.sheet = [], tuple(sorted(gathered.palaces)) if self.sheet else ()
        self.proposed = {code: card for code, card in self.proposed.items() if code in self.sheet}
        self.waiting, self.latest, self._ground = None, None, None

    def _state(self) -> Any:
        return super()._state(), self.gathered

    def _restore(self, state: Any) -> None:
        of_cards, gathered = state
        super()._restore(of_cards)
        if gathered is not self.gathered:
            keep(self.file, gathered)
            self._hold(gathered)
            if gathered.is_whole:
                self._propose()

    # proposals

    def _propose(self) -> None:
        """Lays all cards on the sheet with their proposals."""
        self.proposals = Proposals(self.gathered, self.draft.sizes.card_mm)
        self.sheet = tuple(sorted(self.gathered.palaces))
        self._fill()
        self._lead = self._proposed_told(), self._labels()

    def usual(self, code: int) -> Card:
        """The card as photographs propose it; its number is 0 if none is sure."""
        if code not in self.sheet:
            return super().usual(code)
        number = self.proposals.numbers(self.draft.answered).get(code, 0)
        return Card(number, self.proposals.colour(code, self.draft), 0, 0)

    def _heap_of(self) -> Mapping[int, object]:
        return self.proposals.heap_of

    @property
    def untyped(self) -> tuple[int, ...]:
        """The codes of the cards to ask for: those out of order, then those whose answer settles most other cards."""
        if not (left := super().untyped):
            return ()
        odd, alike_of = self.proposals.out_of_order, self.proposals.alike_of
        return tuple(sorted(left, key=lambda code: (code not in odd, -len(alike_of[code] & set(left)), code)))

    # questions and answers

    def _asked_to_photograph(self) -> Prompt | None:
        """
        Which way up the first cards are; the next photograph; None if all are there.

        Once there are no more photographs, what is to be taken back of an incomplete box.
        """
        if self.gathered.is_whole:
            return None
        if self.waiting:
            return Prompt(
                _("Do the cards stand upright in {sheet}? Enter: yes; n: upside down", sheet=contact_sheet(self.file)),
                labels={at: str(at) for at in self.pictures},
                choices={"y": _("Upright"), "n": _("Upside down")},
                title=_("How do the cards stand in these pictures?"),
            )
        if self._is_step_asked:
            return Prompt(
                _("Begin again: 1 empty surface, 2 all cards, 3 towers and back, 4 second pass; Enter: nothing")
            )
        if self._are_photographs_over:
            return Prompt(_("Was anything wrong? ({ways}; Enter: no)", ways=_TO_TAKE_BACK), *self._missing())
        are_few = self.gathered.is_first_pass_over and len(self.gathered.once) <= MOST_NAMED
        once = tuple(seen_once(self.gathered)) if are_few else ()
        clear = _("Clear the surface: nothing may be in the picture. Then press Enter")
        lay = _("Lay 12 or 24 cards in rows, then press Enter ({ways})", ways=_TO_TAKE_BACK)
        return Prompt(clear if self.bare is None else lay, once, is_photograph=True)

    def _missing(self) -> tuple[tuple[Text, ...], dict[int, str]]:
        """
        The photographs still missing; if a few cards lack their second one, with all cards so far to compare with.

        A card seen once may be a bad photograph, or one of another box, in the place of a card not shown yet.
        """
        palaces, told, labels = self.gathered.palaces, missing_now(self.gathered), dict[int, str]()
        if 0 < CARDS_IN_A_DECK - sum(len(card.pictures) > 1 for card in palaces.values()) <= MOST_NAMED:
            labels = {code: f"{code} ×{len(card.pictures)}" for code, card in palaces.items()}
            sheet = contact_sheet(self.file)
            told.append(_("{sheet} shows the cards so far: compare your cards to find the missing ones.", sheet=sheet))
        kept = gathered_file(self.file)
        return (*told, _("Everything is saved in {draft}; the same command continues.", draft=kept)), labels

    def _proposed_told(self) -> tuple[Text, ...]:
        """How much is proposed before the first answer."""
        answered = self.draft.answered
        odd = self.proposals.out_of_order - {*answered}
        numbers = len(self.proposals.numbers(answered))
        out_of_order = _(
            "The first 20 cards are not all in the order of their numbers. You will be asked for these: {labels}.",
            labels=", ".join(map(str, sorted(odd))),
        )
        return (
            *([out_of_order] if odd else []),
            *([] if self.proposals.are_digits_learnt else [_NO_DIGITS]),
            _("Numbers proposed: {numbers} of {all}.", numbers=numbers, all=CARDS_IN_A_DECK),
            self._sheet_told,
        )

    @property
    def _sheet_told(self) -> Text:
        return _("{sheet} shows all cards, each with its label and what is known.", sheet=contact_sheet(self.file))

    def _labels(self) -> dict[int, str]:
        """The label of each card; one with a proposal that is not sure is marked."""
        return {code: self.shown(code).label + (" ?" if code in self.unsure else "") for code in self.sheet}

    @property
    def _ways_back(self) -> tuple[Text, ...]:
        return () if self.sheet else _HOW_TO_TAKE_BACK

    def _open_question(self, code: int) -> Prompt:
        """Asks for a card's windows, its number, or both."""
        usual, seen = self.usual(code), self._symbols(code)
        known = " ".join(filter(None, (str(usual.number or ""), usual.colour)))
        told: dict[str, object] = {"label": code, "known": known}
        if seen:
            told["windows"] = windows_of(seen)
            question = _("Card {label}, {known}, {windows}: its street number", **told)
        elif usual.number:
            told["number"] = len(self.proposals.alike_of[code] & {*self.untyped})
            question = _("Card {label}, {known}: windows ({number} look alike)", **told)
        else:
            question = _("Card {label}, {known}: its street number and its windows, as in 17 2", **told)
        return Prompt(question, *self._lead)

    def _check(self, typed: Iterable[int]) -> Prompt:  # noqa: ARG002 - all cards are shown
        how = _("To remove a card that is not from this box, or is the same as another: 17: {out}.", out=OUT)
        return Prompt(WHICH_IS_WRONG, (self._sheet_told, how), self._labels())

    def take(self, codes: Iterable[int] | None = None) -> int:
        """Takes all answers as right; not while a card is missing: one of another box may have misled proposals."""
        if self.gathered.is_whole:
            return super().take(codes)
        self.sheet, self._unsure = (), frozenset()
        return 0

    def _symbols(self, code: int) -> SymbolCount | None:
        return self.proposals.symbols(code, self.draft.answered)

    def answer(self, text: str) -> None:
        """
        Takes the answer: the way up, a card, a correction, or what is to be taken back; messages are in `told`.

        Raises ValueError with one sentence or two.
        """
        self.told, is_whole = (), self.gathered.is_whole
        word, numbers = taking_back(text) or ("", [])
        if self.waiting and text in ("", "y", "n"):
            self.gathered.turned = text == "n"
            self._take_picture(*self.waiting)
        elif word == FORGET and not is_whole:
            self._forget(numbers)
        elif (word == AGAIN or self._is_step_asked) and not is_whole:
            self._is_step_asked = word == AGAIN and not numbers
            self._begin_again_at(next(map(str, numbers), text))
        elif text and not self.sheet and word != UNDO and not numbers:
            raise ValueError(*_HOW_TO_TAKE_BACK)
        else:
            super().answer(text)

    def _answer_about(self, code: int, text: str) -> None:
        """Takes the answer about a card; proposes the other cards anew that it settles."""
        usual, seen, were_most = self.usual(code), self._symbols(code), self._are_most_proposed
        if text.isdecimal() and seen and not usual.number:  # the street number alone was asked for
            text = f"{text} {usual.colour}{seen.windows}"
        super()._answer_about(code, text)
        if self._are_most_proposed and not were_most:
            told = {"number": len(self.proposed), "unsure": len(self.unsure)}
            learnt = _(
                "Windows and shields of {number} cards are proposed from your answers; {unsure} are not sure.", **told
            )
            self.told = (*self.told, learnt)

    @property
    def _are_most_proposed(self) -> bool:
        return len(self.proposed) >= CARDS_IN_A_DECK / 2

    def _forget(self, numbers: Sequence[int]) -> None:
        """Takes back a picture, the latest one if no number is given, or the card in a row and place of a picture."""
        if len(numbers) < 3:
            self.forget_picture(*numbers)
            return
        picture, row, place = numbers
        given = self.gathered.given.get(picture, {}).get((picture, row, place))
        if given is None:
            told = {"picture": picture, "row": row, "place": place}
            raise ValueError(_("Picture {picture} has no card that counts in row {row}, card {place}.", **told))
        self.forget(given[0])

    def _on_another(self, number: int, code: int, other: int, *, is_tapped: bool) -> tuple[Text, ...]:
        told = super()._on_another(number, code, other, is_tapped=is_tapped)
        if is_tapped:
            how = _(
                "Is one of the two not from this box, or the same card? Tap it on the sheet, then: Not from this box."
            )
            return (listed([*told, how], " "),)
        either = _(
            "Card {other} has it. Is one of the two not from this box, or the same card? Remove it: {label}: {out} "
            "or {other}: {out}.",
            label=code,
            other=other,
            out=OUT,
        )
        return (*told, either)

    def end(self) -> None:
        """Writes the deck file if all is there and right; messages are in `told`. Raises UnwritableError."""
        if self.gathered.is_whole:
            super().end()

    def _left_told(self) -> tuple[Text, ...]:
        left = len(self.untyped)
        told = ngettext(
            "{number} card is left out: the same command asks for it.",
            "{number} cards are left out: the same command asks for them.",
            left,
        )
        return (told,) if left else ()

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

    def _photographs(self) -> Mapping[int, Sequence[bytes]]:
        faces = {at: tuple(self.gathered.cards[code].pictures) for code, at in self._codes().items()}
        return faces | {code: tuple(card.pictures) for code, card in self.gathered.special.items()}

    def _deck_told(self) -> tuple[Text, ...]:
        """The cards that look alike, how sure faces are, and whose the pictures are."""
        alike = look_alike(self.proposals.badly_told, self.proposals.never_told, self.draft.cards)
        whose = _(
            "The deck file contains pictures of the cards. They belong to the game's publisher: pass the file on only "
            "if you may."
        )
        return *alike, _SURE_WAY, whose
