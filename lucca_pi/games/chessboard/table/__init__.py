"""The table of Lucca on a chess board: its pieces, and the reading of a look."""
