"""What the page on the phone shows of a game of Lucca Città."""
