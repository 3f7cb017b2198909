"""`lucca-pi read` and `score`: photographs of a table, and records of games."""

from pathlib import Path
from typing import Any

import click

from lucca_pi.commands.options import AS_JSON, FOLDER, command, each_answer, example, option, print_json, print_texts
from lucca_pi.commands.setting_options import CALIBRATION, DECK
from lucca_pi.errors import EXIT_NO
from lucca_pi.language import _, say


@command(epilog=example("read --json table.jpg", "read --final --players 4 table.jpg"))
@click.argument("images", nargs=-1, required=True, metavar="IMAGE...")
@AS_JSON
@DECK
@CALIBRATION
@option(
    "--codes", type=click.Choice(["aruco", "qr", "auto"]), default="aruco", help=_("Style of the codes on the cards.")
)
@option("--debug-image", type=FOLDER, metavar="DIR", help=_("Write each picture there, with its reading drawn in."))
@option("--keep", type=FOLDER, metavar="DIR", help=_("Save each doubtful picture there, in a folder of its own."))
@option("--final", is_flag=True, help=_("Print the final scoring, as if the game ended with this table."))
@option("--edition", metavar="E", help=_("The edition of --final; english if not given."))
@option(
    "--players",
    type=click.IntRange(3, 5),
    metavar="N",
    help=_("Number of players, and of quarters in sight, for --final."),
)
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
    from lucca_pi.commands.reading import Wanted, answers
    from lucca_pi.games.citta.report import final_text, reading_text
    from lucca_pi.games.citta.rules.editions import EDITIONS

    if not final and (edition or players):
        raise click.UsageError(say(_("--edition and --players belong to --final.")))
    if edition and edition not in EDITIONS:
        problem = _("{edition} is not one of {names}.", edition=repr(edition), names=", ".join(sorted(EDITIONS)))
        raise click.BadParameter(say(problem), param_hint="--edition")
    chosen = EDITIONS[edition or "english"] if final else None
    wanted = Wanted(deck or "reference", codes, calibration, debug_image, keep, chosen, players)
    found, exits = answers(images, wanted)
    if as_json:
        named = zip(images, found, strict=True)
        print_json([one if isinstance(one, dict) else one.to_json(Path(name).name) for name, one in named])
    else:
        print_texts(found, final_text if final else reading_text)
    doubtful = any(not isinstance(answer, dict) and answer.doubts for answer in found)
    return max(*exits, EXIT_NO if doubtful else 0)


@command(epilog=example("score game.json", "score --advice --json game.json"))
@click.argument("records", nargs=-1, required=True, metavar="RECORD...")
@AS_JSON
@option("--advice", is_flag=True, help=_("Advise the player in turn, at the end of the score."))
def score(records: tuple[str, ...], *, as_json: bool, advice: bool) -> int:
    """
    Replay game records and print the points with their reasons.

    A RECORD is a file, or - for standard input; it may be of any of the games. Advice: what the player in turn may do
    and what that is worth, in Lucca Città besides the shields that the walls lack, and the place in the next order of
    play.
    """
    from lucca_pi.files import read_text
    from lucca_pi.games import scored_file

    def document(answer: Any) -> Any:
        return {**answer.document(), **({"advice": answer.advice()} if advice else {})}

    answers, codes = each_answer(records, lambda name: scored_file(read_text(name), name))
    if as_json:
        documents = [answer if isinstance(answer, dict) else document(answer) for answer in answers]
        print_json(documents if len(records) > 1 else documents[0])
    else:

        def text(answer: Any) -> str:
            return "\n".join(filter(None, (answer.text(), answer.advice_text() if advice else "")))

        print_texts(answers, text)
    return max(codes)
