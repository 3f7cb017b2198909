"""Catalogues of messages: what the source asks for, a .po file read and written, and the .mo file made of it."""

import ast
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from said_by_click import SAID_BY_CLICK

from lucca_pi.commands.options import paragraphs
from lucca_pi.language import DOMAIN, LANGUAGES, LOCALE, SOURCE

PACKAGE = Path(__file__).parents[2] / "lucca_pi"
OTHERS = tuple(language for language in LANGUAGES if language != SOURCE)
FIELDS = ("msgid", "msgid_plural", "msgstr")


@dataclass(frozen=True)
class Message:
    """A message, its plural where it counts something, its translations, and the file it is asked for in first."""

    one: str
    many: str | None = None
    said: tuple[str, ...] = ()
    where: str = ""


def po_file(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


@cache
def asked_for() -> dict[str, Message]:
    """Every message in the source, in its order, then those of click."""
    found: dict[str, Message] = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        where = file.relative_to(PACKAGE.parent).as_posix()
        tree = ast.walk(ast.parse(file.read_text()))
        nodes = [node for node in tree if isinstance(node, ast.Call | ast.FunctionDef)]
        for node in sorted(nodes, key=lambda node: (node.lineno, node.col_offset)):
            for texts in _called(node) if isinstance(node, ast.Call) else _documented(node):
                found.setdefault(texts[0], Message(*texts, where=where))
    return found | {texts[0]: Message(*texts, where="click") for texts in SAID_BY_CLICK if texts[0] not in found}


def _called(call: ast.Call) -> Iterator[list[str]]:
    """The message of a call of `_`, `ngettext` or `unfilled`, with its plural."""
    called = call.func.id if isinstance(call.func, ast.Name) else ""
    if called in ("_", "ngettext", "unfilled"):
        yield [ast.literal_eval(argument) for argument in call.args[: 1 if called == "_" else 2]]


def _documented(function: ast.FunctionDef) -> Iterator[list[str]]:
    """The paragraphs of a command's docstring: they are its help."""
    makers = [ast.unparse(one.func) for one in function.decorator_list if isinstance(one, ast.Call)]
    if any(maker.rpartition(".")[2] in ("command", "group") for maker in makers):
        yield from ([one] for one in paragraphs(ast.get_docstring(function) or ""))


def read_po(text: str) -> tuple[Message, dict[str, Message]]:
    """The heading of a .po file, and its messages."""
    entries = [_entry(block) for block in text.strip().split("\n\n")]
    return entries[0], {entry.one: entry for entry in entries[1:]}


def _entry(block: str) -> Message:
    values: dict[str, str] = {}
    where = key = ""
    for line in block.splitlines():
        if line.startswith("#: "):
            where = line.removeprefix("#: ")
        elif not line.startswith("#"):
            named, quote, text = line.partition('"')
            key = named.strip() or key
            values[key] = values.get(key, "") + ast.literal_eval(quote + text)
    said = tuple(value for key, value in values.items() if key.startswith("msgstr"))
    return Message(values["msgid"], values.get("msgid_plural"), said, where)


def write_po(heading: Message, messages: dict[str, Message]) -> str:
    return "\n\n".join(map(_block, (heading, *messages.values()))) + "\n"


def _block(message: Message) -> str:
    rows = [f"#: {message.where}"] if message.where else []
    rows += [f"msgid {_quoted(message.one)}"]
    rows += [f"msgid_plural {_quoted(message.many)}"] if message.many is not None else []
    for number, words in enumerate(message.said or ("",)):
        rows.append(f"msgstr{'' if message.many is None else f'[{number}]'} {_quoted(words)}")
    return "\n".join(rows)


def _quoted(text: str) -> str:
    return '"{}"'.format(text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", '\\n"\n"')).replace('\n""', "")


def mo_bytes(heading: Message, messages: dict[str, Message]) -> bytes:
    """A .mo file: a table of the messages, one of the translations, then all of them (GNU gettext manual, MO files)."""
    pairs = sorted(
        ("\0".join(filter(None, (one.one, one.many))).encode(), "\0".join(one.said).encode())
        for one in (heading, *messages.values())
    )
    first, second, at = 28, 28 + 8 * len(pairs), 28 + 16 * len(pairs)
    tables, texts = b"", b""
    for column in zip(*pairs, strict=True):
        for text in column:
            tables += struct.pack("<II", len(text), at + len(texts))
            texts += text + b"\0"
    return struct.pack("<IIIIIII", 0x950412DE, 0, len(pairs), first, second, 0, at) + tables + texts
