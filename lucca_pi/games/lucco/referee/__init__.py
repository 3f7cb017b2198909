"""Finds the legal turns that explain what was seen, or says what does not fit."""
