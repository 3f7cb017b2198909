"""Owners' own decks: a picture of all cards, and enrolling a box from pictures and the keyboard."""
