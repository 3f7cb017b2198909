"""HTML and SVG that cannot be broken by what stands in it: whatever is no markup yet is text, said to the players."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import TypeAlias

from lucca_pi.harmless import harmless
from lucca_pi.language import say

EMPTY = {"meta", "link", "img", "input"}
"""Elements without an end."""


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


Attributes: TypeAlias = "dict[str, str | float | bool | None]"
Child: TypeAlias = "str | int | Iterable[Child] | None"
"""Markup, text, a number, several of these, or nothing."""


def element(name: str, /, *children: Child, **attributes: str | float | bool | None) -> Markup:
    """
    An element. Of an attribute's name underlines become hyphens, but for one at its end, which goes.

    >>> element("p", "a < b", element("b", 3), class_="soft", hidden=True, id=None)
    '<p class="soft" hidden>a &lt; b<b>3</b></p>'
    """
    start = name + "".join(_attribute(key, value) for key, value in attributes.items())
    return Markup(f"<{start}>" if name in EMPTY else f"<{start}>{joined(children)}</{name}>")


def joined(child: Child) -> Markup:
    """Everything in its order, texts escaped."""
    if child is None:
        return Markup("")
    if isinstance(child, Markup):
        return child
    if isinstance(child, str | int):
        return Markup(_text(child))
    return Markup("".join(joined(one) for one in child))


def between(mark: str, children: Sequence[Child]) -> list[Child]:
    """
    The children with a mark between them.

    >>> joined(between("; ", ["one", "two"]))
    'one; two'
    """
    return [part for child in children for part in (mark, child)][1:]


def _text(value: str | float) -> str:
    return escape(harmless(say(value) if isinstance(value, str) else str(value)))


def _attribute(key: str, value: str | float | bool | None) -> str:
    name = key.rstrip("_").replace("_", "-")
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{_text(value)}"'
