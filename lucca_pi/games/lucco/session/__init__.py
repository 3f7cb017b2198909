"""Lucco in an evening: how it starts, what looks teach, what players tell, and what is shown."""
