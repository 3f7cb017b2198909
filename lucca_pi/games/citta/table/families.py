"""The names of players that nobody has named."""

FAMILIES = {101: "Guinigi", 102: "Buonvisi", 103: "Burlamacchi", 104: "Cenami", 105: "Arnolfini"}
"""Noble families of Lucca, by quarter code."""
