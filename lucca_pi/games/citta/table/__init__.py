"""The table of Lucca Città: its pieces, their owners and areas, and the reading of a look in people's terms. Pure."""
