"""Lucca on a chess board: houses and towers of four colours in a city of lots."""
