"""What a card's picture must reach before it is named; fixed before the views that judge it were made."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Gates:
    """
    `likeness`: least correlation with the print; `lower_likeness` that of the lower part alone. `view` and
    `lower_view`: least share of these that is in view.

    `lead`: least lead over every face that could be told apart. `apart`, `lower_apart`: from here two prints, as far as
    they are in view, can be told apart. `twins`: below this two photographs of each card show no difference.
    """

    likeness: float = 0.9
    view: float = 0.2
    lead: float = 0.15
    apart: float = 450.0
    lower_likeness: float = 0.7
    lower_view: float = 0.35
    lower_apart: float = 400.0
    twins: float = 400.0


GATES = Gates()
"""A card that is not of the deck reaches a likeness of 0.89 with a card that is drawn alike, one of the deck 0.91."""

AMONG_FEW = Gates(likeness=0.5)
"""Where the rules leave two or three cards, and one of them is the likeliest of all."""
