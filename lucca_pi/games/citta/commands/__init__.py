"""The commands that are the card game's alone, each imported when it is asked for."""

COMMANDS = {"deck": f"{__name__}.deck:deck", "read": f"{__name__}.read:read"}
