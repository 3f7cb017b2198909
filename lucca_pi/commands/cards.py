"""`lucca-pi print`: the sheets on paper. Modules that a command needs are imported when it runs."""

from difflib import get_close_matches
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lucca_pi.commands.options import EXISTING, command, example, option, tell
from lucca_pi.commands.setting_options import DECK
from lucca_pi.games import DEFAULT, PLAYED, game_module
from lucca_pi.language import LANGUAGES, Text, _, listed, say, use
from lucca_pi.printed.paper import LABEL_SHEETS

if TYPE_CHECKING:
    from lucca_pi.printed.prints import Printables


def prints_of(game: str, deck: str | None) -> "Printables":
    """The printables of that game and those of every game; of two with one name, the game's own."""
    from lucca_pi.checking.sketch import check_cards
    from lucca_pi.printed.common import COMMON

    of_game: Printables = game_module(game, "paper").printables(deck)
    return of_game | COMMON | check_cards(game, deck)


def _label_names() -> Text:
    """The sheets of labels, a line each."""
    lines: list[str] = ["\b", _("Sheets of labels (--labels):")]
    for name, sheet in LABEL_SHEETS.items():
        first = f"  {name:<20} {sheet.paper.name.capitalize()}, {sheet.columns} x {sheet.rows}: "
        size = f"{sheet.width:g} x {sheet.height:g} mm"
        lines.append(listed([first, size, _(", stickers as they are") if sheet.is_square else ""], ""))
    return listed(lines, "\n")


@command(
    "print",
    epilog=listed(
        [example("print deck --out deck.pdf", "print stickers --labels avery-3666 --out stickers.pdf"), _label_names()],
        "",
    ),
)
@click.argument("sheets", metavar="SHEETS")
@option("--game", type=click.Choice(PLAYED), default=DEFAULT, show_default=True, help=_("The game to print for."))
@option(
    "--out",
    type=EXISTING,
    metavar="FILE.pdf",
    help=_("Write the sheets there as a PDF in true size; SHEETS.pdf if not given."),
)
@option("--png", type=EXISTING, metavar="DIR", help=_("Write each piece there as <code>.png in true size."))
@option(
    "--dpi",
    type=click.IntRange(20, 1200),
    metavar="N",
    default=300,
    show_default=True,
    help=_("Dots per inch, with --png."),
)
@option(
    "--sticker-mm",
    type=float,
    metavar="MM",
    help=_("Side of a sticker, with its white margin; if not given, the deck's, 14, or 25 with qr."),
)
@option(
    "--codes",
    "style",
    type=click.Choice(["aruco", "qr", "none"]),
    default="aruco",
    show_default=True,
    help=_("Style of the codes; none: a deck recognised by its faces (--deck printed)."),
)
@option(
    "--paper",
    "paper_name",
    type=click.Choice(["a4", "letter", "a3"]),
    default="a4",
    show_default=True,
    help=_("The page."),
)
@option("--labels", "labels_name", metavar="NAME", help=_("For stickers: a sheet of labels, by name; see below."))
@option(
    "--shift-mm",
    type=float,
    nargs=2,
    metavar="X Y",
    default=(0.0, 0.0),
    help=_("Move everything on labels right and down."),
)
@option("--bleed", is_flag=True, help=_("Draw cards 3 mm beyond their edges, for clean cuts."))
@option("--mat", is_flag=True, help=_("With quarters: also a mat with the three areas drawn."))
@option("--name", "names", multiple=True, metavar="NAME", help=_("With names: the name on a card; may be repeated."))
@option(
    "--language",
    type=click.Choice(LANGUAGES),
    help=_("Language of quarters, mat, rules and quick card; if not given, that of the settings or of LANG."),
)
@DECK
def print_sheets(
    sheets: str, game: str, *, out: Path | None, png: Path | None, dpi: int, deck: str | None, **given: Any
) -> None:
    """
    Print stickers for your own cards, or a whole game.

    SHEETS is stickers, inserts (slips for the sleeves, with the backs' code), deck (the game to print and play),
    quarters, rules (how to play, two pages; each game has them), names (cards that tell the camera who sits where),
    commands (cards that tell the machine something from the table), board (for calibrating), housing (the front of
    a box for display and buttons), outline (of the labels of --labels, to try on plain paper) quickcard (one page
    for the table), phonecard (one page on the phone as camera and buttons) or checkcard (what check table asks you
    to lay). Lucca on a chess board has a board of
    its own, board-6 for 6 lots a side, mat and mat-6, corners, bricks and quickcard; Lucco has tiles, squares and
    quickcard. The PDF holds sheets with marks for cutting; as PNG every piece is a file of its own.
    """
    from lucca_pi.printed.pen import is_printable
    from lucca_pi.printed.prints import Options, print_pdf, print_pictures

    given["style"] = None if given["style"] == "none" else given["style"]
    if language := given.pop("language"):
        use(language)
    prints = prints_of(game, deck)
    if sheets not in prints.printables:
        names = ", ".join(map(repr, prints.printables))
        problem = say(_("{sheets} is not one of {names}.", sheets=repr(sheets), names=names))
        others = [other for other in PLAYED if sheets in prints_of(other, None).printables]
        near = [f"{sheets} --game {others[0]}"] if others else get_close_matches(sheets, prints.printables, 1)
        hint = say(_("Did you mean {sheets}?", sheets=near[0])) if near else ""
        raise click.BadParameter(" ".join(filter(None, (problem, hint))), param_hint="'SHEETS'")
    made = prints.made(sheets, Options(**given))
    if png:
        tell(print_pictures(made, png, dpi))
    if out or not png:
        tell(print_pdf(made, out or _free_name(sheets if game == DEFAULT else f"{game}-{sheets}")))
    for name in given["names"]:
        if not is_printable(name):
            tell(say(_("{name}: our fonts lack some of its letters; write it on the line of its card.", name=name)))


def _free_name(sheets: str) -> Path:
    """The name of a new PDF in the current folder: "deck.pdf", or "deck-2.pdf" if that one exists."""
    first = Path(f"{sheets}.pdf")
    others = (Path(f"{sheets}-{number}.pdf") for number in count(2))
    return next(name for name in chain([first], others) if not name.exists())
