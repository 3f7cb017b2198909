"""
A machine at the game table that keeps the score.

How data flows, whatever the game:
    devices   a camera gives a frame (or a folder of pictures, or a drawn table)
    vision    frame > detections > sightings: which piece lies where, in millimetres on the table
    table     the sightings of several looks in one set of axes
    games     sightings > the one legal turn that explains them > points with reasons; each game is its own package
    evening   turns > journal; questions, undo, corrections, pauses: all that happens to any game
    screens   snapshot > pictures for a display's panel, or words; web: the page on the phone
    app       hands one to the next; cli is the door
"""

__version__ = "0.9.0"
