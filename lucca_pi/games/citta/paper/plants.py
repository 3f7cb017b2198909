"""What stands beside the doors: each on the ground at (x, y), in mm."""

from lucca_pi.printed.pen import Pen, mixed

LEAF, BARK, POT, IRON, GLOW = "#2e6b3c", "#6b4a2f", "#b0603a", "#2a2320", "#ffe59a"


def draw_cypress(pen: Pen, x: float, y: float) -> None:
    """A slim tree, 25 mm tall."""
    pen.box(x - 0.5, y - 3, 1.0, 3, BARK)
    tree = [
        (x, y - 25),
        (x - 1.2, y - 21, x - 3.4, y - 9, x - 2.6, y - 4),
        (x - 1.4, y - 2, x + 1.4, y - 2, x + 2.6, y - 4),
        (x + 3.4, y - 9, x + 1.2, y - 21, x, y - 25),
    ]
    pen.shape(tree, LEAF, line=mixed(LEAF, "#000000", 0.5))
    pen.shape(
        [(x + 0.4, y - 20), (x + 2.6, y - 11, x + 2.4, y - 6, x + 1.2, y - 4.4)],
        None,
        closed=False,
        line=mixed(LEAF, "#ffffff", 0.3),
        line_mm=0.4,
    )


def draw_orange_tree(pen: Pen, x: float, y: float) -> None:
    """A small round tree in a pot, 15 mm tall."""
    pen.box(x - 0.5, y - 9, 1.0, 5.5, BARK)
    pen.shape([(x - 2.4, y - 4), (x + 2.4, y - 4), (x + 1.8, y), (x - 1.8, y)], POT, line=IRON, line_mm=0.2)
    pen.box(x - 2.8, y - 4.6, 5.6, 1.1, POT, line=IRON, line_mm=0.2)
    pen.oval(x, y - 11.2, 3.8, 3.8, LEAF, line=mixed(LEAF, "#000000", 0.5))
    for across, up in ((-1.6, 10.2), (1.2, 12.6), (1.9, 9.9), (-0.6, 13.1), (0.1, 10.9)):
        pen.oval(x + across, y - up, 0.65, 0.65, "#f49a24")


def draw_lantern(pen: Pen, x: float, y: float) -> None:
    """A lit lantern on a post, 23 mm tall."""
    pen.box(x - 0.45, y - 16, 0.9, 16, IRON)
    pen.box(x - 1.4, y - 1.2, 2.8, 1.2, IRON)
    pen.shape(
        [(x - 1.3, y - 16), (x + 1.3, y - 16), (x + 2.2, y - 21), (x - 2.2, y - 21)], GLOW, line=IRON, line_mm=0.5
    )
    pen.shape([(x - 2.7, y - 21), (x + 2.7, y - 21), (x, y - 23.4)], IRON)
