"""What carries out an evening: looks and presses go to the session, what the session answers to the devices."""
