"""Enrolling a box by photographs of its cards, with nothing stuck on them."""
