"""
The table checks itself: people lay what a plan asks for, a look is compared with it, and advice follows.

`plan` has the layings of a game, `compare` holds a look against one, `advice` says what to change, `check` goes through
them, `sketch` draws them, `kept` writes all of it as a ZIP, as it does an evening, and makes a test of one.
"""
