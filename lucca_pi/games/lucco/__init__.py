"""Lucco, the game of joining five: its rules, and their words for people."""
