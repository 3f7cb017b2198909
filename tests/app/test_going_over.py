"""A version on a stick is offered in the menu, asked for, and what became of it is shown."""

from twins import Presses, app_with

from lucca_pi.devices.update import Updates
from tests.in_memory import MemoryStore


class OnStick(Updates):
    """A stick with version 0.10.0."""

    def offered(self):
        return "0.10.0"


def test_it_is_two_presses_from_the_set_up_and_the_menu_stays(tmp_path):
    updates = OnStick(tmp_path / "asked", tmp_path / "told")
    app = app_with(Presses("up", "ok", "up", "ok"), store=MemoryStore(), updates=updates)
    app.run()
    assert updates.asked.exists()
    assert app.state.mode.options[-1].words == "Update to version 0.10.0"


def test_what_became_of_it_is_among_what_is_told(tmp_path):
    told = []
    (tmp_path / "told").write_text("new 0.10.0\n")
    app = app_with(
        Presses("up"),
        store=MemoryStore(),
        updates=OnStick(None, tmp_path / "told"),
        tell=lambda _game, _state, notices: told.extend(notices),
    )
    app.run()
    assert "Version 0.10.0 runs now." in told
