"""
How to play a game: its rules for people, as sections of short texts with examples.

Each game writes its own, once, for the printed sheet and for the page on the phone. Numbers in the texts come from the
game's rules.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from lucca_pi.contract.overview import WaitsFor
from lucca_pi.language import Text, _

Phase = Literal["start", "turn", "end"]
"""The part of a game in which people look a section up."""

PEOPLE: Mapping[str, Text] = {"Ada": _("Ada"), "Ben": _("Ben"), "Cleo": _("Cleo"), "Dan": _("Dan")}
"""The people of the examples, by their names in positions."""


@dataclass(frozen=True, slots=True)
class Step:
    """
    A step or a choice. `sign`: its number or bullet. `picture`: the name of a small picture drawn in place of that.

    `title`: one or two words in bold before the text.
    """

    text: Text
    title: Text | None = None
    sign: str = "•"
    picture: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a heading for each column; the first cell of each row is its heading."""

    heads: tuple[Text | str, ...]
    rows: tuple[tuple[Text | str, ...], ...]


@dataclass(frozen=True, slots=True)
class Example:
    """
    A position with its count. `picture`: the name of its picture; `lines`: what happens or is counted, step by step.

    `result`: the figure that the rules compute.
    """

    text: Text
    result: Text | None = None
    picture: str = ""
    lines: tuple[Text, ...] = ()


Block = Text | Step | Table | Example


@dataclass(frozen=True, slots=True)
class Section:
    """
    A heading with what is below it. `name` is its anchor on the page.

    `phase`: the part of a game in which the page opens here; each game has one section for each part.
    """

    name: str
    title: Text
    blocks: tuple[Block, ...]
    phase: Phase | None = None


@dataclass(frozen=True, slots=True)
class HowToPlay:
    """
    The rules of a game for people. `below`: number of players and aim, under the title.

    `picture`: the name of the large picture at the beginning; `parts`: names of pictures that a phone shows in its
    place, one below the other; `box`: a section with a frame of its own at the end;
    `credit`: the game's author. `png`: a picture by its name as a PNG, drawn for a width in mm.
    """

    title: Text
    below: Text
    sections: tuple[Section, ...]
    picture: str = ""
    parts: tuple[str, ...] = ()
    box: Section | None = None
    credit: Text | None = None
    png: Callable[[str, float], bytes] | None = None

    def all_sections(self) -> Iterator[Section]:
        """The sections, the box last."""
        yield from self.sections
        if self.box:
            yield self.box

    def section_for(self, waits_for: WaitsFor) -> str:
        """The name of the section to open while the machine waits for this."""
        phase: Phase = {"deal": "start", "over": "end"}.get(waits_for, "turn")  # type: ignore[assignment]
        return next(section.name for section in self.sections if section.phase == phase)
