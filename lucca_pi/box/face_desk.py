"""
The desk on which a box without stickers is enrolled: each card is photographed twice, and then proposed.

One answer does for all cards that look alike; a card that is not of the box is taken out again.
"""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from lucca_pi.box.answers import NumberTakenError, forgotten_in, is_word, out_of
from lucca_pi.box.counting import SymbolCount
from lucca_pi.box.desk import Desk, NothingTakenError, Photographing, Prompt, Understand
from lucca_pi.box.draft_files import DeckDraft, EnrolError, deck_made_told, draft_file, write_deck
from lucca_pi.box.gathering import Gathering
from lucca_pi.box.photo_store import Gathered, Place, gathered_file, keep, load, packed
from lucca_pi.box.proposals import Proposals
from lucca_pi.box.same_card import CutCard, digest, look_at
from lucca_pi.box.sheets import contact_sheet
from lucca_pi.box.stickers import SeenCard, shows_game
from lucca_pi.box.taking_back import STEPS, Step, given_by, without_card, without_picture, without_step
from lucca_pi.box.taking_back_words import (
    AGAIN,
    AGAIN_ASKED,
    BEGUN_AGAIN,
    CLEAR,
    GROUND_FORGOTTEN,
    GROUND_NEXT,
    HOW_TO_TAKE_BACK,
    LAY,
    NOTHING_TO_UNDO,
    STEPS_AGAIN,
    TO_TAKE_BACK,
    UNDO,
    UNDONE,
    no_such_card,
    no_such_picture,
    picture_forgotten,
)
from lucca_pi.box.words import (
    A_GAME,
    BARE_TAKEN,
    CHECK,
    FACE_GREETING,
    HOW,
    HOW_BY_TAPPING,
    MOST_NAMED,
    NO_DIGITS,
    STALE,
    SURE_WAY,
    TOWERS_TOLD,
    WHOSE,
    counted,
    either_out,
    is_it,
    look_alike,
    missing_now,
    out_of_order_told,
    seen_once,
    sent_before,
    taken_out,
)
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK, TOWERS_AND_BACK, Card
from lucca_pi.language import Text, _, listed, ngettext
from lucca_pi.vision.faces.known import without_margin
from lucca_pi.vision.faces.laid_out import LaidOut
from lucca_pi.vision.picture import Colour

_NOT_OURS = _("A card that is not from this box, or is the same as another: tap it, then Not from this box.")
_NOT_OUR_CARD = _(
    "Not from this box, or the same as another? Its photographs are deleted; then photograph the missing card."
)


class FaceDesk(Desk):
    """A desk for cards known by their faces: photographs first; once all cards have two, the sheet shows proposals."""

    check = listed([CHECK, _NOT_OURS], " ")
    take_out = (_("Not from this box"), _NOT_OUR_CARD)

    def __init__(self, file: Path) -> None:
        """Goes on with the stored draft. Raises EnrolError and UnreadableError."""
        super().__init__(file)
        self.gathered = load(file) or Gathered()
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
        self._latest: int | None = None
        """The number of the picture that the messages are about; None if they are about none."""
        self._ground: tuple[Colour | None] | None = None
        """The ground before the latest picture, if that one is the ground now."""
        self._is_step_asked = self._are_answers_begun = self._is_checked = self._is_nothing_wrong = False
        self.acts = {
            "upright": lambda way: self.stand(upside_down=bool(way)),
            "ground": lambda _none: self.bare_again(),
            "forget-picture": lambda picture: self.forget_picture(int(picture) if picture.isdecimal() else None),
            "out": lambda code: self.forget(int(code) if code.isdecimal() else 0),
            "again": self._begin_named,
        }
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
        self.told, self._latest, before, self._ground = (), None, self.bare, None
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
        took, self._before = self._gathering.take(*self.waiting), []
        self.gathered.looked_at.append(self._mark)
        self.waiting, self._latest = None, self.gathered.taken
        keep(self.file, self.gathered)
        towers = (TOWERS_TOLD,) if set(TOWERS_AND_BACK) <= set(took.codes) else ()
        self.told = (counted(took.cards, took.places, self.gathered), *took.told, *towers)
        if self.gathered.is_whole:
            self._propose()

    def bare_again(self) -> None:
        """Makes the next photograph that of the new bare ground."""
        self.bare, self.told = None, (GROUND_NEXT,)

    @property
    def pictures(self) -> Mapping[int, bytes]:
        """The cards' pictures by code, as JPEG; of a picture whose way up is asked by their places."""
        if self.waiting:
            return {at: packed(without_margin(cut.card)) for at, cut in enumerate(self.waiting[1], start=1)}
        return {code: card.pictures[0] for code, card in self.gathered.palaces.items()}

    def given_by(self, picture: int) -> Mapping[Place, tuple[int, bytes]]:
        """The card and its photograph at each place of a picture that is kept, row by row."""
        return given_by(self.gathered, picture)

    @property
    def photographing(self) -> Photographing | None:
        """All about photographs until each card has two."""
        if self.gathered.is_whole:
            return None
        cards, is_there = self.gathered.cards.values(), self.bare is not None
        given = {number: len(self.given_by(number)) for number in range(self.gathered.taken, 0, -1)}
        steps = [("second", any(len(card.pictures) > 1 for card in cards)), ("towers", bool(self.gathered.special))]
        return Photographing(
            _("Photograph the cards") if is_there else _("Photograph the empty surface"),
            None if is_there else _("A plain surface of a colour unlike the cards, with nothing on it."),
            self._latest,
            missing_now(self.gathered),
            {number: count for number, count in given.items() if count},
            {name: STEPS_AGAIN[name] for name, can_be in (*steps, ("cards", bool(cards))) if can_be},
            is_there,
        )

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
            self.waiting, self.told = None, ()
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

    def _begin_named(self, name: str) -> None:
        if step := next((one for one in STEPS if one == name), None):
            self.begin_again(step)

    def _take_back(self, after: Gathered, told: Text) -> None:
        before = self._state()
        for code in {*self.gathered.cards} - {*after.cards}:
            self._drop(code)
        self.keep()  # the draft first: answers that outlived their card would be those of the next one
        keep(self.file, after)
        self._hold(after)
        self._before, self.told = [before], (told,)

    def _hold(self, gathered: Gathered) -> None:
        """Goes on with these photographs."""
        self.gathered, self._gathering = gathered, Gathering(gathered, self.draft.sizes.card_mm)
        self._proposals = self._proposals and Proposals(gathered, self.draft.sizes.card_mm)
        self._before, self.sheet = [], ()
        self.waiting, self._latest, self._ground = None, None, None

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
        self._proposals, self._is_checked = Proposals(self.gathered, self.draft.sizes.card_mm), False
        self._fill()
        self.keep()
        self.sheet = tuple(sorted(self.gathered.palaces))

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
    def greeting(self) -> tuple[Text, ...]:
        """What to photograph, in which order."""
        return (FACE_GREETING,)

    @property
    def prompt(self) -> Prompt | None:
        """
        The next photograph; the first card that is open or not sure; all that is typed; what the deck lacks.

        Once there are no more photographs, what is to be taken back of an incomplete box.
        """
        if self.waiting:
            asked = _(
                "Do the cards stand upright in {sheet}? Enter: yes; n: upside down", sheet=contact_sheet(self.file)
            )
            ways = {"": _("Upright"), "n": _("Upside down")}
            title = _("How do the cards stand in these pictures?")
            return Prompt(asked, labels={at: str(at) for at in self.pictures}, choices=ways, title=title)
        if asked_now := self._is_asking and self._prompt_about_cards():
            return asked_now
        if self.gathered.is_whole:
            return None if self.open() else self._last_check()
        return self._prompt_to_photograph()

    def _prompt_about_cards(self) -> Prompt | None:
        """The first card that is open or not sure, then all that is typed; None if nothing is."""
        if (code := self.asked) is not None:
            is_first = not self._are_answers_begun
            told, labels = (self._proposed_told(), self._labels()) if is_first else ((), {})
            return Prompt(self.question(code), told, labels, code=code)
        return self._check((self._sheet_told, HOW), self._labels()) if self.draft.typed else None

    def _prompt_to_photograph(self) -> Prompt | None:
        """The next photograph, or what is to be taken back; None if nothing is."""
        if self._is_step_asked:
            return Prompt(AGAIN_ASKED)
        if not self._are_photographs_over:
            are_few = self.gathered.is_first_pass_over and len(self.gathered.once) <= MOST_NAMED
            once = tuple(seen_once(self.gathered)) if are_few else ()
            return Prompt(CLEAR if self.bare is None else LAY, once, is_photograph=True)
        if self._is_nothing_wrong:
            return None
        return Prompt(_("Was anything wrong? ({ways}; Enter: no)", ways=TO_TAKE_BACK), *self._missing())

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
        return (
            *([out_of_order_told(odd)] if odd else []),
            *([] if self.proposals.are_digits_learnt else [NO_DIGITS]),
            _("Numbers proposed: {numbers} of {all}.", numbers=numbers, all=CARDS_IN_A_DECK),
            self._sheet_told,
        )

    @property
    def _sheet_told(self) -> Text:
        return _("{sheet} shows all cards, each with its label and what is known.", sheet=contact_sheet(self.file))

    def _labels(self) -> dict[int, str]:
        """The label of each card; one with a proposal that is not sure is marked."""
        return {code: self.shown(code).label + (" ?" if code in self.unsure else "") for code in self._shown()}

    @property
    def asked(self) -> int | None:
        """The code of the card asked for now, also to confirm an unsure proposal; None if there is none."""
        return next((code for code in (*self.open(), *self.unsure) if code not in self._left_out), None)

    @property
    def _is_asking(self) -> bool:
        """True while cards are asked for, or checked; also if a card was taken out meanwhile."""
        return self._proposals is not None and not self._is_checked and not self.waiting

    def go_back(self) -> None:
        """Forgets the latest answer and asks for that card again; among photographs tells how to take one back."""
        self.told = () if self._is_asking or self.gathered.is_whole else HOW_TO_TAKE_BACK
        if self._is_asking and self._last is not None:
            self.untype([self._last])
            self._fill()
            self.keep()

    def leave_out(self) -> None:
        """Asks for the card another time; among photographs tells how to take one back."""
        self.told = () if self._is_asking or self.gathered.is_whole else HOW_TO_TAKE_BACK
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

    def answer(self, text: str) -> None:
        """
        Takes the answer: the way up, a card, a correction, or what is to be taken back; messages are in `told`.

        Raises ValueError with one sentence or two.
        """
        self.told = ()
        if self.waiting:
            self.stand(upside_down=bool(text))
        elif self._is_asking and (code := self.asked) is not None:
            self._answer_about(code, text)
        elif self._is_asking and self.draft.typed and not text:
            self._is_checked = True
            if self.gathered.is_whole:  # else a card of another box may have misled the proposals
                self.take()
        elif self._is_asking or self.gathered.is_whole:
            super().answer(text)
        elif self._is_step_asked:
            self._is_step_asked = False
            self._begin_numbered(text)
        else:
            self._is_nothing_wrong = not text
            self._take_back_named(text)

    def _answer_about(self, code: int, text: str) -> None:
        """Takes the answer about a card; proposes the other cards anew that it settles."""
        self._are_answers_begun, out, were_most = True, out_of(text, code), self._are_most_proposed
        if not text and code in self.unsure:
            self.confirm(code)
        elif out is not None and self.is_there(out):
            self.forget(out)
            self._step(self._fill)
        else:
            self.type([code], self._completed(code, text))
        self._last = code
        if self._are_most_proposed and not were_most:
            told = {"number": len(self.draft.proposed), "unsure": len(self.unsure)}
            learnt = _(
                "Windows and shields of {number} cards are proposed from your answers; {unsure} are not sure.", **told
            )
            self.told = (*self.told, learnt)

    @property
    def _are_most_proposed(self) -> bool:
        return len(self.draft.proposed) >= CARDS_IN_A_DECK / 2

    def _take_back_named(self, text: str) -> None:
        """Takes back what the text names. Raises ValueError with what can be named."""
        place = forgotten_in(text)
        if is_word(text, UNDO):
            self.told = (UNDONE if self.undo() else NOTHING_TO_UNDO,)
        elif is_word(text, AGAIN):
            self._is_step_asked = True
        elif place is not None and len(place) == 3:
            given = {at: code for at, (code, _data) in self.given_by(place[0]).items()}
            if place not in given:
                raise ValueError(no_such_card(place))
            self.forget(given[place])
        elif place is not None:
            self.forget_picture(*place)
        elif (code := out_of(text)) is not None:
            self.forget(code)
        elif text:
            raise ValueError(*HOW_TO_TAKE_BACK)

    def _begin_numbered(self, number: str) -> None:
        if number == "1":
            self.bare_again()
        elif number in ("2", "3", "4"):
            self.begin_again(STEPS[int(number) - 2])

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

    def correct(self, text: str) -> int | None:
        """
        Takes a correction of the sheet as `17: 117 red2`, and returns its label, or `17: out`.

        All other cards keep their shown facts. Raises ValueError.
        """
        self._last, out = None, out_of(text)
        if out is None or not self.is_there(out):
            return super().correct(text)
        self.forget(out)
        return None

    def end(self) -> None:
        """Writes the deck file if all is there and right; messages are in `told`. Raises UnwritableError."""
        if self.gathered.is_whole and not (left := len(self.open())):
            super().end()
        elif self.gathered.is_whole:
            told = ngettext(
                "{number} card is left out: the same command asks for it.",
                "{number} cards are left out: the same command asks for them.",
                left,
            )
            self.told = (told,)

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
