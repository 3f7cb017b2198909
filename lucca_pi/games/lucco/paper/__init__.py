"""What Lucco has for the printer: its tiles and the faces of its die, and a card for the table."""
