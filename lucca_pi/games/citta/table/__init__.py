"""Lucca Città on the table: its pieces, whose areas they lie in, and a look read as people would tell it. Pure."""
