"""What goes on paper: every piece is drawn once, as vectors; sheets lay pieces out, files hold sheets or pictures."""
