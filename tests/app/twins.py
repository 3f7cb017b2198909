"""Twins of the devices: looks instead of pictures, buttons pressed by a list, a display that keeps what it shows."""

from collections import deque
from dataclasses import replace
from functools import cache

from evening import LAST, begun, looks

from lucca_pi.app.devices import Devices
from lucca_pi.app.journal_writer import result
from lucca_pi.app.looking import See
from lucca_pi.app.loop import App
from lucca_pi.devices.album import NoAlbum
from lucca_pi.devices.buttons import AutoButtons
from lucca_pi.devices.displays import USUAL
from lucca_pi.devices.errors import StoreError
from lucca_pi.devices.system import HandClock
from lucca_pi.ports import Buttons, ButtonsEndedError, Camera, CameraEndedError, Display, Frame, LookError, Phones
from tests.in_memory import MemoryStore


class TableCamera(Camera):
    """Looks at the evening's tables; `at_rest` lay there before a look, `more` shows it closer, by its number."""

    def __init__(self, ends=LAST + 1, at_rest=None, lost=(), more=None):
        self.ends, self.at_rest, self.lost, self.more = ends, at_rest or {}, deque(lost), more or {}
        self.looked = []

    notice = ""

    def look(self, number=0):
        self.looked.append(number)
        if self.lost:
            raise LookError(self.lost.popleft())
        if number >= self.ends:
            raise CameraEndedError
        return Frame(str(number), None)

    def closer(self, number=0):
        return [Frame(name, None) for name in self.more.get(number, ())]

    def rested(self, number):
        return [Frame(name, None) for name in self.at_rest.get(number, ())]


class CameraWithFiles(TableCamera):
    """Its pictures are files of its own; nothing but the number stands in them."""

    def look(self, number=0):
        return replace(super().look(number), file=b"\xff\xd8" + bytes([number]))


class Presses(Buttons):
    """Presses what it is told to, or lets somebody do what is no press; then nobody can press any more."""

    notice, of_people = "", False

    def __init__(self, *buttons):
        self.coming = deque(buttons)

    def press(self, snapshot, wait_s):
        if not self.coming:
            raise ButtonsEndedError
        given = self.coming.popleft()
        return given() if callable(given) else given


class FullStore(MemoryStore):
    """Has room for so many events."""

    def __init__(self, room):
        super().__init__()
        self.room = room

    def append(self, game, event):
        if not self.room:
            raise StoreError("The disk is full.")
        self.room -= 1
        super().append(game, event)

    def make_room(self):
        self.room = 99


class SentLetter:
    """A letter of which the replies are kept."""

    def __init__(self, answer):
        self.answer, self.replies = answer, []

    def reply(self, reply):
        self.replies.append(reply)


class SomePhones(Phones):
    """Phones that tell one thing after the other, each made when its turn has come: from the state of that moment."""

    address = None

    def __init__(self, *making):
        self.making, self.sent, self.app = deque(making), [], None

    def letter(self):
        if not self.making:
            return None
        self.sent.append(SentLetter(self.making.popleft()(self.app)))
        return self.sent[-1]

    @property
    def replies(self):
        return [reply for letter in self.sent for reply in letter.replies]


class Paper(Display):
    """A display that keeps every picture, and counts what the store held when it was shown."""

    keeps, notice, is_dark, panel = True, "", False, USUAL

    def __init__(self, store):
        self.store, self.shown = store, []

    def show(self, picture):
        self.shown.append((sum(len(self.store.events(game)) for game in self.store.games()), picture.tobytes()))


def see(frame, pieces, names):
    return looks()[int(frame.name)]


class Eyes(See):
    """Sees by a function, and finds command cards by another."""

    notice = ""

    def __init__(self, see, cards=None, notice=""):
        self.see, self.finds_cards, self.commands, self.notice = see, cards is not None, cards, notice

    def __call__(self, frame, pieces, *, names=False):
        return self.see(frame, pieces, names=names)


def devices_with(buttons, camera=None, store=None, clock=None, *, album=None, display=None, **more):
    store = store or MemoryStore()
    return Devices(
        camera or TableCamera(),
        buttons,
        display or Paper(store),
        store,
        clock or HandClock(),
        album or NoAlbum(),
        **more,
    )


OTHERS = ("album", "display", "signals", "supervisor", "phones")
"""Devices that few evenings need."""


def app_with(buttons, camera=None, store=None, see=see, clock=None, *, cards=None, notice="", **more):
    others = {name: more.pop(name) for name in OTHERS if name in more}
    return App(devices_with(buttons, camera, store, clock, **others), Eyes(see, cards, notice), begun(), **more)


def played(*arguments, **more):
    app = app_with(*arguments, **more)
    app.run()
    return app


def store_of(*events, game="2026-05-01T2000", store=None):
    """A store that holds these events of a game."""
    store = store or MemoryStore()
    for event in events:
        store.append(game, event)
    return store


@cache
def finished():
    """A whole game: its result, and what the store held at the end."""
    store = MemoryStore()
    app = played(AutoButtons(), store=store)
    return result(app.state), tuple(store.events(app.game))
