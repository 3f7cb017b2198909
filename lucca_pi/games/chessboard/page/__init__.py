"""A game on a chess board on the page for phones."""
