"""`python -m lucca_pi` is `lucca-pi`."""

from lucca_pi.cli import main

main()
