"""Points as text."""


def signed(points: int, *, plus: bool = True) -> str:
    """
    Points with their sign.

    >>> signed(5), signed(-3), signed(0), signed(5, plus=False)
    ('+5', '−3', '0', '5')
    """
    sign = "−" if points < 0 else "+" if points and plus else ""
    return f"{sign}{abs(points)}"
