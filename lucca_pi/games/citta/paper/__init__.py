"""Lucca Città on paper: its deck, quarters, stickers for an owner's cards, and a card for the table."""
