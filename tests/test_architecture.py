"""Who may import whom: the packages lean one way, so that the rules can be read and changed alone."""

import ast
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "lucca_pi"

PICTURES = {"numpy", "cv2"}
GAMES = "lucca_pi.games"
CITTA, CHESSBOARD, LUCCO = (f"{GAMES}.{name}" for name in ("citta", "chessboard", "lucco"))
EVENING, TABLE, PORTS = "lucca_pi.evening", "lucca_pi.table", "lucca_pi.ports"
CONTRACT = f"{GAMES}.contract"
SNAPSHOT, OVERVIEW = f"{CONTRACT}.screens", f"{CONTRACT}.overview"
HOW_TO_PLAY = f"{CONTRACT}.how_to_play"
DRAWN = "lucca_pi.drawn"
COMMON = {"lucca_pi.language", "lucca_pi.reading_order", "lucca_pi.outside", "lucca_pi.errors"}
"""Texts for players, the order of their letters, harmless texts, strict JSON, errors in input: for every part."""
FOR_GAMES = {
    *(TABLE, PORTS, "lucca_pi.files"),
    *("lucca_pi.printed", "lucca_pi.drawn", "lucca_pi.vision"),
    "lucca_pi.web.markup",
    *(CONTRACT, "lucca_pi.games.settings"),
}
"""What a game may import besides itself: the contract, and the engines that see, draw, print and write pages."""
# what of ours each part may import, and what of others; the longest name that fits a file is its part
ALLOWED = {
    "lucca_pi.language": (set(), set()),
    "lucca_pi.reading_order": (set(), {"bidi"}),
    "lucca_pi.errors": (set(), set()),
    "lucca_pi.places": (set(), set()),
    "lucca_pi.outside": ({"lucca_pi.errors"}, set()),
    "lucca_pi.files": ({"lucca_pi.errors", "lucca_pi.outside"}, set()),
    "lucca_pi.printed.qr": (set(), {"segno"}),
    # the games: rules are pure; a game knows the contract and the engines, and no other game
    **{f"{game}.rules": ({f"{game}.rules"}, set()) for game in (CITTA, CHESSBOARD, LUCCO)},
    **{game: ({game, *FOR_GAMES}, PICTURES | {"PIL"}) for game in (CITTA, CHESSBOARD, LUCCO)},
    CITTA + ".table": ({CITTA + ".table", CITTA + ".rules", TABLE}, set()),
    CITTA + ".referee": (
        {CITTA + ".referee", CITTA + ".rules", CITTA + ".table", f"{CONTRACT}.verdict", TABLE},
        set(),
    ),
    # a judge apart from the referee, so that the two do not err alike
    CITTA + ".auditor": (
        {CITTA + ".auditor", CITTA + ".rules", CITTA + ".table", f"{CONTRACT}.verdict", TABLE},
        set(),
    ),
    # what the card game alone answers on the command line
    CITTA + ".commands": (
        {
            *(
                CITTA,
                *FOR_GAMES,
                "lucca_pi.commands.help",
                "lucca_pi.commands.options",
                "lucca_pi.commands.setting_options",
                "lucca_pi.proof.replayable",
            ),
            *("lucca_pi.calibration.file", "lucca_pi.devices", "lucca_pi.web.address"),
        },
        {"click"},
    ),
    # enrolling an owner's box: pictures of its cards, and a site of its own, served by the page's server
    CITTA + ".box": ({CITTA, *FOR_GAMES, "lucca_pi.devices.phone"}, PICTURES | {"PIL"}),
    CITTA + ".box.page_parts": ({CITTA, *FOR_GAMES, "lucca_pi.web"}, set()),
    CITTA + ".box.site": ({CITTA, *FOR_GAMES, "lucca_pi.web", "lucca_pi.devices.phone"}, {"starlette"}),
    CITTA + ".session": (
        {
            CITTA + ".session",
            CITTA + ".auditor",
            CITTA + ".referee",
            CITTA + ".rules",
            CITTA + ".table",
            CITTA + ".files",
            CONTRACT,
            TABLE,
        },
        set(),
    ),
    # what an evening and a game both know: neither of them
    CONTRACT: ({CONTRACT, TABLE}, set()),
    # the registry, which imports a game when it is asked for
    GAMES: ({CONTRACT, f"{GAMES}.settings"}, set()),
    TABLE: ({TABLE}, {"click"}),
    EVENING: ({EVENING, GAMES, TABLE}, set()),
    SNAPSHOT: (set(), set()),
    OVERVIEW: (set(), set()),
    PORTS: ({SNAPSHOT, OVERVIEW, f"{TABLE}.sighting"}, PICTURES | {"PIL"}),
    "lucca_pi.vision": (
        {"lucca_pi.vision", TABLE, "lucca_pi.files"},
        PICTURES | {"zxingcpp", "pyzbar", "PIL", "simplejpeg"},
    ),
    "lucca_pi.screens": ({"lucca_pi.screens", SNAPSHOT, PORTS}, {"PIL"}),
    "lucca_pi.web": (
        {"lucca_pi.web", "lucca_pi.printed.qr", OVERVIEW, HOW_TO_PLAY, PORTS, f"{TABLE}.sighting"},
        PICTURES | {"PIL", "h11", "starlette", "uvicorn"},
    ),
    "lucca_pi.web.address": ({"lucca_pi.printed.qr"}, {"PIL", "ifaddr"}),
    "lucca_pi.drawn": ({"lucca_pi.drawn", "lucca_pi.vision.codes", PORTS}, PICTURES),
    "lucca_pi.drawn.conditions": (set(), set()),
    # the values that a game gives, and the pen that draws them
    "lucca_pi.drawn.things": ({"lucca_pi.drawn.conditions", "lucca_pi.vision.codes"}, PICTURES),
    **{
        f"{game}.drawn": (
            {*(f"{game}.{part}" for part in ("drawn", "rules", "table")), TABLE, DRAWN, "lucca_pi.files"},
            set(),
        )
        for game in (CHESSBOARD, LUCCO)
    },
    # the card game's drawn table wears the print of its deck
    f"{CITTA}.drawn": (
        {f"{CITTA}.{part}" for part in ("drawn", "rules", "table", "files", "paper", "session.setup")}
        | {DRAWN, "lucca_pi.printed"},
        PICTURES,
    ),
    "lucca_pi.printed": (
        {"lucca_pi.printed", "lucca_pi.vision.codes", HOW_TO_PLAY, OVERVIEW},
        PICTURES | {"PIL", "pypdfium2", "reportlab"},
    ),
    "lucca_pi.calibration": (
        {
            *("lucca_pi.calibration", TABLE, "lucca_pi.vision", "lucca_pi.printed.charuco"),
            "lucca_pi.files",
        },
        PICTURES,
    ),
    # from the camera to the file, and what is said of it
    "lucca_pi.calibration.make": (
        {
            *("lucca_pi.calibration", TABLE, "lucca_pi.vision", "lucca_pi.config", "lucca_pi.devices"),
            PORTS,
        },
        set(),
    ),
    # everything that play needs, examined
    "lucca_pi.doctor": (
        {
            *("lucca_pi.doctor", "lucca_pi.calibration", "lucca_pi.vision", TABLE, "lucca_pi.config"),
            *("lucca_pi.devices", PORTS, "lucca_pi.screens.pages"),
            *("lucca_pi.app.watching", SNAPSHOT),
        },
        {"numpy"},
    ),
    "lucca_pi.proof": (
        {
            *("lucca_pi.proof", EVENING, CONTRACT, TABLE, "lucca_pi.vision"),
            *("lucca_pi.devices.album", "lucca_pi.files"),
            *("lucca_pi.calibration.file", "lucca_pi.calibration.lens"),
        },
        set(),
    ),
    # the games of a state directory, listed, exported and deleted
    "lucca_pi.proof.past_games": (
        {
            *("lucca_pi.proof", EVENING, CONTRACT, "lucca_pi.config", "lucca_pi.places", "lucca_pi.devices"),
            *("lucca_pi.app.journal_writer", "lucca_pi.printed.qr"),
        },
        set(),
    ),
    # the same as pages for phones
    "lucca_pi.proof.past_pages": (
        {
            *("lucca_pi.proof", EVENING, CONTRACT, GAMES, PORTS, "lucca_pi.devices"),
            *("lucca_pi.web.past", "lucca_pi.web.picture", "lucca_pi.vision.picture"),
        },
        set(),
    ),
    # frames to looks, with the lens and the codes of the settings
    "lucca_pi.app.eyes": (
        {*("lucca_pi.config", "lucca_pi.calibration", "lucca_pi.vision", TABLE, PORTS, f"{EVENING}.certain")},
        set(),
    ),
    "lucca_pi.app": (
        {
            *("lucca_pi.app", EVENING, CONTRACT, TABLE, PORTS, "lucca_pi.screens", "lucca_pi.web"),
            *("lucca_pi.vision.live", "lucca_pi.vision.bare", "lucca_pi.devices.errors", "lucca_pi.devices.gpio"),
            "lucca_pi.devices.system",
        },
        PICTURES | {"PIL"},
    ),
    "lucca_pi.devices": (
        {
            *(
                "lucca_pi.devices",
                PORTS,
                SNAPSHOT,
                "lucca_pi.screens.words",
                f"{TABLE}.sighting",
                "lucca_pi.files",
            ),
            # a device's twin may be a part of its own; picked by name, it is imported when it is asked for
            *("lucca_pi.config", "lucca_pi.files", "lucca_pi.vision.picture"),
            "lucca_pi.games",
        },
        {"PIL", "epaper", "evdev", "gpiozero", "luma", "lgpio", "RPi", "picamera2"} | PICTURES,
    ),
}
OUTSIDE_IN_FUNCTIONS = {
    "lucca_pi.devices": {"epaper", "evdev", "gpiozero", "luma", "lgpio", "RPi", "picamera2"} | PICTURES
}
"""Libraries of devices: a machine without the device lacks them, so they are imported where they are used."""
LAYERS = (
    # texts, errors and files
    *("language", "reading_order", "errors", "places", "outside", "files"),
    # what lies on a table, and what an evening and a game both know
    *("table", "games.contract", "games"),
    # the engines that see, print, draw and show
    *("vision", "printed", "ports", "drawn", "screens", "web"),
    # each game without its commands; an evening of any game
    *("games.NAME", "evening"),
    # settings, devices, and what they are for
    *(
        "config",
        "devices",
        "calibration",
        "app",
        "lucca_pi",
    ),
    *("doctor", "proof", "play", "version"),
    # what is typed; the commands of one game alone are found by name
    *("commands", "cli", "__main__", "games.NAME.commands"),
)
"""The folders of the package, and the files at its top, from bottom to top: each imports what stands before it."""
UPWARDS = {("lucca_pi.config", "lucca_pi.devices.displays")}
"""Imports that run upwards: settings name displays and their sizes."""
DOORS = {
    "lucca_pi.app.loop",
    "lucca_pi.cli",
    "lucca_pi.commands.start",
    "lucca_pi.play",
    "lucca_pi.commands.demo",
    "lucca_pi.commands.play",
    "lucca_pi.__main__",
}


def module_of(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


FILES = {module_of(file): file for file in sorted(PACKAGE.rglob("*.py"))}


@cache
def modules() -> dict[str, ast.Module]:
    """What each module says, by its name."""
    return {module: ast.parse(file.read_text(encoding="utf-8")) for module, file in FILES.items()}


def names_in(nodes: list[ast.stmt] | ast.Module) -> set[str]:
    """The modules that are imported: of `from lucca_pi.table import axes` it is lucca_pi.table.sighting."""
    found: set[str] = set()
    tree = nodes if isinstance(nodes, ast.Module) else ast.Module(nodes, [])
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the whole way"
            full = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in FILES else str(node.module) for name in full}
    return found


def is_within(module: str, part: str) -> bool:
    return module == part or module.startswith(f"{part}.")


def part_of(module: str) -> str | None:
    return max((part for part in ALLOWED if is_within(module, part)), key=len, default=None)


@pytest.mark.parametrize("part", ALLOWED)
def test_a_part_imports_only_what_it_may(part: str) -> None:
    ours, theirs = ALLOWED[part]
    cases = [*modules().items()]
    assert cases
    for module, tree in cases:
        if part_of(module) != part:
            continue
        for name in names_in(tree):
            top = name.partition(".")[0]
            if top == "lucca_pi":
                may = {*ours, *COMMON}
                assert any(is_within(name, allowed) for allowed in may), f"{module} imports {name}"
            else:
                assert top in theirs or top in sys.stdlib_module_names, f"{module} imports {name}"


def in_circles() -> set[str]:
    """The modules that import themselves in the end, types and imports in functions counted."""
    arrows = {module: {name for name in names_in(tree) if name in FILES} for module, tree in modules().items()}
    rest = set(arrows)
    while leaves := {one for one in rest if not (arrows[one] - {one}) & rest}:
        rest -= leaves
    while roots := {one for one in rest if not any(one in arrows[other] for other in rest - {one})}:
        rest -= roots
    return rest


def test_no_module_imports_itself_in_the_end() -> None:
    assert in_circles() == set()


def layer_of(module: str) -> int:
    """Where a module stands among the layers, counted from the bottom."""
    first, *rest = module.removeprefix("lucca_pi").removeprefix(".").split(".")
    if first == "games" and rest and FILES[module].parent != PACKAGE / "games":
        own = "games.NAME.commands" if rest[1:2] in (["commands"], ["box"]) else "games.NAME"
        return LAYERS.index("games.contract" if rest[0] == "contract" else own)
    return LAYERS.index(first or "lucca_pi")


def test_no_module_imports_from_a_layer_above_its_own() -> None:
    arrows = {(module, name) for module, tree in modules().items() for name in names_in(tree) if name in FILES}
    assert len(arrows) > 500
    assert {(one, other) for one, other in arrows if layer_of(other) > layer_of(one)} == UPWARDS


def test_no_game_and_not_the_contract_knows_the_evening() -> None:
    cases = {module: names_in(tree) for module, tree in modules().items() if is_within(module, GAMES)}
    assert len(cases) > 50
    for module, names in cases.items():
        assert not any(is_within(name, EVENING) for name in names), module


def test_nothing_outside_a_game_imports_from_inside_it() -> None:
    cases = [*modules().items()]
    assert cases
    for module, tree in cases:
        inside = {name for name in names_in(tree) if any(is_within(name, game) for game in (CITTA, CHESSBOARD, LUCCO))}
        own = ".".join(module.split(".")[:3])
        assert all(is_within(name, own) for name in inside), f"{module} imports {inside}"


def test_every_module_belongs_to_a_part_or_stands_at_the_top() -> None:
    rest = {module for module in FILES if not part_of(module)}
    top = {module for module in rest if not is_within(module, "lucca_pi.commands")}
    assert all(module.count(".") <= 1 for module in top), top


@pytest.mark.parametrize("part", OUTSIDE_IN_FUNCTIONS)
def test_libraries_of_devices_are_imported_where_they_are_used(part: str) -> None:
    cases = [*modules().items()]
    assert cases
    for module, tree in cases:
        if is_within(module, part):
            at_the_top = names_in([node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)])
            assert {name.partition(".")[0] for name in at_the_top}.isdisjoint(OUTSIDE_IN_FUNCTIONS[part]), module


def test_nothing_but_the_doors_themselves_imports_a_door() -> None:
    cases = [*modules().items()]
    assert cases
    for module, tree in cases:
        if module not in DOORS:
            assert names_in(tree).isdisjoint(DOORS), module


def test_no_module_does_more_than_define_when_it_is_imported() -> None:
    """Nothing is opened or run at import; the command line alone is put together then."""
    loose = {
        module
        for module, tree in modules().items()
        for node in tree.body
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    }
    assert loose <= {"lucca_pi.__main__", "lucca_pi.cli"}
