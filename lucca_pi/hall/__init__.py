"""A hall: many tables seen through a broker on one page, with standings and seats for the next round."""
