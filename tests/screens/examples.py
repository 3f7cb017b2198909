"""
One snapshot, or several, of each kind of screen.

Each has its stored pictures in pictures/, a folder a language; those for other panels than the usual one in folders of
their own.
"""

from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageOps

from lucca_pi.app.live_page import address_screen
from lucca_pi.app.notices import looking
from lucca_pi.app.panel import SWITCH_OFF
from lucca_pi.app.watching import ADVICE
from lucca_pi.contract.screens import (
    Advice,
    BeforeStart,
    Disagreement,
    FinalStep,
    Notice,
    PlayerTable,
    Prompt,
    Question,
    Ranking,
    Result,
    Snapshot,
    Standing,
)
from lucca_pi.devices.displays import USUAL
from lucca_pi.devices.displays.epaper import Epaper
from lucca_pi.devices.gpio import contact_words
from lucca_pi.games import TITLES
from lucca_pi.games.citta.referee.findings import BROKEN, lies_with, put
from lucca_pi.games.citta.referee.questions import answers_in_words, moves_in_words
from lucca_pi.games.citta.referee.verdict import HIDDEN
from lucca_pi.games.citta.rules.advice import advice
from lucca_pi.games.citta.rules.deck import reference_deck
from lucca_pi.games.citta.rules.editions import EDITIONS, ENGLISH
from lucca_pi.games.citta.rules.game import Game
from lucca_pi.games.citta.rules.position import read_position, read_quarter
from lucca_pi.games.citta.rules.scoring import completion_line, opening_line, walls_and_towers_line
from lucca_pi.games.citta.rules.turn import Play, Turn
from lucca_pi.games.citta.session.show import TO_DEAL, gain, row, street_number
from lucca_pi.language import SOURCE, _
from lucca_pi.ports import Panel
from tests.screens.other_games import EXAMPLES as OTHER_GAMES

PICTURES = Path(__file__).parent / "pictures"
GUIDES = Path(__file__).parents[2] / "docs" / "pictures"

DECK = reference_deck()
BLUE, RED = read_quarter("blue 5").construction["blue"], read_quarter("red 1+8+15+22+72").construction["red"]
TABLE = read_position("Charlotte: completed blue 5 | Bruno: completed blue 12 | Alex: blue 20+27+34")
ADVISED = read_position("Zoë: green 11; completed blue 5; walls 3 | Bruno: red 1; blue 12+20 | Alex: red 8")
FINAL = read_position(
    "Charlotte: red 1+8+15+22; opened blue 5, violet 7, yellow 3; walls 3; towers T1 "
    "| Alex: red 29+36; opened green 4; walls 4 | Bruno: opened green 11, violet 14; towers T2, T3"
)
WRONG = _(
    "{player}: {colour} {card} {lies}", player="Bruno", colour="blue", card=12, lies=BROKEN["completed", "construction"]
)
NOTHING = Turn("Zoë", (), (Play(17, "palace"), Play(42, "wall"), Play("T1", "discard")))


def prompting(player: str, **worth: int) -> Prompt:
    """Whose turn it is, and what opening each colour is worth."""
    choices = tuple((_("Open {colour}?", colour=colour), points) for colour, points in worth.items())
    return Prompt(player, choices, _("Then take a triplet.") if choices else _("Take a triplet."))


def order(*places: tuple[str, int, int | None, bool], title: str = _("Order")) -> PlayerTable:
    """An order of play, with each player's shields and street number, and whether that decided."""
    rows = (
        row(at, {"player": player, "shields": shields, "highest_number": number, "by_number": by_number})
        for at, (player, shields, number, by_number) in enumerate(places, start=1)
    )
    return PlayerTable(title, tuple(rows))


TOTALS = (Standing(1, "Charlotte", 31), Standing(2, "Alex", 24), Standing(3, "Bruno", 19))
RESULT = Result(
    "Charlotte",
    (gain(opening_line(TABLE, "Charlotte", BLUE, 3)), gain(completion_line("Charlotte", RED, 3))),
    moves_in_words(Turn("Charlotte", ("blue",), (Play(72, "palace"), Play(12, "wall"), Play("T2", "tower"))), DECK),
    31,
)
WALLS = [Turn("Bruno", (), (Play(a, "wall"), Play(b, "discard"))) for a, b in ((12, 33), (33, 12))]
QUESTION = Question("Bruno", *answers_in_words(WALLS, DECK, (12, 33)), 0)
FIVE = ("Guinigi", "Buonvisi", "Burlamacchi", "Mansi", "Cenami")

EXAMPLES = {
    "deal": Snapshot(BeforeStart(EDITIONS["english"].title, 3, TO_DEAL), game=TITLES["citta"]),
    "deal-any-number": Snapshot(BeforeStart(EDITIONS["german"].title, None, TO_DEAL), game=TITLES["citta"]),
    "prompt": Snapshot(prompting("Alex"), 1, 7, 1, TOTALS),
    "prompt-may-open": Snapshot(prompting("Charlotte", red=5, blue=0), 3, 7, 2, TOTALS),
    "prompt-may-open-many": Snapshot(prompting("Burlamacchi-Guinigi", red=5, blue=12, green=0, yellow=3), 7, 7, 3),
    "result": Snapshot(RESULT, 3, 7, 2, TOTALS),
    "page-address": Snapshot(address_screen(["http://192.168.178.123:8000/"])),
    "page-address-code": Snapshot(address_screen(["http://192.168.178.123:8000/"], "ABCDEFGH2345", "4071")),
    "advice": Snapshot(Advice("Zoë", tuple(hint.text for hint in advice(Game(ENGLISH, DECK, ADVISED)))), 3, 7, 2),
    "result-unsure": Snapshot(Result("Zoë", (), moves_in_words(NOTHING, DECK)[:1], 4, QUESTION.text), 1, 5, 1),
    "result-nothing": Snapshot(Result("Zoë", (), moves_in_words(NOTHING, DECK), 0), 1, 5, 1),
    "order": Snapshot(
        order(("Charlotte", 9, 80, False), ("Alex", 6, 81, True), ("Bruno", 6, 77, True)),
        4,
        7,
    ),
    "order-long-names": Snapshot(
        order(
            ("Guinigi", 15, 80, False),
            ("Burlamacchi", 13, 82, True),
            ("Buonvisi", 13, 40, True),
        ),
        5,
        7,
    ),
    "order-of-five": Snapshot(order(*((name, 12 - n // 2, 96 - n, 0 < n < 3) for n, name in enumerate(FIVE))), 2, 5),
    "order-final": Snapshot(order(("Émile", 4, 80, False), ("Jürg", 3, None, False), title=_("Final order"))),
    "question": Snapshot(QUESTION, 3, 7, 2),
    "question-long": Snapshot(
        Question(
            "Bruno",
            _("how were {cards} and {last} played?", cards="8, 33, 51, 64, 71, 82, 90", last=94),
            tuple(
                moves_in_words(Turn("Bruno", (), (Play(33, way),)), DECK)[0] for way in ("wall", "discard", "palace")
            ),
            2,
        ),
        3,
        7,
        2,
    ),
    "disagreement": Snapshot(
        Disagreement(
            "Bruno",
            (WRONG, _("{card} {lies}, but was in no triplet", card=40, lies=lies_with("opened", "Charlotte"))),
            _("{remedy}, then press OK.", remedy=put(12, "completed")),
        ),
        5,
        7,
        1,
    ),
    "disagreement-short": Snapshot(Disagreement(None, HIDDEN.problems, HIDDEN.advice)),
    "final-step": Snapshot(
        FinalStep(
            _("Walls and towers"),
            tuple(
                gain(line)
                for player, quarter in FINAL.quarters.items()
                if (line := walls_and_towers_line(player, quarter, ENGLISH))
            ),
        )
    ),
    "final-step-nothing": Snapshot(FinalStep(_("Final openings"), ())),
    "ranking": Snapshot(Ranking(TOTALS), 3, 7),
    "ranking-past": Snapshot(Ranking(TOTALS, final=True, day="2026-05-01")),
    "past-games": Snapshot(
        Question(
            "",
            _("Past games:"),
            (
                _("{day}: {winner} won, then {others}", day="2026-05-01", winner="Ada", others="Ben, Cleo"),
                _("{day}, not finished: {players}", day="2026-04-24", players="Ben, Ada"),
            ),
            0,
        )
    ),
    "spelling": Snapshot(Question("Guinigi", _("who sits here?"), ("Z…", "Ä…", "É…", "Ü…"), 1)),
    "ranking-of-four": Snapshot(Ranking((*TOTALS, Standing(4, "Ægir", -2))), 6, 6),
    "ranking-final": Snapshot(
        Ranking(
            (
                Standing(1, "Charlotte", 47, street_number(81)),
                Standing(2, "Alex", 47, street_number(80)),
                Standing(3, "Bruno", 33),
            ),
            final=True,
        ),
        finished=True,
    ),
    "ranking-final-of-five": Snapshot(
        Ranking(
            tuple(
                Standing(n + 1, name, 60 - 7 * (n // 2), street_number(81 - n if n < 2 else None))
                for n, name in enumerate(FIVE)
            ),
            final=True,
        ),
        finished=True,
    ),
    "notice": Snapshot(Notice(_("More"), _("OK: change a turn, enter one, pause, new game.")), 3, 7),
    "notice-long": Snapshot(Notice(_("Camera"), ADVICE["out of focus"]), 3, 7),
    "looking": Snapshot(looking("")),
    "switch-off": SWITCH_OFF,
    "camera-gone": Snapshot(
        Notice(
            _("Camera"),
            _("No picture from {camera}: check the camera's cable. Play continues by itself.", camera="usb:0"),
        )
    ),
    "button-stuck": Snapshot(
        Notice(_("Buttons"), _("Stuck: {buttons}. Works again once released.", buttons=contact_words("down", 19)))
    ),
    "display-gone": Snapshot(
        Notice(_("Display"), _("The display does not respond: check its wires. It comes back by itself."))
    ),
    "no-keys": Snapshot(Notice(_("Buttons"), _("No keyboard: plug one in, or a remote, or wake it up."))),
}

EXAMPLES |= OTHER_GAMES

FOR_README = {"screens": ("order-1", "result-1", "result-2")}
FOR_GUIDES = {
    "deal": ("deal-1", "order-1"),
    "turn": ("prompt-may-open-1", "result-1", "result-2"),
    "doubt": ("result-unsure-1", "question-1"),
    "wrong": ("disagreement-1", "disagreement-2"),
    "end": ("final-step-1", "ranking-final-1"),
    "chessboard": ("chessboard-prompt-1", "chessboard-struggle-1", "chessboard-end-1"),
    "lucco": ("lucco-prompt-1", "lucco-throw-1", "lucco-ranking-1"),
}
STRIPS = {GUIDES / f"{name}.png": (SOURCE, shown) for name, shown in (FOR_README | FOR_GUIDES).items()} | {
    GUIDES / "de" / f"{name}.png": ("de", shown) for name, shown in FOR_GUIDES.items()
}
"""The pictures of README and guides, each with its language and the screens that it shows side by side."""
TIMES, BEZEL_PX, BETWEEN_PX = 3, 9, 12


PANELS = {"": USUAL, "oled256": Panel(256, 64), "epaper": Epaper.panel}
"""The panels that screens are stored for, by their folders."""


def stored(name: str, number: int, language: str = SOURCE, panel: str = "") -> Path:
    """The stored picture of an example's page, counted from 1."""
    return PICTURES / panel / language / f"{name}-{number}.png"


def strip(language: str, names: Sequence[str]) -> Image.Image:
    """The stored pictures of these names in this language side by side, enlarged, each in a dark frame."""
    width, height = TIMES * USUAL.width, TIMES * USUAL.height
    pitch = width + 2 * BEZEL_PX + BETWEEN_PX
    whole = Image.new("1", (len(names) * pitch - BETWEEN_PX, height + 2 * BEZEL_PX), 1)
    for left, name in zip(range(0, whole.width, pitch), names, strict=True):
        with Image.open(PICTURES / language / f"{name}.png") as picture:
            screen = ImageOps.expand(picture.resize((width, height), Image.Resampling.NEAREST), BEZEL_PX)
        whole.paste(screen, (left, 0))
    return whole
