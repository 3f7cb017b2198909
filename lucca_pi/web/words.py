"""The page's own words for what an overview holds."""

from lucca_pi.language import _

KINDS = {
    "completion": _("Completed"),
    "opening": _("Opened"),
    "final_opening": _("Final openings"),
    "walls": _("Walls and towers"),
    "street_number": _("Street numbers"),
    "adjustment": _("Adjustment"),
}


def signed(points: int, *, plus: bool = True) -> str:
    """
    Points with their sign.

    >>> signed(5), signed(-3), signed(0), signed(5, plus=False)
    ('+5', '−3', '0', '5')
    """
    sign = "−" if points < 0 else "+" if points and plus else ""
    return f"{sign}{abs(points)}"
