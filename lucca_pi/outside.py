"""
Texts from outside: JSON read strictly, and words made harmless for a terminal, a page and a person.

Every value of a JSON text has to be of its type, and every complaint names its place. Python's own reader takes a key
given twice, NaN, infinite numbers and half characters; a scorer must not.
"""

import json
import math
import re
import sys
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any, Generic, NoReturn, TypeVar

from lucca_pi.errors import UnreadableError
from lucca_pi.language import LEFT_MARK, RIGHT_MARK, is_right_to_left, say

LONGEST_TEXT = 8_000_000
"""Longest text, characters; a whole game is under 20,000."""

_LONGEST_NUMBER = 40
"""Most digits of a whole number: enough for any date or code, few enough to compute with and show."""

_LONGEST_NAME = 100
"""Longest name of a player or a colour, characters."""


MOST_LETTERS = 12
"""Most letters in a name that people give to a player or a phone: a longer one does not fit beside its points."""


def read_json(text: str) -> "Node":
    """
    The document in `text`. Raises UnreadableError.

    >>> read_json('{"players": ["Ada"]}').key("players").list()[0].text()
    'Ada'
    >>> read_json('{"a": 1, "a": 2}')
    Traceback (most recent call last):
    lucca_pi.errors.UnreadableError: the key "a" is given twice: 1 and 2
    """
    if len(text) > LONGEST_TEXT:
        raise UnreadableError(f"this is too long to be a record or a deck (more than {LONGEST_TEXT} characters)")
    try:
        value = json.loads(
            text.removeprefix("\ufeff"),
            object_pairs_hook=_no_key_twice,
            parse_constant=_no_constant,
            parse_int=_whole,
            parse_float=_finite,
        )
        json.dumps(value, ensure_ascii=False).encode()  # what cannot be written again is not read
    except json.JSONDecodeError as error:
        raise UnreadableError(f"not JSON: {error.msg}", f"line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise UnreadableError("not a record or a deck: nested too deeply") from None
    except UnicodeEncodeError:
        raise UnreadableError("a text holds half a character (a lone surrogate)") from None
    return Node(value)


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            values = f"{shown(found[key])} and {shown(value)}"
            raise UnreadableError(f'the key "{shown(key)}" is given twice: {values}')
        found[key] = value
    return found


def _no_constant(name: str) -> NoReturn:
    raise UnreadableError(f"{name} is not a number that a record or a deck can hold")


def _whole(digits: str) -> int:
    if len(digits) > _LONGEST_NUMBER:
        raise UnreadableError(f"the number {shown(digits)} has too many digits ({len(digits)})")
    return int(digits)


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise UnreadableError(f"the number {shown(digits)} is too large")
    return number


def shown(value: object, longest: int = 40) -> str:
    r"""
    A value for a message: short, on one line, and printable.

    >>> shown("Ada\nLovelace"), shown("x" * 50, longest=10)
    ('Ada Lovelace', 'xxxxxxx...')
    """
    text = str(value)
    if not text.isprintable():
        text = "".join(c if c.isprintable() else "?" for c in text.replace("\n", " "))
    return text if len(text) <= longest else text[: longest - 3] + "..."


def is_plain(name: str) -> bool:
    r"""
    True if a name fits a line and a screen: not empty or too long, without line breaks or control characters.

    >>> [is_plain(name) for name in ("Ada", "עדה", " ", "Ada\n", "A" * 101)]
    [True, True, False, False, False]
    """
    unfit = {"Cc", "Cs", "Zl", "Zp"}  # control characters, half characters, breaks of line and paragraph
    return 0 < len(name.strip()) <= len(name) <= _LONGEST_NAME and not unfit & set(map(unicodedata.category, name))


class Node:
    """A value in a document, with its place."""

    def __init__(self, value: Any, place: str = "") -> None:
        self.value, self.place = value, place

    def wrong(self, message: str) -> UnreadableError:
        """An error about this value, with its place."""
        return UnreadableError(message, self.place)

    def _expected(self, what: str) -> UnreadableError:
        given = {dict: "an object", list: "a list", bool: "true or false", type(None): "null"}.get(type(self.value))
        return self.wrong(f"expected {what}, not {given or shown(repr(self.value))}")

    def object(self) -> dict[str, Any]:
        """The value as an object. Raises UnreadableError."""
        if not isinstance(self.value, dict):
            raise self._expected("an object")
        return self.value

    def key(self, name: str) -> "Node":
        """Value of a key that must be there."""
        if name not in self.object():
            raise self.wrong(f'the key "{name}" is missing')
        return self._child(name)

    def get(self, name: str) -> "Node | None":
        """Value of a key that may be missing."""
        return self._child(name) if name in self.object() else None

    def _child(self, name: str) -> "Node":
        return Node(self.value[name], f"{self.place}.{shown(name)}".lstrip("."))

    def only(self, text: str) -> None:
        """Raises UnreadableError unless the value is this text."""
        if self.text() != text:
            raise self.wrong(f'expected "{text}", not "{shown(self.value)}"')

    def rest(self, *known: str) -> dict[str, Any]:
        """Plain values of all other keys, which a reader preserves without a meaning."""
        return {name: child.value for name, child in self.items() if name not in known}

    def items(self) -> Iterator[tuple[str, "Node"]]:
        """Keys and values of an object. Raises UnreadableError."""
        return ((name, self._child(name)) for name in self.object())

    def list(self) -> "list[Node]":
        """The values of a list. Raises UnreadableError."""
        if not isinstance(self.value, list):
            raise self._expected("a list")
        return [Node(value, f"{self.place}[{index}]") for index, value in enumerate(self.value)]

    def several(self, count: int, what: str) -> "Sequence[Node]":
        """The values of a list of so many; `what` says which. Raises UnreadableError."""
        values = self.list()
        if len(values) != count:
            raise self.wrong(f"expected {what}")
        return values

    def text(self) -> str:
        """The value as text. Raises UnreadableError."""
        if not isinstance(self.value, str):
            raise self._expected("text")
        return self.value

    def whole(self) -> int:
        """The value as a whole number. Raises UnreadableError, also for `true`, 1.5 and 1.0."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self._expected("a whole number")
        return self.value

    def flag(self) -> bool:
        """The value as true or false. Raises UnreadableError."""
        if not isinstance(self.value, bool):
            raise self.wrong(f"expected true or false, not {shown(repr(self.value))}")
        return self.value

    def number(self) -> float:
        """The value as a number. Raises UnreadableError."""
        if not isinstance(self.value, int | float) or isinstance(self.value, bool):
            raise self._expected("a number")
        return float(self.value)

    def name(self) -> int | str:
        """A card's name: its street number, or a tower's "T1" to "T4"."""
        if isinstance(self.value, str):
            return self.value
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self._expected("a card (its street number, or T1 to T4)")
        return self.value


_NEEDED = object()
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Form(Generic[_T]):
    """
    The form of a value in JSON: its reader, which raises UnreadableError, and its writer.

    Under a key that may be missing it has a `usual` value, which is written unless the form `leaves_out` it. `field`:
    the name of the object's field, if it is not that of the key.
    """

    read: Callable[[Node], _T]
    write: Callable[[_T], Any] = lambda value: value
    usual: Any = _NEEDED
    leaves_out: bool = False
    field: str = ""

    def under(self, node: Node, key: str) -> Any:
        """The value under a key. Raises UnreadableError."""
        child = node.key(key) if self.usual is _NEEDED else node.get(key)
        return self.read(child) if child else self.usual

    def usually(self, usual: Any) -> "Form[_T]":
        """The form under a key that may be missing; its usual value is written nevertheless."""
        return replace(self, usual=usual)

    def left_out(self, usual: Any) -> "Form[_T]":
        """The form under a key that is missing for the usual value."""
        return replace(self, usual=usual, leaves_out=True)


TEXT, WHOLE, FLAG = Form(Node.text), Form(Node.whole), Form(Node.flag)


def list_of(one: Form[_T]) -> Form[tuple[_T, ...]]:
    """A tuple as a list."""
    return Form(lambda node: tuple(map(one.read, node.list())), lambda values: list(map(one.write, values)))


def map_of(one: Form[_T]) -> Form[Mapping[str, _T]]:
    """A mapping from texts as an object."""
    return Form(
        lambda node: {key: one.read(child) for key, child in node.items()},
        lambda values: {key: one.write(value) for key, value in values.items()},
    )


def or_null(one: Form[_T]) -> Form[_T | None]:
    """A value, or null for None."""
    return Form(
        lambda node: None if node.value is None else one.read(node),
        lambda value: None if value is None else one.write(value),
    )


def object_of(
    kind: Callable[..., _T], constants: Mapping[str, str] = MappingProxyType({}), /, **keys: Form[Any]
) -> Form[_T]:
    """
    A dataclass as an object with these keys, the `constants` first; its field `extra`, if it has one, keeps all others.

    >>> from dataclasses import make_dataclass
    >>> form = object_of(make_dataclass("Hand", ["round", "name", "extra"]), round=WHOLE, name=TEXT.left_out(""))
    >>> one = form.read(read_json('{"round": 3, "hall": 7}'))
    >>> one, form.write(one)
    (Hand(round=3, name='', extra={'hall': 7}), {'round': 3, 'hall': 7})
    """
    keeps_extra = "extra" in {one.name for one in fields(kind)}  # type: ignore[arg-type]

    def read(node: Node) -> _T:
        for key, text in constants.items():
            node.key(key).only(text)
        told = {form.field or key: form.under(node, key) for key, form in keys.items()}
        return kind(**told, **({"extra": node.rest(*constants, *keys)} if keeps_extra else {}))

    def write(value: Any) -> dict[str, Any]:
        told = ((key, form, getattr(value, form.field or key)) for key, form in keys.items())
        written = {key: form.write(one) for key, form, one in told if not (form.leaves_out and one == form.usual)}
        return {**constants, **written, **(value.extra if keeps_extra else {})}

    return Form(read, write)


def entry_of(turn: Form[Any], adjustment: Form[Any], kind: type) -> Form[Any]:
    """A turn, or an adjustment of that kind under `adjust`; its field `beside`, if it has one, keeps keys beside it."""
    keeps_beside = "beside" in {one.name for one in fields(kind)}

    def read(node: Node) -> Any:
        adjust = node.get("adjust")
        if not adjust:
            return turn.read(node)
        found = adjustment.read(adjust)
        return replace(found, beside=node.rest("adjust")) if keeps_beside else found

    def write(entry: Any) -> Any:
        if not isinstance(entry, kind):
            return turn.write(entry)
        return {"adjust": adjustment.write(entry), **getattr(entry, "beside", {})}

    return Form(read, write)


_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0")
"""Invisible characters that count as letters or marks."""
_UNFIT = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
"""Classes of characters that control a terminal or a text's direction, are unassigned, or break lines unusually."""
_JOINER = re.compile("(?<=[^\x00-\x7f\u200c\u200d])[\u200c\u200d\ufe0e\ufe0f]")
"""Characters that join or shape the character before them, as in Persian words and in emoji."""


def harmless(text: str) -> str:
    r"""
    The text with a question mark for each sign that steers, turns or hides; line breaks stay, a tab becomes a space.

    In a language from right to left, marks of direction stay: texts need them, and they turn no letters.

    Whatever a person reads that may come from outside goes through here: at a terminal, on the page, on a screen.

    >>> harmless("Ada \x1b[31m\u202e\u3164\ufeff"), harmless("\u05e2\u05d3\u05d4, \u2764\ufe0f")
    ('Ada ?[31m???', '\u05e2\u05d3\u05d4, \u2764\ufe0f')
    """
    if text.isascii() and text.isprintable():
        return text
    kept = {joiner.start() for joiner in _JOINER.finditer(text)}
    if is_right_to_left():
        kept |= {number for number, letter in enumerate(text) if letter in (LEFT_MARK, RIGHT_MARK)}
    return "".join(letter if number in kept else _seen(letter) for number, letter in enumerate(text))


def _seen(letter: str) -> str:
    if letter in "\n\t":
        return letter.replace("\t", " ")
    unfit = letter in _UNSEEN or unicodedata.category(letter) in _UNFIT or "\ufe00" <= letter <= "\ufe0f"
    return "?" if unfit else letter


def note(text: str, end: str = "\n") -> None:
    """Writes a line to standard error, if it is open."""
    if sys.stderr:  # None, where it is closed, would mean standard output to print
        print(harmless(say(text)), end=end, file=sys.stderr, flush=True)
