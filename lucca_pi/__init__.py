"""
A machine at the game table that keeps the score of Lucca Città.

The data's way:
    devices   a camera gives a frame (or a folder of pictures, or a drawn table)
    vision    frame > detections > sightings: which piece lies where, in millimetres on the table
    table     sightings in one set of axes, of several looks
    citta     sightings > whose they are, in which area > the one legal turn that explains them > points with reasons
    screens   snapshot > a picture of 128 x 64 dots, or the terminal
    app       hands one to the next; cli is the door
"""

__version__ = "0.1.0"
