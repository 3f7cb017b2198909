"""What the looks so far have shown of the cards."""

from dataclasses import dataclass, field

from lucca_pi.vision.faces.features import Floats
from lucca_pi.vision.faces.lying import Lying


@dataclass(slots=True)
class Known:
    """What the looks so far have shown of the cards."""

    lying: tuple[Lying, ...] = ()
    out_of_view: list[Lying] = field(default_factory=list)
    """Cards that lay where this look does not show the table: nothing is told of them until it is seen again."""
    light: dict[Lying, Floats] = field(default_factory=dict)
    """Relative light of the cards, as the last look that was held against it showed them."""
    lost: list[Lying] = field(default_factory=list)
    """Cards that are not known any more where they lay, while something lies there: moved a little, or covered."""
    doubtful: list[Lying] = field(default_factory=list)
    """Places like a card's that was not recognised: they are tried again."""
    tries: dict[Lying, int] = field(default_factory=dict)
    """How often a lost card, or a doubtful place, has been tried since something changed there, and closer looks."""

    def copied(self) -> "Known":
        """The same, which what changes here leaves alone."""
        return Known(self.lying, [*self.out_of_view], {**self.light}, [*self.lost], [*self.doubtful], {**self.tries})
