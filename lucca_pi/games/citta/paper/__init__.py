"""What Lucca Città has for the printer: its deck, quarters, stickers for an owner's cards, and a card for the table."""
