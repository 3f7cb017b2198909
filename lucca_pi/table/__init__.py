"""Coded pieces on a table: their values, the looks at them, and looks combined. Pure; knows no game."""
