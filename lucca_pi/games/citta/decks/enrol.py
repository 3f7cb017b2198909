"""Enrolling a box: pictures of its cards and a short answer for each make a checked deck file."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path

from lucca_pi.games.citta.decks.ask import BackError, Dialogue, SkipError, StopError, ask_card, ask_draft
from lucca_pi.games.citta.decks.contact import contact_sheet
from lucca_pi.games.citta.decks.draft import Draft, draft_file, load_draft, write_whole
from lucca_pi.games.citta.decks.photographed import Seen, see_cards
from lucca_pi.games.citta.decks.shades import proposed
from lucca_pi.games.citta.decks.typed import card_in_short, cards_in_short
from lucca_pi.games.citta.report import findings_text
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK, Card
from lucca_pi.games.citta.rules.deckcheck import check_deck_file, ranges
from lucca_pi.language import say
from lucca_pi.ports import LookError
from lucca_pi.vision.damage import damaged
from lucca_pi.vision.picture import Colour, damage_of, load_colour

GREETING = """\
For each card type its windows; three less these are its shields. Before them, where need be, the beginning of its
colour and its street number: 2, red2, 117 red2. Several cards at once, a key each: 2103. Enter alone asks one by one.
b goes back one card, - leaves a card out for now, q stops: all cards entered are kept, and the same command goes on."""


NO_CARDS = "  Are the square codes in sight, evenly lit and sharp? QR codes are not read here: enter those by keyboard."


class EnrolError(Exception):
    """Enrolling cannot begin; the message says why and what to do."""


def photographs(files: Iterable[Path], dialogue: Dialogue) -> Iterator[Colour]:
    """The pictures in the files; one that is damaged is said to be so. Raises PictureError."""
    for file in files:
        picture = load_colour(file)
        if damage := damage_of(file):
            dialogue.say(f"  {say(damaged(file.name, damage))}")
        yield picture


def looks(take: Callable[[], Colour], dialogue: Dialogue) -> Iterator[Colour]:
    """A picture from the camera whenever Enter is pressed, until the person stops."""
    while True:
        try:
            dialogue.line("Lay up to 24 cards under the camera, then press Enter")
            yield take()
        except LookError as error:
            dialogue.say(f"  {error}")
        except (BackError, SkipError):
            dialogue.say("  To change a card, lay some more first; or stop with q and go on without a camera.")


def enrol(file: Path, pictures: Iterator[Colour] | None, dialogue: Dialogue) -> bool:
    """
    Makes the deck file, from pictures or (None) by keyboard alone. Whether it was made: else a draft is kept.

    Raises EnrolError when the file is there already, UnreadableError for a damaged draft, PictureError and
    UnwritableError.
    """
    draft = load_draft(draft_file(file))
    if draft is None and file.exists():
        raise EnrolError(f"{file} is there already. Check it with: lucca-pi deck check {file}; or name a new file.")
    try:
        enrolment = _begun(file, draft, dialogue)
        enrolment.take_all(pictures)
        return enrolment.finish()
    except (StopError, KeyboardInterrupt):
        dialogue.say("")
        if draft_file(file).exists():
            dialogue.say(f"Stopped. All cards entered are kept in {draft_file(file)}; the same command goes on.")
        return False


def _begun(file: Path, draft: Draft | None, dialogue: Dialogue) -> "Enrolment":
    """What holds for the whole deck is asked once, and kept: a file that cannot be written is told at once."""
    if draft:
        dialogue.say(GREETING)
        dialogue.say(f"Going on: {len(draft.cards)} of {CARDS_IN_A_DECK} cards are entered ({draft.sizes}).")
        return Enrolment(file, draft, dialogue)
    draft = Draft()
    ask_draft(dialogue, draft)
    write_whole(draft_file(file), draft.text())
    dialogue.say(GREETING)
    return Enrolment(file, draft, dialogue)


def _described(card: Card) -> str:
    """
    The card in words.

    >>> _described(Card(17, "red", 1, 2))
    '17 red, 1 window, 2 shields'
    """
    figures = ((card.windows, "window"), (card.shields, "shield"))
    counted = (f"{count} {word}{'' if count == 1 else 's'}" for count, word in figures)
    return ", ".join([f"{card.number} {card.colour}", *counted])


class Enrolment:
    """A deck file in the making, with its draft and the person who answers."""

    def __init__(self, file: Path, draft: Draft, dialogue: Dialogue) -> None:
        self._file, self._draft, self._dialogue = file, draft, dialogue
        self._ahead: list[str] = []
        """Answers that were typed ahead, for the cards after the one in hand."""

    def take_all(self, pictures: Iterator[Colour] | None) -> None:
        """Asks for the cards of each picture, then for all that no picture showed."""
        left_out: set[int] = set()
        while pictures is not None and self._draft.left and (picture := next(pictures, None)) is not None:
            left_out |= self._take(picture)
        unseen = [code for code in self._draft.left if code not in left_out]
        if pictures is not None and unseen:
            self._dialogue.say(
                f"On no picture: the codes {ranges(unseen)}. Enter these cards, or q and take another picture."
            )
        self._ask(unseen)

    def _take(self, picture: Colour) -> set[int]:
        """Asks for the cards in the picture; the codes of those that were left out."""
        cards = see_cards(picture, self._draft.sizes)
        self._draft.shades |= {card.code: card.shade for card in cards}
        self._keep()
        new = [card.code for card in cards if card.code not in self._draft.cards]
        self._dialogue.say(f"Cards seen: {len(cards)}, to enter: {len(new)}.")
        for card in cards:
            if card.times > 1:
                self._dialogue.say(f"  Code {card.code} is seen {card.times} times: is a sticker on a wrong card?")
        if not cards:
            self._dialogue.say(NO_CARDS)
        if new:
            self._show(cards)
        return self._ask(new)

    def _show(self, cards: Sequence[Seen]) -> None:
        """Writes the contact sheet, and says where."""
        sheet = self._file.with_name(f"{self._file.stem}-cards.png")
        labels = {card.code: self._label(card.code) for card in cards}
        contact_sheet(cards, labels, self._draft.sizes).save(sheet, "PNG")
        self._dialogue.say(f"They are shown, sorted, in {sheet}: does each code lie on the right card?")

    def _label(self, code: int) -> str:
        card = self._draft.cards.get(code)
        return f"{code}: {card.number} {card.colour}" if card else f"{code} {self._proposed(code)}"

    def _proposed(self, code: int) -> str:
        """The colour to propose, "" for none."""
        shade = self._draft.shades.get(code)
        return (shade and proposed(shade, self._draft)) or ""

    def _ask(self, codes: Iterable[int]) -> set[int]:
        """Asks for these cards in turn; b leads back through those entered before, the latest first."""
        left, back, left_out = [*codes], 0, set()
        while left:
            entered = [*self._draft.cards]
            try:
                self._ask_one(entered[-back] if back else left[0])
                left, back = left if back else left[1:], 0
            except BackError:
                back = min(back + 1, len(entered))
            except SkipError:
                left_out |= set() if back else {left[0]}
                left, back = left if back else left[1:], 0
        if self._ahead:
            self._dialogue.say(f"  More keys than cards: {len(self._ahead)}.")
            self._ahead.clear()
        return left_out

    def _ask_one(self, code: int) -> None:
        """Asks for one card and keeps it."""
        cards = self._draft.cards
        known = code in cards
        usual = cards[code] if known else Card(code, self._proposed(code), 0, 0)
        count = [*cards].index(code) + 1 if known else len(cards) + 1
        taken = {card.number for other, card in cards.items() if other != code}
        title = f"Code {code} ({count} of {CARDS_IN_A_DECK})"
        cards[code] = self._card(title, usual, taken, known)
        self._keep()
        self._dialogue.say(f"  {_described(cards[code])}")

    def _card(self, title: str, usual: Card, taken: Collection[int], known: bool) -> Card:
        """The card from one answer, typed ahead or now; from four where that is Enter, or the card is known."""
        while not known:
            wanted = f"{usual.colour}, windows" if usual.colour else "colour and windows"
            text = self._ahead.pop(0) if self._ahead else self._dialogue.line(f"{title}: {wanted}")
            if not text:
                break
            try:
                first, *ahead = cards_in_short(text)
                card = card_in_short(first, usual, self._draft.colours, taken)
                self._ahead = self._ahead or ahead
                return card
            except ValueError as error:
                self._ahead.clear()
                self._dialogue.say(f"  {error}")
        self._dialogue.say(title)
        return ask_card(self._dialogue, usual, self._draft.colours, taken, known)

    def _keep(self) -> None:
        write_whole(draft_file(self._file), self._draft.text())

    def finish(self) -> bool:
        """Writes the deck file if all cards are there and nothing is wrong, or odd and unwanted."""
        left = self._draft.left
        if left:
            self._dialogue.say(f"Cards left: {len(left)}, with the codes {ranges(left)}.")
            self._dialogue.say(f"The others are kept in {draft_file(self._file)}; the same command goes on.")
            return False
        text = self._draft.deck_text(self._file.stem)
        while (found := check_deck_file(text)).errors or found.warnings:
            self._dialogue.say(findings_text(found, str(self._file)))
            if not self._change_one():
                break
            text = self._draft.deck_text(self._file.stem)
        if found.errors:
            self._dialogue.say(f"This is no deck yet; the cards are kept in {draft_file(self._file)}.")
            return False
        write_whole(self._file, text)
        draft_file(self._file).unlink()
        self._dialogue.say(f"{self._file}: a deck of {CARDS_IN_A_DECK} cards. Play with --deck {self._file}")
        self._dialogue.say(f"A picture to hold against the cards: lucca-pi deck show {self._file} --png CARDS.png")
        return True

    def _change_one(self) -> bool:
        """Asks which card to change, and for that card; False when none is."""
        code_of = {str(card.number): code for code, card in self._draft.cards.items()}
        try:
            number = self._dialogue.line("Street number of a card to change (Enter: leave it so)")
            if number in code_of:
                self._ask_one(code_of[number])
            elif number:
                self._dialogue.say(f"  No card has the number {number}.")
        except (BackError, SkipError):
            return True
        return bool(number)
