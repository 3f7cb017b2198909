"""
`App`: the loop of an evening.

Presses and looks go to the session; the effects that it answers with are carried out in their order, so that a turn is
on the disk before any screen shows it.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from math import inf

from lucca_pi.app.devices import Devices
from lucca_pi.app.journal_writer import JournalWriter, look_name, past_games
from lucca_pi.app.looking import Looking, See, complaint
from lucca_pi.app.notices import (
    A_MOMENT,
    BY_PRESS,
    COPYING,
    HANDS_FREE,
    NO_STICK,
    RESUMED,
    Asking,
    Tell,
    log_look,
    looking,
    said_first,
    said_in_passing,
    signals_of,
    tell_nobody,
)
from lucca_pi.app.panel import Care, PressFilter, Stage
from lucca_pi.app.phone_answers import LATE_S, Prompts, meant
from lucca_pi.app.resume import goes_on_with, kept_state, knowing, new_game, open_game
from lucca_pi.app.watching import Watching
from lucca_pi.contract.history import Course, Played, Started
from lucca_pi.contract.questions import BeginAnew, Choice, Disagreed, GoOver, ListPast, Option, Speak, ToStick, Way
from lucca_pi.contract.screens import Notice, PageAddress, Snapshot
from lucca_pi.devices.errors import StoreError
from lucca_pi.devices.update import Updates
from lucca_pi.evening.certain import teach
from lucca_pi.evening.journal import Begun, Event, named_json
from lucca_pi.evening.state import Begin, CheckTable, Examining, Finish, TakeLook, Waiting
from lucca_pi.evening.step import (
    Commanded,
    Continue,
    Effect,
    Input,
    Keep,
    LookCloser,
    Looked,
    NamePeople,
    NoMoreLooks,
    NotSeen,
    PastListed,
    Pressed,
    Rested,
    ShowScreens,
    Stepped,
    step,
)
from lucca_pi.evening.views import snapshot
from lucca_pi.language import LANGUAGES, _, in_use, use
from lucca_pi.ports import (
    Button,
    ButtonsEndedError,
    Camera,
    CameraEndedError,
    Frame,
    LookError,
)
from lucca_pi.table.command_cards import CommandCards

_WAIT_S = 0.25
"""Seconds to wait for a press before the screens go on."""
_SOON_S = 3.0
"""Seconds after a confirmed turn in which OK may be the same press: nobody throws a die so fast."""
_LIVE_S = 0.1
"""The same while the camera's live picture is watched, or phones may answer."""


class App:
    """A game at the table, from the state of its journal to its end or to power-off."""

    def __init__(
        self,
        devices: Devices,
        see: See,
        begun: Begun,
        *,
        hands_free: bool = False,
        advice: bool = False,
        care: Care | None = None,
        to_stick: Callable[[str], Notice] = lambda _: NO_STICK,
        check: Callable[[Begun, Camera, Asking], None] = lambda _begun, _camera, _asking: None,
        tell: Tell = tell_nobody,
        anew: bool = False,
        speaks: Callable[[str], None] = lambda _: None,
        offered: Sequence[Begun] = (),
        updates: Updates | None = None,
    ) -> None:
        """
        Resumes the unfinished game in the store, else begins `begun`. Raises StoreError.

        `hands_free`: whole turns are taken as the table comes to rest; presses are possible, too. `advice`: the player
        in turn gets advice. `to_stick` copies a past game to a USB stick and returns a notice. `check` goes through the
        check of the table with people who answer notices by a press. `tell` is called with
        each state once it is recorded, with faults of devices, what a press waits for, and the reply to the last press.
        `anew`: `begun` names the game, whatever was chosen last time. `speaks` is called with the language that players
        choose. `offered`: beginnings that may be chosen besides those of earlier games. `updates`: new versions of the
        program, on sticks.
        """
        self._to_stick, self._speaks, self._check = to_stick, speaks, check
        self._devices, self._see, self._hands_free, self._to_tell = devices, see, hands_free, tell
        self._updates = updates or Updates()
        self._cards, self._has_undone = CommandCards(), False
        self._said: tuple[str, ...] = ()
        self._by = ""
        self._prompts = Prompts()
        self._deaf_until_s = devices.clock.now_s()
        self._rested_until = -1
        self._finished = False
        self._watching = Watching(devices.camera, devices.clock, devices.supervisor)
        self._looking = Looking(devices, see, self._watching)
        self._confirmed_s, self._is_soon = -inf, False
        self._is_held = False
        self._complaint: Disagreed | None = None
        self._inputs: deque[Input] = deque()
        self._journal = JournalWriter(devices.store, devices.album)
        self._begun, self._offered, self._asks_first = begun, offered, False
        self.game, state, self.resumed, self.unreadable = open_game(devices.store, begun, anew=anew)
        address = devices.phones.address
        self.state = replace(knowing(state, devices.store, begun, offered), advice=advice, page_address=address)
        if self.resumed and devices.camera.live() is not None:
            self.state = replace(self.state, mode=RESUMED)
        if self.game:
            devices.album.open(self.game)
        goes_on, lacks = goes_on_with(self.state) if self.resumed else None, state.plugin.rules.lacks(state.begun.setup)
        first = said_first(devices.store.notice, goes_on, lacks)
        phones = (Snapshot(address),) if address else ()
        screens, of_people = (*first, *phones, snapshot(self.state)), devices.buttons.of_people
        self._stage = Stage(devices.display, devices.clock, screens, care, of_people=of_people)
        self._presses = PressFilter(devices, self._stage, self._faults)
        self._tell()

    @property
    def is_switched_off(self) -> bool:
        """True if play stopped because somebody switched the machine off."""
        return self._presses.is_switched_off

    def ask_first(self, text: str, *, waits: bool) -> None:
        """Asks before anything else whether the game that goes on is the one that is meant; or only says so."""
        if not waits:
            self._stage.tell(Snapshot(Notice(_("The game goes on"), text)))
            return
        mode, words = self.state.mode, _("Go on with it")
        go_on = Option(words, mode if isinstance(mode, Disagreed) else Way.BACK)
        anew = Option(_("Begin a new game"), BeginAnew(sure=True))
        self.state, self._asks_first = replace(self.state, mode=Choice("", text, (go_on, anew))), True
        self._stage.show((snapshot(self.state),))
        self._tell()

    def run(self) -> None:
        """
        Plays until the game is over, the pictures end or nobody can press any more.

        Raises StoreError if the journal cannot be read, its end was not stored, or what was stored is gone.
        """
        try:
            while not self._finished:
                self._once()
            self._journal.check()
        except ButtonsEndedError:
            if not self.is_switched_off:
                self._journal.check()
        except StoreError as error:
            self._stage.show((Snapshot(Notice(_("Game not saved"), str(error))),))
            raise
        finally:
            self._stage.flush()
            if self.state.mode is not Waiting:
                self._devices.album.leave(look_name(self.state.course))

    def _once(self) -> None:
        """
        Makes a pass, and handles the end of a recording and of the presses.

        At the end of a recording, ask what was deferred to the next look. Without buttons, still finish a correction.
        """
        try:
            self._pass()
        except ButtonsEndedError:
            if self.is_switched_off or not self._is_examining:
                raise
            self._go_on()
        except CameraEndedError:
            self._give(NoMoreLooks())
            self._finished = self.state.mode is Waiting or self.state.mode is self._complaint
            self._stage.pass_by(snapshot(self.state))

    def _pass(self) -> None:
        """Takes a table at rest, answers from phones and the next press; continues a correction between presses."""
        if not (self._presses.is_asking or self._is_examining):
            self._take_rested()
            self._watch()
        self._hear_phones()
        is_hasty = self._watching.live is not None or self.state.page_address is not None
        self._press(0.0 if self._goes_on else _LIVE_S if is_hasty else _WAIT_S)
        if self._goes_on:
            self._go_on()

    @property
    def _is_examining(self) -> bool:
        """True while a correction is worked out, part by part."""
        return isinstance(self.state.mode, Examining)

    @property
    def _goes_on(self) -> bool:
        return self._is_examining and not self._presses.is_asking

    def _go_on(self) -> None:
        """Works out the next part of a correction."""
        self._devices.supervisor.alive()
        self._give(Continue())

    def _press(self, wait_s: float) -> None:
        wrong = self._presses.wrong
        button = self._presses.press(snapshot(self.state), wait_s)
        if self._presses.wrong != wrong:
            self._tell()
        if button is None or self._devices.clock.now_s() < self._deaf_until_s:
            return
        if not self._is_examining:
            self._by, self.state = "", replace(self.state, answered=None)
        self._answer(Pressed(button, self._devices.clock.date()))

    def _hear_phones(self) -> None:
        """Takes the answers of phones, one by one; shows a new code at once."""
        phones = self._devices.phones
        while (letter := phones.letter()) is not None:
            found = meant(letter.answer, self.game, self.state, self._devices.clock.date())
            letter.reply(found if isinstance(found, str) else "taken")
            if not isinstance(found, str):
                self._take_answer(letter.answer.by, *found)
        if phones.address != self.state.page_address:
            self._has_new_address(phones.address)
            self._tell()

    def _has_new_address(self, address: PageAddress | None) -> None:
        """Takes the page's address as it is now; shows it if the code is another."""
        before = self.state.page_address
        self.state = replace(self.state, page_address=address)
        if address and (before is None or (address.digits, address.address) != (before.digits, before.address)):
            self._stage.tell(Snapshot(address))

    def _take_answer(self, by: str, given: Input, words: str) -> None:
        """Takes a phone's answer; drops presses that come before anybody can have read the next question."""
        self._presses.go_on()
        self._by, self.state = by, replace(self.state, answered=(by, words))
        self._answer(given)
        self._devices.buttons.forget()
        self._deaf_until_s = self._devices.clock.now_s() + LATE_S

    def _answer(self, given: Input) -> None:
        """Gives the input of a person, at the buttons or on a phone."""
        self._is_held = False
        is_ok = isinstance(given, Pressed) and given.button == "ok"
        if not is_ok:  # which opens no menu: a turn does not wait for a stick
            self.state = replace(self.state, update=self._updates.offered())
        self._is_soon = is_ok and self._devices.clock.now_s() < self._confirmed_s + _SOON_S
        if is_ok and self._complaint and self.state.mode is self._complaint:
            self._devices.camera.go_on(self.state.course.looks)
        self._stage.flush()
        self._give(given)

    def _watch(self) -> None:
        """Takes the look that a press waits for once the table is at rest; or, unasked, the table that came to rest."""
        came = self._watching.comes_to_rest()
        rests = self._watching.has_rested(self.state.course.looks) if self._hands_free else came
        self._tell_of_taken_cards()
        if self._is_held and not self._watching.is_busy:
            self._carry_out(TakeLook())
            return
        shows_cards = self._see.finds_cards and self._watching.may_show_cards(
            rests=came, is_unsure=self._cards.is_unsure
        )
        if not (shows_cards or (rests and self._takes_rest)):
            return
        with suppress(LookError):
            frame, held = self._devices.camera.look(self.state.course.looks), self._is_held_by_card
            if shows_cards:
                self._see_cards(frame)
            released = held and not self._is_held_by_card
            if (rests or released) and self._takes_rest and not self._is_held_by_card:
                self._rests_so(frame, takes=self._hands_free)

    @property
    def _takes_rest(self) -> bool:
        """True if a table at rest says something unasked."""
        return not isinstance(self.state.mode, Choice) and bool(self.state.game or self._hands_free)

    @property
    def _is_held_by_card(self) -> bool:
        """True while a pause lasts because its card lies there, or, hands-free, the card that undid a turn."""
        paused = isinstance(self.state.mode, Disagreed) and self.state.mode.paused
        is_undone = self._hands_free and self._has_undone
        return (paused and self._cards.lies("pause")) or (is_undone and self._cards.lies("undo"))

    def _see_cards(self, frame: Frame) -> None:
        """Does what the command cards in a picture of the table at rest say, if they were just laid."""
        lying = self._see.commands(frame, self.state.pieces)
        for command in self._cards.acting(lying, self._devices.clock.now_s()):
            self._by, self.state = "", replace(self.state, answered=None)
            if command == "hands-free":
                self._hands_free = not self._hands_free
                self._stage.tell(Snapshot(HANDS_FREE if self._hands_free else BY_PRESS))
                self._devices.signals.tell("ready")
            elif command == "language":
                known = [*LANGUAGES]
                self._give(Speak(known[(known.index(in_use()) + 1) % len(known)]))
            else:
                looks = self.state.course.looks
                self._give(Commanded(command, self._devices.clock.date()))
                self._has_undone = self.state.course.looks < looks if command == "undo" else self._has_undone

    def _tell_of_taken_cards(self) -> None:
        """Answers no to the question of a card that was taken away and not laid again."""
        for command in self._cards.taken_away(self._devices.clock.now_s()):
            if command in ("pause", "undo", "new game"):
                self._give(Commanded(command, self._devices.clock.date(), gone=True))

    def _take_rested(self) -> None:
        """Hands on the pictures of the table at rest before the next look, once."""
        number = self.state.course.looks
        if self._rested_until == number:
            return
        self._rested_until = number
        try:
            for frame in self._devices.camera.rested(number):
                self._rests_so(frame)
        except LookError:
            pass  # a hand over the table, say: it is no evidence, and nobody asked

    def _rests_so(self, frame: Frame, *, takes: bool = False) -> None:
        self._devices.album.new_look(self.state.course.looks)
        by, self._by = self._by, ""
        self._give(Rested(self._looking.seen(frame, self.state), self._devices.clock.date(), takes))
        self._by = by

    def _give(self, given: Input) -> None:
        """Takes an input; inputs that its effects give, such as a look, follow one by one."""
        self._inputs.append(given)
        if len(self._inputs) > 1:  # it is taken when those before it are done
            return
        try:
            while self._inputs:
                self._take_or_complain(self._inputs[0])
                self._inputs.popleft()
        finally:
            self._inputs.clear()

    def _take_or_complain(self, given: Input) -> None:
        """Takes an input, or says that its result could not be stored."""
        before = self.state
        try:
            self._take(given)
        except StoreError as error:
            self._journal.unkept = error
            if not self.game:
                self.state, self._said = before, (str(error),)
                self._stage.show((Snapshot(Notice(_("Game not saved"), str(error))), snapshot(before)))
                self._tell()
                return
            self.state = kept_state(self._devices.store, self.game, self.state)
            self._take(NotSeen(str(error)))

    def _take(self, given: Input) -> None:
        self._prompts.taken(given)
        self.state, effects = self._stepped(given)
        self._said = tuple(said_in_passing(effects, snapshot(self.state)))
        for effect in effects:
            self._carry_out(effect)
        if isinstance(given, Looked | NotSeen):
            self._complaint = complaint(self.state) if not self._journal.unkept else None
            self._devices.buttons.forget()
        for signal in signals_of(given, effects):
            self._devices.signals.tell(signal)
        self._tell()

    def _stepped(self, given: Input) -> Stepped:
        asked, stepped = self.state, step(self.state, given)
        log_look(asked, given, stepped)
        if not self.game and not any(isinstance(effect, Begin) for effect in stepped[1]):
            return asked, (ShowScreens((snapshot(asked),)),)
        if not isinstance(given, Looked | NotSeen) or self._journal.unkept:
            return stepped
        return self._looking.told(given, stepped)

    def _faults(self) -> Mapping[str, str]:
        """What is wrong besides the devices, and what became of an update, by title; "" for what is well."""
        waits_for_rest = self._hands_free or isinstance(self.state.mode, Disagreed)
        return {
            _("Calibration"): self._see.notice,
            _("Games"): self._devices.store.lost,
            _("The table"): self._watching.notice if waits_for_rest else "",
            _("Update"): self._updates.news(),
        }

    def _tell(self) -> None:
        waits = (A_MOMENT.text,) if self._is_held else ()
        self.state = replace(self.state, prompt=self._prompts.waits(self.game, self.state))
        self._to_tell(self.game, self.state, (*self._presses.wrong, *waits, *self._said))

    def _carry_out(self, effect: Effect) -> None:  # noqa: PLR0912 - one for each effect
        match effect:
            case Keep(event, before):
                self._keep(event, before)
            case ShowScreens(snapshots):
                self._stage.show(snapshots)
            case TakeLook() if self._watching.is_busy:
                self._is_held = True
                self._stage.show((Snapshot(A_MOMENT),))
                self._devices.signals.tell("hand")
            case TakeLook():
                self._is_held = False
                self._look()
            case LookCloser(look):
                self._give(replace(self._looking.closer(look, self.state), soon=self._is_soon))
            case Finish() if self._by:  # a phone cannot start the program again
                self._begin_again()
            case Finish():
                self._finished = True
            case Begin():
                self._begin_again()
            case ToStick(name):
                self._stage.show((Snapshot(COPYING),))
                self._stage.show((Snapshot(self._to_stick(name)), snapshot(self.state)))
            case CheckTable():
                self._check(self.state.begun, self._devices.camera, self._pressed_at)
                self._stage.show((snapshot(self.state),))
            case GoOver():
                self._stage.show((Snapshot(self._updates.begin()), snapshot(self.state)))
            case Speak(language):
                use(language)
                self._speaks(language)
                self._stage.show((snapshot(self.state),))
            case NamePeople(names):
                self._name(names)
            case ListPast(skip):
                self._give(PastListed(past_games(self._devices.store, self.game, skip)))

    def _pressed_at(self, notice: Notice) -> Button:
        """The press that answers a notice; a phone, which does not show it, leads back."""
        shown = Snapshot(notice)
        self._stage.show((shown,))
        while True:
            self._devices.supervisor.alive()
            if button := self._presses.press(shown, _WAIT_S):
                return button
            if letter := self._devices.phones.letter():
                letter.reply("late")
                return "back"

    def _keep(self, event: Event, before: Course) -> None:
        self._journal.keep(self.game, replace(event, by=self._by), self.state, before)
        teach(self._see, self.state.at(before), event)
        if isinstance(event, Started | Played) and self._watching.live is not None:
            self._confirmed_s = self._devices.clock.now_s()

    def _name(self, names: Mapping[int, str]) -> None:
        """Names people during the game; the state is the journal's again, with the looks since its last event."""
        store, before = self._devices.store, self.state
        store.append(self.game, named_json(names))
        named = kept_state(store, self.game, before)
        self.state = replace(named, mode=before.mode, rested=before.rested, identified=before.identified)
        self._stage.show((snapshot(self.state),))

    def _look(self) -> None:
        """Takes a look. People see at once that it is taken; presses meanwhile are dropped."""
        notice = looking(self._devices.camera.file_of(self.state.course.looks))
        self._stage.flash(Snapshot(notice))
        self._devices.signals.tell("looking")
        self._devices.phones.looks(notice.title)
        try:
            looked = self._looking.look(self.state)
        except CameraEndedError:
            if not self.state.course.is_over:
                raise
            self._carry_out(Finish())  # the last turn's own picture is the last word
        else:
            self._give(replace(looked, soon=self._is_soon) if isinstance(looked, Looked) else looked)

    def _begin_again(self) -> None:
        """Begins a new game with the same names: the same game, or the one that was asked for if another went on."""
        store, begun = self._devices.store, replace(self._begun, date=self._devices.clock.date())
        self.game, state = new_game(store, begun, anew=self._asks_first)
        self._asks_first = False
        self.state = knowing(state.set_as(self.state), store, begun, self._offered)
        self._rested_until = -1
        self._devices.album.open(self.game)
        self._stage.show((snapshot(self.state),))
