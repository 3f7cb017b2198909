"""Games of pebbles as evenings keep them."""

from evening import date, given, told
from pebbles import CUP, GAME, PEBBLES, look

from lucca_pi.evening.journal import Begun
from lucca_pi.evening.state import begin_evening
from lucca_pi.evening.step import Keep, Looked

TABLES = (PEBBLES, [1, 2, 3, 4, 5], [1, 2, 3, 4], [1, 2], [])


def journal_of(*tables):
    """What was kept once these tables were looked at; a question is answered by the second answer."""
    state = begin_evening(Begun(GAME, None, None, {}, date(0)))
    journal = [state.begun]
    for minute, table in enumerate(tables):
        state, effects = given(state, Looked(look(*table), date(minute)))
        if table == [CUP]:
            state, effects = told(state, "takes 1, 2")
        journal += [effect.event for effect in effects if isinstance(effect, Keep)]
    return journal
