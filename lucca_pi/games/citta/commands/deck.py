"""`lucca-pi deck`: decks looked at, checked and made. What a command needs is imported when it runs."""

import sys
from contextlib import closing
from pathlib import Path

import click

from lucca_pi.commands.options import AS_JSON, EXISTING, print_json, tell
from lucca_pi.problems import EXIT_NO


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
