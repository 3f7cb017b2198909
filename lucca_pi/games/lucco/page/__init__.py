"""Lucco on the page for phones."""
