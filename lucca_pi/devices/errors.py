"""What goes wrong at the edge. Each message says what is missing, how to check it, and what else would do."""


class DeviceError(Exception):
    """A thing outside the program is missing or refuses to work."""


class StoreError(DeviceError):
    """The games cannot be kept: no room, no permission, another program at the same file, or a damaged file."""


class LastGameError(StoreError):
    """The last game does not add up, or is of a newer version; a new one can be begun."""
