"""`lucca-pi read`: photographs of a table."""

from pathlib import Path
from typing import Any

import click

from lucca_pi.commands.options import AS_JSON, CALIBRATION, DECK, FOLDER, each_answer, print_json, print_texts
from lucca_pi.problems import EXIT_NO


@click.command()
@click.argument("images", nargs=-1, required=True, metavar="IMAGE...")
@AS_JSON
@DECK
@CALIBRATION
@click.option("--codes", type=click.Choice(["aruco", "qr", "auto"]), default="aruco", help="What the cards bear.")
@click.option("--debug-image", type=FOLDER, metavar="DIR", help="Write each picture there with what was read in it.")
@click.option("--keep", type=FOLDER, metavar="DIR", help="Keep each picture that leaves a doubt there, in a folder.")
@click.option("--final", is_flag=True, help="Tell the final scoring, were the game over with this table.")
@click.option("--edition", metavar="E", help="The edition of --final; english if not given.")
@click.option("--players", type=click.IntRange(3, 5), help="How many players, and so quarters in sight, for --final.")
def read(
    images: tuple[str, ...],
    *,
    as_json: bool,
    deck: str | None,
    calibration: Path | None,
    codes: Any,
    debug_image: Path | None,
    keep: Path | None,
    final: bool,
    edition: str | None,
    players: int | None,
) -> int:
    """
    Read photographs of a table: who has what in which area, or with --final what the final scoring comes to.

    A folder of --keep holds the picture, the deck, the reading, how it was seen, and the command to read it again.
    """
    from lucca_pi.calibration.file import read_calibration
    from lucca_pi.games.citta.files import load_deck
    from lucca_pi.games.citta.final_table import final_table
    from lucca_pi.games.citta.photographs import read_picture, told
    from lucca_pi.games.citta.report import final_text, reading_text
    from lucca_pi.games.citta.rules.editions import EDITIONS
    from lucca_pi.games.citta.table.pieces import pieces_in
    from lucca_pi.replayable import SEEN, keep_look

    if not final and (edition or players):
        raise click.UsageError("--edition and --players belong to --final.")
    if edition and edition not in EDITIONS:
        raise click.BadParameter(f"{edition!r} is not one of {', '.join(sorted(EDITIONS))}.", param_hint="--edition")
    deck_file = load_deck(deck or "reference")
    pieces = pieces_in(deck_file)
    lens = read_calibration(calibration).lens if calibration else None

    def reading_of(name: str) -> Any:
        image = Path(name)
        reading, inspected = read_picture(image, pieces, codes, lens=lens)
        doubtful = keep / image.stem if keep and reading.doubts else None
        for folder in filter(None, (debug_image, doubtful and doubtful / SEEN)):
            from lucca_pi.vision.debug import write_debug_image
            from lucca_pi.vision.picture import load_picture

            drawn = told(inspected, reading, pieces)
            write_debug_image(folder / f"{image.stem}.jpg", load_picture(image).grey, inspected, pieces, drawn)
        if doubtful:
            keep_look(doubtful, image, deck_file, codes, reading.to_json(image.name), calibration=calibration)
        return reading

    def answer_of(name: str) -> Any:
        reading = reading_of(name)
        return final_table(reading, deck_file.deck, EDITIONS[edition or "english"], players) if final else reading

    answers, exits = each_answer(images, answer_of)
    for name, answer in zip(images, answers, strict=True):
        if keep and isinstance(answer, dict) and answer["error"]["code"] == "no-quarter":
            keep_look(keep / Path(name).stem, Path(name), deck_file, codes, answer, calibration=calibration)
    if as_json:
        named = zip(images, answers, strict=True)
        print_json([one if isinstance(one, dict) else one.to_json(Path(name).name) for name, one in named])
    else:
        print_texts(answers, final_text if final else reading_text)
    doubtful = any(not isinstance(answer, dict) and answer.doubts for answer in answers)
    return max(*exits, EXIT_NO if doubtful else 0)
