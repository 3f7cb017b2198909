"""Lucco on a drawn table: from a record to the tiles and the die that lie there at each look."""
