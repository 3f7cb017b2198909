"""A game of Lucca on a chess board at the table: what is arranged, told and shown."""
