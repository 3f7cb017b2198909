"""What is printed of Lucca on a chess board."""
