"""The page's own words for what an overview holds."""

KINDS = {
    "completion": "Completed",
    "opening": "Opened",
    "final_opening": "Final openings",
    "walls": "Walls and towers",
    "street_number": "Street numbers",
    "adjustment": "Adjustments",
}


def signed(points: int, *, plus: bool = True) -> str:
    """
    Points with their sign.

    >>> signed(5), signed(-3), signed(0), signed(5, plus=False)
    ('+5', '−3', '0', '5')
    """
    sign = "−" if points < 0 else "+" if points and plus else ""
    return f"{sign}{abs(points)}"


def listed(words: list[str]) -> str:
    """
    An enumeration.

    >>> listed(["red"]), listed(["red", "blue", "green"])
    ('red', 'red, blue or green')
    """
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last
