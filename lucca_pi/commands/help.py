"""Help and usage errors in the language in use: options and commands whose texts are said whenever they are shown."""

import inspect
import os
from collections.abc import Callable
from gettext import bindtextdomain, gettext, textdomain
from typing import Any

import click

from lucca_pi.language import DOMAIN, LOCALE, Text, say, say_plain, use


def speak(language: str) -> None:
    """Sets the language of the texts of this program and of click, whose words are in the same catalogue."""
    use(language)
    os.environ["LANGUAGE"] = language  # it decides for gettext, before LC_ALL and LANG
    bindtextdomain(DOMAIN, str(LOCALE))
    textdomain(DOMAIN)


def paragraphs(text: str) -> list[str]:
    r"""
    The paragraphs of a docstring, each a message of its own.

    >>> paragraphs("Read.\n\n    A folder\n    too.\n    ")
    ['Read.', 'A folder too.']
    """
    return [" ".join(part.split()) for part in inspect.cleandoc(text).split("\n\n")]


class _Said:
    """A text of click's that is said in the language in use whenever it is read: a Text, or a docstring."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = f"_{name}"

    def __get__(self, one: Any, owner: type) -> str | None:
        text = vars(one)[self.name]
        if isinstance(text, Text) or not text:
            return say(text) if text else text
        return "\n\n".join(map(say_plain, paragraphs(text)))

    def __set__(self, one: Any, text: str | None) -> None:
        vars(one)[self.name] = text


class Option(click.Option):
    """An option whose help is said in the language in use."""

    help: Any = _Said()

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.help = named.get("help")  # click has made a plain string of it


class Command(click.Command):
    """A command whose help is said in the language in use; the help is its function's docstring."""

    help: Any = _Said()
    epilog: Any = _Said()

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """The words behind the command's name in its usage line."""
        return [say_plain(piece) for piece in super().collect_usage_pieces(ctx)]

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The option for help; click stores it as it was said first."""
        found = super().get_help_option(ctx)
        if found:
            found.help = gettext("Show this message and exit.")
        return found


class Group(Command, click.Group):
    """A group whose help is said in the language in use, and that of its commands."""

    command_class = Command


def option(*flags: str, **named: Any) -> Callable[[Any], Any]:
    """Gives a command an option."""
    return click.option(*flags, cls=Option, **named)


def command(name: str | None = None, **named: Any) -> Callable[[Callable[..., Any]], Command]:
    """Makes a command of a function."""
    return click.command(name, cls=Command, **named)


def group(name: str | None = None, *, cls: type[Group] = Group, **named: Any) -> Callable[[Callable[..., Any]], Group]:
    """Makes a group of commands of a function."""
    return click.group(name, cls=cls, **named)
