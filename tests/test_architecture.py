"""Every import leads down the table of folders, so that the rules can be read and changed alone."""

import ast
import re
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "lucca_pi"

PICTURES = {"numpy", "cv2", "PIL"}
ON_DEVICES = {"epaper", "evdev", "gpiozero", "luma", "lgpio", "RPi", "picamera2"}
"""Libraries of devices: a machine without the device lacks them, so they are imported where they are used."""
FOLDERS = {
    # texts, errors and files
    **{
        "language": {"bidi"},
        "errors": set(),
        "outside": set(),
        "version": set(),
        "files": set(),
        "boot_card": set(),
    },
    # what lies on a table, and what an evening and a game both know
    **{"table": {"click"}, "contract": set()},
    # the engines that see, print, draw and show
    **{"ports": PICTURES, "vision": PICTURES | {"zxingcpp", "pyzbar", "simplejpeg"}, "screens": {"PIL"}},
    **{"printed": PICTURES | {"pypdfium2", "reportlab", "segno"}, "drawn": PICTURES},
    "web": PICTURES | {"h11", "ifaddr", "starlette", "uvicorn"},
    "mqtt": {"paho"},
    # the games, each complete; an evening of any of them
    **{"games": PICTURES, "evening": set()},
    # devices, settings, and what is put together of them
    **{"devices": PICTURES | ON_DEVICES, "config": set(), "equipment": PICTURES, "calibration": PICTURES},
    **{"years": {"pygal"}, "app": PICTURES, "box": PICTURES | {"starlette"}, "proof": {"starlette"}},
    **{"doctor": PICTURES, "hall": {"paho", "starlette"}, "checking": PICTURES | {"starlette"}},
    # what is typed
    **{"play": set(), "commands": PICTURES | {"click"}, "cli": {"click"}, "__main__": set()},
}
"""The folders and files of the package from bottom to top, each with the packages of others that it may import."""
PURE = {"language", "errors", "outside", "table", "contract"}
"""What a pure part of a game may import besides parts of its game, and no package of others."""
PARTS = {
    **{f"{game}.rules": {"rules"} for game in ("citta", "chessboard", "lucco")},
    "citta.table": {"rules", "table"},
    "citta.referee": {"rules", "table", "referee"},
    "citta.auditor": {"rules", "table", "auditor"},  # apart from the referee, so that the two do not err alike
}
"""The pure parts of games, each with the parts that it may know."""
OF_ONE_GAME = {"box", "commands.deck", "commands.read", "commands.reading"}
"""What stands outside the card game and knows it from inside: the enrolment of its boxes, and its own commands."""
DOORS = {"app.loop", "cli", "commands.start", "play", "commands.demo", "commands.play", "__main__"}


def module_of(file: Path) -> str:
    """The name of a module below the package: "table.sighting"; "" for the package itself."""
    return ".".join(file.relative_to(PACKAGE).with_suffix("").parts).removesuffix("__init__").removesuffix(".")


FILES = {module_of(file): file for file in sorted(PACKAGE.rglob("*.py"))}


@cache
def trees() -> dict[str, ast.Module]:
    """What each module says, by its name."""
    return {module: ast.parse(file.read_text(encoding="utf-8")) for module, file in FILES.items()}


def imported(nodes: list[ast.stmt] | ast.Module) -> set[str]:
    """All that is imported, by whole names: of `from lucca_pi.table import looks` it is lucca_pi.table.looks."""
    found: set[str] = set()
    tree = nodes if isinstance(nodes, ast.Module) else ast.Module(nodes, [])
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the whole way"
            full = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {one if one.removeprefix("lucca_pi.") in FILES else str(node.module) for one in full}
    return found


def ours(tree: ast.Module) -> set[str]:
    """The modules of this package that are imported, by their names below it."""
    names = {name for name in imported(tree) if name.partition(".")[0] == "lucca_pi"}
    return {name.removeprefix("lucca_pi").removeprefix(".") for name in names}


def folder_of(module: str) -> str:
    return module.partition(".")[0] or "language"  # the package itself imports nothing


@cache
def arrows() -> set[tuple[str, str]]:
    """Each module with one that it imports."""
    return {(module, name) for module, tree in trees().items() for name in ours(tree)}


ORDER = list(FOLDERS)


def test_every_folder_stands_in_the_table():
    assert {folder_of(module) for module in FILES} == set(FOLDERS)


def test_no_import_leads_up():
    assert len(arrows()) > 500
    up = {(one, other) for one, other in arrows() if ORDER.index(folder_of(other)) > ORDER.index(folder_of(one))}
    assert up == set()


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_imports_only_its_packages_of_others(folder):
    trees_here = [tree for module, tree in trees().items() if folder_of(module) == folder]
    tops = {name.partition(".")[0] for tree in trees_here for name in imported(tree)}
    assert tops - set(sys.stdlib_module_names) - {"lucca_pi"} <= FOLDERS[folder]


def test_no_module_imports_itself_in_the_end():
    imports = {module: ours(tree) & set(FILES) for module, tree in trees().items()}
    rest = set(imports)
    while leaves := {one for one in rest if not (imports[one] - {one}) & rest}:
        rest -= leaves
    assert rest == set()


def test_a_game_is_known_by_its_name_alone_and_knows_no_other():
    games = {
        module: module.split(".")[1] for module in FILES if module.count(".") >= 2 and folder_of(module) == "games"
    }
    assert set(games.values()) == {"citta", "chessboard", "lucco"}
    outside = {one for one, other in arrows() if other in games and games.get(one) != games[other]}
    assert {one for one in outside if not any(f"{one}.".startswith(f"{own}.") for own in OF_ONE_GAME)} == set()


@pytest.mark.parametrize("part", PARTS)
def test_a_pure_part_knows_only_the_parts_below_it(part):
    here = [tree for module, tree in trees().items() if f"{module}.".startswith(f"games.{part}.")]
    assert here
    own = {name.split(".")[2] for tree in here for name in ours(tree) if folder_of(name) == "games"}
    assert own <= PARTS[part]
    assert {folder_of(name) for tree in here for name in ours(tree)} - {"games"} <= PURE
    assert {name.partition(".")[0] for tree in here for name in imported(tree)} <= {
        "lucca_pi",
        *sys.stdlib_module_names,
    }


def test_libraries_of_devices_are_imported_where_they_are_used():
    for module, tree in trees().items():
        at_the_top = imported([node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)])
        unwanted = ON_DEVICES | {"numpy", "cv2"} if folder_of(module) == "devices" else ON_DEVICES
        assert {name.partition(".")[0] for name in at_the_top}.isdisjoint(unwanted), module


def test_nothing_but_the_doors_themselves_imports_a_door():
    assert {(one, other) for one, other in arrows() if other in DOORS and one not in DOORS} == set()


def test_no_module_does_more_than_define_when_it_is_imported():
    """Nothing is opened or run at import; the command line alone is put together then."""
    loose = {
        module
        for module, tree in trees().items()
        for node in tree.body
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    }
    assert loose <= {"__main__", "cli"}


def test_no_picture_is_sampled_with_an_empty_second_map() -> None:
    """OpenCV 5 takes it for a map (`findings/opencv-5-remap-without-second-map.sh`)."""
    empty = re.compile(r"remap\([^)]*(np\.empty|None)")
    assert [file for file in PACKAGE.rglob("*.py") if empty.search(file.read_text(encoding="utf-8"))] == []
