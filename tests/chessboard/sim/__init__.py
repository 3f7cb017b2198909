"""Evenings on a chess board without pixels: what lies there, what a camera makes of it, and what people do."""
