"""The table: coded pieces, where they lie, and whose they are. Pure; knows nothing of the game's rules."""
