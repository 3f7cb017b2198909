"""Whatever is looked at, pressed, told, changed, adjusted and taken back: no honest file is said to differ."""

from hypothesis import Phase, settings
from played import differing
from test_any_evening import Evening


class Proved(Evening):
    """An evening whose journal is written as a game's file at its end, and verified."""

    def teardown(self):
        assert differing(self.journal, self.state) == []


TestProved = Proved.TestCase
TestProved.settings = settings(max_examples=10, stateful_step_count=12, deadline=None, phases=[Phase.generate])
