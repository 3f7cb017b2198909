"""
An evening of the real program, from `lucca_pi.commands.start` on, in a world where everything fails by chance.

A plan says what people do and what fails, act by act (`plan.py`); the same plan gives the same evening, to the byte of
its trace. Whatever happens, this holds, or `Fault` is raised:

- what was confirmed is on the disk before anything tells of it, and is there after a restart, with the same points;
- screens and phones tell what the journal says;
- nothing is done twice: no answer of a phone, and no press;
- nothing hangs, and no error comes up that is not foreseen.
"""

import json
import traceback
from ast import literal_eval
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache, lru_cache
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

from lucca_pi.app.journal_writer import result
from lucca_pi.app.live_page import LivePage
from lucca_pi.app.looking import See
from lucca_pi.app.loop import App
from lucca_pi.calibration.file import CalibrationError
from lucca_pi.commands import start as starting
from lucca_pi.config import Config
from lucca_pi.devices.displays.oled import SHIFT_S, SHIFTS, _shifted
from lucca_pi.devices.errors import DeviceError
from lucca_pi.devices.journal_file import parsed, written
from lucca_pi.devices.press import SAMPLE_S
from lucca_pi.devices.state_directory import GAMES, without_photographs
from lucca_pi.devices.store import GameStore, StoredGames
from lucca_pi.errors import RuleError, UnreadableError
from lucca_pi.evening.journal import event_from_json, event_json, events_from_json
from lucca_pi.evening.phones import state_overview
from lucca_pi.evening.state import State, after_event, begin_evening, resumed
from lucca_pi.evening.step import Keep, Looked, step
from lucca_pi.evening.stored import summary, without_looks
from lucca_pi.evening.views import snapshot
from lucca_pi.games.citta.game import GAME
from lucca_pi.games.citta.rules.deck import read_deck_file_node
from lucca_pi.language import SOURCE, in_use, use
from lucca_pi.outside import Node
from lucca_pi.ports import Button, Letter, Reply
from lucca_pi.screens.pages import pages, splash
from lucca_pi.table.sighting import Look
from lucca_pi.web.address import qr_modules
from tests.evening import LAST, begun, covered, date, looks
from tests.seeds.devices import Clock, Contacts, Glass, HangingError, Page, TableCamera, Watchdog
from tests.seeds.disk import Disk, Fault, PowerCutError

Act = tuple[Any, ...]
"""What happens: its name in `plan.ACTS`, the seconds after which the next act comes, and what else it takes."""
FORESEEN = (DeviceError, UnreadableError, RuleError, CalibrationError)
"""Errors of `start` that the command says in a line."""
_OLD = "2026-04-30T2000"
"""The unfinished game of the evening before."""
_MOST_FAILED = 5
"""Most starts in a row that may fail while nothing is wrong with the disk."""
_RESTART_S = 5.0
_SLOW_S = 2.0
"""Seconds that a wait of the program may take longer than it asks for: a busy machine."""


class World:
    """An evening in `folder`."""

    def __init__(
        self,
        folder: Path,
        plan: Sequence[Act],
        acts: Mapping[str, Callable[..., None]],
        *,
        confirmed: int,
        hands_free: bool,
    ) -> None:
        """
        `confirmed`: how many looks of an unfinished game the disk holds already; -1: no game. `hands_free`: turns are
        taken as the table comes to rest.
        """
        self._confirm = "rest" if hands_free else "ok"
        self.trace: list[str] = []
        self.clock, self.state = Clock(), folder
        (folder / GAMES).mkdir()
        if confirmed >= 0:
            (folder / GAMES / f"{_OLD}.jsonl").write_bytes(_journal(confirmed))
        self.disk = Disk(folder, self.note)
        self._plan, self._acts, self._next_s = deque(plan), acts, 0.0
        self._coming: list[tuple[float, int, Callable[[], None]]] = []
        self._happens_s = self._sampled_s = 0.0
        """When that happens which happens now, and when levels are read again."""
        self._order = count()
        self._starts = self.presses = self._heard = 0
        self.closed = dict.fromkeys(("ok", "back", "up", "down"), False)
        self.table, self.is_covered = max(confirmed - 1, 0), False
        """The look of the game as which the table lies, and whether a mug covers the latest card."""
        self.phones: dict[int, Mapping[str, Any]] = {}
        """What each phone has read last of what is asked."""
        self._kept: dict[str, list[Any]] = {}
        self._mirror: tuple[list[Any], State] = [], begin_evening(begun())
        """The confirmed events of the game that is played, and the state that they add up to."""
        self._taken: Counter[str] = Counter()
        self._is_warned = False
        """True once people have read that the disk may be broken."""
        self._done: Counter[str] = Counter()
        """Events since the latest press or answer, by kind."""
        self.app: App | None = None

    def note(self, text: str) -> None:
        """Adds a line to the trace."""
        self.trace.append(f"{self.clock.now:9.2f} {text}")

    def run(self) -> None:
        """Plays the plan, then cuts the power, and looks whether everything is as it was told. Raises Fault."""
        failed = 0
        with self._connected():
            while self._plan:
                is_sound = not self.disk.troubles
                failed = 0 if self._play() or not is_sound else failed + 1
                if failed > _MOST_FAILED:
                    raise Fault("it does not come up again")
            self.disk.troubles.clear()
            self._plan.append(("cut", 0.0, 0))
            self._play()
            self._plan.extend([("wait", 35.0), ("told truly", 0.0)])
            if not self._play():
                raise Fault("it does not come up after a power cut")
            self._is_summed_up()

    def _play(self) -> bool:
        """Starts the program, and lets it run to its end; False if it did not come up."""
        self._starts, self.app, self.presses, self._heard, self._is_known = self._starts + 1, None, 0, 0, False
        self.note(f"start {self._starts}")
        self._coming, self._next_s = [], self.clock.now + 1.0
        self.closed.update(dict.fromkeys(self.closed, False))
        self.page, self._dog = Page(self.clock), Watchdog(self.clock)
        self.camera = TableCamera(self.clock, self._lies, self._happens)
        self.contacts = Contacts(self.clock, self._wait, self.closed, self.heard)
        page: Any = {"page": "8000", "page_control": "anyone", "page_picture": False}
        config = Config(state=self.state, confirm=self._confirm, language=SOURCE, **page)
        try:
            with self.disk.used():
                starting.start(config, None, ())
            self.note("it ends")
        except PowerCutError:
            self.note("it is dead")
        except HangingError as error:
            raise Fault(f"it hangs: {error}") from error
        except FORESEEN as error:
            self.note(f"it stops: {type(error).__name__}")
        except Exception as error:
            raise Fault(f"a traceback: {_where(error)}") from error
        finally:
            self.page.end()
        self.disk.restore()
        self._is_all_there()
        self.clock.forward(_RESTART_S)
        return self.app is not None

    @contextmanager
    def _connected(self) -> Iterator[None]:
        """The program is connected to this world while the block runs."""
        world, append, letter = self, GameStore.append, LivePage.letter

        class Watched(App):
            def __init__(self, *arguments: Any, **more: Any) -> None:
                tell = more.pop("tell")

                def told(game: str, state: State, notices: tuple[str, ...]) -> None:
                    world.is_true(game, state)
                    tell(game, state, notices)

                super().__init__(*arguments, tell=told, **more)
                world.app = self
                world.note(f"it goes on with {self.game}" if self.resumed else f"it begins {self.game}")

        def appended(store: GameStore, game: str, event: Mapping[str, Any]) -> None:
            append(store, game, event)
            world.confirmed(game, json.loads(json.dumps(event)))

        parts: Mapping[str, Any] = {
            "commands.start.make_display": lambda *_: world._display(),
            "commands.start.SystemClock": lambda: world.clock,
            "commands.start.stopping": ExitStack,
            "play.hear_no_more": lambda: None,
            "play.give_back_large_blocks": lambda: None,
            "play.note": lambda _: None,
            "play.make_camera": lambda *_: world.camera,
            "play.make_buttons": lambda *_: world.contacts,
            "play.make_supervisor": lambda _: world._dog,
            "play.Eyes": _Eyes,
            "play.check_at_the_box": lambda *_devices, **_alive: None,  # which looks at dots: tests/checking
            "play.App": Watched,
            "web.site.Server": lambda *_: world.page,
            "app.live_page.LivePage.letter": lambda page: (given := letter(page)) and _Heard(world, given),
            "app.panel.pages": lambda *what, **how: _pages(in_use(), *what, **how),
            "app.live_page.qr_modules": _qr_modules,
            "commands.start.splash": _splash,
            "games.citta.session.setup.read_deck_file_node": lambda node: _deck(repr(node.value)),
            "app.phone_answers.token_hex": lambda _: f"{world._starts:08x}",
            "devices.store.GameStore.append": appended,
            "files.get_native_id": lambda: 1,
        }
        with ExitStack() as stack:
            for where, part in parts.items():
                stack.enter_context(mock.patch(f"lucca_pi.{where}", part))
            try:
                yield
            finally:
                use(SOURCE)

    # How time passes.

    def at(self, later_s: float, what: Callable[[], None]) -> None:
        """Something happens after so many seconds."""
        heappush(self._coming, (self.clock.now + later_s, next(self._order), what))

    def moves(self, button: Button, is_closed: bool, is_told: bool) -> None:
        """A contact closes or opens; an edge tells of it, or is lost."""
        self.closed[button] = is_closed
        if is_told:
            self._sample()

    def _sample(self) -> None:
        """Levels are read, and again as long as a press may come by waiting alone."""
        if self.contacts.sample(self._happens_s) and self._happens_s >= self._sampled_s:
            self._sampled_s = self._happens_s + SAMPLE_S
            heappush(self._coming, (self._sampled_s, next(self._order), self._sample))

    def _wait(self, wait_s: float) -> bool:
        """Lets time pass until something happens; False once nothing can happen any more."""
        self._dog.check()
        end_s = self.clock.now + wait_s
        while True:
            if self._happens():
                return True
            if wait_s and self.clock.now >= self._next_s and not self._coming:
                if not self._plan:
                    return False
                self._act()
                continue
            if self.clock.now >= end_s:
                self._happens_s = self.clock.now
                self._sample()
                return True
            coming_s = self._coming[0][0] if self._coming else self._next_s
            until_s = min(max(end_s, self.clock.now + _SLOW_S), coming_s) if wait_s else end_s
            self.clock.forward(max(until_s - self.clock.now, 0.0))

    def _happens(self) -> bool:
        """What is due happens; False if nothing is."""
        before_s = self._happens_s
        while self._coming and self._coming[0][0] <= self.clock.now:
            self._happens_s, _number, what = heappop(self._coming)
            what()
        self.page.pump()
        return self._happens_s > before_s

    def _act(self) -> None:
        name, pause_s, *more = self._plan.popleft()
        self.note(f"-- {name} {' '.join(map(str, more))}")
        self._next_s = self.clock.now + pause_s
        self._acts[name](self, *more)

    # What must be so.

    def confirmed(self, game: str, event: Any) -> None:
        """The store has said that the event is kept."""
        self.note(f"kept: {game} {event['event']}")
        self._kept.setdefault(game, []).append(event)
        self.disk.refused = False
        self._done[event["event"]] += 1
        if self._done["taken-back"] > 1:
            raise Fault("one press takes back two events")
        self._is_on_the_disk(game)

    def heard(self, button: str) -> None:
        """The buttons have given a press."""
        self.note(f"heard: {button}")
        self._heard += 1
        self._done.clear()
        if self._heard > self.presses:
            raise Fault("a press is heard twice")

    def _is_on_the_disk(self, game: str) -> None:
        kept = [without_photographs(one, self.state) for one in self._kept.get(game, [])]
        there = parsed(self.disk.synced(f"{GAMES}/{game}.jsonl"), game).events
        if not self._holds(there, kept):
            raise Fault(f"of {len(kept)} confirmed events {_agreeing(there, kept)} are on the disk")

    def _holds(self, there: Sequence[Any], kept: Sequence[Any]) -> bool:
        """
        Whether all that was confirmed is there.

        An event that a dead program has written, and that the disk has refused to sync since, may go if that is said.
        """
        return self.disk.lied or len(kept) - _agreeing(there, kept) <= (self.disk.refused and self._is_warned)

    def is_true(self, game: str, state: State) -> None:
        """The state that is told is what the confirmed events add up to."""
        if game and _facts(state) != _facts(self._confirmed_state(game)):
            raise Fault("what is told is not what was confirmed")

    def _confirmed_state(self, game: str) -> State:
        kept = self._kept.setdefault(game, [])
        if not self._is_known:  # an event that was not confirmed before the program died is, once it is told
            kept[:] = StoredGames(self.state).events(game)
            self._is_known = True
        seen, state = self._mirror
        if not seen or kept[: len(seen)] != seen or any(one["event"] == "named" for one in kept[len(seen) :]):
            seen, state = kept, resumed(events_from_json(kept))
        for event in kept[len(seen) :]:
            state = after_event(state, event_from_json(event, GAME))
        self._mirror = [*kept], state
        return state

    def _is_all_there(self) -> None:
        """What was confirmed is on the disk after the program has ended, with at most one event more."""
        stored = StoredGames(self.state)
        for game, kept in self._kept.items():
            there = stored.events(game)
            if not self._holds(there, kept):
                raise Fault(f"of {len(kept)} confirmed events {_agreeing(there, kept)} are left")
            if len(there) > len(kept) + 1:
                raise Fault(f"{len(there)} events are there, and {len(kept)} were confirmed")
            del kept[len(there) :]

    def _is_summed_up(self) -> None:
        """What lists say of each game is what its journal adds up to."""
        for row in StoredGames(self.state).listed():
            events = StoredGames(self.state).events(row.game)
            is_other = row.summary is not None and row.summary != summary(without_looks(events))
            if is_other and not (self.disk.lied or self.disk.refused):
                raise Fault("the list of games says what a journal does not")

    def is_told_truly(self) -> None:
        """The display and the page tell of the game as its journal has it, and of nothing else."""
        assert self.app
        state = self.app.state
        self.is_true(self.app.game, state)
        if self.app.game and result(self._confirmed_state(self.app.game)) != result(state):
            raise Fault("the record and its score are not those of the journal")
        told, true = (dict(one, ended=None) for one in (self.page.overview, state_overview(state)))
        if told != true:
            raise Fault("the page tells something else")
        right = _pages(in_use(), snapshot(state), self.glass.panel)
        at_s = range(0, int(SHIFT_S) * len(SHIFTS), int(SHIFT_S))
        if self.glass.seen not in {_shifted(one, when_s).tobytes() for one in right for when_s in at_s}:
            raise Fault("the display shows something else")

    def hears(self, letter: Letter, reply: Reply) -> None:
        """An answer of a phone is taken only while its question is open, and once."""
        answer = letter.answer
        self.note(f"phone: {answer.do} {answer.number} to {answer.asked}: {reply}")
        self._done.clear()
        if reply == "taken" and answer.do not in ("names", "language"):
            self._taken[answer.asked] += 1
            if answer.asked != self.page.asked:
                raise Fault("an answer to another question is taken")
            if self._taken[answer.asked] > 1:
                raise Fault("a question is answered twice")

    # What the program is connected to.

    def _display(self) -> Glass:
        self.glass = Glass(self.clock, self._shows)
        return self.glass

    def _shows(self, shown: Any) -> None:
        self.note(f"shows: {type(shown.screen).__name__}")
        self._is_warned |= self.disk.refused and "The disk may be broken" in str(getattr(shown.screen, "text", ""))
        if self.app and self.app.game:
            self._is_on_the_disk(self.app.game)
            self.is_true(self.app.game, self.app.state)

    def _lies(self) -> str:
        return f"{self.table}{' covered' if self.is_covered else ''}"


class _Heard:
    """A letter whose reply the world hears."""

    def __init__(self, world: World, letter: Letter) -> None:
        self._world, self._letter, self.answer = world, letter, letter.answer

    def reply(self, reply: Reply) -> None:
        self._world.hears(self._letter, reply)
        self._letter.reply(reply)


class _Eyes(See):
    """Eyes that know how the table lies by its name."""

    stored, finds_cards = SimpleNamespace(focus={}), True

    def __init__(self, _config: Config) -> None:
        """Nothing is needed."""

    def __call__(self, frame: Any, pieces: Any, *, names: bool = False) -> Look:
        number, _, is_covered = frame.name.partition(" ")
        return _covered(int(number)) if is_covered else looks()[min(int(number), LAST)]


@cache
def _covered(number: int) -> Look:
    try:
        return covered(number)
    except (StopIteration, IndexError):  # at the deal, and after a turn that laid nothing to a palace
        return looks()[min(number, LAST)]


@cache
def _journal(confirmed: int) -> bytes:
    """The journal of a game of which so many looks are confirmed."""
    state, events = begin_evening(begun()), [event_json(begun(), GAME)]
    for number in range(confirmed):
        state, effects = step(state, Looked(looks()[number], date(number + 1)))
        events += [event_json(one.event, GAME) for one in effects if isinstance(one, Keep)]
    return written(_OLD, 1, [json.dumps(one, ensure_ascii=False) for one in events])


# What is pure need not be worked out anew on each evening.
_splash, _qr_modules = cache(splash), cache(qr_modules)


@cache
def _deck(written: str) -> Any:
    return read_deck_file_node(Node(literal_eval(written)))


@lru_cache(maxsize=2000)
def _pages(_language: str, *what: Any, **how: Any) -> Any:
    return pages(*what, **how)


def _facts(state: State) -> tuple[Any, ...]:
    """What a journal says of a game."""
    course, begun = state.course, state.begun
    told = course.turns, course.looks, course.notes, course.open_turn, len(state.past), state.given_up
    return *told, begun.players, dict(begun.names), begun.plugin.show.setup_words(begun.setup)


def _agreeing(there: Sequence[Any], kept: Sequence[Any]) -> int:
    return next((at for at, (one, other) in enumerate(zip(there, kept, strict=False)) if one != other), len(there))


def _where(error: BaseException) -> str:
    """The error and the line that made it."""
    *_, last = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__} in {Path(last.filename).name}, {last.name}"
