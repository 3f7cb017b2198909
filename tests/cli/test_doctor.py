"""`lucca-pi doctor` on the machine that runs the tests: what it says depends on that, how it says it does not."""

from lucca_pi.games.citta.example import EXAMPLE

QUIET = ("--display", "none", "--buttons", "auto")
PLAYED = ("--camera", f"folder:{EXAMPLE / 'frames'}", "--deck", EXAMPLE / "deck.json", *QUIET)


def test_each_thing_has_its_line_and_nobody_is_asked_without_a_terminal(run):
    ran = run("doctor", *PLAYED)
    lines = ran.out.splitlines()
    assert {line[:10] for line in lines} <= {"ok        ", "WRONG     ", "not here  ", "skipped   "}
    assert [line[10:].partition(":")[0] for line in lines][:3] == ["system", "Python", "numpy"]
    assert (ran.code, ran.err) == (int("WRONG" in ran.out), "")


def test_as_json_it_says_the_same(run):
    ran = run("doctor", *PLAYED, "--json")
    told = ran.json()
    assert told["format"] == "lucca-doctor/1"
    assert [(row["thing"], row["state"]) for row in told["findings"] if row["thing"] in ("camera", "light")] == [
        ("camera", "ok"),
        ("light", "ok"),
    ]
    assert ran.code == int(not told["well"])


def test_a_part_of_a_pi_that_was_asked_for_is_wrong_where_it_is_missing(run):
    ran = run("doctor", "--camera", "pi", "--display", "oled", "--buttons", "gpio", "--no-ask")
    states = {line[10:].partition(":")[0]: line[:9].strip() for line in ran.out.splitlines()}
    assert (ran.code, {states[device] for device in ("camera", "display", "buttons")}) == (1, {"WRONG"})


def test_what_is_wrong_is_told_by_the_exit_code(run, tmp_path):
    ran = run("doctor", "--camera", "usb:97", *QUIET, "--no-ask")
    assert ran.code == 1
    assert "WRONG     camera: No camera at usb:97: plug it in" in ran.out
