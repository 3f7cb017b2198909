"""What is well and what is wrong with everything a game needs, one line for each thing."""
