"""The members of a game's file (`lucca-game/1`, a ZIP)."""

FORMAT = "lucca-game/1"
MANIFEST, RECORD, SCORE, DECK, JOURNAL = "manifest.json", "record.json", "score.json", "deck.json", "journal.jsonl"
"""The journal has an event on each line; the manifest tells which pictures each of them was read from."""
LOOKS = "looks/"
"""Where the pictures are."""
