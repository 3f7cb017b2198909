"""The layings of a game, with the set-up that the settings give; and those of all games for programs."""

from dataclasses import dataclass
from typing import Any

from lucca_pi.config import Config
from lucca_pi.contract.setup import setup_from
from lucca_pi.drawn.camera import DrawnCamera
from lucca_pi.drawn.conditions import EASY, Conditions
from lucca_pi.games import PLAYED, game_module, game_named
from lucca_pi.table.laying import Plan
from lucca_pi.table.pieces import Pieces


@dataclass(frozen=True, slots=True)
class Asked:
    """What a check asks for: the game by its name, its set-up, the pieces, and the plan."""

    game: str
    setup: Any
    pieces: Pieces
    plan: Plan

    def called(self, piece: int | str) -> str:
        """A piece in players' words; one of another game by its code."""
        return self.plan.called.get(piece, str(piece))

    def camera(self, conditions: Conditions = EASY) -> DrawnCamera:
        """A camera above the drawn layings: look n shows the n-th."""
        camera: DrawnCamera = game_module(self.game, "drawn").camera_over(self.plan, self.setup, conditions)
        return camera


def asked(config: Config) -> Asked:
    """What a check with these settings asks for. Raises UnreadableError and RuleError."""
    rules = game_named(config.game).rules
    setup = setup_from(rules.setup, config.for_game())
    return Asked(config.game, setup, rules.pieces(setup), game_module(config.game, "layings").plan(setup))


def plan_json() -> list[dict[str, Any]]:
    """The layings of all games, with their usual set-ups."""
    every = (asked(Config(game=game)) for game in PLAYED)
    return [laying.to_json(one.game) for one in every for laying in one.plan.layings]
