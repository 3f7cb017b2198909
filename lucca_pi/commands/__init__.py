"""The commands of `lucca-pi`, each a few lines over a function elsewhere; `lucca_pi.cli` puts them together."""
