"""What a game puts on the page: everything that is not the same in all games."""

from dataclasses import dataclass

from lucca_pi.language import Text
from lucca_pi.web.markup import Child


@dataclass(frozen=True, slots=True)
class Part:
    """A section of the page, hidden while it has no content. `name` is its id."""

    name: str
    title: Text
    content: Child


@dataclass(frozen=True, slots=True)
class GamePage:
    """
    A game on the page.

    `title`: what the game is called; `where`: how far it is. `over`: who has won, and with what. `to_do`: what the
    player in turn may do. `beside` is what stands beside the score on a wide screen, below it on a narrow one.
    """

    title: str
    where: Text | None
    over: Text | None
    result: Text | None
    to_do: Child
    score: tuple[Part, ...]
    beside: tuple[Part, ...]
