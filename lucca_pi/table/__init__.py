"""Coded things on a table: which pieces there are, where they lie, looks brought together. Pure; knows no game."""
