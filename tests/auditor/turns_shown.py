"""Small tables before and after a turn, and what the auditor finds missing."""

from small_tables import LEFT, laid, played, session_at

from lucca_pi.games.citta.auditor.audit import audit
from lucca_pi.games.citta.session.memory import scene_of

BEFORE = laid("red 1, blue 5; walls 2", (8, 12, 10), *LEFT)
LOOK = BEFORE.look()


WALLED, DISCARDED = played("8 palace", "12 palace", "10 wall"), played("8 palace", "12 palace", "10 discard")
AS_WALLED = BEFORE.after("red 1+8, blue 5+12; walls 3").look()
AS_DISCARDED = BEFORE.after("red 1+8, blue 5+12; walls 2", 10).look()


def certificate(turn, *looks, before=BEFORE, **more):
    return audit(scene_of(session_at(before, **more).match, looks), [turn])


def missing(turn, *looks, **more):
    return [str(gap.text) for gap in certificate(turn, *looks, **more).gaps]


def gap(text):
    return [f"Ada: {text}"]


REDS = "red 1+15+22"
FOUR = laid(f"{REDS}, blue 5", (8, 36, 12), *LEFT)
COMPLETED = played("8 palace", "36 palace", "12 wall")
AS_COMPLETED = FOUR.after(f"completed {REDS}+8+36; blue 5; walls 1").look()
VIOLET = "violet 7+14+28+35+43"
PILE = laid(f"red 1, blue 5; completed {VIOLET}", (8, 12, 10), *LEFT)
CLOSED = laid(f"red 1, blue 5; completed {VIOLET}; walls 2", (8, 12, 10), *LEFT, discards=(96,))
AFTER_ADA = CLOSED.after(f"red 1+8, blue 5+12; completed {VIOLET}; walls 2", 10)
"""Ada discards 10, where 96 lies already; she could have opened the violet palace."""
