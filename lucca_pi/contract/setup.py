"""
Settings, the program's and a game's; a game's set-up: a frozen dataclass, each field made by `entry`.

An entry holds all that is said of its field; settings, JSON and the questions before the start follow. The set-up of a
game in which nothing can be set is None. The command line asks every game's set-up for its options before there is a
picture: what only a question needs is imported where it is asked.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from lucca_pi.errors import UnreadableError
from lucca_pi.language import Text, _, listed
from lucca_pi.outside import MOST_LETTERS, Form, Node, is_plain

if TYPE_CHECKING:
    from lucca_pi.contract.history import Match, Setup
    from lucca_pi.contract.questions import Choice, Option

Check = tuple[Callable[[Any], bool], str]
"""Whether a value may be, and what may be."""


def _unchanged(value: Any) -> Any:
    return value


def _none_found(_folders: Iterable[Path]) -> Mapping[str, str]:
    return {}


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: an entry of this kind is all that it takes to add one."""

    usual: Any
    """Its value unless the file or the command line gives another."""
    check: Check
    make: Callable[[Any], Any] = _unchanged
    """The value that play takes, from that in the file or on the command line."""
    metavar: str = ""
    """The value in the help of its option, such as "CAMERA"; "" for an option without a value."""
    help: str = ""
    """The sentence of its option; "" for a setting that the file alone has."""
    kind: type | None = None
    """The type of the option's value: int, Path, or None for text."""
    words: Mapping[str, str] = field(default_factory=dict)
    """What players call its values, the usual one first; empty if they are not asked at their first start."""
    found: Callable[[Iterable[Path]], Mapping[str, str]] = _none_found
    """Further values that files in these folders offer at the first start, each with what players call it."""
    otherwise: tuple[str, str] | None = None
    """The answer that none of the values is right, and what to do then; None if there is no such answer."""
    is_secret: bool = False
    """True if no text may repeat a value: it may hold a password."""


flag: Check = (lambda value: isinstance(value, bool), "true or false")


def one_of(*choices: str) -> Check:
    """A word, or the word before a colon with something behind it."""

    def fits(value: object) -> bool:
        word, colon, rest = value.partition(":") if isinstance(value, str) else ("", "", "")
        return any(
            word == choice.partition(":")[0] and bool(rest) == (":" in choice) == bool(colon) for choice in choices
        )

    return fits, " or ".join(choices)


def whole(low: int, high: int) -> Callable[[object], bool]:
    """Whether a value is a whole number within these limits."""
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def names_setting(seats: Mapping[int, str], example: str) -> Setting:
    """The setting of names by the codes of places: all differ, also from those of places without a name."""

    def is_name(code: object, name: object) -> bool:
        is_text = isinstance(name, str) and is_plain(name) and len(name) <= MOST_LETTERS
        return str(code) in map(str, seats) and is_text

    def fits(value: object) -> bool:
        if not isinstance(value, dict) or not all(map(is_name, value, value.values())):
            return False
        called = {**seats, **by_code(value)}
        return len(set(called.values())) == len(called)

    def by_code(names: Mapping[Any, str]) -> dict[int, str]:
        return {int(code): name for code, name in names.items()}  # the codes are text in a file

    return Setting({}, (fits, f"names that differ, of at most {MOST_LETTERS} letters, {example}"), by_code)


def alternatives(choices: Iterable[str], notes: Mapping[str, str] = MappingProxyType({})) -> str:
    """
    What an option may be, in words.

    >>> alternatives(("ok", "rest", "no"), {"ok": "default"})
    'ok (default), rest or no'
    """
    words = [Text("{one} ({note})", {"one": one, "note": notes[one]}) if one in notes else one for one in choices]
    if len(words) == 1:
        return words[0]
    return _("{choices} or {last}", choices=listed(words[:-1]), last=words[-1])


def _as_it_is(value: Any, _settings: Mapping[str, Any]) -> Any:
    return value


@dataclass(frozen=True, slots=True)
class Entry:
    """All that is said of one field of a set-up."""

    setting: Setting | None = None
    """Its setting, which also stands in a journal; None if the value follows from other settings."""
    key: str = ""
    """The name of the setting and of the value in a journal; "": that of the field."""
    take: Callable[[Any, Mapping[str, Any]], Any] = _as_it_is
    """The field's value, from its setting's value and all settings by name. Raises UnreadableError and RuleError."""
    tell: Callable[[Any], Mapping[str, Any]] | None = None
    """The settings, without files, that give the value which a set-up has here; None: the value itself."""
    json: Form[Any] | None = None
    """The value in a journal; None: that of the setting."""
    label: Callable[[Any], str] | None = None
    """The set-up's value in the list of things to arrange; None: it is no choice of players."""
    ask: "Callable[..., Choice] | None" = None
    """The question for another value: from the match, and words that lead to a further question about it."""

    def value(self, key: str, given: Any, settings: Mapping[str, Any]) -> Any:
        """The field's value if its setting is this one. Raises UnreadableError and RuleError."""
        if self.setting is None:
            return self.take(None, settings)
        fits, expected = self.setting.check
        if given != self.setting.usual and not fits(given):
            raise UnreadableError(f"expected {expected}", key)
        return self.take(self.setting.make(given), settings)


def entry(setting: Setting | None = None, **said: Any) -> Any:
    """A field of a set-up with its entry; its default is what the usual settings give."""
    made = Entry(setting, **said)
    usual = setting.usual if setting else None
    return field(default_factory=lambda: made.take(usual, {}), metadata={"entry": made})


def _entries(setup: Any) -> Iterator[tuple[str, str, Entry]]:
    """Name, key and entry of each field, of a set-up or of its class."""
    for one in fields(setup) if is_dataclass(setup) else ():
        about: Entry = one.metadata["entry"]
        yield one.name, about.key or one.name, about


def settings_in(kind: type) -> dict[str, Setting]:
    """The settings that the fields have, by name."""
    return {key: about.setting for _name, key, about in _entries(kind) if about.setting}


def setup_from(kind: type, settings: Mapping[str, Any]) -> "Setup":
    """The set-up for settings by name; missing ones have their usual values. Raises UnreadableError and RuleError."""
    usual = {key: setting.usual for key, setting in settings_in(kind).items()}
    told = {**usual, **settings}
    return kind(**{name: about.value(key, told.get(key), told) for name, key, about in _entries(kind)})


def settings_of(setup: "Setup") -> dict[str, Any]:
    """The settings that give this set-up, without files."""
    found: dict[str, Any] = {}
    for name, key, about in _entries(setup):
        found |= about.tell(setup) if about.tell else {key: _plain(getattr(setup, name))}
    return found


def setup_json(setup: "Setup") -> dict[str, Any]:
    """The set-up as JSON data, part of a journal's first event."""
    settings = settings_of(setup)
    return {
        key: about.json.write(getattr(setup, name)) if about.json else settings[key]
        for name, key, about in _entries(setup)
    }


def read_setup(kind: type, data: Mapping[str, Any]) -> "Setup":
    """The set-up that `setup_json` wrote. Raises UnreadableError, RuleError, KeyError, TypeError or ValueError."""
    return kind(
        **{
            name: about.json.read(Node(data[key], key)) if about.json else about.value(key, data[key], data)
            for name, key, about in _entries(kind)
        }
    )


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def things_to_arrange(match: "Match") -> "tuple[Option, ...]":
    """The fields that players choose; each answer includes its current value."""
    from lucca_pi.contract.questions import Ask, Option

    found = _entries(match.setup)
    return tuple(Option(about.label(match.setup), Ask(key)) for _name, key, about in found if about.label)


def choices(match: "Match", what: str) -> "Choice":
    """The choices for a field, by its key and the words in `questions.Ask` that lead to a further question."""
    key, *more = what.split()
    ask = next(about.ask for _name, one, about in _entries(match.setup) if one == key and about.ask)
    return ask(match, *more)


def among(question: str, name: str, words: Mapping[Any, str]) -> "Callable[[Match], Choice]":
    """The question which of these values a field has, each in words."""

    def ask(match: "Match") -> "Choice":
        return one_of_setups(
            match, question, [(said, replace(match.setup, **{name: value})) for value, said in words.items()]
        )

    return ask


def one_of_setups(match: "Match", question: str, setups: "Sequence[tuple[str, Setup]]") -> "Choice":
    """A choice of set-ups, each in words, with the current one chosen, so that OK changes nothing."""
    from lucca_pi.contract.questions import Arrange, Choice, Option

    options = tuple(Option(words, Arrange(replace(match.arrangement, setup=setup))) for words, setup in setups)
    chosen = next((at for at, (_words, setup) in enumerate(setups) if setup == match.setup), 0)
    return Choice("", question, options, chosen=chosen)
