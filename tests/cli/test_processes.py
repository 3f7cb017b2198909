"""What only a process of its own can show: signals, kills, pipes, and what is imported."""

import json
import os
import pty
import resource
import signal
import subprocess
import sys
import termios
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from first_picture import HEAVY, measured
from lucca import FRAMES, Runner, linked

from lucca_pi.devices.store import StoredGames
from lucca_pi.devices.system import SIGNALS, stopping
from lucca_pi.games.citta.example import EXAMPLE
from tests.cases import first_of

LUCCA = [sys.executable, "-m", "lucca_pi"]


PATIENCE_S = 60
"""What has not ended by then hangs."""


def lucca(*arguments, **more):
    command = [*LUCCA, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, **more)


@pytest.fixture
def playing(tmp_path):
    """The command that plays the first three pictures, its screens on standard error."""
    folder = linked(tmp_path / "frames", FRAMES[:3])
    camera = ["--camera", f"folder:{folder}", "--deck", str(EXAMPLE / "deck.json")]
    return ["play", *camera, "--display", "terminal", "--state", str(tmp_path / "games"), "--json"]


@contextmanager
def waiting_for_a_key(command, stdin=subprocess.PIPE):
    """The program at work, its first screen shown; killed at the end if it has not ended by itself."""
    with subprocess.Popen(command, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            read_lines(process.stderr, LINES_OF_A_SCREEN)
            yield process
        finally:
            process.kill()


def read_lines(stream, count):
    return [stream.readline() for _ in range(count)]


def kept(tmp_path):
    with closing(StoredGames(tmp_path / "games")) as store:
        return {game: [event["event"] for event in store.events(game)] for game in store.games()}


LINES_OF_A_SCREEN = 16


def test_a_game_killed_at_any_moment_goes_on_and_loses_nothing_shown(playing, tmp_path):
    for screens in (1, 4):
        command = [*LUCCA, *playing, "--buttons", "auto"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
            read_lines(process.stderr, screens * LINES_OF_A_SCREEN)
            process.kill()
        (events,) = kept(tmp_path).values()
        assert events == ["begun", "dealt", "played", "played"][: len(events)]
    whole = json.loads(lucca(*playing, "--buttons", "auto").stdout)
    (events,) = kept(tmp_path).values()
    assert events == ["begun", "dealt", "played", "played"]
    assert played_in(whole["record"]) == played_in(json.loads((EXAMPLE / "game.json").read_text()))


def played_in(record):
    """How each card was played in the first two turns."""
    return [{(play["card"], play["as"]) for play in turn["play"]} for turn in record["rounds"][0][:2]]


def test_ctrl_c_stops_it_even_where_a_shell_started_it_in_the_background(playing):
    unheard = ["sh", "-c", 'trap "" INT; exec "$@"', "sh"]
    with waiting_for_a_key([*unheard, *LUCCA, *playing, "--buttons", "keyboard"]) as process:
        process.stdin.write(b"\n")
        process.stdin.flush()
        read_lines(process.stderr, LINES_OF_A_SCREEN)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=PATIENCE_S) == 0


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_stopped_while_it_waits_for_a_key_it_puts_all_away(playing, name):
    ours, theirs = pty.openpty()
    before = termios.tcgetattr(theirs)
    with waiting_for_a_key([*LUCCA, *playing, "--buttons", "keyboard"], theirs) as process:
        assert termios.tcgetattr(theirs) != before
        os.write(ours, b"\n")
        read_lines(process.stderr, LINES_OF_A_SCREEN)
        process.send_signal(getattr(signal, name))
        out, _ = process.communicate(timeout=PATIENCE_S)
    assert termios.tcgetattr(theirs) == before
    os.close(ours)
    assert (process.returncode, json.loads(out)["record"]["rounds"]) == (0, [])


def test_whoever_goes_on_telling_it_to_stop_keeps_nothing_from_being_put_away(playing):
    with waiting_for_a_key([*LUCCA, *playing, "--buttons", "keyboard"]) as process:
        process.stdin.write(b"\n")
        process.stdin.flush()
        read_lines(process.stderr, LINES_OF_A_SCREEN)
        while process.poll() is None:
            process.send_signal(signal.SIGTERM)
        assert (process.returncode, json.loads(process.stdout.read())["record"]["rounds"]) == (0, [])


def test_signals_that_come_together_stop_it_once_and_leave_no_message(monkeypatch):
    written = []
    monkeypatch.setattr(sys, "unraisablehook", written.append)
    before = {name: signal.getsignal(name) for name in SIGNALS}
    try:
        with pytest.raises(KeyboardInterrupt), stopping():
            signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
            for name in SIGNALS:
                os.kill(os.getpid(), name)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)  # another thread may have had them before they were let in
        for name, handler in before.items():
            signal.signal(name, handler)
    assert not written


def test_two_programs_do_not_keep_games_in_one_directory(playing):
    with waiting_for_a_key([*LUCCA, *playing, "--buttons", "keyboard"]) as process:
        other = lucca(*playing, "--buttons", "auto")
        process.communicate(timeout=PATIENCE_S)
    assert (other.returncode, json.loads(other.stdout)["error"]["code"]) == (2, "device")
    assert process.returncode == 0


PLAIN = {"LC_ALL": "POSIX", "LANG": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def test_names_that_the_terminal_cannot_show_break_nothing(tmp_path):
    record = (EXAMPLE / "game.json").read_text().replace("Alex", "Ægon ♥")
    (tmp_path / "game.json").write_text(record, encoding="utf-8")
    ran = lucca("score", tmp_path / "game.json", env={**os.environ, **PLAIN})
    assert (ran.returncode, ran.stderr) == (0, "")
    missing = lucca("score", "nö♥", env={**os.environ, **PLAIN})
    assert (missing.returncode, len(missing.stderr.splitlines())) == (2, 1)


def test_a_reader_that_goes_away_is_no_fault():
    read_end, write_end = os.pipe()
    os.close(read_end)
    ran = subprocess.run(
        [*LUCCA, "score", str(EXAMPLE / "game.json")], stdout=write_end, stderr=subprocess.PIPE, check=False
    )
    os.close(write_end)
    assert (ran.returncode, ran.stderr) == (1, b"")


def test_a_full_disk_is_named():
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [*LUCCA, "deck", "show", "reference"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (ran.returncode, ran.stderr) == (2, "lucca-pi: cannot write: No space left on device\n")


def test_standard_input_that_is_closed_is_named():
    closed = f"exec {sys.executable} -m lucca_pi score - <&-"
    ran = subprocess.run(["sh", "-c", closed], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (2, "lucca-pi: -: cannot be read: standard input is closed\n")


@pytest.mark.parametrize("closed", first_of(["<&- >&- 2>&-", "<&-", ">&-"]))
@pytest.mark.parametrize("command", ["play --display terminal --buttons auto", "deck enrol deck.json", "games"])
def test_streams_that_are_closed_make_no_traceback(playing, tmp_path, command, closed):
    more = playing[1:5] + playing[7:-1] if command.startswith("play") else []
    line = f"exec {sys.executable} -m lucca_pi {command} {' '.join(more)} {closed}"
    root = str(Path(__file__).parents[2])
    ran = subprocess.run(
        ["sh", "-c", line],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": root},
    )
    assert (ran.returncode in (0, 2), "Traceback" in ran.stderr) == (True, False)


def test_a_file_never_takes_the_place_of_a_closed_stream():
    program = LOADED.format(arguments=["games"]) + "import os; print(os.readlink('/proc/self/fd/2'))"
    closed = f'exec {sys.executable} -c "$0" 2>&-'
    ran = subprocess.run(["sh", "-c", closed, program], capture_output=True, text=True, check=False)
    assert ran.stdout.splitlines()[-1] == "/dev/null"


@pytest.mark.parametrize(("allowed", "taken"), [((256, 8000), 4096), ((256, 600), 600), ((5000, 8000), 5000)])
def test_as_many_files_as_the_system_allows_may_be_open_at_once(monkeypatch, capsys, allowed, taken):
    limits = [allowed]
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, now: limits.append(now))
    assert Runner(monkeypatch, capsys)("--version").code == 0
    assert limits[-1] == (taken, allowed[1])


LOADED = "import sys; sys.argv[1:] = {arguments}; from lucca_pi.cli import main\ntry: main()\nexcept SystemExit: pass\n"
LIGHT = {
    "play without a page": (
        "import sys, lucca_pi.play",
        ("uvicorn", "starlette", "asyncio", "lucca_pi.web.site", "lucca_pi.app.live_page"),
    ),
    "play and the first picture": ("import sys, lucca_pi.play, lucca_pi.commands.why", ("cv2", "hypothesis")),
    "a score": (LOADED.format(arguments=["score", str(EXAMPLE / "game.json")]), ("cv2", "numpy", "PIL", "hypothesis")),
}


@pytest.mark.parametrize(("program", "heavy"), LIGHT.values(), ids=LIGHT)
def test_no_library_is_loaded_that_is_not_needed(program, heavy):
    told = f"{program}\nprint([name for name in {heavy} if name in sys.modules], file=sys.stderr)"
    ran = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=False)
    assert ran.stderr == "[]\n"


def test_the_first_picture_comes_before_the_heavy_libraries():
    assert {"numpy", "cv2", "picamera2"} <= set(HEAVY)
    assert measured()["loaded"] == []
