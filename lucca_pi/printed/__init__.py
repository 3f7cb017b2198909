"""Sheets and pieces on paper: each piece is drawn once, as vectors; sheets lay pieces out, files hold them."""
