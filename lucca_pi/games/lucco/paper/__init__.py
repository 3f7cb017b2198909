"""Lucco on paper: its tiles and the faces of its die, and a card for the table."""
