"""The desk where a box is enrolled by photographs of its cards, with nothing stuck on them."""

from collections.abc import Sequence
from pathlib import Path

from lucca_pi.games.citta.commands.enrolment.desk import Desk, unpacked
from lucca_pi.games.citta.commands.enrolment.words import STALE
from lucca_pi.games.citta.decks.begun import EnrolError, write_deck
from lucca_pi.games.citta.decks.draft import Draft, draft_file
from lucca_pi.games.citta.decks.enrolling import Enrolling
from lucca_pi.games.citta.decks.faces.gathered import Gathered
from lucca_pi.games.citta.decks.faces.gathering import Gathering
from lucca_pi.games.citta.decks.faces.kept import gathered_file, keep, load
from lucca_pi.games.citta.decks.faces.looking import Cut, Took, digest, look_at
from lucca_pi.games.citta.decks.faces.packing import packed
from lucca_pi.games.citta.decks.faces.proposals import FaceEnrolling, Proposals, given_photographs
from lucca_pi.games.citta.decks.faces.taking_out import HOW_BY_TAPPING, take_out
from lucca_pi.games.citta.decks.faces.words import BARE_TAKEN, counted, look_alike, sent_before, towers_told
from lucca_pi.games.citta.decks.photographed import Seen
from lucca_pi.games.citta.decks.sizes import Sizes
from lucca_pi.games.citta.decks.typed import NumberTakenError
from lucca_pi.games.citta.rules.deck import TOWERS_AND_BACK, Card
from lucca_pi.language import Text, _, listed
from lucca_pi.vision.faces.known import without_margin
from lucca_pi.vision.faces.laid_out import LaidOut
from lucca_pi.vision.picture import Colour


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
        picture, self.told = unpacked(photograph), ()
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

    def _enrolling_of(self, draft: Draft) -> Enrolling:
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
        deck = Draft(self.draft.colours, cards, sizes=self.draft.sizes)
        write_deck(self.file, deck.deck_text(self.file.stem, photographs))
        gathered_file(self.file).unlink(missing_ok=True)
        self.told = tuple(look_alike(self._proposals.badly_told, self._proposals.never_told, self.draft.cards))
        self.is_made = True
