"""The commands about cards: decks, and what goes on paper. What a command needs is imported when it runs."""

import os
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lucca_pi.commands.options import AS_JSON, DECK, EXISTING, print_json, tell
from lucca_pi.games import DEFAULT, PLAYED, module
from lucca_pi.language import LANGUAGES, language_of, use
from lucca_pi.problems import EXIT_NO

if TYPE_CHECKING:
    from lucca_pi.printed.make import Prints


@click.group()
def deck() -> None:
    """Look at decks, check them, and make your own."""


@deck.command()
@click.argument("name", metavar="DECK")
@click.option("--png", type=EXISTING, metavar="FILE.png", help="Write a picture of all cards there, too.")
@AS_JSON
def show(name: str, png: Path | None, as_json: bool) -> None:
    """Print a deck: a deck file, or the deck called reference."""
    from lucca_pi.games.citta.files import load_deck
    from lucca_pi.games.citta.report import deck_text
    from lucca_pi.games.citta.rules.deckfile import deck_file_json

    deck_file = load_deck(name)
    if png:
        from lucca_pi.games.citta.decks.sheet import deck_sheet

        deck_sheet(deck_file).save(png, "PNG")
    if as_json:
        print_json(deck_file_json(deck_file))
    else:
        tell(deck_text(deck_file))


@deck.command()
@click.argument("file", metavar="FILE")
@AS_JSON
def check(file: str, as_json: bool) -> int:
    """Check a deck file: every error, and what is allowed but rarely meant, each with its card and line."""
    from lucca_pi.files import read_text
    from lucca_pi.games.citta.report import findings_text
    from lucca_pi.games.citta.rules.deckcheck import check_deck_file

    findings = check_deck_file(read_text(file), file)
    if as_json:
        kinds = {"errors": findings.errors, "warnings": findings.warnings}
        print_json({kind: [one.to_json() for one in found] for kind, found in kinds.items()})
    else:
        tell(findings_text(findings, file))
    return EXIT_NO if findings.errors else 0


@deck.command("enrol")
@click.argument("file", type=EXISTING, metavar="FILE")
@click.option("--from", "images", type=EXISTING, multiple=True, metavar="IMAGE", help="A photograph; may be repeated.")
@click.option("--camera", metavar="usb:N", help="Take the pictures with this camera.")
def enrol_deck(file: Path, images: tuple[Path, ...], camera: str | None) -> int:
    """
    Make a deck file of your own box, by keyboard or with pictures of the cards.

    Put stickers on the cards first (lucca-pi print stickers). About 24 cards lie side by side on a picture.
    """
    from lucca_pi.games.citta.decks.ask import Dialogue
    from lucca_pi.games.citta.decks.enrol import EnrolError, enrol, looks, photographs

    if images and camera:
        raise click.UsageError("Give photographs (--from) or a camera (--camera), not both.")
    if sys.stdin is None:
        raise EnrolError("There is no keyboard to answer with: standard input is closed.")
    if sys.stdout is None:
        raise EnrolError("There is no terminal to ask on: standard output is closed.")
    dialogue = Dialogue(sys.stdin, sys.stdout)
    if camera:
        from lucca_pi.devices.clock import SystemClock
        from lucca_pi.devices.make import make_usb_camera

        with closing(make_usb_camera(camera, SystemClock())) as usb:
            made = enrol(file, looks(usb.colour, dialogue), dialogue)
    else:
        made = enrol(file, photographs(images, dialogue) if images else None, dialogue)
    return 0 if made else EXIT_NO


def _prints(game: str, deck: str | None) -> "Prints":
    """
    What there is to print for that game and for every game; of one name, what the game has.

    Raises what loading the deck raises, and PrintError.
    """
    from lucca_pi.printed.common import COMMON

    of_game: Prints = module(game, "paper.make").prints(deck)
    return COMMON | of_game


@click.command("print")
@click.argument("sheets", metavar="SHEETS")
@click.option("--game", type=click.Choice(PLAYED), default=DEFAULT, show_default=True, help="For which game.")
@click.option("--out", type=EXISTING, metavar="FILE.pdf", help="Write the sheets there as a PDF in true size.")
@click.option("--png", type=EXISTING, metavar="DIR", help="Write each piece there as <code>.png in true size.")
@click.option(
    "--dpi", type=click.IntRange(20, 1200), default=300, show_default=True, help="Dots to the inch, with --png."
)
@click.option(
    "--sticker-mm", type=float, metavar="MM", help="A sticker with its white margin: as the deck says, 14; 25 with qr."
)
@click.option(
    "--codes", "style", type=click.Choice(["aruco", "qr"]), default="aruco", show_default=True, help="The codes' style."
)
@click.option(
    "--paper",
    "paper_name",
    type=click.Choice(["a4", "letter", "a3"]),
    default="a4",
    show_default=True,
    help="The page.",
)
@click.option(
    "--labels", "labels_name", metavar="NAME", help="For stickers: a sheet of labels, by name, say avery-l7651."
)
@click.option("--bleed", is_flag=True, help="Draw cards 3 mm beyond their edges, for clean cuts.")
@click.option("--mat", is_flag=True, help="With quarters: also a mat with the three areas drawn.")
@click.option("--name", "names", multiple=True, metavar="NAME", help="With names: whom a card is for; may be repeated.")
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    help="What is written on quarters, mat and quick card; as LANG says if not given.",
)
@DECK
def print_sheets(
    sheets: str, game: str, *, out: Path | None, png: Path | None, dpi: int, deck: str | None, **given: Any
) -> None:
    """
    Print stickers for your own cards, or a whole game.

    SHEETS is stickers, deck (the game to print and play), quarters, names (cards that tell the camera who sits where),
    board (for calibrating), housing (the front of a box for display and buttons) or quickcard (one page for the
    table). The PDF holds sheets with marks for cutting; as PNG every piece is a file of its own.
    """
    from lucca_pi.printed.make import Options, print_pdf, print_pictures

    if not out and not png:
        raise click.UsageError("Say where to: --out FILE.pdf for sheets, or --png DIR for pictures.")
    use(given.pop("language") or language_of(os.environ))
    prints = _prints(game, deck)
    if sheets not in prints.printables:
        names = ", ".join(map(repr, prints.printables))
        raise click.BadParameter(f"{sheets!r} is not one of {names}.", param_hint="'SHEETS'")
    made = prints.made(sheets, Options(**given))
    if out:
        tell(print_pdf(made, out))
    if png:
        tell(print_pictures(made, png, dpi))
