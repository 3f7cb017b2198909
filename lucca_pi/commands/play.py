"""`lucca-pi play` and `lucca-pi demo`."""

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from lucca_pi.commands.options import AS_JSON, EXISTING, command, example, option, print_json, tell
from lucca_pi.commands.setting_options import setting_option, setting_options
from lucca_pi.errors import EXIT_NO
from lucca_pi.language import _


@command(epilog=example("demo --game lucco"))
@setting_option("game")
@option("--page", metavar="[HOST:]PORT", help=_("Where the page for phones is served; 8000 or the next free one."))
@option("--no-page", is_flag=True, help=_("Serve no page."))
@option("--drawn", is_flag=True, help=_("Draw the small display; without this, its screens appear in words."))
def demo(game: str | None, page: str | None, *, no_page: bool, drawn: bool) -> int:
    """
    Show a whole game before a drawn table, here and on a page.

    Every stage is real: the table is drawn from a record of a game, and all that follows (codes, places, turns,
    points) is read from the pictures.
    """
    from lucca_pi.commands.demo import demonstrate

    return demonstrate(game, "" if no_page else page, drawn=drawn)


@command(epilog=example("play --camera phone --players 4", "play --camera folder:PICTURES --buttons auto --json"))
@setting_options
@option("--config", "file", type=EXISTING, metavar="FILE", help=_("The configuration file."))
@option(
    "--example", is_flag=True, help=_("Play the recorded game of the repository; each OK looks at its next picture.")
)
@option(
    "--record",
    type=EXISTING,
    metavar="FILE.zip",
    help=_("At the end keep the evening there: pictures, looks, answers."),
)
@AS_JSON
def play(file: Path | None, example: bool, record: Path | None, as_json: bool, **given: Any) -> int:
    """
    Watch a game and keep the score.

    Without options: on a Pi its camera, four buttons and an OLED; elsewhere a webcam, the keyboard, the terminal and
    the page for phones, whichever of these it finds. It names the devices it uses.

    An unfinished game in the state directory goes on; a finished one makes room for a new one.

    With --buttons keyboard, Enter is OK, b back, u and d up and down, z undoes a turn, q switches off.

    With --pictures, the state directory gets a folder pictures/GAME for each game, and its again.sh plays the game
    again; the oldest folders make room for new ones. Ask the people whose hands are in the pictures.

    With --record, the evening is also kept as one ZIP without names; lucca-pi check import makes a test of it.
    """
    from lucca_pi.commands.start import KEPT_MB, arranged, example_settings, start

    with ExitStack() as stack:
        if example:
            given |= example_settings(given, stack)
        stream = sys.stderr if as_json else sys.stdout
        config, asked = arranged(file, given, stream, as_json=as_json)
        if record and not config.pictures:
            config = config.changed({"pictures": KEPT_MB})
        played = start(config, stream, asked)
        if record:
            from lucca_pi.checking.kept import record_evening

            for line in record_evening(config.state, played.games, record):
                tell(line, err=True)
    for note in played.notes:
        tell(f"lucca-pi: {note}", err=True)
    if as_json:
        print_json(played.result)
    elif played.text:
        tell(played.text)
    return EXIT_NO if played.stuck else 0
