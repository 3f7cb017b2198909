"""How the program is stopped from outside: once, and then in peace."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def stopping() -> Iterator[None]:
    """
    A service is stopped by SIGTERM, a closed window sends SIGHUP: as if by Ctrl-C, so that all is put away.

    SIGINT is Ctrl-C itself, which Python does not heed where a shell started it in the background. After the first one
    no other is heard until the program has ended.
    """
    stopped = False

    def stop(*_: object) -> None:
        nonlocal stopped
        stopped = True
        hear_no_more()
        raise KeyboardInterrupt

    before = {name: signal.signal(name, stop) for name in SIGNALS}
    try:
        yield
    finally:
        hear_no_more()
        for name, handler in before.items():  # Python puts its own handlers away before it ends
            signal.signal(name, signal.SIG_IGN if stopped else handler)


def hear_no_more() -> None:
    """From here on nothing stops the program: it is about to put all away."""
    for name in SIGNALS:
        signal.signal(name, _heard_already)


def _heard_already(*_: object) -> None:
    """Passes over a signal; with SIG_IGN Python would write about each that came together with the first."""
