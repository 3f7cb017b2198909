"""`lucca-pi deck`: decks looked at, checked and made. What a command needs is imported when it runs."""

import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import click

from lucca_pi.commands.options import AS_JSON, EXISTING, example, group, option, print_json, tell
from lucca_pi.errors import EXIT_NO
from lucca_pi.language import LANGUAGES, _, say, use


@group(epilog=example("deck check box.json"))
def deck() -> None:
    """Look at decks, check them, and make your own."""


@deck.command(epilog=example("deck show reference --json"))
@click.argument("name", metavar="DECK")
@option("--png", type=EXISTING, metavar="FILE.png", help=_("Also write a picture of all cards there."))
@AS_JSON
def show(name: str, png: Path | None, as_json: bool) -> None:
    """Print a deck: a deck file, or our own, called reference (printed: the same without codes)."""
    from lucca_pi.games.citta.files import load_deck
    from lucca_pi.games.citta.report import deck_text
    from lucca_pi.games.citta.rules.deck import deck_file_json

    deck_file = load_deck(name)
    if png:
        from lucca_pi.box.sheets import deck_sheet

        deck_sheet(deck_file).save(png, "PNG")
    if as_json:
        print_json(deck_file_json(deck_file))
    else:
        from lucca_pi.box.proposals import photographs_told

        tell("\n".join([deck_text(deck_file), *map(say, photographs_told(deck_file))]))


@deck.command(epilog=example("deck check box.json"))
@click.argument("file", metavar="FILE")
@AS_JSON
def check(file: str, as_json: bool) -> int:
    """Check a deck file: every error, and what is allowed but rarely meant, each with its card and line."""
    from lucca_pi.files import read_text
    from lucca_pi.games.citta.files import unusable_photographs
    from lucca_pi.games.citta.report import findings_text
    from lucca_pi.games.citta.rules.deck import read_deck_file
    from lucca_pi.games.citta.rules.deck_check import DeckFinding, check_deck_file

    text = read_text(file)
    findings = check_deck_file(text, file)
    if not findings.errors:
        found = unusable_photographs(read_deck_file(text, file))
        findings = replace(findings, errors=tuple(DeckFinding("photographs", problem) for problem in found))
    if as_json:
        kinds = {"errors": findings.errors, "warnings": findings.warnings}
        print_json({kind: [one.to_json() for one in found] for kind, found in kinds.items()})
    else:
        tell(findings_text(findings, file))
        if not findings.errors:
            from lucca_pi.box.proposals import photographs_told

            for line in photographs_told(read_deck_file(text, file)):
                tell(say(line))
    return EXIT_NO if findings.errors else 0


@deck.command("enrol", epilog=example("deck enrol box.json --page 8000"))
@click.argument("file", type=EXISTING, metavar="FILE")
@click.argument("pictures", nargs=-1, type=EXISTING, metavar="[PICTURE]...")
@option("--faces", is_flag=True, help=_("Recognise the cards by their pictures, without stickers."))
@option("--from", "images", type=EXISTING, multiple=True, metavar="IMAGE", help=_("A photograph; may be repeated."))
@option("--camera", metavar="usb:N", help=_("Take the pictures with this camera."))
@option("--page", metavar="[HOST:]PORT", help=_("Enrol from a phone: serve a page for it at this port."))
@option(
    "--language",
    type=click.Choice(LANGUAGES),
    help=_("Language of the questions; if not given, that of the settings or of LANG."),
)
def enrol_deck(
    file: Path,
    pictures: tuple[Path, ...],
    *,
    faces: bool,
    images: tuple[Path, ...],
    camera: str | None,
    page: str | None,
    language: str | None,
) -> int:
    """
    Make a deck file of your own box, from a phone, by keyboard or with pictures of the cards.

    Put stickers on the cards first (lucca-pi print stickers). About 24 cards lie side by side on a picture. Or with
    --faces put nothing on them: the first picture is of the bare ground, then each card is in two.
    """
    if pictures and not faces:
        raise click.UsageError(say(_("Photographs of cards with stickers come after --from.")))
    images = (*pictures, *images)
    if sum(map(bool, (images, camera, page))) > 1:
        raise click.UsageError(
            say(_("Give one of these: photographs (--from), a camera (--camera) or a page (--page)."))
        )
    if language:
        use(language)
    made = _from_phones(file, page, faces=faces) if page else _by_keyboard(file, images, camera, faces=faces)
    return 0 if made else EXIT_NO


def _from_phones(file: Path, page: str, *, faces: bool) -> bool:
    """Whether the deck was made on a page that is served there."""
    from lucca_pi.web.address import read_binding

    try:
        binding = read_binding(page)
    except ValueError as error:
        raise click.BadParameter(f"{error}.", param_hint="--page") from None
    from lucca_pi.box.site import enrol_from_phones

    return enrol_from_phones(file, binding, lambda text: tell(say(text)), faces=faces)


def _by_keyboard(file: Path, images: tuple[Path, ...], camera: str | None, *, faces: bool) -> bool:
    """Whether the deck was made at the terminal."""
    from lucca_pi.box.draft_files import EnrolError
    from lucca_pi.box.terminal import Dialogue, enrol, photographs

    if sys.stdin is None:
        raise EnrolError("There is no keyboard to answer with: standard input is closed.")
    if sys.stdout is None:
        raise EnrolError("There is no terminal to ask on: standard output is closed.")
    dialogue = Dialogue(sys.stdin, sys.stdout)
    if not camera:
        pictures = photographs(images, dialogue, faces=faces) if images else None
        return enrol(file, pictures, dialogue, faces=faces)
    from lucca_pi.devices.system import SystemClock
    from lucca_pi.equipment import make_usb_camera

    with closing(make_usb_camera(camera, SystemClock())) as usb:
        return enrol(file, None, dialogue, faces=faces, camera=usb.colour)
