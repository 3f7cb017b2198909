"""The commands that are the card game's alone."""

from lucca_pi.games.citta.commands.deck import deck
from lucca_pi.games.citta.commands.read import read

COMMANDS = (read, deck)
