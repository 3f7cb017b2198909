"""Lucca Città on a drawn table: from a record to the cards that lie there at each look."""
