"""Lucca Città: rules, referee and auditor, the table and its readings, screens, page, paper, drawn table and decks."""
