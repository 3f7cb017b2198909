"""The souvenir of a finished game, from its state and the picture of its last table."""

from lucca_pi.errors import NotFinishedError
from lucca_pi.evening.phones import state_overview
from lucca_pi.evening.state import State
from lucca_pi.language import listed, say
from lucca_pi.printed.souvenir import Souvenir


def souvenir_of(state: State, picture: bytes | None) -> Souvenir:
    """What the souvenir shows; `picture`: a JPEG, None for none. Raises NotFinishedError."""
    if not state.course.is_over:
        raise NotFinishedError("the game is not finished: a souvenir is made of games that are")
    overview = state_overview(state)
    page, ranking, ended = state.plugin.show.page(overview), overview["ranking"], overview["ended"]
    names = [one["player"] for one in ranking]
    return Souvenir(
        say(page.title),
        state.begun.date[:10],
        say(listed([words for words in (page.over, page.result) if words], " ")),
        [(one["rank"], one["player"], "" if one["total"] is None else str(one["total"])) for one in ranking],
        [(one["title"], ":".join(_figures(one["figures"], names[:2]))) for one in ended["deciding"]],
        [(one["title"], _figures(one["figures"], names)) for one in ended["table"]],
        picture,
    )


def _figures(figures: dict[str, int], names: list[str]) -> list[str]:
    return [str(figures.get(name, 0)).replace("-", "−") for name in names]
