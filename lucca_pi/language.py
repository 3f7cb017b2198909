"""
Words for players, in their language.

The middle of the program writes English: `_` and `ngettext` make a Text, an English string that knows its message and
what fills it. So journal, records and JSON are the same in every language, and `say` says it in the one in use where
it is shown.

From right to left: each part of a line runs in its own direction, the whole in that of the language in use. A sign
before a figure or a Latin letter (+4, --name) stays at its left, where Unicode would put it at the right.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import fields, is_dataclass, replace
from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path
from types import MappingProxyType
from typing import Any

SOURCE = "en"
LANGUAGES: Mapping[str, str] = MappingProxyType({SOURCE: "English", "de": "Deutsch", "he": "עברית", "it": "Italiano"})
"""The languages of the screens, each with its own name for itself."""
RIGHT_TO_LEFT = frozenset({"ar", "fa", "he", "ur", "yi"})
"""Languages that are written from right to left: their screens and their page are mirrored."""
LOCALE = Path(__file__).parent / "locale"
DOMAIN = "lucca"


class Text(str):
    """
    A message in English, filled; `many` is its plural, `number` what decides between them.

    What fills it may be a Text itself. A placeholder whose name ends in "colour" is filled with a colour of the deck:
    those in COLOURS are said in the language too, others stay as the deck calls them.
    """

    message: str
    many: str | None
    number: int
    filled: Mapping[str, object]

    def __new__(cls, message: str, filled: Mapping[str, object], many: str | None = None, number: int = 1) -> "Text":
        words = message if many is None or number == 1 else many
        text = super().__new__(cls, words.format(**filled))
        text.message, text.many, text.number, text.filled = message, many, number, filled
        return text

    def __str__(self) -> str:
        """The text itself, so that an exception keeps its Text."""
        return self

    def __reduce__(self) -> tuple[type["Text"], tuple[object, ...]]:
        return Text, (self.message, self.filled, self.many, self.number)

    def within(self, catalogue: NullTranslations) -> str:
        """The text in the language of a catalogue."""
        known = catalogue.gettext(self.message)
        words = known if self.many is None else catalogue.ngettext(self.message, self.many, self.number)
        text = words.format(**{name: _filling(name, one, catalogue) for name, one in self.filled.items()})
        # signs are bound to their numbers, and Hebrew prefixes joined to Hebrew words
        return _PREFIX.sub(r"\1", bound_signs(text)) if _is_from_right(catalogue) else text


def _filling(name: str, one: object, catalogue: NullTranslations) -> object:
    """Value of a placeholder in the language of a catalogue."""
    if isinstance(one, Text):
        return one.within(catalogue)
    if name.endswith("colour") and one in _COLOURS:
        return catalogue.gettext(str(one))
    return _marked(str(one)) if _is_from_right(catalogue) and isinstance(one, str | Path) else one


LEFT_MARK, RIGHT_MARK = "\u200e", "\u200f"
"""Unicode's invisible letters that run from left to right and from right to left."""
_SIGNED_NUMBER = re.compile(r"(?<![\w\u200e])[+−±-]\d+(?:[.,]\d+)*")
_PREFIX = re.compile(r"(?<![א-ת])([בהוכלמש])-(?=[א-ת])")
"""A Hebrew word of one letter (to, in, from, and) with the hyphen that joins it to a name in other letters."""


def _is_from_right(catalogue: NullTranslations) -> bool:
    return catalogue.info().get("language") in RIGHT_TO_LEFT


def bound_signs(text: str) -> str:
    r"""
    The text with marks that keep each sign at the left of its number, as in +4, where Unicode has it at the right.

    >>> bound_signs("-3")
    '\u200e-3\u200f'
    """
    return _SIGNED_NUMBER.sub(rf"{LEFT_MARK}\g<0>{RIGHT_MARK}", text)


def _marked(name: str) -> str:
    """
    The name with a mark after Latin letters, so that what follows (a bracket, a number) goes on from the right.

    Addresses and paths have none: they are copied from a terminal.
    """
    if "/" in name:
        return name
    strong = [letter for letter in name if unicodedata.bidirectional(letter) in ("L", "R", "AL")]
    return name + RIGHT_MARK if strong and unicodedata.bidirectional(strong[-1]) == "L" else name


def _(message: str, /, **filled: object) -> Text:
    """
    A message, which is a literal, and what fills its placeholders.

    >>> _("{player}'s turn", player="Ada")
    "Ada's turn"
    """
    return Text(message, filled)


_COLOURS = _("red"), _("orange"), _("yellow"), _("green"), _("blue"), _("violet"), _("black"), _("white")
"""Names of the colours of most decks, bricks and tiles."""


def ngettext(one: str, many: str, number: int, /, **filled: object) -> Text:
    """
    A message that counts something: `number` is its placeholder too.

    >>> ngettext("{number} card", "{number} cards", 3)
    '3 cards'
    """
    return Text(one, {"number": number, **filled}, many, number)


Unfilled = Callable[..., Text]


def unfilled(one: str, many: str | None = None, /) -> Unfilled:
    """
    A message, in tables of them, that is filled later; its `number` decides if there is a plural.

    >>> unfilled("{number} card", "{number} cards")(number=3)
    '3 cards'
    """
    return lambda number=1, **filled: Text(one, {"number": number, **filled}, many, number)


def listed(texts: Sequence[str], between: str = ", ") -> Text:
    """Texts joined by `between`, without words of their own between them."""
    names = [f"part{number}" for number in range(len(texts))]
    return Text(between.join(f"{{{name}}}" for name in names), dict(zip(names, texts, strict=True)))


def addressed(player: str, sentence: str) -> str:
    """
    A sentence with the name of the player it is about in front, unless it begins with that name; "" is nobody.

    >>> addressed("Ben", "which card?"), addressed("Ben", "Ben: one card too many. Sure?"), addressed("", "Sure?")
    ('Ben: which card?', 'Ben: one card too many. Sure?', 'Sure?')
    """
    if not player or sentence.startswith(f"{player}:"):
        return sentence
    return _("{player}: {question}", player=player, question=sentence)


class _InUse:
    language = SOURCE
    catalogue = NullTranslations()


def use(language: str) -> None:
    """Sets the language of `say`. Raises ValueError for an unknown language."""
    if language not in LANGUAGES:
        raise ValueError(f"there is no language {language!r}; there are {', '.join(LANGUAGES)}")
    _InUse.language, _InUse.catalogue = language, _catalogue(language)


_spoken_here: ContextVar[str] = ContextVar("language", default="")
"""The language of a part of the program, such as the answer to one phone; empty for that of all others."""


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Within the block, in this task or thread alone, this language is in use; an unknown one changes nothing."""
    before = _spoken_here.set(language if language in LANGUAGES else "")
    try:
        yield
    finally:
        _spoken_here.reset(before)


def _catalogue_in_use() -> NullTranslations:
    return _catalogue(spoken) if (spoken := _spoken_here.get()) else _InUse.catalogue


@cache
def _catalogue(language: str) -> NullTranslations:
    return NullTranslations() if language == SOURCE else translation(DOMAIN, LOCALE, [language])


def in_use() -> str:
    """Language of `say`."""
    return _spoken_here.get() or _InUse.language


def in_use_at_the_table() -> str:
    """Language of the display and of all phones without a language of their own."""
    return _InUse.language


def is_right_to_left() -> bool:
    """True if the language in use is written from right to left."""
    return in_use() in RIGHT_TO_LEFT


def as_name(name: str) -> str:
    """A name that other parts of a line follow; in a language from right to left, they go on at its left."""
    return _marked(name) if is_right_to_left() else name


def say(text: str) -> str:
    """A text in the language in use; a plain string, such as a name, is unchanged."""
    return text.within(_catalogue_in_use()) if isinstance(text, Text) else text


def every(text: str) -> list[str]:
    """A text in each of the languages."""
    return [text.within(_catalogue(language)) if isinstance(text, Text) else text for language in LANGUAGES]


def in_each(text: Text) -> str:
    """A text in each of the languages, as a question for somebody whose language nobody knows yet."""
    return " / ".join(every(text))


def say_plain(text: str) -> str:
    """A message without placeholders that is no Text, such as a library's, in the language in use."""
    return _catalogue_in_use().gettext(text)


def said(value: Any) -> Any:
    """A snapshot, or JSON data, with every text in it in the language in use."""
    if isinstance(value, str):
        return say(value)
    if isinstance(value, Mapping):
        return {key: said(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(said(one) for one in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{field.name: said(getattr(value, field.name)) for field in fields(value)})
    return value


def language_of(environment: Mapping[str, str]) -> str:
    """
    Language that an environment asks for; the source language if that is not available.

    >>> language_of({"LANG": "de_AT.UTF-8"}), language_of({"LANG": "C.UTF-8"}), language_of({})
    ('de', 'en', 'en')
    """
    asked = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    code = asked[:2].lower()
    return code if code in LANGUAGES and not asked[2:3].isalpha() else SOURCE


_FROM_THE_RIGHT = {"R", "AL", "RLE", "RLO", "RLI"}
"""Unicode's classes of characters that make a text run, in part, from right to left."""
_OPTION = re.compile(r"(?<!\w)-+(?=[A-Za-z])")
_UNSEEN = str.maketrans("", "", LEFT_MARK + RIGHT_MARK)
_JOINER = "\u034f"
"""An invisible mark that goes with the letter before it: at the left of that letter in a part from right to left."""
_MIRRORED = str.maketrans("()[]{}<>", ")(][}{><")


def is_reordered(text: str) -> bool:
    """True if the letters of the text may stand in another order than they are read."""
    directions = {unicodedata.bidirectional(letter) for letter in text}
    return not directions <= {"EN"} if is_right_to_left() else not directions.isdisjoint(_FROM_THE_RIGHT)


def visual_order(text: str) -> str:
    """
    The letters of one line as they stand from left to right; every one of them needs a class in Unicode.

    >>> visual_order("17 אדום"), visual_order("Ada")
    ('17 םודא', 'Ada')
    """
    if not is_reordered(text):
        return text
    from bidi import get_display

    marked = _OPTION.sub(lambda hyphens: LEFT_MARK + hyphens[0], bound_signs(text))
    joined = re.sub(r"[][(){}<>]", lambda bracket: bracket[0] + _JOINER, marked)
    shown = str(get_display(joined, base_dir="R" if is_right_to_left() else "L")).translate(_UNSEEN)
    return re.sub(f"{_JOINER}([][(){{}}<>])", lambda found: found[1].translate(_MIRRORED), shown).replace(_JOINER, "")
