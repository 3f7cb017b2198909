"""The games, each complete in its own package."""
