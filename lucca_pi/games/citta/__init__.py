"""Lucca Città, the game: its rules, the referee who finds the turn that was played, and the session at the table."""
