"""What holds for all tests."""

from hypothesis import settings

# A slow machine is no failure.
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")
