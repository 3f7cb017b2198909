"""A table without pixels: games that are played at random, and people who lay, nudge, forget and hide."""
