"""Lucco on the table: its pieces and their looks, the figure they make, and the reading of a look. Knows no throw."""
