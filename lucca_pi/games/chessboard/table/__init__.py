"""What lies on the table of Lucca on a chess board, and what a look tells of it."""
