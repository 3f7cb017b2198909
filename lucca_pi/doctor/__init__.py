"""The examination of everything a game needs: what is well and what is wrong, one line for each thing."""
