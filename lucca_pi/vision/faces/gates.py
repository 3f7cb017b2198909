"""What a card's picture must reach before it is named; fixed before the views that judge it were made."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Gates:
    """
    `likeness`: least correlation with the print; `view`: least share of it in view.

    `lead`: least lead over every face that could be told apart. `apart`: from here two prints, as far as they are in
    view, can be told apart. `twins`: below this two photographs of each card show no difference. `close`: faces that
    differ by more are not confused.

    `detail_lead`, `detail_apart`: the same where two faces differ in details. `detail_misfit`: most of a detail that
    neither explains.

    `strange`: most of the picture's light, anywhere on the card, that the likeliest face does not explain; the less of
    it the less of the card is in view, for what is hidden may be strange too.

    `strange_below`: most of the light below the upper part that the likeliest face does not explain, where the lower
    part tells it from others. In view it leaves 1 at most, also beside a reflex; under another card 7 or more.
    `view_below`: least share of the lower part that is not clipped, for it to tell anything.
    """

    likeness: float = 0.85
    view: float = 0.2
    lead: float = 0.15
    apart: float = 450.0
    twins: float = 400.0
    close: float = 2000.0
    detail_lead: float = 0.15
    detail_apart: float = 20.0
    detail_misfit: float = 0.6
    strange: float = 0.7
    strange_below: float = 3.0
    view_below: float = 0.6

    @property
    def asks_for_strange(self) -> bool:
        return self.strange < np.inf


GATES = Gates()
"""
Where a card may be any. One that is not of the deck reaches a likeness of 0.97 with a card that is drawn alike, and
leaves 4 unexplained, or 0.4 where a reflex hides what differs. One of the deck leaves 0.25 at most in 19 of 20
flat views without reflexes; on whole tables it may leave more.
"""

AMONG_FEW = Gates(likeness=0.5, strange=np.inf)
"""Where the rules leave two or three cards, and one of them is the likeliest of all."""

ON_THE_TABLE = Gates(likeness=0.65, strange=0.9)
"""Where it lies as a card of the deck would: lamps and haze leave more of it unexplained, and less of it to compare."""
