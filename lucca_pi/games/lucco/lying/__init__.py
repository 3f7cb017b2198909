"""How tiles lie: which of them touch, in which cell of the figure each is, and what is hidden. Knows no throw."""
