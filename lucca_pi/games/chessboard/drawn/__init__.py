"""The drawn table of Lucca on a chess board."""
