"""Lucco on the table: its pieces and their looks, the figure they make, and a look read against it. Knows no throw."""
