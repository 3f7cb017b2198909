"""Finds the legal turn that explains what was seen, what is left to do of it, or what is wrong; or asks."""
